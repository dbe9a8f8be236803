// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/annotation/annotation_breakdown.h"

#include "core/analysis/annotation/annotation_lines.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kAnnotationBreakdownTitle = "How long annotated regions take";

std::vector<ColumnDescriptor> annotationBreakdownColumns()
{
    return readFirst({ column::kName, column::kSumUs, column::kCount, column::kMeanUs, column::kGpuBusyTime },
        {
            textColumn(column::kName, "Annotation"),
            mainFigure(durationColumn(column::kSumUs, "Sum")),
            durationColumn(column::kMaxUs, "Longest"),
            durationColumn(column::kMinUs, "Shortest"),
            microsecondsColumn("stddev", "Standard deviation"),
            microsecondsColumn(column::kMeanUs, "Mean"),
            numberColumn(column::kRank, "Rank"),
            countColumn(column::kCount, "Times"),
            durationColumn("self_time", "Self time", "Outside of nested ones"),
            durationColumn(
                column::kGpuBusyTime, "GPU busy inside", "Sum over the annotations, also of those that run at once"),
            countColumn(column::kNames, "Distinct names"),
        });
}

/// Which annotations a row is about.
struct BreakdownRow {
    std::size_t rank = 0; ///< in ScopedAnnotations
    std::set<StringId> names;
    Nanoseconds longest = 0;
    Nanoseconds shortest = 0;
};

template <typename Wanted>
Selection annotationsWhere(
    const ScopedAnnotations& source, const BreakdownRow& key, const Progress& progress, Wanted wanted)
{
    const Trace& trace = *source.rankTrace(key.rank).trace;
    const Result<RankAnnotations> read = source.rank(key.rank, progress);
    if (!read)
        return {};
    const RankAnnotations& annotations = *read;
    Selection selection;
    StopCheck check(progress);
    constexpr std::size_t kItemsPerRow = 8; // to StopCheck: a name looked up
    for (const AnnotationRow& row : annotations.rows) {
        if (check.after(kItemsPerRow))
            break;
        if (key.names.contains(trace.slices().name[row.slice.index()]) && wanted(row))
            addVisible(selection, annotations.rankIndex, trace, row.slice, row.range);
    }
    return selection;
}

/// @param byRank  by position in ScopedAnnotations.
Table tableOf(const std::shared_ptr<const ScopedAnnotations>& source, std::vector<std::vector<AnnotationLine>> byRank)
{
    Table table("annotations", kAnnotationBreakdownTitle, annotationBreakdownColumns());
    std::vector<BreakdownRow> keys;
    std::vector<std::vector<AnnotationLine>> members; // by row
    for (std::size_t rank = 0; rank < byRank.size(); ++rank) {
        for (AnnotationLine& line : byRank[rank]) {
            const RunningStatistics<Nanoseconds>& durations = line.durations;
            table.addRow({ line.label, durations.sum(), durations.max(), durations.min(),
                durations.deviation() / 1000.0, durations.mean() / 1000.0, source->rankTrace(rank).rank,
                static_cast<std::int64_t>(durations.count()), line.self, line.gpuBusy,
                static_cast<std::int64_t>(line.names.size()) });
            keys.push_back({ rank, std::move(line.names), durations.max(), durations.min() });
            members.push_back(std::move(line.members));
        }
    }
    const std::size_t longest = table.columnIndex(column::kMaxUs);
    const std::size_t shortest = table.columnIndex(column::kMinUs);
    const auto shared = std::make_shared<const std::vector<BreakdownRow>>(std::move(keys));
    table.setMembers([source, shared, members = std::move(members)](std::size_t row, const Progress&) {
        std::vector<std::vector<AnnotationLine>> lines((*shared)[row].rank + 1);
        lines.back() = members[row];
        return tableOf(source, std::move(lines));
    });
    table.setEvidence(
        [source, shared, longest, shortest](std::size_t row, std::size_t column, const Progress& progress) {
            const BreakdownRow& key = (*shared)[row];
            return annotationsWhere(*source, key, progress, [&](const AnnotationRow& annotation) {
                if (column == longest)
                    return annotation.range.length() == key.longest;
                return column != shortest || annotation.range.length() == key.shortest;
            });
        });
    return table;
}

std::vector<ChartDescription> charts()
{
    ChartDescription sums { .id = "annotation-sums",
        .table = "annotations",
        .title = kAnnotationBreakdownTitle,
        .denominator = "% of the sum of durations; nested ones count in both",
        .labelColumn = column::kName,
        .series = { { column::kSumUs, "", PartKind::Annotation } },
        .groupColumn = column::kRank,
        .form = PieChart { .namesColumn = column::kNames } };

    ChartDescription spread { .id = "annotation-spread",
        .table = "annotations",
        .title = "Duration of one time: mean, shortest to longest",
        .labelColumn = column::kName,
        .series = { { column::kMeanUs, "", PartKind::Annotation } },
        .groupColumn = column::kRank,
        .form =
            ErrorBarChart { .minimumColumn = column::kMinUs, .maximumColumn = column::kMaxUs, .logarithmic = true } };
    return { sums, spread };
}

/// @param isElsewhere  whether what lacks may have been recorded all the same.
Remark nothingFound(const RankTrace& rank, AnnotationSide side, bool isElsewhere)
{
    if (side == AnnotationSide::Host && isElsewhere)
        return remarkOfRank(
            rank, "no-annotations", { KT_PHRASE("annotation-breakdown", "no user_annotation in this scope.") });
    if (side == AnnotationSide::Host)
        return remarkOfRank(rank, "no-annotations",
            { KT_PHRASE("annotation-breakdown",
                "no user_annotation in this scope; wrap code in torch.profiler.record_function to have them.") });
    if (isElsewhere || isOfOtherAccelerator(*rank.trace)) // what the profiler of another one writes is not known
        return remarkOfRank(rank, "no-gpu-annotations",
            { KT_PHRASE("annotation-breakdown",
                  "no gpu_user_annotation in this scope. With %1 the annotations of the host are shown."),
                arg::Option { "no-use-gpu-annotation" } });
    return remarkOfRank(rank, "no-gpu-annotations",
        { KT_PHRASE("annotation-breakdown",
              "no gpu_user_annotation in this scope; the profiler writes them where record_function is around "
              "launches and ProfilerActivity.CUDA is on. With %1 those of the host are shown."),
            arg::Option { "no-use-gpu-annotation" } });
}

Result<AnalysisResult> runAnnotationBreakdown(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const AnnotationNameRules rules, AnnotationNameRules::from(parameters));
    const AnnotationSide side =
        parameters.boolean(parameter::kUseGpuAnnotation) ? AnnotationSide::Gpu : AnnotationSide::Host;
    KT_TRY(const std::shared_ptr<const ScopedAnnotations> source, ScopedAnnotations::create(inputs[0], side));
    KT_TRY(const auto gpuWork, ScopedGpuWork::create(inputs[0], *context.classifier));

    AnalysisResult result;
    std::vector<std::vector<AnnotationLine>> byRank;
    const auto measure = [&](std::size_t i) -> Result<std::vector<AnnotationLine>> {
        KT_TRY(const RankAnnotations annotations, source->rank(i, context.progress));
        KT_TRY(const RankGpuWork work, gpuWork->rank(i, context.progress));
        const Trace& trace = *source->rankTrace(i).trace;
        return annotationLines(trace, annotations, work, side, rules);
    };
    const auto add = [&](std::size_t i, std::vector<AnnotationLine> lines) {
        if (lines.empty())
            result.remarks.push_back(
                nothingFound(source->rankTrace(i), side, mayRankHaveMore(inputs[0].scope, source->rankTrace(i))));
        byRank.push_back(std::move(lines));
    };
    KT_TRY_DONE(forEachRankInOrder(source->rankCount(), context, measure, add));
    result.tables.push_back(tableOf(source, std::move(byRank)));
    result.charts = charts();
    return result;
}

std::vector<ParameterDescriptor> breakdownParameters()
{
    ParameterDescriptor gpu = switchParameter(parameter::kUseGpuAnnotation, "Annotations on streams",
        "Look at the annotations' projections on streams; without it at the host's own", true);
    ParameterDescriptor ratio = numberParameter(parameter::kDurationRatio, "Top names up to",
        "Share of the time whose annotations keep their names; used only beyond --num-kernels names", 0.8,
        { 0.0, 1.0 });
    ParameterDescriptor count = countParameter(parameter::kNumKernels, "Top names",
        "Number of names that keep a row; the rest is folded into 'others'", 1000, { 1.0, 1e9 });
    ParameterDescriptor allowed = listParameter(parameter::kAllowlistPatterns, "Never folded",
        "Regular expressions; names in which one of them is found keep their row (hta mode: plain text)");
    ParameterDescriptor rule = choiceParameter(parameter::kRatioRule, "Rule of the share",
        "quantile: HTA's rule, the quantile of the cumulative sums; coverage: the smallest set of top names that "
        "covers the share (exact mode)",
        { "quantile", "coverage" });
    ParameterDescriptor numbered = switchParameter(parameter::kJoinNumbered, "Join numbered names",
        "Take ProfilerStep#1, ProfilerStep#2, ... for one name (exact mode)", false);
    return { gpu, ratio, count, allowed, rule, numbered };
}

} // namespace

Result<AnnotationNameRules> AnnotationNameRules::from(const Parameters& parameters)
{
    AnnotationNameRules rules { .keep = static_cast<std::size_t>(parameters.integer(parameter::kNumKernels)),
        .ratio = parameters.number(parameter::kDurationRatio),
        .rule = parameters.text(parameter::kRatioRule) == "coverage" ? RatioRule::Coverage : RatioRule::Quantile,
        .joinNumbered = parameters.boolean(parameter::kJoinNumbered) };
    for (const std::string& expression : parameters.list(parameter::kAllowlistPatterns)) {
        Result<NamePattern> pattern = NamePattern::compile(expression);
        if (!pattern)
            return invalidArgument({ KT_PHRASE("annotation-breakdown", "%1: %2: %3"),
                arg::Option { "allowlist-patterns" }, arg::Name { expression }, pattern.error().message });
        rules.neverFolded.push_back(std::move(pattern).value());
    }
    return rules;
}

std::vector<ColumnDescriptor> annotationColumnsOfHta()
{
    return firstLikeHta(7, annotationBreakdownColumns());
}

AnalysisDescriptor annotationBreakdown()
{
    return { .id = "annotation-breakdown",
        .title = "Annotation breakdown",
        .question = "How long do annotated regions take, on the GPUs or on the host?",
        .group = PanelGroup::GpuTime,
        .parameters = breakdownParameters(),
        .tables = { { "annotations", kAnnotationBreakdownTitle, annotationBreakdownColumns() } },
        .recordingOption = "with torch.profiler.record_function(...) around the regions",
        .run = runAnnotationBreakdown };
}

} // namespace kinetoscope
