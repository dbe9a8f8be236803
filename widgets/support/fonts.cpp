// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/fonts.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>

namespace kinetoscope {

double interfaceScale()
{
    if (!qobject_cast<QGuiApplication*>(QCoreApplication::instance()))
        return 1;
    const double desktop = QFontInfo(QFontDatabase::systemFont(QFontDatabase::GeneralFont)).pointSizeF();
    const double own = QFontInfo(QGuiApplication::font()).pointSizeF();
    // A font that the desktop rounds to its own sizes is no choice of the user's.
    constexpr double kRounding = 0.04;
    if (desktop <= 0 || own <= 0 || std::abs(own / desktop - 1) < kRounding)
        return 1;
    return std::clamp(own / desktop, 0.5, 4.0);
}

int scaledPx(int px)
{
    return static_cast<int>(std::lround(px * interfaceScale()));
}

QFont labelFont(Density density)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    switch (density) {
    case Density::Compact:
        font.setPixelSize(scaledPx(10));
        break;
    case Density::Normal:
        font.setPixelSize(scaledPx(11));
        break;
    case Density::Roomy:
        font.setPixelSize(scaledPx(13));
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
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * interfaceScale());
    else
        font.setPixelSize(scaledPx(font.pixelSize()));
    return font;
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
