// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/work/blocking_calls.h"
#include "core/analysis/causes/work/hand_over.h"
#include "core/analysis/overview/idle/host_places.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace kinetoscope {

/// How long the host usually takes from a blocking call of a name and caller to its next launch: a gap that lasts far
/// longer is one of something that the host does that once, not of the call. Keeps references to all it is given.
class UsualLaunches {
public:
    /// @param steps  as many has the trace.
    UsualLaunches(const Trace& trace, const BlockingCalls& blocking, CallerNames& callers, std::size_t steps,
        const Progress& progress)
        : m_mostUnusual(steps == 0 ? kMostWithoutSteps : std::max<std::size_t>(1, steps / 4))
        , m_trace(trace)
        , m_blocking(blocking)
        , m_callers(callers)
        , m_progress(progress)
    {
    }
    /// ns; as long a gap after `call`, which blocks, or a longer one, is not as usual. No gap is where few calls are
    /// alike, or where the host takes that long after many of them. O(log calls), O(slices) the first time.
    [[nodiscard]] Nanoseconds unusualAfter(SliceId call)
    {
        if (!std::exchange(m_isRead, true))
            read();
        const auto found = m_unusual.find(m_callers.of(call));
        return found != m_unusual.end() ? found->second : std::numeric_limits<Nanoseconds>::max();
    }
    /// Shorter gaps are never asked for.
    static constexpr Nanoseconds kShortest = 1'000'000;

private:
    void read()
    {
        std::map<NameInCaller, std::vector<Nanoseconds>> times;
        StopCheck check(m_progress);
        for (const Track& track : m_trace.tracks()) {
            if (track.kind == TrackKind::HostThread)
                readThread(track, times, check);
        }
        for (auto& [place, ofPlace] : times) {
            if (const Nanoseconds least = unusualOf(ofPlace); least > 0)
                m_unusual.emplace(place, least);
        }
    }
    /// From the end of each blocking call to the next launch on its thread.
    void readThread(const Track& track, std::map<NameInCaller, std::vector<Nanoseconds>>& times, StopCheck& check)
    {
        const SliceTable& slices = m_trace.slices();
        std::vector<SliceId> waits; // since the last launch
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            const SliceId call = SliceTable::at(row);
            if (!isApiCall(slices.kind[row]) || !slices.isSound(call))
                continue;
            if (!waits.empty() && launchesWork(m_trace, call)) {
                for (const SliceId wait : waits)
                    times[m_callers.of(wait)].push_back(
                        std::max<Nanoseconds>(0, saturatingSubtract(slices.start[row], slices.end(wait))));
                waits.clear();
            }
            if (m_blocking.blocks(call))
                waits.push_back(call);
        }
    }
    /// 0 where no gap is unusual.
    [[nodiscard]] Nanoseconds unusualOf(std::vector<Nanoseconds>& times) const
    {
        constexpr std::size_t kFewest = 4;
        constexpr Nanoseconds kTimesUsual = 20;
        if (times.size() < kFewest)
            return 0;
        std::ranges::sort(times);
        const Nanoseconds median = times[times.size() / 2]; // sound times are days at most
        const Nanoseconds least = std::max(kShortest, kTimesUsual * median);
        const auto longer = static_cast<std::size_t>(times.end() - std::ranges::lower_bound(times, least));
        return longer <= std::min(times.size() / 4, m_mostUnusual) ? least : 0;
    }

    static constexpr std::size_t kMostWithoutSteps = 2;
    /// What comes in each step, or in every other one, is usual there: of many short calls of one place it is the last.
    std::size_t m_mostUnusual;
    const Trace& m_trace;
    const BlockingCalls& m_blocking;
    CallerNames& m_callers;
    const Progress& m_progress;
    bool m_isRead = false;
    std::map<NameInCaller, Nanoseconds> m_unusual;
};

} // namespace kinetoscope
