// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/lane_cells.h"
#include "core/layout/timeline/time_scale.h"
#include "core/model/rank_summary.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace kinetoscope {

/// What the GPUs of a rank whose trace is not loaded did, as its summary tells: one line over time (ranks.md section
/// 6). Where communication runs is known to the nanosecond; how the time between two runs divides into compute, copies
/// and idle time is known by its sums, which are spread evenly there. After the last run its step tells, by the same
/// means. Where nothing tells, nothing is drawn.
class RankStrip {
public:
    /// Compute, communication that no compute hides, copies that neither hides, other work: as parts of a stretch.
    static constexpr std::size_t kKinds = 4;

    struct Stretch {
        TimeRange range;                     ///< on the trace's own clock, not empty
        std::array<float, kKinds> shares {}; ///< 0 to 1; together at most 1, the rest is idle
    };

    /// O(runs log runs + steps).
    [[nodiscard]] static RankStrip ofRuns(const RankSummary& summary);
    /// From the figures of whole steps, spread evenly over each: for where a step is some pixels. O(steps).
    [[nodiscard]] static RankStrip ofSteps(const RankSummary& summary);

    /// The stretch at a moment of the trace's clock; nullptr where nothing tells. O(log stretches).
    [[nodiscard]] const Stretch* stretchAt(Timestamp time) const;
    [[nodiscard]] std::span<const Stretch> stretches() const { return m_stretches; } ///< disjoint, sorted
    /// A cell a column of `scale`, which is on the trace's clock: how much of it is busy, and the kind with most of
    /// that. O(stretches in view + columns).
    void fill(const TimeScale& scale, std::span<PixelCell> cells) const;

private:
    RankStrip() = default;

    std::vector<Stretch> m_stretches;
};

/// Position in RankSummary::runs of the communication that runs at a moment of the trace's clock; of several the one
/// that began last. Nothing without one. O(runs).
[[nodiscard]] std::optional<std::size_t> runAt(const RankSummary& summary, Timestamp time);

} // namespace kinetoscope
