// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/op_changes.h"

#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"

#include <array>
#include <utility>

namespace kinetoscope {

const char* toString(OpChange change)
{
    constexpr std::array kNames { "added", "deleted", "increased", "decreased", "unchanged" };
    return kNames[static_cast<std::size_t>(change)];
}

std::string signOf(std::int64_t moreCalls)
{
    if (moreCalls == 0)
        return "=";
    return moreCalls > 0 ? "+" : "-";
}

std::vector<ColumnDescriptor> opColumnsOfHta(ColumnType durations)
{
    return {
        textColumn(column::kName, "Name", TextKind::Name),
        countColumn(column::kControlCounts, "Control: calls"),
        { column::kControlTotalDuration, durations, Unit::Microseconds, "Control: time", "" },
        countColumn(column::kTestCounts, "Test: calls"),
        { column::kTestTotalDuration, durations, Unit::Microseconds, "Test: time", "" },
        difference(countColumn(column::kDiffCounts, "More calls")),
        mainFigure(difference({ column::kDiffDuration, durations, Unit::Microseconds, "More time", "" })),
        textColumn("counts_change_categories", "Calls"),
    };
}

std::vector<ColumnDescriptor> changeColumns()
{
    return {
        textColumn("change", "Change", TextKind::Word),
        textColumn(column::kName, "Name", TextKind::Name),
        countColumn(column::kControlCounts, "Control: calls"),
        countColumn(column::kTestCounts, "Test: calls"),
    };
}

} // namespace kinetoscope
