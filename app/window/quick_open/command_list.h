// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/quick_open/picker_model.h"

#include <QPointer>

#include <vector>

class QAction;
class QMenuBar;

namespace kinetoscope {

/// A command that a menu offers.
struct Command {
    QPointer<QAction> action;
    PickerItem item;
};

/// Every command of the menus in their order, submenus included, with the path of menus that leads there. An entry that
/// brings an analysis to the front reads "Show: Idle time". Those named in `recentIds` (object names) come first, in
/// that order. Menus that are filled only when they are opened must have been filled.
[[nodiscard]] std::vector<Command> commandsOf(const QMenuBar& menus, const QStringList& recentIds);

} // namespace kinetoscope
