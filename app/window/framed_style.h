// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace kinetoscope {

/// Fusion whose check boxes, radio buttons and fields for text and numbers can be seen on dark surfaces: it frames them
/// with a darker shade of the window's colour, which is nothing on a window that is nearly black. And whose lists and
/// tables show that keys go to them: Fusion marks only their current row, which there is none of at first.
class FramedStyle : public QProxyStyle {
    Q_OBJECT

public:
    FramedStyle();
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget = nullptr) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget = nullptr) const override;
};

} // namespace kinetoscope
