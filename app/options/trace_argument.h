// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/trace_loader.h"

#include <string>
#include <vector>

namespace kinetoscope {

/// One TRACE of a command line: a path, or `RANK=path`. What names an existing file is a path, whatever it looks like.
[[nodiscard]] TraceArgument parseTraceArgument(const std::string& text);

/// The paths that arguments name and, of folders, those in them: what an output must not replace. Nothing is opened;
/// what is not there is named all the same.
[[nodiscard]] std::vector<std::string> filesNamedBy(const std::vector<TraceArgument>& arguments);

} // namespace kinetoscope
