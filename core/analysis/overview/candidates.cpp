// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates.h"

#include "core/analysis/overview/candidate_list.h"
#include "core/analysis/overview/late_together.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kFewestSteps = 3;

/// What of a step is more than usual: a part of its time, and by how much it exceeds its median.
struct Growth {
    Message part;
    Nanoseconds excess = 0;
};

/// Between the two of the middle where there are two.
Nanoseconds medianOf(std::vector<Nanoseconds> values)
{
    std::ranges::sort(values);
    const Nanoseconds above = values[values.size() / 2];
    const Nanoseconds below = values[(values.size() - 1) / 2];
    return below + (above - below) / 2;
}

Growth largestGrowth(const std::vector<StepTimes>& steps, const StepTimes& slow)
{
    const std::array<Message, kBusyPartCount> busy { { { KT_PHRASE("overview", "computation") },
        { KT_PHRASE("overview", "communication that no computation hides") },
        { KT_PHRASE("overview", "copies that nothing hides") }, { KT_PHRASE("overview", "other GPU work") } } };
    const std::array<Message, kIdleCauseCount> idle { { { KT_PHRASE("overview", "waiting of the GPU for the host") },
        { KT_PHRASE("overview", "short gaps between pieces of work") },
        { KT_PHRASE("overview", "waiting of queued work") },
        { KT_PHRASE("overview", "idle time before work that no launch in the file is linked to") } } };
    Growth largest;
    const auto compare = [&](const Message& part, auto timeOf) {
        std::vector<Nanoseconds> times = mapped(steps, [&](const StepTimes& step) { return timeOf(step); });
        const Nanoseconds excess = saturatingSubtract(timeOf(slow), medianOf(std::move(times)));
        if (excess > largest.excess)
            largest = { part, excess };
    };
    for (std::size_t i = 0; i < kBusyPartCount; ++i)
        compare(busy[i], [i](const StepTimes& step) { return step.busy[i]; });
    for (std::size_t i = 0; i < kIdleCauseCount; ++i)
        compare(idle[i], [i](const StepTimes& step) { return step.idle[i]; });
    return largest;
}

/// What of the longest step is waiting for a rank, idle time with a finding, or outside of the view, is theirs.
void addSlowStep(CandidateList& list, const CollectiveWaits& waits)
{
    const std::vector<StepTimes>& steps = list.facts().steps;
    if (steps.size() < kFewestSteps)
        return;
    std::vector<Nanoseconds> walls = mapped(steps, [](const StepTimes& step) { return step.wall.length(); });
    const Nanoseconds median = medianOf(std::move(walls));
    const StepTimes* const slowest = longestStep(steps);
    const Nanoseconds excess = saturatingSubtract(slowest->wall.length(), median);
    const Nanoseconds waited = saturatingAdd(totalLength(intersectionOf({ slowest->wall }, waits.ranges)),
        totalLength(intersectionOf({ slowest->wall }, waits.others)));
    const Nanoseconds own = saturatingSubtract(excess, waited);
    if (median <= 0 || shareOf(own, median) < list.thresholds().slowStep)
        return;
    const auto timeIn = [&](const Candidate& each) {
        return each.idleGroup                    ? list.facts().idleOfLongest[static_cast<std::size_t>(*each.idleGroup)]
            : each.kind == finding::kOutsideView ? totalLength(intersectionOf({ slowest->wall }, unionOf(each.ranges)))
                                                 : 0;
    };
    Nanoseconds named = 0;
    for (const Candidate& each : list.candidates())
        named = saturatingAdd(named, timeIn(each));
    Candidate candidate = list.make("slow-step", "steps", saturatingSubtract(own, named));
    if (!isWorthASentence(candidate, list.thresholds())) {
        if (named == 0)
            return;
        Candidate& most = *std::ranges::max_element(list.candidates(), {}, timeIn);
        most.sentence = { KT_PHRASE(
                              "overview", "%1 Step %2, which takes %3 more than the median of %4 steps, has %5 of it."),
            std::move(most.sentence), arg::Number { slowest->step.number }, arg::Duration { excess },
            arg::Count { steps.size() }, arg::Duration { timeIn(most) } };
        return;
    }
    candidate.slices = { slowest->step.slice };
    const Growth growth = largestGrowth(steps, *slowest);
    list.add(std::move(candidate),
        { KT_PHRASE("overview", "Step %1 takes %2, %3 more than the median of %4 steps (%5)%6%7."),
            arg::Number { slowest->step.number }, arg::Duration { slowest->wall.length() }, arg::Duration { excess },
            arg::Count { steps.size() }, arg::Duration { median },
            growth.excess <= excess / 2 ? Message {}
                                        : Message { KT_PHRASE("overview", "; it has %1 more %2"),
                                            arg::Duration { growth.excess }, growth.part },
            named == 0 ? Message {}
                       : Message { KT_PHRASE("overview", "; %1 of the step is time of other findings"),
                           arg::Duration { named } } });
}

/// Where no GPU work was recorded.
void addHostOp(CandidateList& list, const Trace& trace)
{
    Nanoseconds all = 0;
    for (const OperatorGroup& op : list.facts().hostOps)
        all = saturatingAdd(all, op.hostSelf);
    if (list.facts().hostOps.empty()
        || shareOf(list.facts().hostOps.front().hostSelf, all) < list.thresholds().largeShare)
        return;
    const OperatorGroup& top = list.facts().hostOps.front();
    Candidate candidate = list.make("large-op", "operators", top.hostSelf);
    candidate.whole = all;
    candidate.wholeName = { KT_PHRASE("overview", "self time of host ops") };
    const StringId name = trace.strings().find(top.name);
    for (std::size_t row = 0; row < trace.slices().size(); ++row) {
        if (trace.slices().name[row] == name && trace.slices().kind[row] == EventKind::CpuOp)
            candidate.slices.push_back(SliceTable::at(row));
    }
    list.add(std::move(candidate),
        { KT_PLURAL("overview",
              "No GPU work was recorded. On the host, %2 itself takes %3 in %1 call, %4 of the self time of all ops.",
              "No GPU work was recorded. On the host, %2 itself takes %3 in %1 calls, %4 of the self time of all ops."),
            arg::Count { top.count }, arg::Name { top.name }, arg::Duration { top.hostSelf },
            arg::Share { top.hostSelf, all } });
}

} // namespace

bool isWorthASentence(const Candidate& candidate, const FindingThresholds& thresholds)
{
    return candidate.atStake > 0 && candidate.atStake >= thresholds.smallTime
        && shareOf(candidate.atStake, candidate.whole) >= thresholds.smallShare;
}

std::vector<Candidate> candidatesOf(const OverviewSource& source, std::size_t rank, const RankFacts& facts,
    const FindingThresholds& thresholds, const CollectiveWaits& waits)
{
    CandidateList list(facts, thresholds);
    if (!facts.hasGpuWork) {
        addHostOp(list, *source.rankTrace(rank).trace);
        return list.take();
    }
    addIdleCandidates(list, source.cutoffs().kernelDelay);
    addTimeOutside(list);
    addWorkCandidates(list, source, rank, waits);
    addSlowStep(list, waits);
    return list.take();
}

std::optional<SlowRank> slowestRank(
    const OverviewSource& source, const std::vector<RankFacts>& ranks, const FindingThresholds& thresholds)
{
    Nanoseconds sum = 0;
    std::size_t count = 0;
    std::optional<std::size_t> slowest;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (!ranks[i].hasGpuWork || ranks[i].split.communication == 0)
            continue; // nobody waits for it
        sum = saturatingAdd(sum, ranks[i].split.compute);
        ++count;
        if (!slowest || ranks[i].split.compute > ranks[*slowest].split.compute)
            slowest = i;
    }
    if (count < 2)
        return std::nullopt;
    const RankFacts& facts = ranks[*slowest];
    const Nanoseconds mean = meanOf(sum, count);
    SlowRank found;
    found.rank = *slowest;
    Candidate& candidate = found.candidate;
    candidate.kind = finding::kSlowRank;
    candidate.analysis = "stragglers";
    candidate.atStake = saturatingSubtract(facts.split.compute, mean);
    candidate.whole = facts.split.window;
    candidate.wholeName = nameOfView();
    candidate.ranges = facts.parts[static_cast<std::size_t>(TimePart::Compute)].ranges;
    std::vector<std::int64_t> alike;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const bool isAlike = saturatingSubtract(ranks[i].split.compute, mean) >= candidate.atStake / 2;
        if (i != *slowest && ranks[i].hasGpuWork && ranks[i].split.communication > 0 && isAlike)
            alike.push_back(source.rankTrace(i).rank);
    }
    const arg::Duration compute { facts.split.compute };
    const arg::Duration more { candidate.atStake };
    candidate.sentence = alike.empty()
        ? Message { KT_PHRASE("overview",
                        "Computes %1, %2 more than the average of the %3 ranks that communicate: where they do, the "
                        "others may wait for it."),
              compute, more, arg::Count { count } }
        : Message { KT_PLURAL("overview",
                        "Computes %2, %3 more than the average of the %4 ranks that communicate; %1 other rank (%5) is "
                        "above it by half of that or more: where these communicate, the others may wait for them.",
                        "Computes %2, %3 more than the average of the %4 ranks that communicate; %1 other ranks (%5) "
                        "are above it by half of that or more: where these communicate, the others may wait for them."),
              arg::Count { alike.size() }, compute, more, arg::Count { count }, ranksInWords(alike) };
    return isWorthASentence(candidate, thresholds) ? std::optional(std::move(found)) : std::nullopt;
}

} // namespace kinetoscope
