// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/parameters.h"

namespace kinetoscope {

/// Which collectives an analysis of them is about, and on which clocks: the same parameters for every one.
inline constexpr const char* kProcessGroupParameter = "group";
inline constexpr const char* kClockAlignmentParameter = "clock-alignment";
[[nodiscard]] ParameterDescriptor processGroupParameter();
[[nodiscard]] ParameterDescriptor collectiveKindsParameter(); ///< parameter::kKinds
/// @param help  says which of its figures need no clocks.
[[nodiscard]] ParameterDescriptor clockAlignmentParameter(const char* help);

} // namespace kinetoscope
