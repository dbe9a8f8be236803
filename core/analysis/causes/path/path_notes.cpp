// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/path_notes.h"

#include "core/analysis/causes/remarks/collective_notes.h"
#include "core/analysis/causes/remarks/first_call.h"
#include "core/analysis/causes/remarks/polling.h"
#include "core/analysis/collectives/cpu_collectives.h"
#include "core/analysis/gpu/slipped_names.h"
#include "core/analysis/gpu/waiting_work.h"
#include "core/base/display_name.h"
#include "core/model/kernel_names.h"
#include "core/numeric/intervals.h"

#include <algorithm>

namespace kinetoscope {

Remark workBeforeRecording(const RankTrace& rank, Nanoseconds time)
{
    return remarkOfRank(rank, "work-before-recording",
        { KT_PHRASE("causes",
              "%1 of the waiting is before the first recorded work of a stream: the GPU may have been busy with work "
              "from before the recording."),
            arg::Duration { time } });
}

Remark afterCopies(const RankTrace& rank, Nanoseconds time)
{
    return remarkOfRank(rank, "after-copies",
        { KT_PHRASE("causes",
              "%1 of the synchronisation is in copy calls after their copy had ended: with pageable memory the host "
              "may be copying then, not waiting."),
            arg::Duration { time } });
}

std::optional<Remark> gpuNotRecorded(const RankTrace& rank)
{
    const Trace& trace = *rank.trace;
    const std::vector<EventKind>& kinds = trace.slices().kind;
    // The first link tells, as a rule; the host's rows, which come first, may be millions.
    if (std::ranges::any_of(
            trace.launches().all(), isGpuWork, [&](const auto& link) { return kinds[link.work.index()]; })
        || std::ranges::any_of(kinds, isGpuWork))
        return std::nullopt;
    const bool hasCalls = std::ranges::any_of(kinds, isApiCall);
    if (!hasCalls && !hasNcclOps(trace))
        return std::nullopt;
    return remarkOfRank(rank, "gpu-not-recorded",
        hasCalls ? Message { KT_PHRASE("causes",
            "no GPU work is in the file, though calls of the GPU's runtime are: time of the host may be waiting for "
            "the GPU, which the trace does not tell.") }
                 : Message { KT_PHRASE("causes",
                     "no GPU work is in the file, though collectives of GPUs (nccl) are: time of the host may be "
                     "waiting for the GPU, which the trace does not tell.") });
}

Remark launchNotRecorded(const RankTrace& rank, Nanoseconds time)
{
    return remarkOfRank(rank, "launch-not-recorded",
        { KT_PHRASE("causes",
              "%1 of the launch latency is before work whose launch was not recorded: it may have been in the queue by "
              "then, or launched only then."),
            arg::Duration { time } });
}

namespace {

/// Nothing where most of the work is linked.
std::optional<Remark> unlinkedWorkOf(const RankTrace& rank, const Progress& progress)
{
    const SliceTable& slices = rank.trace->slices();
    std::size_t works = 0;
    std::size_t unlinked = 0;
    StopCheck check(progress);
    for (const Track& track : rank.trace->tracks()) {
        for (std::uint32_t row = track.firstSlice; track.isDeviceSide() && row < track.endSlice(); ++row) {
            if (check.after(1))
                return std::nullopt;
            if (!isGpuWork(slices.kind[row]) || !slices.isSound(SliceTable::at(row)))
                continue;
            ++works;
            unlinked += slices.partner[row].isValid() ? 0 : 1;
        }
    }
    if (unlinked <= works / 2)
        return std::nullopt;
    return remarkOfRank(rank, "unlinked-work",
        { KT_PHRASE("causes",
              "%1 of %2 GPU activities are linked to no launch: the path cannot go from them to the host that launched "
              "them, and may miss them where the host waits for them. What of the time the GPU took and what the host "
              "is not known."),
            arg::Count { unlinked }, arg::Count { works } });
}

} // namespace

PathNotes::PathNotes(const RankTrace& rank, const NameTypes& types, const CauseRules& rules,
    const CauseThresholds& thresholds, Timestamp firstWork, const ThreadLines& lines, const Progress& progress)
    : m_rank(rank)
    , m_trace(*rank.trace)
    , m_types(types)
    , m_thresholds(thresholds)
    , m_firstWork(firstWork)
    , m_mainThread(lines.mainThread())
    , m_mainThreads(lines.mainThreads())
    , m_doubtful(rules.doubtfulLoading())
    , m_firstWorks(*rank.trace)
    , m_lostKernels(*rank.trace, progress)
    , m_cpuCollectives(cpuCollectivesOf(*rank.trace, progress))
    , m_firstLaunches(*rank.trace, rules)
{
}

void PathNotes::add(const PathLinks& links, const Progress& progress)
{
    if (links.empty())
        return;
    const TimeRange window { links[0].range.begin, links[links.size() - 1].range.end };
    if (m_windows.empty() || m_windows.back().end != window.begin)
        m_windows.push_back(window);
    m_windows.back().end = window.end;
    m_wall = saturatingAdd(m_wall, window.length());
    StopCheck check(progress);
    std::optional<PathLink> copy; // the link before, where it is one
    links.each([&](const PathLink& link) {
        if (check.after(1))
            return false;
        if (copy)
            addCopyBefore(*copy, link);
        copy.reset();
        if (link.cause == Cause::Copy) // no other is kept: what is written in pieces takes long to be read as a whole
            copy = link;
        const Nanoseconds time = link.range.length();
        if (link.cause == Cause::Unrecorded)
            m_unrecorded.push_back(link.range);
        if (link.cause == Cause::Unrecorded && !link.owner.isValid())
            m_nothing.push_back(link.range);
        if (link.cause == Cause::Collective)
            m_collective = saturatingAdd(m_collective, time);
        else if (!m_cpuCollectives.empty() && link.place.isValid()
            && m_trace.track(link.place).kind == TrackKind::HostThread)
            m_onThreads[link.place].push_back(link.range);
        if (link.owner.isValid())
            addOwned(link, time);
        return true;
    });
}

void PathNotes::addOwned(const PathLink& link, Nanoseconds time)
{
    const SliceTable& slices = m_trace.slices();
    switch (link.cause) { // nearly all links are of causes that leave it at one question
    case Cause::Python:
        if (m_trace.kind(link.owner) == EventKind::PythonFunction) {
            if (m_frames.empty())
                m_frames.resize(m_trace.strings().size());
            FrameTime& frame = m_frames[slices.name[link.owner.index()].index()];
            frame.time = saturatingAdd(frame.time, time);
            ++frame.pieces;
        }
        break;
    case Cause::Op:
        m_ops = saturatingAdd(m_ops, time);
        m_firstLaunches.add(link.owner, link.range);
        break;
    case Cause::CodeLoading:
        m_doubts.add(m_trace, m_doubtful, link.owner, link.range);
        break;
    case Cause::Compute:
        addWaitingWork(link.owner, time);
        break;
    case Cause::Synchronisation:
        if (slices.end(link.owner) <= m_firstWork && time >= m_thresholds.gap) {
            m_beforeWork = saturatingAdd(m_beforeWork, time);
            if (!m_firstBeforeWork.isValid()
                || slices.start[link.owner.index()] < slices.start[m_firstBeforeWork.index()])
                m_firstBeforeWork = link.owner;
        }
        if (const SliceId partner = slices.partner[link.owner.index()];
            partner.isValid() && m_trace.kind(partner) == EventKind::Memcpy)
            m_afterCopies = saturatingAdd(m_afterCopies, time);
        break;
    case Cause::EventWait:
    case Cause::LateStart:
        addLate(link.owner, link.place, time);
        addLost(link);
        break;
    case Cause::LaunchLatency:
        if (!slices.partner[link.owner.index()].isValid())
            m_unlaunched = saturatingAdd(m_unlaunched, time);
        addLost(link);
        break;
    case Cause::KernelGap:
        addLost(link);
        break;
    default:
        break;
    }
}

void PathNotes::addCopyBefore(const PathLink& copy, const PathLink& next)
{
    const auto isKernel = [this](SliceId slice) { return slice.isValid() && m_trace.kind(slice) == EventKind::Kernel; };
    if (!copy.owner.isValid() || !isKernel(next.owner) || next.place == copy.place
        || m_trace.slices().end(copy.owner) <= copy.range.end)
        return;
    const CopyDirection direction = copyDirectionOf(m_trace.name(copy.owner));
    if (direction == CopyDirection::HostToDevice || direction == CopyDirection::DeviceToHost)
        m_besideCopies = saturatingAdd(m_besideCopies, copy.range.length());
}

/// Of a link in which work that was launched had not started yet.
void PathNotes::addLost(const PathLink& link)
{
    m_lost = saturatingAdd(m_lost, m_lostKernels.before(link.owner, link.range).range.length());
}

void PathNotes::addWaitingWork(SliceId work, Nanoseconds time)
{
    if (m_trace.kind(work) == EventKind::Kernel) // nearly all work is
        return;
    const StringId name = m_trace.slices().name[work.index()];
    const auto known = m_waitingWork.find(name);
    if (known != m_waitingWork.end())
        known->second = saturatingAdd(known->second, time);
    else if (isWaitInComputation(m_trace.kind(work), KernelType::Computation, m_trace.text(name)))
        m_waitingWork.emplace(name, time);
}

void PathNotes::addLate(SliceId work, TrackId stream, Nanoseconds time)
{
    if (m_firstWorks.has(work)) {
        Nanoseconds& early = m_early[stream];
        early = saturatingAdd(early, time);
    } else {
        Nanoseconds& longest = m_longestLater[stream];
        longest = std::max(longest, time);
    }
}

/// Late starts of first works of streams. Where later work of the stream starts about as late, the reason need not lie
/// before the recording.
Nanoseconds PathNotes::beforeRecording() const
{
    Nanoseconds sum = 0;
    for (const auto& [stream, time] : m_early) {
        const auto later = m_longestLater.find(stream);
        if (later == m_longestLater.end() || later->second < time / 2)
            sum = saturatingAdd(sum, time);
    }
    return sum;
}

/// Ops that launch something for the first time and do far more before that than they usually do.
void PathNotes::addLoading(std::vector<Remark>& remarks, const Progress& progress) const
{
    Nanoseconds loading = 0;
    std::int64_t ops = 0;
    for (const auto& [op, time] : m_firstLaunches.loading(m_thresholds.slowCall, progress)) {
        loading = saturatingAdd(loading, time);
        ++ops;
    }
    if (ops > 0)
        remarks.push_back(remarkOfRank(m_rank, "probably-loading",
            { KT_PLURAL("causes",
                  "%1 op takes %2 itself on the path before it launches a kernel for the first time, more than %3 and "
                  "twice as long as in its other calls, where there are any: it is probably loading code.",
                  "%1 ops take %2 themselves on the path before they launch a kernel for the first time, each more "
                  "than %3 and twice as long as in its other calls, where there are any: they are probably loading "
                  "code."),
                arg::Count { ops }, arg::Duration { loading }, arg::ExactDuration { m_thresholds.slowCall } }));
}

void PathNotes::addCollectives(std::vector<Remark>& remarks, const Progress& progress) const
{
    if (m_collective > m_wall / 100 && !recordsCollective(m_trace, m_types, progress) && !progress.shouldStop())
        remarks.push_back(onlyFramesOfCollectives(m_rank, m_collective));
    const bool isUnrecordedSaid = addUnrecorded(remarks, progress);
    addHostCollectives(isUnrecordedSaid, remarks, progress);
}

/// Links of the host, of whatever cause, in which it may wait for other ranks: a collective runs on another thread.
/// @param isOfRecorded  what was not recorded is said already.
void PathNotes::addHostCollectives(bool isOfRecorded, std::vector<Remark>& remarks, const Progress& progress) const
{
    std::map<TrackId, std::vector<TimeRange>> times = m_onThreads;
    const std::vector<TimeRange> but = isOfRecorded ? unionOf(m_unrecorded, progress) : std::vector<TimeRange> {};
    for (auto& [thread, ranges] : times)
        ranges = differenceOf(unionOf(std::move(ranges), progress), but, progress);
    const Nanoseconds time = timeBesideCollectives(m_trace, m_cpuCollectives, times, progress);
    if (time <= m_wall / 100)
        return;
    remarks.push_back(remarkOfRank(m_rank, "host-collectives",
        isOfRecorded
            ? Message { KT_PHRASE("causes",
                            "for %1 of the host's time on the path that was recorded, too, a collective of a CPU "
                            "backend runs on another thread: the host may be waiting for it, and with it for other "
                            "ranks."),
                arg::Duration { time } }
            : Message { KT_PHRASE("causes",
                            "for %1 of the host's time on the path a collective of a CPU backend runs on "
                            "another thread: the host may be waiting for it, and with it for other ranks."),
                arg::Duration { time } }));
}

/// @return whether that is said of collectives.
bool PathNotes::addUnrecorded(std::vector<Remark>& remarks, const Progress& progress) const
{
    const std::vector<TimeRange> unrecorded = unionOf(m_unrecorded, progress);
    const Nanoseconds all = totalLength(unrecorded);
    if (all <= m_wall / 20 || progress.shouldStop()) // there may be millions of them
        return false;
    const CollectivesBeside beside = collectivesBeside(m_trace, m_cpuCollectives, { &m_mainThread, 1 }, progress);
    const Nanoseconds time = totalLength(intersectionOf(unrecorded, beside.ranges, progress));
    const bool areCollectives = beside.name.isValid() && time > m_wall / 20;
    if (areCollectives)
        remarks.push_back(remarkOfRank(m_rank, "collectives-beside",
            { KT_PHRASE("causes",
                  "for %1 of the %2 that were not recorded on the path, collectives (%3) run on other threads: the "
                  "main thread may be waiting for them, which the trace does not tell."),
                arg::Duration { time }, arg::Duration { all }, arg::Name { std::string(m_trace.text(beside.name)) } }));
    const std::vector<TimeRange> calls = callsOfOtherLaunchers(m_trace, { &m_mainThread, 1 }, progress);
    const Nanoseconds inCalls = totalLength(intersectionOf(unrecorded, calls, progress));
    if (inCalls > m_wall / 20)
        remarks.push_back(remarkOfRank(m_rank, "launches-beside",
            { KT_PHRASE("causes",
                  "for %1 of the %2 that were not recorded on the path, other threads that launch kernels are in "
                  "calls: the main thread may be waiting for them, as it does for the backward pass, and then the time "
                  "is that of these calls. No ops were recorded, which would tell."),
                arg::Duration { inCalls }, arg::Duration { all } }));
    if (!areCollectives && inCalls <= m_wall / 20) // else that is said already
        addOtherThreads(unrecorded, remarks, progress);
    return areCollectives;
}

/// Time of the path in which nothing at all was recorded of its thread: before anything of the host was, or while other
/// threads do something, one of which may have to hand work over first (causes.md, section 5).
void PathNotes::addOtherThreads(
    const std::vector<TimeRange>& unrecorded, std::vector<Remark>& remarks, const Progress& progress) const
{
    const std::vector<TimeRange> nothing = unionOf(m_nothing, progress);
    if (totalLength(nothing) <= m_wall / 20)
        return;
    const arg::Duration all { totalLength(unrecorded) };
    const std::vector<TimeRange> host = hostActivityBut(m_trace, {}, progress);
    if (host.empty() || progress.shouldStop())
        return;
    const Nanoseconds before =
        totalLength(intersectionOf(nothing, { { kMinTimestamp, host.front().begin } }, progress));
    if (before > m_wall / 20)
        remarks.push_back(remarkOfRank(m_rank, "before-the-host",
            { KT_PHRASE("causes",
                  "for %1 of the %2 that were not recorded on the path, nothing of the host is in the file yet: what "
                  "it did then is not known."),
                arg::Duration { before }, all }));
    const Nanoseconds beside = totalLength(intersectionOf(nothing, host, progress));
    if (beside > m_wall / 20)
        remarks.push_back(remarkOfRank(m_rank, "threads-beside",
            { KT_PHRASE("causes",
                  "for %1 of the %2 that were not recorded on the path, nothing was recorded of the thread that it is "
                  "on while other threads do something: it may be waiting for one of them, as threads of a pool do, "
                  "which the trace does not tell."),
                arg::Duration { beside }, all }));
}

/// Time whose cause says less, or more, than its name.
void PathNotes::addWaiting(std::vector<Remark>& remarks) const
{
    const Nanoseconds least = m_wall / 100;
    const Nanoseconds inPython = waitsAmong(m_trace, m_frames);
    if (inPython > least)
        remarks.push_back(remarkOfRank(m_rank, "python-waits",
            { KT_PHRASE("causes",
                  "%1 of the path is sleeping or waiting in Python: for another thread, a request or a timer, which "
                  "the trace does not tell, so the path cannot follow it."),
                arg::Share { inPython, m_wall } }));
    if (m_afterCopies > least)
        remarks.push_back(afterCopies(m_rank, m_afterCopies));
    addRemarks(m_rank, m_doubts, least / 10, remarks); // all loading of code may be that
    if (m_unlaunched > least)
        remarks.push_back(launchNotRecorded(m_rank, m_unlaunched));
    if (m_lost > least)
        remarks.push_back(kernelsNotRecorded(m_rank, m_lost));
}

std::vector<Remark> PathNotes::remarks(const Progress& progress) const
{
    std::vector<Remark> all;
    if (std::optional<Remark> unseen = gpuNotRecorded(m_rank))
        all.push_back(*std::move(unseen));
    if (std::optional<Remark> unlinked = unlinkedWorkOf(m_rank, progress))
        all.push_back(*std::move(unlinked));
    if (m_beforeWork > 0) {
        const arg::Duration waited { m_beforeWork };
        all.push_back(remarkOfRank(m_rank, "unrecorded-work",
            m_firstBeforeWork == firstApiCall(m_trace)
                ? Message { KT_PHRASE("causes",
                                "the host waited %1 for work that was not recorded, or for the GPU to be set up: in "
                                "synchronisations before the first recorded work, one of them the first call of all."),
                    waited }
                : Message { KT_PHRASE("causes",
                                "the host waited %1 for work that was not recorded: in synchronisations before the "
                                "first recorded work."),
                    waited }));
    }
    if (const Nanoseconds early = beforeRecording(); early > 0)
        all.push_back(workBeforeRecording(m_rank, early));
    for (const auto& [name, time] : m_waitingWork)
        all.push_back(remarkOfRank(m_rank, "waits-in-computation",
            { KT_PHRASE("causes", "%1 of the computation on the path is %2, which by its name only waits."),
                arg::Duration { time }, arg::Name { displayName(m_trace.text(name)) } }));
    if (m_besideCopies > m_wall / 100)
        all.push_back(remarkOfRank(m_rank, "copies-beside-kernels",
            { KT_PHRASE("causes",
                  "%1 of the path is copies between host and device that still ran when the kernel behind them began: "
                  "it is taken to have waited for room, though such copies need not take any from kernels. It may have "
                  "waited for something else that was not recorded, such as an event."),
                arg::Duration { m_besideCopies } }));
    remarkOnSlippedNames(m_rank, all, progress);
    addLoading(all, progress);
    addCollectives(all, progress);
    addWaiting(all);
    if (const std::optional<Polling> polling = pollingOf(m_trace, m_mainThread, m_windows, progress))
        all.push_back(asksAgainAndAgain(m_rank, *polling));
    if (const std::optional<CostlyFrame> costly = costlyFrame(m_frames, m_wall))
        all.push_back(recordingPython(m_rank, *costly, m_wall, FrameOf::Path));
    return all;
}

std::optional<SlowOps> PathNotes::slowOps(const Progress& progress) const
{
    return m_ops > m_wall / 10 ? slowOpsOf(m_trace, m_mainThreads, m_windows, progress) : std::nullopt;
}

} // namespace kinetoscope
