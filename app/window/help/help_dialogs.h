// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace kinetoscope {

class Actions;

/// Shows every key and mouse gesture: the actions' own, and those of the timeline. Not modal; deletes itself. A second
/// call brings the open one to the front.
void showShortcutSheet(QWidget* parent, const Actions& actions);

/// Shows version, libraries with their versions, and licence. Not modal; deletes itself.
void showAbout(QWidget* parent);

} // namespace kinetoscope
