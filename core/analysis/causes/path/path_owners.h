// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/path/path_walk.h"

#include <string>
#include <vector>

namespace kinetoscope {

/// What the owners of one name have of a path in one cause.
struct OwnerPart {
    Cause cause = Cause::Unrecorded;
    std::string name;
    Nanoseconds time = 0;
    Nanoseconds longest = 0; ///< of one owner
    std::int64_t calls = 0;
};

/// Who owns a path: longest first; of equals by cause and name. Not complete if told to stop. O(links), and 5 bytes for
/// each row between the first owner and the last, 16 for each further cause of one.
[[nodiscard]] std::vector<OwnerPart> ownersOf(const Trace& trace, const PathLinks& links, const Progress& progress);

} // namespace kinetoscope
