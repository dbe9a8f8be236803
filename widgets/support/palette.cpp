// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/palette.h"

#include <QPalette>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace kinetoscope {

namespace {

enum class On { Ink, White, Text };

/// One row of the table of kinds: light fill and label, dark fill and label.
struct Row {
    QRgb light;
    On lightLabel;
    QRgb dark;
    On darkLabel;
    Pattern pattern = Pattern::Solid;
    bool paleOnWhite = false; ///< below 3:1 on the light canvas: gets an edge
};

constexpr QRgb kInk = 0xff14181d;

constexpr Row kComputeMatrix { 0xff0071ba, On::White, 0xff4d8be7, On::Ink };
constexpr Row kCompute { 0xff1f86d6, On::Ink, 0xff67a0fe, On::Ink };
constexpr Row kComputeElementwise { 0xff449bed, On::Ink, 0xff93b5ff, On::Ink };
constexpr Row kCommunication { 0xffc77f25, On::Ink, 0xfff1911a, On::Ink };
constexpr Row kMemcpy { 0xff7a3492, On::White, 0xffa478ba, On::Ink };
constexpr Row kMemset { 0xffc9b3e0, On::Ink, 0xfffabff2, On::Ink, Pattern::Solid, true };
constexpr Row kSync { 0xffb73d44, On::White, 0xfff0525e, On::Ink, Pattern::DottedFrame };
constexpr Row kHostOpDark { 0xff61b483, On::Ink, 0xff7acdab, On::Ink, Pattern::Solid, true };
constexpr Row kHostOp { 0xff6fc290, On::Ink, 0xff88dbb9, On::Ink, Pattern::Solid, true };
constexpr Row kHostOpLight { 0xff7dd09d, On::Ink, 0xff96e9c7, On::Ink, Pattern::Solid, true };
constexpr Row kApiCall { 0xff00787b, On::White, 0xff4e9b84, On::Ink };
constexpr Row kAnnotation { 0xffe3c02e, On::Text, 0xffe3e189, On::Text, Pattern::Container, true };
constexpr Row kPythonFrame { 0xffa3a9b0, On::Ink, 0xff9aafba, On::Ink, Pattern::Solid, true };
constexpr Row kOther { 0xff3b434a, On::White, 0xff5a6168, On::White };
constexpr Row kOthers { 0xffc3c9cf, On::Ink, 0xff8d96a0, On::Ink, Pattern::DottedFill };
constexpr Row kOtherSteps { 0xff9db4c6, On::Ink, 0xff6d8296, On::Ink, Pattern::BothStripes, true };
constexpr Row kIdleHostWait { 0xffa32309, On::Text, 0xffc4593d, On::Text, Pattern::HatchForward };
constexpr Row kIdleKernelWait { 0xffd7a52d, On::Text, 0xffc89f5e, On::Text, Pattern::Dots };
constexpr Row kIdleOther { 0xff868686, On::Text, 0xff868686, On::Text, Pattern::HatchBackward };
constexpr Row kIdleUnknownLaunch { 0xff5b6670, On::Text, 0xffb4bcc4, On::Text, Pattern::DashedOutline };

// Around the hue circle of OKLCH in steps of 20 degrees, lightness 0.78, 0.68, 0.84 in turn so that neighbours differ
// in more than hue. Contrast with ink is 5.8 or more for each.
constexpr QRgb kNameColours[] = { 0xfff996a6, 0xffdd7767, 0xffffb88f, 0xffe8a95c, 0xffb79420, 0xffced183, 0xff9ec773,
    0xff56ae6c, 0xff83e0c1, 0xff3ed0c8, 0xff00adc4, 0xff82d7ff, 0xff7abdff, 0xff7993e8, 0xffc9c0ff, 0xffcfa1f1,
    0xffc579be, 0xfffdb0d4 };

QColor interpolated(const QColor& from, const QColor& to, double t)
{
    return mixed(from, to, std::clamp(t, 0.0, 1.0));
}

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

KindStyle styleOf(const Row& row, const Palette& palette)
{
    const bool light = palette.theme() == Theme::Light;
    KindStyle style;
    style.fill = QColor::fromRgb(light ? row.light : row.dark);
    switch (light ? row.lightLabel : row.darkLabel) {
    case On::Ink:
        style.label = palette.ink;
        break;
    case On::White:
        style.label = QColor(Qt::white);
        break;
    case On::Text:
        style.label = palette.text;
        break;
    }
    style.pattern = row.pattern;
    if (light && row.paleOnWhite)
        style.edge = mixed(style.fill, QColor(Qt::black), 0.35);
    return style;
}

KindStyle withPattern(KindStyle style, Pattern pattern)
{
    style.pattern = pattern;
    return style;
}

/// Two or three kinds at once: stripes of all.
KindStyle striped(const KindStyle& first, const KindStyle& second, const KindStyle* third = nullptr)
{
    KindStyle style = first;
    style.pattern = Pattern::Stripes;
    style.second = second.fill;
    if (third)
        style.third = third->fill;
    return style;
}

} // namespace

Palette::Palette(Theme theme)
    : m_theme(theme)
{
    const bool light = theme == Theme::Light;
    const auto choose = [light](QRgb lightColour, QRgb darkColour) {
        return QColor::fromRgb(light ? lightColour : darkColour);
    };
    ink = QColor::fromRgb(kInk);
    canvas = choose(0xffffffff, 0xff16191d);
    panel = choose(0xfff4f5f7, 0xff1f2329);
    text = choose(0xff1a1d21, 0xffe8eaed);
    secondText = choose(0xff5a636d, 0xffa3acb6);
    grid = choose(0xffd5d9de, 0xff333a42);
    accent = choose(0xff0b57d0, 0xff8ab4f8);
    searchHit = choose(0xffd0006f, 0xffff6fb5);
    error = choose(0xffb3261e, 0xfff2b8b5);
    fillClasses();
    fillParts();
}

void Palette::fillClasses()
{
    const auto set = [this](ColourClass colourClass, const Row& row) {
        m_classes[static_cast<std::size_t>(colourClass)] = styleOf(row, *this);
    };
    set(ColourClass::ComputeMatrix, kComputeMatrix);
    set(ColourClass::ComputeReduction, kCompute);
    set(ColourClass::ComputeElementwise, kComputeElementwise);
    set(ColourClass::Communication, kCommunication);
    set(ColourClass::MemcpyOther, kMemcpy);
    set(ColourClass::Memset, kMemset);
    set(ColourClass::Sync, kSync);
    set(ColourClass::HostOpDark, kHostOpDark);
    set(ColourClass::HostOpBase, kHostOp);
    set(ColourClass::HostOpLight, kHostOpLight);
    set(ColourClass::ApiCall, kApiCall);
    set(ColourClass::Annotation, kAnnotation);
    set(ColourClass::PythonFrame, kPythonFrame);
    set(ColourClass::Other, kOther);
    const KindStyle memcpy = styleOf(kMemcpy, *this);
    m_classes[static_cast<std::size_t>(ColourClass::MemcpyHtoD)] = withPattern(memcpy, Pattern::TopStripe);
    m_classes[static_cast<std::size_t>(ColourClass::MemcpyDtoH)] = withPattern(memcpy, Pattern::BottomStripe);
    m_classes[static_cast<std::size_t>(ColourClass::MemcpyDtoD)] = withPattern(memcpy, Pattern::BothStripes);
}

void Palette::fillParts()
{
    const auto set = [this](PartKind kind, const KindStyle& style) { m_parts[static_cast<std::size_t>(kind)] = style; };
    const KindStyle compute = styleOf(kCompute, *this);
    const KindStyle communication = styleOf(kCommunication, *this);
    const KindStyle memory = styleOf(kMemcpy, *this);
    const KindStyle other = styleOf(kOther, *this);
    set(PartKind::Compute, compute);
    set(PartKind::Communication, communication);
    set(PartKind::Memory, memory);
    set(PartKind::Memset, styleOf(kMemset, *this));
    set(PartKind::Sync, styleOf(kSync, *this));
    set(PartKind::HostOp, styleOf(kHostOp, *this));
    set(PartKind::ApiCall, styleOf(kApiCall, *this));
    set(PartKind::Annotation, styleOf(kAnnotation, *this));
    set(PartKind::PythonFrame, styleOf(kPythonFrame, *this));
    set(PartKind::Other, other);
    KindStyle others = styleOf(kOthers, *this);
    others.second = secondText;
    set(PartKind::Others, others);
    set(PartKind::IdleHostWait, styleOf(kIdleHostWait, *this));
    set(PartKind::IdleHandOver, withPattern(styleOf(kIdleHostWait, *this), Pattern::Dots));
    // The hatch says that the device waits for the host, the stripe below it what the host does, as its own slices do.
    const auto setHostDoes = [&](PartKind idle, PartKind host) {
        KindStyle look = style(PartKind::IdleHostWait);
        look.second = style(host).fill;
        set(idle, look);
    };
    setHostDoes(PartKind::IdleHostData, PartKind::Annotation);
    setHostDoes(PartKind::IdleHostSync, PartKind::Sync);
    setHostDoes(PartKind::IdleHostCall, PartKind::ApiCall);
    setHostDoes(PartKind::IdleHostCollective, PartKind::Communication);
    setHostDoes(PartKind::IdleHostOp, PartKind::HostOp);
    setHostDoes(PartKind::IdleHostPython, PartKind::PythonFrame);
    setHostDoes(PartKind::IdleHostOther, PartKind::Other);
    set(PartKind::IdleHostUnrecorded, style(PartKind::IdleHostWait)); // nothing is known: no stripe
    set(PartKind::IdleKernelWait, styleOf(kIdleKernelWait, *this));
    set(PartKind::IdleOther, styleOf(kIdleOther, *this));
    set(PartKind::IdleUnknownLaunch, styleOf(kIdleUnknownLaunch, *this));
    // Of any cause: hatched as the host's part of it mostly is, but in no cause's colour.
    set(PartKind::Idle, withPattern(styleOf(kIdleOther, *this), Pattern::HatchForward));
    set(PartKind::ComputeAndCommunication, striped(compute, communication));
    set(PartKind::ComputeAndMemory, striped(compute, memory));
    set(PartKind::CommunicationAndMemory, striped(communication, memory));
    set(PartKind::ComputeCommunicationMemory, striped(compute, communication, &memory));
    set(PartKind::CommunicationHidden, communication);
    set(PartKind::MemoryExposed, memory);
    set(PartKind::CommunicationExposed, communication);
    set(PartKind::OtherExposed, other);
    set(PartKind::OtherSteps, styleOf(kOtherSteps, *this));
}

const Palette& Palette::of(Theme theme)
{
    static const Palette kLight(Theme::Light);
    static const Palette kDark(Theme::Dark);
    return theme == Theme::Light ? kLight : kDark;
}

const Palette& Palette::of(const QWidget& widget)
{
    return of(themeOf(widget.palette()));
}

Theme Palette::themeOf(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightnessF() < 0.5f ? Theme::Dark : Theme::Light;
}

KindStyle Palette::shade(PartKind kind, int index, int count) const
{
    KindStyle style = this->style(kind);
    if (count <= 1)
        return style;
    const double t = static_cast<double>(std::clamp(index, 0, count - 1)) / (count - 1);
    const QColor dark = mixed(style.fill, QColor(Qt::black), 0.25);
    const QColor light = mixed(style.fill, QColor(Qt::white), 0.6);
    style.fill = interpolated(dark, light, t);
    style.label = contrast(style.fill, ink) >= contrast(style.fill, QColor(Qt::white)) ? ink : QColor(Qt::white);
    if (contrast(style.fill, canvas) < 3)
        style.edge = mixed(style.fill, m_theme == Theme::Light ? Qt::black : Qt::white, 0.35);
    return style;
}

std::span<const QRgb> Palette::nameColours()
{
    return kNameColours;
}

QColor Palette::heat(double value) const
{
    if (m_theme == Theme::Light)
        return interpolated(QColor(0xf4, 0xf5, 0xf7), QColor(0x0b, 0x3c, 0x6f), value);
    return interpolated(QColor(0x1f, 0x23, 0x29), QColor(0xb9, 0xd7, 0xff), value);
}

QColor Palette::difference(double value) const
{
    const QColor& end = value < 0 ? QColor(0x00, 0x71, 0xba) : QColor(0xb3, 0x26, 0x1e);
    return interpolated(panel, end, std::abs(value));
}

PartKind partKindOf(ColourClass colourClass)
{
    switch (colourClass) {
    case ColourClass::ComputeMatrix:
    case ColourClass::ComputeReduction:
    case ColourClass::ComputeElementwise:
        return PartKind::Compute;
    case ColourClass::Communication:
        return PartKind::Communication;
    case ColourClass::MemcpyHtoD:
    case ColourClass::MemcpyDtoH:
    case ColourClass::MemcpyDtoD:
    case ColourClass::MemcpyOther:
        return PartKind::Memory;
    case ColourClass::Memset:
        return PartKind::Memset;
    case ColourClass::Sync:
        return PartKind::Sync;
    case ColourClass::HostOpDark:
    case ColourClass::HostOpBase:
    case ColourClass::HostOpLight:
        return PartKind::HostOp;
    case ColourClass::ApiCall:
        return PartKind::ApiCall;
    case ColourClass::Annotation:
        return PartKind::Annotation;
    case ColourClass::PythonFrame:
        return PartKind::PythonFrame;
    case ColourClass::Other:
        break;
    }
    return PartKind::Other;
}

QColor mixed(const QColor& under, const QColor& over, double amount)
{
    const auto channel = [amount](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * amount)); };
    return { channel(under.red(), over.red()), channel(under.green(), over.green()),
        channel(under.blue(), over.blue()) };
}

double contrast(const QColor& a, const QColor& b)
{
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

} // namespace kinetoscope
