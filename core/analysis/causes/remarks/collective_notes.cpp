// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/remarks/collective_notes.h"

#include "core/analysis/causes/work/call_names.h"
#include "core/analysis/collectives/cpu_collectives.h"
#include "core/model/track_cursor.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <cstdint>
#include <map>

namespace kinetoscope {

namespace {

/// Ops and annotations of collectives; each name is matched once.
class CollectiveNames {
public:
    explicit CollectiveNames(const Trace& trace)
        : m_trace(trace)
        , m_known(trace.strings().size(), kUnknown)
    {
    }
    [[nodiscard]] bool isOne(std::uint32_t row)
    {
        const EventKind kind = m_trace.slices().kind[row];
        if (kind != EventKind::CpuOp && kind != EventKind::UserAnnotation)
            return false;
        const StringId name = m_trace.slices().name[row];
        std::uint8_t& known = m_known[name.index()];
        if (known == kUnknown) // of both kinds alike
            known = (aroundNameOf(kind, m_trace.text(name)) & kAroundCollective) != 0 ? 1 : 0;
        return known == 1;
    }

private:
    static constexpr std::uint8_t kUnknown = 2;
    const Trace& m_trace;
    std::vector<std::uint8_t> m_known; ///< by StringId
};

} // namespace

bool recordsCollective(const Trace& trace, const NameTypes& types, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    CollectiveNames names(trace);
    StopCheck check(progress);
    for (std::uint32_t row = 0; row < slices.size() && !check.after(1); ++row) {
        if (isGpuWork(slices.kind[row]) ? types.of(slices, row) == KernelType::Communication : names.isOne(row))
            return true;
    }
    return false;
}

Remark onlyFramesOfCollectives(const RankTrace& rank, Nanoseconds time)
{
    return remarkOfRank(rank, "no-collective",
        { KT_PHRASE("causes",
              "%1 counts as time of collectives because it is in Python functions of distributed_c10d.py; no op, "
              "annotation or kernel of a collective was recorded."),
            arg::Duration { time } });
}

CollectivesBeside collectivesBeside(
    const Trace& trace, std::span<const SliceId> collectives, std::span<const TrackId> but, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    CollectivesBeside found;
    std::map<StringId, Nanoseconds> times;
    for (const SliceId slice : collectives) {
        if (std::ranges::find(but, trace.trackOf(slice)) != but.end())
            continue;
        found.ranges.push_back(slices.range(slice));
        Nanoseconds& time = times[slices.name[slice.index()]];
        time = saturatingAdd(time, slices.duration(slice));
    }
    found.ranges = unionOf(std::move(found.ranges), progress);
    if (const auto most = std::ranges::max_element(times, {}, &decltype(times)::value_type::second);
        most != times.end())
        found.name = most->first;
    return found;
}

Nanoseconds timeBesideCollectives(const Trace& trace, std::span<const SliceId> collectives,
    const std::map<TrackId, std::vector<TimeRange>>& times, const Progress& progress)
{
    Nanoseconds sum = 0;
    for (const auto& [thread, ofThread] : times) {
        std::vector<TimeRange> beside;
        for (const SliceId slice : collectives) {
            const TrackId other = trace.trackOf(slice);
            if (other != thread && trace.track(other).pid == trace.track(thread).pid)
                beside.push_back(trace.slices().range(slice));
        }
        sum = saturatingAdd(sum,
            totalLength(intersectionOf(unionOf(ofThread, progress), unionOf(std::move(beside), progress), progress)));
    }
    return sum;
}

std::vector<TimeRange> callsOfOtherLaunchers(const Trace& trace, std::span<const TrackId> but, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    if (!but.front().isValid() || std::ranges::find(slices.kind, EventKind::CpuOp) != slices.kind.end())
        return {};
    std::vector<bool> launchesKernels(trace.tracks().size());
    TrackCursor launchers(trace);
    for (const LaunchTable::Link& link : trace.launches().all()) {
        if (slices.kind[link.work.index()] == EventKind::Kernel)
            launchesKernels[launchers.of(link.launch).index()] = true;
    }
    std::vector<TimeRange> found;
    StopCheck check(progress);
    for (std::size_t i = 0; i < launchesKernels.size(); ++i) {
        const Track& track = trace.tracks()[i];
        if (!launchesKernels[i] || track.kind != TrackKind::HostThread || track.pid != trace.track(but.front()).pid
            || std::ranges::find(but, TrackId { i }) != but.end())
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            const EventKind kind = slices.kind[row];
            if ((kind == EventKind::RuntimeCall || kind == EventKind::DriverCall)
                && slices.isSound(SliceTable::at(row)))
                found.push_back(slices.range(SliceTable::at(row)));
        }
    }
    return unionOf(std::move(found), progress);
}

namespace {

/// When something was recorded of the threads of the host that are asked about.
/// @param isMeant  of a TrackId.
template <typename IsMeant>
std::vector<TimeRange> activityOf(const Trace& trace, const Progress& progress, IsMeant isMeant)
{
    const SliceTable& slices = trace.slices();
    const auto counts = [&slices](SliceId slice) {
        return isHostCallTree(slices.kind[slice.index()]) && slices.isSound(slice);
    };
    std::vector<TimeRange> found;
    StopCheck check(progress);
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        const Track& track = trace.tracks()[i];
        if (track.kind != TrackKind::HostThread || !isMeant(TrackId { i }))
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            const SliceId parent = slices.parent[row]; // most slices lie in another one
            if (!(parent.isValid() && counts(parent)) && counts(SliceTable::at(row)))
                found.push_back(slices.range(SliceTable::at(row)));
        }
    }
    return unionOf(std::move(found), progress);
}

} // namespace

std::vector<TimeRange> hostActivityOf(const Trace& trace, std::span<const TrackId> of, const Progress& progress)
{
    return activityOf(trace, progress, [of](TrackId track) { return std::ranges::find(of, track) != of.end(); });
}

std::vector<TimeRange> hostActivityBut(const Trace& trace, std::span<const TrackId> but, const Progress& progress)
{
    return activityOf(trace, progress, [but](TrackId track) { return std::ranges::find(but, track) == but.end(); });
}

} // namespace kinetoscope
