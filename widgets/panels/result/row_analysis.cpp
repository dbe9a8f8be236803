// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/result/row_analysis.h"

#include "core/analysis/types/column_names.h"
#include "core/catalog/analyses.h"

namespace kinetoscope {

std::optional<RowAnalysis> analysisOfRow(const Table& table, std::size_t row, const Parameters& shown)
{
    const std::size_t column = table.columnIndex(column::kAnalysis);
    if (column == table.columnCount() || row >= table.rowCount())
        return std::nullopt;
    RowAnalysis found;
    found.analysis = findAnalysis(table.text(row, column));
    if (!found.analysis)
        return std::nullopt;
    for (const ParameterDescriptor& parameter : found.analysis->parameters) {
        // One name means one thing; the form checks the type.
        if (const auto value = shown.all().find(parameter.id); value != shown.all().end() && !parameter.htaOnly)
            found.parameters.set(parameter.id, value->second);
    }
    return found;
}

} // namespace kinetoscope
