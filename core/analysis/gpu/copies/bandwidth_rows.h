// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/copies/bandwidth_series.h"
#include "core/analysis/gpu/copies/copies_by_time.h"
#include "core/analysis/types/series_rows.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// The columns of table `series`.
enum class BandwidthColumn : std::uint8_t { Time, Process, Name, Bandwidth, Rank, Device };

/// Which copies a cell is made of.
struct MemoryBandwidthRowKey {
    std::size_t rank = 0; ///< in ScopedGpuWork
    std::int64_t device = Track::kNoDevice;
    std::string name;
};

/// One series in table `series`.
struct BandwidthLine {
    MemoryBandwidthRowKey key;
    std::int64_t rank = 0; ///< its number
    Cell device;
    std::string pid;
    std::vector<BandwidthPoint> points;
    std::shared_ptr<CopiesByTime> copies = std::make_shared<CopiesByTime>();

    [[nodiscard]] Cell figure(std::size_t point, std::size_t column) const
    {
        switch (static_cast<BandwidthColumn>(column)) {
        case BandwidthColumn::Time:
            return points[point].time;
        case BandwidthColumn::Bandwidth:
            return points[point].value;
        case BandwidthColumn::Rank:
            return rank;
        default:
            return device;
        }
    }
    [[nodiscard]] std::string_view text(std::size_t column) const
    {
        return static_cast<BandwidthColumn>(column) == BandwidthColumn::Process ? pid : key.name;
    }
};
using BandwidthRows = SeriesRows<BandwidthLine>;
// Panels and files go through millions of its cells.
extern template class SeriesRows<BandwidthLine>;

} // namespace kinetoscope
