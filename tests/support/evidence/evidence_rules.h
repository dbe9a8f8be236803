// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/evidence/figure_checks.h"

#include <map>
#include <string>

namespace kinetoscope::tests {

/// The rule of a column, by "<analysis> <table> <column>"; none for labels (ranks, streams, ids, texts).
[[nodiscard]] EvidenceRule ruleOf(const std::string& where, const ColumnDescriptor& column);
/// Columns of figures that cannot follow from slices and intervals, each with the reason.
[[nodiscard]] const std::map<std::string, std::string>& columnsWithoutRule();

} // namespace kinetoscope::tests
