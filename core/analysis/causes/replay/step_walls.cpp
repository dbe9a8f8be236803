// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/step_walls.h"

#include "core/numeric/intervals.h"

#include <algorithm>

namespace kinetoscope {

StepWalls::StepWalls(const Recording& recording, std::span<const Step> steps)
{
    const WorkOrder& works = recording.works();
    const SliceTable& slices = recording.trace().slices();
    const auto launchTime = [&](WorkNumber work) {
        const SliceId launch = works.launchOf(work);
        return launch.isValid() ? slices.start[launch.index()] : works.startOf(work);
    };
    if (steps.empty())
        return;
    m_byLaunch.resize(works.size());
    for (WorkNumber work = 0; work < works.size(); ++work)
        m_byLaunch[work] = work;
    std::ranges::stable_sort(m_byLaunch, {}, launchTime);
    for (const Step& step : steps) {
        const TrackId thread = recording.trace().trackOf(step.slice);
        const auto launched = std::ranges::lower_bound(m_byLaunch, step.range.end, {}, launchTime);
        m_marks.push_back({ recording.momentOf(thread, step.range.begin), recording.momentOf(thread, step.range.end),
            static_cast<std::size_t>(launched - m_byLaunch.begin()) });
    }
}

std::vector<Nanoseconds> StepWalls::in(const Replay& replay) const
{
    std::vector<Nanoseconds> walls;
    Timestamp before = m_marks.empty() ? 0 : replay.at(m_marks.front().begin);
    Timestamp workEnd = kMinTimestamp;
    std::size_t seen = 0;
    for (const Mark& mark : m_marks) {
        for (; seen < mark.launched; ++seen)
            workEnd = std::max(workEnd, replay.endOf(m_byLaunch[seen]));
        const Timestamp complete = std::max({ before, replay.at(mark.end), workEnd });
        walls.push_back(saturatingSubtract(complete, before));
        before = complete;
    }
    return walls;
}

} // namespace kinetoscope
