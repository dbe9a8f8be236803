// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kinetoscope {

/// An id of a category as a screen says it, the same in tables, legends and charts: "Waiting for the host" for
/// `host_wait`, "Computation + communication" for HTA's `COMPUTATION overlapping COMMUNICATION`. Files keep the ids. A
/// text that is no such id comes back as it is. English, as the titles of columns.
[[nodiscard]] std::string categoryWords(std::string_view id);

} // namespace kinetoscope
