// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/path_notes.h"

#include "core/analysis/causes/owner_labels.h"
#include "core/base/display_name.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// A frame is remarkable with this share of the wall time, in so many links,
constexpr double kLargeFrame = 0.1;
constexpr std::int64_t kManyLinks = 1'000;
/// each this many times as long as those of the other frames, if there are enough to compare with.
constexpr std::int64_t kTimesOthers = 20;
constexpr std::int64_t kEnoughOthers = 100;

} // namespace

bool isFirstOfStream(const Trace& trace, SliceId work)
{
    if (!work.isValid() || !isGpuWork(trace.kind(work)))
        return false;
    const Track& track = trace.tracks()[trace.trackOf(work).index()];
    std::uint32_t row = work.value;
    while (row > track.firstSlice && !isGpuWork(trace.slices().kind[row - 1]))
        --row;
    return row == track.firstSlice;
}

Remark workBeforeRecording(const RankTrace& rank, Nanoseconds time)
{
    return remarkOfRank(rank, "work-before-recording",
        { KT_PHRASE("causes",
              "%1 of the waiting is before the first recorded work of a stream: the GPU may have been busy with work "
              "from before the recording."),
            arg::Duration { time } });
}

PathNotes::PathNotes(
    const RankTrace& rank, const CauseRules& rules, const CauseThresholds& thresholds, Timestamp firstWork)
    : m_rank(rank)
    , m_trace(*rank.trace)
    , m_thresholds(thresholds)
    , m_firstWork(firstWork)
{
    m_isFirst.resize(m_trace.slices().size());
    for (const SliceId op : opsOfFirstLaunches(rules)) {
        m_firsts.emplace(op, 0);
        m_isFirst[op.index()] = true;
    }
}

std::vector<SliceId> PathNotes::opsOfFirstLaunches(const CauseRules& rules) const
{
    const SliceTable& slices = m_trace.slices();
    std::vector<SliceId> ops;
    for (const SliceId work : rules.firstWorks()) {
        SliceId around = work.isValid() ? slices.partner[work.index()] : SliceId {};
        while (around.isValid() && isApiCall(m_trace.kind(around)))
            around = slices.parent[around.index()];
        if (around.isValid() && m_trace.kind(around) == EventKind::CpuOp)
            ops.push_back(around);
    }
    return ops;
}

void PathNotes::add(const PathLinks& links, const Progress& progress)
{
    const SliceTable& slices = m_trace.slices();
    StopCheck check(progress);
    for (const PathLink& link : links) {
        if (check.after(1))
            return;
        const Nanoseconds time = link.range.length();
        m_wall = saturatingAdd(m_wall, time);
        if (!link.owner.isValid())
            continue;
        if (link.cause == Cause::Synchronisation && slices.end(link.owner) <= m_firstWork && time >= m_thresholds.gap)
            m_beforeWork = saturatingAdd(m_beforeWork, time);
        if ((link.cause == Cause::EventWait || link.cause == Cause::LateStart) && isFirstOfStream(m_trace, link.owner))
            m_early[link.owner] = saturatingAdd(m_early[link.owner], time);
        if (link.cause == Cause::Op && m_isFirst[link.owner.index()]) {
            Nanoseconds& first = m_firsts[link.owner];
            first = saturatingAdd(first, time);
        }
        if (link.cause == Cause::Python && m_trace.kind(link.owner) == EventKind::PythonFunction) {
            if (m_frames.empty())
                m_frames.resize(m_trace.strings().size());
            FrameTime& frame = m_frames[slices.name[link.owner.index()].index()];
            frame.time = saturatingAdd(frame.time, time);
            ++frame.links;
        }
    }
}

/// One frame in very many pieces, each far longer than those of others: what records Python may take that long.
void PathNotes::addFrames(std::vector<Remark>& remarks) const
{
    const auto largest = std::ranges::max_element(m_frames, {}, &FrameTime::time);
    if (largest == m_frames.end())
        return;
    const FrameTime& frame = *largest;
    FrameTime others;
    for (const FrameTime& each : m_frames) {
        if (&each == &frame)
            continue;
        others.time = saturatingAdd(others.time, each.time);
        others.links += each.links;
    }
    if (frame.links < kManyLinks || others.links < kEnoughOthers
        || static_cast<double>(frame.time) < kLargeFrame * static_cast<double>(m_wall))
        return;
    const StringId name { static_cast<std::size_t>(largest - m_frames.begin()) };
    const Nanoseconds mean = frame.time / frame.links;
    const Nanoseconds meanOfOthers = std::max(Nanoseconds { 1 }, others.time / others.links);
    if (mean / kTimesOthers < meanOfOthers)
        return;
    remarks.push_back(remarkOfRank(m_rank, "recording-python",
        { KT_PHRASE("causes",
              "%1 of the path is the frame %2 itself, in %3 pieces of %4 on average, those of other frames take %5: it "
              "may be the cost of recording Python. Record without stacks to see."),
            arg::Share { frame.time, m_wall }, arg::Name { displayName(withoutAddress(m_trace.text(name))) },
            arg::Count { frame.links }, arg::Duration { mean }, arg::Duration { meanOfOthers } }));
}

std::vector<Remark> PathNotes::remarks() const
{
    std::vector<Remark> all;
    if (m_beforeWork > 0)
        all.push_back(remarkOfRank(m_rank, "unrecorded-work",
            { KT_PHRASE("causes",
                  "the host waited %1 for work that was not recorded: in synchronisations before the first recorded "
                  "work."),
                arg::Duration { m_beforeWork } }));
    Nanoseconds early = 0;
    for (const auto& [work, time] : m_early)
        early = saturatingAdd(early, time);
    if (early > 0)
        all.push_back(workBeforeRecording(m_rank, early));
    Nanoseconds loading = 0;
    std::int64_t ops = 0;
    for (const auto& [op, time] : m_firsts) {
        if (time <= m_thresholds.slowCall)
            continue;
        loading = saturatingAdd(loading, time);
        ++ops;
    }
    if (ops > 0)
        all.push_back(remarkOfRank(m_rank, "probably-loading",
            { KT_PLURAL("causes",
                  "%1 op around the first launch of a kernel takes %2 itself on the path, more than %3: it is probably "
                  "loading "
                  "code.",
                  "%1 ops around the first launch of a kernel take %2 themselves on the path, each more than %3: they "
                  "are "
                  "probably loading code."),
                arg::Count { ops }, arg::Duration { loading }, arg::ExactDuration { m_thresholds.slowCall } }));
    addFrames(all);
    return all;
}

} // namespace kinetoscope
