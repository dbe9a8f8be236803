// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder/build_state.h"

namespace kinetoscope::builder {

// The stages of buildTrace() in their order (trace_builder.cpp); NameTable has a header of its own.

/// Marks events whose `ts` cannot be right (kRawImplausibleTime): one wrong digit would stretch the recording over
/// years.
///
/// An event is set aside only if all of this holds, so that no recorded work can be:
/// - between it and the recording (the largest number of events without a hole of more than seven days between them)
///   are more than seven days without any event: no recording lasts so long, no clock runs so far off;
/// - events out there are few: at most a twentieth of all;
/// - the clock of its own place (pid, tid, stream) is proven: at least ten times as many of its events are in the
///   recording. A device on a clock of its own, or two recordings in one file, are kept as they are. A single event out
///   there has no place to compare with and is set aside.
///
/// Events keep their times and are drawn where they say; counters lose the sample. Before assignEvents. Two passes over
/// the times, the second only where the first found more than seven days.
void markImplausibleTimes(BuildState& state);

/// One pass over all events in file order: each gets its track, or becomes a mark for pairing, or is counted as
/// undrawn. Fills rowOf (pending track numbers), tracks, the mark lists, undrawn, and data.args. False when cancelled.
[[nodiscard]] bool assignEvents(BuildState& state);

/// Pairs B with E per thread, in time order (file order at equal times). An E closes the innermost open B of its name
/// if there is one among the innermost kCrossedSearch, else the innermost; a name that differs from the innermost is
/// noted as CrossedPair. Sets the durations of the B events; a B that stays open has none and becomes an unfinished
/// slice.
void pairBeginEnd(BuildState& state);
inline constexpr std::size_t kCrossedSearch = 256;

/// Pairs b with e per (pid, category, id), old spellings S and F likewise, innermost first, and gives b and n events
/// their HostAsync track: one per (pid, category, name of the outermost open slice).
void pairAsync(BuildState& state);

/// Keeps which event ended which (data.endEvents). After both.
void keepEndEvents(BuildState& state);

/// Sorts the counter marks and makes a track of each (pid, name, id, series): state.counterGroups, in order of first
/// appearance.
void groupCounters(BuildState& state);

/// Appends the samples of `group` to data.counters and tells `track` where they are.
void takeSamples(BuildState& state, const CounterGroup& group, Track& track);

/// Gathers the columns of data.slices from the batches, one column at a time, each batch column freed as it is done,
/// and sorts every track by (start, level, end descending, event index). Afterwards rowOf holds rows, and
/// state.longDurations still goes by event. Notes the problems of times (negative, implausible, missing). False when
/// cancelled.
[[nodiscard]] bool gatherSlices(BuildState& state);

/// Moves state.longDurations to data.slices.longDurations, which goes by row.
void settleLongDurations(BuildState& state);

/// First start to last end of all slices and samples with plausible times (data.range); needs sorted slices whose
/// unfinished ones still have no end. Empty at 0 for a trace without any.
[[nodiscard]] TimeRange wholeRange(const BuildState& state);

/// The range without far outliers: where leaving out at most 0.1 % of the slices makes the span 100 times shorter, the
/// span of the rest, else `range`. (Kineto once wrote kernels at ts 0: pytorch/kineto#109.)
[[nodiscard]] TimeRange coreRange(const TraceData& data, TimeRange range);

/// Nests every track by the stack walk of [DIFF-12.3] (data.slices.parent, depth) and gives unfinished slices their
/// drawn end: that of the parent, else `traceEnd`. The tolerance is state.tolerance() on threads and device annotations
/// (which Kineto widens by 2 ns), 0 elsewhere.
///
/// Slices of negative duration are leaves, as if of length 0; those above seven days stand alone at the top level: a
/// corrupt time must not become the parent of half the trace. Notes OverlappingSlices.
///
/// @return per track, whether some slices need another lane than their depth.
[[nodiscard]] std::vector<char> nestTracks(BuildState& state, Timestamp traceEnd);

/// Lanes of a track end here; deeper or more crowded slices share the last one. Far above what a screen can show.
inline constexpr std::uint32_t kMaxLanes = 16'384;

/// Gives every slice its lane: its depth, or where `needsLanes` says that siblings of a track overlap, strips of lanes
/// below their parent: siblings of one strip do not overlap, and each strip is as high as the tallest subtree in it. So
/// children are always below their parent and two slices share a lane only if they do not overlap in time (by more than
/// the tolerance of the call tree). Fills the lane columns of data and Track::laneCount. O(n log n) in the slices of a
/// track.
void layOutLanes(BuildState& state, const std::vector<char>& needsLanes);

/// Binds the s, t and f events to slices and joins them to arrows (data.flows). Events of one (category, name, id)
/// belong together: one s goes through its t events to every f, in time order; where an id is used again, each t and f
/// belongs to the latest s.
///
/// A flow event binds to the innermost slice of its (pid, tid) that contains its time; `fwdbwd` to the innermost
/// cpu_op; an f without `bp: "e"` to the next slice that begins there or later (Chrome's rule). Where a device and a
/// process share the numbers, the end of an ac2g flow looks on streams first, everything else on threads. A call or
/// kernel whose correlation is the flow's id wins over one that merely encloses it. Events that end up in no arrow are
/// counted as unpaired-flow. False when cancelled.
[[nodiscard]] bool bindFlows(BuildState& state);

/// Joins host calls and device rows by correlation id ([DIFF-0.10]): data.launches and data.slices.partner.
///
/// The host side of an id is the runtime or driver call that carries it, of a call and those inside it the last one in
/// the file; only where no call has the id, another host slice (mtia_inference has such). Device work is GPU work
/// (isGpuWork): one call to many. Work of an id that several calls carry, or that the launch of one kernel has more
/// kernels of, is linked where it is certain whose it is, and else to none (shared_numbers.h). Device rows that are no
/// work (syncs) get their call as partner but are not in the LaunchTable; the call points back where it launched
/// nothing. The id 0 joins only where exactly one call and one work carry it, as some producers write 0 for "none";
/// negative ids never join.
///
/// Device work that has no correlation is joined to the call at the other end of its ac2g arrow, else to the call with
/// its `External id`: one call to all its work, or as many calls as work in order of their starts. Numbers mean the
/// same under one label of processes only (process_labels.h). After bindFlows.
void linkLaunches(BuildState& state);

/// Finds the steps (data.steps, data.stepPattern) among host user annotations, never among their GPU projections
/// ([DIFF-0.11]): `ProfilerStep#N` (old files write them as operators), else the first preset that matches (vLLM,
/// SGLang, Lightning, Megatron), else the annotation that repeats at the top level without overlapping itself and
/// covers most time. What is no ProfilerStep must hold the launches of at least half of the GPU work and must not be a
/// wait, a data loader or a cache lookup; where nothing is like that there are no steps. Then tells the main thread of
/// each process: the one with most steps, else the one that launches most GPU work.
void findSteps(BuildState& state);

/// N of `ProfilerStep#N` (spaces allowed before #), -1 for any other name or a number above int64.
[[nodiscard]] std::int64_t profilerStepNumber(std::string_view name);

} // namespace kinetoscope::builder
