// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_matching.h"
#include "widgets/support/latest_job.h"

#include <functional>
#include <memory>
#include <optional>

namespace kinetoscope {

/// From one run of a collective to that of another rank. Which runs belong together is found out once a job, off the
/// GUI thread, when it is first asked for. GUI thread only.
class CollectiveWalk {
public:
    /// Gets where it went from, and the other run; nothing where no other rank has it. At once where the job is known.
    using Found = std::function<void(SliceRef from, std::optional<SliceRef> other)>;
    explicit CollectiveWalk(Found found);

    /// The newest question is answered. @param direction  > 0: the next rank.
    void go(const std::shared_ptr<const TraceSet>& traces, SliceRef from, int direction);

private:
    void answer();

    Found m_found;
    std::weak_ptr<const TraceSet> m_traces; ///< of m_matching, and of the job that is running
    std::shared_ptr<const CollectiveMatching> m_matching;
    SliceRef m_from;
    int m_direction = 0;
    LatestJob<std::shared_ptr<const CollectiveMatching>> m_job; ///< last: destroyed first
};

} // namespace kinetoscope
