// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/exports.h"

#include <string>
#include <vector>

namespace kinetoscope {

/// Where an export goes.
struct ExportTargets {
    std::vector<std::string> paths;  ///< one for each rank; one alone where all go into one file
    std::vector<std::string> inputs; ///< files that must survive: all that are open
};

/// The files for these ranks: `target` itself, or names in it if it is a folder. InvalidArgument for several ranks and
/// one file; NotWritable where a target is an input or no place for a file.
/// @param ranks  positions in TraceSet::ranks().
[[nodiscard]] Result<ExportTargets> findTargets(const ExportDescriptor& kind, const TraceSet& traces,
    const std::vector<std::size_t>& ranks, const std::string& target);

/// The name in a folder: prefix in front, suffix at the stem: "x.pt.trace.json.gz" and "_with_counters" make
/// "x.pt.trace_with_counters.json.gz". `tag` (a rank's number where names would meet) goes to the stem too.
[[nodiscard]] std::string exportFileName(
    const ExportDescriptor& kind, const std::string& inputPath, const std::string& tag = {});

} // namespace kinetoscope
