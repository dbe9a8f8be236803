// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/hta_analyses.h"

#include "core/analysis/gpu/copies/memory_bandwidth.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/point_statistics.h"
#include "core/compat/gpu/hta_gpu_rows.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope::compat {

namespace {

struct Edge {
    double time = 0;
    double change = 0;
    SliceId slice;
};

/// The edges of one rank by kind of copy: running sums of doubles in HTA's order (A.4), so that the residues are HTA's
/// too.
std::map<std::string_view, std::vector<Edge>> edgesByName(const HtaRank& rank, const Scope& scope)
{
    const Trace& trace = *rank.trace;
    std::vector<Edge> starts;
    std::vector<Edge> ends;
    for (const HtaGpuRow& row : gpuRowsOf(rank, scope)) {
        if (row.type != KernelType::Memory)
            continue;
        const EventIndex event = trace.slices().eventIndex[row.slice.index()];
        const double bandwidth = trace.args().bandwidth.find(event).value_or(0.0);
        const double duration = row.duration == 0.0 ? 1.0 : row.duration; // negative ones stay
        for (std::uint32_t i = 0; i < row.copies; ++i) {
            starts.push_back({ row.range.begin, bandwidth, row.slice });
            ends.push_back({ row.range.begin + duration, -bandwidth, row.slice });
        }
    }
    std::vector<Edge> edges = std::move(starts);
    edges.insert(edges.end(), ends.begin(), ends.end());
    std::ranges::stable_sort(edges, {}, &Edge::time);

    std::map<std::string_view, std::vector<Edge>> byName;
    for (const Edge& edge : edges)
        byName[memoryCopyName(trace.name(edge.slice))].push_back(edge);
    return byName;
}

std::string processOf(const Trace& trace, SliceId slice)
{
    return std::string(trace.text(trace.track(trace.trackOf(slice)).pid));
}

} // namespace

Result<AnalysisResult> runMemoryBandwidth(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const HtaTable table, tableOfChosenRanks(inputs[0], parameters, context.progress));

    Table summary("summary", "Memory bandwidth by kind of copy", bandwidthSummaryColumnsOfHta());
    Table series("series", "Memory bandwidth over time", bandwidthSeriesColumnsOfHta());
    for (const HtaRank& rank : table.ranks) {
        for (const auto& [name, edges] : edgesByName(rank, inputs[0].scope)) {
            std::vector<double> positive;
            double value = 0;
            for (const Edge& edge : edges) {
                value += edge.change;
                if (value > 0.0)
                    positive.push_back(value);
                series.addRow({ edge.time, processOf(*rank.trace, edge.slice), std::string(name), value, rank.rank });
            }
            if (positive.empty())
                continue;
            std::vector<Cell> cells { rank.rank, std::string(name) };
            appendPointStatistics(cells, describe(positive));
            summary.addRow(std::move(cells));
        }
    }
    return resultOfTables(std::move(summary), std::move(series));
}

} // namespace kinetoscope::compat
