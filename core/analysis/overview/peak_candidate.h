// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidate_list.h"

#include <optional>

namespace kinetoscope {

/// Calls far from what the device's peaks allow for their shapes: at stake is what they take beyond it while no other
/// work runs.
struct PeakCandidate {
    Candidate candidate;
    Message sentence;
};
/// Nothing where efficiency has no point to make.
[[nodiscard]] std::optional<PeakCandidate> peakCandidate(const CandidateList& list);

} // namespace kinetoscope
