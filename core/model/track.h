// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace kinetoscope {

/// What a track holds; also its place inside its process or device on the timeline (in this order).
enum class TrackKind : std::uint8_t {
    HostThread,       ///< call tree of one (pid, tid)
    HostInstants,     ///< instants of one (pid, tid): memory records, iteration marks
    HostAsync,        ///< async slices of one (pid, category, name)
    Stream,           ///< GPU work of one (device, stream)
    DeviceAnnotation, ///< gpu_user_annotation of one stream
    DeviceSync,       ///< cuda_sync and cuda_event rows of one stream
    DeviceOther,      ///< vendor device rows, CUPTI ranges
    Counter,          ///< samples of one series; rows are in the CounterTable, not the SliceTable
    Span,             ///< the profiler's own window (cat Trace)
};

/// What the track of the profiler's own work is called: the file has no name for it.
inline constexpr const char* kOverheadTrackName = "profiler overhead";

/// Tracks beyond this share one per class ("other tracks"): a trace with a new thread per event must still open.
inline constexpr std::size_t kMaxTracks = 100'000;

/// One horizontal line of the timeline: a thread, a stream, a counter.
///
/// pid and tid are kept as text, as written in the file ("0", "Spans", "stream 7"): Kineto uses both numbers and words.
/// A device and a process with the same number never share a track.
struct Track {
    static constexpr std::int64_t kNoStream = -1;
    static constexpr std::int64_t kNoDevice = -1;

    TrackKind kind = TrackKind::HostThread;
    StringId pid; ///< text of `pid`
    StringId tid; ///< text of `tid`
    /// Device side: `args.device`, else pid; kNoDevice on the host. A device that the file names by a text has a number
    /// below kNoDevice, the same for the same text in all traces: see Trace::deviceText.
    std::int64_t device = kNoDevice;
    /// Device side: `args.stream`, else tid; 4294967295 is read as none. A stream that the file names by a text
    /// ("default") has a number below kNoStream, the same for the same text in all traces: see Trace::streamText.
    std::int64_t stream = kNoStream;
    std::string processName {}; ///< from process_name metadata, "" where absent
    std::string name {};        ///< thread_name, "stream 7", counter series name: what the header shows; never empty
    std::int64_t processSortIndex = 0;
    std::int64_t sortIndex = 0;
    bool hasSortIndex = false;

    std::uint32_t firstSlice =
        0; ///< slices are [firstSlice, firstSlice + sliceCount) of the SliceTable; 0, 0 for counters
    std::uint32_t sliceCount = 0;
    std::uint32_t firstSample = 0; ///< counters: samples [firstSample, firstSample + sampleCount) of the CounterTable
    std::uint32_t sampleCount = 0;
    std::uint16_t laneCount = 1; ///< lanes needed to draw everything: greatest lane + 1 (Trace::lane)
    bool isMainThread = false;   ///< host: holds steps, or launches most of the GPU work

    [[nodiscard]] bool isDeviceSide() const
    {
        return kind == TrackKind::Stream || kind == TrackKind::DeviceAnnotation || kind == TrackKind::DeviceSync
            || kind == TrackKind::DeviceOther;
    }
    [[nodiscard]] std::uint32_t endSlice() const { return firstSlice + sliceCount; }
    [[nodiscard]] std::uint32_t endSample() const { return firstSample + sampleCount; }
};

} // namespace kinetoscope
