// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/matched_ranks.h"

#include "core/base/vectors.h"
#include "core/io/load_ranks.h"

#include <algorithm>

namespace kinetoscope {

bool areCopies(const TraceSet& traces)
{
    return std::ranges::find(traces.remarks(), kCopies, &Remark::code) != traces.remarks().end();
}

bool isRecordedTwice(const TraceSet& traces)
{
    return areCopies(traces)
        || std::ranges::find(traces.remarks(), kRecordedTwice, &Remark::code) != traces.remarks().end();
}

JobSizes jobSizes(const TraceSet& traces, const std::vector<std::int64_t>& chosen)
{
    JobSizes sizes;
    for (const RankTrace& rank : traces.ranks()) {
        if (isChosen(chosen, rank.rank))
            sizes.add(rank.trace->metadata().worldSize);
    }
    return sizes;
}

std::vector<std::int64_t> matchedRanks(const AnalysisInput& input)
{
    const bool isTwice = isRecordedTwice(*input.traces);
    if (!isTwice && jobSizes(*input.traces).mayBeOneJob())
        return {};
    std::vector<std::int64_t> chosen = input.scope.ranks;
    const std::optional<std::int64_t> size = jobSizes(*input.traces, chosen).only();
    if (!isTwice && !chosen.empty() && size) { // the others of that size are of the job, too
        std::vector<std::int64_t> same;
        for (const RankTrace& rank : input.traces->ranks()) {
            if (rank.trace->metadata().worldSize == *size)
                same.push_back(rank.rank);
        }
        if (static_cast<std::int64_t>(same.size()) <= *size) // else nothing tells which
            append(chosen, same);
    }
    sortUnique(chosen);
    return chosen;
}

std::int64_t FileRanks::numberOf(std::uint32_t rank) const
{
    const RankTrace& of = m_traces.ranks()[rank];
    return m_matched.empty() ? of.rank : of.trace->metadata().rank.value_or(of.rank);
}

std::optional<std::uint32_t> FileRanks::rankOf(std::int64_t number) const
{
    for (const std::int64_t shown : m_matched) {
        const std::size_t at = m_traces.indexOfRank(shown);
        if (at < m_traces.ranks().size() && numberOf(static_cast<std::uint32_t>(at)) == number)
            return static_cast<std::uint32_t>(at);
    }
    const std::size_t at = m_matched.empty() ? m_traces.indexOfRank(number) : m_traces.ranks().size();
    return at < m_traces.ranks().size() ? std::optional(static_cast<std::uint32_t>(at)) : std::nullopt;
}

} // namespace kinetoscope
