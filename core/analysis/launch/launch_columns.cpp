// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/launch_columns.h"

#include "core/analysis/types/column_names.h"
#include "core/analysis/types/column_places.h"

namespace kinetoscope {

std::vector<ColumnDescriptor> launchColumns()
{
    return readFirst(
        { column::kName, column::kLaunchApi, column::kCpuDuration, column::kGpuDuration, column::kLaunchDelay },
        {
            { column::kCorrelation, ColumnType::Int, Unit::None, "Correlation" },
            { column::kCpuDuration, ColumnType::Duration, Unit::Microseconds, "Call" },
            { column::kGpuDuration, ColumnType::Duration, Unit::Microseconds, "Work" },
            { column::kLaunchDelay, ColumnType::Duration, Unit::Microseconds, "Launch delay" },
            { column::kRank, ColumnType::Int, Unit::None, "Rank" },
            { column::kLaunchApi, ColumnType::String, Unit::None, "Launched by" },
            { .name = column::kName, .type = ColumnType::String, .title = "GPU work", .text = TextKind::Name },
            { "device", ColumnType::Int, Unit::None, "Device" },
            { column::kStream, ColumnType::Int, Unit::None, "Stream" },
            { column::kTs, ColumnType::Time, Unit::Microseconds, "Call starts" },
            defined({ "raw_delay", ColumnType::Duration, Unit::Microseconds, "Delay" },
                "From the end of the call to the start of the work; negative if that starts inside the call"),
            defined({ "launch_to_start", ColumnType::Duration, Unit::Microseconds, "Start to start" },
                "From the start of the call to the start of the work"),
            defined({ column::kQueueWait, ColumnType::Duration, Unit::Microseconds, "Queue wait" },
                "Part of the delay spent waiting for earlier work"),
            defined({ column::kNetDelay, ColumnType::Duration, Unit::Microseconds, "Net delay" },
                "Delay without the queue wait"),
        });
}

std::vector<ColumnDescriptor> launchColumns(LaunchGroup group)
{
    std::vector<ColumnDescriptor> columns = launchColumns();
    if (group != LaunchGroup::All) {
        const LaunchColumn figure = group == LaunchGroup::DelayOutlier ? LaunchColumn::Delay : LaunchColumn::Call;
        columns[static_cast<std::size_t>(figure)].isMainFigure = true;
    }
    return columns;
}

std::vector<ColumnDescriptor> kernelLaunchesSummaryColumns()
{
    return {
        { column::kRank, ColumnType::Int, Unit::None, "Rank" },
        { column::kLaunchApi, ColumnType::String, Unit::None, "Launched by" },
        { column::kCount, ColumnType::Int, Unit::Count, "Launches" },
        { column::kCalls, ColumnType::Int, Unit::Count, "Calls" },
        mainFigure(defined(
            { column::kCpuDuration, ColumnType::Duration, Unit::Microseconds, "Call time" }, "Time in the calls")),
        defined({ column::kGpuDuration, ColumnType::Duration, Unit::Microseconds, "GPU time" },
            "Sum of the GPU activities"),
        defined({ column::kLaunchDelay, ColumnType::Duration, Unit::Microseconds, "Launch delays" },
            "Sum of the launch delays"),
        defined({ column::kQueueWait, ColumnType::Duration, Unit::Microseconds, "Queue wait" },
            "Part of the launch delays spent waiting for earlier work"),
        defined({ column::kNetDelay, ColumnType::Duration, Unit::Microseconds, "Net delay" },
            "Launch delays without the queue wait"),
        defined({ column::kQueueWaitPctg, ColumnType::Float, Unit::Percent, "Queue wait", "% of the launch delays" },
            "Waiting for earlier work"),
        { column::kMeanLaunchDelay, ColumnType::Float, Unit::Microseconds, "Mean launch delay" },
        defined({ column::kMeanNetDelay, ColumnType::Float, Unit::Microseconds, "Mean net delay" },
            "Mean launch delay without the queue wait"),
        defined({ column::kShortKernels, ColumnType::Int, Unit::Count, "Short work" },
            "GPU activities shorter than their launch call"),
        { column::kRuntimeOutliers, ColumnType::Int, Unit::Count, "Long calls" },
        { column::kDelayOutliers, ColumnType::Int, Unit::Count, "Long delays" },
    };
}

} // namespace kinetoscope
