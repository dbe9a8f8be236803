// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/launch/stream_queue.h"
#include "core/analysis/types/series_rows.h"
#include "core/analysis/types/stream_cell.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// The columns of table `series`.
enum class QueueColumn : std::uint8_t { Index, Time, Process, Thread, Stream, Length, Rank, Device };

/// One queue in table `series`.
struct QueueLine {
    const RankTrace* rank = nullptr; ///< ScopedLaunches keeps it; outlives the rows
    std::uint32_t rankIndex = 0;
    const Track* track = nullptr;
    std::vector<QueuePoint> points;

    [[nodiscard]] Cell figure(std::size_t point, std::size_t column) const
    {
        const SliceId event = points[point].event;
        switch (static_cast<QueueColumn>(column)) {
        case QueueColumn::Index:
            return event.isValid() ? Cell { std::int64_t { rank->trace->slices().eventIndex[event.index()] } }
                                   : Cell {};
        case QueueColumn::Time:
            return points[point].time;
        case QueueColumn::Stream:
            return streamCell(*rank->trace, track->stream, Track::kNoStream);
        case QueueColumn::Length:
            return points[point].length;
        case QueueColumn::Rank:
            return rank->rank;
        default:
            return deviceCell(*rank->trace, track->device);
        }
    }
    [[nodiscard]] std::string_view text(std::size_t column) const
    {
        return rank->trace->text(static_cast<QueueColumn>(column) == QueueColumn::Process ? track->pid : track->tid);
    }
};
using QueueRows = SeriesRows<QueueLine>;
// Panels and files go through millions of its cells.
extern template class SeriesRows<QueueLine>;

} // namespace kinetoscope
