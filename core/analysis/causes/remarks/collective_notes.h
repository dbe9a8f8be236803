// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/names/classification.h"
#include "core/base/progress.h"
#include "core/base/remark.h"
#include "core/model/trace_set.h"

#include <map>
#include <span>
#include <vector>

namespace kinetoscope {

// What the cause `collective` does not say: frames of distributed_c10d.py have it whatever they do, and collectives on
// other threads are on no line of the main one. Nor is what else other threads do.

/// Whether an op, an annotation or work of a collective was recorded; Python frames are none. O(slices) where none is.
[[nodiscard]] bool recordsCollective(const Trace& trace, const NameTypes& types, const Progress& progress);

/// That there is none. @param time  > 0, of the cause.
[[nodiscard]] Remark onlyFramesOfCollectives(const RankTrace& rank, Nanoseconds time);

/// Collectives of backends without kernels on other threads: those of GPUs only launch there.
struct CollectivesBeside {
    StringId name;                 ///< with most time; invalid for none
    std::vector<TimeRange> ranges; ///< trace time, disjoint, sorted
};
/// @param collectives  cpuCollectivesOf() the trace.
/// @param but  threads that do not count.
/// O(collectives log). Not complete if told to stop.
[[nodiscard]] CollectivesBeside collectivesBeside(
    const Trace& trace, std::span<const SliceId> collectives, std::span<const TrackId> but, const Progress& progress);

/// The time of threads during which one of these collectives runs on another thread of the same process.
/// @param times  by thread; trace time. O((times + threads x collectives) log).
[[nodiscard]] Nanoseconds timeBesideCollectives(const Trace& trace, std::span<const SliceId> collectives,
    const std::map<TrackId, std::vector<TimeRange>>& times, const Progress& progress);

/// Where no ops were recorded, which would tell threads of the backward pass: the time in which other threads of the
/// process that launch kernels are in calls; else none. The main thread may be waiting for them.
/// @param but  the main thread, which may be invalid, and those that share its line.
/// @return trace time, disjoint, sorted. O(slices). Not all if told to stop.
[[nodiscard]] std::vector<TimeRange> callsOfOtherLaunchers(
    const Trace& trace, std::span<const TrackId> but, const Progress& progress);

/// In which anything was recorded of these threads of the host.
/// @return trace time, disjoint, sorted. O(slices + outermost slices log of them). Not all if told to stop.
[[nodiscard]] std::vector<TimeRange> hostActivityOf(
    const Trace& trace, std::span<const TrackId> of, const Progress& progress);
/// The same of all others: where nothing is on a line, what they do meanwhile.
[[nodiscard]] std::vector<TimeRange> hostActivityBut(
    const Trace& trace, std::span<const TrackId> but, const Progress& progress);

} // namespace kinetoscope
