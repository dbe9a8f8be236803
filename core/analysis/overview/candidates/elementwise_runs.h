// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidates/candidate_list.h"

#include <optional>

namespace kinetoscope {

/// Element-wise kernels of PyTorch with another one right before or behind them on their stream: where they compute on
/// the same data, one kernel could read and write it once. With its sentence; nothing where that is little.
/// @param rank  in `source`. O(work of the rank).
[[nodiscard]] std::optional<Candidate> elementwiseRunsCandidate(
    const CandidateList& list, const OverviewSource& source, std::size_t rank);

} // namespace kinetoscope
