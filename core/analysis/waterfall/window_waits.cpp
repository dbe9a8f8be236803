// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/waterfall/window_waits.h"

#include "core/analysis/annotation/annotations.h"
#include "core/analysis/ranks/rank_times.h"
#include "core/numeric/intervals.h"

#include <utility>

namespace kinetoscope {

namespace {

/// Nothing where no collective of the rank is known on another one, or where it is not known of most of the time
/// whether it waits.
std::optional<Nanoseconds> exposedWaitsIn(
    const SideWindows& side, const SideWindow& window, const WaitFacts& facts, const Progress& progress)
{
    const std::int64_t rank = side.rankTrace(window).rank;
    std::vector<TimeRange> waits;
    bool isInAny = false;
    Nanoseconds all = 0;
    Nanoseconds untold = 0;
    StopCheck check(progress);
    for (const WaitInstance& instance : facts.ledger.instances) {
        if (check.after(instance.ranks.size()))
            return std::nullopt;
        for (const RankWait& each : instance.ranks) {
            const CommunicationRun& run = facts.matching->runs[each.run];
            if (facts.rankOf(run.rank) != rank || run.stream() == Track::kNoStream || !instance.isCharged)
                continue;
            isInAny = true;
            const Timestamp begin = facts.traces->ranks()[run.rank].toJobTime(run.range.begin);
            const TimeRange wait = TimeRange { begin, saturatingAdd(begin, each.wait) }.clippedTo(window.range);
            if (wait.isEmpty())
                continue;
            waits.push_back(wait);
            all += wait.length();
            untold += instance.areEndsApart ? wait.length() : 0;
        }
    }
    if (!isInAny || untold > all / 2)
        return std::nullopt;
    std::vector<TimeRange> compute;
    if (const RankSummary* summary = side.rankTrace(window).readsFrom()) // waits lie inside runs
        compute = computeUnderRuns(*summary, side.rankTrace(window));
    else
        for (const IntervalRef& interval :
            side.evidence(window, 1 + static_cast<std::size_t>(TimePart::Compute)).intervals)
            compute.push_back(interval.range);
    const CoveredTime computed(unionOf(std::move(compute)));
    Nanoseconds exposed = 0;
    for (const TimeRange& wait : unionOf(std::move(waits)))
        exposed += wait.length() - computed.within(wait);
    return exposed;
}

} // namespace

Result<std::optional<std::array<Nanoseconds, 2>>> exposedWaitsOf(const WaterfallFacts& facts,
    const std::array<std::shared_ptr<const TraceSet>, 2>& traces, const AnalysisContext& context)
{
    std::optional<std::array<Nanoseconds, 2>> none;
    if (traces[0]->ranks().size() < 2 || traces[1]->ranks().size() < 2)
        return none;
    std::array<Nanoseconds, 2> waits {};
    std::shared_ptr<const WaitFacts> read;
    for (std::size_t side = 0; side < waits.size(); ++side) {
        if (side == 0 || traces[1] != traces[0]) {
            KT_TRY(read, readWaits({ traces[side], {} }, {}, context));
        }
        const std::optional<Nanoseconds> exposed =
            exposedWaitsIn(*facts.sides[side], facts.chosen[side], *read, context.progress);
        KT_TRY_DONE(context.progress.carryOn());
        if (!exposed)
            return none;
        waits[side] = *exposed;
    }
    return waits[0] == 0 && waits[1] == 0 ? none : std::optional(waits);
}

Remark exposedWaitsInWords(const WaterfallFacts& facts, const std::array<Nanoseconds, 2>& waits)
{
    constexpr std::size_t kCommunication = 1 + static_cast<std::size_t>(TimePart::CommunicationExposed);
    const std::array<Nanoseconds, 2>& all = facts.parts[kCommunication].times;
    return { "exposed-waits",
        { KT_PHRASE("waterfall",
              "Of its exposed communication the control's rank waits %1 of %2 for other ranks, the test's %3 of %4; "
              "the "
              "rest is %5 and %6."),
            arg::Duration { waits[0] }, arg::Duration { all[0] }, arg::Duration { waits[1] }, arg::Duration { all[1] },
            arg::Duration { all[0] - waits[0] }, arg::Duration { all[1] - waits[1] } } };
}

} // namespace kinetoscope
