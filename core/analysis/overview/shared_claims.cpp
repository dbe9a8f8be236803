// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/shared_claims.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// What its cures save before and after the GPU's work: the more of the two that are quoted.
Nanoseconds savedOutside(const Finding& finding)
{
    Nanoseconds most = 0;
    for (const std::optional<FindingSaving>* saving : { &finding.saving, &finding.other }) {
        if (*saving && (*saving)->saved > 0 && !(*saving)->isOfSteps)
            most = std::max(most, (*saving)->saved - std::max<Nanoseconds>(0, (*saving)->inView));
    }
    return most;
}

/// Of time before and after the GPU's work: that others save some of it; empty where none does.
Message savedByOthers(const Finding& outside, const std::vector<Finding>& all)
{
    const Finding* most = nullptr;
    std::size_t count = 0;
    for (const Finding& other : all) {
        const Nanoseconds there = other.rank == outside.rank ? savedOutside(other) : 0;
        // Little of it is told only where the other one speaks of it: a replay begins and ends a little apart.
        const bool isSaid = there > 0 && other.saving && other.saving->inView < other.saving->saved / 2;
        if (there <= 0 || (!isSaid && there < outside.candidate.atStake / 20))
            continue;
        ++count;
        if (most == nullptr || there > savedOutside(*most))
            most = &other;
    }
    if (most == nullptr)
        return {};
    const arg::Duration time { savedOutside(*most) };
    const arg::Duration ofMost { most->candidate.atStake };
    return count == 1
        ? Message { KT_PHRASE(
                        "overview", "%1 of this time is part of the estimated saving of another finding, that of %2."),
              time, ofMost }
        : Message { KT_PHRASE("overview",
                        "%1 of this time is part of the estimated saving of another finding, that of %2; savings of "
                        "other findings have parts of it, too."),
              time, ofMost };
}

/// Whether pieces of GPU work are what a finding is about, and one of them runs in the range: job time.
bool hasWorkIn(const Finding& finding, const RankTrace& rank, const TimeRange& range)
{
    const Trace& trace = *rank.trace;
    return std::ranges::any_of(finding.candidate.slices, [&](SliceId slice) {
        return isGpuWork(trace.kind(slice)) && !rank.toJobTime(trace.slices().range(slice)).clippedTo(range).isEmpty();
    });
}

/// Of what a rank or a step takes longer than others: that kernels in it are another finding; empty where none are.
Message kernelsOfOthers(const Finding& slow, const OverviewSource& source, const std::vector<Finding>& all)
{
    const bool isStep = slow.candidate.kind == finding::kSlowStep;
    const TimeRange range = isStep ? slow.candidate.ranges.front() : TimeRange { kMinTimestamp, kMaxTimestamp };
    const auto found = std::ranges::find_if(all, [&](const Finding& other) {
        return other.rank == slow.rank && hasWorkIn(other, source.rankTrace(other.rank), range);
    });
    if (found == all.end())
        return {};
    const arg::Duration stake { found->candidate.atStake };
    return isStep
        ? Message { KT_PHRASE("overview", "Kernels of another finding, that of %1, run in this step, too."), stake }
        : Message { KT_PHRASE("overview", "Kernels of another finding, that of %1, are part of this computation."),
              stake };
}

} // namespace

void nameSharedClaims(const OverviewSource& source, std::vector<Finding>& all)
{
    for (Finding& finding : all) {
        if (finding.candidate.kind == finding::kOutsideView)
            finding.shared = savedByOthers(finding, all);
        else if (finding.candidate.kind == finding::kSlowRank || finding.candidate.kind == finding::kSlowStep)
            finding.shared = kernelsOfOthers(finding, source, all);
    }
}

} // namespace kinetoscope
