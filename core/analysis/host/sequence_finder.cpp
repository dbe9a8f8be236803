// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/sequence_finder.h"

#include "core/numeric/intervals.h"

#include <algorithm>
#include <span>

namespace kinetoscope {

namespace {

constexpr std::size_t kSequenceFinderRowsPerCheck = 64 * 1024;

class Finder {
public:
    Finder(const Trace& trace, const RankLaunches& launches, const SequenceRules& rules)
        : m_trace(trace)
        , m_slices(trace.slices())
        , m_rules(rules)
        , m_launches(launches.launches)
    {
        // By row of the call: the rows of a subtree are contiguous, so its launches are too.
        std::ranges::stable_sort(m_launches, {}, &Launch::call);
    }

    Result<SequencesByPattern> run(const Progress& progress)
    {
        for (const Track& track : m_trace.tracks()) {
            if (track.kind != TrackKind::HostThread)
                continue;
            for (std::uint32_t row = track.firstSlice; row < track.endSlice();) {
                if (m_rowsRead++ % kSequenceFinderRowsPerCheck == 0 && progress.shouldStop())
                    return Error::stopped();
                row = m_rules.matcher ? visitMatch(track, row) : visitOp(track, row);
            }
            progress.add(track.sliceCount);
        }
        return std::move(m_found);
    }

private:
    /// Row behind the subtree of `row`.
    [[nodiscard]] std::uint32_t subtreeEnd(const Track& track, std::uint32_t row) const
    {
        std::uint32_t end = row + 1;
        while (end < track.endSlice() && m_slices.depth[end] > m_slices.depth[row])
            ++end;
        return end;
    }

    [[nodiscard]] std::span<const Launch> launchesIn(std::uint32_t begin, std::uint32_t end) const
    {
        const auto rowOf = [](const Launch& launch) { return launch.call.value; };
        return { std::ranges::lower_bound(m_launches, begin, {}, rowOf),
            std::ranges::lower_bound(m_launches, end, {}, rowOf) };
    }

    [[nodiscard]] bool isMatch(StringId name)
    {
        if (m_verdicts.empty())
            m_verdicts.assign(m_trace.strings().size(), -1);
        signed char& verdict = m_verdicts[name.index()];
        if (verdict < 0)
            verdict = m_rules.matcher->matches(m_trace.text(name)) ? 1 : 0;
        return verdict == 1;
    }

    /// Returns the next row to look at: nothing inside a match is a match of its own.
    std::uint32_t visitMatch(const Track& track, std::uint32_t row)
    {
        if (!isHostCallTree(m_slices.kind[row]) || !isMatch(m_slices.name[row]))
            return row + 1;
        const std::uint32_t end = subtreeEnd(track, row);
        const auto launches = launchesIn(row, end);
        if (launches.size() >= m_rules.minimumKernels)
            add(row, launches);
        return end;
    }

    std::uint32_t visitOp(const Track& track, std::uint32_t row)
    {
        if (m_slices.kind[row] != EventKind::CpuOp)
            return row + 1;
        // Nothing launched from here on needs no walk over the subtree.
        const auto next = launchesIn(row, track.endSlice());
        if (next.size() < m_rules.minimumKernels)
            return track.endSlice();
        const std::uint32_t end = subtreeEnd(track, row);
        const auto launches = launchesIn(row, end);
        if (launches.size() < m_rules.minimumKernels)
            return end; // an op inside it launches no more
        if (launches.size() <= kMaxKernelsOfChain && !parentHasTheSame(track, row, launches.size()))
            add(row, launches);
        return row + 1;
    }

    [[nodiscard]] bool parentHasTheSame(const Track& track, std::uint32_t row, std::size_t count) const
    {
        SliceId parent = m_slices.parent[row];
        while (parent.isValid() && m_slices.kind[parent.index()] != EventKind::CpuOp)
            parent = m_slices.parent[parent.index()];
        return parent.isValid() && launchesIn(parent.value, subtreeEnd(track, parent.value)).size() == count;
    }

    void add(std::uint32_t row, std::span<const Launch> launches)
    {
        KernelSequence sequence;
        sequence.op = SliceTable::at(row);
        std::vector<Launch> ordered(launches.begin(), launches.end());
        std::ranges::stable_sort(ordered, [this](const Launch& a, const Launch& b) {
            const SliceId left = m_rules.inLaunchOrder ? a.call : a.work;
            const SliceId right = m_rules.inLaunchOrder ? b.call : b.work;
            const Timestamp leftStart = m_slices.start[left.index()];
            const Timestamp rightStart = m_slices.start[right.index()];
            if (leftStart != rightStart)
                return leftStart < rightStart;
            return m_slices.eventIndex[left.index()] < m_slices.eventIndex[right.index()];
        });
        SequencePattern pattern { m_slices.name[row], {} };
        std::vector<TimeRange> ranges;
        for (const Launch& launch : ordered) {
            sequence.kernels.push_back(launch.work);
            pattern.second.push_back(m_slices.name[launch.work.index()]);
            sequence.gpuTime = saturatingAdd(sequence.gpuTime, m_slices.duration(launch.work));
            ranges.push_back(m_slices.range(launch.work));
        }
        const std::vector<TimeRange> busy = unionOf(std::move(ranges));
        for (std::size_t i = 1; i < busy.size(); ++i) {
            const Nanoseconds gap = saturatingSubtract(busy[i].begin, busy[i - 1].end);
            if (gap < kLongestPauseOfChain)
                sequence.gaps = saturatingAdd(sequence.gaps, gap);
        }
        m_found[std::move(pattern)].push_back(std::move(sequence));
    }

    const Trace& m_trace;
    const SliceTable& m_slices;
    const SequenceRules& m_rules;
    std::vector<Launch> m_launches;
    std::vector<signed char> m_verdicts; ///< by StringId: -1 unknown
    std::size_t m_rowsRead = 0;
    SequencesByPattern m_found;
};

} // namespace

Result<SequencesByPattern> findSequences(
    const Trace& trace, const RankLaunches& launches, const SequenceRules& rules, const Progress& progress)
{
    return Finder(trace, launches, rules).run(progress);
}

} // namespace kinetoscope
