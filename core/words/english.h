// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/remark.h"

#include <string>

namespace kinetoscope {

/// A message in English, for the command line, reports and files: `.` decimals in any locale, "us", options with their
/// dashes. The one place where facts become words outside of the window. O(characters).
[[nodiscard]] std::string english(const Message& message);

/// A remark with the ranks it is about: "Ranks 0-7: no GPU work.".
[[nodiscard]] std::string english(const Remark& remark);

} // namespace kinetoscope
