// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/idle/step_growth.h"

#include "core/analysis/causes/owners/owner_labels.h"
#include "core/analysis/causes/owners/thread_lines.h"
#include "core/analysis/overview/idle/host_places.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// Calls `visit(slice, name)` for the Python frames and annotations of a thread, outermost first, without those inside
/// one of their name.
/// @param plain  whose names they are: an object that is another one in each step makes no other method of it.
template <typename Visit>
void eachOuterFrame(const Trace& trace, PlainNames& plain, TrackId thread, const Progress& progress, Visit visit)
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
            --openOfName[plain.of(slices.name[open.back().index()]).index()];
            open.pop_back();
        }
        open.push_back(slice);
        if (const StringId name = plain.of(slices.name[row]); openOfName[name.index()]++ == 0)
            visit(slice, name);
    }
}

/// When the main thread or a backward thread is in a call that waits for the GPU.
class TimeOfWaits {
public:
    TimeOfWaits(const Trace& trace, const RankCauses& causes, const Progress& progress)
    {
        const SliceTable& slices = trace.slices();
        StopCheck check(progress);
        for (const TrackId thread : causes.lines().mainThreads()) {
            const Track& track = trace.track(thread);
            for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
                const SliceId call = SliceTable::at(row);
                if (isApiCall(slices.kind[row]) && slices.isSound(call) && causes.blocking().blocks(call))
                    m_ranges.push_back({ slices.start[row], slices.end(call) });
            }
        }
        m_ranges = unionOf(std::move(m_ranges));
        Nanoseconds sum = 0;
        for (const TimeRange& range : m_ranges) {
            m_before.push_back(sum);
            sum = saturatingAdd(sum, range.length());
        }
        m_before.push_back(sum);
    }
    /// @param range  trace time. O(log calls).
    [[nodiscard]] Nanoseconds within(const TimeRange& range) const
    {
        return range.isEmpty() ? 0 : until(range.end) - until(range.begin);
    }

private:
    [[nodiscard]] Nanoseconds until(Timestamp time) const
    {
        const auto after = std::ranges::upper_bound(m_ranges, time, {}, &TimeRange::begin);
        const auto count = static_cast<std::size_t>(after - m_ranges.begin());
        return count == 0 ? 0 : m_before[count] - std::max<Nanoseconds>(0, m_ranges[count - 1].end - time);
    }

    std::vector<TimeRange> m_ranges; ///< trace time
    std::vector<Nanoseconds> m_before;
};

/// Whether it is an annotation whose number may differ from step to step, which makes it no other one.
bool isNumbered(const Trace& trace, SliceId slice)
{
    return trace.kind(slice) != EventKind::PythonFunction
        && trace.name(slice).find_first_of("0123456789") != std::string_view::npos;
}

void findFrame(const RankTrace& rank, const RankCauses& causes, PlainNames& plain, TrackId thread,
    std::span<const TimeRange> walls, std::size_t which, const Progress& progress, StepGrowth& growth)
{
    constexpr Nanoseconds kTimesOthers = 4;
    const Trace& trace = *rank.trace;
    std::vector<std::size_t> order(walls.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    std::ranges::sort(order, {}, [&](std::size_t i) { return walls[i].begin; });
    std::vector<Nanoseconds> own(trace.strings().size());
    std::vector<Nanoseconds> others(own.size());
    std::vector<Nanoseconds> ownWaits(own.size());
    std::vector<Nanoseconds> otherWaits(own.size());
    std::vector<std::size_t> stepsWith(own.size()); // other steps that have it
    std::vector<std::size_t> lastWith(own.size(), which);
    std::vector<StringId> names; // of the step, outermost first
    const TimeOfWaits waits(trace, causes, progress);
    const auto stepOf = [&](Timestamp begin) { // none: as many as there are
        const auto after = std::ranges::upper_bound(order, begin, {}, [&](std::size_t i) { return walls[i].begin; });
        return after == order.begin() ? walls.size() : *std::prev(after);
    };
    eachOuterFrame(trace, plain, thread, progress, [&](SliceId slice, StringId name) {
        const TimeRange range = rank.jobRange(slice);
        const std::size_t step = stepOf(range.begin);
        if (step == walls.size())
            return;
        const TimeRange inStep = range.clippedTo(walls[step]);
        const Nanoseconds time = inStep.length();
        (step == which ? ownWaits : otherWaits)[name.index()] +=
            waits.within({ rank.toTraceTime(inStep.begin), rank.toTraceTime(inStep.end) });
        if (step == which && own[name.index()] == 0 && time > 0 && !isNumbered(trace, slice))
            names.push_back(name);
        (step == which ? own : others)[name.index()] += std::max<Nanoseconds>(0, time);
        if (time > 0 && step != which && std::exchange(lastWith[name.index()], step) != step)
            ++stepsWith[name.index()];
    });
    const auto count = static_cast<Nanoseconds>(walls.size() - 1);
    StringId rare; // of those that most of the other steps do not have
    Nanoseconds inRare = 0;
    for (const StringId name : names) {
        const Nanoseconds usual = others[name.index()] / count;
        const Nanoseconds more = own[name.index()] - usual;
        if (2 * stepsWith[name.index()] < walls.size() - 1 && more > inRare) {
            rare = name;
            inRare = more;
        }
        if (own[name.index()] / kTimesOthers < usual || more <= growth.ofFrame)
            continue;
        growth.frame = name;
        growth.ofFrame = more;
    }
    if (inRare > 0 && inRare >= growth.ofFrame - growth.ofFrame / 5) { // says more than what is around it
        growth.frame = rare;
        growth.ofFrame = inRare;
    }
    if (growth.ofFrame > 0) {
        const std::size_t frame = growth.frame.index();
        growth.waitsInFrame = std::clamp<Nanoseconds>(ownWaits[frame] - otherWaits[frame] / count, 0, growth.ofFrame);
        eachOuterFrame(trace, plain, thread, progress, [&](SliceId slice, StringId name) {
            const TimeRange range = rank.jobRange(slice);
            const std::size_t step = name == growth.frame ? stepOf(range.begin) : walls.size();
            const TimeRange inStep = step < walls.size() ? range.clippedTo(walls[step]) : TimeRange {};
            if (!inStep.isEmpty())
                (step == which ? growth.frameRanges : growth.frameElsewhere).push_back(inStep);
        });
        growth.frameRanges = unionOf(std::move(growth.frameRanges));
        growth.frameElsewhere = unionOf(std::move(growth.frameElsewhere));
    }
}

} // namespace

StepGrowth growthOf(const RankTrace& rank, const RankCauses& causes, std::span<const TimeRange> walls,
    std::size_t which, const Progress& progress)
{
    const Trace& trace = *rank.trace;
    ThreadLines lines = causes.lines(); // where they are gone through is forgotten again
    if (!lines.mainThread().isValid())
        return {};
    std::vector<Nanoseconds> own(trace.strings().size());
    std::vector<Nanoseconds> others(own.size());
    std::vector<StringId> names; // by name as it is, in the order of time
    for (std::size_t i = 0; i < walls.size(); ++i) {
        if (progress.shouldStop()) // a step alone may be too short for a look in it
            return {};
        const TimeRange wall { rank.toTraceTime(walls[i].begin), rank.toTraceTime(walls[i].end) };
        std::vector<Nanoseconds>& times = i == which ? own : others;
        lines.eachSegment({ LineId::Kind::Main, lines.mainThread() }, wall, [&](const LineSegment& segment) {
            if (!segment.owner.isValid())
                return;
            const StringId name = trace.slices().name[segment.owner.index()];
            if (own[name.index()] == 0 && others[name.index()] == 0)
                names.push_back(name);
            times[name.index()] += segment.range.length();
        });
    }
    PlainNames plain(trace);
    std::vector<std::pair<Nanoseconds, Nanoseconds>> byPlain(own.size()); // in the step, and in others
    for (const StringId name : names) {
        auto& [inStep, inOthers] = byPlain[plain.of(name).index()];
        inStep += own[name.index()];
        inOthers += others[name.index()];
    }
    StepGrowth growth;
    growth.step = walls[which];
    growth.otherSteps = walls.size() - 1;
    const auto count = static_cast<Nanoseconds>(walls.size() - 1);
    for (const StringId name : names) {
        const auto& [inStep, inOthers] = byPlain[plain.of(name).index()];
        if (const Nanoseconds more = inStep - inOthers / count; own[name.index()] > 0 && more > 0)
            growth.byName[name] = more;
    }
    findFrame(rank, causes, plain, lines.mainThread(), walls, which, progress, growth);
    return growth;
}

} // namespace kinetoscope
