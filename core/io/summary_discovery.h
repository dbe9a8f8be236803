// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/remark.h"
#include "core/base/result.h"
#include "core/model/rank_summary.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// `rank-3`, `rank_3`, `rank3` in a file name, whatever the case: the number.
[[nodiscard]] std::optional<std::int64_t> rankInFileName(const std::string& fileName);

/// The `.ksum` and `.ksum.failed` files of a folder that holds some, and of those below it; none of another. By path.
/// Looks no further where very many files lie.
[[nodiscard]] std::vector<std::string> summaryFilesIn(const std::string& folder);

/// Whether a file says why there is no summary, by its name.
[[nodiscard]] bool isFailedSummaryName(const std::string& path);

/// Code of the remark on a summary that cannot be read.
inline constexpr const char* kBadSummary = "bad-summary";

/// Reads these summaries, several at once. Of one that cannot be read there is a remark, and null in its place; of two
/// of one rank and time the one of the newer trace is kept, with a remark. Errors: Cancelled, OutOfMemory.
[[nodiscard]] Result<std::vector<std::shared_ptr<const RankSummary>>> readSummaries(
    const std::vector<std::string>& paths, int threads, std::vector<Remark>& remarks, const Progress& progress);

/// What should be known of summaries that are read as one job: other sizes of the world, other parameters, names of
/// groups that stand for several, ranks that are missing, and why.
/// @param ranks   that are there, ascending. @param failed  `.ksum.failed` files.
void remarkOnSummaries(const std::vector<std::shared_ptr<const RankSummary>>& summaries,
    const std::vector<std::int64_t>& ranks, const std::vector<std::string>& failed, std::vector<Remark>& remarks);

} // namespace kinetoscope
