// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace_builder.h"

#include "core/model/builder/stages.h"
#include "core/model/builder/track_layout.h"
#include "core/model/pyramid/timeline_index.h"

#include <algorithm>
#include <new>

namespace kinetoscope {

namespace builder {

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Undrawn::Count_)> kUndrawnNames {
    "metadata",
    "not-an-object",
    "damaged",
    "unknown-phase",
    "without-timestamp",
    "unmatched-end",
    "unpaired-flow",
    "counter-without-value",
    "object-event",
    "memory-dump",
    "clock-sync",
    "context-event",
    "linked-id",
    "implausible-time",
};

/// Elements without an object are lost ones or no objects; the reader knows how many it lost. Then `events` is split
/// exactly.
void settleCounts(BuildState& state)
{
    ImportReport& report = state.parsed.report;
    auto& notObjects = state.undrawn[static_cast<std::size_t>(Undrawn::NotAnObject)];
    const std::uint64_t rows = state.rowOf.size();
    report.events = std::max(report.events, rows);
    notObjects += report.events - rows; // lost before they became rows
    report.dropped = std::min(report.dropped, notObjects);
    notObjects -= report.dropped;
    state.countUndrawn(Undrawn::Damaged, report.dropped);

    std::uint64_t undrawn = 0;
    for (std::size_t i = 0; i < state.undrawn.size(); ++i) {
        undrawn += state.undrawn[i];
        if (state.undrawn[i] > 0)
            report.counted[std::string(kUndrawnNames[i])] += state.undrawn[i];
    }
    report.drawable = report.events - undrawn;
}

void takeOver(BuildState& state)
{
    TraceData& data = state.data;
    data.path = std::move(state.parsed.path);
    data.strings = std::move(state.parsed.strings);
    data.categories = std::move(state.parsed.categories);
    data.metadata = std::move(state.parsed.metadata);
    data.report = std::move(state.parsed.report);
}

/// False when cancelled.
bool build(BuildState& state)
{
    const NameTable names(state);
    markImplausibleTimes(state);
    if (!assignEvents(state))
        return false;
    pairBeginEnd(state);
    pairAsync(state);
    keepEndEvents(state);
    groupCounters(state);
    layOutTracks(state, names);
    if (!gatherSlices(state))
        return false;

    state.data.range = wholeRange(state);
    const std::vector<char> needsLanes = nestTracks(state, state.data.range.end);
    settleLongDurations(state);
    if (state.progress.shouldStop())
        return false;
    layOutLanes(state, needsLanes);
    returnFreedBy(state);
    if (!bindFlows(state)) // first: the marks of flows are as much as a launch table takes while it is made
        return false;
    linkLaunches(state);
    returnFreedBy(state);
    findSteps(state);
    state.data.coreRange = coreRange(state.data, state.data.range);
    settleCounts(state);
    takeOver(state);
    if (state.progress.shouldStop())
        return false;
    state.data.timeline = TimelineIndex::build(state.data, state.threads);
    return !state.progress.shouldStop();
}

} // namespace

} // namespace builder

Result<TraceData> buildTrace(ParsedEvents parsed, int threads, const Progress& progress)
{
    try {
        builder::BuildState state(std::move(parsed), threads, progress);
        if (!builder::build(state))
            return Error::stopped();
        return std::move(state.data);
    } catch (const std::bad_alloc&) {
        return Error { ErrorCode::OutOfMemory,
            { KT_PHRASE("trace-builder", "There is not enough memory for the trace.") } };
    }
}

} // namespace kinetoscope
