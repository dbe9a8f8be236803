// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/kernel_launches.h"

#include "core/analysis/gpu/slipped_names.h"
#include "core/analysis/launch/launch_charts.h"
#include "core/analysis/launch/launch_study.h"
#include "core/analysis/launch/launch_times.h"
#include "core/analysis/launch/recorded_launches.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/analysis/types/table.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// In the order of LaunchColumn.
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

/// Those of a group: what it is made of most stands first. All launches are in the order of the trace.
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
        roundedInFiles(
            percentColumn(column::kQueueWaitPctg, "Queue wait", "% of the launch delays", "Waiting for earlier work")),
        microsecondsColumn(column::kMeanLaunchDelay, "Mean launch delay"),
        microsecondsColumn(column::kMeanNetDelay, "Mean net delay", "Mean launch delay without the queue wait"),
        countColumn(column::kShortKernels, "Short work", "GPU activities shorter than their launch call"),
        countColumn(column::kRuntimeOutliers, "Long calls"),
        countColumn(column::kDelayOutliers, "Long delays"),
    };
}

constexpr const char* kKernelLaunchesSummaryTitle = "What launching costs, by call";

Table kernelLaunchesTableOf(LaunchGroup group, const std::shared_ptr<const LaunchRows>& rows)
{
    Table table(launchTableName(group), launchTableTitle(group), launchColumns(group), rows);
    table.setEvidence(
        [rows](std::size_t row, std::size_t column) { return rows->evidence(row, static_cast<LaunchColumn>(column)); });
    return table;
}

/// The group whose launches a column of the summary counts.
std::optional<LaunchGroup> countedGroupOf(std::string_view column)
{
    if (column == column::kShortKernels)
        return LaunchGroup::Short;
    if (column == column::kRuntimeOutliers)
        return LaunchGroup::RuntimeOutlier;
    return column == column::kDelayOutliers ? std::optional(LaunchGroup::DelayOutlier) : std::nullopt;
}

/// Delays are stretches of the stream, one a launch; all else the calls and what they launched.
Selection launchSummaryEvidence(const ScopedLaunches& source, const LaunchCutoffs<Nanoseconds>& cutoffs,
    std::uint32_t i, const std::vector<Launch>& launches, std::string_view column)
{
    const RankTrace& rankTrace = source.rankTrace(i);
    const std::uint32_t rank = source.rankIndex(i);
    const std::optional<LaunchGroup> group = countedGroupOf(column);
    const bool isDelay = column == column::kLaunchDelay || column == column::kMeanLaunchDelay;
    const bool isWait = column == column::kQueueWait || column == column::kQueueWaitPctg;
    const bool isNet = column == column::kNetDelay || column == column::kMeanNetDelay;
    EarlierWork earlier(*rankTrace.trace);
    Selection selection;
    SliceId lastCall;
    for (const Launch& launch : launches) {
        const LaunchTimes times = timesOf(rankTrace, launch, earlier);
        if (group && !cutoffs.isIn(*group, times.call.length(), times.work.length(), times.delay))
            continue;
        const Timestamp freeAt = saturatingAdd(times.call.end, times.queueWait);
        if (isDelay || isWait || isNet) {
            const TimeRange range { isNet ? freeAt : times.call.end, isWait ? freeAt : times.work.begin };
            if (range.begin < range.end)
                selection.intervals.push_back({ rank, launch.stream, range });
            continue;
        }
        if (column != column::kGpuDuration && launch.call != lastCall)
            selection.slices.push_back({ rank, launch.call });
        if (column != column::kCpuDuration && column != "calls" && !(group && isAboutCalls(*group)))
            selection.slices.push_back({ rank, launch.work });
        lastCall = launch.call;
    }
    return selection;
}

Table kernelLaunchesSummaryTable(LaunchStudy& study)
{
    const std::shared_ptr<const ScopedLaunches>& source = study.source();
    Table table("summary", kKernelLaunchesSummaryTitle, kernelLaunchesSummaryColumns());
    std::vector<std::pair<std::uint32_t, std::vector<Launch>>> members;
    for (auto& [key, totals] : study.takeTotals()) {
        const double count = static_cast<double>(totals.count);
        const auto meanOf = [count](Nanoseconds sum) { return static_cast<double>(sum) / count / 1000.0; };
        const Nanoseconds net = totals.delay - totals.queueWait;
        const Cell share = exactPercentCell(totals.queueWait, totals.delay);
        const auto inGroup = [&groups = totals.inGroup](
                                 LaunchGroup group) { return groups[static_cast<std::size_t>(group)]; };
        table.addRow({ source->rankNumber(key.first), std::string(key.second), totals.count, totals.calls, totals.call,
            totals.work, totals.delay, totals.queueWait, net, share, meanOf(totals.delay), meanOf(net),
            inGroup(LaunchGroup::Short), inGroup(LaunchGroup::RuntimeOutlier), inGroup(LaunchGroup::DelayOutlier) });
        members.emplace_back(key.first, std::move(totals.launches));
    }
    table.setEvidence(
        [source, cutoffs = study.cutoffs(), members = std::move(members)](std::size_t row, std::size_t column) {
            return launchSummaryEvidence(
                *source, cutoffs, members[row].first, members[row].second, kernelLaunchesSummaryColumns()[column].name);
        });
    return table;
}

Result<AnalysisResult> runKernelLaunches(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const std::shared_ptr<const ScopedLaunches> source, ScopedLaunches::create(inputs[0]));
    LaunchStudy study(source, *context.classifier, parameters);
    Result<Done> added = Done {};
    const auto read = [&](std::size_t i) { return source->rank(i, context.progress); };
    const auto add = [&](std::size_t i, const RankLaunches& rank) {
        if (added)
            added = study.addRank(static_cast<std::uint32_t>(i), rank, context.progress);
    };
    KT_TRY_DONE(forEachRankInOrder(source->rankCount(), context, read, add));
    KT_TRY_DONE(added);
    AnalysisResult result;
    for (const LaunchGroup group : kLaunchGroups)
        result.tables.push_back(kernelLaunchesTableOf(group, study.rows(group)));
    result.tables.push_back(kernelLaunchesSummaryTable(study));
    result.charts = launchCharts(parameters);
    if (result.tables.front().rowCount() == 0 && (areLaunchesRecorded(inputs[0]) || mayBeRecordedElsewhere(inputs[0])))
        result.remarks.push_back({ "no-launches",
            { KT_PHRASE("kernel-launches", "No call in this scope launched GPU work that is looked at here.") } });
    else if (result.tables.front().rowCount() == 0)
        result.remarks.push_back({ "no-launches",
            { KT_PHRASE("kernel-launches",
                  "No GPU work in this scope can be traced to the host call that launched it: record both sides, with "
                  "%1."),
                arg::Text { kGpuRecordingOption } } });
    KT_TRY_DONE(remarkOnSlippedNames(inputs[0], result.remarks, context));
    return result;
}

std::vector<ParameterDescriptor> kernelLaunchesParameters()
{
    ParameterDescriptor delay = threshold(durationParameter(kLaunchDelayCutoff, "Long delay",
        "Work that starts longer than this after the end of its call is an outlier", 100'000));
    ParameterDescriptor memory = switchParameter(parameter::kIncludeMemoryEvents, "Include copies and memsets",
        "Also look at launches of copies and memsets", true);
    ParameterDescriptor api = naming(NamedThing::Call,
        listParameter(parameter::kLaunchApi, "Launched by",
            "Only launches by these calls, as the column launch_api names them; exact mode"));
    return { launchRuntimeCutoffParameter(), delay, memory, api };
}

} // namespace

ParameterDescriptor launchRuntimeCutoffParameter()
{
    return threshold(durationParameter(
        kLaunchRuntimeCutoff, "Long call", "A call that takes longer than this is an outlier", 50'000));
}

Table emptyLaunchTableOfHta(LaunchGroup group)
{
    return { launchTableName(group), launchTableTitle(group), firstLikeHta(5, launchColumns()) };
}

AnalysisDescriptor kernelLaunches()
{
    AnalysisDescriptor analysis { .id = "kernel-launches",
        .title = "Kernel launches",
        .question = "What does launching GPU work cost, and how long does the work wait?",
        .group = PanelGroup::HostAndLaunches,
        .parameters = kernelLaunchesParameters() };
    for (const LaunchGroup group : kLaunchGroups)
        analysis.tables.push_back({ launchTableName(group), launchTableTitle(group), launchColumns(group) });
    analysis.tables.push_back({ "summary", kKernelLaunchesSummaryTitle, kernelLaunchesSummaryColumns() });
    analysis.recordingOption = kGpuRecordingOption;
    analysis.run = runKernelLaunches;
    return analysis;
}

} // namespace kinetoscope
