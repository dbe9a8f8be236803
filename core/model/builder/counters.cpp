// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/stages.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <tuple>

namespace kinetoscope::builder {

namespace {

/// "name", with the id where there is one and the series where it says more than the name.
std::string counterName(const BuildState& state, const CounterMark& mark)
{
    std::string name(state.text(mark.name));
    if (mark.id != kNoId && mark.id >= 0)
        name += fmt::format("[{}]", mark.id);
    const std::string_view series = state.text(mark.series);
    if (!series.empty() && series != "value" && series != state.text(mark.name))
        name += name.empty() ? std::string(series) : ": " + std::string(series);
    return name.empty() ? "counter" : name;
}

} // namespace

void groupCounters(BuildState& state)
{
    auto& marks = state.counters;
    const auto keyOf = [&state](const CounterMark& m) {
        return std::make_tuple(state.parsed.places[m.place].pid, m.name, m.id, m.series);
    };
    std::ranges::stable_sort(marks, [&keyOf](const CounterMark& a, const CounterMark& b) {
        const auto ka = keyOf(a);
        const auto kb = keyOf(b);
        return ka != kb ? ka < kb : std::tie(a.ts, a.event) < std::tie(b.ts, b.event);
    });
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (i == 0 || keyOf(marks[i]) != keyOf(marks[i - 1])) {
            CounterGroup group;
            group.track.kind = TrackKind::Counter;
            group.track.pid = state.parsed.places[marks[i].place].pid;
            group.track.tid = StringId { 0u };
            group.track.name = counterName(state, marks[i]);
            group.first = i;
            state.counterGroups.push_back(std::move(group));
        }
        ++state.counterGroups.back().track.sampleCount;
    }
    std::ranges::sort(
        state.counterGroups, {}, [&marks](const CounterGroup& a) { return std::tie(marks[a.first].event, a.first); });
}

void takeSamples(BuildState& state, const CounterGroup& group, Track& track)
{
    CounterTable& counters = state.data.counters;
    track.firstSample = static_cast<std::uint32_t>(counters.size());
    for (std::size_t i = group.first; i < group.first + track.sampleCount; ++i) {
        const CounterMark& mark = state.counters[i];
        counters.time.push_back(mark.ts);
        counters.value.push_back(mark.value);
        counters.eventIndex.push_back(mark.event);
    }
}

} // namespace kinetoscope::builder
