// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/idle/group_places.h"

#include <algorithm>

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

Nanoseconds GroupPlaces::timeInFrameAlone(IdleGroup group) const
{
    const std::vector<OfPlace>& places = m_groups[static_cast<std::size_t>(group)].places;
    const auto most = std::ranges::max_element(places, {}, &OfPlace::time);
    if (most == places.end() || m_trace.kind(most->first) != EventKind::PythonFunction)
        return 0;
    const SliceTable& slices = m_trace.slices();
    const SliceId frame = most->first;
    const std::size_t end = m_trace.track(m_trace.trackOf(frame)).endSlice();
    for (std::size_t row = frame.index() + 1; row < end && slices.start[row] < slices.end(frame); ++row) {
        if (const SliceId work = slices.partner[row];
            isApiCall(slices.kind[row]) && work.isValid() && isGpuWork(m_trace.kind(work)))
            return 0;
    }
    return most->time;
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
