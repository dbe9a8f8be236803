// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/critical_path.h"

#include "core/analysis/causes/cause_parameters.h"
#include "core/analysis/causes/owners/owner_labels.h"
#include "core/analysis/causes/path/path_owners.h"
#include "core/analysis/causes/path/rank_path.h"
#include "core/analysis/causes/remarks/merged_remarks.h"
#include "core/analysis/causes/remarks/missing_steps.h"
#include "core/analysis/health/host_clock.h"
#include "core/analysis/part_kinds.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/analysis/types/stream_cell.h"
#include "core/analysis/words/remark_codes.h"
#include "core/base/parallel.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

constexpr const char* kPathSummaryTitle = "What the wall time was spent in";
constexpr const char* kPathOwnersTitle = "Who owned the wall time";
constexpr const char* kLinksTitle = "The path, link by link";
constexpr const char* kPathStepsTitle = "What each step was spent in, to the end of its GPU work";

ColumnDescriptor shareColumn()
{
    return percentColumn(column::kTimePctg, "Share of wall", "% of the window's wall time");
}

ColumnDescriptor windowColumn()
{
    return durationColumn(column::kWall, "Window",
        "What the path leads through: of a step or an annotation from its beginning to its end or that of its GPU "
        "work, "
        "whichever is later");
}

std::vector<ColumnDescriptor> pathSummaryColumns()
{
    return { numberColumn(column::kRank, "Rank"), numberColumn(column::kStep, "Step"),
        textColumn(column::kKind, "Spent in", TextKind::Category), mainFigure(durationColumn(column::kTime, "Time")),
        shareColumn(), countColumn(column::kLinks, "Links"),
        durationColumn(column::kLongest, "Longest", "Longest single link"), windowColumn() };
}

std::vector<ColumnDescriptor> pathOwnerColumns()
{
    // Names are long: the time they own stands right behind them.
    return readFirst({ column::kName, column::kKind, column::kTime, column::kTimePctg },
        { numberColumn(column::kRank, "Rank"), numberColumn(column::kStep, "Step"),
            textColumn(column::kKind, "Spent in", TextKind::Category),
            textColumn(column::kName, "Owner", TextKind::Name), mainFigure(durationColumn(column::kTime, "Time")),
            shareColumn(), countColumn(column::kCalls, "Calls", "Different events that own some of the time"),
            durationColumn(column::kLongest, "Longest", "Most time of one event") });
}

std::vector<ColumnDescriptor> pathStepColumns()
{
    return { numberColumn(column::kRank, "Rank"), numberColumn(column::kStep, "Step"),
        textColumn(column::kName, "Annotation"), textColumn(column::kKind, "Spent in", TextKind::Category),
        mainFigure(durationColumn(column::kTime, "Time")), shareColumn(), windowColumn() };
}

/// A path with whose it is.
struct PathOfRank {
    std::shared_ptr<const PathRank> rank;
    WalkedPath walked;
};
using PathsOfRanks = std::vector<PathOfRank>;

enum class LinkColumn : std::uint8_t { Rank, Step, Ts, Duration, Kind, Name, Device, Place, OpPath, PythonLine };

std::vector<ColumnDescriptor> linkColumns()
{
    return { numberColumn(column::kRank, "Rank"), numberColumn(column::kStep, "Step"),
        { column::kTs, ColumnType::Time, Unit::Microseconds, "Start" }, durationColumn(column::kDuration, "Time"),
        textColumn(column::kKind, "Spent in", TextKind::Category), textColumn(column::kName, "Owner", TextKind::Name),
        numberColumn(column::kDevice, "Device"), textColumn("place", "Thread or stream"),
        textColumn("op_path", "Op path"), textColumn("python_line", "Python line") };
}

/// Its rows: the links of all paths, path after path. What owners are called is worked out when it is asked for.
class LinkRows final : public ComputedRows {
public:
    explicit LinkRows(std::shared_ptr<const PathsOfRanks> paths)
        : m_paths(std::move(paths))
    {
        for (const PathOfRank& path : *m_paths)
            m_ends.push_back(count() + path.walked.links.size());
    }

    [[nodiscard]] std::size_t count() const override { return m_ends.empty() ? 0 : m_ends.back(); }

    [[nodiscard]] Cell figure(std::size_t row, std::size_t column) const override
    {
        const Link each = at(row);
        switch (static_cast<LinkColumn>(column)) {
        case LinkColumn::Rank:
            return each.rank().rank;
        case LinkColumn::Step:
            return each.path.walked.step ? Cell { each.path.walked.step->number } : Cell {};
        case LinkColumn::Ts:
            return each.rank().toJobTime(each.link.range.begin);
        case LinkColumn::Duration:
            return each.link.range.length();
        case LinkColumn::Device:
            return each.place() && each.place()->isDeviceSide() ? deviceCell(*each.rank().trace, each.place()->device)
                                                                : Cell {};
        default:
            return {};
        }
    }

    [[nodiscard]] std::string_view text(std::size_t row, std::size_t column) const override
    {
        const Link each = at(row);
        switch (static_cast<LinkColumn>(column)) {
        case LinkColumn::Kind:
            return toString(each.link.cause);
        case LinkColumn::Name:
            return labelsOf(each).name;
        case LinkColumn::Place:
            return each.place() ? std::string_view(each.place()->name) : std::string_view {};
        case LinkColumn::OpPath:
            return labelsOf(each).opPath;
        case LinkColumn::PythonLine:
            return labelsOf(each).pythonLine;
        default:
            return {};
        }
    }

    [[nodiscard]] std::size_t memoryBytes() const override
    {
        std::size_t bytes = m_ends.capacity() * sizeof(std::size_t);
        for (const PathOfRank& path : *m_paths)
            bytes += path.walked.links.memoryBytes();
        return bytes;
    }

    /// The link, as an interval of its place.
    [[nodiscard]] Selection evidence(std::size_t row) const
    {
        const Link each = at(row);
        return { {}, { each.path.rank->interval(each.link.place, each.link.range) } };
    }

private:
    struct Link {
        const PathOfRank& path;
        PathLink link;

        [[nodiscard]] const RankTrace& rank() const { return path.rank->rank; }
        /// nullptr where nothing was recorded.
        [[nodiscard]] const Track* place() const
        {
            return link.place.isValid() ? &rank().trace->track(link.place) : nullptr;
        }
    };
    [[nodiscard]] Link at(std::size_t row) const
    {
        const auto path = static_cast<std::size_t>(std::ranges::upper_bound(m_ends, row) - m_ends.begin());
        return { (*m_paths)[path], (*m_paths)[path].walked.links[row - (path > 0 ? m_ends[path - 1] : 0)] };
    }
    [[nodiscard]] const OwnerLabels& labelsOf(const Link& each) const
    {
        const std::lock_guard lock(m_mutex);
        const auto [found, isNew] = m_labels[each.path.rank.get()].try_emplace(each.link.owner);
        if (isNew)
            found->second = ownerLabels(*each.rank().trace, each.link.owner);
        return found->second;
    }

    std::shared_ptr<const PathsOfRanks> m_paths;
    std::vector<std::size_t> m_ends; ///< by path: the row behind its last
    mutable std::mutex m_mutex;      ///< of what follows; entries stay where they are
    mutable std::unordered_map<const PathRank*, std::unordered_map<SliceId, OwnerLabels>> m_labels;
};

/// The links of a path that a row of a table is about.
struct PathRowKey {
    std::size_t path = 0; ///< in PathsOfRanks
    Cause cause = Cause::Unrecorded;
    std::optional<std::string> owner;
};

/// As intervals where they lie; those of the longest link, or of the whole window.
Selection evidenceOfPath(const PathRank& rank, const WalkedPath& walked, const PathRowKey& key, std::string_view figure,
    const Progress& progress)
{
    Selection selection;
    const auto add = [&](TrackId track, const TimeRange& range) {
        selection.intervals.push_back(rank.interval(track, range));
    };
    if (figure == column::kWall) {
        add({}, walked.window);
        return selection;
    }
    std::optional<PathLink> longest;
    StopCheck check(progress);
    for (const PathLink& link : walked.links) {
        if (check.after(1))
            return selection;
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

using PathTable = KeyedTable<PathRowKey>;

Table withPathEvidence(PathTable made, std::shared_ptr<const PathsOfRanks> paths)
{
    Table& table = made.table;
    table.setKinds(mapped(made.keys, [](const PathRowKey& key) { return std::optional(partKindOf(key.cause)); }));
    table.setEvidence(
        [paths = std::move(paths), keys = std::move(made.keys), columns = table.columns(),
            first = table.columnIndex(column::kTime)](std::size_t row, std::size_t column, const Progress& progress) {
            if (column < first)
                return Selection {};
            const PathOfRank& path = (*paths)[keys[row].path];
            return evidenceOfPath(*path.rank, path.walked, keys[row], columns[column].name, progress);
        });
    return std::move(made.table);
}

/// What a row of the table of steps is about. It is walked again when it is asked for: most steps never are.
struct PathStepKey {
    std::shared_ptr<const PathRank> rank;
    Step step;
    Cause cause;
};
using PathStepTable = KeyedTable<PathStepKey>;

Table withStepEvidence(PathStepTable made, const Scope& scope, const PathChoice& choice)
{
    Table& table = made.table;
    table.setKinds(mapped(made.keys, [](const PathStepKey& key) { return std::optional(partKindOf(key.cause)); }));
    table.setEvidence(
        [keys = std::move(made.keys), columns = table.columns(), scope, choice,
            first = table.columnIndex(column::kTime)](std::size_t row, std::size_t column, const Progress& progress) {
            if (column < first)
                return Selection {};
            const auto& [rank, step, cause] = keys[row];
            return evidenceOfPath(*rank, walkStep(*rank, step, traceRange(rank->rank, scope), choice, progress),
                { 0, cause, std::nullopt }, columns[column].name, progress);
        });
    return std::move(made.table);
}

std::vector<ChartDescription> pathCharts()
{
    return { { .id = "critical-path",
                 .table = "summary",
                 .title = kPathSummaryTitle,
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
        return remarkOfRank(rank, std::string(kNothingFits),
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
    remarkOnHostClock(input, context.progress, context.threads, result.remarks);
    remarkOnMergedRanks(input, context.progress, result.remarks);
    remarkOnMissingSteps(input, context.progress, result.remarks);
    PathTable summary { { "summary", kPathSummaryTitle, pathSummaryColumns() } };
    PathTable owners { { "owners", kPathOwnersTitle, pathOwnerColumns() } };
    PathStepTable steps { { "steps", kPathStepsTitle, pathStepColumns() } };
    const auto add = [&](const std::shared_ptr<const PathRank>& rank, WalkedPath path, PathNotes& notes) {
        const Nanoseconds wall = path.window.length();
        const Cell step = path.step ? Cell { path.step->number } : Cell {};
        std::array<SumsByCause, 8> sums; // by part of the links
        std::vector<OwnerPart> parts;
        parallelFor(2 + sums.size(), context.threads, [&](std::size_t i) { // what takes longest first
            if (i == 0)
                notes.add(path.links, context.progress);
            else if (i == 1)
                parts = ownersOf(*rank->rank.trace, path.links, context.progress);
            else
                sums[i - 2] = sumsOfPart(path.links, i - 2, sums.size(), context.progress);
        });
        for (const auto& [cause, sum] : sumsOf(std::span<const SumsByCause>(sums)))
            summary.add({ rank->rank.rank, step, std::string(toString(cause)), sum.time,
                            exactPercentCell(sum.time, wall), sum.links, sum.longest, wall },
                { paths->size(), cause, std::nullopt });
        for (const OwnerPart& part : parts)
            owners.add({ rank->rank.rank, step, std::string(toString(part.cause)), part.name, part.time,
                           exactPercentCell(part.time, wall), part.calls, part.longest },
                { paths->size(), part.cause, part.name });
        paths->push_back({ rank, std::move(path) });
    };
    std::vector<SlowOpsOfRank> slowOps;
    const int threadsOfARank = threadsWithin(ranks.size(), context);
    KT_TRY_DONE(forEachRankInOrder(
        ranks.size(), context,
        [&](std::size_t i) { return walkRank(*ranks[i], input, choice, context.progress, threadsOfARank); },
        [&](std::size_t i, RankPath found) {
            if (found.paths.empty())
                result.remarks.push_back(nothingToWalk(ranks[i]->rank, choice));
            for (WalkedPath& path : found.paths)
                add(ranks[i], std::move(path), *found.notes);
            for (const auto& [step, wall, sums] : found.steps) {
                for (const auto& [cause, sum] : sums)
                    steps.add({ ranks[i]->rank.rank, step.number, std::string(ranks[i]->rank.trace->text(step.name)),
                                  std::string(toString(cause)), sum.time, exactPercentCell(sum.time, wall), wall },
                        { ranks[i], step, cause });
            }
            std::vector<Remark> remarks;
            std::optional<SlowOps> slow;
            parallelFor(2, context.threads, [&](std::size_t part) {
                if (part == 0)
                    remarks = found.notes->remarks(context.progress);
                else
                    slow = found.notes->slowOps(context.progress);
            });
            append(result.remarks, remarks);
            if (slow)
                slowOps.push_back({ ranks[i]->rank.rank, *slow });
        }));
    remarkOnSlowOps(slowOps, SlowOpsOf::Recording, result.remarks);
    KT_TRY_DONE(context.progress.carryOn());
    if (choice.annotation.empty() && choice.instance != 0)
        result.remarks.push_back({ "instance-alone",
            { KT_PHRASE("critical-path", "%1 counts annotations of one name: without %2 it changes nothing."),
                arg::Option { parameter::kInstance }, arg::Option { parameter::kAnnotation } } });
    if (!input.scope.streams.empty())
        result.remarks.push_back({ "all-streams",
            { KT_PHRASE("causes", "The path goes over all streams: chosen ones change nothing here.") } });
    const auto rows = std::make_shared<const LinkRows>(paths);
    Table links("links", kLinksTitle, linkColumns(), rows);
    links.setEvidence([rows](std::size_t row, std::size_t) { return rows->evidence(row); });
    result.tables = tableList(withPathEvidence(std::move(summary), paths), withPathEvidence(std::move(owners), paths),
        std::move(links), withStepEvidence(std::move(steps), input.scope, choice));
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
        .tables = { { "summary", kPathSummaryTitle, pathSummaryColumns() },
            { "owners", kPathOwnersTitle, pathOwnerColumns() }, { "links", kLinksTitle, linkColumns() },
            { "steps", kPathStepsTitle, pathStepColumns() } },
        .recordingOption = kGpuRecordingOption,
        .run = runCriticalPath };
    analysis.parameters.push_back(textParameter(parameter::kAnnotation, "Annotation",
        "Name of the annotation that is the window (in hta mode a part of it); empty for the scope"));
    analysis.parameters.push_back({ .id = parameter::kInstance,
        .title = "Instance",
        .help = "Which of the annotations of that name, counted from 0",
        .defaultValue = std::int64_t { 0 },
        .minimum = 0 });
    return analysis;
}

} // namespace kinetoscope
