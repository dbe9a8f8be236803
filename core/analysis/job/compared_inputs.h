// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <span>

namespace kinetoscope {

/// Which traces a comparison is about, in words: "Input 1: before.json; input 2: after.json." Of a job of several ranks
/// the first file and how many more; the ranks and steps that an input's scope names. Where all inputs are the same it
/// says so. Different files of one name come with their folders. @param names  what the tables call each input, the
/// first with a capital.
[[nodiscard]] Remark comparedInputs(AnalysisInputs inputs, std::span<const Message> names);

} // namespace kinetoscope
