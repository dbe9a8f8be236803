// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidates/candidate_list.h"

#include <optional>

namespace kinetoscope {

/// Calls far from what the device's peaks allow for their shapes, with its sentence: "small-calls" or "below-peak". At
/// stake is what they take beyond it while no other work runs, ns. Nothing where efficiency has no point to make.
/// @param list  gives the facts; nothing is added to it.
[[nodiscard]] std::optional<Candidate> peakCandidate(const CandidateList& list);

} // namespace kinetoscope
