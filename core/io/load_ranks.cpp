// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/load_ranks.h"

#include "core/io/load_budget.h"
#include "core/io/summary/trace_checksums.h"
#include "core/io/trace_peek.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace kinetoscope {

namespace {

/// The same job of these ranks.
std::shared_ptr<const TraceSet> withRanks(const TraceSet& traces, std::vector<RankTrace> ranks)
{
    std::vector<Remark> remarks(traces.remarks().begin(), traces.remarks().end());
    std::erase_if(remarks, [&ranks](const Remark& remark) {
        const auto isNotLoaded = [&remark](const RankTrace& rank) {
            return !rank.isLoaded() && std::ranges::find(remark.ranks, rank.rank) != remark.ranks.end();
        };
        return remark.code == kRanksListed || (remark.code == kOtherTrace && std::ranges::any_of(ranks, isNotLoaded));
    });
    TraceSet set = TraceSet::ofRanks(std::move(ranks), remarks);
    if (Message listed = listedRanksMessage(set); !listed.isEmpty()) {
        remarks.push_back({ kRanksListed, std::move(listed), {} });
        return std::make_shared<const TraceSet>(
            TraceSet::ofRanks({ set.ranks().begin(), set.ranks().end() }, std::move(remarks)));
    }
    return std::make_shared<const TraceSet>(std::move(set));
}

std::vector<RankTrace> ranksOf(const TraceSet& traces)
{
    return { traces.ranks().begin(), traces.ranks().end() };
}

/// The same job, which says that the trace of a rank is another one than its summary was made of.
std::shared_ptr<const TraceSet> sayingOtherTrace(const TraceSet& traces, std::size_t position)
{
    const RankTrace& rank = traces.ranks()[position];
    Remark remark = remarkOfRank(rank, kOtherTrace,
        { KT_PHRASE("discovery",
            "The trace is not the one that its summary was made of: size, beginning or end differ. What is said of "
            "this rank is said of the trace.") });
    std::vector<Remark> remarks(traces.remarks().begin(), traces.remarks().end());
    remarks.push_back(std::move(remark));
    return std::make_shared<const TraceSet>(TraceSet::ofRanks(ranksOf(traces), std::move(remarks)));
}

} // namespace

std::shared_ptr<const TraceSet> withTrace(
    const TraceSet& traces, std::size_t position, std::shared_ptr<const Trace> trace)
{
    std::vector<RankTrace> ranks = ranksOf(traces);
    ranks[position].trace = std::move(trace);
    ranks[position].presence = RankPresence::Loaded;
    ranks[position].why = {};
    return withRanks(traces, std::move(ranks));
}

std::shared_ptr<const TraceSet> withFailure(const TraceSet& traces, std::size_t position, Message why)
{
    std::vector<RankTrace> ranks = ranksOf(traces);
    // What its summary tells stays true.
    ranks[position].presence = ranks[position].summary ? RankPresence::Summary : RankPresence::Failed;
    ranks[position].why = std::move(why);
    return withRanks(traces, std::move(ranks));
}

std::shared_ptr<const TraceSet> withoutTraces(const TraceSet& traces, std::span<const std::size_t> positions)
{
    std::vector<RankTrace> ranks = ranksOf(traces);
    for (const std::size_t position : positions) {
        RankTrace& rank = ranks[position];
        rank.trace = nullptr;
        rank.presence = rank.summary ? RankPresence::Summary : RankPresence::Listed;
        rank.why = { KT_PHRASE("discovery", "It was given up for another one: both do not fit the memory limit.") };
    }
    return withRanks(traces, std::move(ranks));
}

std::vector<std::size_t> tracesToGiveUp(
    const TraceSet& traces, std::size_t wanted, std::span<const std::size_t> oldestFirst, std::uint64_t limit)
{
    LoadBudget budget(limit);
    for (const RankTrace& rank : traces.ranks()) {
        if (rank.isLoaded())
            budget.take(*rank.trace);
    }
    LoadLimits limits;
    const TracePeek peek = peekTrace(traces.ranks()[wanted].path, limits);
    std::vector<std::size_t> given;
    for (const std::size_t position : oldestFirst) {
        if (budget.fits(peek.fileBytes, peek.isGzip))
            break;
        if (!traces.ranks()[position].isLoaded() || position == wanted)
            continue;
        budget.release(*traces.ranks()[position].trace);
        given.push_back(position);
    }
    return given;
}

Result<std::shared_ptr<const TraceSet>> loadRank(const std::shared_ptr<const TraceSet>& traces, std::size_t position,
    const LoadOptions& options, const Progress& progress)
{
    const RankTrace& rank = traces->ranks()[position];
    progress.setTotal(peekTrace(rank.path, options.limits).fileBytes);
    KT_TRY(std::shared_ptr<const Trace> trace, loadTrace(rank.path, options, progress));
    if (isCutByMemory(trace->report()))
        return Error { ErrorCode::MemoryLimit,
            { KT_PHRASE("discovery", "The trace of rank %1 does not fit the memory limit."),
                arg::Number { rank.rank } } };
    std::shared_ptr<const TraceSet> loaded = withTrace(*traces, position, std::move(trace));
    if (rank.summary) {
        const std::optional<TraceChecksums> checksums = checksumsOf(rank.path);
        if (checksums && !areOf(*checksums, rank.summary->meta))
            loaded = sayingOtherTrace(*loaded, position);
    }
    return loaded;
}

const std::string& openedPath(const RankTrace& rank)
{
    return rank.readsFrom() ? rank.summary->path : rank.path;
}

Message listedRanksMessage(const TraceSet& traces)
{
    std::size_t loaded = 0;
    std::vector<std::int64_t> listed;
    for (const RankTrace& rank : traces.ranks()) {
        loaded += rank.isLoaded() ? 1 : 0;
        if (rank.presence == RankPresence::Listed)
            listed.push_back(rank.rank);
    }
    if (listed.empty())
        return {};
    return { KT_PHRASE("discovery",
                 "%1 of %2 ranks are loaded: all together do not fit the memory limit. Figures are about the loaded "
                 "ones; not loaded are the ranks %3."),
        arg::Count { loaded }, arg::Count { traces.ranks().size() }, arg::Numbers { std::move(listed) } };
}

} // namespace kinetoscope
