// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/launch/launch_times.h"
#include "core/analysis/launch/launches.h"
#include "core/analysis/types/table.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

/// The columns of the tables of single launches.
enum class LaunchColumn : std::uint8_t {
    Correlation,
    Call,
    Work,
    Delay,
    Rank,
    Api,
    Name,
    Device,
    Stream,
    Start,
    RawDelay,
    LaunchToStart,
    QueueWait,
    NetDelay,
};

/// One launch, and where. All other times are those of its slices.
struct LaunchRow {
    SliceId call;
    SliceId work;
    Nanoseconds queueWait = 0;
    std::uint32_t rank = 0; ///< in ScopedLaunches
};

/// The rows of a table of single launches. Filled once, then immutable.
class LaunchRows final : public ComputedRows {
public:
    explicit LaunchRows(std::shared_ptr<const ScopedLaunches> source)
        : m_source(std::move(source))
    {
    }

    void add(const LaunchRow& row) { m_rows.push_back(row); }

    [[nodiscard]] std::size_t count() const override { return m_rows.size(); }
    [[nodiscard]] std::size_t memoryBytes() const override { return m_rows.capacity() * sizeof(LaunchRow); }

    [[nodiscard]] std::string_view text(std::size_t row, std::size_t column) const override;
    [[nodiscard]] Cell figure(std::size_t row, std::size_t column) const override;

    /// What a cell is made of: for a time between call and work the stretch of the stream, else the call, the work, or
    /// both. O(1).
    [[nodiscard]] Selection evidence(std::size_t row, LaunchColumn column) const;

private:
    [[nodiscard]] LaunchTimes timesOf(const LaunchRow& launch) const;

    std::shared_ptr<const ScopedLaunches> m_source;
    std::vector<LaunchRow> m_rows;
};

} // namespace kinetoscope
