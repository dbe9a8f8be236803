// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/late/late_rank.h"

#include "core/analysis/overview/candidates/candidate_list.h"
#include "core/analysis/overview/candidates/slow_rank.h"
#include "core/analysis/overview/late/late_kernels.h"
#include "core/analysis/overview/late/late_reasons.h"
#include "core/analysis/overview/late/late_stage.h"
#include "core/analysis/overview/late/late_starts.h"
#include "core/analysis/overview/late/late_together.h"
#include "core/analysis/overview/late/slow_group.h"
#include "core/analysis/overview/late/waits_by_root.h"
#include "core/analysis/ranks/wait_facts.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kinetoscope {

namespace {

/// What is at stake where each of the `isOther` waits `exposed` together.
Candidate lateCandidate(Nanoseconds exposed, const std::vector<bool>& isOther, std::span<const RankFacts> ranks)
{
    const auto others = std::max<Nanoseconds>(1, std::ranges::count(isOther, true));
    Nanoseconds windows = 0;
    for (const RankFacts& rank : ranks) {
        if (isOther[rank.rankIndex])
            windows = saturatingAdd(windows, rank.split.window);
    }
    Candidate candidate;
    candidate.kind = finding::kLateRank;
    candidate.analysis = "wait-causes";
    candidate.atStake = exposed / others;
    candidate.whole = windows / others;
    const bool isOnGpu = std::ranges::any_of(ranks, &RankFacts::hasGpuWork);
    candidate.wholeName = isOnGpu ? Message { KT_PHRASE("overview", "GPU time in view of a rank that waits") }
                                  : Message { KT_PHRASE("overview", "time in view of a rank that waits") };
    return candidate;
}

/// Whether it is known of most of what the others may wait for a rank that they do.
bool isTold(const WaitsForRank& found)
{
    return found.waits > 0 && found.untold <= found.waits;
}

/// Whether they would not wait as long for another one that comes as late.
bool holdsUp(const WaitsForRank& found)
{
    const auto others = std::max<Nanoseconds>(1, std::ranges::count(found.isOther, true));
    return found.heldUp >= found.waits / others / 5; // in dlrm_8rank rank 7 does, not the last of ranks 4 and 5
}

/// Of the rank that others would wait for most, were it known that they wait; nothing where that is no sentence's
/// worth.
std::optional<Remark> untoldRank(const std::map<std::uint32_t, WaitsForRank>& byRoot, std::span<const RankFacts> ranks,
    const WaitFacts& facts, const FindingThresholds& thresholds)
{
    std::uint32_t most = 0;
    const WaitsForRank* found = nullptr;
    for (const auto& [rank, each] : byRoot) {
        if (isTold(each) || (found != nullptr && each.eitherExposed <= found->eitherExposed))
            continue;
        most = rank;
        found = &each;
    }
    if (found == nullptr)
        return std::nullopt;
    std::vector<bool> isOther = found->isOther;
    for (std::size_t rank = 0; rank < isOther.size(); ++rank)
        isOther[rank] = isOther[rank] || found->isOtherUntold[rank];
    if (!isWorthASentence(lateCandidate(found->eitherExposed, isOther, ranks), thresholds))
        return std::nullopt;
    return Remark { "late-rank-unknown",
        { KT_PLURAL("overview",
              "Rank %2: whether %1 other rank waits for it in %5 is not known. The runs of that one take %3 "
              "longer than the shortest ones, but for %4 of that the ends of the ranks lie or scatter, by the clocks "
              "as they are known, at least half as far apart as the longest wait: a longer run may be a longer "
              "transfer.",
              "Rank %2: whether %1 other ranks wait for it in %5 is not known. Their runs take %3 longer "
              "together than the shortest ones, but for %4 of that the ends of the ranks lie or scatter, by the clocks "
              "as they are known, at least half as far apart as the longest wait: a longer run may be a longer "
              "transfer."),
            arg::Count { std::ranges::count(isOther, true) }, arg::Number { facts.rankOf(most) },
            arg::Duration { found->either }, arg::Duration { found->untold },
            placeOfWaits(found->eitherInTransfers, found->either) } };
}

/// See LatestRank::isNobodyWaiting.
bool isNobodyWaiting(const std::map<std::uint32_t, WaitsForRank>& byRoot, std::span<const RankFacts> ranks,
    const WaitFacts& facts, const FindingThresholds& thresholds)
{
    const std::vector<WaitInstance>& instances = facts.ledger.instances;
    const bool isAnyShared = std::ranges::any_of(instances, [](const auto& each) { return each.ranks.size() > 1; });
    if (!isAnyShared || !std::ranges::all_of(instances, &WaitInstance::isCharged))
        return false;
    Nanoseconds exposed = 0;
    for (const auto& [rank, root] : byRoot)
        exposed = saturatingAdd(exposed, root.eitherExposed);
    const std::vector<bool> all(facts.traces->ranks().size(), true);
    Candidate candidate = lateCandidate(exposed, all, ranks);
    candidate.atStake = exposed; // of all together: it may be one that waits for all of it
    return !isWorthASentence(candidate, thresholds);
}

/// A message with another sentence; either may be empty.
Message inOne(Message first, Message second)
{
    return first.isEmpty() ? second
        : second.isEmpty() ? first
                           : Message { KT_PHRASE("overview", "%1%2"), std::move(first), std::move(second) };
}

/// Whom ranks wait for, as LatestRank has it, and after the last rank of all of them.
/// @param isOneLate  as WaitedFor has it. @param more  said of each, too.
std::vector<Message> whomOf(
    const std::vector<LateTogether>& all, const WaitFacts& facts, bool isPipeline, bool isOneLate, const Message& more)
{
    std::size_t named = 0;
    bool doTheyWait = false;
    for (const LateTogether& each : all) {
        if (each.waits < all.front().waits / 10)
            continue;
        ++named;
        doTheyWait = doTheyWait || std::ranges::any_of(each.ranks, [&facts](std::uint32_t rank) {
            const auto totals = facts.totals.ranks.find(rank);
            return totals != facts.totals.ranks.end() && totals->second.suffered > 0;
        });
    }
    const WaitedFor waitedFor(all, isOneLate, facts);
    std::vector<Message> whom;
    for (std::uint32_t rank = 0; rank <= facts.traces->ranks().size(); ++rank) {
        Message own = isPipeline && named > 1 && doTheyWait
            ? Message { KT_PHRASE("overview", " Ranks wait for each other, as the stages of a pipeline do.") }
            : waitedFor.inWords(rank);
        whom.push_back(inOne(std::move(own), more));
    }
    return whom;
}

/// Whether a rank mostly comes last nearly together with others, for whom the others wait more than for it: had it come
/// in time, they would wait about as long.
bool isOneOfSeveral(std::uint32_t rank, const std::vector<LateTogether>& together, const WaitFacts& facts)
{
    const auto rooted = [&facts](std::uint32_t each) {
        const auto totals = facts.totals.ranks.find(each);
        return totals == facts.totals.ranks.end() ? Nanoseconds { 0 } : totals->second.rooted;
    };
    const std::vector<std::uint32_t>& first = together.front().ranks;
    return first.size() > 1 && std::ranges::binary_search(first, rank)
        && std::ranges::any_of(first, [&](std::uint32_t other) { return rooted(other) > rooted(rank); });
}

/// What latestRank() is asked.
struct LateQuestion {
    const OverviewSource& source;
    const std::vector<RankFacts>& ranks;
    const WaitFacts& facts;
    const FindingThresholds& thresholds;
    const AnalysisContext& context;

    [[nodiscard]] std::optional<SlowRank> slowest() const
    {
        return doClocksContradict(facts) ? std::nullopt : slowestRank(source, ranks, thresholds);
    }
};

/// Stages of a pipeline wait for each other though none is slower: only one that computes longer, or whose host is
/// late, is behind that. Both are empty without a pipeline.
struct BehindStages {
    std::optional<SlowRank> slow;
    std::optional<LateStage> stage;
    Message ofSome; ///< a sentence about a late host that is behind some of the waits; empty for none
};

/// " The GPU of rank 1 waits 20 ms longer ...": its host is late, though most waits for it are those of any stage.
Message lateHostOf(const LateStage& stage, std::int64_t rank)
{
    return { KT_PHRASE("overview",
                 " The GPU of rank %1 waits %2 longer for its host than those of the ranks that communicate do on "
                 "average, and others wait up to %3 for what it launches late."),
        arg::Number { rank }, arg::Duration { stage.more }, arg::Duration { stage.waits } };
}

Result<BehindStages> behindStages(const LateQuestion& question, const std::map<std::uint32_t, WaitsForRank>& byRoot)
{
    const auto& [source, ranks, facts, thresholds, context] = question;
    BehindStages behind { question.slowest(), std::nullopt, {} };
    KT_TRY(behind.stage, lateStage(source, ranks, facts, thresholds, context));
    if (behind.stage && behind.slow && behind.slow->rank != behind.stage->rank
        && behind.slow->candidate.atStake >= behind.stage->more)
        behind.stage.reset();
    // The finding is about all waits for the rank, and stages of a pipeline wait for each other anyway.
    const bool isAlsoSlow = behind.stage && behind.slow && behind.slow->rank == behind.stage->rank;
    const auto all = behind.stage && !isAlsoSlow ? byRoot.find(ranks[behind.stage->rank].rankIndex) : byRoot.end();
    if (all != byRoot.end() && behind.stage->waits < all->second.waits / 5 * 2) {
        behind.ofSome = lateHostOf(*behind.stage, source.rankTrace(behind.stage->rank).rank);
        behind.stage.reset();
    }
    return behind;
}

/// @param each  what each of the others waits.
/// @param why   sentences with a space before each; empty for none.
Message sentenceOfWaits(const WaitsForRank& found, Nanoseconds each, Nanoseconds waitsOfAll, Message why, bool isOnGpu)
{
    const auto others = static_cast<Nanoseconds>(std::ranges::count(found.isOther, true));
    const arg::Count count { others };
    const arg::Duration waits { found.waits };
    const arg::Share share { found.waits, waitsOfAll };
    Message place = placeOfWaits(found.inTransfers, found.waits);
    return isOnGpu
        ? Message { KT_PLURAL("overview",
                        "%1 other rank waits %2 for it in %6 (%5 of all waits), %3 while that rank computes nothing.%4",
                        "%1 other ranks wait %2 together for it in %6 (%5 of all waits), on average each %3 while they "
                        "compute nothing.%4"),
              count, waits, arg::Duration { each }, std::move(why), share, std::move(place) }
        : Message { KT_PLURAL("overview", "%1 other rank waits %2 for it in %5 (%4 of all waits).%3",
                        "%1 other ranks wait %2 together for it in %5 (%4 of all waits).%3"),
              count, waits, std::move(why), share, std::move(place) };
}

/// The rank that waits are for; nothing where they are not worth a sentence.
/// @param found    the waits for the rank at this position among the job's.
/// @param slowest  slowGroup().
Result<std::optional<LateRank>> lateRankOf(const LateQuestion& question, std::uint32_t rankIndex,
    const WaitsForRank& found, const BehindStages& behind, const RootReasons& reasons, const Message& slowest)
{
    const auto& [source, ranks, facts, thresholds, context] = question;
    LateRank late;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i].rankIndex == rankIndex)
            late.rank = i;
    }
    late.candidate = lateCandidate(found.exposed, found.isOther, ranks);
    if (!isWorthASentence(late.candidate, thresholds))
        return std::optional<LateRank> {};
    constexpr auto kHost = static_cast<std::size_t>(LatePart::IdleHostWait);
    ReasonParts byReason = found.byReason;
    byReason[kHost] = saturatingAdd(byReason[kHost], behind.stage ? behind.stage->waits : 0);
    const auto reason = std::ranges::max_element(byReason);
    // Where no reason is known, that it computes longest is what can be told.
    const std::optional<SlowRank> slower = behind.slow || *reason > 0 ? behind.slow : question.slowest();
    const bool isSlower = slower && slower->rank == late.rank;
    const bool isComputeReason = *reason > 0 && reason == byReason.begin() + static_cast<int>(LatePart::Compute);
    late.isForCompute = (isSlower && slower->alike.empty()) || isComputeReason;
    const bool isOnGpu = std::ranges::any_of(ranks, &RankFacts::hasGpuWork);
    HostReasons host;
    if (byReason[kHost] > 0 && !behind.stage) { // of a stage there is nothing to compare with, send by send
        KT_TRY(host, hostReasons(reasons.ofHost(found.instances), rankIndex, facts, isOnGpu, source, context));
    }
    const bool isForOtherGroups = found.byReason[static_cast<std::size_t>(LatePart::OtherGroup)] >= found.waits / 2;
    const Message ofStage = behind.stage ? Message { KT_PHRASE("overview",
                                                         " Its GPU waits %1 longer for its host than those of the "
                                                         "ranks that communicate do on average."),
        arg::Duration { behind.stage->more } }
                                         : Message {};
    Message why = inOne(
        inOne(reasonsMessage(byReason, found.waits, host, isSlower ? slower->candidate.atStake : 0, isOnGpu), ofStage),
        isForOtherGroups ? slowest : Message {});
    if (late.isForCompute)
        why = inOne(std::move(why), kernelsOfLateRank(source, ranks, late.rank, {}));
    late.candidate.sentence =
        sentenceOfWaits(found, late.candidate.atStake, facts.totals.suffered(), std::move(why), isOnGpu);
    for (const WaitInstance* const instance : found.instances)
        addWaitsOf(*instance, facts, late.waits);
    return std::optional(std::move(late));
}

} // namespace

bool doClocksContradict(const WaitFacts& waits)
{
    return std::ranges::any_of(waits.remarks, [](const Remark& each) { return each.code == "clocks-contradict"; });
}

Message placeOfWaits(Nanoseconds inTransfers, Nanoseconds all)
{
    if (inTransfers <= 0)
        return { KT_PHRASE("overview", "collectives") };
    return inTransfers >= all ? Message { KT_PHRASE("overview", "sends and receives") }
                              : Message { KT_PHRASE("overview", "collectives, sends and receives") };
}

Result<LatestRank> latestRank(const OverviewSource& source, const std::vector<RankFacts>& ranks, const WaitFacts& facts,
    const FindingThresholds& thresholds, const AnalysisContext& context)
{
    const LateQuestion question { source, ranks, facts, thresholds, context };
    LatestRank latest;
    const RootReasons reasons(facts);
    const std::map<std::uint32_t, WaitsForRank> byRoot = waitsByRoot(facts, reasons);
    latest.untold = untoldRank(byRoot, ranks, facts, thresholds);
    latest.waits = waitsOfLoaded(facts, [](const WaitInstance&) { return true; });
    latest.transfers = waitsOfLoaded(facts, [&facts](const WaitInstance& each) { return isTransfer(each, facts); });
    latest.ofSummaries = waitsOfSummaries(facts, std::nullopt);
    latest.isNobodyWaiting = isNobodyWaiting(byRoot, ranks, facts, thresholds);
    const bool isPipeline = areMostOfTransfers(facts, reasons);
    const std::vector<LateTogether> together = lateTogether(facts, std::nullopt);
    const Message slowest = slowGroup(facts);
    BehindStages behind;
    if (isPipeline) {
        KT_TRY(behind, behindStages(question, byRoot));
    }
    latest.whom = whomOf(together, facts, isPipeline, false,
        inOne(inOne(slowest, behind.ofSome), lateStartsOfRecordings(facts, std::nullopt)));
    latest.whomAll = latest.whom.back();
    const auto most = behind.stage ? byRoot.find(ranks[behind.stage->rank].rankIndex)
        : behind.slow              ? byRoot.find(ranks[behind.slow->rank].rankIndex)
                                   : std::ranges::max_element(byRoot, {}, [](const auto& a) {
                            return isTold(a.second) && holdsUp(a.second) ? a.second.exposed : Nanoseconds { -1 };
                        });
    const bool isSingle =
        isPipeline ? behind.stage || (behind.slow && behind.slow->alike.empty()) : lateInTurn(together, facts).empty();
    if (most == byRoot.end() || !isTold(most->second) || !holdsUp(most->second) || !isSingle
        || (!isPipeline && isOneOfSeveral(most->first, together, facts)))
        return latest;
    KT_TRY(latest.late, lateRankOf(question, most->first, most->second, behind, reasons, slowest));
    if (!latest.late)
        return latest;
    latest.whom =
        whomOf(lateTogether(facts, most->first), facts, isPipeline, true, lateStartsOfRecordings(facts, most->first));
    latest.ofSummaries = waitsOfSummaries(facts, most->first);
    return latest;
}

CollectiveWaits waitsOf(const OverviewSource& source, std::size_t rank, const LatestRank& latest)
{
    const auto rangesIn = [&](const Selection& waits) {
        std::vector<TimeRange> ranges;
        for (const IntervalRef& wait : waits.intervals) {
            if (wait.rank == source.rankIndex(rank))
                ranges.push_back(wait.range);
        }
        return unionOf(std::move(ranges));
    };
    CollectiveWaits waits;
    if (latest.late) {
        waits.rank = source.rankTrace(latest.late->rank).rank;
        waits.ranges = rangesIn(latest.late->waits);
    }
    waits.others = differenceOf(rangesIn(latest.waits), waits.ranges);
    waits.place =
        placeOfWaits(totalLength(intersectionOf(waits.others, rangesIn(latest.transfers))), totalLength(waits.others));
    if (!latest.whom.empty())
        waits.whom = latest.whom[source.rankIndex(rank)];
    waits.isOnlyRank = source.rankTrace(rank).trace->metadata().worldSize == 1;
    if (const auto& ranks = source.input().traces->ranks(); ranks.size() == 2)
        waits.onlyOther = ranks[1 - source.rankIndex(rank)].rank;
    return waits;
}

} // namespace kinetoscope
