// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/slow_step_figures.h"

#include "core/analysis/overview/facts/shares.h"
#include "core/analysis/overview/facts/step_facts.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"
#include "core/numeric/statistics.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kinetoscope {

namespace {

/// How much longer than usual what the longest step has launched keeps the GPU busy. Where steps overlap there, its
/// window has the more of its own work, the less it begins beside the step before.
Nanoseconds excessOfLaunched(const RankFacts& facts)
{
    return excessOfLongest(facts.stepWindows, mapped(facts.steps, &StepTimes::ownBusy));
}

/// What of the longest step's time beyond the median of all is more work of its own or more idle time.
Nanoseconds excessOfOwn(const RankFacts& facts)
{
    std::vector<Nanoseconds> idle(facts.steps.size());
    for (std::size_t part = kBusyPartCount; part < facts.ofSteps.size(); ++part) {
        for (std::size_t i = 0; i < facts.ofSteps[part].size(); ++i)
            idle[i] = saturatingAdd(idle[i], facts.ofSteps[part][i]);
    }
    return saturatingAdd(excessOfLaunched(facts), excessOfLongest(facts.stepWindows, idle));
}

} // namespace

std::optional<SlowStep> slowStepIn(const RankFacts& facts, const CollectiveWaits& waits, double leastShare)
{
    const std::vector<TimeRange>& windows = facts.stepWindows;
    if (windows.size() < kFewestStepsCompared)
        return std::nullopt;
    SlowStep slow;
    slow.place = longestOf(windows);
    slow.median = medianTime(mapped(windows, &TimeRange::length));
    slow.excess = saturatingSubtract(windows[slow.place].length(), slow.median);
    std::vector<TimeRange> waited = waits.ranges;
    append(waited, waits.others);
    slow.waited = timeInEach(windows, unionOf(std::move(waited)));
    const Nanoseconds ofWaits = excessOfLongest(windows, slow.waited);
    slow.own = saturatingSubtract(std::min(slow.excess, excessOfOwn(facts)), ofWaits);
    slow.launched = std::max<Nanoseconds>(0, excessOfLaunched(facts) - ofWaits);
    return slow.median > 0 && shareOf(slow.own, slow.median) >= leastShare ? std::optional(std::move(slow))
                                                                           : std::nullopt;
}

GrownPart largestGrowth(const RankFacts& facts)
{
    const std::array<Message, kBusyPartCount + kIdleCauseCount> parts { { { KT_PHRASE("overview", "computation") },
        { KT_PHRASE("overview", "communication that no computation hides") },
        { KT_PHRASE("overview", "copies that nothing hides") }, { KT_PHRASE("overview", "other GPU work") },
        { KT_PHRASE("overview", "waiting of the GPU for the host") },
        { KT_PHRASE("overview", "short gaps between pieces of work") },
        { KT_PHRASE("overview", "waiting of queued work") },
        { KT_PHRASE("overview", "idle time before work that no launch in the file is linked to") } } };
    const Nanoseconds launched = excessOfLaunched(facts);
    GrownPart largest;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        Nanoseconds excess = excessOfLongest(facts.stepWindows, facts.ofSteps[i]);
        if (i < kBusyPartCount)
            excess = std::min(excess, launched);
        if (excess > largest.excess)
            largest = { parts[i], excess, i < kBusyPartCount, &facts.ofSteps[i] };
    }
    return largest;
}

std::vector<Nanoseconds> timeInSteps(
    const Candidate& each, const RankFacts& facts, const std::vector<Nanoseconds>& waited)
{
    if (each.idleGroup)
        return facts.idleOfSteps[static_cast<std::size_t>(*each.idleGroup)];
    if (each.kind == finding::kExposedCopies)
        return facts.ofSteps[static_cast<std::size_t>(TimePart::MemoryExposed)];
    if (each.kind != finding::kExposedCommunication)
        return {};
    std::vector<Nanoseconds> times = facts.ofSteps[static_cast<std::size_t>(TimePart::CommunicationExposed)];
    for (std::size_t step = 0; step < times.size(); ++step)
        times[step] = std::max<Nanoseconds>(0, times[step] - waited[step]);
    return times;
}

} // namespace kinetoscope
