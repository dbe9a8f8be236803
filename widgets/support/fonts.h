// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/timeline_metrics.h"

#include <QFont>

namespace kinetoscope {

/// How much larger the application's font is than the desktop's: what the user chose as interface size. 1 where that
/// cannot be told. GUI thread only.
[[nodiscard]] double interfaceScale();
/// A length that was chosen for the desktop's font, at the interface size: for what holds text but does not ask a font.
[[nodiscard]] int scaledPx(int px);

/// The interface font at the label size of a density (10, 11, 13 px at scale 1).
[[nodiscard]] QFont labelFont(Density density);
/// Font for columns of numbers: `base` itself if its ten digits are equally wide, else the system's fixed font at its
/// size, so that digits never dance.
[[nodiscard]] QFont numberFont(const QFont& base);
/// The system's fixed font at the interface size: addresses, JSON, commands.
[[nodiscard]] QFont codeFont();
/// Whether the ten digits of a font all have the same advance.
[[nodiscard]] bool hasEvenDigits(const QFont& font);

} // namespace kinetoscope
