// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidates/candidate_list.h"

#include <optional>

namespace kinetoscope {

/// Element-wise kernels of PyTorch with another one before or behind them on their stream that may be about as much
/// data, by what the two take, and no other work between them, however long the stream is idle there: where they
/// compute on the same data, one kernel could read and write it once. With its sentence; nothing where that is little,
/// or where a compiler is at work already.
/// @param rank  in `source`. O(names), and O(work of the rank) where it may be worth one. Anything if told to
/// stop.
[[nodiscard]] std::optional<Candidate> elementwiseRunsCandidate(
    const CandidateList& list, const OverviewSource& source, std::size_t rank, const Progress& progress);

} // namespace kinetoscope
