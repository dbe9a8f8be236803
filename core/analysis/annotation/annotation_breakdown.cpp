// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/annotation/annotation_breakdown.h"

#include "core/analysis/annotation/annotations.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/name_pattern.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/numeric/covered_time.h"
#include "core/numeric/fold.h"
#include "core/numeric/statistics.h"

#include <algorithm>
#include <map>
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

/// "ProfilerStep#12" to "ProfilerStep#": what numbered annotations have in common.
std::string_view withoutNumber(std::string_view name)
{
    const std::size_t digits = name.find_last_not_of("0123456789");
    if (digits == std::string_view::npos || name[digits] != '#')
        return name;
    return name.substr(0, digits + 1);
}

/// One row of the table.
struct Line {
    std::string label;
    std::set<StringId> names; ///< the annotations it is about
    RunningStatistics<Nanoseconds> durations;
    Nanoseconds self = 0;
    Nanoseconds gpuBusy = 0;
    std::vector<Line> members; ///< what was folded into it

    void merge(const Line& other)
    {
        names.insert(other.names.begin(), other.names.end());
        durations.merge(other.durations);
        self = saturatingAdd(self, other.self);
        gpuBusy = saturatingAdd(gpuBusy, other.gpuBusy);
    }
};

/// How names become rows.
struct NameRules {
    std::size_t keep = 1000;
    double ratio = 0.8;
    RatioRule rule = RatioRule::Quantile;
    bool joinNumbered = false;
    std::vector<NamePattern> neverFolded {};

    static Result<NameRules> from(const Parameters& parameters)
    {
        NameRules rules { .keep = static_cast<std::size_t>(parameters.integer(parameter::kNumKernels)),
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
    [[nodiscard]] bool isNeverFolded(const std::string& name) const
    {
        return std::ranges::any_of(neverFolded, [&name](const NamePattern& pattern) { return pattern.isIn(name); });
    }
};

/// When the GPUs of a rank are busy: as a whole for host annotations, per device for projections.
class BusyTimes {
public:
    BusyTimes(const RankGpuWork& work, AnnotationSide side)
        : m_side(side)
    {
        std::map<std::int64_t, std::vector<TimeRange>> ranges;
        for (const GpuStream& stream : work.streams) {
            std::vector<TimeRange>& all = ranges[side == AnnotationSide::Gpu ? stream.device : 0];
            for (std::size_t i = stream.firstRow; i < stream.firstRow + stream.rowCount; ++i)
                all.push_back(work.rows[i].range);
        }
        for (auto& [device, all] : ranges)
            m_busy.emplace(device, CoveredTime(unionOf(std::move(all))));
    }
    [[nodiscard]] Nanoseconds within(const AnnotationRow& row) const
    {
        const auto busy = m_busy.find(m_side == AnnotationSide::Gpu ? row.device : 0);
        return busy == m_busy.end() ? 0 : busy->second.within(row.range);
    }

private:
    AnnotationSide m_side;
    std::map<std::int64_t, CoveredTime> m_busy; ///< by device; 0 for the rank
};

/// The lines of one rank by sum descending, then by name.
std::vector<Line> linesOf(
    const Trace& trace, const RankAnnotations& annotations, const BusyTimes& busy, const NameRules& rules)
{
    std::map<std::string_view, Line> byLabel;
    for (const AnnotationRow& row : annotations.rows) {
        const std::string_view name = trace.name(row.slice);
        Line& line = byLabel[rules.joinNumbered ? withoutNumber(name) : name];
        line.names.insert(trace.slices().name[row.slice.index()]);
        line.durations.add(row.range.length());
        line.self = saturatingAdd(line.self, row.self);
        line.gpuBusy = saturatingAdd(line.gpuBusy, busy.within(row));
    }
    std::vector<Line> lines;
    for (auto& [label, line] : byLabel) {
        line.label = std::string(label);
        lines.push_back(std::move(line));
    }
    sortStably(lines, std::greater {}, [](const Line& a) { return a.durations.sum(); });
    return lines;
}

/// Folds as section 3.2 does, by true statistics ([DIFF-3.1]); the result is sorted by name.
std::vector<Line> folded(std::vector<Line> lines, const NameRules& rules)
{
    std::vector<double> sums =
        mapped(lines, [](const Line& line) { return static_cast<double>(line.durations.sum()); });
    const std::vector<bool> goes = foldToOthers(sums, rules.keep, rules.ratio, rules.rule);
    std::vector<Line> kept;
    Line others;
    others.label = std::string(kOthersName);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (goes[i] && !rules.isNeverFolded(lines[i].label)) {
            others.merge(lines[i]);
            others.members.push_back(std::move(lines[i]));
        } else
            kept.push_back(std::move(lines[i]));
    }
    if (!others.names.empty())
        kept.push_back(std::move(others));
    sortStably(kept, {}, &Line::label);
    return kept;
}

/// Which annotations a row is about.
struct RowKey {
    std::size_t rank = 0; ///< in ScopedAnnotations
    std::set<StringId> names;
    Nanoseconds longest = 0;
    Nanoseconds shortest = 0;
};

template <typename Wanted> Selection annotationsWhere(const ScopedAnnotations& source, const RowKey& key, Wanted wanted)
{
    const Trace& trace = *source.rankTrace(key.rank).trace;
    const RankAnnotations annotations = source.rank(key.rank, {}).value();
    Selection selection;
    for (const AnnotationRow& row : annotations.rows) {
        if (key.names.contains(trace.slices().name[row.slice.index()]) && wanted(row))
            addVisible(selection, annotations.rankIndex, trace, row.slice, row.range);
    }
    return selection;
}

/// @param byRank  by position in ScopedAnnotations.
Table tableOf(const std::shared_ptr<const ScopedAnnotations>& source, std::vector<std::vector<Line>> byRank)
{
    Table table("annotations", kAnnotationBreakdownTitle, annotationBreakdownColumns());
    std::vector<RowKey> keys;
    std::vector<std::vector<Line>> members; // by row
    for (std::size_t rank = 0; rank < byRank.size(); ++rank) {
        for (Line& line : byRank[rank]) {
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
    const auto shared = std::make_shared<const std::vector<RowKey>>(std::move(keys));
    table.setMembers([source, shared, members = std::move(members)](std::size_t row) {
        std::vector<std::vector<Line>> lines((*shared)[row].rank + 1);
        lines.back() = members[row];
        return tableOf(source, std::move(lines));
    });
    table.setEvidence([source, shared, longest, shortest](std::size_t row, std::size_t column) {
        const RowKey& key = (*shared)[row];
        return annotationsWhere(*source, key, [&](const AnnotationRow& annotation) {
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

Remark nothingFound(const RankTrace& rank, AnnotationSide side)
{
    if (side == AnnotationSide::Host)
        return remarkOfRank(rank, "no-annotations",
            { KT_PHRASE("annotation-breakdown",
                "no user_annotation in this scope; wrap code in torch.profiler.record_function to have them.") });
    return remarkOfRank(rank, "no-gpu-annotations",
        { KT_PHRASE("annotation-breakdown",
              "no gpu_user_annotation in this scope; the profiler writes them where record_function is around "
              "launches and ProfilerActivity.CUDA is on. With %1 those of the host are shown."),
            arg::Option { "no-use-gpu-annotation" } });
}

Result<AnalysisResult> runAnnotationBreakdown(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const NameRules rules, NameRules::from(parameters));
    const AnnotationSide side =
        parameters.boolean(parameter::kUseGpuAnnotation) ? AnnotationSide::Gpu : AnnotationSide::Host;
    KT_TRY(const std::shared_ptr<const ScopedAnnotations> source, ScopedAnnotations::create(inputs[0], side));
    KT_TRY(const auto gpuWork, ScopedGpuWork::create(inputs[0], *context.classifier));

    AnalysisResult result;
    std::vector<std::vector<Line>> byRank;
    const auto measure = [&](std::size_t i) -> Result<std::vector<Line>> {
        KT_TRY(const RankAnnotations annotations, source->rank(i, context.progress));
        KT_TRY(const RankGpuWork work, gpuWork->rank(i, context.progress));
        const Trace& trace = *source->rankTrace(i).trace;
        return folded(linesOf(trace, annotations, BusyTimes(work, side), rules), rules);
    };
    const auto add = [&](std::size_t i, std::vector<Line> lines) {
        if (lines.empty())
            result.remarks.push_back(nothingFound(source->rankTrace(i), side));
        byRank.push_back(std::move(lines));
    };
    KT_TRY_DONE(forEachRankInOrder(source->rankCount(), context, measure, add));
    result.tables.push_back(tableOf(source, std::move(byRank)));
    result.charts = charts();
    return result;
}

std::vector<ParameterDescriptor> parameterDescriptors()
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
        .parameters = parameterDescriptors(),
        .tables = { { "annotations", kAnnotationBreakdownTitle, annotationBreakdownColumns() } },
        .recordingOption = "with torch.profiler.record_function(...) around the regions",
        .run = runAnnotationBreakdown };
}

} // namespace kinetoscope
