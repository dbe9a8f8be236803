// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/launch/kernel_launches.h"
#include "core/analysis/types/table.h"

#include <cstdint>
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

/// In the order of LaunchColumn.
[[nodiscard]] std::vector<ColumnDescriptor> launchColumns();
/// Those of a group: what it is made of most stands first. All launches are in the order of the trace.
[[nodiscard]] std::vector<ColumnDescriptor> launchColumns(LaunchGroup group);
[[nodiscard]] std::vector<ColumnDescriptor> kernelLaunchesSummaryColumns();

} // namespace kinetoscope
