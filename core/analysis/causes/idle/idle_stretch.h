// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/idle/idle_figures.h"
#include "core/analysis/causes/owners/loading_doubts.h"
#include "core/analysis/causes/remarks/lost_kernels.h"
#include "core/analysis/causes/work/first_works.h"
#include "core/numeric/covered_time.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace kinetoscope {

class CauseSums;

/// What gaps of a device add up to. Lists are not ordered but by step.
struct IdleOfGaps {
    Nanoseconds idle = 0;
    std::vector<IdleOfCause> causes;
    std::vector<IdleOfOwner> owners;
    std::vector<std::pair<std::size_t, std::vector<IdleOfCause>>> steps; ///< those with time
};

/// The gaps of a rank that begin in a stretch of time, added up with a ledger and keys of their own: stretches can be
/// measured at once and joined then. Keeps references to the rank, the walls
/// and the lost kernels.
class IdleStretch {
public:
    /// @param range  job time.
    /// @param walls  of steps, disjoint and sorted: what lies in them is also summed by step, there with the time
    ///               before a device's first work and after its last, which gaps of a whole trace leave out.
    IdleStretch(const RankTrace& rank, const TimeRange& range, std::span<const TimeRange> walls, IdleLedger ledger,
        const LostKernels& lostKernels);
    /// O(GPU work of the rank + host slices of the stretch). Not all if told to stop.
    void measure(const RankIdle& idle, const Progress& progress);
    /// @param other  another stretch of the same rank with the same walls; both have been measured.
    void join(const IdleStretch& other);

    [[nodiscard]] const std::vector<IdleOfGaps>& devices() const { return m_devices; } ///< as RankIdle::devices()
    [[nodiscard]] const std::shared_ptr<OwnerKeys>& keys() const { return m_keys; }    ///< of all `owners`
    /// Waits of the first work of streams for something that is not known.
    [[nodiscard]] Nanoseconds beforeFirst() const { return m_beforeFirst; }
    /// Latency before work without a launch.
    [[nodiscard]] Nanoseconds unlaunched() const { return m_unlaunched; }
    [[nodiscard]] const LoadingDoubts& doubts() const { return m_doubts; }
    /// Before work that was launched after kernels that are not in the file, as far as LostKernels has them there.
    [[nodiscard]] Nanoseconds lost() const { return m_lost; }

private:
    using StepSums = std::vector<CauseSums>; ///< as m_walls
    void addGaps(
        const RankIdle& idle, const IdleLine& line, IdleOfGaps& sums, StepSums& steps, const Progress& progress);
    void addDoubts(const IdleGap& gap, const TimeRange& inTrace);
    void addOuterGaps(const RankIdle& idle, const IdleLine& line, StepSums& steps, const Progress& progress);
    /// Calls visit(window, step) for what lies between walls, where the step is null, and in them, in time order.
    template <typename Visit> void eachWindow(const TimeRange& range, StepSums& steps, const Visit& visit) const;

    const RankTrace& m_rank;
    const Trace& m_trace;
    TimeRange m_range;
    std::span<const TimeRange> m_walls;
    IdleLedger m_ledger;
    const LostKernels& m_lostKernels;
    std::shared_ptr<OwnerKeys> m_keys;
    FirstWorks m_firstWorks;
    CoveredTime m_inDoubtful; ///< trace time in calls that may not load code
    std::vector<IdleOfGaps> m_devices;
    Nanoseconds m_beforeFirst = 0;
    Nanoseconds m_unlaunched = 0;
    LoadingDoubts m_doubts;
    Nanoseconds m_lost = 0;
};

} // namespace kinetoscope
