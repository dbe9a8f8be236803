// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/panels/result/result_view.h"

#include <cstdint>
#include <optional>
#include <string>

namespace kinetoscope {

/// The kernel name that the first of the rows is about; nothing where they are about something else, or about several.
/// Pure, as all here.
[[nodiscard]] std::optional<std::string> kernelOfRows(const RowsAt& rows);

/// A rank and a step, by their numbers.
struct RankAndStep {
    std::int64_t rank = 0;
    std::optional<std::int64_t> step;
};

/// What the first of the rows is about, where it is about one rank; nothing otherwise.
[[nodiscard]] std::optional<RankAndStep> rankAndStepOfRows(const RowsAt& rows);

} // namespace kinetoscope
