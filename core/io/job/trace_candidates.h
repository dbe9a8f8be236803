// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/remark.h"
#include "core/base/result.h"
#include "core/io/trace_loader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// A file that may be a trace, a table of one, or a summary.
struct TraceCandidate {
    std::optional<std::int64_t> rank; ///< given by the user
    std::string path;
    /// By the user, as a file: not one of a folder, where files that are no traces may lie.
    bool isNamed = false;
};

/// The files that arguments mean: of a folder those in it, and its summaries with those below it, by path.
/// Errors: Unreadable; NotATrace of a folder without files, which says where traces seem to lie; InvalidArgument of an
/// empty path, and of a folder of several traces that was given the number of one rank.
[[nodiscard]] Result<std::vector<TraceCandidate>> listCandidates(const std::vector<TraceArgument>& arguments);

/// Why nothing of the `files` candidates was opened; `first` is what is wrong with the first. Of a folder, what is
/// wrong with its first file (a README, say) is not the answer.
[[nodiscard]] Error explainNothingOpened(
    const std::vector<TraceArgument>& arguments, std::size_t files, const Error& first);

/// A file that is named twice is one rank, unless the user gave it two numbers.
void dropRepeated(std::vector<TraceCandidate>& candidates, std::vector<Remark>& remarks);

/// Files that make one trace: one, or the tables of one folder.
struct TraceFiles {
    std::vector<TraceCandidate> files;
    bool isTable = false;
};
/// In the order of the first file of each. Reads the head of each file.
[[nodiscard]] std::vector<TraceFiles> groupTables(
    const std::vector<TraceCandidate>& candidates, const LoadLimits& limits);

} // namespace kinetoscope
