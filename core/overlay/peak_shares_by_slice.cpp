// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/peak_shares.h"
#include "core/overlay/kernel_counters.h"

#include <algorithm>

namespace kinetoscope {

bool canHavePeakShares(const TraceSet& traces, const KernelClassifier& classifier)
{
    return std::ranges::any_of(
        traces.ranks(), [&](const RankTrace& rank) { return PeakShares::arePossible(*rank.trace, classifier); });
}

Result<KernelCounters> readPeakShares(const AnalysisInput& input, const AnalysisContext& context)
{
    const KernelClassifier builtIn;
    const KernelClassifier& classifier = context.classifier ? *context.classifier : builtIn;
    KernelCounters result;
    result.m_arePeakShares = true;
    result.m_names.emplace_back("share of peak");
    KT_TRY(const auto source, ScopedGpuWork::create(input, classifier));
    for (std::size_t i = 0; i < source->rankCount(); ++i) {
        const Trace& trace = *source->rankTrace(i).trace;
        if (!PeakShares::arePossible(trace, classifier))
            continue;
        KT_TRY(const PeakShares shares, PeakShares::of(input, *source, i, classifier, context.progress));
        const std::uint32_t rank = source->rankIndex(i);
        const RankOwnedWork& work = shares.work();
        for (const OwningCall& call : work.calls) {
            const auto roofline = shares.rooflineOf(call);
            if (!roofline || call.kernelTime <= 0)
                continue;
            const std::size_t row = result.m_values.size();
            result.m_values.push_back(100 * roofline->time / static_cast<double>(call.kernelTime));
            result.m_entries.push_back({ { rank, call.op }, row });
            for (std::uint32_t w = 0; w < call.workCount; ++w) {
                const SliceId slice = work.work.rows[work.workOfCalls[call.firstWork + w]].slice;
                result.m_entries.push_back({ { rank, slice }, row });
                if (const SliceId launch = trace.launchOf(slice); launch.isValid())
                    result.m_entries.push_back({ { rank, launch }, row });
            }
        }
    }
    std::ranges::stable_sort(result.m_entries, {}, &KernelCounters::Entry::slice);
    return result;
}

} // namespace kinetoscope
