// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/start/options.h"

#include <vector>

namespace kinetoscope {

/// `kinetoscope report`: the report that the window exports, without the window. What went wrong is on stderr.
/// @return an exit code.
[[nodiscard]] int runReport(
    const ReportOptions& options, const std::vector<TraceArgument>& traces, bool alignsClocks = true);

/// `kinetoscope render`: loads, draws with the window's own widgets, writes one file, returns the exit code. Sentences
/// go to stderr. Needs a QApplication; blocks.
[[nodiscard]] int runRender(
    const RenderOptions& options, const std::vector<TraceArgument>& traces, bool alignsClocks = true);

} // namespace kinetoscope
