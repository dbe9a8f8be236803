// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/copies/copies_by_time.h"

#include <algorithm>

namespace kinetoscope {

Selection CopiesByTime::at(const ScopedGpuWork& source, std::size_t rank, std::int64_t device, const std::string& name,
    Timestamp time, const Progress& progress)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_isRead)
            read(source, rank, device, name, progress);
        if (!m_isRead)
            return {};
    }
    const Trace& trace = *source.rankTrace(rank).trace;
    Selection selection;
    const auto reaching = std::ranges::lower_bound(m_reach, time);
    for (auto i = static_cast<std::size_t>(reaching - m_reach.begin());
         i < m_copies.size() && m_copies[i].range.begin <= time; ++i) {
        const Copy& copy = m_copies[i];
        if (copy.range.end < time)
            continue;
        if (copy.isCut)
            selection.intervals.push_back({ m_rankIndex, trace.trackOf(copy.slice), copy.range });
        else
            selection.slices.push_back({ m_rankIndex, copy.slice });
    }
    return selection;
}

void CopiesByTime::read(const ScopedGpuWork& source, std::size_t rank, std::int64_t device, const std::string& name,
    const Progress& progress)
{
    const RankTrace& rankTrace = source.rankTrace(rank);
    const RankGpuWork work = source.rowsOf(rank, progress);
    m_rankIndex = work.rankIndex;
    m_copies.clear(); // of a read that was told to stop
    m_reach.clear();
    for (const BandwidthSeries& series : bandwidthSeries(rankTrace, work, progress)) {
        if (series.device != device || series.name != name)
            continue;
        for (const MemoryCopy& copy : series.copies) {
            // Copies of no length count for a moment; they are whole.
            const Nanoseconds recorded = rankTrace.trace->slices().duration(copy.slice);
            const bool isCut = source.scope().range && recorded > 0 && copy.range.length() != recorded;
            m_copies.push_back({ copy.range, copy.slice, isCut });
        }
    }
    if (progress.shouldStop())
        return;
    std::ranges::stable_sort(m_copies, {}, [](const Copy& a) { return a.range.begin; });
    for (const Copy& copy : m_copies)
        m_reach.push_back(m_reach.empty() ? copy.range.end : std::max(m_reach.back(), copy.range.end));
    m_isRead = true;
}

} // namespace kinetoscope
