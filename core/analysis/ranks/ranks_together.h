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
    No,        ///< two of them are recordings of one rank, or of one of them nothing says when it was recorded
    Copies,    ///< two of them are copies of one recording; what else there is may have run together
    OtherJobs, ///< files say that their jobs have other sizes, or a size that is less than there are of them
    Unknown,   ///< ranks of their own, of which no moment is in all recordings: the clocks of hosts may be as far apart
};

/// Ranks that are open together are taken to have run together where what they say of the sizes of their jobs may be
/// said of one, and no rank was recorded twice. Where one was, the clocks of the files tell: those that collectives
/// measure take the ranks for ranks of one job. O(ranks log ranks).
[[nodiscard]] RanTogether ranTogether(const AnalysisInput& input);
[[nodiscard]] inline bool areRanksTogether(const AnalysisInput& input)
{
    return ranTogether(input) == RanTogether::Yes;
}

/// Whether a sentence may call the chosen ones ranks, as of one job: they ran together for all that is known, each has
/// its number from its file or its name. Else they are traces, which need not have anything to do with
/// each other. Stricter than areRanksTogether(): files that do not say their rank are looked at as those of one job,
/// but nothing tells that they are. O(ranks x remarks).
[[nodiscard]] bool areRanksOfOneJob(const AnalysisInput& input);

/// Why nothing is told that takes ranks that ran together, where they did not or where it is not known. What the
/// matching and the clocks remark is then about collectives that are none.
/// @param together  what ranTogether() says, not Yes.
/// @param code  of the remark.
/// @param ofOneRank  what is said where recordings of one rank are the reason.
[[nodiscard]] Remark notTogether(RanTogether together, const AnalysisInput& input, std::string code, Message ofOneRank);
/// The same of who waits for whom: code "no-collectives".
[[nodiscard]] Remark notTogether(RanTogether together, const AnalysisInput& input);

} // namespace kinetoscope
