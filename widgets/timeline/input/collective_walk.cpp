// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/input/collective_walk.h"

#include "core/analysis/collectives/shared_matching.h"
#include "core/analysis/names/classification.h"

#include <utility>

namespace kinetoscope {

CollectiveWalk::CollectiveWalk(Found found, Joined joined)
    : m_found(std::move(found))
    , m_joined(std::move(joined))
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
    if (isKnown(traces))
        answer();
}

void CollectiveWalk::join(const std::shared_ptr<const TraceSet>& traces, SliceRef of)
{
    m_of = of;
    if (isKnown(traces))
        answer();
}

bool CollectiveWalk::isKnown(const std::shared_ptr<const TraceSet>& traces)
{
    if (m_traces.lock() == traces)
        return m_matching != nullptr; // or when the job is done
    m_traces = traces;
    m_matching = nullptr;
    m_job.start([traces](const std::stop_token& stop) -> Result<std::shared_ptr<const CollectiveMatching>> {
        Progress progress;
        progress.stop = stop;
        return sharedMatching(*traces, KernelClassifier(), progress);
    });
    return false;
}

void CollectiveWalk::answer()
{
    if (const auto from = std::exchange(m_from, std::nullopt))
        m_found(*from, sameCollective(*m_matching, *from, m_direction));
    if (const auto of = std::exchange(m_of, std::nullopt))
        m_joined(*of, runsOfCollective(*m_matching, *of));
}

} // namespace kinetoscope
