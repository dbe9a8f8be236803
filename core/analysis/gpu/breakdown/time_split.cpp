// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/breakdown/time_split.h"

#include "core/analysis/gpu/breakdown/time_figures.h"
#include "core/analysis/names/classification.h"

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr std::size_t kMaskCount = 2 * time_figures::kWindow;

/// The one part of the window that a moment counts as; kTimePartCount outside of it.
constexpr std::size_t partOfMask(int mask)
{
    using namespace time_figures;
    constexpr std::array<IsPart, kTimePartCount> kIsPart { isCompute, isCommunicationExposed, isMemoryExposed,
        isOtherExposed, isOtherSteps, isIdle };
    std::size_t part = isWindow(mask) ? 0 : kTimePartCount;
    while (part < kTimePartCount && !kIsPart[part](mask))
        ++part;
    return part;
}

constexpr std::array<std::size_t, kMaskCount> partsByMask()
{
    std::array<std::size_t, kMaskCount> parts {};
    for (std::size_t mask = 0; mask < kMaskCount; ++mask)
        parts[mask] = partOfMask(static_cast<int>(mask));
    return parts;
}

TimeSplit splitOfTimes(const std::array<Nanoseconds, kMaskCount>& byMask)
{
    TimeSplit split;
    for (std::size_t i = 0; i < time_figures::kFigureCount; ++i) {
        const time_figures::FigureColumn& figure = time_figures::figureAt(i);
        for (std::size_t mask = 0; mask < kMaskCount && !figure.isShare; ++mask) {
            if (figure.isPart(static_cast<int>(mask)))
                split.*figure.figure = saturatingAdd(split.*figure.figure, byMask[mask]);
        }
    }
    return split;
}

} // namespace

UnionSweep time_figures::sweepOf(const RankGpuWork& work, const Progress& progress)
{
    UnionSweep sweep;
    const auto add = [&](KernelType type, int bit) {
        if (!progress.shouldStop())
            sweep.add(unionWhere(
                          work, [type](const GpuWorkRow& row) { return row.type == type; }, progress),
                bit);
    };
    sweep.add(work.window, kWindow);
    add(KernelType::Computation, kCompute);
    add(KernelType::Communication, kCommunication);
    add(KernelType::Memory, kMemory);
    add(KernelType::Other, kOther);
    if (!work.otherSteps.empty() && !progress.shouldStop())
        sweep.add(unionOfOtherSteps(
                      work, [](const RankGpuWork::OtherWork&) { return true; }, progress),
            kOtherSteps);
    return sweep;
}

TimeSplit splitTime(const RankGpuWork& work, const Progress& progress)
{
    std::array<Nanoseconds, kMaskCount> times {};
    const auto visit = [&times](int mask, TimeRange stretch) {
        Nanoseconds& time = times[static_cast<std::size_t>(mask)];
        time = saturatingAdd(time, stretch.length());
    };
    time_figures::sweepOf(work, progress).run(visit, progress);
    return splitOfTimes(times);
}

SplitParts splitAndParts(const RankGpuWork& work, const Progress& progress)
{
    static constexpr std::array<std::size_t, kMaskCount> kPartByMask = partsByMask();
    SplitParts found;
    std::array<Nanoseconds, kMaskCount> times {};
    const auto visit = [&](int mask, TimeRange stretch) {
        const auto index = static_cast<std::size_t>(mask);
        times[index] = saturatingAdd(times[index], stretch.length());
        if (const std::size_t part = kPartByMask[index]; part < kTimePartCount)
            appendJoined(found.parts[part], stretch);
    };
    const UnionSweep sweep = time_figures::sweepOf(work, progress);
    // The two that have most, as a rule, do not grow: memory that does is copied, without a look at the stop flag.
    found.parts[static_cast<std::size_t>(TimePart::Compute)].reserve(
        sweep.countOf(time_figures::kCompute) + work.window.size());
    found.parts[static_cast<std::size_t>(TimePart::Idle)].reserve(sweep.count());
    sweep.run(visit, progress);
    found.split = splitOfTimes(times);
    return found;
}

TimeParts timeParts(const RankGpuWork& work, const Progress& progress)
{
    return splitAndParts(work, progress).parts;
}

} // namespace kinetoscope
