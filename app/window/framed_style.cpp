// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/framed_style.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QStyleOption>

namespace kinetoscope {
namespace {

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

} // namespace

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

} // namespace kinetoscope

#include "moc_framed_style.cpp"
