// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/indicator_style.h"

#include <QPainter>
#include <QStyleOption>

namespace kinetoscope {

IndicatorStyle::IndicatorStyle()
    : QProxyStyle(QStringLiteral("fusion"))
{
}

void IndicatorStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool isBox = element == PE_IndicatorCheckBox; // those of item views are drawn as one too
    const bool isDark = option->palette.color(QPalette::Window).lightness() < 128;
    if (!isDark || (!isBox && element != PE_IndicatorRadioButton))
        return;
    // Halfway between text and surface: seen, and fainter than what it marks.
    QColor frame = option->palette.color(QPalette::WindowText);
    frame.setAlphaF(0.5F);
    painter->save();
    painter->setPen(frame);
    painter->setBrush(Qt::NoBrush);
    if (isBox) {
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    } else {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->drawEllipse(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5));
    }
    painter->restore();
}

} // namespace kinetoscope
