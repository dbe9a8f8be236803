// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/cause_rules.h"
#include "core/base/progress.h"
#include "core/base/remark.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kinetoscope {

/// Self time of the Python frames of a name, and in how many pieces.
struct FrameTime {
    Nanoseconds time = 0;
    std::int64_t pieces = 0;
};

/// One name of frames with much of the time in very many pieces, each far longer than those of the others: what records
/// Python may take that long (causes.md, section 5).
struct CostlyFrame {
    StringId name;
    FrameTime own;
    FrameTime others; ///< of all other names
};
/// @param frames  by StringId.
/// @param wall    ns; what the frame must have a tenth of.
[[nodiscard]] std::optional<CostlyFrame> costlyFrame(std::span<const FrameTime> frames, Nanoseconds wall);

/// What the frames of a thread take themselves as Python, not in data loading or the like, by StringId; empty without
/// any. O(slices of the thread). Not complete if told to stop.
[[nodiscard]] std::vector<FrameTime> frameTimes(
    const Trace& trace, TrackId thread, const CauseRules& rules, const Progress& progress);
/// The same of their time in `ranges` alone, trace time, disjoint and ascending. O(slices log ranges).
[[nodiscard]] std::vector<FrameTime> frameTimesIn(std::span<const TimeRange> ranges, const Trace& trace, TrackId thread,
    const CauseRules& rules, const Progress& progress);

/// What frames that only wait have of them.
[[nodiscard]] Nanoseconds waitsAmong(const Trace& trace, std::span<const FrameTime> frames);

/// Whose time it is; Replay: that of the main thread, beside what changes of it would save; ReplayOfPlaces: the same of
/// changes that take host time away by where or when it is, of that frame too.
enum class FrameOf : std::uint8_t { Path, MainThread, Replay, ReplayOfPlaces };
[[nodiscard]] Remark recordingPython(const RankTrace& rank, const CostlyFrame& frame, Nanoseconds wall, FrameOf where);

} // namespace kinetoscope
