// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/input/collective_walk.h"

#include "core/analysis/names/classification.h"
#include <utility>

namespace kinetoscope {

CollectiveWalk::CollectiveWalk(Found found)
    : m_found(std::move(found))
    , m_job([this](Result<std::shared_ptr<const CollectiveMatching>> matching) {
        if (!matching) {
            m_traces.reset();
            return;
        }
        m_matching = std::move(matching).value();
        answer();
    })
{
}

void CollectiveWalk::go(const std::shared_ptr<const TraceSet>& traces, SliceRef from, int direction)
{
    m_from = from;
    m_direction = direction;
    if (m_traces.lock() == traces) {
        if (m_matching)
            answer();
        return; // or when the job is done
    }
    m_traces = traces;
    m_matching = nullptr;
    m_job.start([traces](const std::stop_token& stop) -> Result<std::shared_ptr<const CollectiveMatching>> {
        Progress progress;
        progress.stop = stop;
        Result<CollectiveMatching> matching = matchCollectives(*traces, KernelClassifier(), progress);
        if (!matching)
            return matching.error();
        return std::make_shared<const CollectiveMatching>(std::move(matching).value());
    });
}

void CollectiveWalk::answer()
{
    m_found(m_from, sameCollective(*m_matching, m_from, m_direction));
}

} // namespace kinetoscope
