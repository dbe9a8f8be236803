// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/overlay/overlay.h"

namespace kinetoscope {

/// The look of look.md has the letters A to J.
inline constexpr std::size_t kMostPatterns = 10;

/// The occurrences in a result of kernel-sequences: for each, one stretch over its op and one for each stream its
/// kernels run on. The first kMostPatterns patterns of its table `occurrences`. Cancelled if asked to stop.
[[nodiscard]] Result<Overlay> sequenceOverlay(
    const TraceSet& traces, const AnalysisResult& result, const Progress& progress);
/// The same of kernel-sequences with these parameters.
[[nodiscard]] Result<Overlay> frequentSequenceOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope
