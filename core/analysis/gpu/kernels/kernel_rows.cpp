// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/kernels/kernel_rows.h"

#include "core/analysis/gpu/class_doubts.h"
#include "core/analysis/gpu/slipped_names.h"
#include "core/analysis/gpu/waiting_work.h"
#include "core/analysis/names/classification.h"

#include <algorithm>

namespace kinetoscope {

KernelRow kernelRow(std::size_t rank, KernelType type, KernelNameTotals totals, Nanoseconds typeSum, Nanoseconds busy,
    const std::shared_ptr<const std::vector<PeakShare>>& sharesByName)
{
    KernelRow row { rank, type, std::move(totals), typeSum, busy, std::nullopt, sharesByName };
    if (!sharesByName || type != KernelType::Computation)
        return row;
    PeakShare all;
    for (const StringId name : row.totals.names)
        all.add((*sharesByName)[name.index()]);
    row.peakShare = all.percentOf(row.totals.statistics.sum());
    return row;
}

UnionSweep typeSweep(const RankGpuWork& work, const std::vector<KernelType>& types, const Progress& progress)
{
    UnionSweep sweep;
    for (std::size_t i = 0; i < types.size() && !progress.shouldStop(); ++i)
        sweep.add(unionWhere(
                      work, [&](const GpuWorkRow& row) { return row.type == types[i]; }, progress),
            1 << i);
    return sweep;
}

Result<KernelsOfRank> KernelReader::measure(std::size_t rank, const Progress& progress) const
{
    KT_TRY(const RankGpuWork work, m_source->rank(rank, progress));
    KernelsOfRank part;
    if (work.rows.empty())
        part.remarks.push_back(noGpuWork(m_source->rankTrace(rank)));
    remarkOnSelection(work, m_source->rankTrace(rank), part.remarks);
    const UnionSweep sweep = typeSweep(work, m_types, progress);
    const auto addStretch = [&part](int mask, TimeRange stretch) {
        if (mask > 0)
            part.timeByMask[mask] = saturatingAdd(part.timeByMask[mask], stretch.length());
    };
    sweep.run(addStretch, progress);
    const Trace& trace = *m_source->rankTrace(rank).trace;
    for (const DoubtfulClass& doubtful : doubtfulClasses(trace, work, m_classifier, progress))
        part.remarks.push_back({ "class-doubtful", doubtMessage(doubtful, trace, m_source->rankCount() == 1) });
    remarkOnSlippedNames(m_source->rankTrace(rank), part.remarks, progress);
    if (const auto waiting = waitingInComputation(trace, work, m_classifier, progress)) {
        const Nanoseconds computation = totalLength(unionWhere(
            work, [](const GpuWorkRow& row) { return row.type == KernelType::Computation; }, progress));
        part.remarks.push_back(waitingCountsAsComputation(m_source->rankTrace(rank), *waiting, computation));
    }
    const Nanoseconds busy = totalLength(unionWhere(
        work, [](const GpuWorkRow&) { return true; }, progress));
    std::shared_ptr<const std::vector<PeakShare>> shares;
    if (PeakShares::arePossible(trace, m_classifier)) {
        KT_TRY(const PeakShares all, PeakShares::of(m_input, *m_source, rank, m_classifier, progress));
        shares = std::make_shared<const std::vector<PeakShare>>(all.byKernelName(trace));
    }
    for (const KernelType type : m_types) {
        KT_TRY_DONE(progress.carryOn());
        std::vector<KernelNameTotals> names = totalsByName(trace, work, type, progress);
        Nanoseconds typeSum = 0;
        for (const KernelNameTotals& name : names)
            typeSum = saturatingAdd(typeSum, name.statistics.sum());
        for (KernelNameTotals& totals : foldNames(std::move(names), m_rule))
            part.rows.push_back(kernelRow(rank, type, std::move(totals), typeSum, busy, shares));
    }
    part.otherWork = totalLength(unionWhere(
        work, [](const GpuWorkRow& row) { return row.type == KernelType::Other; }, progress));
    for (const KernelNameTotals& name : totalsByName(trace, work, KernelType::Other, progress)) {
        if (name.statistics.sum() <= part.timeOfLongestOther)
            continue;
        part.timeOfLongestOther = name.statistics.sum();
        part.longestOther = trace.text(name.names.front());
    }
    return part;
}

} // namespace kinetoscope
