// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QKeyEvent;

namespace kinetoscope {

/// Which letter key of a US keyboard was pressed (Qt::Key_A ...), by its place for W, A, S and D where the platform
/// tells places (X11, Wayland), so that the four keys stay a cluster on AZERTY, Dvorak and non-Latin layouts; else by
/// what it types.
[[nodiscard]] int physicalLetter(const QKeyEvent& event);

/// Plain keys that the timeline acts on itself. Others (Q, R, ...) belong to the window's actions, focus or not.
[[nodiscard]] bool isTimelineKey(const QKeyEvent& event);

} // namespace kinetoscope
