// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/replay/replay_notes.h"
#include "core/base/nanoseconds.h"
#include "core/base/remark.h"
#include "core/model/trace_set.h"

#include <vector>

namespace kinetoscope {

/// What is noted, in words, but slowOps, which ranks say together. @param wall  of the rank as recorded.
void addRemarks(const RankTrace& rank, const ReplayNotes& notes, Nanoseconds wall, std::vector<Remark>& remarks);

} // namespace kinetoscope
