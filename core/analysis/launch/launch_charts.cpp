// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/launch_charts.h"

#include "core/analysis/types/column_names.h"

#include <array>
#include <cstddef>
#include <utility>

namespace kinetoscope {

namespace {

/// All launches, and the line beyond which one is an outlier.
ChartDescription histogramOfAll(const char* id, const char* title, const char* column, HistogramChart form)
{
    return { .id = id,
        .table = "launches",
        .title = title,
        .series = { { column, "", PartKind::ApiCall } },
        .groupColumn = column::kRank,
        .form = std::move(form) };
}

} // namespace

const char* launchTableName(LaunchGroup group)
{
    constexpr std::array kNames { "launches", "short-kernels", "runtime-outliers", "delay-outliers" };
    return kNames[static_cast<std::size_t>(group)];
}

const char* launchTableTitle(LaunchGroup group)
{
    constexpr std::array kTitles { "Every launch: the call, the work, and the time in between",
        "Launches that take longer than their work", "Launches whose call takes long",
        "Work that starts long after its launch" };
    return kTitles[static_cast<std::size_t>(group)];
}

std::vector<ChartDescription> launchCharts(const Parameters& parameters)
{
    std::vector<ChartDescription> all;
    // A call that launches a graph has a row for each piece of its work.
    all.push_back(histogramOfAll("call-durations", "How long launching takes", column::kCpuDuration,
        { .cutoff = ChartCutoff { kLaunchRuntimeCutoff, parameters.integer(kLaunchRuntimeCutoff) },
            .countedOnceBy = column::kCorrelation }));
    all.push_back(histogramOfAll("launch-delays", "How long launched work waits", column::kLaunchDelay,
        { .cutoff = ChartCutoff { kLaunchDelayCutoff, parameters.integer(kLaunchDelayCutoff) } }));
    const auto addHistogram = [&all](LaunchGroup group, const char* column) {
        ChartDescription chart { .id = launchTableName(group),
            .table = launchTableName(group),
            .title = launchTableTitle(group),
            .series = { { column, "", PartKind::ApiCall } },
            .groupColumn = column::kRank,
            .form = HistogramChart {} };
        all.push_back(chart);
    };
    addHistogram(LaunchGroup::Short, column::kCpuDuration);
    addHistogram(LaunchGroup::RuntimeOutlier, column::kCpuDuration);
    addHistogram(LaunchGroup::DelayOutlier, column::kLaunchDelay);

    ChartDescription split { .id = "delay-split",
        .table = "summary",
        .title = "What the launch delays are made of",
        .labelColumn = "rank,launch_api",
        // The GPU is busy with earlier work meanwhile: neither is idle time.
        .series = { { column::kQueueWait, "Waiting for earlier work", PartKind::Others },
            { column::kNetDelay, "The rest", PartKind::ApiCall } },
        .form = StackedBarChart { .totalColumn = column::kLaunchDelay } };
    all.push_back(split);
    return all;
}

} // namespace kinetoscope
