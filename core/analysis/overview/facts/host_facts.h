// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host/operator_groups.h"
#include "core/analysis/overview/idle/host_places.h"
#include "core/analysis/overview/idle/stretches.h"

#include <string>
#include <vector>

namespace kinetoscope {

/// How the self time of one op divides among its calls.
struct OpCalls {
    Nanoseconds longest = 0;        ///< of one call
    Nanoseconds whole = 0;          ///< of its calls in view and all inside; of calls in calls the outer ones'
    std::string annotation {};      ///< the innermost around that one, no step; "" for none
    FewLengths few {};              ///< of its calls
    bool isOutsideLoader = false;   ///< others of the op are in the data loader, and none of these
    bool isOutsideCompiler = false; ///< the same of compilation
    std::vector<SliceId> slices {}; ///< its calls in the scope, where evidence is asked for
};

/// What the overview says about a rank without GPU work.
struct HostFacts {
    /// Ops and calls, as `operators` has them, by host self time descending, without calls in the data loader and in
    /// compilation.
    std::vector<OperatorGroup> ops;
    Nanoseconds selfOfAll = 0; ///< of these and of those in the data loader
    OpCalls callsOfFirst;      ///< of the first of them
    bool ofCounters = false;   ///< the times are those of a recording of hardware counters
    bool isPythonRecorded = false;
    bool isChosen = false;        ///< a range, or steps: `recorded` is their time
    Nanoseconds recorded = 0;     ///< from the first to the last event, or what of that is chosen
    Stretches collectives;        ///< of CPU backends, on whichever threads
    std::string collective;       ///< that of them which runs longest
    bool areAnyTransfers = false; ///< some of `collectives` are sends and receives
    bool areAllTransfers = false; ///< all of them are
    Stretches dataLoading;        ///< the main thread is in its data loader; no such collective runs
    /// Of `dataLoading`, what a loader without workers takes.
    Nanoseconds loadingWithoutWorkers = 0;
    Stretches compiling; ///< the same of compilation
    HostPlace compiler;  ///< what it is in with most of that, by its own time
    /// Of `compiling`, in steps behind the first one without any.
    Nanoseconds compiledAnew = 0;
    Stretches unrecorded; ///< the main thread is in code that was not recorded, and no such collective runs
    HostPlace annotation; ///< with most of that; steps aside
};

[[nodiscard]] HostKinds kindsOfHostFacts();
/// @param trees  of kindsOfHostFacts(), of the same input as `work`. Errors: those of operatorsOf and chosenStepRanges.
/// @param withSlices  keep OpCalls::slices.
[[nodiscard]] Result<HostFacts> hostFactsOf(const ScopedHostTrees& trees, std::size_t rank, const RankGpuWork& work,
    const Scope& scope, bool withSlices, const Progress& progress);

} // namespace kinetoscope
