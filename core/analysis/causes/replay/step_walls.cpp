// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/step_walls.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

StepWalls::StepWalls(const Recording& recording, std::span<const Step> steps)
{
    const WorkOrder& works = recording.works();
    const SliceTable& slices = recording.trace().slices();
    const auto launchTime = [&](WorkNumber work) {
        const SliceId launch = works.launchOf(work);
        return launch.isValid() ? slices.start[launch.index()] : works.startOf(work);
    };
    // By the first step that has not ended when the work is launched: which counts from then on.
    std::vector<Timestamp> ends;
    for (const Step& step : steps) {
        const TrackId thread = recording.trace().trackOf(step.slice);
        m_marks.push_back(
            { thread, recording.momentOf(thread, step.range.begin), recording.momentOf(thread, step.range.end), 0 });
        ends.push_back(ends.empty() ? step.range.end : std::max(ends.back(), step.range.end));
    }
    std::vector<std::uint32_t> firstStep;
    firstStep.reserve(steps.empty() ? 0 : works.size());
    for (WorkNumber work = 0; work < works.size() && !steps.empty(); ++work) {
        const Timestamp launched = launchTime(work);
        const std::size_t near = firstStep.empty() ? 0 : firstStep.back();
        const bool isNear = near < ends.size() && launched < ends[near] && (near == 0 || launched >= ends[near - 1]);
        firstStep.push_back(static_cast<std::uint32_t>(
            isNear ? near : static_cast<std::size_t>(std::ranges::upper_bound(ends, launched) - ends.begin())));
        if (firstStep.back() < m_marks.size())
            ++m_marks[firstStep.back()].launched;
    }
    std::vector<std::size_t> next; // by step: where its next work is put
    std::size_t count = 0;
    for (Mark& mark : m_marks) {
        next.push_back(count);
        count += std::exchange(mark.launched, count + mark.launched);
    }
    m_byLaunch.resize(count);
    for (WorkNumber work = 0; work < firstStep.size(); ++work) {
        if (firstStep[work] < next.size())
            m_byLaunch[next[firstStep[work]]++] = work;
    }
}

std::vector<StepWindow> StepWalls::in(const Replay& replay) const
{
    std::vector<StepWindow> windows;
    windows.reserve(m_marks.size());
    Timestamp before = m_marks.empty() ? 0 : replay.at(m_marks.front().begin);
    Timestamp workEnd = kMinTimestamp;
    WorkNumber last = kNoWork;
    std::size_t seen = 0;
    for (const Mark& mark : m_marks) {
        for (; seen < mark.launched; ++seen) {
            const WorkNumber work = m_byLaunch[seen];
            const Timestamp end = replay.endOf(work);
            if (end < workEnd || (end == workEnd && last != kNoWork && work < last))
                continue;
            workEnd = end;
            last = work;
        }
        const Timestamp end = replay.at(mark.end);
        const Timestamp complete = std::max({ before, end, workEnd });
        windows.push_back({ { before, complete }, end == complete ? kNoWork : last, mark.end, mark.thread });
        before = complete;
    }
    return windows;
}

} // namespace kinetoscope
