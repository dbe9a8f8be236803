// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/idle/group_places.h"

#include "core/numeric/intervals.h"

#include <algorithm>
#include <functional>

namespace kinetoscope {

void GroupPlaces::add(IdleGroup group, const IdlePart& part, SliceId about, bool isLate, IdleOf& to)
{
    const bool isAfterSync = group == IdleGroup::AfterSync;
    if (!about.isValid() || m_callers.isStep(about) || (isAfterSync && part.cause == Cause::LaunchLatency))
        return; // of a step the name says nothing, and of work that is about to start it is not the host's
    const auto which = static_cast<std::size_t>(group);
    // How long a synchronisation takes is the GPU's doing, but where nothing runs.
    const bool isOfHost = part.cause != Cause::Synchronisation || !isAfterSync;
    if (const TimeRange inStep = part.range.clippedTo(m_slowStep); isOfHost && !inStep.isEmpty())
        to.inSlowStep[m_trace.slices().name[about.index()]] += inStep.length();
    OfPlace& there = placeOf(m_groups[which], about);
    there.time += part.range.length();
    if (isLate && there.first != about && !m_trace.slices().partner[about.index()].isValid())
        to.again += part.range.length();
}

HostPlace GroupPlaces::mainOf(IdleGroup group, Nanoseconds all) const
{
    TimeByPlace times;
    for (const OfPlace& each : m_groups[static_cast<std::size_t>(group)].places)
        times.emplace(each.place, each.time);
    return mainPlaceOf(m_trace, times, all);
}

Nanoseconds GroupPlaces::timeInFrameAlone(IdleGroup group, const Progress& progress) const
{
    const std::vector<OfPlace>& places = m_groups[static_cast<std::size_t>(group)].places;
    const auto most = std::ranges::max_element(places, {}, &OfPlace::time);
    if (most == places.end() || m_trace.kind(most->first) != EventKind::PythonFunction)
        return 0;
    const SliceTable& slices = m_trace.slices();
    const Track& track = m_trace.track(m_trace.trackOf(most->first));
    std::vector<TimeRange> frames;
    std::vector<Timestamp> launches; // of any thread: that of the backward pass launches for a frame, too
    StopCheck check(progress);
    for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
        if (slices.name[row] == slices.name[most->first.index()] && slices.kind[row] == EventKind::PythonFunction)
            frames.push_back(slices.range(SliceTable::at(row)));
    }
    for (const LaunchTable::Link& link : m_trace.launches().all()) {
        if (check.after(1))
            return 0;
        launches.push_back(slices.start[link.launch.index()]);
    }
    sortRuns(launches, std::less<Timestamp> {}, progress);
    const auto launching = std::ranges::count_if(frames, [&launches](const TimeRange& frame) {
        const auto first = std::ranges::lower_bound(launches, frame.begin);
        return first != launches.end() && *first < frame.end;
    });
    // Others, such as one that makes batches, launch now and then.
    return 10 * static_cast<std::size_t>(launching) <= frames.size() ? most->time : 0;
}

/// Neighbouring parts of a group are often about one slice.
GroupPlaces::OfPlace& GroupPlaces::placeOf(OfGroup& group, SliceId about)
{
    if (about != group.last) {
        group.last = about;
        const NameInCaller place = m_callers.of(about);
        std::uint32_t& number = group.numbers[place];
        if (number == decltype(group.numbers)::kNone) {
            number = static_cast<std::uint32_t>(group.places.size());
            group.places.push_back({ place, 0, about });
        }
        group.numberOfLast = number;
    }
    return group.places[group.numberOfLast];
}

} // namespace kinetoscope
