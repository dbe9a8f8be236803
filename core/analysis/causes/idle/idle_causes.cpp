// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/idle/idle_causes.h"

#include "core/analysis/causes/cause_parameters.h"
#include "core/analysis/causes/idle/idle_figures.h"
#include "core/analysis/causes/remarks/merged_remarks.h"
#include "core/analysis/causes/remarks/missing_steps.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/health/host_clock.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/part_kinds.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/stream_cell.h"
#include "core/analysis/words/remark_codes.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kCausesTitle = "Whose fault the idle time of each device is";
constexpr const char* kOwnersTitle = "What the host did while each device was idle";
constexpr const char* kCausesByStepTitle = "Whose fault the idle time of each step is";

ColumnDescriptor longestColumn()
{
    return durationColumn(
        column::kLongest, "Most per gap", "A gap may have several causes: the most that one gap has of this one");
}

ColumnDescriptor afterSyncColumn()
{
    return { column::kAfterSync, ColumnType::Duration, Unit::Microseconds, "After a sync",
        "after the host had waited for the GPU" };
}

std::vector<ColumnDescriptor> causeColumns()
{
    return {
        numberColumn(column::kRank, "Rank"),
        numberColumn(column::kDevice, "Device"),
        textColumn(column::kCause, "Cause", TextKind::Category),
        mainFigure(durationColumn(column::kIdleTime, "Idle time")),
        { column::kIdleTimeRatio, ColumnType::Float, Unit::Ratio, "Share of idle", "share of idle on this device" },
        percentColumn(column::kIdleTimePctg, "Share of time", "% of the device's time in view"),
        countColumn(column::kGaps, "Gaps"),
        longestColumn(),
        { column::kMean, ColumnType::Duration, Unit::Microseconds, "Mean", "time for each gap" },
        afterSyncColumn(),
    };
}

std::vector<ColumnDescriptor> ownerColumns()
{
    std::vector<ColumnDescriptor> all = causeColumns();
    all.insert(all.begin() + 3,
        { textColumn(column::kName, "Owner", TextKind::Name),
            { .name = "op_path", .type = ColumnType::String, .title = "Op path" },
            { .name = "python_line", .type = ColumnType::String, .title = "Python line" } });
    return readFirst(
        { column::kName, column::kCause, column::kIdleTime, column::kRank, "op_path", "python_line" }, std::move(all));
}

std::vector<ColumnDescriptor> causeStepColumns()
{
    return {
        numberColumn(column::kRank, "Rank"),
        numberColumn(column::kStep, "Step"),
        textColumn(column::kName, "Annotation"),
        numberColumn(column::kDevice, "Device"),
        textColumn(column::kCause, "Cause", TextKind::Category),
        mainFigure(durationColumn(column::kIdleTime, "Idle time")),
        percentColumn(column::kIdleTimePctg, "Share of step", "% of the step's wall time"),
        countColumn(column::kGaps, "Gaps"),
        longestColumn(),
        afterSyncColumn(),
        stepWallColumn(),
    };
}

/// What a row is about, so that its evidence can be read again.
struct CauseRow {
    std::size_t rank = 0; ///< in ScopedIdle
    std::int64_t device = Track::kNoDevice;
    Cause cause = Cause::Unrecorded;
    std::optional<OwnerLabels> owner;
    std::optional<TimeRange> step;
};

/// What a figure of a row is made of.
enum class Figure : std::uint8_t { Time, AfterSync, Gaps, Longest };

Selection evidenceOf(const IdleSources& sources, const CauseRow& key, Figure figure, const Progress& progress)
{
    const ScopedIdle& source = key.step ? *sources.steps->idleAround(key.rank) : *sources.idle;
    const Result<RankIdle> read = source.rank(key.step ? 0 : key.rank, progress);
    if (!read)
        return {};
    const RankIdle& idle = *read;
    const RankTrace& rank = source.rankTrace(key.step ? 0 : key.rank);
    IdleLedger ledger(rank, sources.thresholds, progress);
    if (progress.shouldStop())
        return {};
    ledger.setThreadOfSteps(threadOfChosenSteps(sources, key.rank));
    OwnerKeys keys(*rank.trace);
    struct InGap {
        TimeRange gap;
        std::vector<TimeRange> parts;
    };
    std::map<std::uint64_t, InGap> found;
    for (const IdleLine& line : idle.devices()) {
        if (line.device != key.device)
            continue;
        eachGapOf(idle, line, progress, [&](const IdleGap& gap, std::uint64_t number) {
            ledger.explain(gap, [&](const IdlePart& part) {
                const TimeRange range = key.step ? part.range.clippedTo(*key.step) : part.range;
                if (part.cause != key.cause || range.isEmpty()
                    || (figure == Figure::AfterSync && !part.afterCall.isValid())
                    || (key.owner && keys.labelsOf(keys.of(part.cause, part.owner)) != *key.owner))
                    return;
                found[number].gap = key.step ? gap.range.clippedTo(*key.step) : gap.range;
                found[number].parts.push_back(range);
            });
        });
    }
    if (progress.shouldStop())
        return {};
    const auto longest = std::max_element(found.begin(), found.end(),
        [](const auto& a, const auto& b) { return totalLength(a.second.parts) < totalLength(b.second.parts); });
    Selection selection;
    const auto add = [&](TimeRange range) {
        selection.intervals.push_back({ idle.work().rankIndex, TrackId {}, range });
    };
    for (auto it = found.begin(); it != found.end(); ++it) {
        if (figure == Figure::Gaps)
            add(it->second.gap);
        else if (figure != Figure::Longest || it == longest)
            std::for_each(it->second.parts.begin(), it->second.parts.end(), add);
    }
    return selection;
}

using CauseTable = KeyedTable<CauseRow>;

Table withEvidence(CauseTable made, const std::shared_ptr<const IdleSources>& sources)
{
    Table& table = made.table;
    table.setKinds(mapped(made.keys, [](const CauseRow& key) { return std::optional(idleKindOf(key.cause)); }));
    std::vector<Figure> figures = mapped(table.columns(), [](const ColumnDescriptor& column) {
        return column.name == column::kAfterSync ? Figure::AfterSync
            : column.name == column::kGaps       ? Figure::Gaps
            : column.name == column::kLongest    ? Figure::Longest
                                                 : Figure::Time;
    });
    table.setEvidence([sources, keys = std::move(made.keys), figures = std::move(figures),
                          first = table.columnIndex(column::kIdleTime), wall = table.columnIndex(column::kWall)](
                          std::size_t row, std::size_t column, const Progress& progress) {
        if (column < first)
            return Selection {};
        return column != wall ? evidenceOf(*sources, keys[row], figures[column], progress)
                              : intervalOfRank(sources->idle->rankIndex(keys[row].rank), *keys[row].step);
    });
    return std::move(made.table);
}

void appendTimes(std::vector<Cell>& cells, const IdleSum& sum, const IdleOfDevice& device)
{
    append(cells,
        std::vector<Cell> { sum.time, ratioCell(sum.time, device.idle), exactPercentCell(sum.time, device.view),
            sum.gaps, sum.longest, sum.mean(), sum.afterSync });
}

/// Why a rank that has GPU work has no row.
void remarkOnNoIdle(const RankTrace& rank, const IdleOfRank& figures, const Scope& scope, std::vector<Remark>& remarks)
{
    const auto has = [&figures](Nanoseconds IdleOfDevice::*time) {
        return std::ranges::any_of(figures.devices, [time](const IdleOfDevice& device) { return device.*time > 0; });
    };
    if (figures.devices.empty() || has(&IdleOfDevice::idle))
        return; // that there is no work is said already
    const auto say = [&](Message message) {
        remarks.push_back(remarkOfRank(rank, std::string(kNothingFits), std::move(message)));
    };
    if (has(&IdleOfDevice::view))
        say(scope.hasWindow()
                ? Message { KT_PHRASE("idle-causes", "no device is idle in this scope.") }
                : Message { KT_PHRASE("idle-causes", "no device is idle between its first and its last GPU work.") });
    else if (scope.hasWindow())
        remarks.push_back(noGpuWork(rank)); // steps and a range that have nothing in common
    else
        say({ KT_PHRASE(
            "idle-causes", "its GPU work has no length: there is no time in which a device could be idle.") });
}

/// @param areSeveral  devices of one rank: then each has a chart, since causes alone would not tell them apart.
ChartDescription causesChart(bool areSeveral)
{
    return { .id = "idle-causes",
        .table = "causes",
        .title = kCausesTitle,
        .labelColumn = column::kCause,
        .series = { { column::kIdleTime, "", std::nullopt } },
        .groupColumn = areSeveral ? "rank,device" : column::kRank,
        .kindOfRow = kindInTable,
        .form = BarChart {} };
}

Result<AnalysisResult> runIdleCauses(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    auto sources = std::make_shared<IdleSources>();
    sources->thresholds = causeThresholdsFrom(parameters);
    KT_TRY(sources->idle, ScopedIdle::create(inputs[0], *context.classifier, sources->thresholds.gap));
    KT_TRY(sources->steps, ScopedSteps::create(inputs[0], *context.classifier, sources->thresholds.gap));
    const int threads = threadsWithin(sources->idle->rankCount(), context);
    KT_TRY(std::vector<IdleOfRank> ranks, forEachRank(sources->idle->rankCount(), context, [&](std::size_t i) {
        return measureIdle(*sources, i, context.progress, threads);
    }));

    AnalysisResult result;
    remarkOnHostClock(inputs[0], context.progress, context.threads, result.remarks);
    remarkOnMissingSteps(inputs[0], context.progress, result.remarks);
    if (!inputs[0].scope.steps.empty()) // else each process has its own
        remarkOnMergedDevices(inputs[0], result.remarks);
    CauseTable causes { { "causes", kCausesTitle, causeColumns() } };
    CauseTable owners { { "owners", kOwnersTitle, ownerColumns() } };
    CauseTable stepRows { { "steps", kCausesByStepTitle, causeStepColumns() } };
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const RankTrace& rank = sources->idle->rankTrace(i);
        for (const IdleOfDevice& device : ranks[i].devices) {
            const Cell name = deviceCell(*rank.trace, device.device);
            for (const auto& [cause, sum] : device.causes) {
                std::vector<Cell> cells { rank.rank, name, std::string(toString(cause)) };
                appendTimes(cells, sum, device);
                causes.add(std::move(cells), { i, device.device, cause, std::nullopt, std::nullopt });
            }
            for (const auto& [key, sum] : device.owners) {
                const Cause cause = ranks[i].keys->causeOf(key);
                const OwnerLabels& labels = ranks[i].keys->labelsOf(key);
                std::vector<Cell> cells { rank.rank, name, std::string(toString(cause)), labels.name, labels.opPath,
                    labels.pythonLine };
                appendTimes(cells, sum, device);
                owners.add(std::move(cells), { i, device.device, cause, labels, std::nullopt });
            }
        }
        for (const IdleOfStep& figures : ranks[i].steps) {
            const Step& step = sources->steps->stepsIn(i)[figures.step];
            const TimeRange& wall = sources->steps->wallsIn(i)[figures.step];
            for (const auto& [cause, sum] : figures.causes)
                stepRows.add({ rank.rank, step.number, std::string(rank.trace->text(step.name)),
                                 deviceCell(*rank.trace, figures.device), std::string(toString(cause)), sum.time,
                                 exactPercentCell(sum.time, wall.length()), sum.gaps, sum.longest, sum.afterSync,
                                 wall.length() },
                    { i, figures.device, cause, std::nullopt, wall });
        }
        append(result.remarks, ranks[i].remarks);
        remarkOnNoIdle(rank, ranks[i], inputs[0].scope, result.remarks);
    }
    result.tables = tableList(withEvidence(std::move(causes), sources), withEvidence(std::move(owners), sources),
        withEvidence(std::move(stepRows), sources));
    result.charts = { causesChart(
        std::ranges::any_of(ranks, [](const IdleOfRank& rank) { return rank.devices.size() > 1; })) };
    return result;
}

} // namespace

AnalysisDescriptor idleCauses()
{
    return { .id = "idle-causes",
        .title = "Idle causes",
        .question = "Whose fault is each idle nanosecond of the GPU?",
        .group = PanelGroup::Causes,
        .parameters = causeParameters(),
        .tables = { { "causes", kCausesTitle, causeColumns() }, { "owners", kOwnersTitle, ownerColumns() },
            { "steps", kCausesByStepTitle, causeStepColumns() } },
        .recordingOption = kGpuRecordingOption,
        .run = runIdleCauses };
}

} // namespace kinetoscope
