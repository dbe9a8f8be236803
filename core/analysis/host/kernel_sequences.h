// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host/name_matcher.h"
#include "core/analysis/registry.h"

namespace kinetoscope {

/// "Which chains of kernels come again and again?" (analyses.md section 9). Tables `sequences`, one row a pattern, and
/// `occurrences` of the first patterns.
[[nodiscard]] AnalysisDescriptor kernelSequences();
/// An empty table with the columns that HTA has.
[[nodiscard]] Table emptySequenceTableOfHta();

/// What separates the names of a pattern, as HTA writes it.
inline constexpr std::string_view kPatternSeparator = "|";

} // namespace kinetoscope
