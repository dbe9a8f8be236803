// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/place_matching.h"

#include "core/analysis/collectives/matching_remarks.h"
#include "core/analysis/collectives/realignment.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

constexpr double kMostInSteps = 0.9;

class PlaceMatcher {
public:
    PlaceMatcher(GroupInstances& instances, const TraceSet& traces, const Progress& progress)
        : m_instances(instances)
        , m_traces(traces)
        , m_progress(progress)
    {
    }

    void match(const GroupRuns& ranks)
    {
        if (ranks.size() < 2) {
            for (const auto& [rank, runs] : ranks)
                m_instances.addAlone(runs);
            return;
        }
        std::vector<StepRuns> rest;
        for (StepRuns& part : partsOf(ranks)) {
            if (!isSameSequence(part, ranks.size())) {
                rest.push_back(std::move(part));
                continue;
            }
            for (std::size_t i = 0; i < part.ranks.begin()->second.size(); ++i) {
                m_instances.add(mapped(part.ranks, [i](const auto& rank) { return rank.second[i]; }), MatchedBy::Place);
            }
        }
        if (!rest.empty())
            realign(rest, ranks);
    }

private:
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
        if (m_instances.matchedRanks().empty())
            return m_traces.unixOrigin() >= kUnixTimes;
        return std::ranges::all_of(m_instances.matchedRanks(), [this](std::int64_t shown) { // whatever is open beside
            const RankTrace* const rank = m_traces.findRank(shown);
            return !rank
                || saturatingAdd(m_traces.unixOrigin(), rank->toJobTime(rank->trace->range().begin)) >= kUnixTimes;
        });
    }

    [[nodiscard]] StepShifts stepShifts(const GroupRuns& ranks)
    {
        std::map<std::uint32_t, RunsOfSteps> stepsOf;
        for (const auto& [rank, runs] : ranks) {
            for (const std::uint32_t run : runs) {
                if (m_instances.runAt(run).step && isSynchronising(m_instances.runAt(run).kind))
                    stepsOf[rank][*m_instances.runAt(run).step].push_back(endOf(run));
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
                if (!m_instances.runAt(run).step) {
                    outside.ranks[rank].push_back(run);
                    continue;
                }
                const std::int64_t step =
                    saturatingSubtract(*m_instances.runAt(run).step, shift == shifts.ofRanks.end() ? 0 : shift->second);
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
        remarkOnStepShifts(shifts, m_traces, m_instances.remarks());
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
        const CommunicationRun& at = m_instances.runAt(run);
        const auto symbol =
            m_symbols.try_emplace(m_instances.symbolOf(run), static_cast<std::uint32_t>(m_symbols.size()));
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
            const bool isEqual = m_instances.fitInOrder(first, runs);
            if (!isEqual || (&runs != &first && fitsBetterMoved({ hub, ends }, m_progress)))
                return false;
        }
        return true;
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
        m_instances.remark(notMatched(m_instances.group(), untold));
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
            const bool isEqual = m_instances.fitInOrder(runsOf(parts[p], hub), runsOf(parts[p], rank))
                && !fitsBetterMoved(pair, m_progress);
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
                    m_instances.add({ own[o] }, MatchedBy::Unmatched);
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
            m_instances.add(std::move(runs), MatchedBy::Realigned);
    }

    GroupInstances& m_instances;
    const TraceSet& m_traces;
    const Progress& m_progress;
    std::map<RunSymbol, std::uint32_t> m_symbols;
};

} // namespace

void matchByPlace(GroupInstances& instances, const TraceSet& traces, const GroupRuns& ranks, const Progress& progress)
{
    PlaceMatcher(instances, traces, progress).match(ranks);
}

} // namespace kinetoscope
