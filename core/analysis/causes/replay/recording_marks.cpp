// SPDX-License-Identifier: GPL-3.0-or-later
// Which moments of host lines replays ask for: runs end there, and what is borrowed is told apart there.
#include "core/analysis/causes/replay/line_maker.h"
#include "core/analysis/causes/replay/recording.h"
#include "core/model/track_cursor.h"
#include "core/numeric/intervals.h"

#include <functional>

namespace kinetoscope {

namespace {

/// Whether a moment certainly lies in a slice, or at its end, and in all around it: then the thread does something
/// until then, and borrows nothing. A slice that runs on behind one around it owns no time there.
bool isInItsSlices(const SliceTable& slices, SliceId slice, Timestamp moment)
{
    if (moment <= slices.start[slice.index()])
        return false;
    for (; slice.isValid(); slice = slices.parent[slice.index()]) {
        if (moment > slices.end(slice) || !slices.isSound(slice) || !isHostCallTree(slices.kind[slice.index()]))
            return false;
    }
    return true;
}

} // namespace

/// The moments that replays ask for, sorted: at which work is handed over, steps begin and end, and other lines than
/// 0 go on after they did nothing.
std::vector<Timestamp> Recording::marksOf(
    ThreadLines& lines, std::span<const Step> steps, std::span<const TrackId> others, const Progress& progress) const
{
    std::vector<Timestamp> marks;
    if (m_grain == Grain::Pieces)
        return marks;
    StopCheck check(progress);
    marks.reserve(m_works.size());
    const auto add = [&marks](Timestamp time) {
        if (marks.empty() || marks.back() != time)
            marks.push_back(time);
    };
    for (const LaunchTable::Link& link : m_trace.launches().all()) { // thread by thread, so that little is to be sorted
        if (check.after(2))
            return marks;
        if (const WorkNumber work = m_works.numberOf(link.work); work != kNoWork)
            add(m_works.handedOver(work));
    }
    for (WorkNumber work = 0; work < m_works.size() && !check.after(1); ++work) {
        if (!m_works.launchOf(work).isValid())
            add(m_works.startOf(work));
    }
    for (const Step& step : steps) {
        add(step.range.begin);
        add(step.range.end);
    }
    for (const TrackId thread : others) {
        const TimeRange whole = lines.rangeOf(thread);
        add(whole.begin);
        add(whole.end);
        bool isIdle = true;
        lines.eachSegment(
            { LineId::Kind::Own, thread }, { kMinTimestamp, kMaxTimestamp }, [&](const LineSegment& segment) {
                if (isIdle && segment.owner.isValid())
                    add(segment.range.begin);
                isIdle = !segment.owner.isValid();
            });
    }
    sortRuns(marks, std::less<Timestamp> {}, progress);
    return marks;
}

/// The moments that replays ask for of threads with lines of their own, and that may lie in what these borrow; sorted.
Recording::MomentsByThread Recording::askedOf(
    std::span<const TrackId> others, std::span<const Step> steps, const Progress& progress) const
{
    MomentsByThread asked;
    if (others.empty())
        return asked;
    std::vector<bool> isOther(m_trace.tracks().size()); // there may be thousands
    for (const TrackId thread : others)
        isOther[thread.index()] = true;
    const auto add = [&](TrackId thread, Timestamp time) {
        if (isOther[thread.index()])
            asked[thread].push_back(time);
    };
    const SliceTable& slices = m_trace.slices();
    TrackCursor launchers(m_trace);
    StopCheck check(progress);
    for (const LaunchTable::Link& link : m_trace.launches().all()) { // thread by thread, so that little is to be sorted
        if (check.after(2))
            return asked;
        const TrackId thread = launchers.of(link.launch);
        const WorkNumber work = isOther[thread.index()] ? m_works.numberOf(link.work) : kNoWork;
        if (work == kNoWork)
            continue;
        const Timestamp handed = m_works.handedOver(work);
        if (!isInItsSlices(slices, link.launch, handed))
            add(thread, handed);
    }
    for (const Step& step : steps) {
        add(m_trace.trackOf(step.slice), step.range.begin);
        add(m_trace.trackOf(step.slice), step.range.end);
    }
    for (auto& [thread, moments] : asked)
        sortRuns(moments, std::less<Timestamp> {}, progress);
    return asked;
}

BorrowedStretch Recording::borrowedAt(ThreadLines& lines, TrackId thread, Timestamp moment) const
{
    BorrowedStretch found { .begin = moment };
    const LineSegment segment = lines.segmentBefore(thread, saturatingAdd(moment, 1));
    m_rules.split(segment, [&](TimeRange part, Cause cause) {
        found = { part.begin, cause, segment.owner }; // the last one
    });
    return found;
}

} // namespace kinetoscope
