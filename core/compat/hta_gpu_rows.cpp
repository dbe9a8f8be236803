// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/hta_gpu_rows.h"

#include <algorithm>
#include <optional>

namespace kinetoscope::compat {

std::vector<HtaGpuRow> gpuRowsOf(const HtaRank& rank, const Scope& scope)
{
    std::vector<std::optional<KernelType>> typeOfName(rank.trace->strings().size());
    std::vector<HtaGpuRow> rows;
    for (const HtaRow& row : rank.rows) {
        if (!row.hasStream())
            continue;
        if (!scope.streams.empty()
            && std::find(scope.streams.begin(), scope.streams.end(), row.stream) == scope.streams.end())
            continue;
        const StringId name = rank.trace->slices().name[row.slice.index()];
        std::optional<KernelType>& type = typeOfName[name.index()];
        if (!type)
            type = htaKernelType(rank.trace->text(name));
        rows.push_back({ { row.ts, row.ts + row.dur }, row.dur, name, *type, row.copies });
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

HtaOptions optionsFrom(const Parameters& parameters)
{
    return { parameters.boolean("include-last-profiler-step"), parameters.boolean("ns-rounding") };
}

bool hasRank(const Scope& scope, std::int64_t rank)
{
    return scope.ranks.empty() || std::find(scope.ranks.begin(), scope.ranks.end(), rank) != scope.ranks.end();
}

} // namespace kinetoscope::compat
