// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline_metrics.h"

#include <QFont>

namespace kinetoscope {

/// The interface font at the label size of a density (10, 11, 13 px).
[[nodiscard]] QFont labelFont(Density density);
/// Font for columns of numbers: `base` itself if its ten digits are equally wide, else the system's fixed font at its
/// size, so that digits never dance.
[[nodiscard]] QFont numberFont(const QFont& base);
/// The system's fixed font: addresses, JSON, commands.
[[nodiscard]] QFont codeFont();
/// Whether the ten digits of a font all have the same advance.
[[nodiscard]] bool hasEvenDigits(const QFont& font);

} // namespace kinetoscope
