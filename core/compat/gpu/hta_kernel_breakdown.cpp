// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/hta_analyses.h"

#include "core/analysis/gpu/kernels/kernel_breakdown.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/base/sort_stably.h"
#include "core/compat/gpu/hta_gpu_rows.h"
#include "core/compat/host/hta_name_statistics.h"
#include "core/numeric/rounding.h"
#include "core/numeric/statistics.h"

#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace kinetoscope::compat {

namespace {

struct KernelLine {
    std::string name;
    RunningStatistics<double> statistics;
    KernelType type = KernelType::Computation;
    std::int64_t rank = 0;
};

/// Time per combination of types, by name. Each stretch is cut to whole microseconds, and starts come before ends at
/// equal times, so combinations of no length appear (3.1 and its pitfalls).
void addTimeByTypes(
    const std::vector<HtaGpuRow>& rows, const std::vector<KernelType>& types, std::map<std::string, double>& times)
{
    MaskSweep<RealRange> sweep;
    for (std::size_t i = 0; i < types.size(); ++i)
        sweep.add(unionOfType(rows, types[i]), 1 << i);
    sweep.run(TieOrder::AsAdded, [&](int mask, const RealRange& stretch) {
        if (mask > 0)
            times[kernelTypeMaskName(mask, types)] += std::trunc(lengthOf(stretch));
    });
}

/// Statistics by name; when there are too many names, by kept name of the sums (3.2 step 3).
NamedStatistics statisticsByName(
    const HtaRank& rank, const std::vector<HtaGpuRow>& rows, KernelType type, std::size_t keep, double ratio)
{
    NamedStatistics names;
    for (const HtaGpuRow& row : rows) {
        if (row.type != type)
            continue;
        RunningStatistics<double>& statistics = names[std::string(rank.trace->text(row.name))];
        for (std::uint32_t i = 0; i < row.copies; ++i)
            statistics.add(row.duration);
    }
    return foldLikeHta(std::move(names), keep, ratio);
}

Table typesTable(const std::map<std::string, double>& times)
{
    std::vector<std::pair<std::string, double>> lines(times.begin(), times.end());
    sortStably(lines, std::greater {}, &std::pair<std::string, double>::second);
    double total = 0;
    for (const auto& [name, time] : lines)
        total += time;
    Table table("kernel-types", "GPU time by kernel type", kernelTypeColumnsOfHta());
    for (const auto& [name, time] : lines)
        table.addRow({ name, time, total == 0.0 ? Cell {} : Cell { roundHalfEven(100.0 * time / total, 1) } });
    return table;
}

Table kernelsTable(std::vector<KernelLine> lines)
{
    sortStably(lines, [](const KernelLine& a, const KernelLine& b) {
        if (a.type != b.type)
            return toString(a.type) < toString(b.type);
        return a.name != b.name ? a.name < b.name : a.rank < b.rank;
    });
    Table table("kernels", "GPU kernels by type and rank", kernelColumnsOfHta());
    for (const KernelLine& line : lines) {
        const RunningStatistics<double>& statistics = line.statistics;
        table.addRow({ line.name, statistics.sum(), statistics.max(), statistics.min(), statistics.deviation(),
            statistics.mean(), std::string(toString(line.type)), line.rank });
    }
    return table;
}

} // namespace

Result<AnalysisResult> runKernelBreakdown(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const HtaTable table, tableOfChosenRanks(inputs[0], parameters, context.progress));

    const std::vector<KernelType> types = analysedKernelTypes(parameters.boolean(parameter::kIncludeMemoryKernels));
    const auto keep = static_cast<std::size_t>(parameters.integer(parameter::kNumKernels));
    const double ratio = parameters.number(parameter::kDurationRatio);
    std::map<std::string, double> times;
    std::vector<KernelLine> lines;
    for (const HtaRank& rank : table.ranks) {
        const std::vector<HtaGpuRow> rows = gpuRowsOf(rank, inputs[0].scope);
        addTimeByTypes(rows, types, times);
        for (const KernelType type : types) {
            for (auto& [name, statistics] : statisticsByName(rank, rows, type, keep, ratio))
                lines.push_back({ name, statistics, type, rank.rank });
        }
    }
    return resultOfTables(typesTable(times), kernelsTable(std::move(lines)));
}

} // namespace kinetoscope::compat
