// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/model/job_sizes.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kinetoscope {

/// Whether several traces of a set are recordings of one rank, so that not all of its ranks ran together
/// (kRecordedTwice, kCopies). O(remarks).
[[nodiscard]] bool isRecordedTwice(const TraceSet& traces);
/// Whether these are copies of one another, all of them (kCopies). O(remarks).
[[nodiscard]] bool areCopies(const TraceSet& traces);
/// What their files say of the sizes of their jobs. O(ranks log ranks).
/// @param chosen  numbers of the ranks that are looked at; empty: all.
[[nodiscard]] JobSizes jobSizes(const TraceSet& traces, const std::vector<std::int64_t>& chosen = {});

/// Numbers of the ranks whose collectives are matched, and whose clocks are measured, for who asks about a scope;
/// ascending, empty for all ranks of the job.
///
/// Ranks of a job ran together whichever of them are looked at, and more of them tell more. Where a rank was recorded
/// twice, jobs have other sizes, or more traces say a size than a job of it has ranks, they did not: then the chosen
/// ones are matched as if they alone were open, those of one size with all others of it if these are no more than its
/// ranks. O(ranks log ranks).
[[nodiscard]] std::vector<std::int64_t> matchedRanks(const AnalysisInput& input);

/// What files call ranks of their recording: of a rank that is shown under another number, since another trace has its
/// own, that of the file. What is not matched has none.
class FileRanks {
public:
    /// @param traces, matched  kept by reference; `matched` is what matchedRanks() says.
    FileRanks(const TraceSet& traces, std::span<const std::int64_t> matched)
        : m_traces(traces)
        , m_matched(matched)
    {
    }
    [[nodiscard]] std::int64_t numberOf(std::uint32_t rank) const; ///< @param rank  position in TraceSet::ranks()
    /// Position in TraceSet::ranks() of the rank that files call so. O(ranks).
    [[nodiscard]] std::optional<std::uint32_t> rankOf(std::int64_t number) const;

private:
    const TraceSet& m_traces;
    std::span<const std::int64_t> m_matched;
};

} // namespace kinetoscope
