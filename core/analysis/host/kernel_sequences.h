// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host/name_matcher.h"
#include "core/analysis/types/analysis.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace kinetoscope {

/// Table `occurrences` of these chains (as the table `sequences` writes them), whichever come first; `parameters` are
/// complete. Errors as the analysis.
[[nodiscard]] Result<Table> sequenceOccurrences(const AnalysisInput& input, const Parameters& parameters,
    std::span<const std::string> chains, const AnalysisContext& context);

/// So many of the first patterns have letters, A to J (look.md section 1).
inline constexpr std::size_t kMostPatterns = 10;

/// What separates the names of a pattern, as HTA writes it.
inline constexpr std::string_view kPatternSeparator = "|";

/// "Which chains of kernels come again and again?" (SPEC.md section 9). Tables `sequences`, one row a pattern, and
/// `occurrences` of the first patterns.
[[nodiscard]] AnalysisDescriptor kernelSequences();

/// Empty, with the columns of hta mode.
[[nodiscard]] Table emptySequenceTableOfHta();

} // namespace kinetoscope
