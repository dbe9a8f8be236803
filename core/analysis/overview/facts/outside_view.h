// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/idle/stretches.h"
#include "core/base/progress.h"
#include "core/model/trace_set.h"

#include <cstddef>
#include <string>

namespace kinetoscope {

class RankCauses;

/// Recorded time in which the rank has no GPU work at all: before its first and after its last piece.
struct OutsideView {
    Stretches before;
    Stretches after;
    /// From the first to the last recorded moment of host and GPU. Launches far ahead of their work with nothing around
    /// them do not count: a trimmed trace keeps them without what the host did in between.
    Nanoseconds recorded = 0;
    /// Of the host slice in which the main thread spends most of it itself, data loaders and what is in them aside; ""
    /// for code that was not recorded.
    std::string name;
    std::string annotation; ///< around most of what was not recorded, no step; "" for none, and with a name
    Nanoseconds there = 0;  ///< of before and after, in slices of that name, or not recorded
    /// They are synchronisations and before the first work: what they wait for was not recorded.
    bool isSync = false;
    bool isFirstCall = false;  ///< one of them is the first call in the file: that may be what sets the GPU up
    bool isLoading = false;    ///< most of `there` counts as Cause::CodeLoading
    Nanoseconds compiling = 0; ///< of before and after, in which the main thread compiles code
    std::string compiler;      ///< the name with most of that, and how much
    Nanoseconds inCompiler = 0;
    Nanoseconds dataLoading = 0; ///< of before and after, in which the main thread is in data loaders
    std::string loader;          ///< the one with most of that, and how much
    Nanoseconds inLoader = 0;
    bool comesAgain = false; ///< of `isLoading`, a later call takes half as long as the first, or longer
    /// Of `before`, between the return of the launch of the first work and its start; 0 where that is not known.
    Nanoseconds queued = 0;
    std::size_t lostLaunches = 0; ///< in `after`, whose kernels are not in the file; 0 where that is short, too
};
/// @param view   first start to last end of the GPU work, job time; not empty.
/// @param causes  of the rank.
[[nodiscard]] OutsideView outsideViewOf(
    const RankTrace& rank, const TimeRange& view, const RankCauses& causes, const Progress& progress);

} // namespace kinetoscope
