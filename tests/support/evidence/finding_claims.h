// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/model/selection.h"
#include "tests/support/slow/slow_gpu.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kinetoscope::tests {

/// A finding of the overview, what one click on its sentence gives, and what that says.
struct FindingClaim {
    std::string kind;
    std::string sentence;
    std::uint32_t rank = 0; ///< position in TraceSet::ranks()
    Nanoseconds figure = 0;
    std::optional<Nanoseconds> saved;
    std::string changes; ///< of the cure, as a person writes them for what-if; "" for none
    Selection evidence;
};

/// GPU work of a rank as slow second implementations see it; job time, clipped to the scope's range.
struct RankWork {
    std::vector<SlowWork> works;          ///< chosen
    std::vector<TimeRange> all;           ///< union of the chosen work
    std::vector<TimeRange> busy;          ///< union of the work of any step
    std::vector<TimeRange> compute;       ///< union of the chosen work of the type
    std::vector<TimeRange> communication; ///< the same
    std::vector<TimeRange> memory;        ///< the same
};

/// All findings of a result of the overview, to be checked against the slices of the traces alone.
class FindingClaims {
public:
    /// @param result  of the overview of `input`; both outlive this.
    FindingClaims(const AnalysisInput& input, const AnalysisResult& result);

    [[nodiscard]] const std::vector<FindingClaim>& all() const { return m_claims; }
    /// "" where what one click on each finding gives is what its sentence and its figure say, else the first that is
    /// not, or that has no rule.
    [[nodiscard]] std::string firstUntrue() const;
    /// "" where no piece of GPU work, and no nanosecond of a rank, is in two findings, unless one of them says so.
    [[nodiscard]] std::string firstClaimedTwice() const;
    /// "" where no saving exceeds the figure beside it, unless the sentence says why.
    [[nodiscard]] std::string firstSavingBeyond() const;

    /// Time of the slices of a claim, clipped: what any of them covers, and what of that no other work does.
    struct SliceTimes {
        std::vector<TimeRange> covered;
        std::vector<TimeRange> alone;
    };
    [[nodiscard]] SliceTimes timesOf(const FindingClaim& claim) const;
    [[nodiscard]] const RankWork& workOf(std::uint32_t rank) const { return m_work.at(rank); }
    [[nodiscard]] const AnalysisInput& input() const { return m_input; }
    [[nodiscard]] const AnalysisResult& result() const { return m_result; }

private:
    const AnalysisInput& m_input;
    const AnalysisResult& m_result;
    std::vector<FindingClaim> m_claims;
    std::map<std::uint32_t, RankWork> m_work; ///< by position in TraceSet::ranks()
};

} // namespace kinetoscope::tests
