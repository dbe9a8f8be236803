// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kinetoscope {

/// Sizes of texts and of what holds them, in percent of what the desktop gives.
inline constexpr int kUsualInterfaceSize = 100;
inline constexpr int kSmallestInterfaceSize = 80;
inline constexpr int kLargestInterfaceSize = 200;

/// The step above (`direction` +1) or below (-1) a size; the size itself at the ends. A size between two steps goes to
/// the nearer end of that direction.
[[nodiscard]] int nextInterfaceSize(int percent, int direction);

/// Sets the application's font, and that of widgets with a font size of their own, in proportion. Needs a QApplication.
void applyInterfaceSize(int percent);

} // namespace kinetoscope
