// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/idle/line_totals.h"
#include "core/analysis/causes/owners/merged_ranks.h"
#include "core/analysis/causes/owners/owner_keys.h"
#include "core/analysis/causes/owners/rank_causes.h"
#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/model/track_cursor.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace kinetoscope {

/// A part of a gap and whose it is.
struct IdlePart {
    TimeRange range; ///< job time; not empty
    Cause cause = Cause::Unrecorded;
    SliceId owner; ///< host slice or work; invalid where nothing was recorded
    /// The blocking call that the host was in when the gap began: it had waited for the GPU and only then went on. For
    /// the parts of the host and the latency of its launch; invalid where there is none.
    SliceId afterCall;
};

/// As OwnerKeys, for who asks for causes alone: the number of a cause is that of its enumerator.
struct CauseKeys {
    [[nodiscard]] static std::uint32_t of(Cause cause, SliceId /*owner*/) { return static_cast<std::uint32_t>(cause); }
};

/// The idle ledger of one rank: every idle nanosecond has one owner (causes.md section 2). Of ranks that were merged
/// into one file each has a main thread of its own, and its backward threads. Keeps references to the rank
/// and, through `progress`, to the job. Not thread-safe; a copy shares what does not change, and so costs little.
class IdleLedger {
public:
    /// O(host slices).
    /// @param threads    as many are used.
    /// @param meanwhile  something else that one of them does at the same time.
    IdleLedger(const RankTrace& rank, const CauseThresholds& thresholds, const Progress& progress, int threads = 1,
        const std::function<void()>& meanwhile = {});
    /// The same with what is known already. @param causes  of the trace of the rank, by the same thresholds.
    IdleLedger(const RankTrace& rank, std::shared_ptr<const RankCauses> causes, const CauseThresholds& thresholds,
        const Progress& progress);

    /// Whose line tells what the host did when nothing more was launched: with chosen steps the thread of their
    /// annotations; invalid: the main thread.
    void setThreadOfSteps(TrackId thread) { m_threadOfSteps = thread; }

    /// Calls `visit` for each part of a gap in time order; together they are gap.range. It may not ask the ledger about
    /// gaps. O(log segments + parts).
    void explain(const IdleGap& gap, const std::function<void(const IdlePart&)>& visit);
    /// The parts of a gap that lie in `window`, summed: calls `visit` for times of the keys, maybe several times for a
    /// key. Gaps that cover the same part of a line again and again cost O(log segments + keys) each, not its length.
    /// @tparam Keys  OwnerKeys or CauseKeys.
    /// @param keys   the same object for all calls; it may get new ones.
    using VisitTime = std::function<void(std::uint32_t key, Nanoseconds length, bool isAfterSync)>;
    template <typename Keys> void sum(const IdleGap& gap, const TimeRange& window, Keys& keys, const VisitTime& visit);
    [[nodiscard]] TrackId mainThread() const { return m_lines.mainThread(); }
    /// With its backward threads.
    [[nodiscard]] std::vector<TrackId> mainThreads() const { return m_lines.mainThreads(); }
    [[nodiscard]] const MergedRanks& mergedRanks() const { return *m_merged; }
    [[nodiscard]] const CauseRules& rules() const { return m_causes->rules(); }
    [[nodiscard]] const BlockingCalls& blocking() const { return m_causes->blocking(); }
    [[nodiscard]] const RankCauses& causes() const { return *m_causes; }
    [[nodiscard]] Nanoseconds gapThreshold() const { return m_gapThreshold; }

private:
    /// How a gap divides before the line of its thread is looked at; job time.
    struct Division {
        TrackId thread;
        TimeRange host; ///< that thread was late
        TimeRange rest; ///< of the hand-over and the device: one part
        OwnedCause restCause;
        SliceId call;            ///< IdlePart::afterCall
        Timestamp afterFrom = 0; ///< from there on parts are after it
    };
    /// A line of ThreadLines as often as it was walked; when that has cost as much as adding it up, it has totals.
    struct SummedLine {
        std::size_t walked = 0;
        LineTotals totals;
    };
    /// Start of the trace's first host slice or work, trace time. Looked for once.
    [[nodiscard]] Timestamp firstMoment();
    [[nodiscard]] Division divide(const IdleGap& gap);
    template <typename Keys, typename Visit>
    void sumLine(const LineId& line, const TimeRange& range, Keys& keys, Visit visit);
    template <typename Keys> [[nodiscard]] LineTotals totalsOf(const LineId& line, Keys& keys);
    [[nodiscard]] SliceId blockingCallAt(TrackId thread, Timestamp time);
    [[nodiscard]] ThreadLines& linesOf(StringId process);
    [[nodiscard]] ThreadLines& linesOf(TrackId thread);
    [[nodiscard]] TrackId threadWithoutLaunch(const IdleGap& gap);

    const RankTrace& m_rank;
    const Trace& m_trace;
    const Progress& m_progress;
    TrackCursor m_launchers;
    Nanoseconds m_gapThreshold;
    TrackId m_threadOfSteps;
    std::shared_ptr<const MergedRanks> m_merged;
    std::shared_ptr<const RankCauses> m_causes; ///< never null, nor is m_merged
    ThreadLines m_lines;
    std::map<StringId, ThreadLines> m_linesOfOthers; ///< of other merged ranks than that of the main thread
    std::map<LineId, SummedLine> m_summed;
    std::optional<Timestamp> m_firstMoment;
};

} // namespace kinetoscope
