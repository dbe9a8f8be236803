// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/base/remark.h"

#include <cstdint>
#include <string>

namespace kinetoscope {

/// Whether the ranks of a scope ran together.
enum class RanTogether : std::uint8_t {
    Yes,
    No,      ///< two of them are recordings of one rank, or of one of them nothing says when it was recorded
    Unknown, ///< ranks of their own, of which no moment is in all recordings: the clocks of hosts may be as far apart
};

/// Asked only where several traces are recordings of one rank, which is shown under a number more than once: else all
/// ranks that are open together are taken to have run together. By the clocks of the files: those that collectives
/// measure take the ranks for ranks of one job. O(ranks).
[[nodiscard]] RanTogether ranTogether(const AnalysisInput& input);
[[nodiscard]] inline bool areRanksTogether(const AnalysisInput& input)
{
    return ranTogether(input) == RanTogether::Yes;
}

/// Whether a sentence may call the chosen ones ranks, as of one job: they ran together for all that is known, each has
/// its number from its file or its name, and no two say that their jobs have other sizes. Else they are traces, which
/// need not have anything to do with each other. Stricter than areRanksTogether(): files that do not say their rank are
/// looked at as those of one job, but nothing tells that they are. O(ranks x remarks).
[[nodiscard]] bool areRanksOfOneJob(const AnalysisInput& input);

/// Why nothing is told of who waits for whom where they did not, or where it is not known: code "no-collectives". What
/// the matching and the clocks remark is then about collectives that are none.
[[nodiscard]] Remark notTogether(const AnalysisInput& input);
/// The same where it is not known, whatever is not told. @param code  of the remark.
[[nodiscard]] Remark unknownWhetherTogether(std::string code);

} // namespace kinetoscope
