// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/breakdown/time_split.h"

#include "core/analysis/gpu/breakdown/time_figures.h"
#include "core/analysis/names/classification.h"

namespace kinetoscope {

MaskSweep<TimeRange> time_figures::sweepOf(const RankGpuWork& work, const Progress& progress)
{
    MaskSweep<TimeRange> sweep;
    const auto add = [&](auto wanted, int bit) {
        if (!progress.shouldStop())
            sweep.add(unionWhere(work, wanted, progress), bit);
    };
    sweep.add(work.window, kWindow);
    add([](const GpuWorkRow& row) { return row.type == KernelType::Computation; }, kCompute);
    add([](const GpuWorkRow& row) { return row.type == KernelType::Communication; }, kCommunication);
    add([](const GpuWorkRow& row) { return row.type == KernelType::Memory; }, kMemory);
    add([](const GpuWorkRow& row) { return row.type == KernelType::Other; }, kOther);
    if (!work.otherSteps.empty() && !progress.shouldStop())
        sweep.add(unionOfOtherSteps(
                      work, [](const RankGpuWork::OtherWork&) { return true; }, progress),
            kOtherSteps);
    return sweep;
}

TimeSplit splitTime(const RankGpuWork& work, const Progress& progress)
{
    using namespace time_figures;
    TimeSplit split;
    MaskSweep<TimeRange> sweep = sweepOf(work, progress);
    const auto visit = [&split](int mask, TimeRange stretch) {
        const Nanoseconds length = stretch.length();
        for (std::size_t i = 0; i < kFigureCount; ++i) {
            const FigureColumn& figure = figureAt(i);
            if (!figure.isShare && figure.isPart(mask))
                split.*figure.figure = saturatingAdd(split.*figure.figure, length);
        }
    };
    sweep.run(TieOrder::EndsFirst, visit, progress);
    return split;
}

std::array<std::vector<TimeRange>, kTimePartCount> timeParts(const RankGpuWork& work, const Progress& progress)
{
    using namespace time_figures;
    constexpr std::array<IsPart, kTimePartCount> kParts { isCompute, isCommunicationExposed, isMemoryExposed,
        isOtherExposed, isOtherSteps, isIdle };
    std::array<std::vector<TimeRange>, kTimePartCount> parts;
    MaskSweep<TimeRange> sweep = sweepOf(work, progress);
    const auto visit = [&](int mask, TimeRange stretch) {
        for (std::size_t i = 0; i < kParts.size(); ++i) {
            if (isWindow(mask) && kParts[i](mask))
                appendJoined(parts[i], stretch);
        }
    };
    sweep.run(TieOrder::EndsFirst, visit, progress);
    return parts;
}

} // namespace kinetoscope
