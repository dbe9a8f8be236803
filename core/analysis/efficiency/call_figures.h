// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/call_sums.h"
#include "core/model/trace_set.h"

#include <memory>
#include <optional>
#include <string>

namespace kinetoscope {

/// What is known of the call that an op is, or that a piece of GPU work or its launch belongs to. A value.
struct CallFigures {
    SliceRef op;                       ///< that owns the work; invalid where nobody does
    std::string name;                  ///< of the op
    std::string category;              ///< "GEMM"; "" without a formula
    WorkOwner owner = WorkOwner::Call; ///< of a piece of work: why no op owns it
    Figures figures;                   ///< `category` is empty here
    ComputeSpec spec = ComputeSpec::None;
    std::optional<CallRoofline> roofline;
    Nanoseconds kernelTime = 0;
    std::size_t works = 0;    ///< pieces of GPU work of the call
    std::string device;       ///< "H100 SXM"; "" where the file does not say
    double peakRate = 0;      ///< TFLOP/s of `spec`; 0: not known
    double peakBandwidth = 0; ///< GB/s; 0: not known
};

/// Nothing for a slice that owns no GPU work and is none. Finds the owners of all work of the rank, so it is for one
/// slice that a person looks at: some 40 ns an event. Cancelled if `progress` says stop.
[[nodiscard]] Result<std::optional<CallFigures>> callFiguresOf(const std::shared_ptr<const TraceSet>& traces,
    SliceRef slice, const KernelClassifier& classifier, const Progress& progress);

} // namespace kinetoscope
