// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/idle/idle_gaps.h"

#include "core/analysis/causes/work/hand_over.h"
#include "core/analysis/causes/work/work_order.h"
#include "core/analysis/gpu/first_moment.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace kinetoscope {

namespace {

bool hasSoundWork(const Trace& trace, const Track& track)
{
    const SliceTable& slices = trace.slices();
    for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
        if (isGpuWork(slices.kind[row]) && slices.isSound(SliceTable::at(row)))
            return true;
    }
    return false;
}

/// Positions of the streams, device by device.
std::vector<std::uint32_t> idleGapsOrderByDevice(const std::vector<GpuStream>& streams)
{
    std::vector<std::uint32_t> order(streams.size());
    std::iota(order.begin(), order.end(), 0U);
    sortStably(order, {}, [&streams](std::uint32_t a) { return streams[a].device; });
    return order;
}

/// Lines of streams on which the trace has work, in track order; rows only where the scope has some.
std::vector<IdleLine> linesOf(const Trace& trace, const RankGpuWork& work, const Scope& scope)
{
    std::vector<IdleLine> lines;
    auto next = work.streams.begin(); // in track order, too
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        const Track& track = trace.tracks()[i];
        if (next != work.streams.end() && next->track == TrackId { i }) {
            lines.push_back({ next->device, next->stream, next->track, next->firstRow, next->rowCount });
            ++next;
        } else if (scope.hasWindow() && track.isDeviceSide() && isChosen(scope.streams, track.stream)
            && hasSoundWork(trace, track)) {
            lines.push_back({ track.device, track.stream, TrackId { i }, 0, 0 });
        }
    }
    return lines;
}

} // namespace

ParameterDescriptor kernelDelayParameter()
{
    ParameterDescriptor delay = threshold(durationParameter(kKernelDelayParameter, "Gap threshold",
        "A gap shorter than this before work that was launched in time counts as kernel_wait", 30'000));
    delay.maximum = 3.6e12;
    return delay;
}

std::string_view toString(IdleCause cause)
{
    static constexpr std::array<std::string_view, 4> kWords { "host_wait", "kernel_wait", "other", "unknown_launch" };
    static_assert(kWords.size() == kIdleCauseCount);
    return kWords[static_cast<std::size_t>(cause)];
}

Result<std::shared_ptr<const ScopedIdle>> ScopedIdle::create(
    const AnalysisInput& input, const KernelClassifier& classifier, Nanoseconds kernelDelay)
{
    AnalysisInput wide = input;
    wide.scope.range.reset(); // the neighbours outside of it decide the cause of a gap at its edge
    wide.scope.steps.clear(); // what other steps run ends gaps, too: device time in which it runs is not idle
    KT_TRY(auto source, ScopedGpuWork::create(wide, classifier));
    std::shared_ptr<ScopedIdle> idle(new ScopedIdle);
    idle->m_source = std::move(source);
    if (!input.scope.steps.empty()) {
        KT_TRY(idle->m_chosen, ScopedGpuWork::create(input, classifier));
    }
    idle->m_scope = input.scope;
    idle->m_delay = kernelDelay;
    return std::shared_ptr<const ScopedIdle>(std::move(idle));
}

Result<RankIdle> ScopedIdle::rank(std::size_t i, const Progress& progress) const
{
    KT_TRY(RankGpuWork work, m_source->rank(i, progress));
    RankIdle idle;
    idle.m_rank = &m_source->rankTrace(i);
    idle.m_work = std::move(work);
    idle.m_hasSteps = m_chosen != nullptr;
    idle.m_delay = m_delay;
    const Timestamp first = firstMomentOf(*idle.m_rank->trace);
    idle.m_firstMoment = first == kMaxTimestamp ? first : idle.m_rank->toJobTime(first);
    if (m_chosen) {
        KT_TRY(idle.m_chosen, m_chosen->rank(i, progress));
        idle.m_windows = idle.m_chosen.window;
        idle.m_work.placedByTime = idle.m_chosen.placedByTime;
    } else if (m_scope.range) {
        idle.m_windows = std::vector<TimeRange> { *m_scope.range };
    }
    idle.m_streams = linesOf(*idle.m_rank->trace, idle.m_work, m_scope);
    std::vector<std::int64_t> devices = mapped(idle.m_streams, &IdleLine::device);
    sortUnique(devices);
    // A trace may have 300 000 streams on as many devices: each device knows its own.
    const std::vector<GpuStream>& streams = idle.m_work.streams;
    idle.m_byDevice = idleGapsOrderByDevice(streams);
    idle.m_chosenByDevice = idleGapsOrderByDevice(idle.m_chosen.streams);
    std::size_t next = 0;
    for (const std::int64_t device : devices) {
        IdleLine line { .device = device, .firstStream = next };
        while (next < streams.size() && streams[idle.m_byDevice[next]].device == device)
            ++next;
        line.streamCount = next - line.firstStream;
        idle.m_devices.push_back(line);
    }
    return idle;
}

std::vector<std::uint32_t> RankIdle::rowsOf(const IdleLine& line, const Progress& progress) const
{
    std::vector<std::uint32_t> rows;
    const auto append = [&rows](std::size_t first, std::size_t count) {
        const std::size_t before = rows.size();
        rows.resize(before + count);
        std::iota(rows.begin() + static_cast<std::ptrdiff_t>(before), rows.end(), static_cast<std::uint32_t>(first));
    };
    if (line.track.isValid()) {
        append(line.firstRow, line.rowCount);
        return rows;
    }
    if (line.isWholeRank) {
        append(0, m_work.rows.size());
    } else {
        for (std::size_t i = line.firstStream; i < line.firstStream + line.streamCount; ++i)
            append(m_work.streams[m_byDevice[i]].firstRow, m_work.streams[m_byDevice[i]].rowCount);
    }
    sortRuns(
        rows,
        [this](std::uint32_t a, std::uint32_t b) { return m_work.rows[a].range.begin < m_work.rows[b].range.begin; },
        progress);
    return rows;
}

void RankIdle::eachGap(const IdleLine& line, const Visit& visit, const Progress& progress) const
{
    eachWholeGap(
        line, m_windows ? Which::Both : Which::Inner, [&](const IdleGap& gap) { report(gap, visit); }, progress);
}

void RankIdle::eachOuterGap(
    const IdleLine& line, const TimeRange& within, const Visit& visit, const Progress& progress) const
{
    eachWholeGap(
        line, Which::Outer, [&](const IdleGap& gap) { reportIn(within, gap, visit); }, progress);
}

void RankIdle::eachWholeGap(const IdleLine& line, Which which, const Visit& visit, const Progress& progress) const
{
    // Of a gap the reason is looked for, and who visits it does something with it.
    constexpr std::size_t kItemsPerGap = 16;
    constexpr std::size_t kItemsPerWork = 4;
    StopCheck check(progress);
    SliceId before;
    Timestamp freeAt = kMinTimestamp;
    const std::vector<std::uint32_t> rows = rowsOf(line, progress);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (check.after(freeAt < m_work.rows[rows[i]].range.begin ? kItemsPerGap : kItemsPerWork))
            return;
        const GpuWorkRow& row = m_work.rows[rows[i]];
        if (before.isValid() ? which != Which::Outer : which != Which::Inner && freeAt < row.range.begin) {
            // A gap is short of one piece of work, of several that start at once the first in the order of work.
            SliceId first = row.slice;
            for (std::size_t k = i + 1;
                 k < rows.size() && freeAt < row.range.begin && m_work.rows[rows[k]].range.begin == row.range.begin;
                 ++k) {
                const SliceId other = m_work.rows[rows[k]].slice;
                first = isBefore(*m_rank->trace, other, first) ? other : first;
            }
            IdleGap gap = gapBefore(first, { freeAt, std::max(freeAt, row.range.begin) });
            gap.before = before;
            visit(gap);
        }
        if (!before.isValid() || row.range.end >= freeAt)
            before = row.slice;
        freeAt = std::max(freeAt, row.range.end);
    }
    if (which != Which::Inner && freeAt < kMaxTimestamp) // nothing more was launched
        visit({ { freeAt, kMaxTimestamp }, { freeAt, kMaxTimestamp }, kMaxTimestamp, kMaxTimestamp, IdleCause::HostWait,
            before, SliceId {} });
}

void RankIdle::eachPart(const IdleLine& line, const std::function<void(TimeRange part, IdleCause cause)>& visit,
    const Progress& progress) const
{
    eachGap(
        line, [&visit](const IdleGap& gap) { eachPartOf(gap, visit); }, progress);
}

/// The part of a gap that lies in a window.
void RankIdle::reportIn(const TimeRange& window, const IdleGap& gap, const Visit& visit) const
{
    IdleGap part = gap;
    part.range = gap.range.clippedTo(window);
    if (part.range.isEmpty() && !(gap.range.isEmpty() && window.contains(gap.range.begin)))
        return;
    // A window that begins before anything was recorded: from there on nothing ran.
    if (gap.whole.begin == kMinTimestamp && gap.after.isValid() && part.range.begin < m_firstMoment) {
        const IdleGap longer = gapBefore(gap.after, { part.range.begin, gap.range.end });
        part.hostUntil = longer.hostUntil;
        part.rest = longer.rest;
    }
    part.hostUntil = std::clamp(part.hostUntil, part.range.begin, part.range.end);
    visit(part);
}

/// Cuts a gap to the windows it lies in.
void RankIdle::report(const IdleGap& gap, const Visit& visit) const
{
    if (!m_windows) {
        visit(gap);
        return;
    }
    auto window =
        std::ranges::partition_point(*m_windows, [&gap](const TimeRange& each) { return each.end <= gap.range.begin; });
    for (; window != m_windows->end() && window->begin <= gap.range.end; ++window)
        reportIn(*window, gap, visit);
}

/// The whole gap with its causes; `before` is left out.
IdleGap RankIdle::gapBefore(SliceId work, const TimeRange& range) const
{
    IdleGap gap { range, range, range.begin, range.begin, IdleCause::KernelWait, SliceId {}, work };
    const Trace& trace = *m_rank->trace;
    const TimeRange known { range.begin == kMinTimestamp ? m_firstMoment : range.begin, range.end };
    if (!trace.slices().partner[work.index()].isValid()) {
        if (known.length() >= m_delay)
            gap.rest = IdleCause::UnknownLaunch;
        return gap;
    }
    if (range.isEmpty())
        return gap;
    const TimeRange own { m_rank->toTraceTime(known.begin), m_rank->toTraceTime(known.end) };
    const Timestamp until = hostLateUntil(trace, work, own, m_delay);
    gap.hostUntil = until == own.begin ? range.begin
        : until == own.end             ? range.end
                                       : std::clamp(m_rank->toJobTime(until), range.begin, range.end);
    gap.launched = gap.hostUntil;
    if (saturatingSubtract(range.end, std::max(gap.hostUntil, known.begin)) >= m_delay)
        gap.rest = IdleCause::Other;
    else if (gap.hostUntil > range.begin) // the latency of the launch
        gap.hostUntil = range.end;
    return gap;
}

std::vector<TimeRange> RankIdle::viewOf(const IdleLine& line) const
{
    if (m_windows)
        return *m_windows;
    std::optional<TimeRange> hull;
    const auto add = [&](std::size_t first, std::size_t count) {
        for (std::size_t i = first; i < first + count; ++i) {
            const TimeRange& range = m_work.rows[i].range;
            hull = hull ? TimeRange { std::min(hull->begin, range.begin), std::max(hull->end, range.end) } : range;
        }
    };
    if (line.isWholeRank)
        add(0, m_work.rows.size());
    else if (line.track.isValid())
        add(line.firstRow, line.rowCount);
    for (std::size_t i = line.firstStream; i < line.firstStream + line.streamCount; ++i)
        add(m_work.streams[m_byDevice[i]].firstRow, m_work.streams[m_byDevice[i]].rowCount);
    return hull ? std::vector<TimeRange> { *hull } : std::vector<TimeRange> {};
}

std::vector<TimeRange> RankIdle::otherStepsOf(const IdleLine& line, const Progress& progress) const
{
    if (!m_hasSteps)
        return {};
    std::vector<TimeRange> any =
        mapped(rowsOf(line, progress), [this](std::uint32_t index) { return m_work.rows[index].range; });
    std::vector<TimeRange> chosen;
    const std::vector<GpuStream>& streams = m_chosen.streams;
    const auto add = [&](const GpuStream& stream) {
        for (std::size_t i = stream.firstRow; i < stream.firstRow + stream.rowCount; ++i)
            chosen.push_back(m_chosen.rows[i].range);
    };
    if (line.isWholeRank) {
        std::ranges::for_each(streams, add);
    } else if (line.track.isValid()) {
        const auto own = std::ranges::partition_point(
            streams, [&line](const GpuStream& stream) { return stream.track < line.track; });
        if (own != streams.end() && own->track == line.track)
            add(*own);
    } else {
        auto next = std::ranges::partition_point(
            m_chosenByDevice, [&](std::uint32_t i) { return streams[i].device < line.device; });
        for (; next != m_chosenByDevice.end() && streams[*next].device == line.device; ++next)
            add(streams[*next]);
    }
    std::vector<TimeRange> others = differenceOf(
        intersectionOf(unionOf(std::move(any), progress), *m_windows), unionOf(std::move(chosen), progress));
    std::erase_if(others, [](const TimeRange& range) { return range.isEmpty(); });
    return others;
}

} // namespace kinetoscope
