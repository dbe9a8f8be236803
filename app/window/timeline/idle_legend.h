// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/overlay/overlay.h"
#include "widgets/support/palette.h"

#include <vector>

class QAction;
class QObject;

namespace kinetoscope {

/// What the hatches of idle time mean, and how much of it each has: one entry each that the overlay shows, for a menu.
/// Empty for an overlay of another style.
[[nodiscard]] std::vector<QAction*> idleLegend(const Overlay& overlay, const Palette& palette, QObject* parent);

} // namespace kinetoscope
