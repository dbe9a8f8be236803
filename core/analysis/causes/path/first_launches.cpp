// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/first_launches.h"

#include <algorithm>

namespace kinetoscope {

FirstLaunches::FirstLaunches(const Trace& trace, const CauseRules& rules)
    : m_trace(trace)
{
    const SliceTable& slices = m_trace.slices();
    m_isFirst.resize(slices.size());
    for (const SliceId work : rules.firstWorks()) {
        const SliceId launch = work.isValid() ? slices.partner[work.index()] : SliceId {};
        SliceId around = launch;
        while (around.isValid() && isApiCall(m_trace.kind(around)))
            around = slices.parent[around.index()];
        if (!around.isValid() || m_trace.kind(around) != EventKind::CpuOp)
            continue;
        First& first = m_firsts[around];
        first.until = std::max(first.until, slices.start[launch.index()]);
        m_isFirst[around.index()] = true;
    }
}

bool FirstLaunches::add(SliceId op, const TimeRange& range)
{
    if (!m_isFirst[op.index()])
        return false;
    First& first = m_firsts[op];
    if (range.begin >= first.until)
        return false;
    first.time = saturatingAdd(first.time, range.length());
    return true;
}

std::vector<TimeRange> FirstLaunches::stretches(Nanoseconds slowCall) const
{
    std::vector<TimeRange> found;
    for (const auto& [op, first] : m_firsts) {
        if (const TimeRange before { m_trace.slices().start[op.index()], first.until }; before.length() > slowCall)
            found.push_back(before);
    }
    std::ranges::sort(found, {}, &TimeRange::begin);
    return found;
}

/// What calls of these ops that launch nothing for the first time take themselves, on average. O(slices).
void FirstLaunches::findUsual(std::map<StringId, Usual>& ops, const Progress& progress) const
{
    const SliceTable& slices = m_trace.slices();
    std::vector<Usual*> byName(m_trace.strings().size(), nullptr);
    for (auto& [name, usual] : ops)
        byName[name.index()] = &usual;
    const auto usualOf = [&](SliceId slice) -> Usual* {
        const bool isOther = slice.isValid() && m_trace.kind(slice) == EventKind::CpuOp && !m_isFirst[slice.index()]
            && slices.isSound(slice);
        return isOther ? byName[slices.name[slice.index()].index()] : nullptr;
    };
    StopCheck check(progress);
    for (std::uint32_t row = 0; row < slices.size() && !check.after(2); ++row) {
        if (!isHostCallTree(slices.kind[row]))
            continue;
        const SliceId slice = SliceTable::at(row);
        if (Usual* const own = usualOf(slice)) {
            own->time = saturatingAdd(own->time, slices.duration(slice));
            ++own->calls;
        }
        if (Usual* const around = usualOf(slices.parent[row]))
            around->time = saturatingSubtract(around->time, slices.duration(slice));
    }
}

std::vector<std::pair<SliceId, Nanoseconds>> FirstLaunches::loading(
    Nanoseconds slowCall, const Progress& progress) const
{
    const SliceTable& slices = m_trace.slices();
    std::map<StringId, Usual> usual; // by name of an op
    for (const auto& [op, first] : m_firsts) {
        if (first.time > slowCall)
            usual.try_emplace(slices.name[op.index()]);
    }
    if (!usual.empty())
        findUsual(usual, progress);
    std::vector<std::pair<SliceId, Nanoseconds>> loading;
    for (const auto& [op, first] : m_firsts) {
        if (first.time <= slowCall)
            continue;
        const Usual& others = usual.at(slices.name[op.index()]);
        if (others.calls == 0 || first.time / 2 >= others.time / others.calls)
            loading.emplace_back(op, first.time);
    }
    return loading;
}

} // namespace kinetoscope
