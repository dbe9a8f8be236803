// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/remarks/slow_ops.h"

#include "core/analysis/host/call_stacks.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"
#include "core/words/english.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// So many calls have a median worth the name.
constexpr std::size_t kFewestCalls = 25;
/// Recordings of many machines, with shapes and Python frames, have medians of 0.3 to 3 us; with call stacks captured
/// for each op, as old profilers do it, or otherwise slowed down, of 9 to 23 us.
constexpr Nanoseconds kSlowCall = 6'000;

/// Leaves of what PyTorch calls a view: the others, as aten::t, call one of them.
bool isViewOp(std::string_view name)
{
    static constexpr std::array<std::string_view, 7> kViews { "aten::as_strided", "aten::view", "aten::_unsafe_view",
        "aten::_reshape_alias", "aten::alias", "aten::detach", "detach" };
    return std::ranges::find(kViews, name) != kViews.end();
}

bool areEqual(std::span<const SlowOpsOfRank> ranks)
{
    return std::ranges::all_of(ranks, [&](const SlowOpsOfRank& each) {
        return each.ops.median == ranks[0].ops.median && each.ops.calls == ranks[0].ops.calls;
    });
}

/// "9.0 us (the median of 120)", or "9.0 us to 12 us (the medians of 4 traces)": they need not be ranks of one job.
Message takesOf(std::span<const SlowOpsOfRank> ranks)
{
    if (areEqual(ranks))
        return { KT_PHRASE("causes", "%1 (the median of %2)"), arg::Duration { ranks[0].ops.median },
            arg::Count { ranks[0].ops.calls } };
    const auto medianOf = [](const SlowOpsOfRank& each) { return each.ops.median; };
    const auto [least, most] = std::ranges::minmax(ranks, {}, medianOf);
    const Message shortest { KT_PHRASE("causes", "%1"), arg::Duration { least.ops.median } };
    const Message longest { KT_PHRASE("causes", "%1"), arg::Duration { most.ops.median } };
    if (english(shortest) == english(longest))
        return { KT_PHRASE("causes", "%1 (the medians of %2 traces)"), shortest, arg::Count { ranks.size() } };
    return { KT_PHRASE("causes", "%1 to %2 (the medians of %3 traces)"), shortest, longest,
        arg::Count { ranks.size() } };
}

Message opsAreSlow(Message takes, const Message& reasons, SlowOpsOf where)
{
    if (where == SlowOpsOf::Replay)
        return { KT_PHRASE("causes",
                     "a call of an op that only makes another view of a tensor takes %1, where about a microsecond is "
                     "usual: what slows these down, such as %2, may slow down every op, and part of what changes of "
                     "host time save may be that. Time a run without the profiler to see what the host really takes."),
            std::move(takes), reasons };
    return { KT_PHRASE("causes",
                 "a call of an op that only makes another view of a tensor takes %1, where about a microsecond is "
                 "usual: what slows these down, such as %2, may slow down every op. Time a run without the profiler to "
                 "see what the host really takes."),
        std::move(takes), reasons };
}

} // namespace

std::optional<SlowOps> slowOpsOf(
    const Trace& trace, std::span<const TrackId> threads, std::vector<TimeRange> windows, const Progress& progress)
{
    std::vector<bool> isView(trace.strings().size(), false);
    bool hasAny = false;
    for (std::size_t i = 0; i < isView.size(); ++i) {
        isView[i] = isViewOp(trace.text(StringId { i }));
        hasAny = hasAny || isView[i];
    }
    if (!hasAny)
        return std::nullopt;
    windows = unionOf(std::move(windows));
    const auto isLookedAt = [&windows](Timestamp start) {
        const auto next = std::ranges::upper_bound(windows, start, {}, &TimeRange::end);
        return next != windows.end() && next->begin <= start;
    };
    const SliceTable& slices = trace.slices();
    std::vector<Nanoseconds> times;
    StopCheck check(progress);
    for (const TrackId thread : threads) {
        const Track& track = trace.track(thread);
        for (std::size_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            const SliceId slice = SliceTable::at(row);
            if (slices.kind[row] != EventKind::CpuOp || !isView[slices.name[row].index()] || !slices.isSound(slice))
                continue;
            const bool isLeaf = row + 1 == slices.size() || slices.parent[row + 1] != slice; // children follow at once
            if (isLeaf && isLookedAt(slices.start[row]))
                times.push_back(slices.duration(slice));
        }
    }
    if (times.size() < kFewestCalls)
        return std::nullopt;
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
    std::ranges::nth_element(times, middle);
    if (*middle < kSlowCall)
        return std::nullopt;
    const Result<bool> areThere = opsTellCallStacks(trace, progress); // an unreadable file tells none
    return SlowOps { *middle, static_cast<std::int64_t>(times.size()), areThere && *areThere };
}

void remarkOnSlowOps(std::span<const SlowOpsOfRank> ranks, SlowOpsOf where, std::vector<Remark>& remarks)
{
    for (const bool haveStacks : { false, true }) {
        std::vector<SlowOpsOfRank> alike;
        std::ranges::copy_if(ranks, std::back_inserter(alike),
            [haveStacks](const SlowOpsOfRank& each) { return each.ops.hasStacks == haveStacks; });
        if (alike.empty())
            continue;
        const Message reasons = haveStacks
            ? Message { KT_PHRASE(
                "causes", "the call stacks that were recorded with ops, a debug build or a busy CPU") }
            : Message { KT_PHRASE("causes", "another observer of ops, a debug build or a busy CPU") };
        remarks.push_back({ "slow-ops", opsAreSlow(takesOf(alike), reasons, where), {},
            mapped(alike, &SlowOpsOfRank::rank), alike.size() > 1 && areEqual(alike) });
    }
}

} // namespace kinetoscope
