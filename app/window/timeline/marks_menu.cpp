// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/timeline/marks_menu.h"

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

} // namespace kinetoscope
