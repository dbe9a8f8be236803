// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/analysis.h"

#include <algorithm>

namespace kinetoscope {

const Table* AnalysisResult::findTable(std::string_view name) const
{
    const auto it =
        std::find_if(tables.begin(), tables.end(), [name](const Table& table) { return table.name() == name; });
    return it == tables.end() ? nullptr : &*it;
}

} // namespace kinetoscope
