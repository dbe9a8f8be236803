// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/cupti_counters.h"
#include "core/base/vectors.h"
#include "core/compat/hta_analyses.h"

#include "core/analysis/counters/profiler_ranges.h"
#include "core/analysis/types/columns.h"
#include "core/compat/gpu/hta_gpu_rows.h"
#include "core/compat/host/hta_call_graph.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kinetoscope::compat {

namespace {

using Columns = std::vector<ColumnDescriptor>;

/// A column in which HTA has the same for every counter range: args that no range has, and what earlier calls of HTA
/// left in the table.
struct ConstantColumn {
    const char* name;
    ColumnType type;
    std::int64_t value; ///< Float and Int; texts are empty unless `text` says more
    const char* text = "";
};

constexpr ConstantColumn kArgColumns[] {
    { "bytes", ColumnType::Int, -1 },
    { "memory_bw_gbps", ColumnType::Float, 0 },
    { "wait_on_stream", ColumnType::Int, -1 },
    { "wait_on_cuda_event_record_corr_id", ColumnType::Int, -1 },
    { "input_dims", ColumnType::Int, -1 },
    { "input_type", ColumnType::Int, -1 },
    { "input_strides", ColumnType::Int, -1 },
    { "external_id", ColumnType::Int, -1 },
    { "python_id", ColumnType::Int, -1 },
    { "python_parent_id", ColumnType::Int, -1 },
    { "collective_name", ColumnType::String, 0 },
    { "in_msg_nelems", ColumnType::Int, 0 },
    { "out_msg_nelems", ColumnType::Int, 0 },
    { "msg_dtype", ColumnType::String, 0 },
    { "group_size", ColumnType::Int, 0 },
    { "process_rank", ColumnType::Int, -1 },
    { "in_split_size", ColumnType::String, 0, "[]" },
    { "out_split_size", ColumnType::String, 0, "[]" },
};

constexpr ConstantColumn kCallGraphColumns[] {
    { "user_annotation", ColumnType::Int, -1 },
    { "depth", ColumnType::Int, -1 },
    { "height", ColumnType::Int, -1 },
    { "parent", ColumnType::Int, -1 },
    { "num_kernels", ColumnType::Int, 0 },
    { "kernel_dur_sum", ColumnType::Float, 0 },
    { "kernel_span", ColumnType::Float, 0 },
    { "first_kernel_start", ColumnType::Float, -1 },
    { "last_kernel_end", ColumnType::Float, -1 },
    { "s_user_annotation", ColumnType::String, 0 },
};

void addColumns(Columns& columns, std::span<const ConstantColumn> constants)
{
    for (const ConstantColumn& constant : constants)
        columns.push_back({ constant.name, constant.type, Unit::None, "", "" });
}

void addCells(std::vector<Cell>& cells, std::span<const ConstantColumn> constants)
{
    for (const ConstantColumn& constant : constants) {
        if (constant.type == ColumnType::String)
            cells.emplace_back(std::string(constant.text));
        else if (constant.type == ColumnType::Float)
            cells.emplace_back(static_cast<double>(constant.value));
        else
            cells.emplace_back(constant.value);
    }
}

Columns columnsFor(const std::vector<std::string>& counters)
{
    Columns all {
        numberColumn("index", "Event"),
        textColumn("cat", "Category"),
        textColumn("name", "Kernel"),
        textColumn("pid", "Process"),
        textColumn("tid", "Thread"),
        microsecondsColumn("ts", "Start"),
        microsecondsColumn("dur", "Duration"),
        numberColumn("stream", "Stream"),
        numberColumn("correlation", "Correlation"),
    };
    addColumns(all, kArgColumns);
    for (const std::string& counter : counters)
        all.push_back({ counter, ColumnType::Float, Unit::None, "" });
    all.push_back(numberColumn("index_correlation", ""));
    all.push_back(numberColumn("iteration", ""));
    all.push_back(microsecondsColumn("end", ""));
    addColumns(all, kCallGraphColumns);
    all.push_back(numberColumn("index_runtime", "Launch event"));
    all.push_back(defined(
        { "op_stack", ColumnType::List, Unit::None, "Ops around" }, "Ops around the launch, the outermost first"));
    all.push_back(textColumn("top_level_op", "Outermost op"));
    all.push_back(textColumn("bottom_level_op", "Innermost op"));
    all.push_back(numberColumn("rank", "Rank"));
    return all;
}

std::string_view categoryOf(const HtaRank& rank, const HtaRow& row)
{
    return rank.trace->category(rank.trace->slices().category[row.slice.index()]);
}

/// Positions in the rank's rows, by start; equal starts in table order.
template <typename Wanted> std::vector<std::size_t> rowsWhere(const HtaRank& rank, Wanted wanted)
{
    std::vector<std::size_t> found = placesWhere(rank.rows, wanted);
    std::ranges::stable_sort(found, {}, [&rank](std::size_t a) { return rank.rows[a].ts; });
    return found;
}

/// The ops around a launch and the launch, as HTA sorts them: by start, equal ones by event.
std::vector<std::string> opStackOf(const HtaRank& rank, const HtaCallGraph& graph, std::size_t launch)
{
    std::vector<const HtaRow*> rows;
    for (std::size_t row = launch; row != HtaCallGraph::kNone; row = graph.parent(row)) {
        if (categoryOf(rank, rank.rows[row]) == "cpu_op")
            rows.push_back(&rank.rows[row]);
    }
    std::ranges::sort(rows, {}, [](const HtaRow* a) { return std::tie(a->ts, a->index); });
    std::vector<std::string> names;
    for (const HtaRow* row : rows)
        names.emplace_back(rank.name(*row));
    return names;
}

struct RankCounters {
    const HtaRank* rank = nullptr;
    ProfilerRanges ranges;
    std::vector<std::size_t> rangeRows;
    std::vector<std::size_t> launchRows;
};

void addRow(
    Table& table, const RankCounters& counters, const HtaCallGraph& graph, std::size_t i, std::size_t rangePosition)
{
    const HtaRank& rank = *counters.rank;
    const HtaRow& range = rank.rows[counters.rangeRows[i]];
    const Track& track = rank.trace->track(rank.trace->trackOf(range.slice));
    std::vector<Cell> cells { std::int64_t { range.index }, std::string(categoryOf(rank, range)),
        std::string(rank.name(range)), std::string(rank.trace->text(track.pid)),
        std::string(rank.trace->text(track.tid)), range.ts, range.dur, range.stream, range.correlation };
    addCells(cells, kArgColumns);
    for (std::size_t counter = 0; counter < counters.ranges.counters.size(); ++counter) {
        const double value = counters.ranges.value(rangePosition, counter);
        cells.emplace_back(std::isnan(value) ? -1.0 : value);
    }
    cells.emplace_back(range.linkedIndex);
    cells.emplace_back(range.iteration);
    cells.emplace_back(range.ts + range.dur);
    addCells(cells, kCallGraphColumns);
    const std::size_t launch = counters.launchRows[i];
    cells.emplace_back(std::int64_t { rank.rows[launch].index });
    std::vector<std::string> stack = opStackOf(rank, graph, launch);
    // Outside any op HTA stops with an error; we go on without one.
    const std::string top = stack.empty() ? std::string() : stack.front();
    const std::string bottom = stack.empty() ? std::string() : stack.back();
    cells.emplace_back(std::move(stack));
    cells.emplace_back(top);
    cells.emplace_back(bottom);
    cells.emplace_back(rank.rank);
    table.addRow(std::move(cells));
}

} // namespace

Result<AnalysisResult> runCuptiCounters(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const HtaTable table, tableOfChosenRanks(inputs[0], parameters, context.progress));
    AnalysisResult result;
    std::vector<RankCounters> all;
    for (const HtaRank& rank : table.ranks) {
        RankCounters counters;
        counters.rank = &rank;
        counters.rangeRows =
            rowsWhere(rank, [&rank](const HtaRow& row) { return categoryOf(rank, row) == "cuda_profiler_range"; });
        counters.launchRows = rowsWhere(rank, [&rank](const HtaRow& row) {
            return categoryOf(rank, row) == "cuda_runtime" && rank.name(row).starts_with("cudaLaunchKernel");
        });
        if (counters.rangeRows.empty())
            continue;
        if (counters.rangeRows.size() != counters.launchRows.size()) {
            result.remarks.push_back({ "counters-do-not-fit",
                { KT_PHRASE("hta", "%1 counter ranges and %2 launches; HTA gives nothing then."),
                    arg::Count { counters.rangeRows.size() }, arg::Count { counters.launchRows.size() } },
                rank.trace->path(), { rank.rank } });
            continue;
        }
        KT_TRY(counters.ranges, readProfilerRanges(*rank.trace, context.progress));
        all.push_back(std::move(counters));
    }

    std::vector<std::string> names; // HTA knows the counters of the ranks before; one rank is its default
    for (const RankCounters& counters : all)
        names = counters.ranges.counters.size() > names.size() ? counters.ranges.counters : names;
    Table kernels("kernels", kCounterKernelsTitle, columnsFor(names));
    for (const RankCounters& counters : all) {
        if (counters.ranges.counters != names) {
            result.remarks.push_back({ "counters-differ",
                { KT_PHRASE("hta", "Rank %1 has other counters; ask for it alone."),
                    arg::Number { counters.rank->rank } } });
            continue;
        }
        const HtaCallGraph graph(*counters.rank);
        std::unordered_map<SliceId, std::size_t> positionOf;
        for (std::size_t i = 0; i < counters.ranges.slices.size(); ++i)
            positionOf.emplace(counters.ranges.slices[i], i);
        for (std::size_t i = 0; i < counters.rangeRows.size(); ++i) {
            const auto position = positionOf.find(counters.rank->rows[counters.rangeRows[i]].slice);
            if (position != positionOf.end())
                addRow(kernels, counters, graph, i, position->second);
        }
    }
    result.tables.push_back(std::move(kernels));
    return result;
}

} // namespace kinetoscope::compat
