// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/collective_matching.h"

#include "core/analysis/collectives/group_matcher.h"
#include "core/analysis/collectives/group_table.h"
#include "core/analysis/collectives/summary_runs.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/types/scope.h"
#include "core/base/parallel.h"
#include "core/base/release.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace kinetoscope {

std::string_view toString(MatchedBy matchedBy)
{
    static constexpr std::array kWords { "unmatched", "seq", "comms-id", "place", "realigned" };
    return kWords[static_cast<std::size_t>(matchedBy)];
}

std::optional<std::uint32_t> CollectiveMatching::runOf(std::uint32_t rank, SliceId slice) const
{
    const auto found = std::ranges::partition_point(runsBySlice,
        [&](std::uint32_t run) { return std::pair(runs[run].rank, runs[run].slice) < std::pair(rank, slice); });
    const bool isThere = found != runsBySlice.end() && runs[*found].rank == rank && runs[*found].slice == slice;
    return isThere ? std::optional(*found) : std::nullopt;
}

bool isCollective(const Trace& trace, SliceId slice)
{
    if (!slice.isValid() || slice.index() >= trace.slices().size() || !isGpuWork(trace.kind(slice)))
        return false;
    static const KernelClassifier classifier;
    return classifier.classify(trace.kind(slice), trace.name(slice), trace.slices().has(slice, kSliceCollective))
        == KernelType::Communication;
}

std::optional<SliceRef> sameCollective(const CollectiveMatching& matching, SliceRef from, int direction)
{
    const auto run = matching.runOf(from.rank, from.slice);
    if (!run || direction == 0)
        return std::nullopt;
    const std::span<const std::uint32_t> runs = matching.instances[matching.instanceOfRun[*run]].runs;
    if (runs.size() < 2)
        return std::nullopt;
    const auto at = static_cast<std::size_t>(std::ranges::find(runs, *run) - runs.begin());
    for (std::size_t i = 1; i < runs.size(); ++i) {
        const std::size_t next = (at + (direction > 0 ? i : runs.size() - i)) % runs.size();
        if (const CommunicationRun& found = matching.runs[runs[next]]; found.slice.isValid())
            return SliceRef { found.rank, found.slice };
    }
    return std::nullopt; // of the others only summaries are there
}

std::vector<SliceRef> runsOfCollective(const CollectiveMatching& matching, SliceRef of)
{
    std::vector<SliceRef> all;
    const auto run = matching.runOf(of.rank, of.slice);
    if (!run)
        return all;
    const std::span<const std::uint32_t> runs = matching.instances[matching.instanceOfRun[*run]].runs;
    for (const std::uint32_t each : runs)
        all.push_back({ matching.runs[each].rank, matching.runs[each].slice });
    if (all.size() < 2)
        all.clear();
    return all;
}

namespace {

/// What each rank has read, and where its runs will lie.
class RunCollector {
public:
    /// @param matched  as CollectiveMatching::ranks; kept by reference.
    RunCollector(const TraceSet& traces, const std::vector<std::int64_t>& matched, const Progress& progress)
        : m_ranks(traces.ranks())
        , m_matched(matched)
        , m_progress(progress)
        , m_read(m_ranks.size())
        , m_first(m_ranks.size() + 1, 0)
    {
    }

    /// What the loader has not kept is read from the files again, which takes as long as inflating them: all ranks at
    /// once.
    Result<Done> read(const TraceSet& traces, const KernelClassifier& classifier)
    {
        parallelFor(m_ranks.size(), coreCount(), [&](std::size_t rank) {
            if (isMatched(rank) && !summaryOf(rank))
                m_read[rank].emplace(
                    communicationRuns(traces, static_cast<std::uint32_t>(rank), classifier, m_progress));
        });
        for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
            if (m_read[rank] && !*m_read[rank])
                return m_read[rank]->error();
            const RankSummary* const summary = summaryOf(rank);
            const std::size_t own = m_read[rank] ? (*m_read[rank])->runs.size() : summary ? summary->runs.size() : 0;
            m_first[rank + 1] = m_first[rank] + own;
        }
        return Done {};
    }

    /// All runs to their places, each with its group. Two million runs of summaries lie nowhere else meanwhile.
    Result<Done> moveTo(CollectiveMatching& matching, GroupTable& groups)
    {
        matching.runs.resize(m_first.back());
        matching.shapes.resize(m_ranks.size() + 1); // the last: texts of all summaries
        parallelFor(m_ranks.size(), coreCount(), [&](std::size_t rank) {
            if (m_progress.shouldStop() || !isMatched(rank))
                return;
            const std::span<CommunicationRun> own = runsOf(matching, rank);
            if (const RankSummary* summary = summaryOf(rank)) {
                readRuns(*summary, static_cast<std::uint32_t>(rank), own, matching.shapes[rank]);
                return;
            }
            std::ranges::copy((*m_read[rank])->runs, own.begin());
            release((*m_read[rank])->runs);
            matching.shapes[rank] = std::move((*m_read[rank])->shapes);
        });
        for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
            KT_TRY_DONE(m_progress.carryOn());
            if (!isMatched(rank))
                continue;
            const std::span<CommunicationRun> own = runsOf(matching, rank);
            const RankSummary* summary = summaryOf(rank);
            if (summary)
                readCommsIds(*summary, own, matching.shapes.back());
            const std::vector<std::uint32_t> ids =
                mapped(summary ? groupsOfSummary(*summary) : std::move((*m_read[rank])->groups),
                    [&groups](const NamedGroup& group) { return groups.idOf(group); });
            for (CommunicationRun& run : own)
                run.group = ids[run.group];
        }
        return Done {};
    }

private:
    [[nodiscard]] bool isMatched(std::size_t rank) const { return isChosen(m_matched, m_ranks[rank].rank); }
    [[nodiscard]] const RankSummary* summaryOf(std::size_t rank) const
    {
        return isMatched(rank) ? m_ranks[rank].readsFrom() : nullptr;
    }
    [[nodiscard]] std::span<CommunicationRun> runsOf(CollectiveMatching& matching, std::size_t rank) const
    {
        return std::span(matching.runs).subspan(m_first[rank], m_first[rank + 1] - m_first[rank]);
    }

    std::span<const RankTrace> m_ranks;
    const std::vector<std::int64_t>& m_matched;
    const Progress& m_progress;
    std::vector<std::optional<Result<RankRuns>>>
        m_read;                       ///< by rank; nothing of a summary, and of one that is not matched
    std::vector<std::size_t> m_first; ///< by rank: its first run; then the number of all
};

void orderBySlice(CollectiveMatching& matching)
{
    for (std::uint32_t run = 0; run < matching.runs.size(); ++run) {
        if (matching.runs[run].slice.isValid())
            matching.runsBySlice.push_back(run);
    }
    std::ranges::sort(matching.runsBySlice, {},
        [&matching](std::uint32_t run) { return std::pair(matching.runs[run].rank, matching.runs[run].slice); });
}

/// Positions of runs, group by group, in order; and where each group begins, the number of all at the end.
struct RunsByGroup {
    std::vector<std::uint32_t> runs;
    std::vector<std::size_t> first;

    explicit RunsByGroup(const CollectiveMatching& matching)
        : runs(matching.runs.size())
        , first(matching.groups.size() + 2, 0)
    {
        for (const CommunicationRun& run : matching.runs)
            ++first[run.group + 2];
        std::partial_sum(first.begin(), first.end(), first.begin());
        for (std::uint32_t run = 0; run < matching.runs.size(); ++run)
            runs[first[matching.runs[run].group + 1]++] = run;
    }
    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t group) const
    {
        return std::span(runs).subspan(first[group], first[group + 1] - first[group]);
    }
};

} // namespace

Result<CollectiveMatching> matchCollectives(const TraceSet& traces, const KernelClassifier& classifier,
    const Progress& progress, std::vector<std::int64_t> ranks)
{
    CollectiveMatching matching;
    matching.ranks = std::move(ranks);
    GroupTable groups(matching);
    {
        RunCollector collector(traces, matching.ranks, progress);
        KT_TRY_DONE(collector.read(traces, classifier));
        KT_TRY_DONE(collector.moveTo(matching, groups));
    }
    orderBySlice(matching);
    groups.join();
    groups.joinStreams();
    groups.leaveUntold();
    const RunsByGroup byGroup(matching);
    matching.runsByInstance.reserve(matching.runs.size()); // instances refer to it: it stays where it is
    for (std::uint32_t group = 0; group < matching.groups.size(); ++group) {
        matchGroup(matching, traces, group, byGroup.of(group), progress);
        KT_TRY_DONE(progress.carryOn());
    }
    std::ranges::stable_sort(
        matching.instances, {}, [](const CollectiveInstance& a) { return std::pair(a.group, a.runs.front()); });
    matching.instanceOfRun.assign(matching.runs.size(), 0);
    for (std::uint32_t i = 0; i < matching.instances.size(); ++i) {
        for (const std::uint32_t run : matching.instances[i].runs)
            matching.instanceOfRun[run] = i;
    }
    return matching;
}

} // namespace kinetoscope
