// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/owners/cause_rules.h"

#include "core/analysis/causes/work/hand_over.h"
#include "core/model/kernel_names.h"

#include <bit>
#include <optional>
#include <utility>

namespace kinetoscope {

CauseRules::CauseRules(
    const Trace& trace, const CauseThresholds& thresholds, const BlockingCalls& blocking, SliceCauses causes)
    : m_trace(trace)
    , m_thresholds(thresholds)
    , m_blocking(blocking)
    , m_causes(std::move(causes))
{
    readOverhead(m_causes.overhead());
}

void CauseRules::readOverhead(std::vector<SliceId> rows)
{
    const SliceTable& slices = m_trace.slices();
    std::erase_if(rows, [this](SliceId row) { return m_trace.track(m_trace.trackOf(row)).isDeviceSide(); });
    std::ranges::sort(rows, [&slices](SliceId a, SliceId b) { return slices.startsBefore(a, b); });
    Timestamp until = kMinTimestamp;
    for (const SliceId row : rows) { // of rows that overlap, the one that starts first
        const TimeRange range { std::max(until, slices.start[row.index()]), slices.end(row) };
        if (range.isEmpty() || range.begin > range.end)
            continue;
        m_overhead.push_back({ range, m_trace.name(row).find("Lazy") != std::string_view::npos });
        until = range.end;
    }
    if (!m_overhead.empty())
        indexOverhead();
}

void CauseRules::indexOverhead()
{
    constexpr unsigned kBucketBits = 14;
    const std::uint64_t length = static_cast<std::uint64_t>(m_overhead.back().range.end)
        - static_cast<std::uint64_t>(m_overhead.front().range.begin);
    const auto bits = static_cast<unsigned>(std::bit_width(length));
    m_bucketShift = bits > kBucketBits ? bits - kBucketBits : 0;
    m_firstOfBucket.assign((length >> m_bucketShift) + 2, static_cast<std::uint32_t>(m_overhead.size() - 1));
    std::size_t next = 0;
    for (std::uint32_t row = 0; row < m_overhead.size(); ++row) {
        const std::size_t last = bucketOf(m_overhead[row].range.end - 1); // no later bucket begins before its end
        for (; next <= last; ++next)
            m_firstOfBucket[next] = row;
    }
}

void CauseRules::splitAtChanges(const LineSegment& segment, const std::function<void(TimeRange, Cause)>& visit) const
{
    const Cause whole = of(segment.owner);
    const auto firstOverhead = overheadBehind(segment.range.begin);
    const bool isCopy = whole == Cause::CopyCall && m_blocking.blocks(segment.owner);
    std::optional<std::pair<TimeRange, Cause>> pending; // an overhead row may have the cause of what is around it
    const auto add = [&](TimeRange range, Cause cause) {
        if (pending && pending->second == cause) {
            pending->first.end = range.end;
            return;
        }
        if (pending)
            visit(pending->first, pending->second);
        pending.emplace(range, cause);
    };
    const auto withOverhead = [&](TimeRange range, Cause cause) {
        if (range.isEmpty())
            return;
        Timestamp time = range.begin;
        const bool mayBeProfiler =
            cause != Cause::DataLoading && cause != Cause::Synchronisation && cause != Cause::MemoryAllocation;
        auto row = std::partition_point(firstOverhead, m_overhead.end(),
            [&range](const OverheadRow& each) { return each.range.end <= range.begin; });
        for (; mayBeProfiler && row != m_overhead.end() && row->range.begin < range.end; ++row) {
            const TimeRange part = row->range.clippedTo(range);
            if (time < part.begin)
                add({ time, part.begin }, cause);
            add(part, row->loadsCode ? Cause::CodeLoading : Cause::Profiler);
            time = part.end;
        }
        if (time < range.end)
            add({ time, range.end }, cause);
    };
    if (isCopy) {
        const Timestamp copied =
            std::clamp(m_blocking.endOfWork(segment.owner), segment.range.begin, segment.range.end);
        withOverhead({ segment.range.begin, copied }, whole);
        withOverhead({ copied, segment.range.end }, Cause::Synchronisation);
    } else {
        withOverhead(segment.range, whole);
    }
    if (pending)
        visit(pending->first, pending->second);
}

OwnedCause CauseRules::ofLongWait(SliceId work) const
{
    const SliceTable& slices = m_trace.slices();
    const SliceId launch = slices.partner[work.index()];
    if (!launch.isValid())
        return { Cause::UnknownLaunch, work };
    const Timestamp start = slices.start[work.index()];
    if (isCopyCall(m_trace.name(launch)) && slices.start[launch.index()] <= start && start < slices.end(launch))
        return { of(launch), launch };
    return { m_blocking.waitsForEvent(work) ? Cause::EventWait : Cause::LateStart, work };
}

} // namespace kinetoscope
