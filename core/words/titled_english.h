// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/base/remark.h"

#include <string>
#include <string_view>

namespace kinetoscope {

/// What people read for the id of an analysis, as of `analysisName` (core/base/analysis_name.h).
using AnalysisTitle = std::string (*)(std::string_view id);

/// As english() of a remark or a message, for a page that has the titles of analyses and no command to type; counts
/// have groups of digits, as in the tables beside them.
[[nodiscard]] std::string english(const Remark& remark, AnalysisTitle titleOf);
[[nodiscard]] std::string english(const Message& message, AnalysisTitle titleOf);

} // namespace kinetoscope
