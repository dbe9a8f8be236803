// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/gpu/hta_gpu_rows.h"

#include "core/analysis/types/parameter_ids.h"

#include <array>
#include <optional>

namespace kinetoscope::compat {

std::vector<HtaGpuRow> gpuRowsOf(const HtaRank& rank, const Scope& scope)
{
    std::vector<std::optional<KernelType>> typeOfName(rank.trace->strings().size());
    std::vector<HtaGpuRow> rows;
    for (const HtaRow& row : rank.rows) {
        if (!row.hasStream())
            continue;
        if (!isChosen(scope.streams, row.stream))
            continue;
        const StringId name = rank.trace->slices().name[row.slice.index()];
        std::optional<KernelType>& type = typeOfName[name.index()];
        if (!type)
            type = htaKernelType(rank.trace->text(name));
        rows.push_back({ { row.ts, row.ts + row.dur }, row.dur, name, *type, row.copies, row.slice });
    }
    return rows;
}

std::vector<RealRange> unionOfType(const std::vector<HtaGpuRow>& rows, KernelType type)
{
    std::vector<RealRange> ranges;
    for (const HtaGpuRow& row : rows) {
        if (row.type == type)
            ranges.push_back(row.range);
    }
    return unionOf(std::move(ranges));
}

double sumLikeNumpy(std::span<const double> values)
{
    constexpr std::size_t kLanes = 8;
    constexpr std::size_t kBlock = 128;
    if (values.size() > kBlock) {
        const std::size_t half = values.size() / 2;
        const std::size_t split = half - half % kLanes;
        return sumLikeNumpy(values.first(split)) + sumLikeNumpy(values.subspan(split)); // depth: log2 of the size
    }
    double sum = 0;
    std::size_t i = 0;
    if (values.size() >= kLanes) {
        std::array<double, kLanes> lanes {};
        for (; i + kLanes <= values.size(); i += kLanes) {
            for (std::size_t lane = 0; lane < kLanes; ++lane)
                lanes[lane] += values[i + lane];
        }
        sum = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
    }
    for (; i < values.size(); ++i)
        sum += values[i];
    return sum;
}

double coveredTime(const std::vector<RealRange>& ranges)
{
    std::vector<double> begins;
    std::vector<double> ends;
    for (const RealRange& range : ranges) {
        begins.push_back(range.begin);
        ends.push_back(range.end);
    }
    return sumLikeNumpy(ends) - sumLikeNumpy(begins);
}

HtaOptions optionsFrom(const Parameters& parameters)
{
    return { parameters.boolean(parameter::kIncludeLastProfilerStep), parameters.boolean(parameter::kNsRounding) };
}

Result<HtaTable> tableOfChosenRanks(const AnalysisInput& input, const Parameters& parameters, const Progress& progress)
{
    Result<HtaTable> table = buildHtaTable(*input.traces, optionsFrom(parameters), progress);
    if (table)
        std::erase_if(table->ranks, [&input](const HtaRank& rank) { return !isChosen(input.scope.ranks, rank.rank); });
    return table;
}

} // namespace kinetoscope::compat
