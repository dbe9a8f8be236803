// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/fonts.h"

#include <QFontDatabase>
#include <QFontMetricsF>

#include <cmath>

namespace kinetoscope {

QFont labelFont(Density density)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    switch (density) {
    case Density::Compact:
        font.setPixelSize(10);
        break;
    case Density::Normal:
        font.setPixelSize(11);
        break;
    case Density::Roomy:
        font.setPixelSize(13);
        break;
    }
    return font;
}

QFont numberFont(const QFont& base)
{
    if (hasEvenDigits(base))
        return base;
    QFont font = codeFont();
    if (base.pixelSize() > 0)
        font.setPixelSize(base.pixelSize());
    else
        font.setPointSizeF(base.pointSizeF());
    return font;
}

QFont codeFont()
{
    return QFontDatabase::systemFont(QFontDatabase::FixedFont);
}

bool hasEvenDigits(const QFont& font)
{
    const QFontMetricsF metrics(font);
    const qreal zero = metrics.horizontalAdvance(u'0');
    for (char16_t digit = u'1'; digit <= u'9'; ++digit) {
        if (std::abs(metrics.horizontalAdvance(QChar(digit)) - zero) > 0.01)
            return false;
    }
    return true;
}

} // namespace kinetoscope
