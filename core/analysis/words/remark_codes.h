// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kinetoscope {

/// Code of a remark on tables without rows: what the parameters ask for is not in the scope, though all it could be
/// found in was recorded. No option of the profiler would fill them.
inline constexpr std::string_view kNothingFits = "nothing-fits";

/// The same where the file, or the device that it is about, is of a kind that has none of what the analysis reads.
inline constexpr std::string_view kNotRecordable = "not-recordable";

} // namespace kinetoscope
