// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/cause_rules.h"

#include "core/analysis/causes/hand_over.h"
#include "core/analysis/causes/work_order.h"
#include "core/base/ascii.h"
#include "core/base/parallel.h"
#include "core/base/vectors.h"
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

/// The names that a part comes across, and what it leaves to do when all have been read.
struct CauseRules::Part {
    static constexpr std::uint8_t kUnknown = 255;

    Part(std::uint32_t begin, std::uint32_t behind, std::size_t names)
        : first(begin)
        , end(behind)
        , isKnownCall(names)
        , callNames(names, CallName::Plain)
        , isAnnotation(names)
        , firstOfName(names)
    {
        for (std::vector<std::uint8_t>& each : around)
            each.assign(names, kUnknown);
    }
    /// AroundName bits of a slice that is no call. Each distinct name is matched once.
    [[nodiscard]] unsigned aroundOf(const Trace& trace, std::uint32_t row)
    {
        const EventKind kind = trace.slices().kind[row];
        const StringId name = trace.slices().name[row];
        const std::size_t which = kind == EventKind::CpuOp ? 0 : kind == EventKind::UserAnnotation ? 1 : 2;
        std::uint8_t& bits = around[which][name.index()];
        if (bits == kUnknown) {
            bits = aroundNameOf(kind, trace.text(name));
            if (kind == EventKind::CpuOp)
                isAnnotation[name.index()] = isLegacyAnnotation(trace.text(name));
        }
        return bits;
    }
    /// The same of a slice in front of the part and of all that it is nested in. Others may be reading these.
    [[nodiscard]] unsigned aroundOuter(const Trace& trace, SliceId slice)
    {
        if (slice == outer)
            return outerBits;
        outer = slice;
        outerBits = 0;
        const SliceTable& slices = trace.slices();
        for (; slice.isValid() && isHostCallTree(slices.kind[slice.index()]); slice = slices.parent[slice.index()])
            outerBits |= isApiCall(slices.kind[slice.index()]) ? 0 : aroundOf(trace, slice.value);
        return outerBits;
    }
    [[nodiscard]] CallName meaningOf(const Trace& trace, StringId name)
    {
        if (!isKnownCall[name.index()])
            callNames[name.index()] = callNameOf(trace.text(name));
        isKnownCall[name.index()] = true;
        return callNames[name.index()];
    }
    void addWork(const Trace& trace, SliceId work)
    {
        SliceId& known = firstOfName[trace.slices().name[work.index()].index()];
        if (!known.isValid() || isBefore(trace, work, known))
            known = work;
        if (const SliceId launch = trace.slices().partner[work.index()]; launch.isValid())
            firstLaunch = std::min(firstLaunch, trace.slices().start[launch.index()]);
    }

    std::uint32_t first; ///< row
    std::uint32_t end;   ///< behind its last row
    std::array<std::vector<std::uint8_t>, 3>
        around;                    ///< by kind, as a name may stand for an op and a frame; by StringId
    std::vector<bool> isKnownCall; ///< by StringId, as all to follow
    std::vector<CallName> callNames;
    std::vector<bool> isAnnotation; ///< of names that ops have, those of legacy annotations
    std::vector<SliceId> firstOfName;
    Timestamp firstLaunch = kMaxTimestamp;
    std::vector<std::pair<std::uint32_t, CallName>> slowCalls; ///< what they are depends on what comes first of all
    std::vector<SliceId> overhead;
    SliceId outer; ///< the last that was asked for
    unsigned outerBits = 0;
};

CauseRules::CauseRules(const Trace& trace, const CauseThresholds& thresholds, const BlockingCalls& blocking,
    const Progress& progress, int threads, std::span<const std::function<void()>> meanwhile)
    : m_trace(trace)
    , m_thresholds(thresholds)
    , m_blocking(blocking)
{
    const auto size = static_cast<std::uint32_t>(trace.slices().size());
    const std::size_t names = trace.strings().size();
    m_rows.resize(size);
    m_firstOfName.resize(names);
    // Rows of devices are read faster than those of threads, so there are more parts than threads; each looks at names
    // of its own.
    constexpr int kPartsOfAThread = 3;
    constexpr int kMostParts = 12;
    const auto count = static_cast<std::uint32_t>(threads > 1 ? std::min(kPartsOfAThread * threads, kMostParts) : 1);
    std::vector<Part> parts;
    for (std::uint32_t i = 0; i < count; ++i)
        parts.emplace_back(i * (size / count), i + 1 < count ? (i + 1) * (size / count) : size, names);
    parallelFor(meanwhile.size() + parts.size(), threads, [&](std::size_t i) {
        if (i < meanwhile.size())
            meanwhile[i]();
        else
            readSlices(parts[i - meanwhile.size()], progress);
    });
    std::vector<SliceId> overhead;
    for (const Part& part : parts) {
        add(part);
        append(overhead, part.overhead);
    }
    for (const Part& part : parts) {
        for (const auto& [row, meaning] : part.slowCalls)
            setCauseOfCall(row, meaning);
    }
    readOverhead(std::move(overhead));
}

void CauseRules::readSlices(Part& part, const Progress& progress)
{
    const SliceTable& slices = m_trace.slices();
    StopCheck check(progress);
    for (std::uint32_t row = part.first; row < part.end && !check.after(4); ++row) {
        const EventKind kind = slices.kind[row];
        const SliceId slice = SliceTable::at(row);
        if (!isHostCallTree(kind)) {
            m_rows[row] = static_cast<std::uint8_t>(Cause::Unrecorded);
            if (isGpuWork(kind) && slices.isSound(slice))
                part.addWork(m_trace, slice);
            else if (kind == EventKind::Overhead && slices.isSound(slice))
                part.overhead.push_back(slice);
            continue;
        }
        unsigned around = 0;
        if (const SliceId parent = slices.parent[row]; parent.isValid()) // tree order: it has been read
            around =
                parent.value >= part.first ? m_rows[parent.index()] >> kAroundShift : part.aroundOuter(m_trace, parent);
        if (isApiCall(kind)) {
            m_rows[row] = static_cast<std::uint8_t>(around << kAroundShift);
            const CallName meaning = part.meaningOf(m_trace, slices.name[row]);
            if (slices.duration(slice) >= m_thresholds.slowCall)
                part.slowCalls.emplace_back(row, meaning);
            else
                setCauseOfCall(row, meaning);
            continue;
        }
        around |= part.aroundOf(m_trace, row);
        const bool isOp = kind == EventKind::CpuOp && !part.isAnnotation[slices.name[row].index()];
        m_rows[row] =
            static_cast<std::uint8_t>(around << kAroundShift | static_cast<unsigned>(causeAround(around, isOp)));
    }
}

void CauseRules::add(const Part& part)
{
    m_firstLaunch = std::min(m_firstLaunch, part.firstLaunch);
    for (std::size_t name = 0; name < m_firstOfName.size(); ++name) {
        const SliceId work = part.firstOfName[name];
        SliceId& known = m_firstOfName[name];
        if (work.isValid() && (!known.isValid() || isBefore(m_trace, work, known)))
            known = work;
    }
}

void CauseRules::setCauseOfCall(std::uint32_t row, CallName meaning)
{
    const unsigned around = m_rows[row] >> kAroundShift;
    const Cause cause =
        (around & kAroundDataLoading) != 0 ? Cause::DataLoading : causeOfCall(SliceTable::at(row), meaning);
    m_rows[row] = static_cast<std::uint8_t>(around << kAroundShift | static_cast<unsigned>(cause));
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

bool CauseRules::launchesSomethingNew(SliceId call) const
{
    const auto works = m_trace.launches().of(call);
    if (works.empty())
        return true;
    return std::any_of(works.begin(), works.end(), [this](const LaunchTable::Link& link) {
        return m_firstOfName[m_trace.slices().name[link.work.index()].index()] == link.work;
    });
}

Cause CauseRules::causeOfCall(SliceId call, CallName meaning) const
{
    const SliceTable& slices = m_trace.slices();
    const bool isSlow = slices.duration(call) >= m_thresholds.slowCall;
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
