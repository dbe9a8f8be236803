// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/idle_gaps.h"

#include <algorithm>
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

bool isChosen(const std::vector<std::int64_t>& wanted, std::int64_t value)
{
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
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
    return { kKernelDelayParameter, "Usual distance of kernels",
        "Gaps shorter than this before work that was launched in time count as kernel_wait", ParameterType::Duration,
        std::int64_t { 30'000 }, std::nullopt, 0.0, 3.6e12, {}, false, NamedThing::None, true };
}

std::string_view toString(IdleCause cause)
{
    switch (cause) {
    case IdleCause::HostWait:
        return "host_wait";
    case IdleCause::KernelWait:
        return "kernel_wait";
    case IdleCause::Other:
        return "other";
    case IdleCause::UnknownLaunch:
        return "unknown_launch";
    }
    return "";
}

Result<std::shared_ptr<const ScopedIdle>> ScopedIdle::create(
    const AnalysisInput& input, const KernelClassifier& classifier, Nanoseconds kernelDelay)
{
    AnalysisInput wide = input;
    wide.scope.range.reset(); // the neighbours outside of it decide the cause of a gap at its edge
    auto source = ScopedGpuWork::create(wide, classifier);
    if (!source)
        return source.error();
    std::shared_ptr<ScopedIdle> idle(new ScopedIdle);
    idle->m_source = std::move(source).value();
    idle->m_scope = input.scope;
    idle->m_delay = kernelDelay;
    return std::shared_ptr<const ScopedIdle>(std::move(idle));
}

Result<RankIdle> ScopedIdle::rank(std::size_t i, const Progress& progress) const
{
    Result<RankGpuWork> work = m_source->rank(i, progress);
    if (!work)
        return work.error();
    RankIdle idle;
    idle.m_rank = &m_source->rankTrace(i);
    idle.m_work = std::move(work).value();
    idle.m_range = m_scope.range;
    idle.m_hasSteps = !m_scope.steps.empty();
    idle.m_delay = m_delay;
    idle.m_streams = linesOf(*idle.m_rank->trace, idle.m_work, m_scope);
    for (const IdleLine& line : idle.m_streams) {
        const auto place = std::lower_bound(idle.m_devices.begin(), idle.m_devices.end(), line.device,
            [](const IdleLine& device, std::int64_t number) { return device.device < number; });
        if (place == idle.m_devices.end() || place->device != line.device)
            idle.m_devices.insert(place, { line.device, Track::kNoStream, TrackId {}, 0, 0 });
    }
    return idle;
}

IdleLine RankIdle::wholeRank()
{
    IdleLine line;
    line.isWholeRank = true;
    return line;
}

bool RankIdle::isOn(const IdleLine& line, const GpuStream& stream)
{
    if (line.isWholeRank)
        return true;
    return stream.device == line.device && (!line.track.isValid() || stream.track == line.track);
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
    for (const GpuStream& stream : m_work.streams) {
        if (isOn(line, stream))
            append(stream.firstRow, stream.rowCount);
    }
    sortRuns(
        rows,
        [this](std::uint32_t a, std::uint32_t b) { return m_work.rows[a].range.begin < m_work.rows[b].range.begin; },
        progress);
    return rows;
}

void RankIdle::eachGap(const IdleLine& line, const Visit& visit, const Progress& progress) const
{
    const std::vector<std::uint32_t> rows = rowsOf(line, progress);
    if (!m_hasSteps) {
        const auto all = m_range ? std::optional(TimeRange { kMinTimestamp, kMaxTimestamp }) : std::nullopt;
        visitPart(rows, 0, rows.size(), all, visit, progress);
        return;
    }
    std::size_t first = 0;
    for (const TimeRange& window : m_work.window) { // each piece of work lies in one of them
        std::size_t last = first;
        while (last < rows.size() && m_work.rows[rows[last]].range.begin <= window.end)
            ++last;
        visitPart(rows, first, last, window, visit, progress);
        first = last;
    }
}

void RankIdle::eachPart(const IdleLine& line, const std::function<void(const IdleGap& part, bool isAfterLaunch)>& visit,
    const Progress& progress) const
{
    const auto split = [&](const IdleGap& gap) {
        IdleGap own = gap;
        IdleGap rest = gap;
        rest.cause = IdleCause::Other;
        rest.range.begin = gap.range.end;
        if (gap.cause == IdleCause::HostWait && gap.after.isValid()) {
            const SliceTable& slices = m_rank->trace->slices();
            const Timestamp launched = m_rank->toJobTime(slices.end(slices.partner[gap.after.index()]));
            // The gap may be cut to the scope: the start of the work decides.
            if (saturatingSubtract(m_rank->toJobTime(slices.start[gap.after.index()]), launched) > m_delay)
                rest.range.begin = own.range.end = std::clamp(launched, gap.range.begin, gap.range.end);
        }
        if (!own.range.isEmpty())
            visit(own, false);
        if (!rest.range.isEmpty())
            visit(rest, true);
    };
    eachGap(line, split, progress);
}

void RankIdle::visitPart(const std::vector<std::uint32_t>& rows, std::size_t first, std::size_t last,
    std::optional<TimeRange> edges, const Visit& visit, const Progress& progress) const
{
    StopCheck check(progress);
    SliceId before;
    Timestamp freeAt = edges ? edges->begin : kMinTimestamp;
    for (std::size_t i = first; i < last; ++i) {
        if (check.after(1))
            return;
        const GpuWorkRow& row = m_work.rows[rows[i]];
        const TimeRange gap { freeAt, std::max(freeAt, row.range.begin) };
        if (before.isValid() || (edges && !gap.isEmpty()))
            report({ gap, causeOf(row.slice, gap), before, row.slice }, visit);
        if (!before.isValid() || row.range.end >= freeAt)
            before = row.slice;
        freeAt = std::max(freeAt, row.range.end);
    }
    if (edges && freeAt < edges->end) // nothing more was launched
        report({ { freeAt, edges->end }, IdleCause::HostWait, before, SliceId {} }, visit);
}

void RankIdle::report(IdleGap gap, const Visit& visit) const
{
    if (m_range) {
        const TimeRange visible = gap.range.clippedTo(*m_range);
        if (visible.isEmpty() && !(gap.range.isEmpty() && m_range->contains(gap.range.begin)))
            return;
        gap.range = visible;
    }
    visit(gap);
}

IdleCause RankIdle::causeOf(SliceId work, const TimeRange& gap) const
{
    const SliceTable& slices = m_rank->trace->slices();
    const SliceId launch = slices.partner[work.index()];
    if (launch.isValid() && m_rank->toJobTime(slices.start[launch.index()]) > gap.begin)
        return IdleCause::HostWait;
    if (gap.length() < m_delay)
        return IdleCause::KernelWait;
    return launch.isValid() ? IdleCause::Other : IdleCause::UnknownLaunch;
}

std::vector<TimeRange> RankIdle::viewOf(const IdleLine& line) const
{
    if (m_hasSteps) {
        std::vector<TimeRange> windows;
        for (const TimeRange& window : m_work.window)
            windows.push_back(m_range ? window.clippedTo(*m_range) : window);
        return windows;
    }
    if (m_range)
        return { *m_range };
    std::optional<TimeRange> hull;
    for (const GpuStream& stream : m_work.streams) {
        if (!isOn(line, stream))
            continue;
        for (std::size_t i = stream.firstRow; i < stream.firstRow + stream.rowCount; ++i) {
            const TimeRange& range = m_work.rows[i].range;
            hull = hull ? TimeRange { std::min(hull->begin, range.begin), std::max(hull->end, range.end) } : range;
        }
    }
    return hull ? std::vector<TimeRange> { *hull } : std::vector<TimeRange> {};
}

} // namespace kinetoscope
