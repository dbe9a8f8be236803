// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts/focus_order.h"

#include "core/base/sort_stably.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>

#include <algorithm>
#include <utility>
#include <vector>

namespace kinetoscope {
namespace {

/// In the order of the walk.
enum class Section { Centre, Panels, PanelTabs, Beside, BesideButtons, ToolBars, StatusBar, Rest };

QWidget* partOfWindow(const QMainWindow& window, QWidget* widget)
{
    while (widget && widget->parentWidget() != &window)
        widget = widget->parentWidget();
    return widget;
}

Section sectionOf(const QMainWindow& window, QWidget* widget, QWidget* part)
{
    if (part == window.centralWidget())
        return Section::Centre;
    if (auto* dock = qobject_cast<QDockWidget*>(part)) {
        const bool isTitle = dock->titleBarWidget() && dock->titleBarWidget()->isAncestorOf(widget);
        const bool isContent =
            !isTitle && dock->widget() && (dock->widget() == widget || dock->widget()->isAncestorOf(widget));
        if (window.dockWidgetArea(dock) == Qt::BottomDockWidgetArea)
            return isContent ? Section::Panels : Section::PanelTabs;
        return isContent ? Section::Beside : Section::BesideButtons;
    }
    if (qobject_cast<QTabBar*>(part))
        return Section::PanelTabs;
    if (qobject_cast<QToolBar*>(part))
        return Section::ToolBars;
    return qobject_cast<QStatusBar*>(part) ? Section::StatusBar : Section::Rest;
}

/// Docks behind others count as visible for Qt, which only moves them out of the window.
bool isInSight(const QWidget* part)
{
    return !qobject_cast<const QDockWidget*>(part) || !part->visibleRegion().isEmpty();
}

} // namespace

QWidget* nextFocusStop(const QMainWindow& window, const QWidget* from, bool forward)
{
    std::vector<std::pair<Section, QWidget*>> stops;
    for (QWidget* each = window.nextInFocusChain(); each && each != &window; each = each->nextInFocusChain()) {
        const bool isStop = (each->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && each->isEnabled()
            && each->isVisible() && !each->focusProxy() && each->window() == &window;
        // The arrows of a bar of tabs only scroll it; the tabs are walked with the arrow keys.
        QWidget* part = isStop && !qobject_cast<QTabBar*>(each->parentWidget()) ? partOfWindow(window, each) : nullptr;
        if (part && isInSight(part))
            stops.emplace_back(sectionOf(window, each, part), each);
    }
    sortStably(stops, {}, &std::pair<Section, QWidget*>::first);
    if (!forward)
        std::ranges::reverse(stops);
    const auto here = std::ranges::find(stops, from, &std::pair<Section, QWidget*>::second);
    if (stops.empty() || (stops.size() == 1 && here != stops.end()))
        return nullptr;
    return here == stops.end() || here + 1 == stops.end() ? stops.front().second : (here + 1)->second;
}

} // namespace kinetoscope
