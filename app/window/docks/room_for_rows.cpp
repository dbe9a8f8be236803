// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks/room_for_rows.h"

#include "app/window/docks/dock_proportions.h"
#include "widgets/panels/analysis/analysis_panel.h"

#include <QDockWidget>
#include <QTimer>

namespace kinetoscope {

namespace {

constexpr int kRows = 3;
constexpr int kSettledMs = 60; ///< after a result or a new panel: rows have their heights, docks their sizes

QDockWidget* dockOf(QWidget* panel)
{
    QWidget* each = panel;
    while (each && !qobject_cast<QDockWidget*>(each))
        each = each->parentWidget();
    return qobject_cast<QDockWidget*>(each);
}

/// What of the contents of a scroll area is scrolled away.
int scrolledAway(const QWidget& contents)
{
    const QWidget* viewport = contents.parentWidget();
    return viewport ? contents.height() - viewport->height() : 0;
}

} // namespace

RoomForRows::RoomForRows(DockProportions* proportions)
    : QObject(proportions)
    , m_proportions(proportions)
{
}

void RoomForRows::ask(AnalysisPanel* panel)
{
    if (m_asked)
        m_asked->disconnect(this);
    m_asked = panel;
    connect(
        panel, &AnalysisPanel::resultShown, this, [this] { QTimer::singleShot(kSettledMs, this, &RoomForRows::give); });
    QTimer::singleShot(kSettledMs, this, &RoomForRows::give);
}

void RoomForRows::forget()
{
    if (m_asked)
        m_asked->disconnect(this);
    m_asked = nullptr;
    m_proportions->giveAtLeast(nullptr, 0);
}

void RoomForRows::give()
{
    QDockWidget* dock = m_asked && m_asked->isVisible() ? dockOf(m_asked) : nullptr;
    if (!dock || dock->isFloating() || m_asked->state() != AnalysisPanel::State::Ready)
        return;
    const int lacking = m_asked->roomLacking(kRows) + scrolledAway(*m_asked->parentWidget());
    m_proportions->giveAtLeast(dock, dock->height() + lacking);
}

} // namespace kinetoscope

#include "moc_room_for_rows.cpp"
