// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/breakdown/time_split.h"
#include "core/analysis/types/column_names.h"
#include "core/numeric/union_sweep.h"

#include <array>
#include <cstddef>

namespace kinetoscope::time_figures {

enum Bit { kOther = 1, kCompute = 2, kCommunication = 4, kMemory = 8, kOtherSteps = 16, kWindow = 32 };
inline constexpr int kBusy = kOther | kCompute | kCommunication | kMemory;

/// Which stretches a figure is made of, told by what is active. The one definition of each figure: the tables sum these
/// stretches and the evidence shows them.
using IsPart = bool (*)(int mask);

constexpr bool isIdle(int mask)
{
    return (mask & kWindow) != 0 && (mask & (kBusy | kOtherSteps)) == 0;
}
constexpr bool isBusy(int mask)
{
    return (mask & kBusy) != 0;
}
constexpr bool isCompute(int mask)
{
    return (mask & kCompute) != 0;
}
constexpr bool isNonCompute(int mask)
{
    return isBusy(mask) && !isCompute(mask);
}
constexpr bool isOtherSteps(int mask)
{
    return (mask & kWindow) != 0 && (mask & kOtherSteps) != 0 && !isBusy(mask);
}
constexpr bool isWindow(int mask)
{
    return (mask & kWindow) != 0;
}
constexpr bool isCommunication(int mask)
{
    return (mask & kCommunication) != 0;
}
constexpr bool isMemory(int mask)
{
    return (mask & kMemory) != 0;
}
constexpr bool isCommunicationExposed(int mask)
{
    return isNonCompute(mask) && isCommunication(mask);
}
constexpr bool isMemoryExposed(int mask)
{
    return isNonCompute(mask) && !isCommunication(mask) && isMemory(mask);
}
constexpr bool isOtherExposed(int mask)
{
    return isNonCompute(mask) && !isCommunication(mask) && !isMemory(mask);
}

/// What is active when, of all that the window has. O(rows log streams). Incomplete when told to stop.
[[nodiscard]] UnionSweep sweepOf(const RankGpuWork& work, const Progress& progress = {});

/// One column of figures: what it is called, what it is made of.
struct FigureColumn {
    const char* name;
    const char* title;
    IsPart isPart;
    Nanoseconds TimeSplit::*figure;
    bool isShare = false; ///< percentage of the window
};

inline constexpr std::array<FigureColumn, 7> kHtaFigures { {
    { "idle_time(us)", "Idle time", isIdle, &TimeSplit::idle },
    { "compute_time(us)", "Compute time", isCompute, &TimeSplit::compute },
    { "non_compute_time(us)", "Non-compute time", isNonCompute, &TimeSplit::nonCompute },
    { column::kKernelTimeUs, "GPU time", isWindow, &TimeSplit::window },
    { column::kIdleTimePctg, "Idle", isIdle, &TimeSplit::idle, true },
    { column::kComputeTimePctg, "Compute", isCompute, &TimeSplit::compute, true },
    { "non_compute_time_pctg", "Non-compute", isNonCompute, &TimeSplit::nonCompute, true },
} };
inline constexpr std::array<FigureColumn, 10> kOwnFigures { {
    { column::kCommExposed, "Exposed communication", isCommunicationExposed, &TimeSplit::communicationExposed },
    { "mem_exposed", "Exposed copies", isMemoryExposed, &TimeSplit::memoryExposed },
    { "other_exposed", "Other", isOtherExposed, &TimeSplit::otherExposed },
    { column::kCommExposedPctg, "Exposed communication", isCommunicationExposed, &TimeSplit::communicationExposed,
        true },
    { column::kMemExposedPctg, "Exposed copies", isMemoryExposed, &TimeSplit::memoryExposed, true },
    { column::kOtherExposedPctg, "Other", isOtherExposed, &TimeSplit::otherExposed, true },
    { column::kCommTime, "Communication time", isCommunication, &TimeSplit::communication },
    { "mem_time", "Memory time", isMemory, &TimeSplit::memory },
    { column::kOtherSteps, "Other steps", isOtherSteps, &TimeSplit::otherSteps },
    { column::kOtherStepsPctg, "Other steps", isOtherSteps, &TimeSplit::otherSteps, true },
} };
inline constexpr std::size_t kFigureCount = kHtaFigures.size() + kOwnFigures.size();

/// @param i  below kFigureCount: those of HTA first.
[[nodiscard]] constexpr const FigureColumn& figureAt(std::size_t i)
{
    return i < kHtaFigures.size() ? kHtaFigures[i] : kOwnFigures[i - kHtaFigures.size()];
}

} // namespace kinetoscope::time_figures
