// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/io/trace_loader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// One trace to be summarized.
struct ListedTrace {
    std::string path;
    std::string folder;               ///< of the argument, absolute
    std::string relative;             ///< path from there
    std::string output;               ///< the `.ksum` to be
    std::optional<std::int64_t> rank; ///< as given
};

/// All traces that the arguments name: files as they are, of folders what is named like a trace, in folders below them,
/// too. By the bytes of the relative path, so that every process of a job has the same list.
/// Errors: InvalidArgument where two would have one output; NotFound, Unreadable.
[[nodiscard]] Result<std::vector<ListedTrace>> listTraces(
    const std::vector<TraceArgument>& arguments, const std::string& outputFolder);

/// Host of a trace that PyTorch's handler has named: HOST_PID.MS.pt.trace.json; "" of another.
[[nodiscard]] std::string hostInFileName(const std::string& fileName);

} // namespace kinetoscope
