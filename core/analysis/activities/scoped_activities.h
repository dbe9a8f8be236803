// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/names/classification.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// The five kinds of CUPTI activities (SPEC.md 16.2), by the names of their tables.
enum class ActivityKind : std::uint8_t { Kernel, RuntimeCall, DriverCall, Memcpy, Memset };
inline constexpr std::array<std::string_view, 5> kActivityKindNames { "kernel", "cuda_runtime", "cuda_driver",
    "gpu_memcpy", "gpu_memset" };

/// One activity inside a scope.
struct Activity {
    Nanoseconds duration = 0; ///< of the part that the scope's range leaves
    SliceRef slice;
};
/// By kind; in track order.
struct ActivitiesByKind : std::array<std::vector<Activity>, kActivityKindNames.size()> {
    std::set<KernelType> kernelTypes; ///< that kernels are of
};

[[nodiscard]] inline std::vector<Activity>& ofKind(ActivitiesByKind& activities, ActivityKind kind)
{
    return activities[static_cast<std::size_t>(kind)];
}

/// Access to the activities of a scope, rank by rank. Device work as ScopedGpuWork has it; host calls are cut to the
/// range, belong to the step in which they start, and are not chosen by stream. Keeps the traces alive and nothing
/// else. Immutable; thread-safe.
class ScopedActivities {
public:
    /// InvalidArgument if the scope's step pattern is no regular expression.
    [[nodiscard]] static Result<std::shared_ptr<const ScopedActivities>> create(
        const AnalysisInput& input, const KernelClassifier& classifier);

    [[nodiscard]] std::size_t rankCount() const { return m_work->rankCount(); }
    [[nodiscard]] std::int64_t rankNumber(std::size_t i) const { return m_work->rankNumber(i); }
    [[nodiscard]] const RankTrace& rankTrace(std::size_t i) const { return m_work->rankTrace(i); }
    /// The activities of rank `i`. O(slices). Cancelled if `progress` says stop; never otherwise.
    [[nodiscard]] Result<ActivitiesByKind> rank(std::size_t i, const Progress& progress) const;
    /// Those of all ranks together.
    [[nodiscard]] Result<ActivitiesByKind> all(const Progress& progress) const;

private:
    ScopedActivities() = default;
    void addHostCalls(
        std::size_t i, std::uint32_t rankIndex, ActivitiesByKind& activities, const Progress& progress) const;

    std::shared_ptr<const ScopedGpuWork> m_work;
    std::vector<std::vector<TimeRange>> m_steps; ///< by rank of the scope: union of the chosen steps, job time
};

/// Puts the longest tenth (at least one) to the front, longest first; of equal ones the earlier in the trace comes
/// first. O(n), plus sorting that part.
void putLongestFirst(std::vector<Activity>& activities);

/// @param activities  not empty.
[[nodiscard]] const Activity& shortestOf(const std::vector<Activity>& activities);

/// ns. @param count  at most that of `activities`.
[[nodiscard]] Nanoseconds sumOfFirst(const std::vector<Activity>& activities, std::size_t count);

} // namespace kinetoscope
