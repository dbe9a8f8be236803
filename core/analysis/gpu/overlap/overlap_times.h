// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_kinds.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/base/message.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

[[nodiscard]] inline bool isCommunication(const GpuWorkRow& row)
{
    return row.type == KernelType::Communication;
}

[[nodiscard]] inline bool isComputation(const GpuWorkRow& row)
{
    return row.type == KernelType::Computation;
}

/// Process group and collective as the metadata name them, invalid where it does not; and what the kernel's name tells
/// then.
struct OverlapCollective {
    StringId group;
    StringId name;
    CollectiveKind kind = CollectiveKind::Unknown;

    auto operator<=>(const OverlapCollective&) const = default;
};

[[nodiscard]] OverlapCollective overlapCollectiveOf(const Trace& trace, SliceId slice);

/// As tables have them; "" where nothing tells it. Views into `trace` or of constants.
[[nodiscard]] std::string_view groupText(const Trace& trace, const OverlapCollective& key);
[[nodiscard]] std::string_view collectiveText(const Trace& trace, const OverlapCollective& key);

/// Lengths of unions of intervals, ns.
struct OverlapTimes {
    Nanoseconds communication = 0;
    Nanoseconds overlap = 0;
    Nanoseconds otherSteps = 0; ///< no computation of the chosen steps runs beside it, but some of other ones
    std::int64_t count = 0;
};

/// Computation of steps that were not chosen, where none of the chosen ones runs.
[[nodiscard]] std::vector<TimeRange> computationOfOtherSteps(
    const RankGpuWork& work, const std::vector<TimeRange>& computation);

/// What one rank adds to the tables of comm-comp-overlap.
struct OverlapOfRank {
    OverlapTimes whole;
    Nanoseconds computation = 0;
    std::vector<std::pair<OverlapCollective, OverlapTimes>> collectives; ///< by the texts of the key
    std::vector<Remark> remarks;
};

/// O(rows log rows). Errors: Cancelled.
/// @param i  position of the rank in `source`.
[[nodiscard]] Result<OverlapOfRank> measureOverlap(
    const ScopedGpuWork& source, std::size_t i, const Progress& progress);

} // namespace kinetoscope
