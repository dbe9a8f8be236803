// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/critical_path.h"

#include "core/analysis/causes/cause_parameters.h"
#include "core/analysis/causes/path/link_rows.h"
#include "core/analysis/causes/path/path_owners.h"
#include "core/analysis/causes/path/rank_path.h"
#include "core/analysis/health/host_clock.h"
#include "core/analysis/part_kinds.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/base/parallel.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kSummaryTitle = "What the wall time was spent in";
constexpr const char* kPathOwnersTitle = "Who owned the wall time";
constexpr const char* kLinksTitle = "The path, link by link";
constexpr const char* kPathStepsTitle = "What the wall time of each step was spent in";

ColumnDescriptor kindColumn()
{
    return { .name = column::kKind, .type = ColumnType::String, .title = "Spent in", .text = TextKind::Category };
}

ColumnDescriptor timeColumn()
{
    return mainFigure({ column::kTime, ColumnType::Duration, Unit::Microseconds, "Time" });
}

ColumnDescriptor shareColumn()
{
    return { column::kTimePctg, ColumnType::Float, Unit::Percent, "Share of wall", "% of the window's wall time" };
}

ColumnDescriptor pathWallColumn()
{
    return { column::kWall, ColumnType::Duration, Unit::Microseconds, "Wall time" };
}

std::vector<ColumnDescriptor> summaryColumns()
{
    return { { column::kRank, ColumnType::Int, Unit::None, "Rank" },
        { column::kStep, ColumnType::Int, Unit::None, "Step" }, kindColumn(), timeColumn(), shareColumn(),
        { column::kLinks, ColumnType::Int, Unit::Count, "Links" },
        defined({ column::kLongest, ColumnType::Duration, Unit::Microseconds, "Longest" }, "Longest single link"),
        pathWallColumn() };
}

std::vector<ColumnDescriptor> pathOwnerColumns()
{
    return { { column::kRank, ColumnType::Int, Unit::None, "Rank" },
        { column::kStep, ColumnType::Int, Unit::None, "Step" }, kindColumn(),
        { .name = column::kName, .type = ColumnType::String, .title = "Owner", .text = TextKind::Name }, timeColumn(),
        shareColumn(),
        defined(
            { column::kCalls, ColumnType::Int, Unit::Count, "Calls" }, "Different events that own some of the time"),
        defined({ column::kLongest, ColumnType::Duration, Unit::Microseconds, "Longest" }, "Most time of one event") };
}

std::vector<ColumnDescriptor> pathStepColumns()
{
    return { { column::kRank, ColumnType::Int, Unit::None, "Rank" },
        { column::kStep, ColumnType::Int, Unit::None, "Step" },
        { column::kName, ColumnType::String, Unit::None, "Annotation" }, kindColumn(), timeColumn(), shareColumn(),
        pathWallColumn() };
}

Cell shareOf(Nanoseconds part, Nanoseconds whole)
{
    return whole > 0 ? Cell { 100.0 * static_cast<double>(part) / static_cast<double>(whole) } : Cell {};
}

/// The links of a path that a row of a table is about.
struct PathRowKey {
    std::size_t path = 0; ///< in PathsOfRanks
    Cause cause = Cause::Unrecorded;
    std::optional<std::string> owner;
};

/// As intervals where they lie; those of the longest link, or of the whole window.
Selection evidenceOfPath(const PathRank& rank, const WalkedPath& walked, const PathRowKey& key, std::string_view figure)
{
    Selection selection;
    const auto add = [&](TrackId track, TimeRange range) {
        selection.intervals.push_back(
            { rank.index, track, { rank.rank.toJobTime(range.begin), rank.rank.toJobTime(range.end) } });
    };
    if (figure == column::kWall) {
        add({}, walked.window);
        return selection;
    }
    std::optional<PathLink> longest;
    for (const PathLink& link : walked.links) {
        if (link.cause != key.cause || (key.owner && ownerName(*rank.rank.trace, link.owner) != *key.owner))
            continue;
        if (figure != column::kLongest || key.owner)
            add(link.place, link.range);
        else if (!longest || longest->range.length() < link.range.length())
            longest = link;
    }
    if (longest)
        add(longest->place, longest->range);
    return selection;
}

/// A table under construction with what its rows are about.
class PathTable {
public:
    PathTable(const char* name, const char* title, std::vector<ColumnDescriptor> columns)
        : m_table(name, title, std::move(columns))
    {
    }
    void add(std::vector<Cell> cells, PathRowKey key)
    {
        m_table.addRow(std::move(cells));
        m_keys.push_back(std::move(key));
    }
    Table take(std::shared_ptr<const PathsOfRanks> paths)
    {
        m_table.setKinds(mapped(m_keys, [](const PathRowKey& key) { return std::optional(partKindOf(key.cause)); }));
        m_table.setEvidence([paths = std::move(paths), keys = std::move(m_keys), columns = m_table.columns(),
                                first = m_table.columnIndex(column::kTime)](std::size_t row, std::size_t column) {
            if (column < first)
                return Selection {};
            const PathOfRank& path = (*paths)[keys[row].path];
            return evidenceOfPath(*path.rank, path.walked, keys[row], columns[column].name);
        });
        return std::move(m_table);
    }

private:
    Table m_table;
    std::vector<PathRowKey> m_keys;
};

/// The table of steps; what its cells are made of is walked again, since most steps are never asked about.
class PathStepTable {
public:
    void add(const std::shared_ptr<const PathRank>& rank, const StepPath& path)
    {
        for (const auto& [cause, sum] : path.sums) {
            m_table.addRow({ rank->rank.rank, path.step.number, std::string(rank->rank.trace->text(path.step.name)),
                std::string(toString(cause)), sum.time, shareOf(sum.time, path.wall), path.wall });
            m_rows.push_back({ rank, path.step, cause });
        }
    }
    Table take(const Scope& scope, const PathChoice& choice)
    {
        m_table.setKinds(mapped(m_rows, [](const Row& row) { return std::optional(partKindOf(row.cause)); }));
        m_table.setEvidence([rows = std::move(m_rows), columns = m_table.columns(), scope, choice,
                                first = m_table.columnIndex(column::kTime)](std::size_t row, std::size_t column) {
            if (column < first)
                return Selection {};
            const Row& each = rows[row];
            return evidenceOfPath(*each.rank,
                walkStep(*each.rank, each.step, traceRange(each.rank->rank, scope), choice),
                { 0, each.cause, std::nullopt }, columns[column].name);
        });
        return std::move(m_table);
    }

private:
    struct Row {
        std::shared_ptr<const PathRank> rank;
        Step step;
        Cause cause;
    };
    Table m_table { "steps", kPathStepsTitle, pathStepColumns() };
    std::vector<Row> m_rows;
};

std::vector<ChartDescription> pathCharts()
{
    return { { .id = "critical-path",
                 .table = "summary",
                 .title = kSummaryTitle,
                 .labelColumn = column::kKind,
                 .series = { { column::kTime, "", std::nullopt } },
                 .groupColumn = column::kRank,
                 .kindOfRow = kindInTable,
                 .form = BarChart {} },
        { .id = "critical-path-steps",
            .table = "steps",
            .title = kPathStepsTitle,
            .labelColumn = column::kStep,
            .series = { { column::kTime, "", std::nullopt } },
            .groupColumn = column::kRank,
            .kindOfRow = kindInTable,
            .form = StackedBarChart { .partColumn = column::kKind, .sortByValue = false } } };
}

Remark nothingToWalk(const RankTrace& rank, const PathChoice& choice)
{
    if (!choice.annotation.empty())
        return remarkOfRank(rank, "no-annotation",
            { KT_PHRASE("critical-path", "there is no annotation number %1 (from 0) of the name %2."),
                arg::Number { choice.instance }, arg::Name { choice.annotation } });
    return remarkOfRank(rank, "no-path", { KT_PHRASE("critical-path", "there is no recorded time to walk through.") });
}

Result<AnalysisResult> runCriticalPath(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisInput& input = inputs[0];
    const PathChoice choice = pathChoiceFrom(parameters);
    const std::vector<std::shared_ptr<const PathRank>> ranks = pathRanks(input, *context.classifier);
    const auto paths = std::make_shared<PathsOfRanks>();
    AnalysisResult result;
    remarkOnHostClock(input, *context.classifier, context.progress, result.remarks);
    PathTable summary("summary", kSummaryTitle, summaryColumns());
    PathTable owners("owners", kPathOwnersTitle, pathOwnerColumns());
    PathStepTable steps;
    const auto add = [&](const std::shared_ptr<const PathRank>& rank, WalkedPath path, PathNotes& notes) {
        const Nanoseconds wall = path.window.length();
        const Cell step = path.step ? Cell { path.step->number } : Cell {};
        PathSums sums;
        std::vector<OwnerPart> parts;
        parallelFor(2, context.threads, [&](std::size_t i) {
            if (i == 0) {
                parts = ownersOf(*rank->rank.trace, path.links, context.progress);
                return;
            }
            sums = sumsOf(path.links, context.progress);
            notes.add(path.links, context.progress);
        });
        for (const auto& [cause, sum] : sums)
            summary.add({ rank->rank.rank, step, std::string(toString(cause)), sum.time, shareOf(sum.time, wall),
                            sum.links, sum.longest, wall },
                { paths->size(), cause, std::nullopt });
        for (const OwnerPart& part : parts)
            owners.add({ rank->rank.rank, step, std::string(toString(part.cause)), part.name, part.time,
                           shareOf(part.time, wall), part.calls, part.longest },
                { paths->size(), part.cause, part.name });
        paths->push_back({ rank, std::move(path) });
    };
    const int threadsOfARank = threadsWithin(ranks.size(), context);
    const Result<Done> done = forEachRankInOrder(
        ranks.size(), context,
        [&](std::size_t i) { return walkRank(*ranks[i], input, choice, context.progress, threadsOfARank); },
        [&](std::size_t i, RankPath found) {
            if (found.paths.empty())
                result.remarks.push_back(nothingToWalk(ranks[i]->rank, choice));
            for (WalkedPath& path : found.paths)
                add(ranks[i], std::move(path), *found.notes);
            for (const StepPath& step : found.steps)
                steps.add(ranks[i], step);
            std::ranges::move(found.notes->remarks(context.progress), std::back_inserter(result.remarks));
        });
    if (!done)
        return done.error();
    if (context.progress.shouldStop())
        return Error::stopped();
    if (!input.scope.streams.empty())
        result.remarks.push_back({ "all-streams",
            { KT_PHRASE("causes", "The path goes over all streams: chosen ones change nothing here.") } });
    result.tables.push_back(summary.take(paths));
    result.tables.push_back(owners.take(paths));
    const auto rows = std::make_shared<const LinkRows>(paths);
    Table links("links", kLinksTitle, linkColumns(), rows);
    links.setEvidence([rows](std::size_t row, std::size_t) { return rows->evidence(row); });
    result.tables.push_back(std::move(links));
    result.tables.push_back(steps.take(input.scope, choice));
    result.charts = pathCharts();
    return result;
}

} // namespace

AnalysisDescriptor criticalPath()
{
    AnalysisDescriptor analysis { .id = "critical-path",
        .title = "Critical path",
        .question = "What did the wall time wait for, moment by moment?",
        .group = PanelGroup::Causes,
        .parameters = causeParameters(),
        .tables = { { "summary", kSummaryTitle, summaryColumns() }, { "owners", kPathOwnersTitle, pathOwnerColumns() },
            { "links", kLinksTitle, linkColumns() }, { "steps", kPathStepsTitle, pathStepColumns() } },
        .recordingOption = kGpuRecordingOption,
        .run = runCriticalPath };
    analysis.parameters.push_back({ .id = parameter::kAnnotation,
        .title = "Annotation",
        .help = "Name of the annotation that is the window (in hta mode a part of it); empty for the scope",
        .type = ParameterType::String,
        .defaultValue = std::string() });
    analysis.parameters.push_back({ .id = parameter::kInstance,
        .title = "Instance",
        .help = "Which of the annotations of that name, counted from 0",
        .defaultValue = std::int64_t { 0 },
        .minimum = 0 });
    return analysis;
}

} // namespace kinetoscope
