// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_matching.h"
#include "widgets/support/latest_job.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace kinetoscope {

/// From one run of a collective to those of other ranks. Which runs belong together is found out once a job, off the
/// GUI thread, when it is first asked for. GUI thread only.
class CollectiveWalk {
public:
    /// Gets where it went from, and the other run; nothing where no other rank has it. At once where the job is known.
    using Found = std::function<void(SliceRef from, std::optional<SliceRef> other)>;
    /// Gets all runs of the collective that was asked about, by rank; none where no other rank has it.
    using Joined = std::function<void(SliceRef of, const std::vector<SliceRef>& runs)>;
    CollectiveWalk(Found found, Joined joined);

    /// The newest question is answered. @param direction  > 0: the next rank.
    void go(const std::shared_ptr<const TraceSet>& traces, SliceRef from, int direction);
    /// Asks for all runs; the newest question of this kind is answered.
    void join(const std::shared_ptr<const TraceSet>& traces, SliceRef of);

private:
    /// Whether the matching of the job is there; else it is being made.
    bool isKnown(const std::shared_ptr<const TraceSet>& traces);
    void answer();

    Found m_found;
    Joined m_joined;
    std::weak_ptr<const TraceSet> m_traces; ///< of m_matching, and of the job that is running
    std::shared_ptr<const CollectiveMatching> m_matching;
    std::optional<SliceRef> m_from; ///< of a question without an answer, as the next
    std::optional<SliceRef> m_of;
    int m_direction = 0;
    LatestJob<std::shared_ptr<const CollectiveMatching>> m_job; ///< last: destroyed first
};

} // namespace kinetoscope
