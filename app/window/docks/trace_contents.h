// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/model/event_kind.h"

#include <QString>

#include <array>
#include <cstddef>
#include <cstdint>
#include <stop_token>

namespace kinetoscope {

class KernelClassifier;
class TraceSet;

/// What of a job analyses need, counted.
struct TraceContents {
    std::array<std::uint64_t, kEventKindCount> kinds {}; ///< slices by EventKind
    std::uint64_t memoryRecords = 0;                     ///< of the profiler or of a raw memory timeline
    bool hasCommunicationKernels = false;
    bool hasCopies = false;            ///< work that counts as one by its name, too: some devices name no category
    bool hasCollectivesOfHost = false; ///< of backends without kernels
    std::size_t ranks = 0;
    std::uint64_t steps = 0;     ///< that the traces found themselves
    bool hasStepPattern = false; ///< the scope names annotations that are steps
    bool areAllLoaded = true;
};

/// O(slices); any thread. Stopped it returns what it has by then.
[[nodiscard]] TraceContents contentsOf(
    const TraceSet& traces, const KernelClassifier& classifier, const std::stop_token& stop = {});

/// Why an analysis has nothing to say of a job, whatever its scope and parameters; "" where it may have something.
[[nodiscard]] QString whyWithoutContent(const AnalysisDescriptor& analysis, const TraceContents& contents);

/// What of an analysis' parameters suits a job better than the defaults, which would give an empty table; empty where
/// the defaults do.
[[nodiscard]] Parameters usualParametersFor(const AnalysisDescriptor& analysis, const TraceContents& contents);

} // namespace kinetoscope
