// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace kinetoscope {

/// Fusion whose check boxes and radio buttons can be seen on dark surfaces: it frames them with a darker shade of the
/// window's colour, which is nothing on a window that is nearly black.
class IndicatorStyle : public QProxyStyle {
    Q_OBJECT

public:
    IndicatorStyle();
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget = nullptr) const override;
};

} // namespace kinetoscope
