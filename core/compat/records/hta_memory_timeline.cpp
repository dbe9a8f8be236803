// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/memory_timeline.h"
#include "core/compat/hta_analyses.h"

#include "core/analysis/types/columns.h"
#include "core/compat/gpu/hta_gpu_rows.h"
#include "core/model/raw_memory.h"

#include <fmt/core.h>

#include <string>
#include <utility>

namespace kinetoscope::compat {

Result<AnalysisResult> runMemoryTimeline(AnalysisInputs inputs, const Parameters&, const AnalysisContext&)
{
    std::vector<ColumnDescriptor> columns { numberColumn("t", "Time, ns") };
    for (std::size_t i = 0; i < kMemoryCategories.size(); ++i)
        columns.push_back({ fmt::format("c{}", i), ColumnType::Int, Unit::Bytes, std::string(kMemoryCategories[i]) });
    columns.push_back(numberColumn("rank", "Rank"));
    Table series("series", kMemorySeriesTitle, std::move(columns));
    for (const RankTrace& rank : inputs[0].traces->ranks()) {
        if (!isChosen(inputs[0].scope.ranks, rank.rank))
            continue;
        for (const MemorySizes& sizes : memorySizesOf(rank.trace->memoryTimeline())) {
            std::vector<Cell> cells { sizes.timeNs };
            cells.insert(cells.end(), sizes.bytes.begin(), sizes.bytes.end());
            cells.emplace_back(rank.rank);
            series.addRow(std::move(cells));
        }
    }
    AnalysisResult result;
    if (series.rowCount() == 0)
        result.remarks.push_back({ "no-raw-timeline",
            { KT_PHRASE("hta", "HTA reads the raw memory timeline file only, and this is none.") } });
    result.tables.push_back(std::move(series));
    return result;
}

} // namespace kinetoscope::compat
