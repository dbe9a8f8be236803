// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/cause_rules.h"

#include "core/analysis/causes/hand_over.h"
#include "core/analysis/causes/work_order.h"
#include "core/base/ascii.h"
#include "core/model/kernel_names.h"

#include <array>
#include <bit>
#include <optional>
#include <utility>

namespace kinetoscope {

namespace {

/// Of a slice that is no call, from the AroundName bits of it and of what it is nested in.
Cause causeAround(unsigned around, bool isOp)
{
    if ((around & kAroundDataLoading) != 0)
        return Cause::DataLoading;
    if ((around & kAroundCompilation) != 0)
        return Cause::Compilation;
    if ((around & kAroundCollective) != 0)
        return Cause::Collective;
    if (isOp)
        return Cause::Op;
    return (around & kAroundPython) != 0 ? Cause::Python : Cause::Unrecorded;
}

/// A function of a maker's API, not one that only begins like it.
bool isOfTheApi(std::string_view name)
{
    return std::ranges::any_of(std::array<std::string_view, 3> { "cuda", "cu", "hip" }, [name](std::string_view maker) {
        return name.starts_with(maker) && name.size() > maker.size() && isUpper(name[maker.size()]);
    });
}

} // namespace

CauseRules::CauseRules(
    const Trace& trace, const CauseThresholds& thresholds, const BlockingCalls& blocking, const Progress& progress)
    : m_trace(trace)
    , m_thresholds(thresholds)
    , m_blocking(blocking)
{
    readNames(progress);
    readOverhead(progress);
}

void CauseRules::readNames(const Progress& progress)
{
    const SliceTable& slices = m_trace.slices();
    constexpr std::uint8_t kUnknown = 255;
    // By name and kind; a name may stand for an op and for a frame.
    std::array<std::vector<std::uint8_t>, 3> known;
    for (std::vector<std::uint8_t>& each : known)
        each.assign(m_trace.strings().size(), kUnknown);
    m_rows.assign(slices.size(), static_cast<std::uint8_t>(Cause::Unrecorded));
    m_firstOfName.assign(m_trace.strings().size(), SliceId {});
    m_callNames.assign(m_trace.strings().size(), CallName::Plain);
    m_isAnnotation.assign(m_trace.strings().size(), false);
    std::vector<bool> isKnownCall(m_trace.strings().size()); // each distinct name is matched once
    std::vector<std::uint32_t> slowCalls;
    StopCheck check(progress);
    for (std::uint32_t row = 0; row < slices.size() && !check.after(4); ++row) {
        const EventKind kind = slices.kind[row];
        const SliceId slice = SliceTable::at(row);
        if (isGpuWork(kind) && slices.isSound(slice)) {
            SliceId& first = m_firstOfName[slices.name[row].index()];
            if (!first.isValid() || isBefore(m_trace, slice, first))
                first = slice;
            if (const SliceId launch = slices.partner[row]; launch.isValid())
                m_firstLaunch = std::min(m_firstLaunch, slices.start[launch.index()]);
        }
        if (!isHostCallTree(kind))
            continue;
        if (const SliceId parent = slices.parent[row]; parent.isValid()) // tree order: it has been read
            m_rows[row] = m_rows[parent.index()];
        if (isApiCall(kind)) {
            const std::size_t name = slices.name[row].index();
            if (!isKnownCall[name])
                m_callNames[name] = callNameOf(m_trace.text(slices.name[row]));
            isKnownCall[name] = true;
            if (slices.duration(slice) >= m_thresholds.slowCall)
                slowCalls.push_back(row);
            else
                setCauseOfCall(row);
            continue;
        }
        const std::size_t which = kind == EventKind::CpuOp ? 0 : kind == EventKind::UserAnnotation ? 1 : 2;
        std::uint8_t& bits = known[which][slices.name[row].index()];
        if (bits == kUnknown) {
            bits = aroundNameOf(kind, m_trace.text(slices.name[row]));
            if (kind == EventKind::CpuOp)
                m_isAnnotation[slices.name[row].index()] = isLegacyAnnotation(m_trace.text(slices.name[row]));
        }
        const unsigned around = m_rows[row] >> kAroundShift | bits;
        const bool isOp = kind == EventKind::CpuOp && !m_isAnnotation[slices.name[row].index()];
        m_rows[row] =
            static_cast<std::uint8_t>(around << kAroundShift | static_cast<unsigned>(causeAround(around, isOp)));
    }
    for (const std::uint32_t row : slowCalls) // what they are depends on what comes first of all
        setCauseOfCall(row);
}

void CauseRules::setCauseOfCall(std::uint32_t row)
{
    const unsigned around = m_rows[row] >> kAroundShift;
    const Cause cause = (around & kAroundDataLoading) != 0 ? Cause::DataLoading : causeOfCall(SliceTable::at(row));
    m_rows[row] = static_cast<std::uint8_t>(around << kAroundShift | static_cast<unsigned>(cause));
}

void CauseRules::readOverhead(const Progress& progress)
{
    const SliceTable& slices = m_trace.slices();
    std::vector<SliceId> rows;
    StopCheck check(progress);
    for (const Track& track : m_trace.tracks()) {
        if (track.isDeviceSide())
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            if (slices.kind[row] == EventKind::Overhead && slices.isSound(SliceTable::at(row)))
                rows.push_back(SliceTable::at(row));
        }
    }
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

bool CauseRules::launchesSomethingNew(SliceId call) const
{
    const auto works = m_trace.launches().of(call);
    if (works.empty())
        return true;
    return std::any_of(works.begin(), works.end(), [this](const LaunchTable::Link& link) {
        return m_firstOfName[m_trace.slices().name[link.work.index()].index()] == link.work;
    });
}

Cause CauseRules::causeOfCall(SliceId call) const
{
    const SliceTable& slices = m_trace.slices();
    const bool isSlow = slices.duration(call) >= m_thresholds.slowCall;
    const CallName meaning = m_callNames[slices.name[call.index()].index()];
    switch (meaning) {
    case CallName::Graph:
        return Cause::Graph;
    case CallName::Synchronisation:
        return Cause::Synchronisation;
    case CallName::Allocation:
        return isSlow && slices.start[call.index()] < m_firstLaunch ? Cause::CodeLoading : Cause::MemoryAllocation;
    case CallName::CodeLoading:
        return Cause::CodeLoading;
    case CallName::Copy:
    case CallName::Launch:
    case CallName::Plain:
        break;
    }
    if ((m_rows[call.index()] >> kAroundShift & kAroundCompilation) != 0)
        return Cause::Compilation;
    if (meaning == CallName::Copy)
        return Cause::CopyCall;
    if (isSlow && isOfTheApi(m_trace.name(call)) && launchesSomethingNew(call))
        return Cause::CodeLoading;
    return meaning == CallName::Launch || launchesWork(m_trace, call) ? Cause::Launch : Cause::OtherCall;
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
