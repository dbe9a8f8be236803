// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/trace_loader.h"

#include <string>

namespace kinetoscope {

/// One TRACE of a command line: a path, or `RANK=path`. What names an existing file is a path, whatever it looks like.
[[nodiscard]] TraceArgument parseTraceArgument(const std::string& text);

} // namespace kinetoscope
