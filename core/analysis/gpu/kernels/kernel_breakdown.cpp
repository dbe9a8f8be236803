// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/kernels/kernel_breakdown.h"

#include "core/analysis/efficiency/peak_shares.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/gpu/kernels/kernel_names_table.h"
#include "core/analysis/gpu/kernels/kernel_rows.h"
#include "core/analysis/part_kinds.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/display_name.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/model/kernel_names.h"
#include "core/numeric/rounding.h"
#include "core/query/op_names.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kKernelsTitle = "Kernels by rank, type and name";

std::string_view kernelRowsNameOf(const ScopedGpuWork& source, const KernelRow& row)
{
    return row.totals.isOthers ? kOthersName : source.rankTrace(row.rank).trace->text(row.totals.names.front());
}

void addKernelRow(Table& table, const ScopedGpuWork& source, const KernelRow& row, const DisplayNames& shortNames)
{
    const RunningStatistics<Nanoseconds>& statistics = row.totals.statistics;
    const std::string name(kernelRowsNameOf(source, row));
    table.addRow({
        name,
        statistics.sum(),
        statistics.max(),
        statistics.min(),
        statistics.deviation() / 1000.0,
        statistics.mean() / 1000.0,
        std::string(toString(row.type)),
        source.rankNumber(row.rank),
        static_cast<std::int64_t>(statistics.count()),
        exactPercentCell(statistics.sum(), row.typeSum),
        exactPercentCell(statistics.sum(), row.busy),
        static_cast<std::int64_t>(row.totals.names.size()),
        row.totals.isOthers ? name : std::string(shortNames.view(row.totals.names.front())),
        row.peakShare ? Cell { roundHalfEven(*row.peakShare, 2) } : Cell {},
    });
}

/// What a cell of a row is made of: all calls of its names, or the longest or the shortest of them.
Selection callsOf(
    const ScopedGpuWork& source, const KernelRow& row, bool onlyLongest, bool onlyShortest, const Progress& progress)
{
    const RankTrace& rank = source.rankTrace(row.rank);
    const RankGpuWork work = source.rowsOf(row.rank, progress);
    const SliceTable& slices = rank.trace->slices();
    std::vector<StringId> names = row.totals.names;
    std::ranges::sort(names);
    const auto isMeant = [&](const GpuWorkRow& candidate) {
        if (candidate.type != row.type || !std::ranges::binary_search(names, slices.name[candidate.slice.index()]))
            return false;
        const Nanoseconds length = candidate.range.length();
        if (onlyLongest)
            return length == row.totals.statistics.max();
        return !onlyShortest || length == row.totals.statistics.min();
    };
    return selectionWhere(source, rank, work, isMeant, progress);
}

/// The names that were folded into a row, a row each; none for the row of one name, or if told to stop.
std::vector<KernelRow> membersOf(const ScopedGpuWork& source, const KernelRow& row, const Progress& progress)
{
    std::vector<KernelRow> members;
    if (!row.totals.isOthers)
        return members;
    std::vector<StringId> names = row.totals.names;
    std::ranges::sort(names);
    std::vector<KernelNameTotals> all =
        totalsByName(*source.rankTrace(row.rank).trace, source.rowsOf(row.rank, progress), row.type, progress);
    if (progress.shouldStop())
        return members;
    for (KernelNameTotals& totals : all) {
        if (std::ranges::binary_search(names, totals.names.front()))
            members.push_back(
                kernelRow(row.rank, row.type, std::move(totals), row.typeSum, row.busy, row.sharesByName));
    }
    return members;
}

/// Columns of the table `kernels`.
std::vector<ColumnDescriptor> kernelColumns()
{
    return readFirst({ column::kName, column::kSumUs, column::kTypePctg, column::kCount, column::kKernelType },
        {
            textColumn(column::kName, "Kernel", TextKind::Name),
            mainFigure(durationColumn(column::kSumUs, "Sum")),
            durationColumn(column::kMaxUs, "Longest"),
            durationColumn(column::kMinUs, "Shortest"),
            microsecondsColumn("stddev", "Standard deviation"),
            microsecondsColumn(column::kMeanUs, "Mean"),
            textColumn(column::kKernelType, "Type", TextKind::Category),
            numberColumn(column::kRank, "Rank"),
            countColumn(column::kCount, "Calls"),
            roundedInFiles(percentColumn(column::kTypePctg, "Share of type", "% of the sum of durations of the type")),
            roundedInFiles(
                percentColumn("busy_pctg", "Share of busy", "% of the time in which the rank's GPUs are busy")),
            countColumn(column::kNames, "Distinct names"),
            { .name = "short_name", .type = ColumnType::String, .title = "Short name", .isInFilesOnly = true },
            peakShareColumn(),
        });
}

/// The table `kernels`: by type, name and rank, with what each row is made of and what was folded into it.
Table kernelsTable(const std::shared_ptr<const ScopedGpuWork>& source, std::vector<KernelRow> rows)
{
    sortStably(rows, [&source](const KernelRow& a, const KernelRow& b) {
        if (a.type != b.type)
            return toString(a.type) < toString(b.type);
        const std::string_view left = kernelRowsNameOf(*source, a);
        const std::string_view right = kernelRowsNameOf(*source, b);
        return left != right ? left < right : a.rank < b.rank;
    });
    Table table("kernels", kKernelsTitle, kernelColumns());
    std::map<std::size_t, DisplayNames> shortNames; // by rank
    for (const KernelRow& row : rows) {
        const Trace& trace = *source->rankTrace(row.rank).trace;
        const auto names = shortNames.find(row.rank);
        addKernelRow(table, *source, row,
            names != shortNames.end()
                ? names->second
                : shortNames.try_emplace(row.rank, trace.strings(), sliceNames(trace)).first->second);
    }
    table.setKinds(mapped(rows, [](const KernelRow& row) { return std::optional(partKindOf(row.type)); }));
    const auto shared = std::make_shared<const std::vector<KernelRow>>(std::move(rows));
    const std::size_t longest = table.columnIndex(column::kMaxUs);
    const std::size_t shortest = table.columnIndex(column::kMinUs);
    table.setEvidence(
        [source, shared, longest, shortest](std::size_t row, std::size_t column, const Progress& progress) {
            return callsOf(*source, (*shared)[row], column == longest, column == shortest, progress);
        });
    table.setMembers([source, shared](std::size_t row, const Progress& progress) {
        return kernelsTable(source, membersOf(*source, (*shared)[row], progress));
    });
    return table;
}

constexpr const char* kTypesTitle = "What runs on the GPUs, all ranks together";

std::vector<ColumnDescriptor> typeColumns()
{
    return {
        textColumn(column::kKernelType, "Running at once", TextKind::Category),
        mainFigure(durationColumn(column::kSum, "Time")),
        percentColumn("percentage", "Share of busy", "% of the time in which one of the types runs"),
    };
}

/// Collects both tables rank by rank.
class Breakdown {
public:
    Breakdown(std::shared_ptr<const ScopedGpuWork> source, std::vector<KernelType> types)
        : m_source(std::move(source))
        , m_types(std::move(types))
    {
    }

    void add(KernelsOfRank part)
    {
        for (const auto& [mask, time] : part.timeByMask)
            m_timeByMask[mask] = saturatingAdd(m_timeByMask[mask], time);
        std::move(part.rows.begin(), part.rows.end(), std::back_inserter(m_rows));
        m_otherWork = saturatingAdd(m_otherWork, part.otherWork);
        if (part.timeOfLongestOther > m_timeOfLongestOther) {
            m_timeOfLongestOther = part.timeOfLongestOther;
            m_longestOther = std::move(part.longestOther);
        }
    }

    AnalysisResult take()
    {
        AnalysisResult result;
        result.tables.push_back(takeTypes());
        result.tables.push_back(kernelsTable(m_source, std::move(m_rows)));
        if (m_otherWork > 0)
            result.remarks.push_back({ "other-work-left-out", otherWorkMessage() });
        return result;
    }

private:
    Table takeTypes();

    [[nodiscard]] Message otherWorkMessage() const
    {
        const arg::Name name { m_longestOther };
        const Message largest = m_longestOther.empty() ? Message {}
            : isWaitingKernelName(m_longestOther)
            ? Message { KT_PHRASE("kernel-breakdown", ", its largest part %1, by its name a kernel that waits"), name }
            : Message { KT_PHRASE("kernel-breakdown", ", its largest part %1"), name };
        return {
            KT_PHRASE("kernel-breakdown",
                "Device work that is neither compute, communication nor memory is left out of this breakdown: %1%2."),
            arg::Duration { m_otherWork }, largest
        };
    }

    std::shared_ptr<const ScopedGpuWork> m_source;
    std::vector<KernelType> m_types;
    std::map<int, Nanoseconds> m_timeByMask;
    std::vector<KernelRow> m_rows;
    Nanoseconds m_otherWork = 0;
    std::string m_longestOther;
    Nanoseconds m_timeOfLongestOther = 0;
};

/// @param mask  of analysedKernelTypes().
std::optional<PartKind> kindOfMask(int mask)
{
    return partKindOfTypes(static_cast<std::size_t>(mask));
}

Table Breakdown::takeTypes()
{
    struct Line {
        int mask = 0;
        std::string name;
        Nanoseconds time = 0;
    };
    std::vector<Line> lines;
    Nanoseconds total = 0;
    for (const auto& [mask, time] : m_timeByMask) {
        lines.push_back({ mask, kernelTypeMaskName(mask, m_types), time });
        total = saturatingAdd(total, time);
    }
    sortStably(
        lines, [](const Line& a, const Line& b) { return a.time != b.time ? a.time > b.time : a.name < b.name; });

    Table table("kernel-types", kTypesTitle, typeColumns());
    std::vector<int> masks;
    for (const Line& line : lines) {
        table.addRow({ line.name, line.time, percentCell(line.time, total, 1) });
        masks.push_back(line.mask);
    }
    table.setKinds(mapped(masks, kindOfMask));
    table.setEvidence([source = m_source, types = m_types, masks = std::move(masks)](
                          std::size_t row, std::size_t, const Progress& progress) {
        Selection all;
        for (std::size_t i = 0; i < source->rankCount() && !progress.shouldStop(); ++i) {
            const RankGpuWork work = source->rowsOf(i, progress);
            const UnionSweep sweep = typeSweep(work, types, progress);
            const Selection part = selectionOf(work,
                stretchesWhere(
                    sweep, [&](int mask) { return mask == masks[row]; }, progress),
                progress);
            append(all.intervals, part.intervals);
        }
        return all;
    });
    return table;
}

std::vector<ChartDescription> kernelBreakdownCharts()
{
    ChartDescription types { .id = "kernel-types",
        .table = "kernel-types",
        .title = kTypesTitle,
        .denominator = "% of the time in which one of the types runs",
        .labelColumn = column::kKernelType,
        .series = { { column::kSum, "", std::nullopt } },
        .kindOfRow = kindInTable,
        .form = PieChart { .wholeLabel = "time of these types" } };

    ChartDescription kernels { .id = "kernels",
        .table = "kernels",
        .title = "Which kernels take the time of each type",
        .denominator = "% of the sum of durations of the type",
        .labelColumn = column::kName,
        .series = { { column::kSumUs, "", std::nullopt } },
        .groupColumn = "rank,kernel_type",
        .kindOfRow = kindInTable,
        .form = PieChart { .namesColumn = column::kNames, .wholeLabel = "sum of durations" } };

    ChartDescription bars = kernels;
    bars.id = "kernel-sums";
    bars.form = BarChart { .namesColumn = column::kNames };
    bars.title = "Sum of durations by kernel";
    bars.denominator.clear();

    ChartDescription spread = bars;
    spread.id = "kernel-spread";
    spread.form = ErrorBarChart { .namesColumn = column::kNames,
        .minimumColumn = column::kMinUs,
        .maximumColumn = column::kMaxUs,
        .logarithmic = true };
    spread.title = "Duration of one call: mean, shortest to longest";
    spread.series = { { column::kMeanUs, "", std::nullopt } };
    return { types, kernels, bars, spread };
}

FoldRule foldRule(const Parameters& parameters)
{
    FoldRule rule;
    rule.keep = static_cast<std::size_t>(parameters.integer(parameter::kNumKernels));
    rule.ratio = parameters.number(parameter::kDurationRatio);
    rule.rule = parameters.text(parameter::kRatioRule) == "coverage" ? RatioRule::Coverage : RatioRule::Quantile;
    return rule;
}

Result<AnalysisResult> runKernelBreakdown(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const std::shared_ptr<const ScopedGpuWork> source, ScopedGpuWork::create(inputs[0], *context.classifier));

    const std::vector<KernelType> types = analysedKernelTypes(parameters.boolean(parameter::kIncludeMemoryKernels));
    const KernelReader reader(inputs[0], source, *context.classifier, types, foldRule(parameters));
    Breakdown breakdown(source, types);
    std::vector<Remark> remarks;
    const auto measure = [&](std::size_t i) { return reader.measure(i, context.progress); };
    const auto add = [&](std::size_t, KernelsOfRank part) {
        for (Remark& remark : part.remarks) {
            if (std::ranges::find(remarks, remark) == remarks.end())
                remarks.push_back(std::move(remark));
        }
        breakdown.add(std::move(part));
    };
    if (const auto wrong = wrongDeviceRule(*context.classifier))
        return *wrong;
    KT_TRY_DONE(forEachRankInOrder(source->rankCount(), context, measure, add));
    AnalysisResult result = breakdown.take();
    result.charts = kernelBreakdownCharts();
    result.remarks.insert(result.remarks.begin(), remarks.begin(), remarks.end());
    return result;
}

std::vector<ParameterDescriptor> kernelBreakdownParameters()
{
    ParameterDescriptor ratio = numberParameter(parameter::kDurationRatio, "Top kernels up to",
        "Share of the time whose kernels keep their names; used only beyond --num-kernels names", 0.8, { 0.0, 1.0 });
    ParameterDescriptor count = countParameter(parameter::kNumKernels, "Top kernels",
        "Number of names that keep a row; the rest is folded into 'others'", 10, { 1.0, 1e9 });
    ParameterDescriptor memory = switchParameter(
        parameter::kIncludeMemoryKernels, "Include copies and memsets", "Also look at copies and memsets", true);
    ParameterDescriptor rule = choiceParameter(parameter::kRatioRule, "Rule of the share",
        "quantile: HTA's rule, the quantile of the cumulative sums; coverage: the smallest set of top names that "
        "covers the share",
        { "quantile", "coverage" });
    return { ratio, count, memory, rule };
}

} // namespace

std::vector<ColumnDescriptor> kernelTypeColumnsOfHta()
{
    return withType(column::kSum, ColumnType::Float, typeColumns()); // hta mode computes in doubles
}

std::vector<ColumnDescriptor> kernelColumnsOfHta()
{
    return firstLikeHta(8, kernelColumns());
}

std::vector<KernelType> analysedKernelTypes(bool includeMemory)
{
    std::vector<KernelType> types { KernelType::Computation, KernelType::Communication };
    if (includeMemory)
        types.push_back(KernelType::Memory);
    return types;
}

std::string kernelTypeMaskName(int mask, const std::vector<KernelType>& types)
{
    std::string name;
    for (std::size_t i = 0; i < types.size(); ++i) {
        if ((mask & (1 << i)) == 0)
            continue;
        name += name.empty() ? "" : " overlapping ";
        name += toString(types[i]);
    }
    return name;
}

AnalysisDescriptor kernelBreakdown()
{
    return { .id = "kernel-breakdown",
        .title = "Kernel breakdown",
        .question = "Which kernels take the GPU time?",
        .group = PanelGroup::GpuTime,
        .parameters = kernelBreakdownParameters(),
        .tables = { { "kernel-types", kTypesTitle, typeColumns() }, { "kernels", kKernelsTitle, kernelColumns() } },
        .recordingOption = kGpuRecordingOption,
        .run = runKernelBreakdown };
}

} // namespace kinetoscope
