// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/process_labels.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace kinetoscope::builder {

namespace {

/// What stands before the number at the end of a pid: "[TP00] " of "[TP00] 4242". Empty where that is no label of its
/// own: "-1", "worker7".
std::string_view labelOf(std::string_view pid)
{
    const std::size_t last = pid.find_last_not_of("0123456789");
    if (last == std::string_view::npos || last + 1 == pid.size())
        return {};
    const std::string_view label = pid.substr(0, last + 1);
    const auto isWordy = [](char c) { return isLetter(c) || isDigit(c); };
    return !isWordy(label.back()) && std::ranges::any_of(label, isWordy) ? label : std::string_view {};
}

} // namespace

ProcessLabels::ProcessLabels(const BuildState& state)
{
    struct Sides {
        bool hasThread = false;
        bool hasStream = false;
    };
    std::map<std::string_view, Sides> labels;
    for (const Track& track : state.data.tracks) {
        if (const std::string_view label = labelOf(state.text(track.pid)); !label.empty()) {
            labels[label].hasThread |= track.kind == TrackKind::HostThread;
            labels[label].hasStream |= track.kind == TrackKind::Stream;
        }
    }
    std::map<std::string_view, std::uint32_t> numbers;
    for (const auto& [label, sides] : labels) {
        if (sides.hasThread && sides.hasStream)
            numbers.emplace(label, static_cast<std::uint32_t>(numbers.size()) + 1);
    }
    if (numbers.size() < 2)
        return;
    for (const Track& track : state.data.tracks) {
        const auto found = numbers.find(labelOf(state.text(track.pid)));
        if (found == numbers.end())
            continue;
        if (track.pid.value >= m_ofPid.size())
            m_ofPid.resize(track.pid.value + 1);
        m_ofPid[track.pid.value] = found->second;
    }
}

} // namespace kinetoscope::builder
