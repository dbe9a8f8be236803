// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/job/chosen_side.h"
#include "core/analysis/job/trace_side.h"

#include <array>
#include <optional>
#include <string_view>

namespace kinetoscope {

/// That the first steps, which stand for the sides where nobody chose any, differ by another time than the median ones:
/// "The control's step 5 takes 5.5 ms less than the test's; its median step takes 48.2 ms more." Times of the host's
/// steps. Nothing with fewer than three steps on a side, or where both differences are much alike.
[[nodiscard]] Result<std::optional<Remark>> remarkOnFirstSteps(const ChosenSide& control, const ChosenSide& test);

/// The code of remarkOnOtherSteps() where they differ.
inline constexpr std::string_view kOtherStepsDiffer = "other-steps-differ";

/// Of first steps in which nothing differs: whether the others do that both sides have, and in what. Says so where they
/// have none. O(slices) of both sides. @param ops  null where names are joined that are not equal: then it says only
/// that others were not looked at. Errors: Cancelled.
[[nodiscard]] Result<std::optional<Remark>> remarkOnOtherSteps(
    const ChosenSide& control, const ChosenSide& test, const ComparedOps* ops, const AnalysisContext& context);

} // namespace kinetoscope
