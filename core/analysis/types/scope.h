// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// What a number is about: ranks, steps, streams and a time range. Default-constructed it means everything that was
/// loaded.
///
/// - `range` clips: intervals are cut at both ends, work outside does not exist, the window is exactly the range.
/// - `steps` selects work by launch: device work belongs to the step in which it was launched, wherever it runs.
/// - With a range or steps chosen, idle time at the edges of the window counts.
/// Zooming the timeline never touches a Scope.
struct Scope {
    std::vector<std::int64_t> ranks;   ///< rank numbers; empty: all
    std::vector<std::int64_t> steps;   ///< step numbers; empty: no choice by step
    std::vector<std::int64_t> streams; ///< as Track::stream has them; empty: all
    /// What those of `streams` are called that the file names by a text, so that a scope can be written down without
    /// its trace (scope_streams.h). Chooses nothing.
    std::map<std::int64_t, std::string> streamTexts;
    std::optional<TimeRange> range; ///< job time

    /// Regular expression of the annotations that are steps (`--step-pattern`); empty: those the trace itself found.
    /// Chooses nothing.
    std::string stepPattern;

    /// True if a stretch of time was chosen: then idle time at the edges of the window counts.
    [[nodiscard]] bool hasWindow() const { return range.has_value() || !steps.empty(); }
    /// What `range` leaves of a piece of work, job time; nothing of work outside. One of no length is inside or not.
    [[nodiscard]] std::optional<TimeRange> visible(const TimeRange& work) const
    {
        const TimeRange part = range ? work.clippedTo(*range) : work;
        const bool isHidden = range && part.isEmpty() && !(work.isEmpty() && range->contains(work.begin));
        return isHidden ? std::nullopt : std::optional(part);
    }
    [[nodiscard]] bool isWhole() const { return ranks.empty() && steps.empty() && streams.empty() && !range; }
    bool operator==(const Scope&) const = default;
};

/// Whether a list of a scope, where an empty one means all, takes in `value`.
template <typename T> [[nodiscard]] bool isChosen(const std::vector<T>& wanted, const T& value)
{
    return wanted.empty() || std::ranges::find(wanted, value) != wanted.end();
}

} // namespace kinetoscope
