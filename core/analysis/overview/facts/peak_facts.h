// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/step_mfu.h"

#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// What is known of one rank's distance from the peaks of its device (efficiency).
struct PeakFacts {
    std::optional<double> mfu; ///< %, of the GPU time in view
    MfuLack lack = MfuLack::NoShapes;

    /// Calls that are worth a sentence: those of one op with one list of shapes, or of a kind of op.
    struct Point {
        std::string category; ///< "GEMM"
        std::string op;       ///< "" of a category
        std::string shapes;   ///< "64 x 4096, 4096 x 4096"; "" of a category
        std::size_t calls = 0;
        bool isSmall = false;              ///< the peaks allow less than 2 us for one
        bool isComputeBound = false;       ///< most of them
        bool isOfUnfusedAttention = false; ///< most of them, as softmaxOfUnfusedAttention() has it
        Nanoseconds shortest = 0;          ///< that the peaks allow for all of them
        Nanoseconds kernelTime = 0;        ///< what they take
        Nanoseconds time = 0;              ///< in which at least one of them runs
        Nanoseconds alone = 0;             ///< of it, in which no other work runs
        std::vector<SliceId> work;         ///< ascending
        /// Ops whose calls, with these input sizes, have this work and no other in the whole trace, each in one of
        /// them; empty where no few ops do, or where the file alone has the sizes of some.
        struct Calls {
            std::string op;
            std::string shapes; ///< as OpArguments::dimsText; "": whatever they are called with
        };
        std::vector<Calls> ops;
    };
    std::optional<Point> point;
};

/// @param source  of `input`; `rank` one of it.
/// @param view  the GPU time in view; ns.
/// Cancelled if `progress` says stop; never another error. Costs next to nothing where no shapes were recorded.
[[nodiscard]] Result<PeakFacts> peakFactsOf(const AnalysisInput& input, const ScopedGpuWork& source, std::size_t rank,
    Nanoseconds view, const KernelClassifier& classifier, const Progress& progress);

} // namespace kinetoscope
