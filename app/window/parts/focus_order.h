// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;
class QWidget;

namespace kinetoscope {

/// Where Tab goes from `from` in a window of docks, Shift+Tab with `forward` false: over what is in sight, in the order
/// in which one works: the timeline, the panels below it, then their tabs and buttons, the docks beside it, the
/// toolbar, the status bar; inside each in the order of Qt's focus chain. Docks behind others hold no stop. nullptr:
/// there is no other stop. GUI thread only; looks at every child of the window.
[[nodiscard]] QWidget* nextFocusStop(const QMainWindow& window, const QWidget* from, bool forward);

} // namespace kinetoscope
