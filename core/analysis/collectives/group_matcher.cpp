// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/group_matcher.h"

#include "core/analysis/collectives/matching_remarks.h"
#include "core/analysis/collectives/realignment.h"
#include "core/analysis/collectives/run_keys.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace kinetoscope {

namespace {

/// Runs of one group on one rank, in order; positions in CollectiveMatching::runs.
using RankRunList = std::vector<std::uint32_t>;
/// By position of the rank.
using GroupRuns = std::map<std::uint32_t, RankRunList>;

constexpr double kMostWrongSymbols = 0.01;
constexpr double kMostInSteps = 0.9;

class GroupMatcher {
public:
    GroupMatcher(CollectiveMatching& matching, const TraceSet& traces, std::uint32_t group, const Progress& progress)
        : m_matching(matching)
        , m_traces(traces)
        , m_group(group)
        , m_progress(progress)
    {
    }

    void match(std::span<const std::uint32_t> runs)
    {
        std::vector<std::uint32_t> transfers;
        RankRunList withoutPeer;
        RankRunList collective;
        std::size_t ranks = 0;
        for (const std::uint32_t run : runs) {
            if (isTransfer(runAt(run).kind)) {
                (runAt(run).shape->peer ? transfers : withoutPeer).push_back(run);
                continue;
            }
            ranks += collective.empty() || runAt(collective.back()).rank != runAt(run).rank ? 1 : 0;
            collective.push_back(run);
        }
        matchTransfers(transfers);
        addAlone(withoutPeer); // two receives are never one transfer, and nothing tells which send one belongs to
        if (ranks >= 2 && (matchBySequence(collective) || matchByCommsId(collective)))
            return;
        GroupRuns byRank;
        for (const std::uint32_t run : collective)
            byRank[runAt(run).rank].push_back(run);
        matchByPlace(byRank);
    }

private:
    [[nodiscard]] const CommunicationRun& runAt(std::uint32_t run) const { return m_matching.runs[run]; }

    using Symbol = std::tuple<CollectiveKind, std::int64_t, std::uint32_t>;
    [[nodiscard]] Symbol symbolOf(std::uint32_t run) const
    {
        const CommunicationRun& at = runAt(run);
        return { at.kind, hasEqualSizes(at.kind) ? at.shape->elements.value_or(-1) : -1, at.part };
    }

    /// Whether two runs may be of one collective. Where only the kernel's name tells, every kind of that kernel fits.
    [[nodiscard]] bool fits(std::uint32_t a, std::uint32_t b) const
    {
        const CommunicationRun& first = runAt(a);
        const CommunicationRun& second = runAt(b);
        if (first.isKindByName == second.isKindByName)
            return symbolOf(a) == symbolOf(b);
        const CommunicationRun& told = first.isKindByName ? second : first;
        return first.kernelKind == second.kernelKind
            && (!hasEqualSizes(told.kind) || !first.shape->elements || !second.shape->elements
                || first.shape->elements == second.shape->elements);
    }
    [[nodiscard]] bool fitInOrder(const RankRunList& a, const RankRunList& b) const
    {
        return std::ranges::equal(a, b, [this](std::uint32_t own, std::uint32_t other) { return fits(own, other); });
    }

    /// @param runs  in any order, at most one a rank.
    void add(std::vector<std::uint32_t> runs, MatchedBy matchedBy)
    {
        std::ranges::sort(runs, {}, [this](std::uint32_t a) { return runAt(a).rank; });
        std::vector<std::uint32_t>& all = m_matching.runsByInstance;
        append(all, runs);
        addInstance(std::span(all).last(runs.size()), matchedBy);
    }
    /// @param runs  by rank, in CollectiveMatching::runsByInstance.
    void addInstance(std::span<const std::uint32_t> runs, MatchedBy matchedBy)
    {
        CollectiveInstance instance;
        instance.group = m_group;
        const auto told = std::ranges::find_if(runs, [this](std::uint32_t run) { return !runAt(run).isKindByName; });
        instance.kind = runAt(told == runs.end() ? runs.front() : *told).kind;
        instance.matchedBy = runs.size() > 1 ? matchedBy : MatchedBy::Unmatched;
        instance.sequence = runAt(runs.front()).sequence;
        instance.isUneven = instance.kind == CollectiveKind::AllToAll && areUneven(runs);
        instance.isLeftApart = instance.isUneven
            && std::ranges::all_of(runs, [this](std::uint32_t run) { return hasOwnAmounts(runAt(run).message()); });
        instance.runs = runs;
        m_matching.instances.push_back(instance);
    }
    /// Whether what is known of the messages differs, between in and out or between ranks.
    [[nodiscard]] bool areUneven(std::span<const std::uint32_t> runs) const
    {
        std::optional<std::int64_t> one;
        for (const std::uint32_t run : runs) {
            for (const std::optional<std::int64_t>& elements : { runAt(run).message().in, runAt(run).message().out }) {
                if (elements && one && *elements != *one)
                    return true;
                one = elements ? elements : one;
            }
        }
        return false;
    }
    void addAlone(const RankRunList& runs)
    {
        for (const std::uint32_t run : runs)
            add({ run }, MatchedBy::Unmatched);
    }

    /// What lies at one place of a key.
    struct RunsAtPlace {
        std::uint32_t first = 0; ///< its first run
        std::uint32_t count = 0;
        std::size_t begin = 0; ///< where they begin among the runs by place
        bool isWrong = false;  ///< some run cannot be of one collective with the first
    };

    /// The runs by a key that all of them have and the number of earlier runs of the rank with it. False, and nothing
    /// added, if the keys do not tell: ranks that overlap share too few of them, or other things under one key.
    /// @param runs  rank by rank.
    template <typename Key, typename KeyOf> bool matchByKey(const RankRunList& runs, const KeyOf& keyOf, MatchedBy by)
    {
        RunKeys<Key> keys;
        std::vector<RunsAtPlace> places;
        RankRunList placeOfRun; // by position in `runs`
        placeOfRun.reserve(runs.size());
        StopCheck check(m_progress);
        for (const std::uint32_t run : runs) {
            if (check.after(2))
                return true; // nobody will look at what was added
            const std::optional<Key> key = keyOf(runAt(run));
            if (!key)
                return false;
            const std::uint32_t place = keys.take(*key, runAt(run).rank);
            if (place == places.size())
                places.push_back({ .first = run });
            RunsAtPlace& at = places[place];
            ++at.count;
            at.isWrong = at.isWrong || !fits(run, at.first);
            placeOfRun.push_back(place);
        }
        if (!doTell(places, keys.coveringRanks())) {
            m_matching.remarks.push_back(numbersDisagree(m_matching.groups[m_group]));
            return false;
        }
        addByPlace(runs, placeOfRun, std::move(places), by);
        return true;
    }
    /// @param covering  by place: the number of ranks that could have its key.
    [[nodiscard]] static bool doTell(const std::vector<RunsAtPlace>& places, const std::vector<std::size_t>& covering)
    {
        std::size_t expected = 0;
        std::size_t shared = 0;
        std::size_t wrong = 0;
        for (std::size_t place = 0; place < places.size(); ++place) {
            const bool isShared = places[place].count >= 2;
            expected += covering[place] >= 2 ? 1 : 0;
            shared += covering[place] >= 2 && isShared ? 1 : 0;
            wrong += isShared && places[place].isWrong ? 1 : 0;
        }
        return 2 * shared >= expected && static_cast<double>(wrong) <= kMostWrongSymbols * static_cast<double>(shared);
    }
    void addByPlace(
        const RankRunList& runs, const RankRunList& placeOfRun, std::vector<RunsAtPlace> places, MatchedBy by)
    {
        std::vector<std::uint32_t>& all = m_matching.runsByInstance;
        std::size_t begin = all.size();
        all.resize(begin + runs.size());
        for (RunsAtPlace& place : places) {
            place.begin = begin;
            begin += place.count;
        }
        for (std::size_t i = 0; i < runs.size(); ++i)
            all[places[placeOfRun[i]].begin++] = runs[i];
        for (const RunsAtPlace& place : places)
            addInstance(std::span(all).subspan(place.begin - place.count, place.count), by);
    }
    bool matchBySequence(const RankRunList& runs)
    {
        return matchByKey<std::int64_t>(
            runs, [](const CommunicationRun& run) -> std::optional<std::int64_t> { return run.sequence; },
            MatchedBy::Sequence);
    }
    bool matchByCommsId(const RankRunList& runs)
    {
        return matchByKey<std::string_view>(
            runs,
            [](const CommunicationRun& run) {
                return run.commsId ? std::optional<std::string_view>(*run.commsId) : std::nullopt;
            },
            MatchedBy::CommsId);
    }

    /// Runs of one step, or of the trace, of all ranks.
    struct StepRuns {
        bool isStep = false;
        GroupRuns ranks;
    };

    /// From the trace's clock to the one that the file tells: what was measured by collectives does not count.
    [[nodiscard]] Nanoseconds clockOf(std::uint32_t rank) const
    {
        const RankTrace& of = m_traces.ranks()[rank];
        return saturatingSubtract(of.clockOffset, of.alignment ? of.alignment->map.offset : 0);
    }

    /// Whether files tell Unix times: others count from a start of their own, and may agree by that.
    [[nodiscard]] bool haveOneClock() const
    {
        constexpr std::int64_t kUnixTimes = 1'000'000'000'000'000'000; // 2001
        return m_traces.unixOrigin() >= kUnixTimes;
    }

    [[nodiscard]] StepShifts stepShifts(const GroupRuns& ranks)
    {
        std::map<std::uint32_t, RunsOfSteps> stepsOf;
        for (const auto& [rank, runs] : ranks) {
            for (const std::uint32_t run : runs) {
                if (runAt(run).step && isSynchronising(runAt(run).kind))
                    stepsOf[rank][*runAt(run).step].push_back(endOf(run));
            }
        }
        StepShifts shifts;
        std::map<std::int64_t, std::vector<std::uint32_t>> ranksWith { { 0, {} } };
        for (const auto& [rank, steps] : stepsOf) {
            if (!m_progress.shouldStop())
                ranksWith[stepShift(stepsOf.begin()->second, steps, haveOneClock())].push_back(rank);
        }
        std::int64_t usual = 0;
        for (const auto& [shift, own] : ranksWith)
            usual = own.size() > ranksWith[usual].size() ? shift : usual;
        for (const auto& [shift, own] : ranksWith) {
            for (const std::uint32_t rank : own) {
                if (shift != usual)
                    shifts.ofRanks[rank] = shift - usual;
            }
        }
        shifts.reference = ranksWith[usual].empty() ? 0 : ranksWith[usual].front();
        return shifts;
    }
    [[nodiscard]] std::vector<StepRuns> partsOf(const GroupRuns& ranks)
    {
        const StepShifts shifts = stepShifts(ranks);
        std::map<std::int64_t, StepRuns> bySteps;
        StepRuns outside;
        std::size_t all = 0;
        std::size_t inSteps = 0;
        std::map<std::int64_t, std::size_t> ranksWithStep;
        for (const auto& [rank, runs] : ranks) {
            const auto shift = shifts.ofRanks.find(rank);
            std::set<std::int64_t> own;
            for (const std::uint32_t run : runs) {
                ++all;
                if (!runAt(run).step) {
                    outside.ranks[rank].push_back(run);
                    continue;
                }
                const std::int64_t step =
                    saturatingSubtract(*runAt(run).step, shift == shifts.ofRanks.end() ? 0 : shift->second);
                ++inSteps;
                own.insert(step);
                StepRuns& part = bySteps[step];
                part.isStep = true;
                part.ranks[rank].push_back(run);
            }
            for (const std::int64_t step : own)
                ++ranksWithStep[step];
        }
        const bool haveCommon =
            std::ranges::any_of(ranksWithStep, [&ranks](const auto& step) { return step.second == ranks.size(); });
        std::vector<StepRuns> parts;
        if (!haveCommon || static_cast<double>(inSteps) < kMostInSteps * static_cast<double>(all)) {
            parts.push_back({ false, ranks });
            return parts;
        }
        remarkOnStepShifts(shifts, m_traces, m_matching.remarks);
        for (auto& [step, part] : bySteps)
            parts.push_back(std::move(part));
        if (!outside.ranks.empty())
            parts.push_back(std::move(outside));
        return parts;
    }

    [[nodiscard]] std::vector<RunEnd> endsOf(const RankRunList& runs)
    {
        return mapped(runs, [this](std::uint32_t run) { return endOf(run); });
    }
    [[nodiscard]] RunEnd endOf(std::uint32_t run)
    {
        const CommunicationRun& at = runAt(run);
        const auto symbol = m_symbols.try_emplace(symbolOf(run), static_cast<std::uint32_t>(m_symbols.size()));
        RunEnd end { symbol.first->second, saturatingAdd(at.range.end, clockOf(at.rank)) };
        end.kernel = static_cast<std::uint32_t>(at.kernelKind);
        end.elements = at.isKindByName || hasEqualSizes(at.kind) ? at.shape->elements.value_or(-1) : -1;
        end.isByName = at.isKindByName;
        return end;
    }

    /// Whether every rank that has runs has the same sequence, and none fits better moved.
    [[nodiscard]] bool isSameSequence(const StepRuns& part, std::size_t groupRanks)
    {
        if (!part.isStep && part.ranks.size() < groupRanks)
            return false; // who is missing may have lost all of it, or have been elsewhere
        const RankRunList& first = part.ranks.begin()->second;
        const std::vector<RunEnd> hub = endsOf(first);
        for (const auto& [rank, runs] : part.ranks) {
            const std::vector<RunEnd> ends = endsOf(runs);
            const bool isEqual = fitInOrder(first, runs);
            if (!isEqual || (&runs != &first && fitsBetterMoved({ hub, ends }, m_progress)))
                return false;
        }
        return true;
    }

    void matchByPlace(const GroupRuns& ranks)
    {
        if (ranks.size() < 2) {
            for (const auto& [rank, runs] : ranks)
                addAlone(runs);
            return;
        }
        std::vector<StepRuns> rest;
        for (StepRuns& part : partsOf(ranks)) {
            if (!isSameSequence(part, ranks.size())) {
                rest.push_back(std::move(part));
                continue;
            }
            for (std::size_t i = 0; i < part.ranks.begin()->second.size(); ++i) {
                add(mapped(part.ranks, [i](const auto& rank) { return rank.second[i]; }), MatchedBy::Place);
            }
        }
        if (!rest.empty())
            realign(rest, ranks);
    }

    /// Runs of one instance, by its run of the hub.
    using JoinedRuns = std::map<std::uint32_t, std::vector<std::uint32_t>>;

    [[nodiscard]] static RankRunList runsOf(const StepRuns& part, std::uint32_t rank)
    {
        const auto found = part.ranks.find(rank);
        return found == part.ranks.end() ? RankRunList {} : found->second;
    }

    /// What differs may have been lost, begun later, or run by this rank alone.
    void tellNotMatched(
        std::uint32_t rank, std::uint32_t hub, const std::vector<StepRuns>& parts, const std::vector<char>& isAsHub)
    {
        NotMatched untold { .rank = m_traces.ranks()[rank].rank, .hub = m_traces.ranks()[hub].rank };
        for (std::size_t p = 0; p < parts.size(); ++p) {
            untold.steps += isAsHub[p] ? 0 : 1;
            untold.isInSteps = untold.isInSteps && (isAsHub[p] || parts[p].isStep);
        }
        m_matching.remarks.push_back(notMatched(m_matching.groups[m_group], untold));
    }

    /// By part: whether the hub lost runs of a kind of which it has others. Then a rank with the hub's sequence lost as
    /// many, and which of them is not told by their places.
    [[nodiscard]] std::vector<char> whereHubLost(std::uint32_t hub, const std::vector<StepRuns>& parts)
    {
        std::vector<char> found;
        for (const StepRuns& part : parts) {
            const std::vector<RunEnd> own = endsOf(runsOf(part, hub));
            found.push_back(std::ranges::any_of(part.ranks,
                [&](const auto& rank) { return rank.first != hub && hasMoreOfAKind(own, endsOf(rank.second)); }));
        }
        return found;
    }

    /// The runs of one rank to those of the hub; what finds none there is an instance of its own.
    void joinToHub(std::uint32_t rank, std::uint32_t hub, const std::vector<StepRuns>& parts,
        const std::vector<char>& hasHubLost, JoinedRuns& joined)
    {
        // Where this rank ran what the hub ran, only others have lost runs.
        std::vector<RunsOfPart> pairsOfParts;
        std::vector<char> isAsHub;
        bool areEndsAsked = false; // of runs that are equal
        for (std::size_t p = 0; p < parts.size(); ++p) {
            RunsOfPart pair { endsOf(runsOf(parts[p], hub)), endsOf(runsOf(parts[p], rank)) };
            const bool isEqual =
                fitInOrder(runsOf(parts[p], hub), runsOf(parts[p], rank)) && !fitsBetterMoved(pair, m_progress);
            areEndsAsked = areEndsAsked || (isEqual && hasHubLost[p] != 0 && !pair.hub.empty());
            isAsHub.push_back(isEqual && (hasHubLost[p] == 0 || pair.hub.empty()) ? 1 : 0);
            pairsOfParts.push_back(std::move(pair));
        }
        // What is told by place tells the ends of others how far apart they are.
        for (std::size_t p = 0; p < parts.size() && !areEndsAsked; ++p) {
            if (isAsHub[p])
                pairsOfParts[p] = {};
        }
        const bool isComplete = std::ranges::find(isAsHub, 0) == isAsHub.end();
        const auto pairs = isComplete ? std::optional<std::vector<std::vector<RunPair>>>(std::in_place, parts.size())
                                      : realigned(pairsOfParts, haveOneClock(), m_progress);
        if (!pairs)
            tellNotMatched(rank, hub, parts, isAsHub);
        for (std::size_t p = 0; p < parts.size(); ++p) {
            const RankRunList hubRuns = runsOf(parts[p], hub);
            const RankRunList own = runsOf(parts[p], rank);
            if (isAsHub[p]) {
                for (std::size_t i = 0; i < own.size(); ++i)
                    joined[hubRuns[i]].push_back(own[i]);
                continue;
            }
            std::vector<char> isTaken(own.size(), 0);
            for (const auto& [h, o] : pairs ? (*pairs)[p] : std::vector<RunPair> {}) {
                joined[hubRuns[h]].push_back(own[o]);
                isTaken[o] = 1;
            }
            for (std::size_t o = 0; o < own.size(); ++o) {
                if (!isTaken[o])
                    add({ own[o] }, MatchedBy::Unmatched);
            }
        }
    }

    void realign(const std::vector<StepRuns>& parts, const GroupRuns& ranks)
    {
        std::map<std::uint32_t, std::size_t> counts;
        for (const StepRuns& part : parts) {
            for (const auto& [rank, runs] : part.ranks)
                counts[rank] += runs.size();
        }
        std::uint32_t hub = counts.begin()->first;
        for (const auto& [rank, count] : counts)
            hub = count > counts[hub] ? rank : hub;
        const std::vector<char> hasHubLost = whereHubLost(hub, parts);
        JoinedRuns joined;
        for (const StepRuns& part : parts) {
            for (const std::uint32_t run : runsOf(part, hub))
                joined[run] = { run };
        }
        for (const auto& [rank, all] : ranks) {
            if (rank != hub && counts.contains(rank) && !m_progress.shouldStop())
                joinToHub(rank, hub, parts, hasHubLost, joined);
        }
        for (auto& [run, runs] : joined)
            add(std::move(runs), MatchedBy::Realigned);
    }

    /// By source and destination: the n-th send is the n-th receive.
    void matchTransfers(const std::vector<std::uint32_t>& transfers)
    {
        struct Ends {
            RankRunList sends;
            RankRunList receives;
        };
        std::map<std::pair<std::int64_t, std::int64_t>, Ends> between;
        for (const std::uint32_t run : transfers) {
            const std::int64_t own = m_traces.ranks()[runAt(run).rank].rank;
            const std::int64_t peer = *runAt(run).shape->peer;
            if (runAt(run).kind == CollectiveKind::Send)
                between[{ own, peer }].sends.push_back(run);
            else
                between[{ peer, own }].receives.push_back(run);
        }
        for (auto& [ranks, ends] : between) {
            const auto isNumbered = [this](std::uint32_t run) { return runAt(run).sequence.has_value(); };
            if (std::ranges::all_of(ends.sends, isNumbered) && std::ranges::all_of(ends.receives, isNumbered)) {
                std::map<std::pair<std::int64_t, std::uint32_t>, std::vector<std::uint32_t>> bySequence;
                for (const RankRunList* runs : { &ends.sends, &ends.receives }) {
                    std::map<std::int64_t, std::uint32_t> before;
                    for (const std::uint32_t run : *runs)
                        bySequence[{ *runAt(run).sequence, before[*runAt(run).sequence]++ }].push_back(run);
                }
                for (auto& [key, runs] : bySequence)
                    addPair(std::move(runs), MatchedBy::Sequence);
            } else if (ends.sends.size() == ends.receives.size()) {
                for (std::size_t i = 0; i < ends.sends.size(); ++i)
                    addPair({ ends.sends[i], ends.receives[i] }, MatchedBy::Place);
            } else {
                addAlone(ends.sends);
                addAlone(ends.receives);
                if (m_traces.findRank(ranks.first) && m_traces.findRank(ranks.second))
                    m_matching.remarks.push_back(
                        transferCounts(ranks.first, ends.sends.size(), ranks.second, ends.receives.size()));
            }
        }
    }
    void addPair(std::vector<std::uint32_t> runs, MatchedBy matchedBy)
    {
        const bool isPair = runs.size() > 1;
        add(std::move(runs), matchedBy);
        if (isPair)
            m_matching.instances.back().kind = CollectiveKind::Pair;
    }

    CollectiveMatching& m_matching;
    const TraceSet& m_traces;
    std::uint32_t m_group;
    const Progress& m_progress;
    std::map<Symbol, std::uint32_t> m_symbols;
};

} // namespace

void matchGroup(CollectiveMatching& matching, const TraceSet& traces, std::uint32_t group,
    std::span<const std::uint32_t> runs, const Progress& progress)
{
    GroupMatcher(matching, traces, group, progress).match(runs);
}

} // namespace kinetoscope
