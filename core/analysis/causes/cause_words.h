// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <string_view>

namespace kinetoscope {

/// What a cause or a type of work is called in a sentence: "data loading". @param id  as toString(Cause) has it.
[[nodiscard]] Message causeInSentence(std::string_view id);

} // namespace kinetoscope
