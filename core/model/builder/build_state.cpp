// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/build_state.h"

#include <algorithm>

namespace kinetoscope::builder {

EventPosition positionOf(BuildState& state, EventIndex event)
{
    auto& batches = state.parsed.batches;
    auto it = std::ranges::upper_bound(batches, event, {}, &EventBatch::firstEvent);
    if (it == batches.begin())
        return {};
    --it;
    return { &*it, event - it->firstEvent };
}

void noteProblem(BuildState& state, Problem problem, EventIndex event, StringId text)
{
    ImportReport& report = state.parsed.report;
    if (report.entry(problem).examples.size() >= ImportReport::kMaxExamples) {
        report.note(problem, 0);
        return;
    }
    const EventPosition at = positionOf(state, event);
    std::uint64_t offset = 0;
    if (state.parsed.textOffsetOf)
        offset = state.parsed.textOffsetOf(event);
    else if (at.batch && at.row < at.batch->textOffset.size())
        offset = at.batch->textBase + at.batch->textOffset[at.row];
    report.note(problem, offset, state.text(text));
}

void setDuration(BuildState& state, EventIndex event, Nanoseconds duration)
{
    const EventPosition at = positionOf(state, event);
    if (duration < Nanoseconds { EventBatch::kLongDuration }) {
        at.batch->duration32[at.row] = static_cast<std::uint32_t>(duration);
        return;
    }
    at.batch->duration32[at.row] = EventBatch::kLongDuration;
    state.longDurations[event] = duration;
}

} // namespace kinetoscope::builder
