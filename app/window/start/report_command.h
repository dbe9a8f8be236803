// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/start/options.h"

namespace kinetoscope {

/// `kinetoscope report`: the report that the window exports, without the window. What went wrong is on stderr.
/// @return an exit code.
[[nodiscard]] int runReport(
    const ReportOptions& options, const std::vector<TraceArgument>& traces, bool alignsClocks = true);

} // namespace kinetoscope
