// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/theme.h"

#include "widgets/support/palette.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QMainWindow>
#include <QPainter>
#include <QProxyStyle>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>
#include <QToolTip>

#include <algorithm>

namespace kinetoscope {

namespace {

/// Fusion whose check boxes, radio buttons and fields for text and numbers can be seen on dark surfaces: it frames them
/// with a darker shade of the window's colour, which is nothing on a window that is nearly black. And whose lists and
/// tables show that keys go to them: Fusion marks only their current row, which there is none of at first. Tabs are
/// closer around their words: the panels' have all their letters in a window of 850 px, too.
class FramedStyle : public QProxyStyle {
public:
    FramedStyle();
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget = nullptr) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget = nullptr) const override;
    int pixelMetric(
        PixelMetric metric, const QStyleOption* option = nullptr, const QWidget* widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption* option = nullptr, const QWidget* widget = nullptr,
        QStyleHintReturn* returned = nullptr) const override;
};

enum class Shape { Box, Circle, Field };

bool isDark(const QStyleOption& option)
{
    return option.palette.color(QPalette::Window).lightness() < 128;
}

/// About halfway between text and surface: seen, and fainter than what it frames.
void drawFrame(QPainter& painter, const QStyleOption& option, Shape shape)
{
    QColor frame = option.palette.color(QPalette::WindowText);
    frame.setAlphaF(shape == Shape::Field ? 0.42F : 0.5F); // a field is larger than its line is long
    painter.save();
    painter.setPen(frame);
    painter.setBrush(Qt::NoBrush);
    if (shape == Shape::Box) {
        painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
    } else {
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF rect = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
        if (shape == Shape::Circle)
            painter.drawEllipse(rect);
        else
            painter.drawRoundedRect(rect, 2, 2);
    }
    painter.restore();
}

FramedStyle::FramedStyle()
    : QProxyStyle(QStringLiteral("fusion"))
{
}

void FramedStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (!isDark(*option))
        return;
    if (element == PE_IndicatorCheckBox) // those of item views are drawn as one too
        drawFrame(*painter, *option, Shape::Box);
    else if (element == PE_IndicatorRadioButton)
        drawFrame(*painter, *option, Shape::Circle);
    else if (element == PE_FrameLineEdit && !option->state.testFlag(State_HasFocus)) // else it is highlighted
        drawFrame(*painter, *option, Shape::Field);
}

void FramedStyle::drawControl(
    ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    QProxyStyle::drawControl(element, option, painter, widget);
    if (element != CE_ShapedFrame || !option->state.testFlag(State_HasFocus)
        || !qobject_cast<const QAbstractItemView*>(widget))
        return;
    painter->save();
    painter->setPen(option->palette.color(QPalette::Highlight));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    painter->restore();
}

void FramedStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    if (control == CC_SpinBox && box && box->frame && isDark(*option) && !option->state.testFlag(State_HasFocus))
        drawFrame(*painter, *option, Shape::Field);
}

int FramedStyle::styleHint(
    StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* returned) const
{
    // Qt's own icons of "Close" and the like are black, on dark buttons, too.
    return hint == SH_DialogButtonBox_ButtonsHaveIcons ? 0 : QProxyStyle::styleHint(hint, option, widget, returned);
}

int FramedStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    constexpr int kBesideTabText = 14; // px on both sides together; Fusion has 24
    constexpr int kLeastBesideTabText = 4;
    constexpr int kFrameOfTab = 4; // at most what Fusion adds
    if (metric != PM_TabBarTabHSpace)
        return QProxyStyle::pixelMetric(metric, option, widget);
    const auto* tabs = qobject_cast<const QTabBar*>(widget);
    const auto* window = tabs ? qobject_cast<const QMainWindow*>(tabs->parentWidget()) : nullptr;
    if (!window || tabs->count() == 0)
        return kBesideTabText;
    // Tabs of docks, large letters and long words: before letters are cut, the room around them goes.
    int texts = 0;
    for (int tab = 0; tab < tabs->count(); ++tab)
        texts += tabs->fontMetrics().horizontalAdvance(tabs->tabText(tab));
    return std::clamp((window->width() - texts) / tabs->count() - kFrameOfTab, kLeastBesideTabText, kBesideTabText);
}

QColor colour(const char* name)
{
    return QColor(QLatin1String(name));
}

/// The program's surfaces as the roles that Qt's styles paint with.
QPalette applicationPalette(Theme theme)
{
    const bool isDark = theme == Theme::Dark;
    const Palette& look = Palette::of(theme);
    QPalette palette;
    palette.setColor(QPalette::Window, look.panel);
    palette.setColor(QPalette::WindowText, look.text);
    palette.setColor(QPalette::Base, look.canvas);
    palette.setColor(QPalette::AlternateBase, mixed(look.canvas, look.panel, 0.6));
    palette.setColor(QPalette::Text, look.text);
    palette.setColor(QPalette::PlaceholderText, look.secondText);
    palette.setColor(QPalette::Button, isDark ? colour("#2A3037") : look.panel);
    palette.setColor(QPalette::ButtonText, look.text);
    palette.setColor(QPalette::BrightText, isDark ? Qt::white : Qt::black);
    palette.setColor(QPalette::Light, isDark ? colour("#3A424B") : Qt::white);
    palette.setColor(QPalette::Midlight, isDark ? colour("#2F363E") : colour("#E6E9ED"));
    palette.setColor(QPalette::Mid, look.grid);
    palette.setColor(QPalette::Dark, isDark ? colour("#0F1114") : colour("#A3ACB6"));
    palette.setColor(QPalette::Shadow, isDark ? Qt::black : colour("#5A636D"));
    palette.setColor(QPalette::Highlight, look.accent);
    palette.setColor(QPalette::HighlightedText, isDark ? look.ink : Qt::white);
    palette.setColor(QPalette::Link, look.accent);
    palette.setColor(QPalette::LinkVisited, look.accent);
    palette.setColor(QPalette::ToolTipBase, isDark ? colour("#2A3037") : look.canvas);
    palette.setColor(QPalette::ToolTipText, look.text);
    for (const QPalette::ColorRole role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(QPalette::Disabled, role, mixed(look.panel, look.text, 0.42));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, look.grid);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, look.text);
    return palette;
}

/// What the desktop gave us, kept from before our first change.
struct DesktopLook {
    QPalette palette;
    QString style;
    bool hasOpinion = false;
};

const DesktopLook& desktopLook()
{
    static const DesktopLook look = [] {
        const QString style = QApplication::style()->name();
        const bool isPlain = style.compare(QLatin1String("fusion"), Qt::CaseInsensitive) == 0
            && QApplication::palette() == QApplication::style()->standardPalette();
        return DesktopLook { QApplication::palette(), style, !isPlain };
    }();
    return look;
}

void setStyle(const QString& name)
{
    if (name.compare(QLatin1String("fusion"), Qt::CaseInsensitive) == 0) {
        if (!dynamic_cast<FramedStyle*>(QApplication::style()))
            QApplication::setStyle(new FramedStyle);
    } else if (QApplication::style()->name().compare(name, Qt::CaseInsensitive) != 0) {
        QApplication::setStyle(QStyleFactory::create(name));
    }
}

} // namespace

void applyTheme(ThemeChoice choice)
{
    const DesktopLook& desktop = desktopLook();
    if (choice == ThemeChoice::System && desktop.hasOpinion) {
        setStyle(desktop.style);
        QApplication::setPalette(QPalette()); // no opinion of ours: changes of the desktop come through
        return;
    }
    setStyle(QStringLiteral("fusion"));
    const QPalette palette = applicationPalette(choice == ThemeChoice::Dark ? Theme::Dark : Theme::Light);
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

} // namespace kinetoscope
