// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/cause_rules.h"
#include "core/analysis/causes/owners/loading_doubts.h"
#include "core/analysis/causes/owners/thread_lines.h"
#include "core/analysis/causes/path/first_launches.h"
#include "core/analysis/causes/path/path_walk.h"
#include "core/analysis/causes/remarks/lost_kernels.h"
#include "core/analysis/causes/remarks/python_cost.h"
#include "core/analysis/causes/remarks/slow_ops.h"
#include "core/analysis/causes/work/first_works.h"
#include "core/analysis/names/classification.h"
#include "core/base/remark.h"
#include "core/model/trace_set.h"

#include <map>
#include <optional>
#include <vector>

namespace kinetoscope {

/// What lies behind times of a path that their causes do not say (causes.md, section 5).
class PathNotes {
public:
    /// Keeps references to the rank and to the types.
    /// @param firstWork  trace time at which the first recorded work starts.
    /// O(slices). Not complete if told to stop.
    PathNotes(const RankTrace& rank, const NameTypes& types, const CauseRules& rules, const CauseThresholds& thresholds,
        Timestamp firstWork, const ThreadLines& lines, const Progress& progress);

    /// Adds the links of one more path; O(links). Not all if told to stop.
    void add(const PathLinks& links, const Progress& progress);
    /// In the order in which they are to be read; none where there is nothing to say.
    /// O(slices) where ops may have loaded code, calls ask again and again or there are collectives. Not complete if
    /// told to stop.
    [[nodiscard]] std::vector<Remark> remarks(const Progress& progress) const;
    /// Of the windows of the paths, where ops are a tenth of these; ranks say it together. As slowOpsOf().
    [[nodiscard]] std::optional<SlowOps> slowOps(const Progress& progress) const;

private:
    void addOwned(const PathLink& link, Nanoseconds time);
    void addCopyBefore(const PathLink& copy, const PathLink& next);
    void addLost(const PathLink& link);
    void addLate(SliceId work, TrackId stream, Nanoseconds time);
    [[nodiscard]] Nanoseconds beforeRecording() const;
    void addWaitingWork(SliceId work, Nanoseconds time);
    void addLoading(std::vector<Remark>& remarks, const Progress& progress) const;
    void addCollectives(std::vector<Remark>& remarks, const Progress& progress) const;
    void addHostCollectives(bool isOfRecorded, std::vector<Remark>& remarks, const Progress& progress) const;
    [[nodiscard]] bool addUnrecorded(std::vector<Remark>& remarks, const Progress& progress) const;
    void addOtherThreads(
        const std::vector<TimeRange>& unrecorded, std::vector<Remark>& remarks, const Progress& progress) const;
    void addWaiting(std::vector<Remark>& remarks) const;

    const RankTrace& m_rank;
    const Trace& m_trace;
    const NameTypes& m_types;
    CauseThresholds m_thresholds;
    Timestamp m_firstWork;
    TrackId m_mainThread;               ///< that drives the rank; may be invalid
    std::vector<TrackId> m_mainThreads; ///< with its backward threads
    std::vector<TimeRange> m_windows;   ///< of the paths
    Nanoseconds m_wall = 0;
    Nanoseconds m_beforeWork = 0;                  ///< synchronisations that were over when the first work started
    SliceId m_firstBeforeWork;                     ///< of them the one that starts first
    std::map<TrackId, Nanoseconds> m_early;        ///< by stream: late start of its first work
    std::map<TrackId, Nanoseconds> m_longestLater; ///< by stream: longest late start of other work
    Nanoseconds m_afterCopies = 0;                 ///< synchronisation in copy calls, behind their copies
    std::vector<DoubtfulCall> m_doubtful;          ///< SliceCauses::doubtfulLoading()
    LoadingDoubts m_doubts;                        ///< of them
    Nanoseconds m_unlaunched = 0;                  ///< latency of work whose launch was not recorded
    FirstWorks m_firstWorks;
    LostKernels m_lostKernels;
    Nanoseconds m_lost = 0; ///< waits of work that was launched after kernels that are not in the file
    std::map<StringId, Nanoseconds> m_waitingWork; ///< of work that counts as computation, what by its name only waits
    /// Copies between host and device that still ran when the next work began, which is taken to have had no room.
    Nanoseconds m_besideCopies = 0;
    Nanoseconds m_collective = 0;          ///< of that cause
    std::vector<TimeRange> m_unrecorded;   ///< of that cause
    std::vector<TimeRange> m_nothing;      ///< of them, where nothing was recorded of the thread
    std::vector<SliceId> m_cpuCollectives; ///< cpuCollectivesOf() the trace
    /// By thread of the host, where there are such: links that are in no collective.
    std::map<TrackId, std::vector<TimeRange>> m_onThreads;
    FirstLaunches m_firstLaunches;
    Nanoseconds m_ops = 0;           ///< of that cause
    std::vector<FrameTime> m_frames; ///< by StringId; empty without any
};

/// That synchronisation in copy calls, behind their copies, need not be a wait. @param time  > 0.
[[nodiscard]] Remark afterCopies(const RankTrace& rank, Nanoseconds time);

/// That the host may wait for a GPU of which no work was recorded; nothing where some was, or none is used.
[[nodiscard]] std::optional<Remark> gpuNotRecorded(const RankTrace& rank);

/// That work whose launch was not recorded may have been queued. @param time  > 0, of launch latency.
[[nodiscard]] Remark launchNotRecorded(const RankTrace& rank, Nanoseconds time);

/// That the GPU may have been busy before the first recorded work of streams. @param time  > 0, idle or waited.
[[nodiscard]] Remark workBeforeRecording(const RankTrace& rank, Nanoseconds time);

} // namespace kinetoscope
