// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/evidence/finding_rules.h"

#include "core/numeric/intervals.h"
#include "core/words/english.h"

#include <algorithm>
#include <regex>
#include <set>

namespace kinetoscope::tests {

namespace {

std::string wordsOf(Nanoseconds time)
{
    return english({ KT_PHRASE("overview", "%1"), arg::Duration { time } });
}

/// "" where the sentence says this time.
std::string saysTime(const FindingClaim& claim, Nanoseconds time)
{
    return claim.sentence.find(wordsOf(time)) != std::string::npos ? std::string() : "does not say " + wordsOf(time);
}

/// The number at the first place of a pattern; -1 where the sentence has no such words.
std::int64_t numberIn(const FindingClaim& claim, const std::string& pattern)
{
    std::smatch match;
    return std::regex_search(claim.sentence, match, std::regex(pattern)) ? std::stoll(match[1]) : -1;
}

std::string differs(const char* what, std::int64_t said, std::int64_t found)
{
    return said == found
        ? std::string()
        : std::string(what) + ": " + std::to_string(said) + " said, " + std::to_string(found) + " found";
}

std::string firstOf(std::initializer_list<std::string> faults)
{
    const auto* const fault = std::ranges::find_if(faults, [](const std::string& each) { return !each.empty(); });
    return fault == faults.end() ? std::string() : *fault;
}

/// Intervals of the claim, of all ranks or of one; in time order.
std::vector<TimeRange> intervalsOf(const FindingClaim& claim, std::optional<std::uint32_t> rank = std::nullopt)
{
    std::vector<TimeRange> ranges;
    for (const IntervalRef& interval : claim.evidence.intervals) {
        if (!rank || interval.rank == *rank)
            ranges.push_back(interval.range);
    }
    std::ranges::sort(ranges, {}, &TimeRange::begin);
    return ranges;
}

Nanoseconds sumOfLengths(const std::vector<TimeRange>& ranges)
{
    Nanoseconds sum = 0;
    for (const TimeRange& range : ranges)
        sum += range.length();
    return sum;
}

/// The intervals are the figure, and none overlaps another.
std::string isSum(const FindingClaim& claim, const FindingClaims& /*all*/)
{
    const std::vector<TimeRange> ranges = intervalsOf(claim);
    const Nanoseconds sum = sumOfLengths(ranges);
    return firstOf({ differs("ns", claim.figure, sum), differs("ns of the union", sum, totalLength(unionOf(ranges))),
        saysTime(claim, claim.figure) });
}

/// How many gaps between the rank's work have time of the claim.
std::int64_t gapsWith(const std::vector<TimeRange>& claimed, const std::vector<TimeRange>& busy)
{
    std::set<std::ptrdiff_t> gaps; // a gap is known by the work behind it, which may have no length
    for (const TimeRange& range : claimed) {
        const auto first = std::ranges::upper_bound(busy, range.begin, {}, &TimeRange::begin) - busy.begin();
        const auto last = std::ranges::lower_bound(busy, range.end, {}, &TimeRange::begin) - busy.begin();
        for (auto gap = first; gap <= last; ++gap)
            gaps.insert(gap);
    }
    return static_cast<std::int64_t>(gaps.size());
}

/// The intervals are the figure, the rank is idle in them, and they are as many gaps or stretches as is said.
std::string isIdle(const FindingClaim& claim, const FindingClaims& all)
{
    const std::vector<TimeRange>& busy = all.workOf(claim.rank).busy;
    const std::vector<TimeRange> claimed = unionOf(intervalsOf(claim));
    if (const std::string fault = isSum(claim, all); !fault.empty())
        return fault;
    if (totalLength(intersectionOf(claimed, busy)) > 0)
        return "is not idle";
    const auto stretches = static_cast<std::int64_t>(claimed.size());
    // Gaps with work of no length between them are one stretch, and one place.
    const std::int64_t gaps = std::min(gapsWith(claimed, busy), stretches);
    if (const std::int64_t said = numberIn(claim, R"(in (?:(?:[0-9]+ )?parts? of )?([0-9]+) gaps?[ ,;:])");
        said >= 0 && said != gaps)
        return differs("gaps", said, gaps);
    if (const std::int64_t said = numberIn(claim, R"(in ([0-9]+) parts? of [0-9]+ gap)");
        said >= 0 && said != stretches)
        return differs("parts", said, stretches);
    if (numberIn(claim, R"(, in ([0-9]+) gaps?[ ,;:])") >= 0 && stretches > gaps)
        return differs("intervals of gaps", gaps, stretches);
    if (const std::int64_t said = numberIn(claim, R"(, ([0-9]+) stretch(es)? without)"); said >= 0)
        return differs("stretches", said, stretches);
    if (const std::int64_t said = numberIn(claim, R"(, ([0-9]+) times[,:;])"); said >= 0 && said != stretches)
        return differs("times", said, stretches);
    return claim.sentence.find(", at one time") == std::string::npos || stretches == 1 ? "" : "is not at one time";
}

std::string isExposed(
    const FindingClaim& claim, const std::vector<TimeRange>& work, std::vector<std::vector<TimeRange>> beside)
{
    const std::vector<TimeRange> claimed = unionOf(intervalsOf(claim));
    if (totalLength(differenceOf(claimed, work)) > 0)
        return "has time without such work";
    for (const std::vector<TimeRange>& hiding : beside) {
        if (totalLength(intersectionOf(claimed, hiding)) > 0)
            return "has time that other work hides";
    }
    return {};
}

std::string isExposedCommunication(const FindingClaim& claim, const FindingClaims& all)
{
    const RankWork& work = all.workOf(claim.rank);
    return firstOf({ isSum(claim, all), isExposed(claim, work.communication, { work.compute }),
        saysTime(claim, totalLength(work.communication)) });
}

std::string isExposedCopies(const FindingClaim& claim, const FindingClaims& all)
{
    const RankWork& work = all.workOf(claim.rank);
    return firstOf({ isSum(claim, all), isExposed(claim, work.memory, { work.compute, work.communication }) });
}

std::string isWaitForRanks(const FindingClaim& claim, const FindingClaims& all)
{
    return totalLength(intersectionOf(unionOf(intervalsOf(claim)), all.workOf(claim.rank).compute)) > 0
        ? "has time of computation"
        : isSum(claim, all);
}

/// What the others wait, time of each counted once; and on average, what each waits while it computes nothing.
std::string isLateRank(const FindingClaim& claim, const FindingClaims& all)
{
    Nanoseconds waits = 0;
    Nanoseconds exposed = 0;
    const std::size_t ranks = all.input().traces->ranks().size();
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        const std::vector<TimeRange> ofRank = unionOf(intervalsOf(claim, rank));
        waits += totalLength(ofRank);
        exposed += totalLength(differenceOf(ofRank, all.workOf(rank).compute));
    }
    const std::int64_t said = numberIn(claim, R"(([0-9]+) other ranks?)");
    const std::int64_t others = said > 0 ? said : 1;
    return firstOf({ saysTime(claim, waits), differs("ns", claim.figure, exposed / others) });
}

/// Outside of everything from the first to the last work.
std::string isOutside(const FindingClaim& claim, const FindingClaims& all)
{
    const std::vector<TimeRange>& work = all.workOf(claim.rank).all;
    const std::vector<TimeRange> view { { work.front().begin, work.back().end } };
    return totalLength(intersectionOf(unionOf(intervalsOf(claim)), view)) > 0 ? "lies in the view" : isSum(claim, all);
}

/// Slices that take what is said in as many pieces as are said. At stake is a part of it, as far as they run alone, or
/// what a replay saves of it.
std::string isWork(const FindingClaim& claim, const FindingClaims& all, Nanoseconds divisor)
{
    const FindingClaims::SliceTimes times = all.timesOf(claim);
    const Nanoseconds covered = totalLength(times.covered);
    const Nanoseconds alone = totalLength(times.alone);
    const std::int64_t pieces = numberIn(claim, R"( in ([0-9]+) (kernels?|calls?)[,. ])");
    const bool isSaid = alone >= covered - covered / 20 || claim.sentence.find(" alone for ") != std::string::npos;
    const Nanoseconds most = (claim.saved ? covered : alone) / divisor;
    return firstOf(
        { saysTime(claim, covered), differs("pieces", pieces, static_cast<std::int64_t>(claim.evidence.slices.size())),
            isSaid ? std::string() : "does not say that other work runs beside it",
            alone >= covered - covered / 20 ? std::string() : saysTime(claim, alone),
            differs("ns", claim.figure, claim.saved ? std::min(*claim.saved, covered / divisor) : alone / divisor),
            claim.figure <= most ? std::string() : differs("ns at most", claim.figure, most) });
}

std::string isWholeWork(const FindingClaim& claim, const FindingClaims& all)
{
    return isWork(claim, all, 1);
}

std::string isHalfOfWork(const FindingClaim& claim, const FindingClaims& all)
{
    return isWork(claim, all, 2);
}

/// Of calls that reach a share of a peak, the rest, as far as they run alone or a replay saves it.
std::string isBeyondPeak(const FindingClaim& claim, const FindingClaims& all)
{
    const FindingClaims::SliceTimes times = all.timesOf(claim);
    const auto slices = static_cast<std::int64_t>(claim.evidence.slices.size());
    const std::int64_t calls = numberIn(claim, R"( in ([0-9]+) calls?[,.; ])");
    return firstOf({ saysTime(claim, totalLength(times.covered)),
        calls > 0 && calls <= slices ? std::string() : differs("calls", calls, slices),
        claim.saved ? differs("ns saved", claim.figure, *claim.saved) : std::string(),
        claim.figure <= totalLength(claim.saved ? times.covered : times.alone) ? std::string()
                                                                               : "is more than it is" });
}

/// What the host slices of the claim take themselves: without what is nested in them, Python aside.
std::string isSelfTime(const FindingClaim& claim, const FindingClaims& all)
{
    const RankTrace& rank = all.input().traces->ranks()[claim.rank];
    const SliceTable& slices = rank.trace->slices();
    std::map<SliceId, std::vector<TimeRange>> nested;
    for (const SliceRef& slice : claim.evidence.slices)
        nested[slice.slice];
    const auto visible = [&](SliceId slice) {
        const Timestamp begin = rank.toJobTime(slices.start[slice.index()]);
        return visiblePart(all.input().scope, { begin, begin + slices.duration(slice) });
    };
    for (std::uint32_t row = 0; row < slices.size(); ++row) {
        if (!isHostCallTree(slices.kind[row]) || slices.kind[row] == EventKind::PythonFunction)
            continue;
        const auto part = visible(SliceTable::at(row));
        for (SliceId up = slices.parent[row]; part && up.isValid(); up = slices.parent[up.index()]) {
            if (const auto around = nested.find(up); around != nested.end())
                around->second.push_back(*part);
        }
    }
    Nanoseconds sum = 0;
    for (const auto& [slice, inside] : nested)
        sum += visible(slice).value_or(TimeRange {}).length() - totalLength(unionOf(inside));
    const std::int64_t calls = numberIn(claim, R"( in ([0-9]+) calls?[,. ])");
    const auto pieces = static_cast<std::int64_t>(nested.size());
    const std::int64_t inOthers = std::ranges::count_if(nested, [&](const auto& each) { // may be one call with these
        return nested.contains(slices.parent[each.first.index()]);
    });
    return firstOf({ differs("ns", claim.figure, sum), saysTime(claim, claim.figure),
        calls <= pieces && calls >= pieces - inOthers ? std::string() : differs("calls", calls, pieces) });
}

/// The window of a step, which is as long as is said; at stake is what it has more than others.
std::string isStep(const FindingClaim& claim, const FindingClaims& /*all*/)
{
    const Nanoseconds length = sumOfLengths(intervalsOf(claim));
    return claim.figure > length ? "is more than the step" : saysTime(claim, length);
}

std::string isSlowRank(const FindingClaim& claim, const FindingClaims& all)
{
    const std::vector<TimeRange> claimed = unionOf(intervalsOf(claim));
    return firstOf({ isExposed(claim, all.workOf(claim.rank).compute, {}), saysTime(claim, totalLength(claimed)),
        saysTime(claim, claim.figure) });
}

/// The waits themselves; at stake is what a replay without them saves.
std::string isWaitForGpu(const FindingClaim& claim, const FindingClaims& /*all*/)
{
    const std::vector<TimeRange> waits = intervalsOf(claim);
    return firstOf({ saysTime(claim, sumOfLengths(waits)),
        differs("calls", numberIn(claim, R"( in ([0-9]+) calls?[ :(])"), static_cast<std::int64_t>(waits.size())),
        claim.saved ? differs("ns saved", claim.figure, *claim.saved) : "has no saving" });
}

} // namespace

const std::map<std::string, FindingRule>& findingRules()
{
    static const std::map<std::string, FindingRule> kRules { { "data-loading", isIdle },
        { "device-allocation", isIdle }, { "long-allocation", isIdle }, { "first-use", isIdle },
        { "compilation", isIdle }, { "graph-capture", isIdle }, { "python-wait", isIdle },
        { "host-collective", isIdle }, { "profiler-overhead", isIdle }, { "sync-idle", isIdle },
        { "sync-wait", isIdle }, { "host-wait", isIdle }, { "short-kernels", isIdle }, { "kernel-gaps", isIdle },
        { "event-gaps", isIdle }, { "long-gaps", isIdle }, { "unknown-gaps", isIdle },
        { "exposed-communication", isExposedCommunication }, { "exposed-copies", isExposedCopies },
        { "waits-for-ranks", isWaitForRanks }, { "late-rank", isLateRank }, { "slow-rank", isSlowRank },
        { "slow-step", isStep }, { "outside-view", isOutside }, { "waits-for-gpu", isWaitForGpu },
        { "large-kernel", isHalfOfWork }, { "elementwise-runs", isHalfOfWork }, { "float32-matmul", isHalfOfWork },
        { "float32-work", isHalfOfWork }, { "unaligned-matmul", isHalfOfWork }, { "layout-conversion", isWholeWork },
        { "waiting-kernel", isWholeWork }, { "below-peak", isBeyondPeak }, { "small-calls", isBeyondPeak },
        { "host-collectives", isSum }, { "host-data-loading", isSum }, { "host-compilation", isSum },
        { "unrecorded-host", isSum }, { "large-op", isSelfTime } };
    return kRules;
}

} // namespace kinetoscope::tests
