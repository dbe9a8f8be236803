// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/quick_open/quick_open.h"

#include "app/window/quick_open/command_list.h"
#include "app/window/quick_open/picker_popup.h"
#include "app/window/quick_open/track_list.h"
#include "app/window/settings.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QMainWindow>
#include <QMenuBar>

#include <memory>

namespace kinetoscope {

QuickOpen::QuickOpen(QMainWindow* window, TimelineView* timeline, Settings& settings)
    : QObject(window)
    , m_window(window)
    , m_timeline(timeline)
    , m_settings(settings)
    , m_popup(new PickerPopup(window))
{
}

void QuickOpen::toggleCommands()
{
    PickerPopup::Request request;
    request.title = tr("Commands");
    if (m_popup->isVisible() && m_popup->title() == request.title) {
        m_popup->dismiss();
        return;
    }
    emit commandsNeeded();
    auto commands =
        std::make_shared<std::vector<Command>>(commandsOf(*m_window->menuBar(), m_settings.recentCommands()));
    request.placeholder = tr("Type a few letters of a command, a panel or a recent file");
    request.nothingFits = tr("No command has these letters.");
    for (const Command& command : *commands)
        request.items.push_back(command.item);
    request.pick = [this, commands](std::size_t at) {
        QAction* action = (*commands)[at].action;
        if (!action)
            return; // its menu was filled anew meanwhile
        if (!action->objectName().isEmpty())
            m_settings.addRecentCommand(action->objectName());
        action->trigger();
    };
    m_popup->open(std::move(request));
}

void QuickOpen::toggleTracks()
{
    PickerPopup::Request request;
    request.title = tr("Tracks");
    if (m_popup->isVisible() && m_popup->title() == request.title) {
        m_popup->dismiss();
        return;
    }
    auto tracks = std::make_shared<std::vector<TrackEntry>>(tracksOf(m_timeline->scene()));
    request.placeholder = tr("Type a few letters of a track, its process or device, its rank");
    request.nothingFits = tracks->empty() ? tr("No trace is open.") : tr("No track has these letters.");
    for (const TrackEntry& track : *tracks)
        request.items.push_back(track.item);
    request.pick = [this, tracks](std::size_t at) {
        m_timeline->setFocus();
        m_timeline->reveal().showTrack((*tracks)[at].rank, (*tracks)[at].track);
    };
    m_popup->open(std::move(request));
}

} // namespace kinetoscope

#include "moc_quick_open.cpp"
