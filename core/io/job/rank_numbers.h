// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/remark.h"
#include "core/io/job/loaded_file.h"
#include "core/model/trace_set.h"

#include <vector>

namespace kinetoscope {

/// Gives every trace a number of its own: what the user said, then what the file says, then its name, then the next
/// free one.
/// @param remarks  get which number another trace had, which were guessed, and what looks like one rank several times.
/// @return in the order of `traces`.
[[nodiscard]] std::vector<RankTrace> assignRanks(std::vector<LoadedFile> traces, std::vector<Remark>& remarks);

} // namespace kinetoscope
