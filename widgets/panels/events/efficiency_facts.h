// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/call_figures.h"
#include "widgets/models/text_tree_model.h"

namespace kinetoscope {

/// The section about how near the call of a slice comes to what the GPU can do: its formula, bytes, bound, and what is
/// not known and why.
void addEfficiency(TextTree& facts, const CallFigures& figures);

} // namespace kinetoscope
