// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/job/op_changes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

/// What a comparison looks at.
struct ComparedOps {
    bool host = true;
    bool device = true;
    bool useShortNames = false;
};

/// Sums of one side of a comparison.
struct SideTotals {
    OpTotalsByName<Nanoseconds> byName;
    /// By name, its time in each part (a step of a rank; without steps a rank) that has any; a part may come more than
    /// once. Empty if there is one part.
    std::map<std::string, std::vector<std::pair<std::uint32_t, Nanoseconds>>, std::less<>> byPart;
    std::set<std::string, std::less<>> kernels; ///< the names of GPU work
};

/// What a name counts for where a loop over names looks whether it shall stop: millions of them take seconds and
/// gigabytes.
inline constexpr std::size_t kItemsPerName = 100;

/// Where a kernel comes from, as texts that two runs can be compared by.
struct KernelOrigin {
    std::string ops;     ///< the names of the ops that launch it, one a line, sorted
    std::string someOps; ///< the same of a kernel that is launched outside of ops, too: then the others are empty
    std::string places;  ///< the same with all ops around them and the kernel's number among those of its op's call
};

/// One side of a comparison: the ops of chosen ranks and steps of one job, by the names they are compared under.
/// Keeps the traces alive. Immutable; thread-safe.
class TraceSide {
public:
    /// @param input  its scope holds the chosen ranks and steps; no steps: the whole trace.
    [[nodiscard]] static Result<std::shared_ptr<const TraceSide>> create(
        const AnalysisInput& input, const ComparedOps& ops, const KernelClassifier& classifier);

    /// Sums by name of both sides, the ranks of both at once. Ops count in the step they start in, GPU work in the step
    /// it was launched in; a range cuts both. Corrupt times are left out. O(slices), with several steps times log of
    /// their number. Cancelled if told to stop.
    [[nodiscard]] static Result<std::array<SideTotals, 2>> totalsOf(
        const std::array<std::shared_ptr<const TraceSide>, 2>& sides, const AnalysisContext& context);
    /// Where the kernels of these names come from; nothing for those that are also launched outside of ops. O(GPU work
    /// x (depth of calls + log of it)). Cancelled if told to stop.
    [[nodiscard]] Result<std::map<std::string, KernelOrigin, std::less<>>> originsOf(
        const std::set<std::string, std::less<>>& kernels, const Progress& progress) const;
    /// What was summed under any of the names, as this side's slices (SliceRef::rank counts this side's ranks).
    [[nodiscard]] Selection evidence(const std::set<std::string, std::less<>>& names, const Progress& progress) const;
    /// Chosen steps times ranks that have them: what a figure is divided by to compare runs of different length. At
    /// least 1.
    [[nodiscard]] std::int64_t parts() const { return m_parts; }
    /// Of each part the number of its step; nothing where no steps were chosen.
    [[nodiscard]] std::vector<std::int64_t> stepsOfParts() const;

private:
    class Names;
    struct Host {
        std::uint32_t rankIndex = 0;       ///< in TraceSet::ranks()
        std::vector<TimeRange> steps;      ///< union, job time
        std::vector<TimeRange> parts;      ///< the chosen steps by start, job time; without steps none: all is one part
        std::uint32_t firstPart = 0;       ///< parts are counted through all ranks
        std::vector<std::int64_t> numbers; ///< of the steps that are parts
    };
    TraceSide() = default;
    class Summing;
    class Origins;
    [[nodiscard]] std::uint32_t partOf(std::size_t i, SliceId slice) const;
    /// `wants` is asked first, of every slice of the trace; `visit` gets what of those the scope shows.
    template <typename Wants, typename Visit>
    Result<Done> visitRank(std::size_t i, const Progress& progress, Wants wants, Visit visit) const;
    template <typename Wants, typename Visit>
    Result<Done> visitHost(std::size_t i, const Progress& progress, Wants wants, Visit visit) const;

    std::shared_ptr<const ScopedGpuWork> m_work;
    std::vector<Host> m_hosts; ///< by rank of m_work
    ComparedOps m_ops;
    std::int64_t m_parts = 1;
};

} // namespace kinetoscope
