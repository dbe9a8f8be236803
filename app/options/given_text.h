// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace kinetoscope {

/// Checks the text of an option that is there: an empty one is refused with the sentence `otherwise`, which follows the
/// option's name. A shell makes it of a variable that is not set, and that must not mean what is taken without the
/// option. What it gives is what is wrong, or empty.
[[nodiscard]] std::function<std::string(const std::string&)> isGiven(const char* otherwise);

} // namespace kinetoscope
