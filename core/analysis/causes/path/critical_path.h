// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "What did the job wait for, moment by moment?" (causes.md section 3). Tables `summary`, `owners`, `links`, `steps`.
[[nodiscard]] AnalysisDescriptor criticalPath();

} // namespace kinetoscope
