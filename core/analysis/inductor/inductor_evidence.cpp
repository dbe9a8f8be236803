// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inductor/inductor_evidence.h"

#include "core/analysis/inductor/inductor_columns.h"
#include "core/analysis/inductor/inductor_work.h"

#include <algorithm>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

/// The calls of the graph of a row that launched its work.
Selection graphCalls(const ScopedGpuWork& source, const InductorRowKey& key)
{
    const Trace& trace = *source.rankTrace(key.rank).trace;
    const RankGpuWork work = source.rowsOf(key.rank, Progress {});
    std::set<SliceId> calls;
    for (const GpuWorkRow& row : work.rows) {
        const SliceId graph = graphOf(trace, row.slice);
        if (graph.isValid() && trace.slices().name[graph.index()] == key.names.front())
            calls.insert(graph);
    }
    return slicesOfRank(work.rankIndex, calls);
}

} // namespace

Table::EvidenceFunction inductorEvidence(std::shared_ptr<const ScopedGpuWork> source, std::vector<InductorRowKey> keys)
{
    return [source = std::move(source), keys = std::move(keys)](std::size_t row, std::size_t column) {
        const InductorRowKey& key = keys[row];
        if (key.kind == InductorRowKey::Kind::Graph && column == kGraphCalls)
            return graphCalls(*source, key);
        const RankTrace& rank = source->rankTrace(key.rank);
        const RankGpuWork work = source->rowsOf(key.rank, Progress {});
        const Trace& trace = *rank.trace;
        return selectionWhere(*source, rank, work, [&](const GpuWorkRow& candidate) {
            if (key.kind == InductorRowKey::Kind::Everything)
                return true;
            if (key.kind == InductorRowKey::Kind::Names)
                return std::ranges::binary_search(key.names, trace.slices().name[candidate.slice.index()]);
            const SliceId graph = graphOf(trace, candidate.slice);
            return graph.isValid() && trace.slices().name[graph.index()] == key.names.front();
        });
    };
}

} // namespace kinetoscope
