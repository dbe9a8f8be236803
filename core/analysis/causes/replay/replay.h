// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/replay/factor.h"
#include "core/analysis/causes/replay/host_shares.h"
#include "core/analysis/causes/replay/recording.h"

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kinetoscope {

/// What is different in a replay. As made, nothing is.
struct Change {
    std::array<Factor, kCauseCount> host;     ///< of operations, by cause
    std::vector<Factor> factors { Factor() }; ///< of work: those that `factorOfWork` points to; the first is 1
    std::vector<std::uint16_t> factorOfWork;  ///< by WorkNumber; empty: all 1
    std::vector<bool> isRemoved;              ///< by position in Recording::blocking; empty: none
    std::vector<bool> isGone;                 ///< by operation: it costs nothing; empty: none
    std::vector<bool> isKept;                 ///< by operation, no runs: its factor is 1; none is gone; empty: none
    std::vector<WorkNumber> fusedAfter;       ///< by WorkNumber: it starts when that one ends; empty: none

    /// Whether nothing of the recording is touched: then its replay is the recording. O(work + blocking calls).
    [[nodiscard]] bool changesNothingOf(const Recording& recording) const;
    [[nodiscard]] const Factor& ofWork(WorkNumber work) const
    {
        return factors[factorOfWork.empty() ? 0 : factorOfWork[work]];
    }
};

/// The position of the wait that let a piece of work start among its waits, or:
enum class BindingCode : std::uint8_t {
    Chain = 254,   ///< the first, and so it is with all of the block that it ends; see Replay::isChain()
    Unknown = 255, ///< there is none, or there are too many
};

/// The memory of a replay, which another one may take over: fresh pages cost half as much as a replay itself.
struct ReplayTimes {
    std::vector<Timestamp> ends;       ///< by operation
    std::vector<Timestamp> workEnds;   ///< by work
    std::vector<BindingCode> bindings; ///< by work
    /// By stream, as Recording::prefixEnds: greatest end of its work up to there.
    std::vector<std::vector<Timestamp>> prefixEnds;
};

/// A recording walked through with other durations (causes.md 4.1). With a change that changes nothing everything
/// comes when it did. Keeps references to the recording and the change.
class Replay {
public:
    /// O(operations + work + what synchronisations wait for); 8 bytes an operation, 9 a piece of work. Not complete if
    /// told to stop.
    /// @param room  of a replay that is no longer needed; what it holds does not matter.
    Replay(const Recording& recording, const Change& change, const Progress& progress, ReplayTimes room = {});
    /// Its memory, for another one; nothing else may be called then.
    [[nodiscard]] ReplayTimes takeRoom() { return std::move(m_times); }

    /// When a moment of a host line comes; trace time.
    [[nodiscard]] Timestamp at(const LineMoment& moment) const;
    [[nodiscard]] Timestamp endOfOperation(OperationNumber operation) const { return m_times.ends[operation]; }
    [[nodiscard]] Timestamp startOf(WorkNumber work) const
    {
        return saturatingSubtract(m_times.workEnds[work], lengthOf(work));
    }
    [[nodiscard]] Timestamp endOf(WorkNumber work) const { return m_times.workEnds[work]; }
    /// Of time of a cause in a run.
    [[nodiscard]] const Factor& factorOf(Cause cause) const { return m_change.host[static_cast<std::size_t>(cause)]; }
    /// Whether an operation costs nothing, whatever it is.
    [[nodiscard]] bool isGone(OperationNumber operation) const
    {
        return !m_change.isGone.empty() && m_change.isGone[operation];
    }
    /// Of an operation that is no run.
    [[nodiscard]] const Factor& factorOf(OperationNumber operation) const
    {
        static constexpr Factor kNothing = Factor::none();
        static constexpr Factor kAsItWas;
        if (isGone(operation))
            return kNothing;
        if (!m_change.isKept.empty() && m_change.isKept[operation])
            return kAsItWas;
        return m_change.host[static_cast<std::size_t>(m_recording.causes[operation])];
    }
    /// What is left of a part of a run: of its time, a half of it, or nothing.
    [[nodiscard]] Nanoseconds timeOf(const RunPart& part) const
    {
        return m_shares.leftOf(part.cause(), part.time(), part.odd());
    }
    /// The same of what a block of operations has of a cause, where areSumsKnown().
    [[nodiscard]] Nanoseconds timeOf(const CauseSum& sum) const
    {
        return m_shares.leftOf(static_cast<std::size_t>(sum.cause), static_cast<std::uint64_t>(sum.time), sum.odd);
    }
    /// Whether nothing but its cause says what is left of an operation's time.
    [[nodiscard]] bool areSumsKnown() const { return m_change.isGone.empty() && m_change.isKept.empty(); }
    /// What a run takes. O(causes in it).
    [[nodiscard]] Nanoseconds lengthOfRun(OperationNumber run) const;
    /// When a wait of `work` lets it start, but for its lag.
    [[nodiscard]] Timestamp readyFor(WorkNumber work, const Wait& wait) const
    {
        if (wait.kind() == DependencyKind::Launch)
            return handedOver(work);
        return wait.kind() != DependencyKind::NoRoom ? m_times.workEnds[wait.work] : roomFor(work, wait);
    }
    /// A wait that let a piece of work start, and when: of those that let it start last the one that was ready last.
    struct Binding {
        std::optional<Wait> wait; ///< none: only the host held it up
        Timestamp ready = kMinTimestamp;
    };
    [[nodiscard]] Binding bindingOf(WorkNumber work) const;
    /// Of the last work of a block of its stream (see WorkCauses): whether each of the block waited for the one before,
    /// and takes as long as recorded.
    [[nodiscard]] bool isChain(WorkNumber last) const { return m_times.bindings[last] == BindingCode::Chain; }
    /// What held up a blocking call.
    struct Awaited {
        WorkNumber work = kNoWork; ///< none: the call itself, or nothing but the host before it
        Timestamp time = 0;        ///< from here on the call goes on by itself
    };
    [[nodiscard]] Awaited awaitedBy(OperationNumber operation) const;
    /// What of an operation there still is, as recorded: of a call that waits no more what it did before its copy.
    [[nodiscard]] TimeRange leftOf(OperationNumber operation) const;
    /// Last end of line 0 and of all work.
    [[nodiscard]] Timestamp end() const { return m_end; }

private:
    friend class ReplayRun;
    void makeRoom(const Progress& progress);
    void doOperation(OperationNumber operation, bool isAsRecorded);
    [[nodiscard]] Timestamp handedOver(WorkNumber work) const
    {
        const OperationNumber operation = m_recording.handedIn[work];
        return operation != kNoOperation && m_recording.handedAt[work] == MomentPlace::Begin
            ? m_times.ends[operation - 1]
            : at(m_recording.handed(work));
    }
    [[nodiscard]] Nanoseconds lengthOf(WorkNumber work) const
    {
        return m_change.ofWork(work).of(m_recording.works().lengthOf(work));
    }
    [[nodiscard]] Timestamp roomFor(WorkNumber work, const Wait& wait) const;
    [[nodiscard]] Timestamp endOfPrefix(const AwaitedWork::Prefix& prefix) const;
    [[nodiscard]] const Blocking& blockingOf(OperationNumber operation) const
    {
        return m_recording.blocking[m_recording.details[operation]];
    }
    [[nodiscard]] bool isRemoved(const Blocking& blocking) const;
    [[nodiscard]] Awaited awaitedBySync(const Blocking& blocking) const;
    [[nodiscard]] Timestamp endOfBlocking(OperationNumber operation, const Blocking& blocking) const;
    [[nodiscard]] bool freesBehindWait(const Blocking& blocking) const;
    [[nodiscard]] Timestamp endOfSync(OperationNumber operation, const Blocking& blocking, const Factor& factor) const;
    [[nodiscard]] Timestamp endOfCopy(OperationNumber operation, const Blocking& blocking, const Factor& factor) const;
    /// When a piece of work may start, and the position of what bindingOf() has: none without a wait.
    struct Start {
        Timestamp time = kMinTimestamp;
        Timestamp ready = kMinTimestamp;
        std::uint32_t wait = UINT32_MAX;
    };
    [[nodiscard]] Start unusualStartOf(WorkNumber work, bool isFused) const;
    [[nodiscard]] Start startAfter(WorkNumber work, const WaitsOfWork& waits) const;

    const Recording& m_recording;
    const Change& m_change;
    ReplayTimes m_times;
    HostShares m_shares; ///< of time in runs
    Timestamp m_end = kMinTimestamp;
};

} // namespace kinetoscope
