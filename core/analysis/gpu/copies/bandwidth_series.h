// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// One copy or fill as it counts in a bandwidth series.
struct MemoryCopy {
    TimeRange range; ///< job time, never of no length but where the scope's range cuts all of it away
    SliceId slice;
    double bandwidth = 0;   ///< GB/s; as recorded, else size over time; 0 where neither is known
    std::int64_t bytes = 0; ///< of the part inside the scope; 0 where no size is recorded
};

/// Bandwidth from `time` until the next point.
struct BandwidthPoint {
    Timestamp time = 0; ///< job time
    double value = 0;   ///< GB/s: sum of the copies under way
};

/// The copies of one kind on one device, and what they move together at any moment.
struct BandwidthSeries {
    std::int64_t device = Track::kNoDevice;
    std::string pid;  ///< of the device rows, as written
    std::string name; ///< memoryCopyName
    std::vector<MemoryCopy> copies;
    std::vector<BandwidthPoint> points; ///< by time, one a moment at which a copy starts or ends ([DIFF-6.2])
};

/// The series of one rank, by device and name. Copies of no length count for 1 us where the file has whole
/// microseconds, else for 1 ns. O(n log n) in the copies. Returns early when told to stop, as Progress says.
[[nodiscard]] std::vector<BandwidthSeries> bandwidthSeries(
    const RankTrace& rank, const RankGpuWork& work, const Progress& progress = {});

/// What the summary says of a series beyond its points.
struct BandwidthTotals {
    std::vector<double> positive; ///< values of the points above 0
    Nanoseconds busy = 0;         ///< time in which at least one copy runs
    double moved = 0;             ///< GB/s x ns: bytes by bandwidth
    std::int64_t bytes = 0;
};

/// O(n log n) in the copies.
[[nodiscard]] BandwidthTotals totalsOf(const BandwidthSeries& series);

/// What kind of copy a name tells: "Memcpy HtoD", "Memset", "Memcpy Unknown" (SPEC.md section 1). A view into
/// `name` or of a constant.
[[nodiscard]] std::string_view memoryCopyName(std::string_view name);

} // namespace kinetoscope
