// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/collective_matching.h"

#include "core/analysis/collectives/group_matcher.h"
#include "core/analysis/collectives/group_table.h"
#include "core/analysis/names/classification.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kinetoscope {

std::string_view toString(MatchedBy matchedBy)
{
    switch (matchedBy) {
    case MatchedBy::Sequence:
        return "seq";
    case MatchedBy::CommsId:
        return "comms-id";
    case MatchedBy::Place:
        return "place";
    case MatchedBy::Realigned:
        return "realigned";
    case MatchedBy::Unmatched:
        break;
    }
    return "unmatched";
}

std::optional<std::uint32_t> CollectiveMatching::runOf(std::uint32_t rank, SliceId slice) const
{
    const auto found = std::partition_point(runsBySlice.begin(), runsBySlice.end(),
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
    const std::vector<std::uint32_t>& runs = matching.instances[matching.instanceOfRun[*run]].runs;
    if (runs.size() < 2)
        return std::nullopt;
    const auto at = static_cast<std::size_t>(std::find(runs.begin(), runs.end(), *run) - runs.begin());
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
    const std::vector<std::uint32_t>& runs = matching.instances[matching.instanceOfRun[*run]].runs;
    for (const std::uint32_t each : runs)
        all.push_back({ matching.runs[each].rank, matching.runs[each].slice });
    if (all.size() < 2)
        all.clear();
    return all;
}

Result<CollectiveMatching> matchCollectives(
    const TraceSet& traces, const KernelClassifier& classifier, const Progress& progress)
{
    CollectiveMatching matching;
    GroupTable groups(matching);
    // What the loader has not kept is read from the files again, which takes as long as inflating them: all ranks at
    // once.
    std::vector<std::optional<Result<RankRuns>>> read(traces.ranks().size());
    const auto isSummary = [&traces](std::size_t rank) { return traces.ranks()[rank].readsFrom() != nullptr; };
    parallelFor(read.size(), coreCount(), [&](std::size_t rank) {
        if (!isSummary(rank))
            read[rank] = communicationRuns(traces, static_cast<std::uint32_t>(rank), classifier, progress);
    });
    std::size_t count = 0;
    for (std::size_t rank = 0; rank < read.size(); ++rank) {
        if (isSummary(rank))
            count += traces.ranks()[rank].readsFrom()->runs.size();
        else if (*read[rank])
            count += (*read[rank])->runs.size();
    }
    matching.runs.reserve(count);
    for (std::size_t rank = 0; rank < read.size(); ++rank) {
        // A thousand summaries are copied in turn, and what was copied is let go: two million runs never lie here
        // twice.
        Result<RankRuns> found = isSummary(rank)
            ? communicationRuns(traces, static_cast<std::uint32_t>(rank), classifier, progress)
            : std::move(*read[rank]);
        read[rank].reset();
        if (!found)
            return found.error();
        if (progress.shouldStop())
            return Error::stopped();
        std::vector<std::uint32_t> ids;
        for (const NamedGroup& group : found->groups)
            ids.push_back(groups.idOf(group));
        for (CommunicationRun& run : found->runs) {
            run.group = ids[run.group];
            matching.runs.push_back(std::move(run));
        }
    }
    matching.runsBySlice.resize(matching.runs.size());
    std::iota(matching.runsBySlice.begin(), matching.runsBySlice.end(), 0u);
    const auto bySlice = [&matching](std::uint32_t a, std::uint32_t b) {
        return std::pair(matching.runs[a].rank, matching.runs[a].slice)
            < std::pair(matching.runs[b].rank, matching.runs[b].slice);
    };
    // Runs of summaries have no slices: two million of them are in order.
    if (!std::is_sorted(matching.runsBySlice.begin(), matching.runsBySlice.end(), bySlice))
        std::sort(matching.runsBySlice.begin(), matching.runsBySlice.end(), bySlice);
    groups.join();
    groups.joinStreams();
    std::vector<std::vector<std::uint32_t>> byGroup(matching.groups.size());
    for (std::uint32_t run = 0; run < matching.runs.size(); ++run)
        byGroup[matching.runs[run].group].push_back(run);
    for (std::uint32_t group = 0; group < byGroup.size(); ++group) {
        matchGroup(matching, traces, group, byGroup[group], progress);
        if (progress.shouldStop())
            return Error::stopped();
    }
    std::stable_sort(matching.instances.begin(), matching.instances.end(),
        [](const CollectiveInstance& a, const CollectiveInstance& b) {
            return a.group != b.group ? a.group < b.group : a.runs.front() < b.runs.front();
        });
    matching.instanceOfRun.assign(matching.runs.size(), 0);
    for (std::uint32_t i = 0; i < matching.instances.size(); ++i) {
        for (const std::uint32_t run : matching.instances[i].runs)
            matching.instanceOfRun[run] = i;
    }
    return matching;
}

} // namespace kinetoscope
