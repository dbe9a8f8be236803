// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/remark.h"
#include "core/model/trace_set.h"

#include <cstddef>
#include <map>
#include <span>
#include <vector>

namespace kinetoscope {

/// Kernel launches without a kernel in the file, those that a graph captures aside: where profilers drop GPU activity,
/// the GPU looks idle while it runs what they launched. Keeps a reference to the trace. Immutable.
class LostKernels {
public:
    /// O(slices). Not complete if told to stop.
    explicit LostKernels(const Trace& trace, const Progress& progress = {});

    /// Those that may have run in time before `work` in which nothing that was recorded runs.
    struct InGap {
        std::span<const SliceId> launches; ///< of this object; the same ones may be there for work of other streams
        TimeRange range; ///< of that time: since the first of them was launched, until they had run; empty for none
    };
    /// Those between the launches of `work` and of what ran before it on its stream, on the thread that launched
    /// `work`; none where one of the two launches is not known. Which stream they launched to was not recorded: what
    /// was launched later and had run before shows that they had run, too, where it is on the same stream, or where the
    /// stream has only copies, so that they were on another one; so does a return from waiting for the whole device.
    /// @param gap  trace time.
    /// O(log work + launches in between).
    [[nodiscard]] InGap before(SliceId work, const TimeRange& gap) const;

    /// How many were launched from a moment on. O(launches without a kernel). @param time  of the trace.
    [[nodiscard]] std::size_t countFrom(Timestamp time) const;

private:
    /// Kernels that a thread launched, by start.
    struct Run {
        Timestamp start = 0;
        Timestamp launched = 0; ///< the last launch of those up to here
    };
    /// Waits for the whole device, by start.
    struct DeviceWait {
        Timestamp start = 0;
        Timestamp end = 0; ///< the first one of these from here on
    };
    void readRuns();
    void readDeviceWaits();
    [[nodiscard]] Timestamp lastLaunchOfRun(TrackId thread, Timestamp before) const;
    [[nodiscard]] Timestamp haveRunBy(SliceId launch) const;

    const Trace& m_trace;
    std::vector<SliceId> m_launches; ///< in the order of rows: thread by thread, by start
    std::map<TrackId, std::vector<Run>> m_runs;
    std::vector<bool> m_hasKernels;        ///< by track
    std::vector<DeviceWait> m_deviceWaits; ///< of a trace of one device
};

/// That the GPU may have been busy in time that is called idle. @param time  > 0, before work with such launches.
[[nodiscard]] Remark kernelsNotRecorded(const RankTrace& rank, Nanoseconds time);

} // namespace kinetoscope
