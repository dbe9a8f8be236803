// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/step_walls.h"

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
    // By the first step that has not ended when the work is launched: which counts from then on.
    std::vector<Timestamp> ends;
    for (const Step& step : steps) {
        const TrackId thread = recording.trace().trackOf(step.slice);
        m_marks.push_back(
            { thread, recording.momentOf(thread, step.range.begin), recording.momentOf(thread, step.range.end), 0 });
        ends.push_back(ends.empty() ? step.range.end : std::max(ends.back(), step.range.end));
    }
    std::size_t near = 0; // the step of the work before
    for (WorkNumber work = 0; work < works.size() && !steps.empty(); ++work) {
        const Timestamp launched = launchTime(work);
        if (near == ends.size() || launched >= ends[near] || (near > 0 && launched < ends[near - 1]))
            near = static_cast<std::size_t>(std::ranges::upper_bound(ends, launched) - ends.begin());
        if (near == ends.size())
            continue;
        if (m_launched.empty() || m_launched.back().step != near || m_launched.back().end != work)
            m_launched.push_back({ static_cast<std::uint32_t>(near), work, work });
        m_launched.back().end = work + 1;
    }
    std::ranges::stable_sort(m_launched, {}, &Launched::step);
    for (std::size_t i = 0; i < m_launched.size(); ++i)
        m_marks[m_launched[i].step].launched = i + 1;
    for (std::size_t step = 1; step < m_marks.size(); ++step) // without work of its own
        m_marks[step].launched = std::max(m_marks[step].launched, m_marks[step - 1].launched);
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
            const Launched& launched = m_launched[seen];
            Timestamp end = kMinTimestamp; // the last of these works, of equals the last in order
            for (WorkNumber work = launched.first; work < launched.end; ++work)
                end = std::max(end, replay.endOf(work));
            WorkNumber ending = launched.end - 1;
            while (replay.endOf(ending) < end)
                --ending;
            if (end > workEnd || last == kNoWork || (end == workEnd && ending > last)) {
                workEnd = end;
                last = ending;
            }
        }
        const Timestamp end = replay.at(mark.end);
        const Timestamp complete = std::max({ before, end, workEnd });
        windows.push_back({ { before, complete }, end == complete ? kNoWork : last, mark.end, mark.thread });
        before = complete;
    }
    return windows;
}

} // namespace kinetoscope
