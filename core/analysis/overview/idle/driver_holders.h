// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/work/call_names.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace kinetoscope {

/// Calls that allocate, free, pin or map memory, beside which launch calls of other threads take long: the driver may
/// let one in at a time. Keeps references to the trace and to
/// `progress`.
class DriverHolders {
public:
    /// @param longCall  ns; launch calls that take no longer are not asked for.
    DriverHolders(const Trace& trace, Nanoseconds longCall, const Progress& progress)
        : m_trace(trace)
        , m_longCall(longCall)
        , m_progress(progress)
    {
    }
    /// The name of such a call of another thread of the process that runs during at least half of a launch call;
    /// invalid for none, or where so many others began since that it is not looked for. O(log calls), O(slices) the
    /// first time.
    [[nodiscard]] StringId beside(SliceId launch)
    {
        const auto [known, isNew] = m_known.try_emplace(launch);
        if (isNew)
            known->second = find(launch);
        return known->second;
    }

private:
    struct Holder {
        SliceId call;
        Timestamp lastEnd = 0; ///< of this one and all before it
    };
    [[nodiscard]] StringId find(SliceId launch)
    {
        if (!m_holders)
            readHolders();
        const SliceTable& slices = m_trace.slices();
        const TimeRange own { slices.start[launch.index()], slices.end(launch) };
        const Track& track = m_trace.track(m_trace.trackOf(launch));
        auto each = std::ranges::lower_bound(
            *m_holders, own.end, {}, [&slices](const Holder& holder) { return slices.start[holder.call.index()]; });
        for (int looked = 0; looked < kMostLooked && each != m_holders->begin() && (--each)->lastEnd > own.begin;
             ++looked) {
            const SliceId call = each->call;
            const Track& other = m_trace.track(m_trace.trackOf(call));
            const TimeRange both = own.clippedTo({ slices.start[call.index()], slices.end(call) });
            if (&other != &track && other.pid == track.pid && both.length() >= own.length() / 2)
                return slices.name[call.index()];
        }
        return {};
    }
    void readHolders()
    {
        m_holders.emplace();
        const SliceTable& slices = m_trace.slices();
        std::map<StringId, bool> names; // whether one that allocates
        StopCheck check(m_progress);
        for (std::size_t row = 0; row < slices.size() && !check.after(1); ++row) {
            const SliceId call = SliceTable::at(row);
            if (!isApiCall(slices.kind[row]) || slices.duration(call) < m_longCall / 2 || !slices.isSound(call))
                continue;
            const auto [known, isNew] = names.try_emplace(slices.name[row], false);
            if (isNew)
                known->second = callNameOf(m_trace.name(call)) == CallName::Allocation;
            if (known->second)
                m_holders->push_back({ call });
        }
        std::ranges::sort(*m_holders, {}, [&slices](const Holder& each) { return slices.start[each.call.index()]; });
        Timestamp lastEnd = kMinTimestamp;
        for (Holder& each : *m_holders)
            each.lastEnd = lastEnd = std::max(lastEnd, slices.end(each.call));
    }

    static constexpr int kMostLooked = 256; ///< that began before a launch returns; more would take too long

    const Trace& m_trace;
    Nanoseconds m_longCall;
    const Progress& m_progress;
    std::optional<std::vector<Holder>> m_holders; ///< by start
    std::map<SliceId, StringId> m_known;          ///< by launch call
};

} // namespace kinetoscope
