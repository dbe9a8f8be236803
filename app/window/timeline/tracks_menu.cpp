// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/timeline/tracks_menu.h"

#include "app/window/actions.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>

namespace kinetoscope {

void addTracksMenu(QMenu* parent, Actions& actions)
{
    QMenu* menu = parent->addMenu(QCoreApplication::translate("TracksMenu", "&Tracks"));
    menu->setObjectName(QStringLiteral("tracks-menu"));
    for (const ActionId id :
        { ActionId::PinTrack, ActionId::MoveTrackUp, ActionId::MoveTrackDown, ActionId::ResetTrackOrder })
        menu->addAction(actions[id]);
    menu->addSeparator();
    for (const ActionId id : { ActionId::HideTrack, ActionId::ShowHiddenTracks, ActionId::FilterTracks })
        menu->addAction(actions[id]);
}

void connectTrackActions(Actions& actions, TimelineView& timeline, ViewState& viewState)
{
    const auto on = [&actions, &timeline](ActionId id, auto handler) {
        QObject::connect(actions[id], &QAction::triggered, &timeline, handler);
    };
    // What there is to do with a track needs one: the last that was clicked or gone to.
    const auto onCurrent = [&timeline, on](ActionId id, auto handler) {
        on(id, [&timeline, handler] {
            if (const auto row = timeline.rows().current())
                handler(*row);
            else
                emit timeline.noticed(QCoreApplication::translate(
                    "TracksMenu", "No track is chosen: click its name, or go to it with Ctrl+P."));
        });
    };
    on(ActionId::FilterTracks, [&timeline] { timeline.rows().askForFilter(); });
    on(ActionId::ShowHiddenTracks, [&timeline] { timeline.rows().showHidden(); });
    on(ActionId::ResetTrackOrder, [&timeline] { timeline.rows().resetOrder(); });
    onCurrent(ActionId::PinTrack,
        [&timeline](const RowKey& row) { timeline.rows().setPinned(row, !timeline.rows().isPinned(row)); });
    onCurrent(ActionId::HideTrack, [&timeline](const RowKey& row) { timeline.rows().hide(row); });
    onCurrent(ActionId::MoveTrackUp, [&timeline](const RowKey& row) { timeline.rows().move(row, -1); });
    onCurrent(ActionId::MoveTrackDown, [&timeline](const RowKey& row) { timeline.rows().move(row, 1); });

    const auto enable = [&actions, &timeline, &viewState] {
        const bool isOpen = viewState.traceSet() != nullptr;
        for (const ActionId id :
            { ActionId::PinTrack, ActionId::HideTrack, ActionId::MoveTrackUp, ActionId::MoveTrackDown })
            actions[id]->setEnabled(isOpen);
        const RowChoices& choices = timeline.scene().choices();
        actions[ActionId::ShowHiddenTracks]->setEnabled(!choices.hidden.empty());
        actions[ActionId::ResetTrackOrder]->setEnabled(!choices.order.empty());
    };
    QObject::connect(&timeline.rows(), &TimelineRows::changed, &actions, enable);
    QObject::connect(&viewState, &ViewState::traceSetChanged, &actions, enable);
    enable();
}

} // namespace kinetoscope
