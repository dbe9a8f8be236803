// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/base/message.h"

#include <array>
#include <vector>

namespace kinetoscope {

/// What one side of a comparison is.
struct SideName {
    Message text;  ///< for legends: "before.json", "rank 0, step 4"
    Message brief; ///< for headings of columns: "before", "step 4"; empty where nothing that short tells them apart
};

/// What tells the sides of a comparison apart. Two jobs: their files; of the same name with their folders; rank and
/// steps where a job has several or they differ. One job: ranks and steps. @param sides  control and test, each with a
/// scope that names the ranks and steps that are compared.
[[nodiscard]] std::array<SideName, 2> sideNames(const std::array<AnalysisInput, 2>& sides);

/// `columns` with the sides in the titles that are about one: "Control: calls" becomes "Control (step 4): calls", and
/// "More calls" says in which of them.
[[nodiscard]] std::vector<ColumnDescriptor> columnsOfSides(
    std::vector<ColumnDescriptor> columns, const std::array<SideName, 2>& names);

} // namespace kinetoscope
