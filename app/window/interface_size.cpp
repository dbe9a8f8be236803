// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/interface_size.h"

#include "widgets/support/fonts.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPointer>
#include <QWidget>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

constexpr std::array kSteps { kSmallestInterfaceSize, 90, kUsualInterfaceSize, 110, 125, 150, 175,
    kLargestInterfaceSize };

QFont scaledFont(QFont font, double factor)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * factor);
    else
        font.setPixelSize(std::max(1, static_cast<int>(font.pixelSize() * factor + 0.5)));
    return font;
}

/// Whether a widget was given a font size, which the application's font does not change.
bool hasOwnSize(const QWidget& widget)
{
    return widget.testAttribute(Qt::WA_SetFont) && (widget.font().resolveMask() & QFont::SizeResolved) != 0;
}

} // namespace

int nextInterfaceSize(int percent, int direction)
{
    if (direction > 0) {
        const auto above = std::ranges::upper_bound(kSteps, percent);
        return above == kSteps.end() ? kSteps.back() : *above;
    }
    const auto here = std::ranges::lower_bound(kSteps, percent);
    return here == kSteps.begin() ? kSteps.front() : *(here - 1);
}

void applyInterfaceSize(int percent)
{
    const double before = interfaceScale();
    const double after = std::clamp(percent, kSmallestInterfaceSize, kLargestInterfaceSize) / 100.0;
    if (before == after)
        return;
    // Asked before the application's font changes anything; a widget may be made anew while the fonts change.
    std::vector<std::pair<QPointer<QWidget>, QFont>> ownSizes;
    const QWidgetList widgets = QApplication::allWidgets();
    for (QWidget* widget : widgets) {
        if (hasOwnSize(*widget))
            ownSizes.emplace_back(widget, scaledFont(widget->font(), after / before));
    }
    QApplication::setFont(scaledFont(QFontDatabase::systemFont(QFontDatabase::GeneralFont), after));
    for (const auto& [widget, font] : ownSizes) {
        if (widget)
            widget->setFont(font);
    }
}

} // namespace kinetoscope
