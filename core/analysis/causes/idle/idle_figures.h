// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/idle/idle_ledger.h"
#include "core/analysis/gpu/breakdown/step_breakdown.h"

#include <memory>
#include <utility>
#include <vector>

namespace kinetoscope {

/// What the parts of one row add up to. Parts come gap by gap.
struct IdleSum {
    Nanoseconds time = 0;
    Nanoseconds afterSync = 0;
    Nanoseconds longest = 0;
    std::int64_t gaps = 0;

    void add(Nanoseconds length, bool isAfterSync, std::uint64_t gap)
    {
        if (gaps == 0 || gap != m_gap) {
            ++gaps;
            m_inGap = 0;
            m_gap = gap;
        }
        time = saturatingAdd(time, length);
        m_inGap = saturatingAdd(m_inGap, length);
        longest = std::max(longest, m_inGap);
        if (isAfterSync)
            afterSync = saturatingAdd(afterSync, length);
    }
    /// What other gaps add up to.
    void addOfOtherGaps(const IdleSum& other)
    {
        time = saturatingAdd(time, other.time);
        afterSync = saturatingAdd(afterSync, other.afterSync);
        longest = std::max(longest, other.longest);
        gaps += other.gaps;
    }
    /// To the nearest, halves up; twice the time need not fit 64 bits.
    [[nodiscard]] Nanoseconds mean() const
    {
        return gaps == 0 ? 0 : time / gaps + (time % gaps >= gaps - time % gaps ? 1 : 0);
    }

private:
    std::uint64_t m_gap = 0;
    Nanoseconds m_inGap = 0;
};

/// Rows of a cause, or of an owner: a number of OwnerKeys.
using IdleOfCause = std::pair<Cause, IdleSum>;
using IdleOfOwner = std::pair<std::uint32_t, IdleSum>;

struct IdleOfDevice {
    std::int64_t device = Track::kNoDevice;
    Nanoseconds view = 0;
    Nanoseconds idle = 0;
    std::vector<IdleOfCause> causes; ///< those with time, as rows are ordered
    std::vector<IdleOfOwner> owners;
};
struct IdleOfStep {
    std::size_t step = 0; ///< in ScopedSteps::stepsIn
    std::int64_t device = Track::kNoDevice;
    std::vector<IdleOfCause> causes;
};
struct IdleOfRank {
    std::shared_ptr<OwnerKeys> keys; ///< null without GPU work
    std::vector<IdleOfDevice> devices;
    std::vector<IdleOfStep> steps;
    std::vector<Remark> remarks;
};

/// The scopes that the tables look at.
struct IdleSources {
    CauseThresholds thresholds;
    std::shared_ptr<const ScopedIdle> idle;
    std::shared_ptr<const ScopedSteps> steps;
};

/// The thread of the annotations of the steps that the scope names; invalid where it names none, or they are on several
/// threads. O(steps). @param i  rank, as in sources.idle.
[[nodiscard]] TrackId threadOfChosenSteps(const IdleSources& sources, std::size_t i);

/// Calls visit(gap, number) for the gaps of a line that have time, numbered from 1. The parts of one gap that windows
/// which do not touch cut out of it have one number: it is one gap, explained as a whole.
template <typename Visit>
void eachGapOf(const RankIdle& idle, const IdleLine& line, const Progress& progress, Visit visit)
{
    constexpr std::size_t kItemsOfAGap = 50; // explaining one takes a microsecond or two
    std::uint64_t gaps = 0;
    TimeRange whole {};
    StopCheck check(progress);
    bool isStopped = false;
    idle.eachGap(
        line,
        [&](const IdleGap& gap) {
            isStopped = isStopped || check.after(kItemsOfAGap);
            if (gap.range.isEmpty() || isStopped)
                return;
            gaps += gaps == 0 || gap.whole != whole ? 1 : 0;
            whole = gap.whole;
            visit(gap, gaps);
        },
        progress);
}

/// The idle time of a rank of sources.idle, by cause and owner of its devices and by cause of its steps. Cancelled, and
/// errors of the scopes. O(gaps + host slices); again for the steps where a range or steps are chosen, or steps
/// overlap, and once more for each thread O(GPU work).
/// @param threads  as many are used.
[[nodiscard]] Result<IdleOfRank> measureIdle(
    const IdleSources& sources, std::size_t i, const Progress& progress, int threads);

} // namespace kinetoscope
