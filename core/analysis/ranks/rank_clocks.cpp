// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/rank_clocks.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

namespace kinetoscope {

namespace {

double squareOf(Nanoseconds error)
{
    return static_cast<double>(error) * static_cast<double>(error);
}

/// Floor of the root of a sum of squares.
Nanoseconds rootOf(double squares)
{
    const double root = std::floor(std::sqrt(squares));
    return root >= static_cast<double>(kMaxTimestamp) ? kMaxTimestamp : static_cast<Nanoseconds>(root);
}

/// Grows trees of ranks along the best measured pairs.
class ClockTrees {
public:
    ClockTrees(const TraceSet& traces, const CollectiveMatching& matching, const ClockLimits& limits,
        const std::vector<std::uint32_t>& leftOut, const Progress& progress)
        : m_traces(traces)
        , m_matching(matching)
        , m_limits(limits)
        , m_leftOut(leftOut)
        , m_progress(progress)
        , m_own(traces.ranks().size())
        , m_edges(traces.ranks().size())
    {
    }

    std::vector<RankClock> grow()
    {
        readPairs();
        m_clocks.assign(m_own.size(), {});
        m_paths.assign(m_own.size(), {});
        std::vector<char> isIn(m_own.size(), 0);
        for (std::uint32_t root = 0; root < m_own.size() && !m_progress.shouldStop(); ++root) {
            if (!isIn[root])
                growFrom(root, isIn);
        }
        return std::move(m_clocks);
    }

private:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    using Pair = std::pair<std::uint32_t, std::uint32_t>; ///< positions of two ranks, the lower first
    /// A collective that two ranks have both run, and their runs.
    struct SharedRun {
        std::uint32_t instance = 0;
        std::uint32_t lower = 0;  ///< of the lower rank
        std::uint32_t higher = 0; ///< and of the other
    };
    using Shared = std::vector<SharedRun>; ///< by instance
    struct Edge {
        std::uint32_t other = 0;
        const Shared* shared = nullptr; ///< of m_pairs
        const ClockFit* fit = nullptr;  ///< of the higher rank by the lower one, in m_fits
    };
    /// Sums over the edges from the reference to a rank.
    struct PathSquares {
        double errors = 0;
        double standardErrors = 0;
    };
    /// Standard error, less instances, parent, rank: the least first.
    using Key = std::tuple<Nanoseconds, std::int64_t, std::uint32_t, std::uint32_t>;

    void readPairs()
    {
        findHubs();
        sharePairs();
        std::vector<const std::pair<const Pair, Shared>*> pairs;
        pairs.reserve(m_pairs.size());
        for (auto& pair : m_pairs) {
            // Of two ranks that are each the hub of the other in some group the collectives lie in two parts.
            if (!std::ranges::is_sorted(pair.second, {}, &SharedRun::instance))
                std::ranges::sort(pair.second, {}, &SharedRun::instance);
            pairs.push_back(&pair);
        }
        m_fits.resize(pairs.size());
        parallelFor(pairs.size(), coreCount(), [&](std::size_t i) {
            const auto& [pair, shared] = *pairs[i];
            if (!m_progress.shouldStop())
                m_fits[i] = fitOf(pair.second, pair.first, shared);
        });
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto& [pair, shared] = *pairs[i];
            m_edges[pair.first].push_back({ pair.second, &shared, &m_fits[i] });
            m_edges[pair.second].push_back({ pair.first, &shared, &m_fits[i] });
        }
    }

    /// Of each group the rank that is in most of its collectives, the lowest of such, and its runs. Runs are gone
    /// through as they lie, rank by rank: those of one collective lie far apart.
    void findHubs()
    {
        std::vector<std::size_t> most(m_matching.groups.size(), 0);
        std::map<std::uint32_t, std::size_t> counts; // of one rank, by group
        std::uint32_t rank = 0;
        const auto settle = [&] {
            for (const auto& [group, count] : counts) {
                if (count > most[group]) {
                    most[group] = count;
                    m_hubs[group] = rank;
                }
            }
            counts.clear();
        };
        m_tells.reserve(m_matching.instances.size());
        for (const CollectiveInstance& instance : m_matching.instances)
            m_tells.push_back(tells(instance) ? 1 : 0);
        m_hubs.assign(m_matching.groups.size(), kNone);
        for (std::uint32_t run = 0; run < m_matching.runs.size(); ++run) {
            if (m_matching.runs[run].rank != rank)
                settle();
            rank = m_matching.runs[run].rank;
            if (m_tells[m_matching.instanceOfRun[run]] != 0)
                ++counts[m_matching.runs[run].group];
        }
        settle();
        m_hubRuns.assign(m_matching.instances.size(), kNone);
        for (std::uint32_t run = 0; run < m_matching.runs.size(); ++run) {
            const CommunicationRun& own = m_matching.runs[run];
            if (m_hubs[own.group] == own.rank)
                m_hubRuns[m_matching.instanceOfRun[run]] = run;
        }
    }

    /// The collectives of each rank, and those that it shares with the hubs of its groups.
    void sharePairs()
    {
        Shared* shared = nullptr; // of the rank and the hub that were looked at last
        Pair latest { kNone, kNone };
        std::vector<std::uint32_t> own; // runs of one rank, by instance
        for (std::uint32_t run = 0; run < m_matching.runs.size() && !m_progress.shouldStop();) {
            const std::uint32_t rank = m_matching.runs[run].rank;
            own.clear();
            for (; run < m_matching.runs.size() && m_matching.runs[run].rank == rank; ++run) {
                if (m_tells[m_matching.instanceOfRun[run]] != 0)
                    own.push_back(run);
            }
            const auto instanceOf = [this](std::uint32_t of) { return m_matching.instanceOfRun[of]; };
            std::ranges::sort(own, {}, instanceOf);
            m_own[rank].reserve(own.size());
            for (const std::uint32_t each : own) {
                const std::uint32_t instance = instanceOf(each);
                m_own[rank].push_back(instance);
                const std::uint32_t hub = m_hubs[m_matching.runs[each].group];
                const std::uint32_t ofHub = m_hubRuns[instance];
                if (hub == rank || ofHub == kNone)
                    continue;
                if (const Pair pair = std::minmax(hub, rank); pair != latest) {
                    shared = &m_pairs[pair];
                    latest = pair;
                }
                shared->push_back({ instance, hub < rank ? ofHub : each, hub < rank ? each : ofHub });
            }
        }
    }

    [[nodiscard]] bool tells(const CollectiveInstance& instance) const
    {
        return instance.runs.size() > 1 && instance.isLeftTogether()
            && !std::ranges::binary_search(m_leftOut, instance.group);
    }

    [[nodiscard]] TimeRange jobRange(std::uint32_t run) const
    {
        const CommunicationRun& own = m_matching.runs[run];
        return m_traces.ranks()[own.rank].toJobTime(own.range);
    }

    [[nodiscard]] Nanoseconds resolutionOf(std::uint32_t rank) const
    {
        const RankTrace& from = m_traces.ranks()[rank];
        if (const RankSummary* summary = from.readsFrom())
            return summary->meta.resolution;
        return from.trace->report().hasFractionalTimes ? 1 : 1'000;
    }

    [[nodiscard]] ClockFit fitOf(std::uint32_t rank, std::uint32_t parent, const Shared& shared) const
    {
        std::vector<ClockPoint> points;
        points.reserve(shared.size());
        for (const SharedRun& each : shared) {
            const bool isLower = rank < parent;
            points.push_back(
                { jobRange(isLower ? each.lower : each.higher), jobRange(isLower ? each.higher : each.lower) });
        }
        return fitClocks(std::move(points), std::max(resolutionOf(rank), resolutionOf(parent)), m_progress);
    }

    void growFrom(std::uint32_t root, std::vector<char>& isIn)
    {
        std::priority_queue<std::pair<Key, const Edge*>, std::vector<std::pair<Key, const Edge*>>, std::greater<>> open;
        const auto enter = [&](std::uint32_t rank) {
            isIn[rank] = 1;
            for (const Edge& edge : m_edges[rank]) {
                const auto count = static_cast<std::int64_t>(edge.shared->size());
                if (!isIn[edge.other])
                    open.push({ { edge.fit->standardError, -count, rank, edge.other }, &edge });
            }
        };
        RankClock& first = m_clocks[root];
        first.status = m_edges[root].empty() ? ClockStatus::Alone : ClockStatus::Reference;
        first.reference = root;
        first.instances = m_own[root].size();
        first.evidence = m_own[root];
        enter(root);
        while (!open.empty() && !m_progress.shouldStop()) {
            const auto [key, edge] = open.top();
            open.pop();
            if (isIn[edge->other])
                continue;
            measure(std::get<2>(key), *edge, root);
            enter(edge->other);
        }
    }

    void measure(std::uint32_t parent, const Edge& edge, std::uint32_t root)
    {
        const RankClock& above = m_clocks[parent];
        RankClock& clock = m_clocks[edge.other];
        clock.reference = root;
        clock.parent = parent;
        clock.evidence.reserve(edge.shared->size());
        for (const SharedRun& each : *edge.shared)
            clock.evidence.push_back(each.instance);
        clock.instances = edge.shared->size();
        clock.measured = parent < edge.other ? *edge.fit : fitOf(edge.other, parent, *edge.shared);
        clock.measured.error = edge.fit->error;
        clock.measured.standardError = edge.fit->standardError;
        // Only the sum is rooted: a floor at each rank of the path would take more away with its length.
        PathSquares& path = m_paths[edge.other];
        path.errors = m_paths[parent].errors + squareOf(edge.fit->error);
        path.standardErrors = m_paths[parent].standardErrors + squareOf(edge.fit->standardError);
        clock.error = rootOf(path.errors);
        clock.standardError = rootOf(path.standardErrors);
        const Nanoseconds resolution = std::max(resolutionOf(edge.other), resolutionOf(parent));
        clock.status = statusOf(clock.measured, resolution);
        if (clock.status == ClockStatus::Aligned)
            clock.applied = composed(above.applied, clock.measured.map);
        else if (clock.status == ClockStatus::InStep)
            clock.applied = above.applied;
    }

    [[nodiscard]] ClockStatus statusOf(const ClockFit& fit, Nanoseconds resolution) const
    {
        constexpr std::size_t kFewestForImplausible = 12;
        const bool hasDrift = !fit.map.drift.isZero();
        if (fit.instances < m_limits.fewestInstances)
            return ClockStatus::Few;
        if (hasDrift && fit.instances >= kFewestForImplausible
            && std::fabs(fit.map.drift.partsPerMillion()) - fit.driftNoise > m_limits.mostDrift)
            return ClockStatus::DriftImplausible;
        if (fit.impossibleAfter > fit.impossibleBefore || (!hasDrift && fit.boundLow > fit.boundHigh))
            return ClockStatus::Worse;
        const Nanoseconds noise = saturatingAdd(
            saturatingAdd(fit.standardError, fit.standardError), saturatingAdd(fit.standardError, resolution));
        const bool isSmall = fit.map.offset <= noise && fit.map.offset >= -noise;
        return !hasDrift && isSmall ? ClockStatus::InStep : ClockStatus::Aligned;
    }

    const TraceSet& m_traces;
    const CollectiveMatching& m_matching;
    const ClockLimits& m_limits;
    const std::vector<std::uint32_t>& m_leftOut;
    const Progress& m_progress;
    std::vector<std::vector<std::uint32_t>> m_own; ///< by rank: synchronising instances of two ranks or more
    std::vector<char> m_tells;                     ///< by instance
    std::vector<std::uint32_t> m_hubs;             ///< by group: a rank, or kNone
    std::vector<std::uint32_t> m_hubRuns;          ///< by instance: the run of its group's hub, or kNone
    std::map<Pair, Shared> m_pairs;
    std::vector<ClockFit> m_fits;           ///< by pair
    std::vector<std::vector<Edge>> m_edges; ///< by rank
    std::vector<RankClock> m_clocks;
    std::vector<PathSquares> m_paths; ///< by rank
};

/// Groups of unknown ranks in which some rank often had left before another came: several groups that nothing tells
/// apart.
std::vector<std::uint32_t> groupsNobodyTells(
    const TraceSet& traces, const CollectiveMatching& matching, const std::vector<RankClock>& clocks)
{
    struct Count {
        std::set<std::uint32_t> ranks;
        std::size_t all = 0;
        std::size_t impossible = 0;
    };
    std::map<std::uint32_t, Count> counts;
    for (const CollectiveInstance& instance : matching.instances) {
        const NamedGroup& group = matching.groups[instance.group];
        if (!group.ranks.empty() || group.size != 0 || !instance.isLeftTogether() || instance.runs.size() < 2)
            continue;
        Timestamp lastStart = kMinTimestamp;
        Timestamp firstEnd = kMaxTimestamp;
        Nanoseconds error = 0;
        Count& count = counts[instance.group];
        for (const std::uint32_t run : instance.runs) {
            const CommunicationRun& each = matching.runs[run];
            const RankClock& clock = clocks[each.rank];
            const RankTrace& trace = traces.ranks()[each.rank];
            lastStart = std::max(lastStart, clock.applied(trace.toJobTime(each.range.begin)));
            firstEnd = std::min(firstEnd, clock.applied(trace.toJobTime(each.range.end)));
            error = std::max(error, clock.error);
            count.ranks.insert(each.rank);
        }
        ++count.all;
        const Nanoseconds apart = saturatingSubtract(lastStart, firstEnd);
        count.impossible += apart > 0 && (apart - 1) / 3 >= error ? 1 : 0; // more than three errors
    }
    std::vector<std::uint32_t> groups;
    for (const auto& [group, count] : counts) {
        const bool areSound =
            std::ranges::all_of(count.ranks, [&](std::uint32_t rank) { return isSound(clocks[rank].status); });
        if (areSound && count.ranks.size() >= 3 && 5 * count.impossible > count.all)
            groups.push_back(group);
    }
    return groups;
}

/// Said of ranks with bounds of their clocks that no offset keeps, nor a drift that a clock may have: they left some of
/// what counts as one collective before the other came.
void remarkOnContradictions(const TraceSet& traces, const ClockLimits& limits, RankClocks& clocks)
{
    constexpr std::size_t kMostNamed = 5;
    std::size_t count = 0;
    arg::List pairs;
    for (std::size_t rank = 0; rank < clocks.ranks.size(); ++rank) {
        const RankClock& clock = clocks.ranks[rank];
        if (clock.status != ClockStatus::Worse || !clock.parent)
            continue;
        const RankTrace& own = traces.ranks()[rank];
        const RankSummary* const summary = own.readsFrom();
        const TimeRange recorded = summary ? summary->meta.coreRange : own.trace->coreRange();
        const double drift = limits.mostDrift / 1e6 * static_cast<double>(recorded.length());
        const Nanoseconds apart = saturatingSubtract(clock.measured.boundLow, clock.measured.boundHigh);
        if (apart <= 0 || static_cast<double>(apart) <= drift)
            continue;
        if (++count <= kMostNamed)
            pairs.parts.push_back({ KT_PHRASE("clock-alignment", "ranks %1 and %2"),
                arg::Number { traces.ranks()[*clock.parent].rank }, arg::Number { own.rank } });
    }
    if (count == 0)
        return;
    clocks.remarks.push_back({ "clocks-contradict",
        { KT_PLURAL("clock-alignment",
              "The collectives of at least %1 pair of ranks contradict each other (%2): no offset or usual drift of "
              "their clocks explains why one left some of them before the other came. These may be recordings of "
              "different runs, what counts as one collective here may be several, a clock may have been set meanwhile, "
              "or one passes the other nothing in them.",
              "The collectives of at least %1 pairs of ranks contradict each other (%2): no offset or usual drift of "
              "their clocks explains why one left some of them before the other came. These may be recordings of "
              "different runs, what counts as one collective here may be several, a clock may have been set meanwhile, "
              "or one passes the other nothing in them."),
            arg::Count { count }, std::move(pairs) } });
}

} // namespace

Result<RankClocks> alignClocks(
    const TraceSet& traces, const CollectiveMatching& matching, const ClockLimits& limits, const Progress& progress)
{
    RankClocks clocks;
    clocks.untold = matching.untold;
    clocks.ranks = ClockTrees(traces, matching, limits, clocks.untold, progress).grow();
    KT_TRY_DONE(progress.carryOn());
    std::vector<std::uint32_t> found = groupsNobodyTells(traces, matching, clocks.ranks);
    std::erase_if(
        found, [&matching](std::uint32_t group) { return std::ranges::binary_search(matching.untold, group); });
    if (found.empty()) {
        remarkOnContradictions(traces, limits, clocks);
        return clocks;
    }
    clocks.untold.insert(clocks.untold.end(), found.begin(), found.end());
    std::ranges::sort(clocks.untold);
    for (const std::uint32_t group : found)
        clocks.remarks.push_back({ "groups-unknown",
            { KT_PHRASE("clock-alignment",
                  "Of %1 the file does not say which ranks it has, and some had left its collectives before others "
                  "came: it may be several groups. They tell nothing about clocks."),
                Message::verbatim(matching.groups[group].description) } });
    clocks.ranks = ClockTrees(traces, matching, limits, clocks.untold, progress).grow();
    KT_TRY_DONE(progress.carryOn());
    remarkOnContradictions(traces, limits, clocks);
    return clocks;
}

} // namespace kinetoscope
