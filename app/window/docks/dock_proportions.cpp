// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks/dock_proportions.h"

#include "widgets/support/fonts.h"

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QTabBar>

#include <algorithm>
#include <cstdlib>

namespace kinetoscope {

namespace {

constexpr int kPasses = 3;
constexpr int kSettleMs = 20;     ///< what a new size of the window brings about is over then
constexpr int kLeastCentre = 112; ///< px at interface size 1: the strip of the whole job, the ruler and a track
constexpr int kSlack = 8;         ///< px of frames and separators inside the centre

} // namespace

DockProportions::DockProportions(QMainWindow* window)
    : QObject(window)
    , m_window(window)
{
    window->installEventFilter(this);
    for (QTimer* timer : { &m_applying, &m_noting, &m_settling })
        timer->setSingleShot(true);
    m_settling.setInterval(kSettleMs);
    connect(&m_applying, &QTimer::timeout, this, &DockProportions::apply);
    connect(&m_noting, &QTimer::timeout, this, [this] { noteSides(false); });
    connect(&m_settling, &QTimer::timeout, this, [this] {
        // One pass may fall short: docks hand each other what the last one left.
        if (++m_passes < kPasses) {
            apply();
            return;
        }
        m_passes = 0;
        m_isResizing = false;
        noteSides(true); // docks that were shown meanwhile
    });
}

void DockProportions::watch(const std::vector<QDockWidget*>& docks, Qt::Orientation across)
{
    Side& side = m_sides.emplace_back();
    side.docks.assign(docks.begin(), docks.end());
    side.across = across;
    for (QDockWidget* dock : docks)
        dock->installEventFilter(this);
}

bool DockProportions::eventFilter(QObject* object, QEvent* event)
{
    const bool isOfWindow = object == m_window;
    if (event->type() == QEvent::Resize && isOfWindow) {
        m_isResizing = true;
        m_applying.start();
    } else if (!isOfWindow && !m_isResizing && (event->type() == QEvent::Resize || event->type() == QEvent::Show)) {
        m_noting.start(); // when the layout is done with all of them
    }
    return QObject::eventFilter(object, event);
}

int DockProportions::windowSize(Qt::Orientation across) const
{
    return across == Qt::Horizontal ? m_window->width() : m_window->height();
}

/// Of those below the centre none that somebody has put elsewhere. Qt moves a dock that is behind another tab out of
/// the window.
QDockWidget* DockProportions::inFront(const Side& side) const
{
    const auto found = std::ranges::find_if(side.docks, [&](const QPointer<QDockWidget>& dock) {
        return dock && dock->isVisible() && !dock->isFloating()
            && (side.across == Qt::Horizontal || m_window->dockWidgetArea(dock) == Qt::BottomDockWidgetArea)
            && dock->parentWidget() && dock->parentWidget()->rect().intersects(dock->geometry());
    });
    return found == side.docks.end() ? nullptr : found->data();
}

/// What resizeDocks counts to the docks that are tabs of one place.
int DockProportions::tabsBeside(QDockWidget* dock, Qt::Orientation across) const
{
    int height = 0;
    if (across == Qt::Vertical && !m_window->tabifiedDockWidgets(dock).isEmpty()) {
        for (const QTabBar* tabs : m_window->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
            height = std::max(height, tabs->isVisible() ? tabs->height() : 0);
    }
    return height;
}

void DockProportions::noteSides(bool isUnknownOnly)
{
    if (m_isResizing || !m_window->isVisible())
        return;
    for (Side& side : m_sides) {
        if (const QDockWidget* front = inFront(side);
            front && (side.wanted == 0 || (!isUnknownOnly && !isAsApplied(side, *front)))) {
            side.wanted = side.across == Qt::Horizontal ? front->width() : front->height();
            side.window = windowSize(side.across);
            side.isHigh = false;
        }
    }
}

/// What a dock gets in the window as it is.
int DockProportions::roomFor(const Side& side, const QDockWidget& dock) const
{
    if (side.isHigh)
        return dock.height() + roomAbove();
    const int now = windowSize(side.across);
    int room = side.wanted;
    // A taller window has room for more rows and bars; names in a wider one would not be longer.
    if (now < side.window || side.across == Qt::Vertical)
        room = static_cast<int>(static_cast<std::int64_t>(side.wanted) * now / std::max(1, side.window));
    if (side.across == Qt::Vertical) {
        // The centre keeps half of the window, unless somebody wanted it otherwise.
        const int bars = m_window->height() - m_window->centralWidget()->height() - dock.height();
        if (side.wanted <= side.window / 2 - bars)
            room = std::min(room, now / 2 - bars - kSlack);
    }
    return room;
}

/// In another size of the window a dock may be laid out late, by what fills its panels: that is no wish of anybody.
bool DockProportions::isAsApplied(const Side& side, const QDockWidget& dock) const
{
    const bool isWidth = side.across == Qt::Horizontal;
    const int has = isWidth ? dock.width() : dock.height();
    const int least = isWidth ? dock.minimumSizeHint().width() : dock.minimumSizeHint().height();
    const int applied = std::max(roomFor(side, dock), least);
    return (side.isHigh || windowSize(side.across) != side.window) && std::abs(has - applied) <= kSlack;
}

/// What the centre has beyond the least, px.
int DockProportions::roomAbove() const
{
    const QWidget& centre = *m_window->centralWidget();
    const int least = std::max(scaledPx(kLeastCentre), centre.minimumHeight());
    return centre.height() - least;
}

void DockProportions::toggleHeight(const QDockWidget* dock)
{
    for (Side& side : m_sides) {
        if (side.across != Qt::Vertical || std::ranges::find(side.docks, dock) == side.docks.end())
            continue;
        if (side.isHigh || roomAbove() > kSlack) {
            side.isHigh = !side.isHigh;
        } else { // it was dragged there: the centre has its half again
            side.window = windowSize(side.across);
            side.wanted = dock->height() + m_window->centralWidget()->height() - side.window / 2;
        }
    }
    m_isResizing = true;
    apply();
}

void DockProportions::apply()
{
    for (Side& side : m_sides) {
        QDockWidget* dock = inFront(side);
        if (!dock || side.wanted == 0)
            continue;
        const int room = roomFor(side, *dock);
        const int has = side.across == Qt::Horizontal ? dock->width() : dock->height();
        if (has != room)
            m_window->resizeDocks({ dock }, { room + tabsBeside(dock, side.across) }, side.across);
    }
    m_settling.start();
}

} // namespace kinetoscope

#include "moc_dock_proportions.cpp"
