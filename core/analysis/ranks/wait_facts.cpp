// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/wait_facts.h"

#include "core/analysis/causes/remarks/merged_remarks.h"
#include "core/analysis/collectives/matched_ranks.h"
#include "core/analysis/collectives/summary_runs.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/ranks/group_words.h"
#include "core/analysis/ranks/measured_job.h"
#include "core/analysis/ranks/ranks_together.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/scope/summary_parameters.h"
#include "core/base/release.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <span>

namespace kinetoscope {

namespace {

/// Where the sums of one rank are added up, as long as its runs are of one step and one group.
struct PlacesOfRank {
    WaitTotals* all = nullptr;
    WaitSums* ofStep = nullptr;
    std::optional<std::int64_t> step;
    WaitSums* ofGroup = nullptr;
    Nanoseconds* causedInGroup = nullptr;
    std::uint32_t group = 0;
};

/// Finds them again in the totals where a rank's step or group changes: to look for a thousand ranks and all of their
/// steps each time would take most of the time.
class PlacesOfRanks {
public:
    explicit PlacesOfRanks(LedgerTotals& totals)
        : m_totals(totals)
    {
    }

    const PlacesOfRank& at(const CommunicationRun& run, std::uint32_t group)
    {
        if (run.rank >= m_places.size())
            m_places.resize(run.rank + 1);
        PlacesOfRank& places = m_places[run.rank];
        if (!places.all)
            places.all = &m_totals.ranks[run.rank];
        const std::optional<std::int64_t> step = run.step;
        if (!places.ofStep || places.step != step) {
            places.ofStep = &m_totals.steps[{ run.rank, step }];
            places.step = step;
        }
        if (!places.ofGroup || places.group != group) {
            places.ofGroup = &m_totals.rankGroups[{ run.rank, group }];
            places.causedInGroup = &m_totals.groups[group].caused[run.rank];
            places.group = group;
        }
        return places;
    }

private:
    LedgerTotals& m_totals;
    std::vector<PlacesOfRank> m_places; ///< by rank
};

/// Whether a run that no other rank of the scope has may be one with ranks that are not in the scope.
bool lacksRanks(const WaitFacts& facts, std::uint32_t run)
{
    const CommunicationRun& own = facts.matching->runs[run];
    const auto group = facts.totals.groups.find(own.group);
    const auto count = static_cast<std::int64_t>(group == facts.totals.groups.end() ? 0 : group->second.ranks.size());
    const bool isTransfer = own.kind == CollectiveKind::Send || own.kind == CollectiveKind::Receive;
    const std::optional<std::int64_t> peer = isTransfer ? own.shape->peer : std::nullopt;
    const FileRanks fileRanks(*facts.traces, facts.matching->ranks);
    const bool isPeerThere = peer && group != facts.totals.groups.end()
        && std::ranges::any_of(
            group->second.ranks, [&](std::uint32_t rank) { return fileRanks.numberOf(rank) == *peer; });
    return facts.matching->groups[own.group].size > count && !isPeerThere;
}

/// Of the ranks of a scope, how many there are and how many their job has; 0 where files do not say or agree.
std::pair<std::int64_t, std::int64_t> ranksOfWorld(const WaitFacts& facts, const Scope& scope)
{
    const auto count = std::ranges::count_if(
        facts.traces->ranks(), [&scope](const RankTrace& rank) { return isChosen(scope.ranks, rank.rank); });
    const JobSizes sizes = jobSizes(*facts.traces, scope.ranks);
    return { count, sizes.files() == static_cast<std::size_t>(count) ? sizes.only().value_or(0) : 0 };
}

/// Said where others of the job may take part in collectives of groups whose ranks no file names.
void remarkOnUnnamedRanks(const Scope& scope, WaitFacts& facts)
{
    const std::vector<WaitInstance>& instances = facts.ledger.instances;
    const auto [count, world] = ranksOfWorld(facts, scope);
    if (world <= count || std::ranges::none_of(instances, [&](const WaitInstance& each) {
            return ranksExpected(*facts.matching, facts.matching->instances[each.instance]) == 0;
        }))
        return;
    facts.remarks.push_back({ "ranks-missing",
        { KT_PLURAL("wait-causes",
              "%1 of the job's %2 ranks is looked at, and which ranks a group has is not in the files: where others "
              "take part, too, the transfer may be shorter than it looks, and the rank that is there may itself have "
              "waited.",
              "%1 of the job's %2 ranks are looked at, and which ranks a group has is not in the files: where others "
              "take part, too, the transfer may be shorter than it looks, and the last of the ranks that are there "
              "may itself have waited."),
            arg::Count { count }, arg::Count { world } } });
}

/// Said where figures are about the ranks that are there.
void remarkOnMissing(const Scope& scope, WaitFacts& facts)
{
    remarkOnUnnamedRanks(scope, facts);
    const std::vector<WaitInstance>& instances = facts.ledger.instances;
    const auto missing = std::ranges::count_if(instances, [&](const WaitInstance& each) {
        return static_cast<std::int64_t>(each.ranks.size())
            < ranksExpected(*facts.matching, facts.matching->instances[each.instance]);
    });
    if (missing > 0)
        facts.remarks.push_back({ "ranks-missing",
            { KT_PHRASE("wait-causes",
                  "%1 of %2 collectives lack ranks of their group in this scope: of these the transfer may be shorter "
                  "than it looks, and the last of the ranks that are there may itself have waited."),
                arg::Count { missing }, arg::Count { instances.size() } } });
    std::vector<bool> isMatched(facts.matching->runs.size(), false);
    for (const WaitInstance& instance : instances) {
        for (const RankWait& rank : instance.ranks)
            isMatched[rank.run] = true;
    }
    const auto alone = std::ranges::count_if(
        facts.ledger.runs, [&](std::uint32_t run) { return !isMatched[run] && lacksRanks(facts, run); });
    if (alone > 0 && !instances.empty())
        facts.remarks.push_back({ "ranks-missing",
            { KT_PLURAL("wait-causes",
                  "%1 of %2 runs of communication has no other rank in this scope, though its group has ranks that are "
                  "missing here: whom it waits for, and how long, is not known.",
                  "%1 of %2 runs of communication have no other rank in this scope, though their groups have ranks "
                  "that "
                  "are missing here: whom they wait for, and how long, is not known."),
                arg::Count { alone }, arg::Count { facts.ledger.runs.size() } } });
}

/// Said of ranks that have no run of collectives which others of their group ran between collectives of theirs: runs
/// that were lost, or that were never theirs where a group is taken for more ranks than it has.
void remarkOnMissingRuns(WaitFacts& facts)
{
    struct Place {
        std::int64_t first = 0; ///< counted through the group's collectives
        std::int64_t last = -1;
        std::int64_t count = 0;
        [[nodiscard]] std::int64_t span() const { return last - first + 1; }
    };
    constexpr std::array kTransfers { CollectiveKind::Pair, CollectiveKind::Send, CollectiveKind::Receive,
        CollectiveKind::SendReceive };
    const CollectiveMatching& matching = *facts.matching;
    std::vector<std::vector<Place>> byGroup(matching.groups.size()); // then by rank
    std::vector<std::int64_t> counts(matching.groups.size(), 0);
    for (const WaitInstance& instance : facts.ledger.instances) {
        const CollectiveInstance& found = matching.instances[instance.instance];
        if (isOneOf(found.kind, kTransfers) || std::ranges::binary_search(matching.untold, found.group))
            continue;
        std::vector<Place>& places = byGroup[found.group];
        places.resize(std::max(places.size(), std::size_t { matching.runs[instance.ranks.back().run].rank } + 1));
        for (const RankWait& rank : instance.ranks) {
            Place& place = places[matching.runs[rank.run].rank];
            place.first = place.count == 0 ? counts[found.group] : place.first;
            place.last = counts[found.group];
            ++place.count;
        }
        ++counts[found.group];
    }
    std::map<std::uint32_t, Place> byRank; // all groups: count and, as the last one's place, how many there were
    for (const std::vector<Place>& places : byGroup) {
        for (std::uint32_t rank = 0; rank < places.size(); ++rank) {
            if (places[rank].count == 0)
                continue;
            byRank[rank].count += places[rank].count;
            byRank[rank].last += places[rank].span();
        }
    }
    std::erase_if(byRank, [](const auto& each) { return each.second.count == each.second.span(); });
    if (byRank.empty())
        return;
    constexpr std::size_t kMostNamed = 5;
    arg::List parts;
    for (const auto& [rank, place] : byRank) {
        if (parts.parts.size() < kMostNamed)
            parts.parts.push_back({ KT_PHRASE("wait-causes", "rank %1 has %2 of %3"),
                arg::Number { facts.rankOf(rank) }, arg::Count { place.count }, arg::Count { place.span() } });
    }
    facts.remarks.push_back({ "runs-missing",
        { KT_PLURAL("wait-causes",
              "Of %1 rank runs of collectives seem to be missing: %2. Whether it came last in those is not known, "
              "since its file does not have them: who did is told of the other ranks alone.",
              "Of %1 ranks runs of collectives seem to be missing: %2. Whether one of them came last in those is not "
              "known, since their files do not have them: who did is told of the other ranks alone."),
            arg::Count { byRank.size() }, std::move(parts) } });
}

/// Said where more than a little of the waits stands on ends that lie apart. The tables charge these like others; what
/// is said of waits in words leaves them out.
void remarkOnEnds(WaitFacts& facts)
{
    std::size_t apart = 0;
    Nanoseconds waits = 0;
    std::map<std::uint32_t, std::pair<Nanoseconds, Nanoseconds>> byRank; // what it is charged without them, and in all
    for (const WaitInstance& instance : facts.ledger.instances) {
        apart += instance.areEndsApart ? 1 : 0;
        waits = saturatingAdd(waits, instance.areEndsApart ? instance.waits : 0);
        for (const RankWait& rank : instance.ranks) {
            auto& [told, all] = byRank[facts.matching->runs[rank.run].rank];
            told = saturatingAdd(told, instance.areEndsApart ? 0 : rank.charged);
            all = saturatingAdd(all, rank.charged);
        }
    }
    if (!areEndsApartMuch(waits, facts.ledger.charged))
        return;
    Message found { KT_PLURAL("wait-causes",
                        "In %1 collective, with %2 of the %3 of waits, the ends of the ranks lie or scatter, by the "
                        "clocks as they are known, at least half as far apart as the longest wait: who came late there "
                        "is not known, since a longer run may be a longer transfer and no wait.",
                        "In %1 collectives, with %2 of the %3 of waits, the ends of the ranks lie or scatter, by the "
                        "clocks as they are known, at least half as far apart as the longest wait: who came late there "
                        "is not known, since a longer run may be a longer transfer and no wait."),
        arg::Count { apart }, arg::Duration { waits }, arg::Duration { facts.ledger.charged } };
    const auto& [rank, charged] = *std::ranges::max_element(byRank, {}, [](const auto& each) { return each.second; });
    const auto& [told, all] = charged;
    facts.remarks.push_back({ "ends-apart",
        told == 0
            ? Message { KT_PHRASE("wait-causes", "%1 The tables charge these waits to the rank with the shortest run."),
                found }
            : Message { KT_PHRASE("wait-causes",
                            "%1 The tables charge these waits to the rank with the shortest run: with them rank %2 "
                            "causes %3 of all waits, without them %4."),
                found, arg::Number { facts.rankOf(rank) }, arg::Share { all, facts.ledger.charged },
                arg::Share { told, facts.ledger.charged } } });
}

/// Keeps the collectives that were asked for.
void choose(WaitLedger& ledger, const CollectiveMatching& matching, const WaitOptions& options)
{
    const auto isWanted = [&](std::uint32_t group, CollectiveKind kind) {
        const NamedGroup& named = matching.groups[group];
        return (options.group.empty() || options.group == named.name || options.group == groupText(named))
            && isChosen(options.kinds, kind);
    };
    std::erase_if(ledger.runs, [&](std::uint32_t run) {
        const CollectiveInstance& instance = matching.instances[matching.instanceOfRun[run]];
        return !isWanted(instance.group, instance.kind);
    });
    std::erase_if(ledger.instances, [&](const WaitInstance& each) {
        const CollectiveInstance& instance = matching.instances[each.instance];
        return !isWanted(instance.group, instance.kind);
    });
    ledger.charged = 0;
    for (const WaitInstance& instance : ledger.instances)
        ledger.charged = saturatingAdd(ledger.charged, instance.waits);
}

/// Reasons and roots of the collectives that have the same ranks in a narrower scope.
void takeReasons(WaitLedger& ledger, WaitLedger& whole, std::size_t instanceCount)
{
    ledger.ofBroadcasts = std::move(whole.ofBroadcasts);
    std::vector<const WaitInstance*> byInstance(instanceCount, nullptr);
    for (const WaitInstance& instance : whole.instances)
        byInstance[instance.instance] = &instance;
    for (WaitInstance& instance : ledger.instances) {
        const WaitInstance* const known = byInstance[instance.instance];
        if (known == nullptr || known->ranks.size() != instance.ranks.size()) {
            ledger.ofBroadcasts.erase(instance.instance);
            continue;
        }
        instance.lateness = known->lateness;
        instance.root = known->root;
        instance.rootInstance = known->rootInstance;
    }
}

/// Of millions of runs the lists by run that are done with are holes of a hundred megabytes.
void returnWhatWasLarge(const CollectiveMatching& matching)
{
    constexpr std::size_t kMany = 1'000'000;
    if (matching.runs.size() >= kMany)
        returnFreeMemory();
}

/// Why the ledger has none, where that is so.
/// @param hasRuns  before a group and kinds chose of them.
void remarkOnNone(const AnalysisInput& input, WaitFacts& facts, RanTogether together, bool hasRuns)
{
    const bool isNone = facts.ledger.instances.empty();
    if (!facts.matching->runs.empty() && together != RanTogether::Yes)
        facts.remarks.push_back(notTogether(together, input));
    else if (facts.ledger.runs.empty() && hasRuns)
        facts.remarks.push_back({ "no-collectives",
            { KT_PHRASE("wait-causes", "No communication of the chosen group and kinds is in this scope.") } });
    else if (isNone && (!facts.matching->runs.empty() || isPartOfRecording(*facts.traces, input.scope.ranks)))
        facts.remarks.push_back({ "no-collectives",
            { KT_PHRASE("wait-causes",
                "No collective was found on two ranks or more in this scope: it takes the traces of several ranks, "
                "opened together, and collectives that can be told to be the same.") } });
    else if (isNone && hasGpuWork(*facts.traces))
        facts.remarks.push_back({ "no-collectives",
            { KT_PHRASE("wait-causes",
                "No communication kernel is in this scope, though GPU work was recorded: nothing here tells whether "
                "ranks wait for each other.") } });
    else if (isNone)
        facts.remarks.push_back({ "no-collectives",
            { KT_PHRASE("wait-causes",
                  "No collective was found on two ranks or more in this scope: record every rank of the job, with %1."),
                arg::Text { kGpuRecordingOption } } });
}

} // namespace

void WaitSums::add(const WaitInstance& instance, const RankWait& rank, const WaitsOnce::Counted& once)
{
    ++instances;
    charged += instance.isCharged ? 1 : 0;
    lastCount += rank.isLast ? 1 : 0;
    caused = saturatingAdd(caused, rank.charged);
    suffered = saturatingAdd(suffered, once.wait);
    exposed = saturatingAdd(exposed, once.exposed);
    if (rank.isLast && instance.tied == 1)
        heldUp = saturatingAdd(heldUp, instance.heldUp);
}

Nanoseconds LedgerTotals::suffered() const
{
    Nanoseconds all = 0;
    for (const auto& [rank, totals] : ranks)
        all = saturatingAdd(all, totals.suffered);
    return all;
}

std::optional<LatePart> WaitTotals::mainReason() const
{
    const auto most = std::ranges::max_element(chargedFor);
    return *most > 0 ? std::optional(static_cast<LatePart>(most - chargedFor.begin())) : std::nullopt;
}

std::vector<std::uint32_t> runsOf(const WaitLedger& ledger, const CollectiveMatching& matching, const WaitScope& scope)
{
    std::vector<std::uint32_t> runs;
    const auto rankOf = [&matching](const RankWait& wait) { return matching.runs[wait.run].rank; };
    for (const WaitInstance& instance : ledger.instances) {
        if (scope.group != WaitScope::kAll && matching.instances[instance.instance].group != scope.group)
            continue;
        const std::span<const RankWait> all(instance.ranks);
        const bool isOfAll = scope.rank == WaitScope::kAll;
        const auto first = isOfAll ? all.begin() : std::ranges::lower_bound(all, scope.rank, {}, rankOf);
        for (auto wait = first; wait != all.end() && (isOfAll || rankOf(*wait) == scope.rank); ++wait) {
            if (!scope.isOfStep || matching.runs[wait->run].step == scope.step)
                runs.push_back(wait->run);
        }
    }
    return runs;
}

LedgerTotals totalsOf(const WaitLedger& ledger, const CollectiveMatching& matching)
{
    LedgerTotals totals;
    PlacesOfRanks ranks(totals);
    WaitsOnce ofRanks(ledger, matching);
    WaitsOnce ofSteps(ledger, matching);
    WaitsOnce ofGroups(ledger, matching);
    std::vector<char> isMatched(matching.runs.size(), 0);
    for (const WaitInstance& instance : ledger.instances) {
        const CollectiveInstance& found = matching.instances[instance.instance];
        GroupWaitTotals& group = totals.groups[found.group];
        ++group.instances;
        group.charged += instance.isCharged ? 1 : 0;
        ++group.kinds[found.kind];
        const auto count = static_cast<std::int64_t>(instance.ranks.size());
        const bool isPair = found.kind == CollectiveKind::Pair;
        group.complete += isPair || matching.groups[found.group].size == count ? 1 : 0;
        group.waits = saturatingAdd(group.waits, instance.waits);
        if (instance.root)
            totals.ranks[*instance.root].rooted = saturatingAdd(totals.ranks[*instance.root].rooted, instance.waits);
        if (instance.lateness && instance.lateness->reason) {
            const RankWait& last = instance.ranks[*instance.last()];
            Nanoseconds& charged = totals.ranks[matching.runs[last.run].rank]
                                       .chargedFor[static_cast<std::size_t>(*instance.lateness->reason)];
            charged = saturatingAdd(charged, last.charged);
        }
        for (const RankWait& rank : instance.ranks) {
            const CommunicationRun& run = matching.runs[rank.run];
            const PlacesOfRank& places = ranks.at(run, found.group);
            places.all->add(instance, rank, ofRanks.add(rank));
            places.ofStep->add(instance, rank, ofSteps.add(rank, run.step));
            places.ofGroup->add(instance, rank, ofGroups.add(rank, found.group));
            group.transfer = saturatingAdd(group.transfer, instance.transfer);
            *places.causedInGroup = saturatingAdd(*places.causedInGroup, rank.charged);
            isMatched[rank.run] = 1;
        }
    }
    const std::size_t rankCount = matching.runs.empty() ? 0 : matching.runs.back().rank + 1;
    std::vector<bool> isIn(matching.groups.size() * rankCount, false); // a set would be asked for each run
    for (const std::uint32_t run : ledger.runs) {
        const CommunicationRun& own = matching.runs[run];
        if (matching.groups[own.group].size != 1) {
            totals.shared.add(own.range.length());
            if (isMatched[run] == 0)
                totals.unmatched.add(own.range.length());
        }
        const std::size_t place = own.group * rankCount + own.rank;
        if (isMatched[run] != 0 && isIn[place])
            continue;
        GroupWaitTotals& group = totals.groups[own.group];
        group.unmatched += isMatched[run] != 0 ? 0 : 1;
        group.ranks.insert(own.rank);
        isIn[place] = true;
    }
    return totals;
}

Selection WaitFacts::selectionOf(const std::vector<std::uint32_t>& runs) const
{
    Selection selection;
    for (const std::uint32_t run : runs)
        addRun(selection, *traces, matching->runs[run]);
    return selection;
}

IntervalRef WaitFacts::intervalOf(const RankWait& wait) const
{
    const CommunicationRun& run = matching->runs[wait.run];
    const RankTrace& rank = traces->ranks()[run.rank];
    const Timestamp begin = rank.toJobTime(run.range.begin);
    return { run.rank, run.slice.isValid() ? rank.trace->trackOf(run.slice) : TrackId {},
        { begin, saturatingAdd(begin, wait.wait) } };
}

TimeRange WaitFacts::jobRangeOf(std::uint32_t rank, TimeRange own) const
{
    return movedTo(traces->ranks()[rank], onOwnClocks->ranks()[rank], own);
}

std::int64_t ranksExpected(const CollectiveMatching& matching, const CollectiveInstance& instance)
{
    return instance.kind == CollectiveKind::Pair ? 2 : matching.groups[instance.group].size;
}

Result<std::shared_ptr<const WaitFacts>> readWaits(
    const AnalysisInput& input, const WaitOptions& options, const AnalysisContext& context)
{
    KT_TRY(MeasuredJob measured, measuredJob(input, *context.classifier, options.clockLimits, context.progress));
    const std::shared_ptr<const CollectiveMatching> matching = measured.matching;
    const std::shared_ptr<const RankClocks> clocks =
        options.areClocksAligned ? measured.clocks : notApplied(*measured.clocks);
    const std::shared_ptr<const TraceSet> own = TraceSet::onOwnClocks(input.traces);
    AnalysisInput wide = input; // what ranks did before a collective may lie outside of its step
    wide.scope = {};
    wide.scope.ranks = input.scope.ranks;
    KT_TRY(WaitLedger ledger, waitLedger(wide, *matching, *clocks, context));
    wide.traces = own;
    KT_TRY_DONE(findReasons(ledger, wide, *matching, *clocks, options.kernelDelay, context));
    if (input.scope.hasWindow() || !input.scope.streams.empty()) {
        KT_TRY(WaitLedger narrow, waitLedger(input, *matching, *clocks, context));
        takeReasons(narrow, ledger, matching->instances.size());
        ledger = std::move(narrow);
    }
    auto facts = std::make_shared<WaitFacts>();
    facts->traces = input.traces;
    facts->onOwnClocks = own;
    facts->matching = matching;
    facts->clocks = clocks;
    letGoMeasured(*input.traces); // the result has them
    findEndsApart(ledger, *own, *matching, *measured.clocks);
    facts->ledger = std::move(ledger);
    // Recordings of different runs have collectives of the same names and places, in which nobody waits for the other.
    const RanTogether together = ranTogether(input);
    const bool areTogether = together == RanTogether::Yes;
    if (!areTogether) {
        facts->ledger.instances.clear();
        facts->ledger.ofBroadcasts.clear();
    }
    const bool hasRuns = !facts->ledger.runs.empty(); // before a group and kinds choose of them
    choose(facts->ledger, *facts->matching, options);
    facts->totals = totalsOf(facts->ledger, *facts->matching);
    if (!areTogether) // those of several jobs that have the same name and ranks were taken for one
        facts->totals.groups.clear();
    returnWhatWasLarge(*facts->matching);
    if (areTogether) {
        facts->remarks = facts->matching->remarks;
        append(facts->remarks, facts->clocks->remarks);
    }
    remarkOnNone(input, *facts, together, hasRuns);
    remarkOnMergedWaits(input, "merged-ranks", facts->remarks);
    remarkOnMissing(input.scope, *facts);
    remarkOnMissingRuns(*facts);
    remarkOnEnds(*facts);
    remarkOnSummaryParameters(input, options.kernelDelay, *context.classifier, facts->remarks);
    return std::shared_ptr<const WaitFacts>(std::move(facts));
}

} // namespace kinetoscope
