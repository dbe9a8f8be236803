// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/parameters.h"
#include "core/base/message.h"

#include <cstdint>
#include <span>

namespace kinetoscope {

/// "There is no step 4 in control: it has 10, 11 and 12." A number somebody chose that is not there, and what is; of
/// many the first five.
/// @param thing  Rank or Step.
/// @param there  ascending.
[[nodiscard]] Message notThere(
    NamedThing thing, std::int64_t number, Message where, std::span<const std::int64_t> there);

} // namespace kinetoscope
