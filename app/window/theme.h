// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/settings.h"

namespace kinetoscope {

/// Colours the whole program. Light and Dark use our own palette on the Fusion style. System leaves a desktop's style
/// and colours as they are and follows them; where the desktop has no say (no platform theme), it is our light palette.
/// Call after the QApplication exists, as often as the choice changes. GUI thread only.
void applyTheme(ThemeChoice choice);

} // namespace kinetoscope
