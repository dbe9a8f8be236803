// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/idle/host_places.h"

#include "core/base/display_name.h"

namespace kinetoscope {

std::string nameInSentence(std::string_view name)
{
    constexpr std::size_t kLong = 60;
    return name.size() > kLong && namesALine(name) ? displayName(name) : withoutAddress(name);
}

HostPlace mainPlaceOf(const Trace& trace, const TimeByPlace& places, Nanoseconds all)
{
    const auto most = mostOf(places);
    if (most == places.end())
        return {};
    auto [name, caller] = most->first;
    Nanoseconds there = most->second;
    // Where many call it, the one with most of it is not where most of it is.
    TimeByName byName;
    for (const auto& [place, time] : places)
        byName[place.first] += time;
    const auto mostNamed = mostOf(byName);
    if (there <= all / 2 && mostNamed->second > there) {
        name = mostNamed->first;
        caller = {};
        there = mostNamed->second;
    }
    return { nameInSentence(trace.text(name)), caller.isValid() ? nameInSentence(trace.text(caller)) : std::string(),
        there };
}

} // namespace kinetoscope
