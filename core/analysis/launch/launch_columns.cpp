// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/launch_columns.h"

#include "core/analysis/types/column_names.h"
#include "core/analysis/types/column_places.h"
#include "core/analysis/types/columns.h"

namespace kinetoscope {

std::vector<ColumnDescriptor> launchColumns()
{
    return readFirst(
        { column::kName, column::kLaunchApi, column::kCpuDuration, column::kGpuDuration, column::kLaunchDelay },
        {
            numberColumn(column::kCorrelation, "Correlation"),
            durationColumn(column::kCpuDuration, "Call"),
            durationColumn(column::kGpuDuration, "Work"),
            durationColumn(column::kLaunchDelay, "Launch delay"),
            numberColumn(column::kRank, "Rank"),
            textColumn(column::kLaunchApi, "Launched by"),
            textColumn(column::kName, "GPU work", TextKind::Name),
            numberColumn("device", "Device"),
            numberColumn(column::kStream, "Stream"),
            { column::kTs, ColumnType::Time, Unit::Microseconds, "Call starts" },
            durationColumn("raw_delay", "Delay",
                "From the end of the call to the start of the work; negative if that starts inside the call"),
            durationColumn("launch_to_start", "Start to start", "From the start of the call to the start of the work"),
            durationColumn(column::kQueueWait, "Queue wait", "Part of the delay spent waiting for earlier work"),
            durationColumn(column::kNetDelay, "Net delay", "Delay without the queue wait"),
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
        numberColumn(column::kRank, "Rank"),
        textColumn(column::kLaunchApi, "Launched by"),
        countColumn(column::kCount, "Launches"),
        countColumn(column::kCalls, "Calls"),
        mainFigure(durationColumn(column::kCpuDuration, "Call time", "Time in the calls")),
        durationColumn(column::kGpuDuration, "GPU time", "Sum of the GPU activities"),
        durationColumn(column::kLaunchDelay, "Launch delays", "Sum of the launch delays"),
        durationColumn(column::kQueueWait, "Queue wait", "Part of the launch delays spent waiting for earlier work"),
        durationColumn(column::kNetDelay, "Net delay", "Launch delays without the queue wait"),
        percentColumn(column::kQueueWaitPctg, "Queue wait", "% of the launch delays", "Waiting for earlier work"),
        microsecondsColumn(column::kMeanLaunchDelay, "Mean launch delay"),
        microsecondsColumn(column::kMeanNetDelay, "Mean net delay", "Mean launch delay without the queue wait"),
        countColumn(column::kShortKernels, "Short work", "GPU activities shorter than their launch call"),
        countColumn(column::kRuntimeOutliers, "Long calls"),
        countColumn(column::kDelayOutliers, "Long delays"),
    };
}

} // namespace kinetoscope
