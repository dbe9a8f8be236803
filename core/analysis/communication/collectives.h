// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// "How fast are the collectives, for their size and for the link?" (efficiency.md 8). Tables `collectives`, `groups`,
/// `instances`, `ranks`.
[[nodiscard]] AnalysisDescriptor collectives();

} // namespace kinetoscope
