// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidates/candidates.h"
#include "core/analysis/overview/finding_savings.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// Of a finding that several ranks have: how many they are, and the smallest and the largest share of it that one has.
/// Ranks that are doubtful are left aside; Finding::alike has them where all are.
struct AlikeRanks {
    std::size_t count = 0;
    std::size_t doubtful = 0; ///< ranks that were left aside; of Finding::unlike those of them that have the finding
    Nanoseconds least = 0;
    Nanoseconds wholeOfLeast = 0;
    Nanoseconds most = 0;
    Nanoseconds wholeOfMost = 0;
};

/// A chosen candidate, its rank and what its cure would save.
struct Finding {
    std::size_t rank = 0; ///< in OverviewSource
    Candidate candidate;
    std::optional<AlikeRanks> alike {};  ///< of all ranks that can have it, which have it about alike
    std::optional<AlikeRanks> unlike {}; ///< of idle time that is not alike: of the ranks that have it, several
    RankCure cure {};
    std::optional<FindingSaving> saving {};
    std::optional<FindingSaving> other {}; ///< of another cure that is quoted, too
    Message unknownSaving {};              ///< why no replay tells it; empty where one does
    /// Time of idle GPUs in which kernels that are not in the file may have run, on the rank: what lets work start
    /// sooner seems to save it, too. Of synchronisations a replay keeps what no recorded work explains.
    Nanoseconds lostInRank = 0;
    bool waitsInPython = false; ///< the main thread of the rank, much of the time
    /// Time of idle GPUs of the rank in data loaders that need not be without worker processes.
    Nanoseconds forLoader = 0;
    /// Words of a cure whose saving is part of that of another finding, which alone quotes it; empty for none.
    Message ofAnother {};
    Nanoseconds stakeOfOther = 0; ///< what it has at stake, by which it is found
    /// Of a saving without launch calls: what the finding has at stake that has some of them in graphs.
    std::optional<Nanoseconds> stakeOfGraphs {};
    bool areGraphsSecond = false;   ///< it is the second saving of that finding that has them
    bool areEventWaitsTold = false; ///< FindingSaving::eventWaits, by a finding of the rank that stands before it
    Message shared {};              ///< a sentence: what of its time another finding has, too; empty for nothing
};

/// Whether a cure lets work start that waited for the host: then it is held up by what else it waits for.
[[nodiscard]] bool releasesWork(const std::vector<NamedChange>& cure);

/// Whether the sentence says, of the saving that it quotes first, that streams wait for work which the file does not
/// name (FindingSaving::eventWaits): beside a second one it is said of that alone.
[[nodiscard]] bool tellsEventWaits(const Finding& finding);

/// Whether FindingSaving::eventWaits make the saving that is quoted second doubtful, and not the first.
[[nodiscard]] bool areEventWaitsOfOther(const Finding& finding);

/// Where the cure saves less than half of what is at stake, and the other one more than it, that one comes first. One
/// that is to be told beside the cure comes after it.
void chooseCure(Finding& finding, std::optional<FindingSaving> other);

/// A saving is quoted once: of several findings of a rank whose cures are the same by the first, else by the one whose
/// cure does more.
void quoteOnce(std::vector<Finding>& all);

/// Leaves it to the first finding of a rank to say what makes its savings and those of others doubtful alike:
/// FindingSaving::eventWaits. Findings and savings are as they stay.
void tellEventWaitsOnce(std::vector<Finding>& all);

/// Whether savings of a rank overlap: what a wait costs is idle time of others, and who adds up more than half of the
/// wall time has some of it twice.
[[nodiscard]] bool doSavingsOverlap(const std::vector<Finding>& all);

} // namespace kinetoscope
