// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/remarks/lost_kernels.h"

#include "core/analysis/causes/work/call_names.h"
#include "core/analysis/causes/work/launch_pair.h"
#include "core/analysis/launch/graph_captures.h"
#include "core/model/track_cursor.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace kinetoscope {

namespace {

std::vector<bool> namesOfKernelLaunches(const Trace& trace)
{
    std::vector<bool> are(trace.strings().size());
    for (std::uint32_t id = 0; id < are.size(); ++id) {
        const std::string_view text = trace.text(StringId { id });
        are[id] = text.find("LaunchKernel") != std::string_view::npos && callNameOf(text) == CallName::Launch;
    }
    return are;
}

std::vector<bool> namesOfDeviceWaits(const Trace& trace)
{
    std::vector<bool> are(trace.strings().size());
    for (std::uint32_t id = 0; id < are.size(); ++id) {
        const std::string_view text = trace.text(StringId { id });
        are[id] = text.find("DeviceSynchronize") != std::string_view::npos
            || text.find("CtxSynchronize") != std::string_view::npos;
    }
    return are;
}

/// A runtime call and the driver call in it are one launch: only one of the two has the kernel.
bool isLaunchedByAnother(const SliceTable& slices, SliceId call)
{
    const SliceId outer = slices.parent[call.index()];
    if (outer.isValid() && isApiCall(slices.kind[outer.index()]))
        return true;
    const std::size_t next = call.index() + 1;
    return next < slices.size() && slices.parent[next] == call && slices.partner[next].isValid();
}

} // namespace

LostKernels::LostKernels(const Trace& trace, const Progress& progress)
    : m_trace(trace)
{
    const std::vector<bool> areLaunches = namesOfKernelLaunches(trace);
    if (std::ranges::find(areLaunches, true) == areLaunches.end())
        return;
    const SliceTable& slices = trace.slices();
    const GraphCaptures captures(trace);
    std::size_t unlinked = 0;
    StopCheck check(progress);
    for (std::uint32_t row = 0; row < slices.size() && !check.after(1); ++row) {
        const EventKind kind = slices.kind[row];
        if ((kind != EventKind::Kernel && !isApiCall(kind)) || slices.partner[row].isValid())
            continue;
        const SliceId slice = SliceTable::at(row);
        unlinked += kind == EventKind::Kernel ? 1 : 0;
        if (isApiCall(kind) && areLaunches[slices.name[row].index()] && slices.isSound(slice) && !captures.has(slice)
            && !isLaunchedByAnother(slices, slice))
            m_launches.push_back(slice);
    }
    // Kernels without a launch may be theirs: what is missing then is the number that links the two.
    if (unlinked * 10 > m_launches.size())
        m_launches.clear();
    if (m_launches.empty())
        return;
    readRuns();
    readDeviceWaits();
}

void LostKernels::readRuns()
{
    const SliceTable& slices = m_trace.slices();
    m_hasKernels.assign(m_trace.tracks().size(), false);
    TrackCursor launchers(m_trace);
    TrackCursor streams(m_trace);
    for (const LaunchTable::Link& link : m_trace.launches().all()) {
        if (slices.kind[link.work.index()] != EventKind::Kernel)
            continue;
        m_hasKernels[streams.of(link.work).index()] = true;
        m_runs[launchers.of(link.launch)].push_back(
            { slices.start[link.work.index()], slices.start[link.launch.index()] });
    }
    for (auto& [thread, runs] : m_runs) {
        std::ranges::sort(runs, {}, &Run::start);
        for (std::size_t i = 1; i < runs.size(); ++i)
            runs[i].launched = std::max(runs[i].launched, runs[i - 1].launched);
    }
}

void LostKernels::readDeviceWaits()
{
    const SliceTable& slices = m_trace.slices();
    std::optional<std::int64_t> device;
    for (const Track& track : m_trace.tracks()) {
        if (track.kind != TrackKind::Stream)
            continue;
        if (device && *device != track.device)
            return; // for which one they wait was not recorded
        device = track.device;
    }
    const std::vector<bool> areWaits = namesOfDeviceWaits(m_trace);
    for (std::uint32_t row = 0; row < slices.size(); ++row) {
        if (isApiCall(slices.kind[row]) && areWaits[slices.name[row].index()] && slices.isSound(SliceTable::at(row)))
            m_deviceWaits.push_back({ slices.start[row], slices.end(SliceTable::at(row)) });
    }
    std::ranges::sort(m_deviceWaits, {}, &DeviceWait::start);
    for (std::size_t i = m_deviceWaits.size(); i > 1; --i)
        m_deviceWaits[i - 2].end = std::min(m_deviceWaits[i - 2].end, m_deviceWaits[i - 1].end);
}

/// Of the kernels of a thread that began before a moment.
Timestamp LostKernels::lastLaunchOfRun(TrackId thread, Timestamp before) const
{
    const auto runs = m_runs.find(thread);
    if (runs == m_runs.end())
        return kMinTimestamp;
    const auto next = std::ranges::lower_bound(runs->second, before, {}, &Run::start);
    return next == runs->second.begin() ? kMinTimestamp : (next - 1)->launched;
}

Timestamp LostKernels::haveRunBy(SliceId launch) const
{
    const auto wait = std::ranges::lower_bound(m_deviceWaits, m_trace.slices().end(launch), {}, &DeviceWait::start);
    return wait == m_deviceWaits.end() ? kMaxTimestamp : wait->end;
}

LostKernels::InGap LostKernels::before(SliceId work, const TimeRange& gap) const
{
    const std::optional<LaunchPair> launched = m_launches.empty() ? std::nullopt : launchesUpTo(m_trace, work);
    if (!launched)
        return {};
    const SliceTable& slices = m_trace.slices();
    const TrackId thread = m_trace.trackOf(launched->later);
    Timestamp haveRun = slices.start[launched->earlier.index()];
    if (!m_hasKernels[m_trace.trackOf(work).index()])
        haveRun = std::max(haveRun, lastLaunchOfRun(thread, gap.begin));
    const auto end = std::ranges::lower_bound(m_launches, launched->later);
    const auto begin =
        std::ranges::lower_bound(m_launches.begin(), end, SliceTable::at(m_trace.track(thread).firstSlice));
    const auto after = std::ranges::upper_bound(
        begin, end, haveRun, {}, [&slices](SliceId launch) { return slices.start[launch.index()]; });
    InGap found;
    for (auto launch = after; launch != end; ++launch) {
        const TimeRange range = TimeRange { slices.start[launch->index()], haveRunBy(*launch) }.clippedTo(gap);
        if (range.isEmpty())
            continue;
        if (found.launches.empty())
            found.range = range;
        found.launches = { &*launch - found.launches.size(), found.launches.size() + 1 };
        found.range.end = std::max(found.range.end, range.end);
    }
    return found;
}

std::size_t LostKernels::countFrom(Timestamp time) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        m_launches, [&](SliceId launch) { return m_trace.slices().start[launch.index()] >= time; }));
}

Remark kernelsNotRecorded(const RankTrace& rank, Nanoseconds time)
{
    return remarkOfRank(rank, "kernels-not-recorded",
        { KT_PHRASE("causes",
              "%1 of the waiting is before work that was launched after kernels that are not in the file: the GPU may "
              "have been running these."),
            arg::Duration { time } });
}

} // namespace kinetoscope
