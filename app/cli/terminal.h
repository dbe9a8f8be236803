// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace kinetoscope::cli {

/// Characters of a line for people: the environment's COLUMNS, else the terminal's that shows the standard output, or
/// the standard error where a pager reads the output; 120 where there is none. At least 20.
[[nodiscard]] std::size_t terminalWidth();

} // namespace kinetoscope::cli
