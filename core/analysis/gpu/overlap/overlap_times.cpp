// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/overlap/overlap_times.h"

#include "core/analysis/names/classification.h"
#include "core/base/sort_stably.h"
#include "core/numeric/covered_time.h"

#include <algorithm>
#include <map>

namespace kinetoscope {

namespace {

void measureCollectives(const Trace& trace, const RankGpuWork& work, const CoveredTime& computation,
    const CoveredTime& otherSteps, const Progress& progress, OverlapOfRank& figures)
{
    std::map<OverlapCollective, std::vector<TimeRange>> byKey;
    StopCheck check(progress);
    for (const GpuWorkRow& row : work.rows) {
        if (check.after(1))
            return;
        if (isCommunication(row))
            byKey[overlapCollectiveOf(trace, row.slice)].push_back(row.range);
    }
    for (auto& [key, ranges] : byKey) {
        OverlapTimes times;
        times.count = static_cast<std::int64_t>(ranges.size());
        const std::vector<TimeRange> all = unionOf(std::move(ranges), progress);
        times.communication = totalLength(all);
        times.overlap = computation.within(all);
        times.otherSteps = otherSteps.within(all);
        figures.collectives.emplace_back(key, times);
    }
    sortStably(figures.collectives, [&trace](const auto& a, const auto& b) {
        const auto left = std::pair { groupText(trace, a.first), collectiveText(trace, a.first) };
        const auto right = std::pair { groupText(trace, b.first), collectiveText(trace, b.first) };
        return left != right ? left < right : a.first < b.first;
    });
}

} // namespace

OverlapCollective overlapCollectiveOf(const Trace& trace, SliceId slice)
{
    const EventIndex event = trace.slices().eventIndex[slice.index()];
    OverlapCollective key { trace.args().processGroup.find(event).value_or(StringId {}),
        trace.args().collectiveName.find(event).value_or(StringId {}) };
    const CollectiveKind kind = key.name.isValid() ? CollectiveKind::Unknown : collectiveKindOf(trace.name(slice));
    if (kind != CollectiveKind::SendReceive) // so NCCL names kernels of all-to-alls, gathers and scatters, too
        key.kind = kind;
    return key;
}

std::string_view groupText(const Trace& trace, const OverlapCollective& key)
{
    return key.group.isValid() ? trace.text(key.group) : std::string_view {};
}

std::string_view collectiveText(const Trace& trace, const OverlapCollective& key)
{
    if (key.name.isValid())
        return trace.text(key.name);
    return key.kind == CollectiveKind::Unknown ? std::string_view {} : toString(key.kind);
}

std::vector<TimeRange> computationOfOtherSteps(const RankGpuWork& work, const std::vector<TimeRange>& computation)
{
    const auto others = unionOfOtherSteps(
        work, [](const RankGpuWork::OtherWork& other) { return other.type == KernelType::Computation; });
    return differenceOf(others, computation);
}

Result<OverlapOfRank> measureOverlap(const ScopedGpuWork& source, std::size_t i, const Progress& progress)
{
    KT_TRY(const RankGpuWork work, source.rank(i, progress));
    const RankTrace& rank = source.rankTrace(i);
    const std::vector<TimeRange> communication = unionWhere(work, isCommunication, progress);
    const std::vector<TimeRange> computation = unionWhere(work, isComputation, progress);
    const CoveredTime covered(computation);
    const CoveredTime coveredByOthers(computationOfOtherSteps(work, computation));

    OverlapOfRank figures;
    figures.whole.communication = totalLength(communication);
    figures.whole.overlap = covered.within(communication);
    figures.whole.otherSteps = coveredByOthers.within(communication);
    figures.whole.count = std::ranges::count_if(work.rows, isCommunication);
    figures.computation = totalLength(computation);
    KT_TRY_DONE(progress.carryOn());
    measureCollectives(*rank.trace, work, covered, coveredByOthers, progress, figures);
    KT_TRY_DONE(progress.carryOn());
    remarkOnSelection(work, rank, figures.remarks);
    if (work.rows.empty())
        figures.remarks.push_back(noGpuWork(rank));
    else if (figures.whole.count == 0)
        figures.remarks.push_back(remarkOfRank(rank, "no-communication",
            { KT_PHRASE("comm-comp-overlap",
                "no communication kernel in this scope, so there is nothing that could be hidden.") }));
    return figures;
}

} // namespace kinetoscope
