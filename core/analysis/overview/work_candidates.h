// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidate_list.h"

namespace kinetoscope {

/// What the GPU does that others do not hide, or that takes most of its time: communication, copies, kernels.
/// @param rank  in `source`.
void addWorkCandidates(CandidateList& list, const OverviewSource& source, std::size_t rank, const WaitsForLate& waits);

} // namespace kinetoscope
