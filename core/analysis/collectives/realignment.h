// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/base/progress.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kinetoscope {

/// A run as realigning sees it: what it is, and when it ended by the clock of its file.
struct RunEnd {
    std::uint32_t symbol = 0; ///< equal: may be the same collective
    Timestamp end = 0;
    std::uint32_t kernel = 0;   ///< equal where the kernels are of one kind
    std::int64_t elements = -1; ///< of each rank alike; -1: not known, or not alike
    bool isByName = false;      ///< only the kernel's name tells: of any collective that has such a kernel
};
/// Whether two runs may be of one collective.
[[nodiscard]] inline bool canBeOne(const RunEnd& a, const RunEnd& b)
{
    if (a.isByName == b.isByName)
        return a.symbol == b.symbol;
    return a.kernel == b.kernel && (a.elements < 0 || b.elements < 0 || a.elements == b.elements);
}
/// The runs of two ranks in one part (a step), each in order.
struct RunsOfPart {
    std::vector<RunEnd> hub;
    std::vector<RunEnd> other;
};
/// Positions in `hub` and `other` of one part.
using RunPair = std::pair<std::uint32_t, std::uint32_t>;

/// Pairs the runs of two ranks of which some have lost runs, by part. All ranks leave a collective together, so the
/// differences of the ends of true pairs lie close together, wherever the clocks stand; of the pairs that lie there,
/// the longest common order is taken. Of several such places, as runs at even distances have, the one where the clocks
/// agree. Nothing where no such place is found. Exact; deterministic.
/// @param haveOneClock  whether two clocks that agree are a sign at all.
[[nodiscard]] std::optional<std::vector<std::vector<RunPair>>> realigned(
    std::span<const RunsOfPart> parts, bool haveOneClock, const Progress& progress);

/// Whether a rank has more runs of a kind than the hub, which has some of it, too: the hub lost runs there, and who has
/// the hub's sequence lost as many of that kind, but maybe others. O(runs log kinds).
[[nodiscard]] bool hasMoreOfAKind(std::span<const RunEnd> hub, std::span<const RunEnd> other);

/// Whether two equal sequences fit much better when the n-th of one is not the n-th of the other: each rank has lost as
/// many runs, but not the same ones.
[[nodiscard]] bool fitsBetterMoved(const RunsOfPart& part, const Progress& progress);

/// The runs of a rank that all ranks leave together, each step's in order, by the number that the rank gives the step.
using RunsOfSteps = std::map<std::int64_t, std::vector<RunEnd>>;

/// How much higher `other` numbers the steps in which it ran the same, at most 3: where the differences of the ends lie
/// much closer together so, or where only so the clocks agree or nearly do. 0 where nothing tells. The least of such;
/// deterministic.
/// @param haveOneClock  as of realigned().
[[nodiscard]] std::int64_t stepShift(const RunsOfSteps& hub, const RunsOfSteps& other, bool haveOneClock);

} // namespace kinetoscope
