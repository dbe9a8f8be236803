// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/io/summary/trace_checksums.h"
#include "core/model/rank_summary.h"
#include "core/summaries/summary_maker.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace kinetoscope {

/// What tells whether a trace is the one that a summary was made of.
struct TraceSignature {
    std::int64_t time = 0;    ///< modification, Unix ns
    TraceChecksums checksums; ///< all 0 of what is no regular file
};
/// Errors: Unreadable.
[[nodiscard]] Result<TraceSignature> signatureOf(const std::string& path);

/// Whether the summary at `path` is whole, of this format and these parameters, and made of the trace: of its size and
/// time, or of its size and beginning and end.
[[nodiscard]] bool isUpToDate(
    const std::string& path, const TraceSignature& trace, const SummaryOptions& options, std::uint32_t rulesCrc);

/// Name of this computer, as temporary files carry it.
[[nodiscard]] std::string hostName();

/// Writes a file whole or not at all, by way of `.NAME.HOST.PID.tmp` beside it: on a file system of a cluster the name
/// tells whose it is. Folders that are missing are made. Errors: NotWritable.
[[nodiscard]] Result<Done> writeOnCluster(const std::string& path, std::string_view bytes);

/// Removes such files from a folder that no writer will finish: of this computer without a process, or older than a
/// day.
void removeClusterLeftovers(const std::string& folder);

/// The content of a `.ksum.failed` file: JSON with the trace, the exit code and why.
[[nodiscard]] std::string failureText(const std::string& trace, int exitCode, const std::string& sentence);

} // namespace kinetoscope
