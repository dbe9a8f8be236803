// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts/marks_menu.h"

#include "widgets/support/marks.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/mark_painter.h"
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

QString text(const char* source)
{
    return QCoreApplication::translate("MarksMenu", source);
}

/// An entry of the menu. The keys belong to the timeline; here they are only shown.
QAction* addEntry(QMenu* menu, const char* name, const QString& title, bool isEnabled)
{
    QAction* action = menu->addAction(title);
    action->setObjectName(QString::fromLatin1(name));
    action->setEnabled(isEnabled);
    return action;
}

void addList(QMenu* menu, TimelineView& timeline, const Marks& marks)
{
    const std::vector<std::size_t> order = marks.byTime();
    for (std::size_t i = 0; i < std::min(order.size(), kMostListed); ++i) {
        QString title = elidedMiddle(markTitle(marks.all()[order[i]]), kTitleCharacters);
        title.replace(QLatin1Char('&'), QStringLiteral("&&")); // or it would underline a letter
        QAction* action = addEntry(menu, "show-mark", title, true);
        action->setCheckable(true);
        action->setChecked(marks.current() == order[i]);
        QObject::connect(action, &QAction::triggered, &timeline, [&timeline, at = order[i]] { timeline.showMark(at); });
    }
    if (order.size() > kMostListed)
        addEntry(menu, "more-marks",
            QCoreApplication::translate(
                "MarksMenu", "… and %n more", nullptr, static_cast<int>(order.size() - kMostListed)),
            false);
}

void fill(QMenu* menu, TimelineView& timeline, ViewState& viewState)
{
    menu->clear();
    Marks* marks = viewState.marks();
    const bool isOpen = viewState.traceSet() != nullptr;
    const bool hasMarks = !marks->all().empty();
    const auto on = [&timeline](QAction* action, auto handler) {
        QObject::connect(action, &QAction::triggered, &timeline, handler);
    };
    on(addEntry(menu, "mark", text("&Mark the selection\tM"), isOpen), [&timeline] { timeline.placeMark(false); });
    on(addEntry(menu, "mark-with-note", text("Mark with a &note…\tShift+M"), isOpen),
        [&timeline] { timeline.placeMark(true); });
    on(addEntry(menu, "edit-mark", text("&Edit the note…"), marks->current().has_value()), [&timeline, marks] {
        if (const auto at = marks->current())
            timeline.editMarkNote(*at);
    });
    on(addEntry(menu, "remove-mark", text("&Remove the mark\tDel"), marks->current().has_value()), [marks] {
        if (const auto at = marks->current())
            marks->remove(*at);
    });
    on(addEntry(menu, "remove-marks", text("Remove &all marks"), hasMarks), [marks] { marks->clear(); });
    if (hasMarks) {
        menu->addSeparator();
        addList(menu, timeline, *marks);
    }
}

} // namespace

void addMarksMenu(QMenu* parent, TimelineView& timeline, ViewState& viewState)
{
    QMenu* menu = parent->addMenu(text("&Marks"));
    menu->setObjectName(QStringLiteral("marks-menu"));
    QObject::connect(
        menu, &QMenu::aboutToShow, menu, [menu, &timeline, &viewState] { fill(menu, timeline, viewState); });
    fill(menu, timeline, viewState);
}

} // namespace kinetoscope
