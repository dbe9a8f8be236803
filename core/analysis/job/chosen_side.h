// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <array>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What tells the parameters of both sides of a comparison apart.
inline constexpr std::array<std::string_view, 2> kComparedSides { "control", "test" };

/// One side with its ranks and steps chosen.
struct ChosenSide {
    AnalysisInput input;
    std::set<std::int64_t> stepNumbers; ///< that there are
    bool isChosen = false;              ///< steps were named, or the whole trace was
};

/// Applies `control-ranks`, `control-steps` and so on to an input. InvalidArgument for ranks and steps that are not
/// there; Unreadable for a rank that is not loaded. @param readsSummaries  a summary is enough.
[[nodiscard]] Result<ChosenSide> chooseSide(
    const AnalysisInput& input, const Parameters& parameters, std::string_view side, bool readsSummaries = false);

/// These four parameters. @param steps  which are compared where none are chosen: "the first".
[[nodiscard]] std::vector<ParameterDescriptor> sideParameters(std::string_view steps);

/// Numbers of a parameter such as `test-steps`; empty where it was not given. InvalidArgument naming the parameter.
[[nodiscard]] Result<std::vector<std::int64_t>> numbersOf(const Parameters& parameters, std::string_view id);

} // namespace kinetoscope
