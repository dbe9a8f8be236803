// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/operations.h"

#include "core/analysis/ranks/group_words.h"
#include "core/analysis/ranks/ranks_together.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

namespace kinetoscope {

namespace {

class OperationFinder {
public:
    OperationFinder(const AnalysisInput& input, const CollectiveMatching& matching, const RankClocks& clocks)
        : m_input(input)
        , m_own(TraceSet::onOwnClocks(input.traces))
        , m_matching(matching)
        , m_clocks(clocks)
        , m_areTogether(areRanksTogether(input))
    {
    }

    Result<std::vector<Operation>> find(
        std::string_view group, const std::vector<std::string>& kinds, const Progress& progress)
    {
        const std::vector<std::vector<std::uint32_t>> parts = partsByInstance();
        const std::vector<std::size_t> numbers = numbersOfMatched();
        std::vector<Operation> operations;
        for (std::uint32_t i = 0; i < m_matching.instances.size(); ++i) {
            KT_TRY_DONE(progress.carryOn());
            const CollectiveInstance& instance = m_matching.instances[i];
            if (parts[i].empty() || !isChosen(kinds, std::string(toString(instance.kind)))
                || (!group.empty() && groupText(m_matching.groups[instance.group]) != group
                    && m_matching.groups[instance.group].name != group))
                continue;
            Operation operation { .instance = i, .number = numbers[i] };
            for (const std::uint32_t part : parts[i])
                takeRuns(operation, m_matching.instances[part]);
            for (Operation& each : apartUnlessTogether(std::move(operation))) {
                measure(each);
                operations.push_back(std::move(each));
            }
        }
        std::ranges::stable_sort(operations, [](const Operation& a, const Operation& b) {
            const bool isA = a.ranks.size() > 1;
            const bool isB = b.ranks.size() > 1;
            if (isA != isB)
                return isA;
            return isA ? a.number < b.number : a.ranks.front().runs.front() < b.ranks.front().runs.front();
        });
        return operations;
    }

private:
    /// Of each instance those that are one operation with it: itself, and other kernels of its host op. Nothing of an
    /// instance that belongs to another.
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> partsByInstance() const
    {
        std::map<std::pair<std::uint32_t, SliceId>, std::uint32_t> firstOfOp; // instance
        for (std::uint32_t run = 0; run < m_matching.runs.size(); ++run) {
            const CommunicationRun& at = m_matching.runs[run];
            if (at.part == 0 && at.hostOp.isValid())
                firstOfOp[{ at.rank, at.hostOp }] = m_matching.instanceOfRun[run];
        }
        std::vector<std::vector<std::uint32_t>> parts(m_matching.instances.size());
        for (std::uint32_t i = 0; i < m_matching.instances.size(); ++i)
            parts[i].push_back(i);
        for (std::uint32_t i = 0; i < m_matching.instances.size(); ++i) {
            const CommunicationRun& run = m_matching.runs[m_matching.instances[i].runs.front()];
            const auto first = run.part == 0 ? firstOfOp.end() : firstOfOp.find({ run.rank, run.hostOp });
            if (first == firstOfOp.end() || first->second == i
                || m_matching.instances[first->second].group != m_matching.instances[i].group
                || m_matching.runs[m_matching.instances[first->second].runs.front()].part != 0)
                continue;
            parts[first->second].push_back(i);
            parts[i].clear();
        }
        return parts;
    }

    /// By earliest start on the ranks' own clocks, then group, lowest rank, event: among those that two ranks have.
    [[nodiscard]] std::vector<std::size_t> numbersOfMatched() const
    {
        using Key = std::tuple<Timestamp, std::string, std::uint32_t, std::uint32_t>;
        std::vector<std::pair<Key, std::uint32_t>> keyed;
        for (std::uint32_t i = 0; i < m_matching.instances.size(); ++i) {
            Timestamp earliest = kMaxTimestamp;
            std::vector<std::uint32_t> own;
            for (const std::uint32_t run : m_matching.instances[i].runs) {
                const CommunicationRun& at = m_matching.runs[run];
                if (!isInScope(m_input, at))
                    continue;
                own.push_back(run);
                earliest = std::min(earliest, m_own->ranks()[at.rank].toJobTime(at.range.begin));
            }
            if (own.size() > 1)
                keyed.push_back({ { earliest, groupText(m_matching.groups[m_matching.instances[i].group]),
                                      m_matching.runs[own.front()].rank, own.front() },
                    i });
        }
        std::ranges::sort(keyed);
        std::vector<std::size_t> numbers(m_matching.instances.size(), 0);
        for (std::size_t number = 0; number < keyed.size(); ++number)
            numbers[keyed[number].second] = number;
        return numbers;
    }

    void takeRuns(Operation& operation, const CollectiveInstance& instance) const
    {
        for (const std::uint32_t run : instance.runs) {
            const CommunicationRun& at = m_matching.runs[run];
            if (!isInScope(m_input, at))
                continue;
            const auto place = std::ranges::lower_bound(operation.ranks, at.rank, {}, &OperationRun::rank);
            if (place != operation.ranks.end() && place->rank == at.rank) {
                place->runs.push_back(run);
                continue;
            }
            operation.ranks.insert(place, OperationRun { .runs = { run }, .rank = at.rank });
        }
    }

    /// Recordings of different runs have collectives of the same names and places, which are not one operation: then
    /// each rank's runs are one of their own. None of an operation without runs in the scope.
    [[nodiscard]] std::vector<Operation> apartUnlessTogether(Operation operation) const
    {
        std::vector<Operation> found;
        if (m_areTogether && !operation.ranks.empty()) {
            found.push_back(std::move(operation));
        } else {
            for (OperationRun& own : operation.ranks)
                found.push_back(
                    { .instance = operation.instance, .number = operation.number, .ranks = { std::move(own) } });
        }
        return found;
    }

    void takeSize(OperationRun& own) const
    {
        const CommunicationRun& run = m_matching.runs[own.runs.front()];
        const MessageFacts& message = run.message();
        const std::int64_t ofGroup = message.groupSize.value_or(m_matching.groups[run.group].size);
        if (ofGroup > 0) {
            own.groupSize = ofGroup;
            own.sizedBy = GroupSizeSource::Metadata;
        } else if (const auto ratio = sizeByRatio(run.kind, message)) {
            own.groupSize = *ratio;
            own.sizedBy = GroupSizeSource::Ratio;
        } else if (const auto world = m_input.traces->ranks()[own.rank].trace->metadata().worldSize;
                   world && *world > 0 && !m_matching.groups[run.group].isOneOfSeveral) {
            own.groupSize = *world;
            own.sizedBy = GroupSizeSource::WorldSize;
        }
        own.out = elementsOut(run.kind, message, own.groupSize);
        own.bytes = messageBytes(run.kind, message, own.groupSize);
    }

    void measure(Operation& operation) const
    {
        operation.isDoubtful =
            std::ranges::binary_search(m_clocks.untold, m_matching.instances[operation.instance].group);
        operation.isMatched = operation.ranks.size() > 1 && !operation.isDoubtful;
        for (std::size_t i = 0; i < operation.ranks.size(); ++i) {
            OperationRun& own = operation.ranks[i];
            std::vector<TimeRange> ranges =
                mapped(own.runs, [this](std::uint32_t run) { return m_matching.runs[run].range; });
            std::ranges::sort(ranges, {}, &TimeRange::begin);
            own.range = ranges.front();
            Timestamp covered = kMinTimestamp;
            for (const TimeRange& range : ranges) {
                own.range.end = std::max(own.range.end, range.end);
                own.duration += std::max<Nanoseconds>(0, range.end - std::max(range.begin, covered));
                covered = std::max(covered, range.end);
            }
            takeSize(own);
            if (own.bytes)
                operation.bytes = std::max(operation.bytes, own.bytes); // of uneven ones the largest
            if (own.duration < operation.ranks[operation.last].duration)
                operation.last = i;
            if (own.duration > operation.ranks[operation.first].duration)
                operation.first = i;
        }
        operation.latency = operation.ranks[operation.last].duration;
        operation.skew = operation.ranks[operation.first].duration - operation.latency;
        for (const OperationRun& own : operation.ranks)
            operation.waits = saturatingAdd(operation.waits, own.duration - operation.latency);
        place(operation);
    }

    void place(Operation& operation) const
    {
        TimeRange starts { kMaxTimestamp, kMinTimestamp };
        TimeRange ends { kMaxTimestamp, kMinTimestamp };
        bool isSoundTogether = true;
        const std::uint32_t reference = m_clocks.ranks[operation.ranks.front().rank].reference;
        for (const OperationRun& own : operation.ranks) {
            const RankClock& clock = m_clocks.ranks[own.rank];
            isSoundTogether = isSoundTogether && isSound(clock.status) && clock.reference == reference;
            const RankTrace& rank = m_own->ranks()[own.rank];
            const Timestamp start = clock.applied(rank.toJobTime(own.range.begin));
            const Timestamp end = clock.applied(rank.toJobTime(own.range.end));
            starts = { std::min(starts.begin, start), std::max(starts.end, start) };
            ends = { std::min(ends.begin, end), std::max(ends.end, end) };
        }
        operation.start = starts.begin;
        if (!isSoundTogether || operation.ranks.size() < 2)
            return;
        operation.startSkew = saturatingSubtract(starts.end, starts.begin);
        operation.endSkew = saturatingSubtract(ends.end, ends.begin);
    }

    const AnalysisInput& m_input;
    std::shared_ptr<const TraceSet> m_own; ///< on the ranks' own clocks
    const CollectiveMatching& m_matching;
    const RankClocks& m_clocks;
    bool m_areTogether;
};

} // namespace

std::string_view toString(GroupSizeSource source)
{
    static constexpr std::array<std::string_view, 4> kSources { "", "metadata", "ratio", "world_size" };
    return kSources[static_cast<std::size_t>(source)];
}

Result<std::vector<Operation>> operationsOf(const AnalysisInput& input, const CollectiveMatching& matching,
    const RankClocks& clocks, std::string_view group, const std::vector<std::string>& kinds, const Progress& progress)
{
    return OperationFinder(input, matching, clocks).find(group, kinds, progress);
}

} // namespace kinetoscope
