// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <string>

namespace kinetoscope::cli {

/// The analysis of that id; nullptr after an explanation with the nearest id on the standard error.
[[nodiscard]] const AnalysisDescriptor* findAnalysisOrExplain(const std::string& id);

} // namespace kinetoscope::cli
