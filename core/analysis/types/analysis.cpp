// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/analysis.h"

#include <algorithm>

namespace kinetoscope {

const Table* AnalysisResult::findTable(std::string_view name) const
{
    const auto it = std::ranges::find(tables, name, &Table::name);
    return it == tables.end() ? nullptr : &*it;
}

} // namespace kinetoscope
