// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/matched_ranks.h"

#include "core/base/vectors.h"
#include "core/io/load_ranks.h"

#include <algorithm>

namespace kinetoscope {

bool isRecordedTwice(const TraceSet& traces)
{
    return std::ranges::find(traces.remarks(), kRecordedTwice, &Remark::code) != traces.remarks().end();
}

std::set<std::int64_t> jobSizes(const TraceSet& traces, const std::vector<std::int64_t>& chosen)
{
    std::set<std::int64_t> sizes;
    for (const RankTrace& rank : traces.ranks()) {
        const auto size = rank.trace->metadata().worldSize;
        if (size && *size > 0 && isChosen(chosen, rank.rank))
            sizes.insert(*size);
    }
    return sizes;
}

std::vector<std::int64_t> matchedRanks(const AnalysisInput& input)
{
    const bool isTwice = isRecordedTwice(*input.traces);
    if (!isTwice && jobSizes(*input.traces).size() < 2)
        return {};
    std::vector<std::int64_t> chosen = input.scope.ranks;
    const std::set<std::int64_t> sizes = jobSizes(*input.traces, chosen);
    if (!isTwice && !chosen.empty() && sizes.size() == 1) { // the others of that size are of the job, too
        for (const RankTrace& rank : input.traces->ranks()) {
            if (rank.trace->metadata().worldSize == *sizes.begin())
                chosen.push_back(rank.rank);
        }
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
