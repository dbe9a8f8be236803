// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/same_collective.h"

#include "core/analysis/classification.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace kinetoscope {

namespace {

bool isIn(const TraceSet& traces, SliceRef slice)
{
    return slice.rank < traces.ranks().size() && slice.slice.isValid()
        && slice.slice.index() < traces.ranks()[slice.rank].trace->slices().size();
}

/// What all runs of a collective have in common, on every rank.
struct Identity {
    std::string_view name; ///< of the kernel
    std::string_view processGroup;
    std::string_view collective; ///< as the metadata calls it; "" where they do not
    std::int64_t stream = Track::kNoStream;

    /// Kernels of one collective may have different names: NCCL chooses the algorithm by the size. A rank with metadata
    /// and one without cannot be compared by them.
    [[nodiscard]] bool isSame(const Identity& other) const
    {
        if (!collective.empty() && !other.collective.empty())
            return collective == other.collective && processGroup == other.processGroup;
        return name == other.name && stream == other.stream;
    }
};

Identity identityOf(const Trace& trace, const Track& track, SliceId slice)
{
    Identity identity { trace.name(slice), {}, {}, trace.streamArg(slice).value_or(track.stream) };
    if (trace.slices().has(slice, kSliceCollective)) {
        const EventIndex event = trace.slices().eventIndex[slice.index()];
        if (const auto group = trace.args().processGroup.find(event))
            identity.processGroup = trace.text(*group);
        if (const auto name = trace.args().collectiveName.find(event))
            identity.collective = trace.text(*name);
    }
    return identity;
}

/// All runs of a collective on one rank, by start.
std::vector<SliceId> runsOf(const Trace& trace, const Identity& wanted)
{
    std::vector<SliceId> runs;
    const SliceTable& slices = trace.slices();
    const StringId name = trace.strings().find(wanted.name);
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::Stream)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            const SliceId slice = SliceTable::at(row);
            const bool mayBe = slices.has(slice, kSliceCollective) || (name.isValid() && slices.name[row] == name);
            if (mayBe && isGpuWork(slices.kind[row]) && identityOf(trace, track, slice).isSame(wanted))
                runs.push_back(slice);
        }
    }
    std::ranges::stable_sort(runs, {}, [&slices](SliceId slice) { return slices.start[slice.index()]; });
    return runs;
}

/// Number of the step that launched a run; nothing outside of all steps.
std::optional<std::int64_t> stepOf(const Trace& trace, SliceId slice)
{
    const SliceId launch = trace.launchOf(slice);
    const Timestamp time = trace.slices().start[(launch.isValid() ? launch : slice).index()];
    const auto steps = trace.steps();
    const auto after = std::ranges::upper_bound(steps, time, {}, [](const Step& step) { return step.range.begin; });
    if (after == steps.begin() || !std::prev(after)->range.contains(time))
        return std::nullopt;
    return std::prev(after)->number;
}

std::vector<SliceId> runsInStep(const Trace& trace, const std::vector<SliceId>& runs, std::int64_t step)
{
    std::vector<SliceId> chosen;
    std::ranges::copy_if(runs, std::back_inserter(chosen), [&](SliceId run) { return stepOf(trace, run) == step; });
    return chosen;
}

bool haveStepsInCommon(const Trace& a, const Trace& b)
{
    std::unordered_set<std::int64_t> numbers;
    for (const Step& step : a.steps())
        numbers.insert(step.number);
    return std::ranges::any_of(b.steps(), [&numbers](const Step& step) { return numbers.count(step.number) > 0; });
}

} // namespace

bool isCollective(const Trace& trace, SliceId slice)
{
    if (!slice.isValid() || slice.index() >= trace.slices().size() || !isGpuWork(trace.kind(slice)))
        return false;
    static const KernelClassifier classifier;
    return classifier.classify(trace.kind(slice), trace.name(slice), trace.slices().has(slice, kSliceCollective))
        == KernelType::Communication;
}

std::optional<SliceRef> sameCollective(const TraceSet& traces, SliceRef from, int direction)
{
    if (!isIn(traces, from) || direction == 0)
        return std::nullopt;
    const Trace& home = *traces.ranks()[from.rank].trace;
    if (!isCollective(home, from.slice))
        return std::nullopt;
    const Identity identity = identityOf(home, home.track(home.trackOf(from.slice)), from.slice);
    const std::vector<SliceId> all = runsOf(home, identity);
    const std::optional<std::int64_t> step = stepOf(home, from.slice);
    const std::vector<SliceId> ofStep = step ? runsInStep(home, all, *step) : std::vector<SliceId> {};
    const auto placeIn = [&](const std::vector<SliceId>& runs) {
        return static_cast<std::size_t>(std::ranges::find(runs, from.slice) - runs.begin());
    };
    const std::size_t ranks = traces.ranks().size();
    for (std::size_t away = 1; away < ranks; ++away) {
        const std::size_t at = (from.rank + (direction > 0 ? away : ranks - away)) % ranks;
        const Trace& other = *traces.ranks()[at].trace;
        const bool byStep = step && haveStepsInCommon(home, other);
        std::vector<SliceId> runs = runsOf(other, identity);
        if (byStep)
            runs = runsInStep(other, runs, *step);
        const std::size_t place = placeIn(byStep ? ofStep : all);
        if (place < runs.size())
            return SliceRef { static_cast<std::uint32_t>(at), runs[place] };
    }
    return std::nullopt;
}

} // namespace kinetoscope
