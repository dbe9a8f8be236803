// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/part_kinds.h"
#include "widgets/support/palette.h"
#include "widgets/timeline/painters/range_painter.h"

#include <QObject>
#include <QStringLiteral>
#include <QTest>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

using namespace kinetoscope;

/// Colours must be told apart, also by people who see fewer of them, and labels must be readable.
class TestPalette : public QObject {
    Q_OBJECT

private slots:
    void referencePairsOfTheFormula_data();
    void referencePairsOfTheFormula();
    void kindsAreToldApart_data();
    void kindsAreToldApart();
    void idleCausesAreToldApart_data();
    void idleCausesAreToldApart();
    void labelsAreReadable_data();
    void labelsAreReadable();
    void shadesRunFromDarkToLight();
    void rampsEndWhereTheTableSays();
};

namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

Vector times(const Matrix& m, const Vector& v)
{
    Vector out {};
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
    return out;
}

Vector linearRgb(const QColor& colour)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return { linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF()) };
}

Vector labOf(const Vector& rgb)
{
    constexpr Matrix kToXyz { { { 0.4124564, 0.3575761, 0.1804375 }, { 0.2126729, 0.7151522, 0.0721750 },
        { 0.0193339, 0.1191920, 0.9503041 } } };
    const Vector xyz = times(kToXyz, rgb);
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f(xyz[0] / 0.95047);
    const double y = f(xyz[1]);
    const double z = f(xyz[2] / 1.08883);
    return { 116 * y - 16, 500 * (x - y), 200 * (y - z) };
}

/// CIEDE2000 colour difference (Sharma, Wu, Dalal 2005).
double ciede2000(const Vector& p, const Vector& q)
{
    constexpr double kDegree = std::numbers::pi / 180;
    const double c1 = std::hypot(p[1], p[2]);
    const double c2 = std::hypot(q[1], q[2]);
    const double mean7 = std::pow((c1 + c2) / 2, 7);
    const double g = 0.5 * (1 - std::sqrt(mean7 / (mean7 + std::pow(25.0, 7))));
    const double a1 = (1 + g) * p[1];
    const double a2 = (1 + g) * q[1];
    const double cp1 = std::hypot(a1, p[2]);
    const double cp2 = std::hypot(a2, q[2]);
    const auto hue = [&](double a, double b) {
        if (a == 0 && b == 0)
            return 0.0;
        const double h = std::atan2(b, a) / kDegree;
        return h < 0 ? h + 360 : h;
    };
    const double h1 = hue(a1, p[2]);
    const double h2 = hue(a2, q[2]);
    double dh = h2 - h1;
    if (cp1 * cp2 == 0)
        dh = 0;
    else if (dh > 180)
        dh -= 360;
    else if (dh < -180)
        dh += 360;
    const double dL = q[0] - p[0];
    const double dC = cp2 - cp1;
    const double dH = 2 * std::sqrt(cp1 * cp2) * std::sin(dh / 2 * kDegree);
    const double lMean = (p[0] + q[0]) / 2;
    const double cMean = (cp1 + cp2) / 2;
    double hMean = h1 + h2;
    if (cp1 * cp2 != 0) {
        if (std::abs(h1 - h2) <= 180)
            hMean /= 2;
        else
            hMean = hMean < 360 ? (hMean + 360) / 2 : (hMean - 360) / 2;
    }
    const double t = 1 - 0.17 * std::cos((hMean - 30) * kDegree) + 0.24 * std::cos(2 * hMean * kDegree)
        + 0.32 * std::cos((3 * hMean + 6) * kDegree) - 0.20 * std::cos((4 * hMean - 63) * kDegree);
    const double turn = 30 * std::exp(-std::pow((hMean - 275) / 25, 2));
    const double c7 = std::pow(cMean, 7);
    const double rc = 2 * std::sqrt(c7 / (c7 + std::pow(25.0, 7)));
    const double l50 = (lMean - 50) * (lMean - 50);
    const double sl = 1 + 0.015 * l50 / std::sqrt(20 + l50);
    const double sc = 1 + 0.045 * cMean;
    const double sh = 1 + 0.015 * cMean * t;
    const double rt = -std::sin(2 * turn * kDegree) * rc;
    return std::sqrt(std::pow(dL / sl, 2) + std::pow(dC / sc, 2) + std::pow(dH / sh, 2) + rt * (dC / sc) * (dH / sh));
}

/// Full dichromacy after Machado, Oliveira, Fernandes 2009 (severity 1.0), on linear RGB.
constexpr std::array<Matrix, 4> kVisions { {
    { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
    { { { 0.152286, 1.052583, -0.204868 }, { 0.114503, 0.786281, 0.099216 }, { -0.003882, -0.048116, 1.051998 } } },
    { { { 0.367322, 0.860646, -0.227968 }, { 0.280085, 0.672501, 0.047413 }, { -0.011820, 0.042940, 0.968881 } } },
    { { { 1.255528, -0.076749, -0.178779 }, { -0.078411, 0.930809, 0.147602 }, { 0.004733, 0.691367, 0.303900 } } },
} };
constexpr std::array<const char*, 4> kVisionNames { "normal", "protanopia", "deuteranopia", "tritanopia" };

double difference(const QColor& a, const QColor& b, std::size_t vision)
{
    const auto seen = [vision](const QColor& colour) {
        Vector rgb = times(kVisions[vision], linearRgb(colour));
        for (double& c : rgb)
            c = std::clamp(c, 0.0, 1.0);
        return labOf(rgb);
    };
    return ciede2000(seen(a), seen(b));
}

void addThemesAndVisions()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<int>("vision");
    for (const bool dark : { false, true }) {
        for (std::size_t vision = 0; vision < kVisions.size(); ++vision)
            QTest::addRow("%s, %s", dark ? "dark" : "light", kVisionNames[vision]) << dark << static_cast<int>(vision);
    }
}

/// Where slices of a class may stand side by side.
enum Lane : unsigned { HostLane = 1, DeviceLane = 2 };
unsigned lanesOf(ColourClass colourClass)
{
    switch (partKindOf(colourClass)) {
    case PartKind::Compute:
    case PartKind::Communication:
    case PartKind::Memory:
    case PartKind::Memset:
        return DeviceLane;
    case PartKind::HostOp:
    case PartKind::ApiCall:
    case PartKind::PythonFrame:
        return HostLane;
    default:
        return HostLane | DeviceLane; // sync, annotation, other
    }
}

} // namespace

void TestPalette::referencePairsOfTheFormula_data()
{
    QTest::addColumn<double>("l1");
    QTest::addColumn<double>("a1");
    QTest::addColumn<double>("b1");
    QTest::addColumn<double>("l2");
    QTest::addColumn<double>("a2");
    QTest::addColumn<double>("b2");
    QTest::addColumn<double>("expected");
    // From the table that Sharma et al. published for checking implementations.
    QTest::newRow("1") << 50.0 << 2.6772 << -79.7751 << 50.0 << 0.0 << -82.7485 << 2.0425;
    QTest::newRow("7") << 50.0 << 0.0 << 0.0 << 50.0 << -1.0 << 2.0 << 2.3669;
    QTest::newRow("17") << 50.0 << 2.5 << 0.0 << 73.0 << 25.0 << -18.0 << 27.1492;
    QTest::newRow("25") << 60.2574 << -34.0099 << 36.2677 << 60.4626 << -34.1751 << 39.4387 << 1.2644;
    QTest::newRow("34") << 2.0776 << 0.0795 << -1.1350 << 0.9033 << -0.0636 << -0.5514 << 0.9082;
}

void TestPalette::referencePairsOfTheFormula()
{
    QFETCH(double, l1);
    QFETCH(double, a1);
    QFETCH(double, b1);
    QFETCH(double, l2);
    QFETCH(double, a2);
    QFETCH(double, b2);
    QFETCH(double, expected);
    QVERIFY(std::abs(ciede2000({ l1, a1, b1 }, { l2, a2, b2 }) - expected) < 0.0001);
}

void TestPalette::kindsAreToldApart_data()
{
    addThemesAndVisions();
}

void TestPalette::kindsAreToldApart()
{
    QFETCH(bool, dark);
    QFETCH(int, vision);
    const Palette& palette = Palette::of(dark ? Theme::Dark : Theme::Light);
    for (int i = 0; i < kColourClassCount; ++i) {
        for (int k = i + 1; k < kColourClassCount; ++k) {
            const auto a = static_cast<ColourClass>(i);
            const auto b = static_cast<ColourClass>(k);
            if (partKindOf(a) == partKindOf(b))
                continue; // shades of one kind
            const double d = difference(palette.style(a).fill, palette.style(b).fill, static_cast<std::size_t>(vision));
            const double needed = (lanesOf(a) & lanesOf(b)) != 0 ? 7.0 : 6.0;
            QVERIFY2(d >= needed, qPrintable(QStringLiteral("classes %1 and %2: %3").arg(i).arg(k).arg(d)));
        }
    }
}

void TestPalette::idleCausesAreToldApart_data()
{
    addThemesAndVisions();
}

void TestPalette::idleCausesAreToldApart()
{
    QFETCH(bool, dark);
    QFETCH(int, vision);
    const Palette& palette = Palette::of(dark ? Theme::Dark : Theme::Light);
    constexpr std::array kCauses { PartKind::IdleHostWait, PartKind::IdleKernelWait, PartKind::IdleOther };
    for (std::size_t i = 0; i < kCauses.size(); ++i) {
        for (std::size_t k = i + 1; k < kCauses.size(); ++k) {
            const KindStyle& a = palette.style(kCauses[i]);
            const KindStyle& b = palette.style(kCauses[k]);
            QVERIFY(a.pattern != b.pattern);
            QVERIFY(difference(a.fill, b.fill, static_cast<std::size_t>(vision)) >= 7.0);
        }
    }
    // Idle of any cause is none of them.
    for (const PartKind cause : kCauses) {
        const KindStyle& known = palette.style(cause);
        const KindStyle& any = palette.style(PartKind::Idle);
        QVERIFY(any.fill != known.fill || any.pattern != known.pattern);
    }
    // The hand-over is the host's, too, as its colour says, and dotted.
    QCOMPARE(palette.style(PartKind::IdleHandOver).fill, palette.style(PartKind::IdleHostWait).fill);
    QVERIFY(palette.style(PartKind::IdleHandOver).pattern == Pattern::Dots);
    // What the host did meanwhile has the hatch of the host, and below it the colour of its slices.
    const KindStyle& op = palette.style(idleKindOf(Cause::Op));
    QCOMPARE(op.fill, palette.style(PartKind::IdleHostWait).fill);
    QVERIFY(op.pattern == Pattern::HatchForward);
    QCOMPARE(op.second, palette.style(PartKind::HostOp).fill);
    // The same calls on the timeline have the same colour, whatever they are made for.
    for (const Cause call : { Cause::Launch, Cause::MemoryAllocation, Cause::CodeLoading }) {
        QVERIFY(partKindOf(call) == PartKind::ApiCall);
        QCOMPARE(palette.style(idleKindOf(call)).second, palette.style(PartKind::ApiCall).fill);
    }
    QVERIFY(!palette.style(idleKindOf(Cause::Unrecorded)).second.isValid());
}

void TestPalette::labelsAreReadable_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestPalette::labelsAreReadable()
{
    QFETCH(bool, dark);
    const Palette& palette = Palette::of(dark ? Theme::Dark : Theme::Light);
    for (int i = 0; i < kColourClassCount; ++i) {
        const KindStyle& style = palette.style(static_cast<ColourClass>(i));
        const QColor ground =
            style.pattern == Pattern::Container ? mixed(palette.canvas, style.fill, 0.25) : style.fill;
        QVERIFY2(contrast(ground, style.label) >= 4.5,
            qPrintable(QStringLiteral("class %1: %2").arg(i).arg(contrast(ground, style.label))));
        // Beside the critical path.
        const double veiled = contrast(mixed(ground, palette.canvas, kVeil), palette.text);
        QVERIFY2(veiled >= 4.5, qPrintable(QStringLiteral("class %1 below a veil: %2").arg(i).arg(veiled)));
    }
    // On the waiting part of communication, whatever the colours say.
    std::vector<QColor> fills { palette.style(PartKind::Communication).fill };
    for (const QRgb fill : Palette::nameColours())
        fills.push_back(QColor::fromRgb(fill));
    for (const QColor& fill : fills) {
        const double waiting = contrast(mixed(fill, palette.canvas, kWaitVeil), palette.text);
        QVERIFY2(waiting >= 4.5, qPrintable(QStringLiteral("waiting %1: %2").arg(fill.name()).arg(waiting)));
    }
    QVERIFY(contrast(palette.canvas, palette.text) >= 7);
    QVERIFY(contrast(palette.panel, palette.secondText) >= 4.5);
    QVERIFY(contrast(palette.canvas, palette.accent) >= 4.5);
    for (const PartKind kind : { PartKind::Compute, PartKind::Communication, PartKind::Memory, PartKind::Sync }) {
        for (int i = 0; i < 8; ++i) {
            const KindStyle shade = palette.shade(kind, i, 8);
            // Between ink and white lies a grey that neither reaches 4.5 on; labels of shades stand outside of them.
            QVERIFY(contrast(shade.fill, shade.label) >= 4.2);
        }
    }
    // Sides of a comparison are three greys.
    for (const PartKind kind : { PartKind::Compute, PartKind::Other, PartKind::IdleOther }) {
        for (int i = 0; i < 3; ++i) {
            const KindStyle shade = palette.shade(kind, i, 3);
            const QColor outline = shade.edge.isValid() ? shade.edge : shade.fill;
            QVERIFY2(contrast(outline, palette.canvas) >= 3,
                qPrintable(QStringLiteral("%1, %2: %3")
                               .arg(static_cast<int>(kind))
                               .arg(i)
                               .arg(contrast(outline, palette.canvas))));
        }
    }
}

void TestPalette::shadesRunFromDarkToLight()
{
    const Palette& palette = Palette::of(Theme::Light);
    for (int i = 1; i < 8; ++i)
        QVERIFY(palette.shade(PartKind::Compute, i, 8).fill.lightnessF()
            > palette.shade(PartKind::Compute, i - 1, 8).fill.lightnessF());
    QCOMPARE(palette.shade(PartKind::Compute, 0, 1).fill, palette.style(PartKind::Compute).fill);
    QCOMPARE(palette.shade(PartKind::Compute, 99, 8).fill, palette.shade(PartKind::Compute, 7, 8).fill);
}

void TestPalette::rampsEndWhereTheTableSays()
{
    QCOMPARE(Palette::of(Theme::Light).heat(0), QColor(0xf4, 0xf5, 0xf7));
    QCOMPARE(Palette::of(Theme::Light).heat(7), QColor(0x0b, 0x3c, 0x6f));
    QCOMPARE(Palette::of(Theme::Dark).heat(1), QColor(0xb9, 0xd7, 0xff));
    QCOMPARE(Palette::of(Theme::Light).difference(-1), QColor(0x00, 0x71, 0xba));
    QCOMPARE(Palette::of(Theme::Light).difference(1), QColor(0xb3, 0x26, 0x1e));
    QCOMPARE(Palette::of(Theme::Dark).difference(0), Palette::of(Theme::Dark).panel);
}

QTEST_GUILESS_MAIN(TestPalette)
#include "tst_palette.moc"
