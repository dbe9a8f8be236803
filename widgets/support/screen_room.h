// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QWidget;

namespace kinetoscope {

/// How large a window can be on the screen of a widget, without what the desktop draws around it. Logical pixels. GUI
/// thread only.
[[nodiscard]] QSize roomOnScreen(const QWidget& widget);
/// Resizes a window to what it would like to have, or to what its screen has: its buttons are at the bottom.
void resizeOnScreen(QWidget& window, QSize wanted);

} // namespace kinetoscope
