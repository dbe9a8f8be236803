// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/idle/group_places.h"

#include "core/numeric/intervals.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace kinetoscope {

namespace {

/// The name of a Python frame without its line, which is another one where a generator is resumed, and without the
/// address of an object.
std::string functionOf(std::string_view name)
{
    std::string function = withoutAddress(name);
    const std::size_t end = function.rfind("): ");
    const std::size_t begin = end == std::string::npos ? std::string::npos : function.rfind('(', end);
    if (begin != std::string::npos)
        function.erase(begin, end + 1 - begin);
    return function;
}

bool isFrameOrOp(EventKind kind)
{
    return kind == EventKind::PythonFunction || kind == EventKind::CpuOp;
}

} // namespace

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

Nanoseconds GroupPlaces::timeInPlaceAlone(IdleGroup group, const Progress& progress) const
{
    const std::vector<OfPlace>& places = m_groups[static_cast<std::size_t>(group)].places;
    std::map<std::string, Nanoseconds> byFunction;
    for (const OfPlace& place : places) {
        if (isFrameOrOp(m_trace.kind(place.first)))
            byFunction[functionOf(m_trace.name(place.first))] += place.time;
    }
    const auto most = mostOf(byFunction);
    const auto mostOfPlaces = std::ranges::max_element(places, {}, &OfPlace::time);
    if (most == byFunction.end() || most->second < mostOfPlaces->time)
        return 0;
    PlainNames plain(m_trace);
    std::map<StringId, Nanoseconds> timeOfName; // of the function: its first line, and others where it was resumed
    std::set<TrackId> threads;
    for (const OfPlace& place : places) {
        if (!isFrameOrOp(m_trace.kind(place.first)) || functionOf(m_trace.name(place.first)) != most->first)
            continue;
        timeOfName[plain.of(m_trace.slices().name[place.first.index()])] += place.time;
        threads.insert(m_trace.trackOf(place.first));
    }
    std::vector<Timestamp> launches; // of any thread: that of the backward pass launches for a frame, too
    StopCheck check(progress);
    for (const LaunchTable::Link& link : m_trace.launches().all()) {
        if (check.after(1))
            return 0;
        launches.push_back(m_trace.slices().start[link.launch.index()]);
    }
    sortRuns(launches, std::less<Timestamp> {}, progress);
    std::map<StringId, CallCount> counts;
    for (const TrackId thread : threads)
        countCalls(thread, launches, plain, progress, counts);
    Nanoseconds alone = 0;
    for (const auto& [name, time] : timeOfName) {
        // Others, such as one that makes batches, launch now and then.
        if (10 * counts[name].launching <= counts[name].all)
            alone = saturatingAdd(alone, time);
    }
    return alone;
}

void GroupPlaces::countCalls(TrackId thread, const std::vector<Timestamp>& launches, PlainNames& plain,
    const Progress& progress, std::map<StringId, CallCount>& counts) const
{
    const SliceTable& slices = m_trace.slices();
    const Track& track = m_trace.track(thread);
    StopCheck check(progress);
    for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
        if (!isFrameOrOp(slices.kind[row]))
            continue;
        CallCount& count = counts[plain.of(slices.name[row])];
        const TimeRange frame = slices.range(SliceTable::at(row));
        const auto first = std::ranges::lower_bound(launches, frame.begin);
        ++count.all;
        count.launching += first != launches.end() && *first < frame.end ? 1 : 0;
    }
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
