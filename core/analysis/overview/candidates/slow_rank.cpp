// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/slow_rank.h"

#include "core/analysis/overview/candidates/candidate_list.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace kinetoscope {

namespace {

bool communicates(const RankFacts& facts)
{
    return facts.hasGpuWork && facts.split.communication > 0;
}

/// Numbers of the steps of a rank that the scope has.
std::vector<std::int64_t> stepsOfRank(const OverviewSource& source, std::size_t rank)
{
    std::vector<std::int64_t> steps = source.rankTrace(rank).stepNumbers();
    std::erase_if(steps, [&source](std::int64_t step) { return !isChosen(source.input().scope.steps, step); });
    return steps;
}

} // namespace

std::vector<std::size_t> comparableRanks(const OverviewSource& source, const std::vector<RankFacts>& ranks)
{
    std::map<std::vector<std::int64_t>, std::vector<std::size_t>> bySteps;
    std::size_t count = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (!communicates(ranks[i]))
            continue;
        bySteps[source.input().scope.range ? std::vector<std::int64_t> {} : stepsOfRank(source, i)].push_back(i);
        ++count;
    }
    for (auto& [steps, same] : bySteps) {
        if (2 * same.size() > count)
            return std::move(same);
    }
    return {};
}

namespace {

/// What a rank has recorded of the scope; job time.
TimeRange recordedOf(const OverviewSource& source, std::size_t i)
{
    const RankTrace& rank = source.rankTrace(i);
    const RankSummary* const summary = rank.readsFrom();
    const TimeRange recorded = rank.toJobTime(summary ? summary->meta.coreRange : rank.trace->coreRange());
    const std::optional<TimeRange>& range = source.input().scope.range;
    return range ? recorded.clippedTo(*range) : recorded;
}

/// Whether a rank may compute `more` than the average of these only since its recording begins earlier, or ends later
/// with more work in it: in a range, and without steps. Who computes longer may end later with as much work, too.
bool mayBeRecordedLonger(const OverviewSource& source, const std::vector<RankFacts>& facts,
    const std::vector<std::size_t>& ranks, std::size_t rank, Nanoseconds more)
{
    if (!source.input().scope.range && !stepsOfRank(source, rank).empty())
        return false;
    const TimeRange own = recordedOf(source, rank);
    Nanoseconds longer = 0;
    Nanoseconds earlier = 0;
    Nanoseconds later = 0;
    std::size_t works = 0;
    for (const std::size_t each : ranks) {
        const TimeRange other = recordedOf(source, each);
        longer = saturatingAdd(longer, saturatingSubtract(own.length(), other.length()));
        earlier = saturatingAdd(earlier, saturatingSubtract(other.begin, own.begin));
        later = saturatingAdd(later, saturatingSubtract(own.end, other.end));
        works += facts[each].works;
    }
    const auto isMuch = [&](Nanoseconds sum) { return sum / static_cast<Nanoseconds>(ranks.size()) >= more / 2; };
    const double usualWork = static_cast<double>(works) / static_cast<double>(ranks.size());
    const double usualCompute = static_cast<double>(saturatingSubtract(facts[rank].split.compute, more));
    const double moreWork = static_cast<double>(facts[rank].works) - usualWork;
    const bool isMoreWork = moreWork * usualCompute >= usualWork * static_cast<double>(more) / 2;
    return isMuch(longer) && (isMuch(earlier) || (isMuch(later) && isMoreWork));
}

} // namespace

std::optional<SlowRank> slowestRank(
    const OverviewSource& source, const std::vector<RankFacts>& ranks, const FindingThresholds& thresholds)
{
    const std::vector<std::size_t> comparable = comparableRanks(source, ranks);
    const std::size_t count = comparable.size();
    if (count < 2)
        return std::nullopt;
    Nanoseconds sum = 0;
    std::size_t slowest = comparable.front();
    for (const std::size_t i : comparable) {
        sum = saturatingAdd(sum, ranks[i].split.compute);
        if (ranks[i].split.compute > ranks[slowest].split.compute)
            slowest = i;
    }
    const RankFacts& facts = ranks[slowest];
    const Nanoseconds mean = meanOf(sum, count);
    SlowRank found;
    found.rank = slowest;
    Candidate& candidate = found.candidate;
    candidate.kind = finding::kSlowRank;
    candidate.analysis = "stragglers";
    candidate.atStake = saturatingSubtract(facts.split.compute, mean);
    if (mayBeRecordedLonger(source, ranks, comparable, slowest, candidate.atStake))
        return std::nullopt;
    candidate.whole = facts.split.window;
    candidate.wholeName = nameOfView();
    candidate.ranges = facts.parts[static_cast<std::size_t>(TimePart::Compute)].ranges;
    std::vector<std::int64_t> alike;
    for (const std::size_t i : comparable) {
        const bool isAlike = saturatingSubtract(ranks[i].split.compute, mean) >= candidate.atStake / 2;
        if (i == slowest || !isAlike)
            continue;
        alike.push_back(source.rankTrace(i).rank);
        found.alike.push_back(i);
    }
    found.areMost = 2 * (alike.size() + 1) > count;
    const arg::Duration compute { facts.split.compute };
    const arg::Duration more { candidate.atStake };
    const bool areAll = count == static_cast<std::size_t>(std::ranges::count_if(ranks, communicates));
    const Message whom = areAll
        ? Message { KT_PHRASE("overview", "the %1 ranks that communicate"), arg::Count { count } }
        : Message { KT_PHRASE("overview", "the %1 ranks that communicate and have the same steps"),
              arg::Count { count } };
    candidate.sentence = alike.empty()
        ? Message { KT_PHRASE("overview",
                        "Computes %1, %2 more than the average of %3: where they communicate, the "
                        "others may wait for it."),
              compute, more, whom }
        : Message { KT_PLURAL("overview",
                        "Computes %2, %3 more than the average of %4; %1 other rank (%5) is "
                        "above it by half of that or more: where these communicate, the others may wait for them.",
                        "Computes %2, %3 more than the average of %4; %1 other ranks (%5) "
                        "are above it by half of that or more: where these communicate, the others may wait for them."),
              arg::Count { alike.size() }, compute, more, whom, arg::Numbers { alike } };
    return isWorthASentence(candidate, thresholds) ? std::optional(std::move(found)) : std::nullopt;
}

} // namespace kinetoscope
