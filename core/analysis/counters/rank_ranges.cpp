// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/rank_ranges.h"

#include "core/analysis/scope/steps.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

void splitRanges(const Trace& trace, const KernelClassifier& classifier, RankRanges& rank)
{
    if (rank.ranges.slices.empty())
        return; // most traces: spares looking for launches
    const std::vector<bool> isRegionName = regionNames(trace);
    std::vector<SliceId> kernels;
    for (std::size_t i = 0; i < rank.ranges.slices.size(); ++i) {
        const SliceId slice = rank.ranges.slices[i];
        if (trace.name(slice) == kWholeRegion || isRegionName[trace.slices().name[slice.index()].index()]) {
            rank.regions.push_back(i);
        } else {
            rank.kernels.push_back(i);
            kernels.push_back(slice);
        }
    }
    rank.alignment = alignRanges(trace, kernels, classifier);
    const bool isOneForAll = kernels.size() == 1 && rank.alignment.match == RangeMatch::Position;
    if (isOneForAll) {
        rank.regions.push_back(rank.kernels.front());
        rank.kernels.clear();
    }
    std::vector<SliceId> regions;
    for (const std::size_t region : rank.regions)
        regions.push_back(rank.ranges.slices[region]);
    rank.covers = coversOf(trace, regions, rank.alignment.allLaunches);
}

Result<RangeScope> RangeScope::create(const RankTrace& rank, const Scope& scope)
{
    RangeScope chosen(rank, scope);
    if (!scope.steps.empty()) {
        Result<std::vector<TimeRange>> steps = chosenStepRanges(rank, scope);
        if (!steps)
            return steps.error();
        chosen.m_steps = std::move(steps).value();
    }
    return chosen;
}

bool RangeScope::has(SliceId launch) const
{
    if (!launch.isValid())
        return !m_scope->hasWindow() && m_scope->streams.empty();
    const SliceTable& slices = m_rank->trace->slices();
    const Timestamp start = m_rank->toJobTime(slices.start[launch.index()]);
    if (m_scope->range && !m_scope->range->contains(start))
        return false;
    if (!m_scope->steps.empty() && !isInRanges(m_steps, start))
        return false;
    return m_scope->streams.empty() || isOnStream(slices.partner[launch.index()]);
}

bool RangeScope::isOnStream(SliceId work) const
{
    if (!work.isValid())
        return false;
    const std::int64_t stream = m_rank->trace->track(m_rank->trace->trackOf(work)).stream;
    return std::find(m_scope->streams.begin(), m_scope->streams.end(), stream) != m_scope->streams.end();
}

void remarkOn(
    const RankRanges& rank, const RankTrace& source, const std::string& howToRecord, std::vector<Remark>& remarks)
{
    const std::string who = "Rank " + std::to_string(source.rank) + ": ";
    const std::string& path = source.trace->path();
    if (rank.ranges.slices.empty()) {
        remarks.push_back(
            { "no-counters", who + "no CUPTI counters in this trace; record with " + howToRecord + ".", path });
        return;
    }
    if (rank.ranges.valuesLeftOut > 0)
        remarks.push_back({ "too-many-counters",
            who + "the ranges name more counters than a table can have; the first "
                + std::to_string(rank.ranges.counters.size()) + " are kept, "
                + std::to_string(rank.ranges.valuesLeftOut) + " values of others are left out.",
            path });
    if (!rank.regions.empty())
        remarks.push_back({ "counters-of-a-region",
            who
                + "one range of counters covers a whole region; with profiler_measure_per_kernel=True there is one for "
                  "each kernel.",
            path });
    if (std::any_of(rank.covers.begin(), rank.covers.end(), [](const RegionCover& cover) { return !cover.isKnown; }))
        remarks.push_back({ "regions-without-place",
            who
                + "what part of the trace some counter ranges cover is not known: there is no annotation or op of "
                  "their name for each of them, or no kernel launch.",
            path });
    if (rank.kernels.empty())
        return;
    const std::string counts = std::to_string(rank.kernels.size()) + " counter ranges, "
        + std::to_string(rank.alignment.launchCount) + " kernel launches";
    if (rank.alignment.match == RangeMatch::None)
        remarks.push_back({ "counters-without-launches", who + counts + ": no range has an op stack.", path });
    else if (rank.alignment.match == RangeMatch::Position)
        remarks.push_back({ "counters-unreliable",
            who + counts + ": they were matched by position, so ops may belong to other kernels.", path });
    else if (rank.alignment.match != RangeMatch::Order)
        remarks.push_back({ "counters-matched",
            who + counts + ": matched by " + std::string(toString(rank.alignment.match)) + ".", path });
    else if (rank.alignment.threadCount > 1)
        remarks.push_back({ "counters-of-threads",
            who + std::to_string(rank.alignment.threadCount)
                + " threads launch kernels; where they do so at once, ops may belong to other kernels.",
            path });
}

} // namespace kinetoscope
