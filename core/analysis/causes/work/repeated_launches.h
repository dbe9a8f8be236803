// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/launch/launches.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kinetoscope {

class BlockingCalls;

/// GPU work that the host launches again and again in the same order without waiting for the GPU in between: what a
/// graph launches at once. A sequence ends where a call waits for the GPU, where a graph is launched and where a step
/// begins, or without steps that of an optimizer; it comes again where another one has as many pieces of work of the
/// same names, on the same streams, copies of as many bytes. One that does not is cut where calls of compiled code
/// begin and end, too.
struct RepeatedLaunches {
    /// One coming of a sequence.
    struct Coming {
        std::size_t first = 0; ///< position in the launches
        std::size_t end = 0;
        [[nodiscard]] std::size_t works() const { return end - first; }
    };
    std::vector<Coming> most; ///< of the sequence with most work in all, in time order; empty: none comes twice
    bool isMost = false;      ///< it has half of the work of all that come again, or more
    /// Of each coming of any from when its first work was handed over until its last was, without pauses: what lies
    /// between two launches and takes four times as long as usual there, and 100 us. Trace time, disjoint and sorted.
    std::vector<TimeRange> stretches;
    /// Where none comes twice, the one with most work; without work where no work is launched, or one comes twice.
    Coming single {};
    std::vector<TimeRange> stretchesOfSingle; ///< of it, as `stretches`; what is usual is so among all its launches
};

/// @param launches  by start of the call, as RankLaunches has them.
/// O(slices + launches log launches). Not complete if told to stop.
[[nodiscard]] RepeatedLaunches repeatedLaunches(
    const Trace& trace, std::span<const Launch> launches, const BlockingCalls& blocking, const Progress& progress);

/// What the kernels of a sequence say of their grids and blocks, where it comes again.
enum class RepeatedGrids : std::uint8_t {
    Unknown, ///< nothing, or the file is gone
    Same,    ///< those that were compared, kMostGridsCompared kernels or all there are
    Other,
};
/// Of more kernels single comings are left out, evenly.
inline constexpr std::size_t kMostGridsCompared = 20'000;
/// Of RepeatedLaunches::most. Reads kMostGridsCompared events from the file.
[[nodiscard]] RepeatedGrids gridsOf(
    const Trace& trace, std::span<const Launch> launches, const RepeatedLaunches& repeated, const Progress& progress);

} // namespace kinetoscope
