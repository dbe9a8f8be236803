// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <span>
#include <string_view>

namespace kinetoscope {

/// Every analysis, in the order of the product's table. One line each in analyses.cpp.
[[nodiscard]] std::span<const AnalysisDescriptor> analyses();
/// nullptr when there is none of that id.
[[nodiscard]] const AnalysisDescriptor* findAnalysis(std::string_view id);

} // namespace kinetoscope
