// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/scope.h"

#include <QString>

namespace kinetoscope {

/// What numbers are about, in a few words: "whole trace", "ranks 0, 2 · steps 10-12 · 1.200 ms to 3.400 ms".
[[nodiscard]] QString scopeText(const Scope& scope);

/// "0-3,8": how the command line takes ranks, steps and streams. Any order in, ascending out.
[[nodiscard]] QString numberListText(std::vector<std::int64_t> numbers);

} // namespace kinetoscope
