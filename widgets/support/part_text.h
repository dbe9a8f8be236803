// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/chart.h"

#include <QString>

namespace kinetoscope {

/// What the colour of a kind of part stands for, for a legend: translated, in small letters.
[[nodiscard]] QString partText(PartKind kind);

} // namespace kinetoscope
