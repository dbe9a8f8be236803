// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/idle/host_places.h"
#include "core/analysis/overview/idle/idle_groups.h"
#include "core/base/number_map.h"
#include "core/base/progress.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace kinetoscope {

/// In which calls and slices, and who calls these, the idle time of each group is. Keeps references to all that it is
/// given.
class GroupPlaces {
public:
    /// @param slowStep  job time; empty for none.
    GroupPlaces(const Trace& trace, CallerNames& callers, const TimeRange& slowStep)
        : m_trace(trace)
        , m_callers(callers)
        , m_slowStep(slowStep)
    {
    }

    /// Adds to IdleOf::again and inSlowStep. In the order of time.
    /// @param about  the slice that the part is put down to; invalid for none.
    /// @param isLate  it is in the second half of the view.
    void add(IdleGroup group, const IdlePart& part, SliceId about, bool isLate, IdleOf& to);
    /// The place with most of a group, when all is added.
    [[nodiscard]] HostPlace mainOf(IdleGroup group, Nanoseconds all) const;
    /// As IdleOf::inPlaceAlone of a group, when all is added. O(slices of a thread + launches).
    [[nodiscard]] Nanoseconds timeInPlaceAlone(IdleGroup group, const Progress& progress) const;

private:
    struct OfPlace {
        NameInCaller place;
        Nanoseconds time = 0;
        SliceId first; ///< whose it was
    };
    struct Hash {
        [[nodiscard]] std::size_t operator()(const NameInCaller& place) const
        {
            const std::uint64_t both = std::uint64_t { place.first.value } << 32U | place.second.value;
            return static_cast<std::size_t>(both * 0x9E3779B97F4A7C15U); // neighbours far from each other
        }
    };
    struct OfGroup {
        std::vector<OfPlace> places;
        NumberMap<NameInCaller, Hash> numbers; ///< in `places`; asked for with each part
        SliceId last;                          ///< slice that a part was about
        std::size_t numberOfLast = 0;
    };
    struct CallCount {
        std::size_t all = 0;
        std::size_t launching = 0; ///< with a launch inside, of whichever thread
    };
    /// @param launches  trace time, sorted. @param counts  by plain name.
    void countCalls(TrackId thread, const std::vector<Timestamp>& launches, PlainNames& plain, const Progress& progress,
        std::map<StringId, CallCount>& counts) const;
    [[nodiscard]] OfPlace& placeOf(OfGroup& group, SliceId about);

    const Trace& m_trace;
    CallerNames& m_callers;
    TimeRange m_slowStep;
    std::array<OfGroup, kIdleGroupCount> m_groups;
};

} // namespace kinetoscope
