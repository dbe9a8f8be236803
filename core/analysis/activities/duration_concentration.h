// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "Do a few long activities make up most of the time?" (SPEC.md 16.2 (1) to (3)). Tables `kinds` (share of each
/// kind of activity), `concentration` (what the longest 1, 5 and 10 % amount to) and `comparison` (of two kinds, or of
/// one kind in several inputs).
[[nodiscard]] AnalysisDescriptor durationConcentration();

} // namespace kinetoscope
