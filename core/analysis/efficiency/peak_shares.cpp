// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/peak_shares.h"

#include "core/analysis/types/columns.h"
#include "core/model/common_arguments.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

MfuLack PeakShares::lackOf(const Trace& trace, const KernelClassifier& classifier)
{
    const auto* source = dynamic_cast<const CommonArgumentsSource*>(trace.argsSource());
    if (!source || !source->commonArguments().hasShapes())
        return MfuLack::NoShapes;
    const std::vector<DeviceProperties>& devices = trace.metadata().devices;
    const bool hasPeaks = std::ranges::any_of(
        devices, [&](const DeviceProperties& device) { return DevicePeaks(device, classifier).isKnown(); });
    return hasPeaks ? MfuLack::None : MfuLack::NoPeaks;
}

Result<PeakShares> PeakShares::of(const AnalysisInput& input, const ScopedGpuWork& source, std::size_t i,
    const KernelClassifier& classifier, const Progress& progress)
{
    KT_TRY(RankOwnedWork work, ownedWorkOf(input, source, i, classifier, { 1, false }, progress));
    return PeakShares(std::move(work), TracePeaks(source.rankTrace(i).trace->metadata(), GivenGpuPeaks {}, classifier));
}

std::vector<PeakShare> PeakShares::byKernelName(const Trace& trace) const
{
    std::vector<PeakShare> shares(trace.strings().size());
    const std::vector<std::uint32_t> kernels = theKernels(trace, m_work);
    for (std::size_t c = 0; c < m_work.calls.size(); ++c) {
        if (kernels[c] == RankOwnedWork::kNoCall)
            continue;
        if (const auto roofline = rooflineOf(m_work.calls[c])) {
            const SliceId kernel = m_work.work.rows[kernels[c]].slice;
            shares[trace.slices().name[kernel.index()].index()].add(m_work.calls[c], *roofline);
        }
    }
    return shares;
}

ColumnDescriptor mfuColumn()
{
    return percentColumn("mfu_pctg", "MFU", "% of what the peaks allow in the wall time",
        "Model FLOPs utilization: what the matrix work would take at the device's peaks by the recorded shapes, over "
        "the wall time (efficiency); empty where it is not known");
}

ColumnDescriptor peakShareColumn()
{
    return percentColumn("peak_pctg", "Share of peak", "% of what the peaks allow",
        "The shortest time that the device's peaks allow for the recorded shapes, over the time taken (efficiency); "
        "empty where that is known of less than half of the time");
}

std::vector<std::uint32_t> theKernels(const Trace& trace, const RankOwnedWork& work)
{
    const SliceTable& slices = trace.slices();
    std::vector<std::uint32_t> found(work.calls.size(), RankOwnedWork::kNoCall);
    for (std::size_t c = 0; c < work.calls.size(); ++c) {
        const OwningCall& call = work.calls[c];
        std::uint32_t kernels = 0;
        for (std::uint32_t w = 0; w < call.workCount; ++w) {
            const std::uint32_t row = work.workOfCalls[call.firstWork + w];
            const EventKind kind = slices.kind[work.work.rows[row].slice.index()];
            if (kind != EventKind::Memcpy && kind != EventKind::Memset) {
                ++kernels;
                found[c] = row;
            }
        }
        if (kernels == 0 && call.workCount == 1)
            found[c] = work.workOfCalls[call.firstWork];
        else if (kernels != 1)
            found[c] = RankOwnedWork::kNoCall;
    }
    return found;
}

} // namespace kinetoscope
