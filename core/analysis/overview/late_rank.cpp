// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/late_rank.h"

#include "core/analysis/causes/cause.h"
#include "core/analysis/causes/idle_ledger.h"
#include "core/analysis/causes/owner_labels.h"
#include "core/analysis/overview/candidate_list.h"
#include "core/analysis/overview/late_together.h"
#include "core/analysis/overview/slow_group.h"
#include "core/analysis/ranks/wait_facts.h"
#include "core/analysis/scope/per_rank.h"
#include "core/base/sort_stably.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

/// What waits are for, by LatePart; the last one is that the rank was late in the collective before.
using ReasonParts = std::array<Nanoseconds, kLatePartCount + 1>;
constexpr std::size_t kLateBefore = kLatePartCount;

/// What the others wait for one rank.
struct WaitsForRank {
    Nanoseconds waits = 0;
    Nanoseconds exposed = 0;
    Nanoseconds untold = 0; ///< waits, if they are any: the ends of these collectives lie apart
    Nanoseconds untoldExposed = 0;
    Nanoseconds inTransfers = 0; ///< of `waits`: in sends and receives
    Nanoseconds untoldInTransfers = 0;
    Nanoseconds heldUp = 0; ///< what the collectives in which they began would gain had it alone come in time
    std::set<const WaitInstance*> roots;               ///< those
    std::map<std::uint32_t, Nanoseconds> waitsOfOther; ///< by rank
    ReasonParts byReason {};                           ///< of the waits: each divided as RootReasons has it
    std::vector<bool> isOther;       ///< by rank: it waits for it, a tenth of the one that waits longest or more
    std::vector<bool> isOtherUntold; ///< or may
    std::vector<const WaitInstance*> instances; ///< with waits for it
};

/// Whether a rank hands something on to another in it, and no others of the group are in it.
bool isTransfer(const WaitInstance& instance, const WaitFacts& facts)
{
    constexpr std::array kTransfers { CollectiveKind::Pair, CollectiveKind::Send, CollectiveKind::Receive,
        CollectiveKind::SendReceive };
    return std::ranges::find(kTransfers, facts.matching->instances[instance.instance].kind) != kTransfers.end();
}

/// What the last rank took longer for, by reason. All idle time is that of its largest cause, since one lost launch
/// makes one of another, and all communication is one reason.
LateParts partsOfReasons(const Lateness& lateness)
{
    LateParts parts = lateness.parts;
    const auto putTogether = [&parts](LatePart first, LatePart last) {
        const auto all = std::span(parts).subspan(
            static_cast<std::size_t>(first), static_cast<std::size_t>(last) - static_cast<std::size_t>(first) + 1);
        const auto largest = std::ranges::max_element(all);
        const Nanoseconds sum = std::accumulate(all.begin(), all.end(), Nanoseconds { 0 });
        std::ranges::fill(all, 0);
        *largest = sum;
    };
    putTogether(LatePart::SameGroup, LatePart::OtherGroup);
    putTogether(LatePart::IdleHostWait, LatePart::IdleUnknownLaunch);
    for (Nanoseconds& part : parts)
        part = std::max<Nanoseconds>(0, part);
    return parts;
}

/// Waits divided in proportion, rounded down: they never add up to more.
template <std::size_t Count>
std::array<Nanoseconds, Count> divided(Nanoseconds waits, const std::array<Nanoseconds, Count>& parts)
{
    const Nanoseconds whole = std::accumulate(parts.begin(), parts.end(), Nanoseconds { 0 });
    std::array<Nanoseconds, Count> all {};
    std::ranges::transform(parts, all.begin(),
        [&](Nanoseconds part) { return static_cast<Nanoseconds>(static_cast<double>(waits) * shareOf(part, whole)); });
    return all;
}

/// Finds the reasons of the collectives in which waits began.
class RootReasons {
public:
    explicit RootReasons(const WaitFacts& facts)
        : m_facts(facts)
        , m_byInstance(facts.matching->instances.size(), nullptr)
    {
        m_partsOf.resize(facts.ledger.instances.size(), 0);
        for (const WaitInstance& instance : facts.ledger.instances) {
            m_byInstance[instance.instance] = &instance;
            if (!isKnown(instance))
                continue; // of pairs of a thousand ranks there are a million
            // What it is carried over from is there already.
            ReasonParts parts = partsOf(instance);
            m_partsOf[placeOf(instance)] = m_parts.size();
            m_parts.push_back(parts);
        }
    }
    /// Where the waits began; nullptr where the scope lacks it.
    [[nodiscard]] const WaitInstance* rootOf(const WaitInstance& instance) const
    {
        return m_byInstance[instance.rootInstance];
    }
    /// Why the rank that all waited for in the end was late; nullptr where nothing tells, or the scope lacks it. Nor
    /// does what explains less than half of the longest wait.
    [[nodiscard]] const ReasonParts* of(const WaitInstance& instance) const
    {
        const WaitInstance* const root = rootOf(instance);
        if (root == nullptr || !isKnown(*root))
            return nullptr;
        const auto longest = std::ranges::max_element(root->ranks, {}, &RankWait::wait);
        const bool explains =
            longest == root->ranks.end() || latenessOf(m_facts.ledger, *root)->lateBy >= longest->wait / 2;
        return explains ? &m_parts[m_partsOf[placeOf(*root)]] : nullptr;
    }
    /// The collective before, where the same rank came late for a known reason; nullptr for none.
    [[nodiscard]] const WaitInstance* carriedOverFrom(const WaitInstance& instance) const
    {
        const Lateness* const lateness = isKnown(instance) ? latenessOf(m_facts.ledger, instance) : nullptr;
        const bool isCarried = lateness != nullptr && lateness->computedBefore > 0 && lateness->before != kNoInstance;
        const WaitInstance* const before = isCarried ? m_byInstance[lateness->before] : nullptr;
        return before != nullptr && before < &instance && isKnown(*before)
                && lastRankOf(*before) == lastRankOf(instance)
            ? before
            : nullptr;
    }

private:
    [[nodiscard]] std::size_t placeOf(const WaitInstance& instance) const
    {
        return static_cast<std::size_t>(&instance - m_facts.ledger.instances.data());
    }
    [[nodiscard]] bool isKnown(const WaitInstance& instance) const
    {
        const Lateness* const lateness = latenessOf(m_facts.ledger, instance);
        return !instance.areEndsApart && lateness != nullptr && lateness->reason
            && lateness->reason != LatePart::OtherGroupWait;
    }
    [[nodiscard]] std::uint32_t lastRankOf(const WaitInstance& instance) const
    {
        return m_facts.matching->runs[instance.ranks[*instance.last()].run].rank;
    }
    /// Lateness that is only carried over has the reasons of that before.
    [[nodiscard]] ReasonParts partsOf(const WaitInstance& instance) const
    {
        ReasonParts parts {};
        const Lateness& lateness = *latenessOf(m_facts.ledger, instance);
        std::ranges::copy(partsOfReasons(lateness), parts.begin());
        const Nanoseconds carried = lateness.computedBefore;
        parts[static_cast<std::size_t>(LatePart::Compute)] -= carried;
        const WaitInstance* const before = carriedOverFrom(instance);
        ReasonParts from {};
        if (before != nullptr)
            from = divided(carried, m_parts[m_partsOf[placeOf(*before)]]);
        else
            from[kLateBefore] = carried;
        std::ranges::transform(parts, from, parts.begin(), saturatingAdd);
        return parts;
    }

    const WaitFacts& m_facts;
    std::vector<const WaitInstance*> m_byInstance;
    std::vector<std::size_t> m_partsOf; ///< by place in the ledger: position in `m_parts`, where they are known
    std::vector<ReasonParts> m_parts;
};

std::map<std::uint32_t, WaitsForRank> waitsByRoot(const WaitFacts& facts, const RootReasons& reasons)
{
    std::map<std::uint32_t, WaitsForRank> byRoot;
    for (const WaitInstance& instance : facts.ledger.instances) {
        if (!instance.root)
            continue;
        WaitsForRank& root = byRoot[*instance.root];
        root.isOther.resize(facts.traces->ranks().size(), false);
        root.isOtherUntold.resize(facts.traces->ranks().size(), false);
        if (!instance.areEndsApart)
            root.instances.push_back(&instance);
        Nanoseconds waits = 0;
        const bool isOfTransfer = isTransfer(instance, facts);
        for (const RankWait& rank : instance.ranks) {
            const std::uint32_t other = facts.matching->runs[rank.run].rank;
            if (rank.wait == 0 || other == *instance.root)
                continue; // it may wait itself for a rank that waited for it
            Nanoseconds& inTransfers = instance.areEndsApart ? root.untoldInTransfers : root.inTransfers;
            inTransfers = saturatingAdd(inTransfers, isOfTransfer ? rank.wait : 0);
            if (instance.areEndsApart) {
                root.untold = saturatingAdd(root.untold, rank.wait);
                root.untoldExposed = saturatingAdd(root.untoldExposed, rank.exposed);
                root.isOtherUntold[other] = true;
                continue;
            }
            waits = saturatingAdd(waits, rank.wait);
            root.exposed = saturatingAdd(root.exposed, rank.exposed);
            root.waitsOfOther[other] = saturatingAdd(root.waitsOfOther[other], rank.wait);
        }
        const WaitInstance* const begin = waits > 0 ? reasons.rootOf(instance) : nullptr;
        if (begin != nullptr && root.roots.insert(begin).second)
            root.heldUp = saturatingAdd(root.heldUp, begin->heldUp);
        root.waits = saturatingAdd(root.waits, waits);
        if (const ReasonParts* const reason = reasons.of(instance)) {
            const ReasonParts parts = divided(waits, *reason);
            std::ranges::transform(root.byReason, parts, root.byReason.begin(), saturatingAdd);
        }
    }
    for (auto& [rank, root] : byRoot) {
        Nanoseconds longest = 0;
        for (const auto& [other, waits] : root.waitsOfOther)
            longest = std::max(longest, waits);
        for (const auto& [other, waits] : root.waitsOfOther)
            root.isOther[other] = waits >= longest / 10;
    }
    return byRoot;
}

/// What the host did while the GPU of a rank idled in some leads.
struct HostTime {
    TimesByCause byCause {};
    std::map<std::string, Nanoseconds, std::less<>> inAnnotations; ///< by name: of Unrecorded, steps aside
};

/// Leads that overlap count once.
Result<HostTime> hostTimeIn(
    std::vector<TimeRange> ofLeads, const RankTrace& rank, const OverviewSource& source, const AnalysisContext& context)
{
    HostTime times;
    AnalysisInput own = source.input();
    own.traces = TraceSet::onOwnClocks(own.traces); // as leads are
    own.scope = {};
    own.scope.ranks = { rank.rank };
    KT_TRY(const auto idle, ScopedIdle::create(own, *context.classifier, source.cutoffs().kernelDelay));
    KT_TRY(const RankIdle gaps, idle->rank(0, context.progress));
    const std::vector<TimeRange> leads = unionOf(std::move(ofLeads));
    IdleLedger ledger(rank, { source.cutoffs().kernelDelay }, context.progress);
    const StepSlices steps(*rank.trace);
    const auto add = [&](const IdlePart& part, Nanoseconds length) {
        times.byCause[static_cast<std::size_t>(part.cause)] += length;
        if (part.cause == Cause::Unrecorded && part.owner.isValid() && !steps.contains(part.owner) && length > 0)
            times.inAnnotations[withoutAddress(rank.trace->name(part.owner))] += length;
    };
    gaps.eachGap(
        RankIdle::wholeRank(),
        [&](const IdleGap& gap) {
            const auto first = std::ranges::partition_point(
                leads, [&gap](const TimeRange& lead) { return lead.end <= gap.range.begin; });
            if (first == leads.end() || first->begin >= gap.range.end)
                return;
            ledger.explain(gap, [&](const IdlePart& part) {
                if (!isHostCause(part.cause))
                    return;
                for (auto lead = first; lead != leads.end() && lead->begin < part.range.end; ++lead)
                    add(part, part.range.clippedTo(*lead).length());
            });
        },
        context.progress);
    KT_TRY_DONE(context.progress.carryOn());
    return times;
}

/// What the host of the late rank took longer for than that of the ranks it is compared with.
struct HostReasons {
    TimesByCause more {};
    std::string annotation; ///< in which at least half of what is Unrecorded lies; "" for none
};

/// Before all collectives that waited for its launches; nothing where that takes traces which are not loaded.
Result<HostReasons> hostReasons(const WaitsForRank& found, const WaitFacts& facts, const RootReasons& reasons,
    const OverviewSource& source, const AnalysisContext& context)
{
    std::set<const WaitInstance*> all; // several collectives may wait for one
    for (const WaitInstance* const instance : found.instances) {
        const WaitInstance* each = reasons.of(*instance) != nullptr ? reasons.rootOf(*instance) : nullptr;
        while (each != nullptr && all.insert(each).second)
            each = reasons.carriedOverFrom(*each);
    }
    const std::uint32_t late = *found.instances.front()->root;
    std::map<std::uint32_t, std::vector<TimeRange>> leads;
    for (const WaitInstance* const instance : all) {
        const Lateness& lateness = *latenessOf(facts.ledger, *instance);
        if (partsOfReasons(lateness)[static_cast<std::size_t>(LatePart::IdleHostWait)] == 0)
            continue;
        leads[late].push_back(lateness.lead.range);
        leads[lateness.median].push_back(lateness.medianLead.range);
    }
    const std::vector<std::pair<std::uint32_t, std::vector<TimeRange>>> byRank(leads.begin(), leads.end());
    const auto isSummary = [&facts](const auto& each) {
        return facts.onOwnClocks->ranks()[each.first].readsFrom() != nullptr;
    };
    HostReasons host;
    if (std::ranges::any_of(byRank, isSummary))
        return host;
    KT_TRY(const std::vector<HostTime> times, forEachRank(byRank.size(), context, [&](std::size_t i) {
        return hostTimeIn(byRank[i].second, facts.onOwnClocks->ranks()[byRank[i].first], source, context);
    }));
    std::map<std::string, Nanoseconds, std::less<>> inAnnotations;
    for (std::size_t i = 0; i < byRank.size(); ++i) {
        const Nanoseconds sign = byRank[i].first == late ? 1 : -1;
        for (std::size_t cause = 0; cause < kCauseCount; ++cause)
            host.more[cause] += sign * times[i].byCause[cause];
        for (const auto& [name, time] : times[i].inAnnotations)
            inAnnotations[name] += sign * time;
    }
    for (Nanoseconds& time : host.more)
        time = std::max<Nanoseconds>(0, time);
    const Nanoseconds unrecorded = host.more[static_cast<std::size_t>(Cause::Unrecorded)];
    const auto most = std::ranges::max_element(inAnnotations, {}, [](const auto& each) { return each.second; });
    if (most != inAnnotations.end() && most->second > 0 && most->second >= unrecorded / 2)
        host.annotation = most->first;
    return host;
}

/// " For %1 of these waits the reason is ...", by reason.
/// @param host        what its host did, in words; empty for what is not known.
/// @param annotation  where it did that; "" for none.
Message reasonMessage(LatePart reason, Nanoseconds waits, const Message& host, const std::string& annotation)
{
    const arg::Duration time { waits };
    switch (reason) {
    case LatePart::Compute:
        return { KT_PHRASE("overview", " For %1 of these waits the reason is that it computed longer before."), time };
    case LatePart::SameGroup:
    case LatePart::OtherGroup:
    case LatePart::OtherGroupWait:
        return { KT_PHRASE("overview", " For %1 of these waits the reason is other communication before."), time };
    case LatePart::Copies:
        return { KT_PHRASE("overview", " For %1 of these waits the reason is that it copied longer before."), time };
    case LatePart::OtherWork:
        return { KT_PHRASE("overview", " For %1 of these waits the reason is other work of its GPU before."), time };
    case LatePart::IdleHostWait:
        if (host.isEmpty())
            return { KT_PHRASE("overview", " For %1 of these waits the reason is that its host launched work late."),
                time };
        if (!annotation.empty())
            return { KT_PHRASE("overview",
                         " For %1 of these waits the reason is that its host launched work late: before them it spent "
                         "more time in %2, of which nothing more was recorded, than others."),
                time, arg::Name { annotation } };
        return { KT_PHRASE("overview",
                     " For %1 of these waits the reason is that its host launched work late: before them it spent more "
                     "time on %2 than others."),
            time, host };
    case LatePart::BeforeRecording:
        return {
            KT_PHRASE("overview",
                " For %1 of these waits the reason was not recorded: its recording began later than that of others."),
            time
        };
    case LatePart::IdleUnknownLaunch:
        return {
            KT_PHRASE("overview",
                " For %1 of these waits the reason is idle time before work that no launch in the file is linked to."),
            time
        };
    case LatePart::IdleKernelWait:
        return { KT_PHRASE("overview", " For %1 of these waits the reason is idle time between its kernels."), time };
    case LatePart::IdleOther:
        return { KT_PHRASE(
                     "overview", " For %1 of these waits the reason is idle time that nothing recorded explains."),
            time };
    case LatePart::Overlap:
        break;
    }
    return { KT_PHRASE("overview", " For %1 of these waits the reason is that its collectives overlap."), time };
}

/// Why the others wait for a rank: the reason of most of the waits, and each other of a quarter of them or more.
/// @param host     as hostReasons() has it.
/// @param slowBy   what it computes more than the average, if that is behind waits of which no reason is known.
/// @param isOnGpu  else nothing is launched.
Message reasonsMessage(const WaitsForRank& found, const HostReasons& host, Nanoseconds slowBy, bool isOnGpu)
{
    const Nanoseconds much = std::max<Nanoseconds>(1, found.waits / 4);
    std::vector<std::pair<Nanoseconds, Message>> reasons;
    const auto add = [&](LatePart reason, Nanoseconds waits, std::optional<std::size_t> cause) {
        const Message words = cause ? causeInSentence(toString(static_cast<Cause>(*cause))) : Message {};
        if (reason == LatePart::IdleHostWait && !isOnGpu) {
            reasons.emplace_back(waits,
                Message {
                    KT_PHRASE("overview", " For %1 of these waits the reason is that its host took longer before."),
                    arg::Duration { waits } });
            return;
        }
        const bool isUnrecorded = cause && static_cast<Cause>(*cause) == Cause::Unrecorded;
        reasons.emplace_back(
            waits, reasonMessage(reason, waits, words, isUnrecorded ? host.annotation : std::string()));
    };
    for (std::size_t part = 0; part < kLatePartCount; ++part) {
        const auto reason = static_cast<LatePart>(part);
        const Nanoseconds waits = found.byReason[part];
        const TimesByCause causes = reason == LatePart::IdleHostWait ? divided(waits, host.more) : TimesByCause {};
        const auto largest = std::ranges::max_element(causes);
        if (std::ranges::count_if(causes, [much](Nanoseconds each) { return each >= much; }) > 1) {
            for (std::size_t cause = 0; cause < kCauseCount; ++cause)
                add(reason, causes[cause], cause);
        } else {
            const bool isMost = *largest > 0 && *largest >= waits / 2;
            add(reason, waits, isMost ? std::optional<std::size_t>(largest - causes.begin()) : std::nullopt);
        }
    }
    reasons.emplace_back(found.byReason[kLateBefore],
        Message { KT_PHRASE("overview",
                      " For %1 of these waits the reason is that it was late already in the collective before."),
            arg::Duration { found.byReason[kLateBefore] } });
    sortStably(reasons, std::greater {}, &std::pair<Nanoseconds, Message>::first);
    const Message slow = slowBy == 0
        ? Message {}
        : Message { KT_PHRASE("overview", " It computes %1 more than the average of the ranks that communicate."),
              arg::Duration { slowBy } };
    if (reasons.front().first == 0)
        return slow.isEmpty() ? Message { KT_PHRASE("overview", " Why it comes late is not known.") } : slow;
    Message said = std::move(reasons.front().second);
    for (std::size_t i = 1; i < reasons.size() && reasons[i].first >= much; ++i)
        said = { KT_PHRASE("overview", "%1%2"), std::move(said), std::move(reasons[i].second) };
    return slow.isEmpty() ? said : Message { KT_PHRASE("overview", "%1%2"), std::move(said), slow };
}

/// The waits of a collective with a root for it.
void addWaitsOf(const WaitInstance& instance, const WaitFacts& facts, Selection& selection)
{
    for (const RankWait& rank : instance.ranks) {
        if (rank.wait != 0 && facts.matching->runs[rank.run].rank != *instance.root)
            selection.intervals.push_back(facts.intervalOf(rank));
    }
}

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
    const auto exposedOf = [](const WaitsForRank& each) { return saturatingAdd(each.exposed, each.untoldExposed); };
    for (const auto& [rank, each] : byRoot) {
        if (isTold(each) || (found != nullptr && exposedOf(each) <= exposedOf(*found)))
            continue;
        most = rank;
        found = &each;
    }
    if (found == nullptr)
        return std::nullopt;
    std::vector<bool> isOther = found->isOther;
    for (std::size_t rank = 0; rank < isOther.size(); ++rank)
        isOther[rank] = isOther[rank] || found->isOtherUntold[rank];
    if (!isWorthASentence(lateCandidate(exposedOf(*found), isOther, ranks), thresholds))
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
            arg::Duration { saturatingAdd(found->waits, found->untold) }, arg::Duration { found->untold },
            placeOfWaits(saturatingAdd(found->inTransfers, found->untoldInTransfers),
                saturatingAdd(found->waits, found->untold)) } };
}

/// Of ranks that are loaded: of others no finding is about single waits.
/// @param isWanted  of a collective.
template <typename IsWanted> Selection waitsOfLoaded(const WaitFacts& facts, IsWanted isWanted)
{
    const auto isLoaded = [](const RankTrace& rank) { return rank.readsFrom() == nullptr; };
    Selection waits;
    if (std::ranges::none_of(facts.traces->ranks(), isLoaded))
        return waits; // of a thousand ranks they are a hundred megabytes
    for (const WaitInstance& instance : facts.ledger.instances) {
        if (instance.root && !instance.areEndsApart && isWanted(instance))
            addWaitsOf(instance, facts, waits);
    }
    std::erase_if(
        waits.intervals, [&](const IntervalRef& wait) { return !isLoaded(facts.traces->ranks()[wait.rank]); });
    return waits;
}

/// See LatestRank::ofSummaries.
std::map<std::uint32_t, SummaryWaits> waitsOfSummaries(const WaitFacts& facts, std::optional<std::uint32_t> late)
{
    std::map<std::uint32_t, SummaryWaits> all;
    for (const WaitInstance& instance : facts.ledger.instances) {
        if (!instance.root || instance.areEndsApart)
            continue;
        const bool isOfTransfer = isTransfer(instance, facts);
        for (const RankWait& wait : instance.ranks) {
            const std::uint32_t rank = facts.matching->runs[wait.run].rank;
            if (wait.exposed == 0 || rank == *instance.root || facts.traces->ranks()[rank].readsFrom() == nullptr)
                continue;
            SummaryWaits& ofRank = all[rank];
            if (instance.root == late) {
                ofRank.isBesideLate = true;
                continue;
            }
            ofRank.forOthers = saturatingAdd(ofRank.forOthers, wait.exposed);
            ofRank.inTransfers = saturatingAdd(ofRank.inTransfers, isOfTransfer ? wait.exposed : 0);
        }
    }
    return all;
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
        exposed = saturatingAdd(exposed, saturatingAdd(root.exposed, root.untoldExposed));
    const std::vector<bool> all(facts.traces->ranks().size(), true);
    Candidate candidate = lateCandidate(exposed, all, ranks);
    candidate.atStake = exposed; // of all together: it may be one that waits for all of it
    return !isWorthASentence(candidate, thresholds);
}

/// Whether most of the waits began in sends and receives.
bool areMostOfTransfers(const WaitFacts& facts, const RootReasons& reasons)
{
    Nanoseconds all = 0;
    Nanoseconds ofTransfers = 0;
    for (const WaitInstance& instance : facts.ledger.instances) {
        const WaitInstance* const root = instance.root && !instance.areEndsApart ? reasons.rootOf(instance) : nullptr;
        all = saturatingAdd(all, root != nullptr ? instance.waits : 0);
        const bool isOfTransfer = root != nullptr && isTransfer(*root, facts);
        ofTransfers = saturatingAdd(ofTransfers, isOfTransfer ? instance.waits : 0);
    }
    return ofTransfers > all / 2;
}

/// Whom ranks wait for, as LatestRank has it.
Message whomOf(const std::vector<LateTogether>& all, const WaitFacts& facts, bool isPipeline)
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
    return isPipeline && named > 1 && doTheyWait
        ? Message { KT_PHRASE("overview", " Ranks wait for each other, as the stages of a pipeline do.") }
        : whoIsWaitedFor(all, facts);
}

/// A message with another sentence; either may be empty.
Message inOne(Message first, Message second)
{
    return first.isEmpty() ? second
        : second.isEmpty() ? first
                           : Message { KT_PHRASE("overview", "%1%2"), std::move(first), std::move(second) };
}

} // namespace

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
    latest.whom = inOne(whomOf(together, facts, isPipeline), slowest);
    // Stages of a pipeline wait for each other though none is slower: only one that computes longer is behind that.
    const std::optional<SlowRank> slow = isPipeline ? slowestRank(source, ranks, thresholds) : std::nullopt;
    const auto most =
        slow ? byRoot.find(ranks[slow->rank].rankIndex) : std::ranges::max_element(byRoot, {}, [](const auto& a) {
            return isTold(a.second) && holdsUp(a.second) ? a.second.exposed : Nanoseconds { -1 };
        });
    const bool isSingle = isPipeline ? slow.has_value() : lateInTurn(together, facts).empty();
    if (most == byRoot.end() || !isTold(most->second) || !holdsUp(most->second) || !isSingle)
        return latest;
    const WaitsForRank& found = most->second;
    const auto others = static_cast<Nanoseconds>(std::ranges::count(found.isOther, true));
    LateRank late;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i].rankIndex == most->first)
            late.rank = i;
    }
    late.candidate = lateCandidate(found.exposed, found.isOther, ranks);
    Candidate& candidate = late.candidate;
    if (!isWorthASentence(candidate, thresholds))
        return latest;
    const auto reason = std::ranges::max_element(found.byReason);
    late.isForCompute =
        slow.has_value() || (*reason > 0 && reason == found.byReason.begin() + static_cast<int>(LatePart::Compute));
    HostReasons host;
    if (found.byReason[static_cast<std::size_t>(LatePart::IdleHostWait)] > 0) {
        KT_TRY(host, hostReasons(found, facts, reasons, source, context));
    }
    const bool isOnGpu = std::ranges::any_of(ranks, &RankFacts::hasGpuWork);
    const arg::Count count { others };
    const arg::Duration waits { found.waits };
    const arg::Duration each { candidate.atStake };
    const arg::Share share { found.waits, facts.ledger.charged };
    const bool isForOtherGroups = found.byReason[static_cast<std::size_t>(LatePart::OtherGroup)] >= found.waits / 2;
    const Message why = inOne(reasonsMessage(found, host, slow ? slow->candidate.atStake : 0, isOnGpu),
        isForOtherGroups ? slowest : Message {});
    const Message place = placeOfWaits(found.inTransfers, found.waits);
    candidate.sentence = isOnGpu
        ? Message { KT_PLURAL("overview",
                        "%1 other rank waits %2 for it in %6 (%5 of all waits), %3 while that rank computes nothing.%4",
                        "%1 other ranks wait %2 together for it in %6 (%5 of all waits), on average each %3 while they "
                        "compute nothing.%4"),
              count, waits, each, why, share, place }
        : Message { KT_PLURAL("overview", "%1 other rank waits %2 for it in %5 (%4 of all waits).%3",
                        "%1 other ranks wait %2 together for it in %5 (%4 of all waits).%3"),
              count, waits, why, share, place };
    for (const WaitInstance* const instance : found.instances)
        addWaitsOf(*instance, facts, late.waits);
    latest.whom = whomOf(lateTogether(facts, most->first), facts, isPipeline);
    latest.ofSummaries = waitsOfSummaries(facts, most->first);
    latest.late = std::move(late);
    return latest;
}

} // namespace kinetoscope
