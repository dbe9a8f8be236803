// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/types/analysis.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Category of kernels that a user wrote in Triton: Inductor did not make them.
inline constexpr std::string_view kUserTriton = "triton_user";

/// All calls of one kernel name in the scope.
struct InductorKernel {
    StringId name;
    std::string_view category; ///< a view into the classifier or a literal
    KernelType type = KernelType::Other;
    std::uint64_t count = 0;
    Nanoseconds sum = 0; ///< saturating
    std::string file;    ///< of the first call that has one
    std::string hash;
    std::int64_t bytes = 0;    ///< of the calls whose shapes are recorded
    Nanoseconds bytesTime = 0; ///< duration of those calls
};

/// The GPU work launched from inside one compiled graph.
struct InductorGraph {
    StringId name;
    std::vector<std::size_t> rows; ///< positions in RankGpuWork::rows
    std::uint64_t calls = 0;       ///< of the graph
    Nanoseconds sum = 0;           ///< of the durations, saturating
    Nanoseconds triton = 0;        ///< the part of `sum` that is of Triton kernels
    Nanoseconds busy = 0;          ///< when any of the rows runs, over all streams
};

/// The GPU work of one rank, grouped as Inductor's report does.
struct InductorWork {
    RankGpuWork work;
    std::vector<InductorKernel> kernels; ///< in order of first call
    std::vector<InductorGraph> graphs;   ///< in order of first call
    Nanoseconds wall = 0;                ///< chosen window, else first launch to last end
    Nanoseconds busy = 0;                ///< when any of the work runs, over all streams
    bool hasPlainTritonNames = false;    ///< `triton_` or `triton__...`: unique names were off
    Message opsProblem;                  ///< why the args of ops could not be read; empty if they were
};

/// Groups the work of one rank. The args of ops around Triton kernels are read from the file; where that is gone,
/// everything else is there. Linear, plus that. Cancelled if `progress` says stop; never another error.
/// @param work  of `rank`; taken over.
[[nodiscard]] Result<InductorWork> groupInductorWork(const RankTrace& rank, const Scope& scope, RankGpuWork work,
    const KernelClassifier& classifier, const Progress& progress);

/// Category in Inductor's own report: `triton_pointwise`, `triton_reduction`, `triton_persistent_reduction`,
/// `triton_unknown` for any other Triton kernel that Inductor made, `unknown` for the rest.
[[nodiscard]] std::string_view reportCategoryOf(std::string_view kernelName);
/// The compiled graph from which a piece of work was launched: the innermost call of a graph around its launch.
[[nodiscard]] SliceId graphOf(const Trace& trace, SliceId work);

} // namespace kinetoscope
