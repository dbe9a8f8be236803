// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/quick_open/command_list.h"

#include "core/base/sort_stably.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>

namespace kinetoscope {

namespace {

/// A menu's text without the sign for its underlined letter and without the dots of a dialog.
QString withoutMnemonic(QString text)
{
    const QChar kept(0xFFFC); // stands for a real ampersand meanwhile
    text.replace(QStringLiteral("&&"), kept);
    text.remove(QLatin1Char('&'));
    text.replace(kept, QLatin1Char('&'));
    text.remove(QChar(0x2026));
    return text;
}

PickerItem itemOf(const QAction& action, const QString& path)
{
    PickerItem item { .text = withoutMnemonic(action.text()),
        .place = path,
        .right = action.shortcut().toString(QKeySequence::NativeText),
        .tip = action.statusTip(),
        .isEnabled = action.isEnabled(),
        .isMarked = action.isCheckable() && action.isChecked() };
    if (action.objectName().startsWith(QLatin1String("show-"))) {
        item.text = QCoreApplication::translate("CommandList", "Show: %1").arg(item.text);
        item.place = item.tip; // the question says more than the menu
        // The name on the command line, which findings and documents use: "cupti-counters".
        item.words = action.objectName().sliced(5);
    } else if (action.objectName().startsWith(QLatin1String("overlay-"))) {
        // Several have the name of a panel, which comes first.
        item.text = QCoreApplication::translate("CommandList", "Overlay: %1").arg(item.text);
    }
    return item;
}

void addCommands(const QList<QAction*>& actions, const QString& path, std::vector<Command>& commands)
{
    for (QAction* action : actions) {
        if (action->isSeparator() || !action->isVisible())
            continue;
        if (const QMenu* menu = action->menu()) {
            const QString name = withoutMnemonic(action->text());
            addCommands(
                menu->actions(), path.isEmpty() ? name : QStringLiteral("%1 \u203a %2").arg(path, name), commands);
        } else {
            commands.push_back({ action, itemOf(*action, path) });
        }
    }
}

} // namespace

std::vector<Command> commandsOf(const QMenuBar& menus, const QStringList& recentIds)
{
    std::vector<Command> commands;
    addCommands(menus.actions(), {}, commands);
    const auto age = [&recentIds](const Command& command) {
        const qsizetype at = recentIds.indexOf(command.action->objectName());
        return at < 0 || command.action->objectName().isEmpty() ? recentIds.size() : at;
    };
    sortStably(commands, {}, age);
    return commands;
}

} // namespace kinetoscope
