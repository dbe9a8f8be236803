// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inductor/inductor_evidence.h"

#include "core/analysis/inductor/inductor_columns.h"
#include "core/analysis/inductor/inductor_work.h"

#include <algorithm>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

/// To StopCheck: a walk up the ops around a launch.
constexpr std::size_t kItemsPerGraph = 16;

/// The calls of the graph of a row that launched its work.
Selection graphCalls(const ScopedGpuWork& source, const InductorRowKey& key, const Progress& progress)
{
    const Trace& trace = *source.rankTrace(key.rank).trace;
    const RankGpuWork work = source.rowsOf(key.rank, progress);
    std::set<SliceId> calls;
    StopCheck check(progress);
    for (const GpuWorkRow& row : work.rows) {
        if (check.after(kItemsPerGraph))
            return {};
        const SliceId graph = graphOf(trace, row.slice);
        if (graph.isValid() && trace.slices().name[graph.index()] == key.names.front())
            calls.insert(graph);
    }
    return slicesOfRank(work.rankIndex, calls);
}

} // namespace

Table::LongEvidenceFunction inductorEvidence(
    std::shared_ptr<const ScopedGpuWork> source, std::vector<InductorRowKey> keys)
{
    return [source = std::move(source), keys = std::move(keys)](
               std::size_t row, std::size_t column, const Progress& progress) {
        const InductorRowKey& key = keys[row];
        if (key.kind == InductorRowKey::Kind::Graph && column == kGraphCalls)
            return graphCalls(*source, key, progress);
        const RankTrace& rank = source->rankTrace(key.rank);
        const RankGpuWork work = source->rowsOf(key.rank, progress);
        const Trace& trace = *rank.trace;
        const auto isMeant = [&](const GpuWorkRow& candidate) {
            if (key.kind == InductorRowKey::Kind::Everything)
                return true;
            if (key.kind == InductorRowKey::Kind::Names)
                return std::ranges::binary_search(key.names, trace.slices().name[candidate.slice.index()]);
            const SliceId graph = graphOf(trace, candidate.slice);
            return graph.isValid() && trace.slices().name[graph.index()] == key.names.front();
        };
        return selectionWhere(*source, rank, work, isMeant, progress);
    };
}

} // namespace kinetoscope
