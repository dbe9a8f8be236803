// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/model/selection.h"

#include <QString>

#include <cstddef>

namespace kinetoscope {

class ViewState;

/// How much a selection is: time covered (overlaps counted once) and the plain sum of the parts.
struct SelectionSummary {
    std::size_t slices = 0;
    std::size_t intervals = 0;
    Nanoseconds covered = 0; ///< ns, union over all ranks and tracks
    Nanoseconds sum = 0;     ///< ns, saturating
};

/// O(n log n) in the parts of the selection.
[[nodiscard]] SelectionSummary summarize(const ViewState& viewState);
/// "3 selected · union 1.2 ms · sum 1.5 ms"; one part is its duration alone; "" for nothing.
[[nodiscard]] QString selectionText(const SelectionSummary& summary);

} // namespace kinetoscope
