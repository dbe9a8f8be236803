// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/timeline/timeline_menus.h"

#include "app/window/actions.h"
#include "widgets/support/marks.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/painters/mark_painter.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>

#include <algorithm>
#include <vector>

namespace kinetoscope {

namespace {

constexpr std::size_t kMostListed = 40; // a menu as tall as the screen helps nobody
constexpr int kTitleCharacters = 60;

void addList(QMenu* menu, TimelineView& timeline, const Marks& marks)
{
    const std::vector<std::size_t> order = marks.byTime();
    for (std::size_t i = 0; i < std::min(order.size(), kMostListed); ++i) {
        QString title = elidedMiddle(markTitle(marks.all()[order[i]]), kTitleCharacters);
        title.replace(QLatin1Char('&'), QStringLiteral("&&")); // or it would underline a letter
        QAction* action = menu->addAction(title);
        action->setObjectName(QStringLiteral("show-mark"));
        action->setCheckable(true);
        action->setChecked(marks.current() == order[i]);
        QObject::connect(
            action, &QAction::triggered, &timeline, [&timeline, at = order[i]] { timeline.marks().show(at); });
    }
    if (order.size() > kMostListed) {
        const auto more = static_cast<int>(order.size() - kMostListed);
        menu->addAction(QCoreApplication::translate("MarksMenu", "… and %n more", nullptr, more))->setEnabled(false);
    }
}

void fill(QMenu* menu, Actions& actions, TimelineView& timeline, const Marks& marks)
{
    menu->clear();
    for (const ActionId id :
        { ActionId::MarkHere, ActionId::MarkWithNote, ActionId::EditMark, ActionId::RemoveMark, ActionId::RemoveMarks })
        menu->addAction(actions[id]);
    menu->addSeparator();
    addList(menu, timeline, marks);
}

} // namespace

void addMarksMenu(QMenu* parent, Actions& actions, TimelineView& timeline, ViewState& viewState)
{
    QMenu* menu = parent->addMenu(QCoreApplication::translate("MarksMenu", "&Marks"));
    menu->setObjectName(QStringLiteral("marks-menu"));
    const auto refill = [menu, &actions, &timeline, marks = viewState.marks()] {
        fill(menu, actions, timeline, *marks);
    };
    QObject::connect(menu, &QMenu::aboutToShow, menu, refill);
    refill();
}

void connectMarkActions(Actions& actions, TimelineView& timeline, ViewState& viewState)
{
    Marks* marks = viewState.marks();
    const auto on = [&actions, &timeline](ActionId id, auto handler) {
        QObject::connect(actions[id], &QAction::triggered, &timeline, handler);
    };
    on(ActionId::MarkHere, [&timeline] { timeline.marks().place(false); });
    on(ActionId::MarkWithNote, [&timeline] { timeline.marks().place(true); });
    on(ActionId::EditMark, [&timeline, marks] {
        if (const auto at = marks->current())
            timeline.marks().editNote(*at);
    });
    on(ActionId::RemoveMark, [&timeline] { timeline.marks().remove(); });
    on(ActionId::RemoveMarks, [marks] { marks->clear(); });
    const auto enable = [&actions, &viewState, marks] {
        const bool isOpen = viewState.traceSet() != nullptr;
        for (const ActionId id : { ActionId::MarkHere, ActionId::MarkWithNote })
            actions[id]->setEnabled(isOpen);
        for (const ActionId id : { ActionId::RemoveMark, ActionId::RemoveMarks })
            actions[id]->setEnabled(!marks->all().empty());
        actions[ActionId::EditMark]->setEnabled(marks->current().has_value());
    };
    QObject::connect(marks, &Marks::changed, &actions, enable);
    QObject::connect(&viewState, &ViewState::traceSetChanged, &actions, enable);
    enable();
}

void addTracksMenu(QMenu* parent, Actions& actions)
{
    QMenu* menu = parent->addMenu(QCoreApplication::translate("TracksMenu", "Trac&ks"));
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
