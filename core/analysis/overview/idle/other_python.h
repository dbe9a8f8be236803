// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/owner_labels.h"
#include "core/analysis/causes/owners/thread_lines.h"
#include "core/analysis/causes/work/call_names.h"
#include "core/model/trace_set.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

/// When other threads of the main thread's process are in Python, as far as a trace shows it. Backward threads are
/// left out, for which the main thread waits without the interpreter lock, and so are frames that wait.
struct OtherPython {
    std::vector<std::pair<TimeRange, StringId>> frames; ///< trace time, thread by thread

    /// Of ranges, which are disjoint and sorted: with such a frame. O(frames log ranges).
    /// @param most  gets the name with most of it, and how much.
    [[nodiscard]] Nanoseconds timeIn(const std::vector<TimeRange>& ranges, std::pair<StringId, Nanoseconds>& most) const
    {
        std::vector<TimeRange> met;
        std::map<StringId, std::vector<TimeRange>> names;
        for (const auto& [frame, name] : frames) {
            for (auto range = std::ranges::upper_bound(ranges, frame.begin, {}, &TimeRange::end);
                 range != ranges.end() && range->begin < frame.end; ++range) {
                met.push_back(range->clippedTo(frame));
                names[name].push_back(met.back());
            }
        }
        for (auto& [name, times] : names) {
            const Nanoseconds time = totalLength(unionOf(std::move(times))); // several threads may be in it at once
            most = time > most.second ? std::pair(name, time) : most;
        }
        return totalLength(unionOf(std::move(met)));
    }
};

/// O(slices).
[[nodiscard]] inline OtherPython otherPythonOf(const Trace& trace, TrackId mainThread, const Progress& progress)
{
    // Frames that were open when the recording of Python began are written one after the other then, without the calls
    // of C functions in them: such a thread may be waiting.
    constexpr Nanoseconds kOpenFrames = 1'000'000;
    OtherPython other;
    const SliceTable& slices = trace.slices();
    Timestamp first = kMaxTimestamp;
    std::vector<TrackId> threads;
    for (std::size_t i = 0; i < trace.tracks().size() && mainThread.isValid(); ++i) {
        const Track& track = trace.tracks()[i];
        if (track.kind != TrackKind::HostThread || track.pid != trace.track(mainThread).pid)
            continue;
        const auto begin = slices.kind.begin();
        const auto frame = std::find(begin + track.firstSlice, begin + track.endSlice(), EventKind::PythonFunction);
        if (frame == begin + track.endSlice())
            continue;
        first = std::min(first, slices.start[static_cast<std::size_t>(frame - begin)]);
        if (TrackId { i } != mainThread)
            threads.push_back(TrackId { i });
    }
    if (threads.empty())
        return other;
    ThreadLines lines(trace, progress);
    for (const TrackId thread : threads) {
        if (lines.isBackward(thread))
            continue;
        lines.eachSegment({ LineId::Kind::Own, thread }, lines.rangeOf(thread), [&](const LineSegment& segment) {
            if (!segment.owner.isValid() || trace.kind(segment.owner) != EventKind::PythonFunction
                || slices.start[segment.owner.index()] < saturatingAdd(first, kOpenFrames))
                return;
            const std::string_view name = trace.name(segment.owner);
            if (namesALine(name) && !isWaitingFrame(name))
                other.frames.emplace_back(segment.range, slices.name[segment.owner.index()]);
        });
    }
    return other;
}

} // namespace kinetoscope
