// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inductor/inductor_kernels.h"

#include "core/analysis/gpu/slipped_names.h"
#include "core/analysis/inductor/inductor_columns.h"
#include "core/analysis/inductor/inductor_evidence.h"
#include "core/analysis/inductor/inductor_work.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/part_kinds.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/analysis/types/table.h"
#include "core/base/sort_stably.h"
#include "core/base/text.h"
#include "core/numeric/rounding.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// What the user said about the recording.
struct Measure {
    Nanoseconds wall = 0; ///< of one run, ns; 0: from the trace
    std::int64_t runs = 1;
    double speedup = 2;
};

/// Shares of one rank's wall time.
class Shares {
public:
    Shares(const Measure& measure, Nanoseconds traceWall)
        : m_measure(measure)
        , m_wall(measure.wall > 0 ? static_cast<double>(measure.wall)
                                  : static_cast<double>(traceWall) / static_cast<double>(measure.runs))
    {
    }

    [[nodiscard]] double wall() const { return m_wall; } ///< ns
    [[nodiscard]] double perRun(Nanoseconds sum) const
    {
        return static_cast<double>(sum) / static_cast<double>(m_measure.runs);
    }
    [[nodiscard]] Cell share(Nanoseconds sum) const { return scaled(sum, 1.0); }

    /// The cells of timeColumns.
    void append(std::vector<Cell>& cells, std::uint64_t count, Nanoseconds sum) const
    {
        cells.emplace_back(static_cast<std::int64_t>(count));
        cells.emplace_back(sum);
        cells.emplace_back(perRun(sum) / 1000.0);
        cells.push_back(share(sum));
        cells.push_back(scaled(sum, 1.0 - 1.0 / m_measure.speedup));
    }

private:
    [[nodiscard]] Cell scaled(Nanoseconds sum, double factor) const
    {
        return m_wall > 0 ? Cell { roundHalfEven(100.0 * factor * perRun(sum) / m_wall, 2) } : Cell {};
    }

    Measure m_measure;
    double m_wall = 0;
};

/// The type of most of the time of a category: categories are names that rules may add to, and work has the colour here
/// that it has elsewhere.
PartKind kindOfMost(const std::vector<const InductorKernel*>& kernels)
{
    std::array<Nanoseconds, 4> times {}; // by KernelType
    for (const InductorKernel* kernel : kernels) {
        Nanoseconds& time = times[static_cast<std::size_t>(kernel->type)];
        time = saturatingAdd(time, kernel->sum);
    }
    return partKindOf(static_cast<KernelType>(std::ranges::max_element(times) - times.begin()));
}

/// Collects the four tables rank by rank.
class InductorTables {
public:
    InductorTables(std::shared_ptr<const ScopedGpuWork> source, const Measure& measure)
        : m_source(std::move(source))
        , m_measure(measure)
    {
    }

    void add(std::size_t rank, const InductorWork& work)
    {
        const Shares shares(m_measure, work.wall);
        addCategories(rank, work, shares);
        addGraphs(rank, work, shares);
        addSummary(rank, work, shares);
    }

    void take(AnalysisResult& result)
    {
        for (TableRows* part : { &m_categories, &m_kernels, &m_graphs, &m_summary }) {
            part->table.setKinds(std::move(part->kinds));
            part->table.setEvidence(inductorEvidence(m_source, std::move(part->keys)));
            result.tables.push_back(std::move(part->table));
        }
    }

private:
    struct TableRows {
        Table table;
        std::vector<InductorRowKey> keys;
        std::vector<std::optional<PartKind>> kinds {}; ///< none where no chart asks
    };

    void addCategories(std::size_t rank, const InductorWork& work, const Shares& shares);
    void addKernel(std::size_t rank, const InductorKernel& kernel, const Shares& shares);
    void addGraphs(std::size_t rank, const InductorWork& work, const Shares& shares);
    void addSummary(std::size_t rank, const InductorWork& work, const Shares& shares);
    [[nodiscard]] const Trace& trace(std::size_t rank) const { return *m_source->rankTrace(rank).trace; }

    std::shared_ptr<const ScopedGpuWork> m_source;
    Measure m_measure;
    TableRows m_categories { { "categories", kCategoriesTitle, inductorCategoryColumns() }, {} };
    TableRows m_kernels { { "kernels", kKernelsTitle, inductorKernelColumns() }, {} };
    TableRows m_graphs { { "graphs", kGraphsTitle, inductorGraphColumns() }, {} };
    TableRows m_summary { { "summary", kSummaryTitle, inductorSummaryColumns() }, {} };
};

void InductorTables::addCategories(std::size_t rank, const InductorWork& work, const Shares& shares)
{
    struct Category {
        std::string_view name;
        std::vector<const InductorKernel*> kernels;
        std::uint64_t count = 0;
        Nanoseconds sum = 0;
    };
    std::map<std::string_view, Category> byName;
    for (const InductorKernel& kernel : work.kernels) {
        Category& category = byName[kernel.category];
        category.name = kernel.category;
        category.kernels.push_back(&kernel);
        category.count += kernel.count;
        category.sum = saturatingAdd(category.sum, kernel.sum);
    }
    std::vector<Category> categories;
    for (auto& [name, category] : byName)
        categories.push_back(std::move(category));
    sortStably(categories, std::greater {}, &Category::sum);
    for (Category& category : categories) {
        InductorRowKey key { rank, InductorRowKey::Kind::Names, {} };
        std::set<std::string_view> reported;
        for (const InductorKernel* kernel : category.kernels) {
            key.names.push_back(kernel->name);
            reported.insert(reportCategoryOf(trace(rank).text(kernel->name)));
        }
        std::ranges::sort(key.names);
        std::vector<Cell> cells { m_source->rankNumber(rank), std::string(category.name), joined(reported, ", "),
            static_cast<std::int64_t>(category.kernels.size()) };
        shares.append(cells, category.count, category.sum);
        m_categories.table.addRow(std::move(cells));
        m_categories.kinds.push_back(kindOfMost(category.kernels));
        m_categories.keys.push_back(std::move(key));

        sortStably(category.kernels, [&](const InductorKernel* a, const InductorKernel* b) {
            return a->sum != b->sum ? a->sum > b->sum : trace(rank).text(a->name) < trace(rank).text(b->name);
        });
        for (const InductorKernel* kernel : category.kernels)
            addKernel(rank, *kernel, shares);
    }
}

void InductorTables::addKernel(std::size_t rank, const InductorKernel& kernel, const Shares& shares)
{
    std::vector<Cell> cells { m_source->rankNumber(rank), std::string(kernel.category),
        std::string(trace(rank).text(kernel.name)) };
    shares.append(cells, kernel.count, kernel.sum);
    const bool isKnown = kernel.bytesTime > 0 && kernel.bytes > 0;
    cells.push_back(isKnown ? Cell { kernel.bytes } : Cell {});
    cells.push_back(
        isKnown ? Cell { static_cast<double>(kernel.bytes) / static_cast<double>(kernel.bytesTime) } : Cell {});
    for (const std::string* text : { &kernel.file, &kernel.hash })
        cells.push_back(text->empty() ? Cell {} : Cell { *text });
    m_kernels.table.addRow(std::move(cells));
    m_kernels.kinds.push_back(partKindOf(kernel.type));
    m_kernels.keys.push_back({ rank, InductorRowKey::Kind::Names, { kernel.name } });
}

void InductorTables::addGraphs(std::size_t rank, const InductorWork& work, const Shares& shares)
{
    std::vector<const InductorGraph*> graphs;
    for (const InductorGraph& graph : work.graphs)
        graphs.push_back(&graph);
    sortStably(graphs, std::greater {}, &InductorGraph::sum);
    for (const InductorGraph* graph : graphs) {
        std::vector<Cell> cells { m_source->rankNumber(rank), std::string(trace(rank).text(graph->name)),
            static_cast<std::int64_t>(graph->calls) };
        shares.append(cells, graph->rows.size(), graph->sum);
        cells.emplace_back(graph->busy);
        cells.push_back(percentCell(graph->triton, graph->sum));
        m_graphs.table.addRow(std::move(cells));
        m_graphs.keys.push_back({ rank, InductorRowKey::Kind::Graph, { graph->name } });
    }
}

void InductorTables::addSummary(std::size_t rank, const InductorWork& work, const Shares& shares)
{
    if (work.work.rows.empty())
        return;
    std::array<Nanoseconds, kReportCategories.size()> sums {};
    Nanoseconds total = 0;
    for (const InductorKernel& kernel : work.kernels) {
        const auto category = std::ranges::find(kReportCategories, reportCategoryOf(trace(rank).text(kernel.name)));
        Nanoseconds& sum = sums[static_cast<std::size_t>(category - kReportCategories.begin())];
        sum = saturatingAdd(sum, kernel.sum);
        total = saturatingAdd(total, kernel.sum);
    }
    std::vector<Cell> cells { m_source->rankNumber(rank) };
    for (const Nanoseconds sum : sums)
        cells.push_back(shares.share(sum));
    cells.push_back(shares.share(total));
    cells.push_back(shares.share(work.busy));
    cells.emplace_back(shares.wall() / 1000.0);
    cells.emplace_back(m_measure.runs);
    m_summary.table.addRow(std::move(cells));
    m_summary.keys.push_back({ rank, InductorRowKey::Kind::Everything, {} });
}

std::vector<ChartDescription> inductorCharts()
{
    ChartDescription categories { .id = "inductor-categories",
        .table = "categories",
        .title = kCategoriesTitle,
        .denominator = "% of the sum of durations",
        .labelColumn = column::kCategory,
        .series = { { column::kSum, "", PartKind::Compute } },
        .groupColumn = column::kRank,
        .kindOfRow = kindInTable,
        .form = PieChart {} };

    ChartDescription kernels { .id = "inductor-kernels",
        .table = "kernels",
        .title = "Sum of durations by kernel",
        .labelColumn = column::kKernel,
        .series = { { column::kSum, "", PartKind::Compute } },
        .groupColumn = column::kRank,
        .kindOfRow = kindInTable,
        .form = BarChart {} };
    return { categories, kernels };
}

/// Whether there are Triton kernels that Inductor made, so that the model was compiled.
bool hasCompiledKernels(const InductorWork& work)
{
    return std::ranges::any_of(work.kernels, [](const InductorKernel& kernel) {
        return kernel.category.starts_with("triton_") && kernel.category != kUserTriton;
    });
}

bool hasHostOps(const Trace& trace)
{
    const auto& kinds = trace.slices().kind;
    return std::ranges::find(kinds, EventKind::CpuOp) != kinds.end();
}

void remarkOnWork(const InductorWork& work, const RankTrace& rank, std::vector<Remark>& remarks)
{
    remarkOnSelection(work.work, rank, remarks);
    if (work.work.rows.empty())
        remarks.push_back(noGpuWork(rank));
    else if (work.graphs.empty() && hasCompiledKernels(work))
        remarks.push_back(remarkOfRank(rank, "graphs-not-known",
            { KT_PHRASE("inductor-kernels",
                "the compiler made some of these kernels, but the file does not say in which graph: no launch of them "
                "is inside a call of one. Kernels that a CUDA graph replays, or whose launch is not in the file, "
                "belong to none.") }));
    else if (work.graphs.empty() && !hasHostOps(*rank.trace) && isPartOfRecording(*rank.trace))
        remarks.push_back(remarkOfRank(rank, "no-compiled-graphs",
            { KT_PHRASE("inductor-kernels",
                "no host op is in this part of the recording, so whether GPU work was launched inside a compiled graph "
                "is not known.") }));
    else if (work.graphs.empty() && !hasHostOps(*rank.trace))
        remarks.push_back(remarkOfRank(rank, "no-compiled-graphs",
            { KT_PHRASE("inductor-kernels",
                  "no host op was recorded, so whether GPU work was launched inside a compiled graph is not known; "
                  "record with %1, too."),
                arg::Text { "ProfilerActivity.CPU" } }));
    else if (work.graphs.empty()) // host and device were recorded: only another program shows more
        remarks.push_back(remarkOfRank(rank, "no-compiled-graphs",
            { KT_PHRASE("inductor-kernels",
                "no GPU work was launched inside a compiled graph; torch.compile makes such graphs.") }));
    if (!work.opsProblem.isEmpty())
        remarks.push_back(remarkOfRank(rank, "ops-not-read",
            { KT_PHRASE("inductor-kernels", "shapes, source files and hashes of kernels are missing: %1"),
                work.opsProblem }));
    if (work.hasPlainTritonNames)
        remarks.push_back(remarkOfRank(rank, "triton-names-not-unique",
            { KT_PHRASE("inductor-kernels",
                "Triton kernels have no names of their own; set TORCHINDUCTOR_UNIQUE_KERNEL_NAMES=1 to tell them "
                "apart.") }));
}

Result<AnalysisResult> runInductorKernels(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const std::shared_ptr<const ScopedGpuWork> source, ScopedGpuWork::create(inputs[0], *context.classifier));
    const Measure measure { parameters.integer(parameter::kWall), parameters.integer(parameter::kRuns),
        parameters.number(parameter::kSpeedup) };
    InductorTables tables(source, measure);
    AnalysisResult result;
    const auto group = [&](std::size_t i) -> Result<InductorWork> {
        KT_TRY(RankGpuWork rows, source->rank(i, context.progress));
        return groupInductorWork(
            source->rankTrace(i), source->scope(), std::move(rows), *context.classifier, context.progress);
    };
    KT_TRY(const std::vector<InductorWork> all, forEachRank(source->rankCount(), context, group));
    for (std::size_t i = 0; i < source->rankCount(); ++i) {
        tables.add(i, all[i]);
        remarkOnWork(all[i], source->rankTrace(i), result.remarks);
    }
    KT_TRY_DONE(remarkOnSlippedNames(inputs[0], result.remarks, context));
    tables.take(result);
    result.charts = inductorCharts();
    return result;
}

std::vector<ParameterDescriptor> inductorParameters()
{
    ParameterDescriptor wall = durationParameter(parameter::kWall, "Wall time",
        "Wall time of one run, measured without the profiler; 0: the chosen window, or first launch to last end", 0);
    ParameterDescriptor runs =
        countParameter(parameter::kRuns, "Runs", "How many runs the recording holds", 1, { 1.0, 1e9 });
    ParameterDescriptor speedup = numberParameter(parameter::kSpeedup, "Times faster",
        "The gain columns say what is saved at most if the work becomes this many times faster", 2.0, { 1.0, 1e6 });
    return { wall, runs, speedup };
}

} // namespace

AnalysisDescriptor inductorKernels()
{
    return { .id = "inductor-kernels",
        .title = "Inductor kernels",
        .question = "What did the compiler make of the model, and what is worth tuning?",
        .group = PanelGroup::GpuTime,
        .parameters = inductorParameters(),
        .tables = { { "categories", kCategoriesTitle, inductorCategoryColumns() },
            { "kernels", kKernelsTitle, inductorKernelColumns() }, { "graphs", kGraphsTitle, inductorGraphColumns() },
            { "summary", kSummaryTitle, inductorSummaryColumns() } },
        .recordingOption = "torch.compile, and activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]",
        .run = runInductorKernels };
}

} // namespace kinetoscope
