// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace kinetoscope {

/// Checks the name after an -o that must be one: none is refused, and -, which is no file, with the sentence
/// `otherwise`. A shell makes an empty text of a variable that is not set. What it gives is what is wrong, or empty.
[[nodiscard]] std::function<std::string(const std::string&)> namesAFile(const char* otherwise);

} // namespace kinetoscope
