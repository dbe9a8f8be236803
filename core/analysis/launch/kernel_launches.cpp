// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/kernel_launches.h"

#include "core/analysis/launch/launch_charts.h"
#include "core/analysis/launch/launch_times.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/analysis/types/stream_cell.h"
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

/// Launches between two looks at the stop flag: about a millisecond of work.
constexpr std::size_t kLaunchesPerCheck = 16 * 1024;

constexpr const char* kKernelLaunchesSummaryTitle = "What launching costs, by call";

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

    [[nodiscard]] std::string_view text(std::size_t row, std::size_t column) const override
    {
        const LaunchRow& launch = m_rows[row];
        const Trace& trace = *m_source->rankTrace(launch.rank).trace;
        return static_cast<LaunchColumn>(column) == LaunchColumn::Api ? launchApiName(trace.name(launch.call))
                                                                      : trace.name(launch.work);
    }

    [[nodiscard]] Cell figure(std::size_t row, std::size_t column) const override
    {
        const LaunchRow& launch = m_rows[row];
        const Trace& trace = *m_source->rankTrace(launch.rank).trace;
        const auto numberOrNone = [](std::int64_t number) { return number < 0 ? Cell {} : Cell { number }; };
        switch (static_cast<LaunchColumn>(column)) {
        case LaunchColumn::Correlation:
            return numberOrNone(trace.slices().correlation(launch.call));
        case LaunchColumn::Rank:
            return m_source->rankNumber(launch.rank);
        case LaunchColumn::Device:
            return deviceCell(trace, trace.track(trace.trackOf(launch.work)).device);
        case LaunchColumn::Stream:
            return streamCell(trace, trace.track(trace.trackOf(launch.work)).stream);
        default:
            return timeOf(timesOf(launch), static_cast<LaunchColumn>(column));
        }
    }

    [[nodiscard]] Selection evidence(std::size_t row, LaunchColumn column) const
    {
        const LaunchRow& launch = m_rows[row];
        const std::uint32_t rank = m_source->rankIndex(launch.rank);
        const LaunchTimes times = timesOf(launch);
        const Timestamp freeAt = saturatingAdd(times.call.end, times.queueWait);
        Selection selection;
        const auto addInterval = [&](Timestamp begin, Timestamp end) {
            const TrackId stream = m_source->rankTrace(launch.rank).trace->trackOf(launch.work);
            if (begin < end)
                selection.intervals.push_back({ rank, stream, { begin, end } });
        };
        if (column == LaunchColumn::Delay || column == LaunchColumn::RawDelay)
            addInterval(times.call.end, times.work.begin);
        else if (column == LaunchColumn::LaunchToStart)
            addInterval(times.call.begin, times.work.begin);
        else if (column == LaunchColumn::QueueWait)
            addInterval(times.call.end, freeAt);
        else if (column == LaunchColumn::NetDelay)
            addInterval(freeAt, times.work.begin);
        if (column != LaunchColumn::Work && selection.isEmpty())
            selection.slices.push_back({ rank, launch.call });
        if (column != LaunchColumn::Call && selection.intervals.empty())
            selection.slices.push_back({ rank, launch.work });
        return selection;
    }

private:
    [[nodiscard]] LaunchTimes timesOf(const LaunchRow& launch) const
    {
        return launchTimes(m_source->rankTrace(launch.rank), launch.call, launch.work, launch.queueWait);
    }
    [[nodiscard]] static Nanoseconds timeOf(const LaunchTimes& times, LaunchColumn column)
    {
        switch (column) {
        case LaunchColumn::Call:
            return times.call.length();
        case LaunchColumn::Work:
            return times.work.length();
        case LaunchColumn::Delay:
            return times.delay;
        case LaunchColumn::Start:
            return times.call.begin;
        case LaunchColumn::RawDelay:
            return times.rawDelay;
        case LaunchColumn::LaunchToStart:
            return saturatingSubtract(times.work.begin, times.call.begin);
        case LaunchColumn::QueueWait:
            return times.queueWait;
        default:
            return times.netDelay();
        }
    }

    std::shared_ptr<const ScopedLaunches> m_source;
    std::vector<LaunchRow> m_rows;
};

Table kernelLaunchesTableOf(LaunchGroup group, const std::shared_ptr<const LaunchRows>& rows)
{
    Table table(launchTableName(group), launchTableTitle(group), launchColumns(group), rows);
    table.setEvidence(
        [rows](std::size_t row, std::size_t column) { return rows->evidence(row, static_cast<LaunchColumn>(column)); });
    return table;
}

/// By LaunchGroup: whether a launch belongs to it.
using InGroup = std::array<bool, kLaunchGroups.size()>;

/// One line of the summary.
struct LaunchTotals {
    std::int64_t count = 0;
    std::int64_t calls = 0;
    Nanoseconds call = 0; ///< of distinct calls
    Nanoseconds work = 0;
    Nanoseconds delay = 0;
    Nanoseconds queueWait = 0;
    std::array<std::int64_t, kLaunchGroups.size()> inGroup {};
    SliceId lastCall; ///< launches of one call come one after another
    std::vector<Launch> launches;
};
using LaunchKey = std::pair<std::uint32_t, std::string_view>; ///< rank in ScopedLaunches, call

class LaunchSummary {
public:
    void add(const LaunchKey& key, const Launch& launch, const LaunchTimes& times, const InGroup& isIn)
    {
        LaunchTotals& totals = m_totals[key];
        ++totals.count;
        const bool isNewCall = launch.call != totals.lastCall;
        if (isNewCall) {
            ++totals.calls;
            totals.call = saturatingAdd(totals.call, times.call.length());
            totals.lastCall = launch.call;
        }
        totals.work = saturatingAdd(totals.work, times.work.length());
        totals.delay = saturatingAdd(totals.delay, times.delay);
        totals.queueWait = saturatingAdd(totals.queueWait, times.queueWait);
        for (std::size_t group = 0; group < isIn.size(); ++group) {
            const bool counts = isNewCall || !isAboutCalls(static_cast<LaunchGroup>(group));
            totals.inGroup[group] += isIn[group] && counts ? 1 : 0;
        }
        totals.launches.push_back(launch);
    }

    Table take(const std::shared_ptr<const ScopedLaunches>& source, const LaunchCutoffs<Nanoseconds>& cutoffs)
    {
        Table table("summary", kKernelLaunchesSummaryTitle, kernelLaunchesSummaryColumns());
        std::vector<std::pair<std::uint32_t, std::vector<Launch>>> members;
        for (auto& [key, totals] : m_totals) {
            const double count = static_cast<double>(totals.count);
            const auto meanOf = [count](Nanoseconds sum) { return static_cast<double>(sum) / count / 1000.0; };
            const Nanoseconds net = totals.delay - totals.queueWait;
            const Cell share = exactPercentCell(totals.queueWait, totals.delay);
            const auto inGroup = [&groups = totals.inGroup](
                                     LaunchGroup group) { return groups[static_cast<std::size_t>(group)]; };
            table.addRow({ source->rankNumber(key.first), std::string(key.second), totals.count, totals.calls,
                totals.call, totals.work, totals.delay, totals.queueWait, net, share, meanOf(totals.delay), meanOf(net),
                inGroup(LaunchGroup::Short), inGroup(LaunchGroup::RuntimeOutlier),
                inGroup(LaunchGroup::DelayOutlier) });
            members.emplace_back(key.first, std::move(totals.launches));
        }
        table.setEvidence([source, cutoffs, members = std::move(members)](std::size_t row, std::size_t column) {
            return evidenceOf(
                *source, cutoffs, members[row].first, members[row].second, kernelLaunchesSummaryColumns()[column].name);
        });
        return table;
    }

private:
    /// Delays are stretches of the stream, one a launch; all else the calls and what they launched.
    static Selection evidenceOf(const ScopedLaunches& source, const LaunchCutoffs<Nanoseconds>& cutoffs,
        std::uint32_t i, const std::vector<Launch>& launches, std::string_view column)
    {
        const RankTrace& rankTrace = source.rankTrace(i);
        const std::uint32_t rank = source.rankIndex(i);
        const std::optional<LaunchGroup> group = groupOf(column);
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
    /// A graph launch is one call however many kernels it launches.
    static bool isAboutCalls(LaunchGroup group) { return group == LaunchGroup::RuntimeOutlier; }
    static std::optional<LaunchGroup> groupOf(std::string_view column)
    {
        if (column == column::kShortKernels)
            return LaunchGroup::Short;
        if (column == column::kRuntimeOutliers)
            return LaunchGroup::RuntimeOutlier;
        return column == column::kDelayOutliers ? std::optional(LaunchGroup::DelayOutlier) : std::nullopt;
    }

    std::map<LaunchKey, LaunchTotals> m_totals; ///< names live in the traces
};

/// Collects all tables rank by rank.
class LaunchStudy {
public:
    LaunchStudy(
        std::shared_ptr<const ScopedLaunches> source, const KernelClassifier& classifier, const Parameters& parameters)
        : m_source(std::move(source))
        , m_classifier(classifier)
        , m_cutoffs { parameters.integer(kLaunchRuntimeCutoff), parameters.integer(kLaunchDelayCutoff) }
        , m_withMemory(parameters.boolean(parameter::kIncludeMemoryEvents))
        , m_apis(parameters.list(parameter::kLaunchApi))
    {
        for (std::shared_ptr<LaunchRows>& rows : m_tables)
            rows = std::make_shared<LaunchRows>(m_source);
    }

    Result<Done> addRank(std::uint32_t i, const RankLaunches& rank, const Progress& progress)
    {
        const RankTrace& rankTrace = m_source->rankTrace(i);
        const Trace& trace = *rankTrace.trace;
        const NameTypes types = m_classifier.typesOf(trace);
        EarlierWork earlier(trace);
        for (std::size_t n = 0; n < rank.launches.size(); ++n) {
            if (n % kLaunchesPerCheck == 0 && progress.shouldStop())
                return Error::stopped();
            const Launch& launch = rank.launches[n];
            const std::string_view api = launchApiName(trace.name(launch.call));
            if (!m_withMemory && types.of(trace.slices(), launch.work.index()) == KernelType::Memory)
                continue;
            if (!m_apis.empty() && std::ranges::find(m_apis, api) == m_apis.end())
                continue;
            add(i, launch, api, timesOf(rankTrace, launch, earlier));
        }
        return Done {};
    }

    AnalysisResult take()
    {
        AnalysisResult result;
        for (const LaunchGroup group : kLaunchGroups)
            result.tables.push_back(kernelLaunchesTableOf(group, m_tables[static_cast<std::size_t>(group)]));
        result.tables.push_back(m_summary.take(m_source, m_cutoffs));
        return result;
    }

private:
    void add(std::uint32_t rank, const Launch& launch, std::string_view api, const LaunchTimes& times)
    {
        InGroup isIn {};
        for (const LaunchGroup group : kLaunchGroups) {
            const auto index = static_cast<std::size_t>(group);
            isIn[index] = m_cutoffs.isIn(group, times.call.length(), times.work.length(), times.delay);
            if (isIn[index])
                m_tables[index]->add({ launch.call, launch.work, times.queueWait, rank });
        }
        m_summary.add({ rank, api }, launch, times, isIn);
    }

    std::shared_ptr<const ScopedLaunches> m_source;
    const KernelClassifier& m_classifier;
    LaunchCutoffs<Nanoseconds> m_cutoffs;
    bool m_withMemory = true;
    std::vector<std::string> m_apis;
    std::array<std::shared_ptr<LaunchRows>, kLaunchGroups.size()> m_tables;
    LaunchSummary m_summary;
};

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
    AnalysisResult result = study.take();
    result.charts = launchCharts(parameters);
    const bool isAnyLinked = std::ranges::any_of(inputs[0].traces->ranks(),
        [](const RankTrace& rank) { return rank.isLoaded() && !rank.trace->launches().all().empty(); });
    if (result.tables.front().rowCount() == 0 && isAnyLinked)
        result.remarks.push_back({ "no-launches",
            { KT_PHRASE("kernel-launches", "No call in this scope launched GPU work that is looked at here.") } });
    else if (result.tables.front().rowCount() == 0)
        result.remarks.push_back({ "no-launches",
            { KT_PHRASE("kernel-launches",
                  "No GPU work in this scope can be traced to the host call that launched it: record both sides, with "
                  "%1."),
                arg::Text { kGpuRecordingOption } } });
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
