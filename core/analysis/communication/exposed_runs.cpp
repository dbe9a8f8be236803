// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/exposed_runs.h"

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/scope/per_rank.h"

#include <algorithm>
#include <cstddef>

namespace kinetoscope {

namespace {

/// How much of `range` lies in `ranges`, which are disjoint and sorted. O(log + those that overlap).
Nanoseconds coveredPart(const std::vector<TimeRange>& ranges, const TimeRange& range)
{
    Nanoseconds covered = 0;
    auto next =
        std::ranges::partition_point(ranges, [&range](const TimeRange& each) { return each.end <= range.begin; });
    for (; next != ranges.end() && next->begin < range.end; ++next)
        covered += std::min(next->end, range.end) - std::max(next->begin, range.begin);
    return covered;
}

} // namespace

Result<std::vector<std::optional<Nanoseconds>>> exposedOfShortest(
    const AnalysisInput& input, const CollectiveFacts& facts, const AnalysisContext& context)
{
    AnalysisInput whole = input;
    whole.traces = TraceSet::onOwnClocks(input.traces);
    whole.scope = {};
    whole.scope.ranks = input.scope.ranks;
    KT_TRY(const auto work, ScopedGpuWork::create(whole, *context.classifier));
    std::vector<std::optional<Nanoseconds>> exposed(facts.operations.size());
    std::vector<std::vector<std::size_t>> shortestOn(input.traces->ranks().size());
    for (std::size_t i = 0; i < facts.operations.size(); ++i) {
        const Operation& operation = facts.operations[i];
        if (operation.ranks.size() < 2)
            continue;
        const OperationRun& shortest = operation.ranks[operation.last];
        exposed[i] = shortest.duration;
        if (facts.runOf(shortest).stream() != Track::kNoStream)
            shortestOn[shortest.rank].push_back(i);
    }
    const auto computeOf = [&](std::size_t i) -> Result<std::vector<TimeRange>> {
        KT_TRY(const RankGpuWork rank, work->rank(i, context.progress));
        return unionWhere(
            rank, [](const GpuWorkRow& row) { return row.type == KernelType::Computation; }, context.progress);
    };
    KT_TRY_DONE(
        forEachRankInOrder(work->rankCount(), context, computeOf, [&](std::size_t i, std::vector<TimeRange> computing) {
            const std::uint32_t rank = work->rankIndex(i);
            const RankTrace& trace = whole.traces->ranks()[rank];
            for (const std::size_t each : shortestOn[rank]) {
                Nanoseconds hidden = 0;
                Timestamp until = kMinTimestamp;
                for (const std::uint32_t run : facts.operations[each].ranks[facts.operations[each].last].runs) {
                    const TimeRange range = facts.matching->runs[run].range;
                    const TimeRange rest { std::max(trace.toJobTime(range.begin), until), trace.toJobTime(range.end) };
                    if (rest.begin < rest.end)
                        hidden += coveredPart(computing, rest);
                    until = std::max(until, rest.end);
                }
                exposed[each] = *exposed[each] - hidden;
            }
        }));
    return exposed;
}

} // namespace kinetoscope
