// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace kinetoscope {

/// Position of a piece of work in the order of WorkOrder.
using WorkNumber = std::uint32_t;
inline constexpr WorkNumber kNoWork = UINT32_MAX;

/// Whether a comes before b in the order of all work of a trace: by start, stream number, event index (causes.md 1.5).
[[nodiscard]] bool isBefore(const Trace& trace, SliceId a, SliceId b);

/// All sound GPU work of a trace in one order, and the streams it runs on. Keeps a reference to the trace; immutable.
/// 32 bytes a piece of work and 4 a row between the first and the last: its times lie here in its order, because walks
/// and replays ask for them again and again.
class WorkOrder {
public:
    /// O(n log streams). Not complete if told to stop.
    WorkOrder(const Trace& trace, const Progress& progress);

    [[nodiscard]] std::size_t size() const { return m_works.size(); }
    [[nodiscard]] SliceId slice(WorkNumber work) const { return m_works[work]; }
    /// kNoWork for what is no sound work.
    [[nodiscard]] WorkNumber numberOf(SliceId slice) const;
    [[nodiscard]] Timestamp startOf(WorkNumber work) const { return m_starts[work]; }
    [[nodiscard]] Timestamp endOf(WorkNumber work) const { return saturatingAdd(m_starts[work], lengthOf(work)); }
    [[nodiscard]] Nanoseconds lengthOf(WorkNumber work) const
    {
        return m_lengths[work] != kLong ? Nanoseconds { m_lengths[work] } : m_trace.slices().duration(m_works[work]);
    }
    /// Invalid without one.
    [[nodiscard]] SliceId launchOf(WorkNumber work) const { return m_trace.slices().partner[m_works[work].index()]; }

    /// Until when the host was occupied with handing it over; see handedOver(). Only of work with a launch. O(1).
    [[nodiscard]] Timestamp handedOver(WorkNumber work) const
    {
        return m_handed[work] != kFar ? m_starts[work] - Nanoseconds { m_handed[work] } : farHandedOver(work);
    }

    /// Streams count from 0 in the order of their first work.
    [[nodiscard]] std::size_t streamCount() const { return m_streams.size(); }
    [[nodiscard]] std::uint32_t streamOf(WorkNumber work) const { return m_streamOf[work]; }
    [[nodiscard]] TrackId trackOfStream(std::uint32_t stream) const { return m_streams[stream].track; }
    /// The work of a stream, in order.
    [[nodiscard]] const std::vector<WorkNumber>& worksOf(std::uint32_t stream) const { return m_streams[stream].works; }
    /// Its place in worksOf(). O(log work of the stream).
    [[nodiscard]] std::uint32_t placeInStream(WorkNumber work) const
    {
        const std::vector<WorkNumber>& works = worksOf(streamOf(work));
        return static_cast<std::uint32_t>(std::ranges::lower_bound(works, work) - works.begin());
    }

private:
    void readWorks(StopCheck& check);
    [[nodiscard]] Timestamp farHandedOver(WorkNumber work) const;
    struct Stream {
        TrackId track;
        std::vector<WorkNumber> works;
    };
    const Trace& m_trace;
    std::vector<SliceId> m_works;
    std::vector<Timestamp> m_starts;
    static constexpr std::uint32_t kLong = UINT32_MAX;
    std::vector<std::uint32_t> m_lengths; ///< ns; kLong, 4.3 s or more: see there
    static constexpr std::int32_t kFar = INT32_MIN;
    std::vector<std::int32_t> m_handed; ///< ns before the start, of work with a launch; kFar, 2.1 s or more: see there
    std::vector<std::uint32_t> m_streamOf;
    std::vector<Stream> m_streams;
    std::vector<WorkNumber> m_numbers; ///< by row, from m_firstRow on
    std::size_t m_firstRow = 0;
};

} // namespace kinetoscope
