// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/overlay/overlay.h"

#include <cstddef>
#include <span>
#include <string>

namespace kinetoscope {

/// There are letters for so many chains that somebody chose, A to Z.
inline constexpr std::size_t kMostChosenPatterns = 26;

/// Chains of the whole job, by kernel-sequences with these parameters: for each occurrence one stretch over its op and
/// one for each stream its kernels run on; one of no op, of the table `ngrams`, has those of its streams. The letters
/// are in the order of `chains` (as the analysis writes them), of which those past kMostChosenPatterns are left out;
/// one that is nowhere has its letter and no stretch. Cancelled if asked to stop.
[[nodiscard]] Result<Overlay> chosenSequenceOverlay(const AnalysisInput& input, const Parameters& parameters,
    std::span<const std::string> chains, const AnalysisContext& context);
/// The same of the chains that come first, kMostPatterns at most.
[[nodiscard]] Result<Overlay> frequentSequenceOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope
