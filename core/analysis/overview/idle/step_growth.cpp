// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/idle/step_growth.h"

#include "core/analysis/causes/owners/owner_labels.h"
#include "core/analysis/causes/owners/thread_lines.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <vector>

namespace kinetoscope {

namespace {

/// Calls `visit(slice)` for the Python frames and annotations of a thread, outermost first, without those inside one of
/// their name.
template <typename Visit> void eachOuterFrame(const Trace& trace, TrackId thread, const Progress& progress, Visit visit)
{
    const SliceTable& slices = trace.slices();
    const StepSlices steps(trace);
    std::vector<std::uint32_t> openOfName(trace.strings().size());
    std::vector<SliceId> open;
    const Track& track = trace.track(thread);
    StopCheck check(progress);
    for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
        const SliceId slice = SliceTable::at(row);
        const EventKind kind = slices.kind[row];
        const bool isFrame = kind == EventKind::PythonFunction || kind == EventKind::UserAnnotation;
        if (!isFrame || !slices.isSound(slice) || steps.contains(slice))
            continue;
        while (!open.empty() && slices.end(open.back()) <= slices.start[row]) {
            --openOfName[slices.name[open.back().index()].index()];
            open.pop_back();
        }
        open.push_back(slice);
        if (openOfName[slices.name[row].index()]++ == 0)
            visit(slice);
    }
}

void findFrame(const RankTrace& rank, TrackId thread, std::span<const TimeRange> walls, std::size_t which,
    const Progress& progress, StepGrowth& growth)
{
    constexpr Nanoseconds kTimesOthers = 4;
    const Trace& trace = *rank.trace;
    std::vector<std::size_t> order(walls.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    std::ranges::sort(order, {}, [&](std::size_t i) { return walls[i].begin; });
    std::vector<Nanoseconds> own(trace.strings().size());
    std::vector<Nanoseconds> others(own.size());
    std::vector<StringId> names; // of the step, outermost first
    eachOuterFrame(trace, thread, progress, [&](SliceId slice) {
        const TimeRange range = rank.jobRange(slice);
        const auto after =
            std::ranges::upper_bound(order, range.begin, {}, [&](std::size_t i) { return walls[i].begin; });
        if (after == order.begin())
            return;
        const std::size_t step = *std::prev(after);
        const StringId name = trace.slices().name[slice.index()];
        const Nanoseconds time = range.clippedTo(walls[step]).length();
        if (step == which && own[name.index()] == 0 && time > 0)
            names.push_back(name);
        (step == which ? own : others)[name.index()] += std::max<Nanoseconds>(0, time);
    });
    const auto count = static_cast<Nanoseconds>(walls.size() - 1);
    for (const StringId name : names) {
        const Nanoseconds usual = others[name.index()] / count;
        const Nanoseconds more = own[name.index()] - usual;
        if (own[name.index()] / kTimesOthers < usual || more <= growth.ofFrame)
            continue;
        growth.frame = name;
        growth.ofFrame = more;
    }
}

} // namespace

StepGrowth growthOf(
    const RankTrace& rank, std::span<const TimeRange> walls, std::size_t which, const Progress& progress)
{
    const Trace& trace = *rank.trace;
    ThreadLines lines(trace, progress);
    if (!lines.mainThread().isValid())
        return {};
    std::vector<Nanoseconds> own(trace.strings().size());
    std::vector<Nanoseconds> others(own.size());
    for (std::size_t i = 0; i < walls.size(); ++i) {
        if (progress.shouldStop()) // a step alone may be too short for a look in it
            return {};
        const TimeRange wall { rank.toTraceTime(walls[i].begin), rank.toTraceTime(walls[i].end) };
        std::vector<Nanoseconds>& times = i == which ? own : others;
        lines.eachSegment({ LineId::Kind::Main, lines.mainThread() }, wall, [&](const LineSegment& segment) {
            if (segment.owner.isValid())
                times[trace.slices().name[segment.owner.index()].index()] += segment.range.length();
        });
    }
    StepGrowth growth { walls[which], {}, {}, 0 };
    const auto count = static_cast<Nanoseconds>(walls.size() - 1);
    for (std::size_t name = 0; name < own.size(); ++name) {
        if (const Nanoseconds more = own[name] - others[name] / count; more > 0)
            growth.byName[StringId { name }] = more;
    }
    findFrame(rank, lines.mainThread(), walls, which, progress, growth);
    return growth;
}

} // namespace kinetoscope
