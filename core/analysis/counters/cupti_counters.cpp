// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/cupti_counters.h"

#include "core/analysis/counters/counter_figures.h"
#include "core/analysis/counters/rank_ranges.h"
#include "core/analysis/counters/roofline/roofline.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/scoped_ranks.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kRegionsTitle = "What the hardware counted over a whole region";
constexpr const char* kHowToRecord =
    "experimental_config=_ExperimentalConfig(profiler_metrics=[...], profiler_measure_per_kernel=True)";

using Columns = std::vector<ColumnDescriptor>;

Columns leadingColumns()
{
    return {
        { .name = "index", .type = ColumnType::Int, .title = "Event", .place = 3 },
        textColumn(column::kName, "Kernel", TextKind::Name),
        defined(
            { .name = column::kTs, .type = ColumnType::Time, .unit = Unit::Microseconds, .title = "Start", .place = 2 },
            "Start of the range"),
        defined(
            { .name = "dur", .type = ColumnType::Duration, .unit = Unit::Microseconds, .title = "Length", .place = 1 },
            "Length of the range"),
    };
}

Columns launchColumns()
{
    return {
        { .name = column::kIndexRuntime, .type = ColumnType::Int, .title = "Launch event", .place = 3 },
        defined({ column::kOpStack, ColumnType::List, Unit::None, "Ops around" },
            "Ops around the launch, the outermost first"),
        textColumn(column::kTopLevelOp, "Outermost op"),
        textColumn(column::kBottomLevelOp, "Innermost op"),
        numberColumn(column::kRank, "Rank"),
        textColumn("matched_by", "Launch told by", TextKind::Word),
    };
}

Columns regionColumns()
{
    return {
        numberColumn(column::kRank, "Rank"),
        countColumn("launches", "Kernel launches covered"),
        textColumn("covers", "Inside of", "Annotation or op around the launches"),
        defined({ "covered_ts", ColumnType::Time, Unit::Microseconds, "Covered from" }, "Start of the part covered"),
        durationColumn("covered_time", "Covered time", "Length of the part covered"),
    };
}

Columns counterColumns(const std::vector<std::string>& counters)
{
    Columns all;
    for (const std::string& counter : counters)
        all.push_back({ counter, ColumnType::Float, counterUnit(counter), "" });
    return all;
}

/// Where a row of `kernels` comes from.
struct RowKey {
    std::uint32_t rank = 0;
    SliceId range;
    SliceId launch; ///< invalid: none
};
/// Where a row of `regions` comes from.
struct RegionKey {
    std::uint32_t rank = 0;
    SliceId range;
    RegionCover cover;
    TimeRange covered; ///< job time
};

/// Builds both tables, rank by rank.
class CounterTables {
public:
    CounterTables(std::span<const RankTrace> ranks, std::vector<std::string> counters, CounterFigures figures,
        GivenPeaks peaks, const KernelClassifier& classifier)
        : m_ranks(ranks)
        , m_roofline(ranks, peaks, classifier)
        , m_counters(std::move(counters))
        , m_figures(std::move(figures))
        , m_kernels { { "kernels", kCounterKernelsTitle,
              joinedColumns({ leadingColumns(), counterColumns(m_counters), launchColumns(), m_figures.columns() }) } }
        , m_regions { { "regions", kRegionsTitle,
              joinedColumns({ leadingColumns(), counterColumns(m_counters), regionColumns(), m_figures.columns() }) } }
    {
    }

    void add(const RankRanges& rank, const RangeScope& scope)
    {
        mapCounters(rank.ranges);
        for (std::size_t i = 0; i < rank.kernels.size(); ++i) {
            const SliceId launch = rank.alignment.launches[i];
            if (scope.has(launch))
                addKernel(rank, rank.kernels[i], launch);
        }
        for (std::size_t i = 0; i < rank.regions.size(); ++i) {
            if (scope.has(rank.covers[i].source))
                addRegion(rank, i);
        }
    }

    void take(AnalysisResult& result)
    {
        setKernelEvidence();
        setRegionEvidence();
        result.tables = tableList(std::move(m_kernels.table), std::move(m_regions.table));
        m_roofline.take(result);
    }

private:
    void mapCounters(const ProfilerRanges& ranges)
    {
        m_counterOf.clear();
        for (const std::string& counter : m_counters) {
            const auto it = std::ranges::find(ranges.counters, counter);
            m_counterOf.push_back(static_cast<std::size_t>(it - ranges.counters.begin()));
        }
    }

    /// The cells that both tables begin with.
    std::vector<Cell> leadingCells(const RankRanges& rank, std::size_t range)
    {
        const RankTrace& source = m_ranks[rank.index];
        const SliceTable& slices = source.trace->slices();
        const SliceId slice = rank.ranges.slices[range];
        m_values.clear();
        for (const std::size_t counter : m_counterOf)
            m_values.push_back(
                counter < rank.ranges.counters.size() ? rank.ranges.value(range, counter) : std::nan(""));
        std::vector<Cell> cells { std::int64_t { slices.eventIndex[slice.index()] },
            std::string(source.trace->name(slice)), source.toJobTime(slices.start[slice.index()]),
            slices.duration(slice) };
        for (const double value : m_values)
            cells.push_back(std::isnan(value) ? Cell {} : Cell { value });
        return cells;
    }

    /// Returns the figures: operations, bytes, and so on as CounterFigures has them.
    std::vector<std::optional<double>> addFigures(std::vector<Cell>& cells) const
    {
        std::vector<std::optional<double>> figures = m_figures.figures(m_values);
        for (const std::optional<double>& figure : figures)
            cells.push_back(cellOrNothing(figure));
        return figures;
    }

    /// The value that the row being built has of a counter.
    [[nodiscard]] std::optional<double> valueOf(std::string_view counter) const
    {
        const auto at = std::ranges::find(m_counters, counter);
        if (at == m_counters.end())
            return std::nullopt;
        const double value = m_values[static_cast<std::size_t>(at - m_counters.begin())];
        return std::isnan(value) ? std::nullopt : std::optional(value);
    }

    void addKernel(const RankRanges& rank, std::size_t range, SliceId launch)
    {
        const Trace& trace = *m_ranks[rank.index].trace;
        std::vector<Cell> cells = leadingCells(rank, range);
        std::vector<std::string> stack;
        if (launch.isValid()) {
            for (const SliceId ancestor : trace.ancestors(launch)) {
                if (trace.kind(ancestor) == EventKind::CpuOp)
                    stack.emplace_back(trace.name(ancestor));
            }
        }
        cells.push_back(
            launch.isValid() ? Cell { std::int64_t { trace.slices().eventIndex[launch.index()] } } : Cell {});
        const Cell top = stack.empty() ? Cell {} : Cell { stack.front() };
        const Cell bottom = stack.empty() ? Cell {} : Cell { stack.back() };
        cells.emplace_back(std::move(stack));
        cells.push_back(top);
        cells.push_back(bottom);
        cells.emplace_back(m_ranks[rank.index].rank);
        cells.emplace_back(std::string(launch.isValid() ? toString(rank.alignment.match) : ""));
        const std::vector<std::optional<double>> figures = addFigures(cells);
        m_roofline.add(
            rank.index, rank.ranges.slices[range], launch, { figures[0], figures[1], valueOf(kTimeCounter) });
        m_kernels.add(std::move(cells), { rank.index, rank.ranges.slices[range], launch });
    }

    void addRegion(const RankRanges& rank, std::size_t region)
    {
        const RankTrace& source = m_ranks[rank.index];
        const RegionCover& cover = rank.covers[region];
        std::vector<Cell> cells = leadingCells(rank, rank.regions[region]);
        cells.emplace_back(source.rank);
        cells.push_back(cover.isKnown ? Cell { static_cast<std::int64_t>(cover.launches.size()) } : Cell {});
        cells.push_back(cover.around.isValid() ? Cell { std::string(source.trace->name(cover.around)) } : Cell {});
        cells.push_back(cover.isKnown ? Cell { source.toJobTime(cover.time.begin) } : Cell {});
        cells.push_back(cover.isKnown ? Cell { cover.time.length() } : Cell {});
        addFigures(cells);
        m_regions.add(std::move(cells),
            { rank.index, rank.ranges.slices[rank.regions[region]], cover, source.toJobTime(cover.time) });
    }

    /// What is about the part covered shows that part, everything else the range.
    void setRegionEvidence()
    {
        m_regions.table.setEvidence(
            [keys = std::move(m_regions.keys), names = m_regions.table.columns()](std::size_t row, std::size_t column) {
                const RegionKey& key = keys[row];
                const std::string_view name = names[column].name;
                Selection selection;
                if (name == "launches") {
                    for (const SliceId launch : key.cover.launches)
                        selection.slices.push_back({ key.rank, launch });
                } else if (name == "covers" && key.cover.around.isValid()) {
                    selection.slices.push_back({ key.rank, key.cover.around });
                } else if (name.starts_with("covered_") && key.cover.isKnown) {
                    selection.intervals.push_back({ key.rank, TrackId {}, key.covered });
                } else if (!name.starts_with("cover")) {
                    selection.slices.push_back({ key.rank, key.range });
                }
                return selection;
            });
    }

    /// What is about the launch shows the launch, everything else the range.
    void setKernelEvidence()
    {
        Table& table = m_kernels.table;
        const std::array<std::size_t, 4> ofLaunch { table.columnIndex(column::kIndexRuntime),
            table.columnIndex(column::kOpStack), table.columnIndex(column::kTopLevelOp),
            table.columnIndex(column::kBottomLevelOp) };
        table.setEvidence([keys = std::move(m_kernels.keys), ofLaunch](std::size_t row, std::size_t column) {
            const RowKey& key = keys[row];
            const bool isOfLaunch = std::ranges::find(ofLaunch, column) != ofLaunch.end();
            Selection selection;
            if (!isOfLaunch)
                selection.slices.push_back({ key.rank, key.range });
            else if (key.launch.isValid())
                selection.slices.push_back({ key.rank, key.launch });
            return selection;
        });
    }

    std::span<const RankTrace> m_ranks;
    Roofline m_roofline;
    std::vector<std::string> m_counters;
    CounterFigures m_figures;
    KeyedTable<RowKey> m_kernels;
    KeyedTable<RegionKey> m_regions;
    std::vector<std::size_t> m_counterOf; ///< by position in m_counters: position in the rank's; beyond its end: none
    std::vector<double> m_values;         ///< of the row being built
};

std::vector<ChartDescription> chartsFor(const Table& kernels, bool hasFlops, const std::vector<std::string>& counters)
{
    if (kernels.rowCount() == 0 || counters.empty())
        return {};
    ChartDescription bars { .id = "counted", .table = "kernels", .form = BarChart {} };
    if (hasFlops)
        bars.title = "Floating-point operations by kernel";
    else
        bars.named = { KT_PHRASE("cupti-counters", "%1 by kernel"), arg::Text { counters.front() } };
    bars.labelColumn = column::kName;
    bars.groupColumn = column::kRank;
    bars.series = { { hasFlops ? "flops" : counters.front(), "", PartKind::Compute } };
    return { bars };
}

/// The names of all ranks, in order of first appearance.
std::vector<std::string> allCounters(const std::vector<RankRanges>& ranks)
{
    std::vector<std::string> counters;
    for (const RankRanges& rank : ranks) {
        for (const std::string& counter : rank.ranges.counters) {
            if (std::ranges::find(counters, counter) == counters.end())
                counters.push_back(counter);
        }
    }
    return counters;
}

Result<AnalysisResult> run(AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisInput& input = inputs[0];
    const auto ranks = input.traces->ranks();
    const std::vector<std::uint32_t> wanted = ranksInScope(input);
    const auto read = [&](std::size_t i) -> Result<RankRanges> {
        const Trace& trace = *ranks[wanted[i]].trace;
        RankRanges rank;
        rank.index = wanted[i];
        KT_TRY(rank.ranges, readProfilerRanges(trace, context.progress));
        splitRanges(trace, *context.classifier, rank);
        return rank;
    };
    KT_TRY(const std::vector<RankRanges> found, forEachRank(wanted.size(), context, read));
    const std::vector<std::string> counters = allCounters(found);
    KT_TRY(const CounterFigures figures, CounterFigures::create(counters, parameters.list(parameter::kFormula)));
    if (const auto wrong = wrongDeviceRule(*context.classifier))
        return *wrong;

    AnalysisResult result;
    constexpr double kTera = 1000; // GFLOP/s
    CounterTables tables(ranks, counters, figures,
        { parameters.number(parameter::kPeakFlops) * kTera, parameters.number(parameter::kPeakBandwidth) },
        *context.classifier);
    for (const RankRanges& rank : found) {
        KT_TRY(const RangeScope scope, RangeScope::create(ranks[rank.index], input.scope, input.stop));
        tables.add(rank, scope);
        remarkOn(rank, ranks[rank.index], kHowToRecord, result.remarks);
    }
    tables.take(result);
    const auto hasRanges = [](const RankRanges& rank) { return !rank.ranges.slices.empty(); };
    if (result.tables[0].rowCount() == 0 && result.tables[1].rowCount() == 0 && std::ranges::any_of(found, hasRanges))
        result.remarks.push_back({ "no-counters-in-scope",
            { KT_PHRASE("cupti-counters",
                "No counter range belongs to a launch in this scope; without a choice of time, steps and streams all "
                "are shown.") } });
    if (figures.flopsAreOfInstructions())
        result.remarks.push_back({ "flops-without-tensor-cores",
            { KT_PHRASE(
                "cupti-counters", "flops count what CUDA cores did; tensor cores are not in these counters.") } });
    const bool hasFlops = figures.flopsAreOfInstructions();
    for (ChartDescription& chart : chartsFor(result.tables.front(), hasFlops, counters))
        result.charts.push_back(std::move(chart));
    return result;
}

std::vector<ParameterDescriptor> parameterDescriptors()
{
    ParameterDescriptor formula = naming(NamedThing::Counter,
        listParameter(parameter::kFormula, "Formulas",
            "Columns of your own, NAME=EXPR with + - * / and brackets over counters, flops, dram_bytes and earlier "
            "ones"));
    ParameterDescriptor flops = numberParameter(parameter::kPeakFlops, "Peak rate (TFLOP/s)",
        "Highest rate of the GPU for the roofline, in TFLOP/s; 0: by the name of the GPU, from data sheets", 0.0,
        { 0.0, 1e9 });
    ParameterDescriptor bandwidth = numberParameter(parameter::kPeakBandwidth, "Peak bandwidth (GB/s)",
        "Highest bandwidth of the GPU's memory for the roofline, in GB/s; 0: by the name of the GPU, from data sheets",
        0.0, { 0.0, 1e9 });
    return { formula, flops, bandwidth };
}

} // namespace

AnalysisDescriptor cuptiCounters()
{
    const CounterFigures noCounters = CounterFigures::create({}, {}).value();
    return { .id = "cupti-counters",
        .title = "Hardware counters",
        .question = "How much work did each kernel do?",
        .group = PanelGroup::Counters,
        .parameters = parameterDescriptors(),
        .tables = { { "kernels", kCounterKernelsTitle,
                        joinedColumns({ leadingColumns(), launchColumns(), noCounters.columns() }) },
            { "regions", kRegionsTitle, joinedColumns({ leadingColumns(), regionColumns(), noCounters.columns() }) },
            { "roofline", kRooflineTitle, rooflineColumns() }, { "roofs", kRoofsTitle, roofsColumns() } },
        .recordingOption = kHowToRecord,
        .lowestRankByDefault = true,
        .run = run };
}

} // namespace kinetoscope
