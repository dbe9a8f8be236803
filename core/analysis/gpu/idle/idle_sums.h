// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/idle/gap_ranking.h"
#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/numeric/statistics.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace kinetoscope {

/// What the gaps of one cause add up to. A gap is one, however many chosen windows have parts of it.
struct CauseTimes {
    Nanoseconds total = 0;
    std::uint64_t count = 0;
    Description lengths; ///< us, of what the windows have of each gap; of a stream only

    void add(Nanoseconds length, bool isNextGap)
    {
        total = saturatingAdd(total, length);
        count += isNextGap ? 1 : 0;
    }
};

/// The gaps of one stream, added up; ns.
struct StreamIdle {
    IdleLine line;
    Nanoseconds view = 0;
    Nanoseconds idle = 0;
    Nanoseconds otherSteps = 0;
    std::array<CauseTimes, kIdleCauseCount> causes;
};

/// The gaps of one device, added up; ns.
struct DeviceIdle {
    IdleLine line;
    Nanoseconds view = 0;
    Nanoseconds idle = 0;
    Nanoseconds otherSteps = 0;
    std::map<std::pair<IdleCause, std::int64_t>, CauseTimes> parts; ///< by cause and stream that ends the gap
};

/// Place of a cause in StreamIdle::causes.
inline std::size_t indexOf(IdleCause cause)
{
    return static_cast<std::size_t>(cause);
}

/// The stream that ends a gap; kNoStream at the end of the window.
[[nodiscard]] std::int64_t endingStream(const RankIdle& idle, const IdleGap& gap);

/// O(gaps of the stream), and sorting their lengths. Incomplete when told to stop.
[[nodiscard]] StreamIdle measureStream(const RankIdle& idle, const IdleLine& line, const Progress& progress);

/// O(gaps of the device); shows them to `longest`. Incomplete when told to stop.
[[nodiscard]] DeviceIdle measureDevice(
    const RankIdle& idle, const IdleLine& line, GapRanking& longest, const Progress& progress);

} // namespace kinetoscope
