// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/idle_ledger.h"

#include "core/analysis/causes/hand_over.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace kinetoscope {

std::string_view toString(Cause cause)
{
    static constexpr std::array<std::string_view, kCauseCount> kWords { "data_loading", "synchronisation",
        "memory_allocation", "graph", "code_loading", "profiler", "compilation", "launch", "copy_call", "other_call",
        "collective", "op", "python", "unrecorded", "launch_latency", "kernel_gap", "event_wait", "late_start",
        "unknown_launch" };
    return kWords[static_cast<std::size_t>(cause)];
}

IdleLedger::IdleLedger(const RankTrace& rank, const LedgerThresholds& thresholds, const Progress& progress)
    : m_rank(rank)
    , m_trace(*rank.trace)
    , m_thresholds(thresholds)
    , m_progress(progress)
    , m_lines(m_trace, progress)
    , m_blocking(m_trace, thresholds.gap, thresholds.queueLength, progress)
{
    readNames();
    readOverhead();
}

void IdleLedger::readNames()
{
    const SliceTable& slices = m_trace.slices();
    constexpr std::uint8_t kUnknown = 255;
    // By name and kind; a name may stand for an op and for a frame.
    std::array<std::vector<std::uint8_t>, 3> known;
    for (std::vector<std::uint8_t>& each : known)
        each.assign(m_trace.strings().size(), kUnknown);
    m_around.assign(slices.size(), 0);
    m_firstOfName.assign(m_trace.strings().size(), SliceId {});
    m_callNames.assign(m_trace.strings().size(), CallName::Plain);
    std::vector<bool> isKnownCall(m_trace.strings().size()); // each distinct name is matched once
    const auto order = [&](SliceId work) {
        return std::tuple(
            slices.start[work.index()], m_trace.track(m_trace.trackOf(work)).stream, slices.eventIndex[work.index()]);
    };
    StopCheck check(m_progress);
    for (std::uint32_t row = 0; row < slices.size() && !check.after(4); ++row) {
        const EventKind kind = slices.kind[row];
        const SliceId slice = SliceTable::at(row);
        if (isGpuWork(kind) && slices.isSound(slice)) {
            SliceId& first = m_firstOfName[slices.name[row].index()];
            if (!first.isValid() || order(slice) < order(first))
                first = slice;
            if (const SliceId launch = slices.partner[row]; launch.isValid())
                m_firstLaunch = std::min(m_firstLaunch, slices.start[launch.index()]);
        }
        if (!isHostCallTree(kind))
            continue;
        if (const SliceId parent = slices.parent[row]; parent.isValid()) // tree order: it has been read
            m_around[row] = m_around[parent.index()];
        if (isApiCall(kind)) {
            const std::size_t name = slices.name[row].index();
            if (!isKnownCall[name])
                m_callNames[name] = callNameOf(m_trace.text(slices.name[row]));
            isKnownCall[name] = true;
            continue;
        }
        const std::size_t which = kind == EventKind::CpuOp ? 0 : kind == EventKind::UserAnnotation ? 1 : 2;
        std::uint8_t& bits = known[which][slices.name[row].index()];
        if (bits == kUnknown)
            bits = aroundNameOf(kind, m_trace.text(slices.name[row]));
        m_around[row] = static_cast<std::uint8_t>(m_around[row] | bits);
    }
}

void IdleLedger::readOverhead()
{
    const SliceTable& slices = m_trace.slices();
    std::vector<SliceId> rows;
    StopCheck check(m_progress);
    for (const Track& track : m_trace.tracks()) {
        if (track.isDeviceSide())
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            if (slices.kind[row] == EventKind::Overhead && slices.isSound(SliceTable::at(row)))
                rows.push_back(SliceTable::at(row));
        }
    }
    std::sort(rows.begin(), rows.end(), [&slices](SliceId a, SliceId b) {
        return std::pair(slices.start[a.index()], slices.eventIndex[a.index()])
            < std::pair(slices.start[b.index()], slices.eventIndex[b.index()]);
    });
    Timestamp until = kMinTimestamp;
    for (const SliceId row : rows) { // of rows that overlap, the one that starts first
        const TimeRange range { std::max(until, slices.start[row.index()]), slices.end(row) };
        if (range.isEmpty() || range.begin > range.end)
            continue;
        m_overhead.push_back({ range, m_trace.name(row).find("Lazy") != std::string_view::npos });
        until = range.end;
    }
}

bool IdleLedger::launchesSomethingNew(SliceId call) const
{
    const auto works = m_trace.launches().of(call);
    if (works.empty())
        return true;
    return std::any_of(works.begin(), works.end(), [this](const LaunchTable::Link& link) {
        return m_firstOfName[m_trace.slices().name[link.work.index()].index()] == link.work;
    });
}

Cause IdleLedger::causeOfCall(SliceId call) const
{
    const std::string_view name = m_trace.name(call);
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
    if ((m_around[call.index()] & kAroundCompilation) != 0)
        return Cause::Compilation;
    if (meaning == CallName::Copy)
        return Cause::CopyCall;
    bool isOfTheApi = false;
    for (const std::string_view maker : { std::string_view("cuda"), std::string_view("cu"), std::string_view("hip") }) {
        const std::size_t at = maker.size();
        isOfTheApi = isOfTheApi || (name.starts_with(maker) && name.size() > at && name[at] >= 'A' && name[at] <= 'Z');
    }
    if (isSlow && isOfTheApi && launchesSomethingNew(call))
        return Cause::CodeLoading;
    return meaning == CallName::Launch || !m_trace.launches().of(call).empty() ? Cause::Launch : Cause::OtherCall;
}

Cause IdleLedger::causeOf(SliceId owner) const
{
    if (!owner.isValid())
        return Cause::Unrecorded;
    const std::uint8_t around = m_around[owner.index()];
    if ((around & kAroundDataLoading) != 0)
        return Cause::DataLoading;
    const EventKind kind = m_trace.kind(owner);
    if (isApiCall(kind))
        return causeOfCall(owner);
    if ((around & kAroundCompilation) != 0)
        return Cause::Compilation;
    if ((around & kAroundCollective) != 0)
        return Cause::Collective;
    if (kind == EventKind::CpuOp && !isLegacyAnnotation(m_trace.name(owner)))
        return Cause::Op;
    return (around & kAroundPython) != 0 ? Cause::Python : Cause::Unrecorded;
}

void IdleLedger::splitSegment(const LineSegment& segment, const std::function<void(TimeRange, Cause)>& visit) const
{
    const Cause whole = causeOf(segment.owner);
    const auto withOverhead = [&](TimeRange range, Cause cause) {
        if (range.isEmpty())
            return;
        Timestamp time = range.begin;
        const bool mayBeProfiler =
            cause != Cause::DataLoading && cause != Cause::Synchronisation && cause != Cause::MemoryAllocation;
        auto row = std::partition_point(m_overhead.begin(), m_overhead.end(),
            [&range](const OverheadRow& each) { return each.range.end <= range.begin; });
        for (; mayBeProfiler && row != m_overhead.end() && row->range.begin < range.end; ++row) {
            const TimeRange part = row->range.clippedTo(range);
            if (time < part.begin)
                visit({ time, part.begin }, cause);
            visit(part, row->loadsCode ? Cause::CodeLoading : Cause::Profiler);
            time = part.end;
        }
        if (time < range.end)
            visit({ time, range.end }, cause);
    };
    if (whole == Cause::CopyCall && m_blocking.blocksAsCopy(segment.owner)) {
        const Timestamp copied =
            std::clamp(m_blocking.endOfWork(segment.owner), segment.range.begin, segment.range.end);
        withOverhead({ segment.range.begin, copied }, whole);
        withOverhead({ copied, segment.range.end }, Cause::Synchronisation);
        return;
    }
    withOverhead(segment.range, whole);
}

Cause IdleLedger::deviceCause(SliceId work, Nanoseconds length, bool isQueued, SliceId& owner) const
{
    owner = work;
    const SliceTable& slices = m_trace.slices();
    const SliceId launch = slices.partner[work.index()];
    if (length < m_thresholds.gap)
        return isQueued && launch.isValid() ? Cause::KernelGap : Cause::LaunchLatency;
    if (!launch.isValid())
        return Cause::UnknownLaunch;
    const Timestamp start = slices.start[work.index()];
    if (isCopyCall(m_trace.name(launch)) && slices.start[launch.index()] <= start && start < slices.end(launch)) {
        owner = launch;
        return causeOf(launch);
    }
    return m_blocking.waitsForEvent(work) ? Cause::EventWait : Cause::LateStart;
}

SliceId IdleLedger::blockingCallAt(TrackId thread, Timestamp time)
{
    const SliceTable& slices = m_trace.slices();
    for (const Timestamp moment : { time, saturatingSubtract(time, 1) }) {
        for (SliceId call = m_lines.ownerAt(thread, moment); call.isValid() && isApiCall(m_trace.kind(call));
             call = slices.parent[call.index()]) {
            if (slices.start[call.index()] < time && time <= slices.end(call) && m_blocking.blocks(call))
                return call;
        }
    }
    return {};
}

IdleLedger::Division IdleLedger::divide(const IdleGap& gap)
{
    Division division;
    const auto launch = gap.after.isValid() ? m_trace.slices().partner[gap.after.index()] : SliceId {};
    division.thread = launch.isValid() ? m_trace.trackOf(launch) : m_lines.mainThread();
    division.host = { gap.range.begin, std::clamp(gap.launched, gap.range.begin, gap.range.end) };
    division.rest = { division.host.end, gap.range.end };
    if (gap.launched > gap.whole.begin && gap.whole.begin != kMinTimestamp)
        division.call = blockingCallAt(division.thread, m_rank.toTraceTime(gap.whole.begin));
    division.afterFrom = gap.whole.begin; // what an allocation does itself is its own cost
    if (division.call.isValid()) {
        const Cause cause = causeOf(division.call);
        if (cause == Cause::MemoryAllocation || cause == Cause::CodeLoading)
            division.afterFrom = m_rank.toJobTime(m_trace.slices().end(division.call));
    }
    if (!division.rest.isEmpty())
        division.restCause = deviceCause(gap.after, saturatingSubtract(gap.whole.end, gap.launched),
            gap.launched == gap.whole.begin, division.restOwner);
    return division;
}

void IdleLedger::explain(const IdleGap& gap, const std::function<void(const IdlePart&)>& visit)
{
    const Division division = divide(gap);
    const auto emit = [&](TimeRange range, Cause cause, SliceId owner) {
        if (!division.call.isValid()) {
            visit({ range, cause, owner, SliceId {} });
            return;
        }
        const TimeRange own { range.begin, std::clamp(division.afterFrom, range.begin, range.end) };
        const TimeRange after { own.end, range.end };
        if (!own.isEmpty())
            visit({ own, cause, owner, SliceId {} });
        if (!after.isEmpty())
            visit({ after, cause, owner, division.call });
    };
    if (!division.host.isEmpty()) {
        const TimeRange own { m_rank.toTraceTime(division.host.begin), m_rank.toTraceTime(division.host.end) };
        for (const LineSegment& segment : m_lines.within(division.thread, own)) {
            splitSegment(segment, [&](TimeRange range, Cause cause) {
                emit({ m_rank.toJobTime(range.begin), m_rank.toJobTime(range.end) }, cause, segment.owner);
            });
        }
    }
    if (!division.rest.isEmpty())
        emit(division.rest, division.restCause, division.restOwner);
}

LineTotals IdleLedger::totalsOf(const ThreadLine& line, OwnerKeys& keys) const
{
    std::vector<LineTotals::Piece> pieces;
    StopCheck check(m_progress);
    bool isStopped = false;
    ThreadLines::eachSegment(line, { kMinTimestamp, kMaxTimestamp }, [&](const LineSegment& segment) {
        isStopped = isStopped || check.after(40);
        if (isStopped)
            return;
        splitSegment(segment, [&](TimeRange range, Cause cause) {
            pieces.push_back({ range.begin, keys.of(cause, segment.owner) });
        });
    });
    return LineTotals(std::move(pieces));
}

void IdleLedger::sumLine(
    const ThreadLine& line, const TimeRange& range, OwnerKeys& keys, const LineTotals::Visit& visit)
{
    SummedLine& summed = m_summed[&line];
    if (summed.totals.isEmpty() && summed.walked > line.size())
        summed.totals = totalsOf(line, keys);
    if (!summed.totals.isEmpty()) {
        summed.totals.within(range, visit);
        return;
    }
    ThreadLines::eachSegment(line, range, [&](const LineSegment& segment) {
        ++summed.walked;
        splitSegment(
            segment, [&](TimeRange part, Cause cause) { visit(keys.of(cause, segment.owner), part.length()); });
    });
}

void IdleLedger::sum(const IdleGap& gap, const TimeRange& window, OwnerKeys& keys, const VisitTime& visit)
{
    const Division division = divide(gap);
    const auto addTo = [&](const TimeRange& part, bool isAfter) {
        const TimeRange host = division.host.clippedTo(part);
        if (!host.isEmpty())
            m_lines.eachStretch(division.thread, { m_rank.toTraceTime(host.begin), m_rank.toTraceTime(host.end) },
                [&](const ThreadLine& line, const TimeRange& stretch) {
                    sumLine(line, stretch, keys,
                        [&](std::uint32_t key, Nanoseconds length) { visit(key, length, isAfter); });
                });
        const TimeRange rest = division.rest.clippedTo(part);
        if (!rest.isEmpty())
            visit(keys.of(division.restCause, division.restOwner), rest.length(), isAfter);
    };
    const Timestamp after = division.call.isValid() ? division.afterFrom : kMaxTimestamp;
    addTo(window.clippedTo({ kMinTimestamp, after }), false);
    addTo(window.clippedTo({ after, kMaxTimestamp }), true);
}

} // namespace kinetoscope
