// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/selection_places.h"

#include <QString>

namespace kinetoscope {

/// "3 selected · union 1.2 ms · sum 1.5 ms"; one part is its duration alone; "" for nothing.
[[nodiscard]] QString selectionText(const SelectionTotals& totals);

} // namespace kinetoscope
