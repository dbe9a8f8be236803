// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/replay_path.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// One backward walk. Every step moves to an earlier item of the recording's order, so that it ends.
class CriticalWalk {
public:
    CriticalWalk(const Recording& recording, const Change& change, const Replay& replay, const WorkCauses& causes)
        : m_recording(recording)
        , m_change(change)
        , m_replay(replay)
        , m_causes(causes)
        , m_begin(recording.range().begin)
        , m_time(replay.end())
    {
    }

    /// From what ends last.
    CriticalTimes walk(const Progress& progress)
    {
        startAtTheEnd();
        return walkOn(progress);
    }
    CriticalTimes walk(const StepWindow& step, const Progress& progress)
    {
        m_begin = step.range.begin;
        m_time = step.range.end;
        if (step.work != kNoWork)
            m_work = step.work;
        else
            goToMoment(step.end);
        return walkOn(progress);
    }

private:
    CriticalTimes walkOn(const Progress& progress)
    {
        StopCheck check(progress);
        while (m_time > m_begin && !check.after(4)) {
            if (m_borrower != kNoOperation && m_time <= m_borrowedFrom) {
                goToEndOf(m_borrower);
                m_borrower = kNoOperation;
            }
            if (m_work != kNoWork)
                leaveWork();
            else if (m_operation == kNoOperation)
                spendUntil(m_begin, Cause::Unrecorded);
            else if (!leavePlainOperations(check))
                leaveOperation();
        }
        return m_times;
    }
    void startAtTheEnd()
    {
        if (m_recording.endOfLine0() > 0 && m_replay.endOfOperation(m_recording.endOfLine0() - 1) == m_time) {
            m_operation = m_recording.endOfLine0() - 1;
            return;
        }
        for (WorkNumber work = 0; work < m_recording.works().size(); ++work) {
            if (m_replay.endOf(work) == m_time)
                m_work = work;
        }
    }

    /// All time from `time` to where the walk is goes to `cause`; so the sums always are the wall time.
    void spendUntil(Timestamp time, Cause cause)
    {
        time = std::clamp(time, m_borrower == kNoOperation ? m_begin : std::max(m_begin, m_borrowedFrom), m_time);
        m_times[static_cast<std::size_t>(cause)] += saturatingSubtract(m_time, time);
        m_time = time;
    }
    /// Back to `time` through a recorded stretch of an operation, by its causes. What the recording had no time for
    /// goes to what came first.
    void spendOn(OperationNumber operation, TimeRange recorded, Timestamp time)
    {
        if (m_recording.kinds[operation] == OperationKind::Run) {
            spendOnRun(operation);
            return;
        }
        m_parts.clear();
        if (m_recording.kinds[operation] == OperationKind::Blocking) {
            m_recording.splitOf(m_recording.blocking[m_recording.details[operation]], recorded,
                [this](TimeRange part, Cause cause) { m_parts.emplace_back(part.length(), cause); });
        } else if (!addPartsOfThread(operation, recorded)) { // cut by cause when it was recorded
            spendUntil(time, m_recording.causes[operation]);
            return;
        }
        Cause cause = m_recording.causes[operation];
        for (auto part = m_parts.rbegin(); part != m_parts.rend(); ++part) {
            cause = part->second;
            spendUntil(std::max(time, saturatingSubtract(m_time, m_replay.factorOf(operation).of(part->first))), cause);
        }
        spendUntil(time, cause);
    }
    /// Back through a run of which not all lies between where the walk is and where it goes.
    void spendOnRun(OperationNumber run)
    {
        m_parts.clear();
        m_recording.eachPieceOf(
            run, [this](TimeRange part, Cause cause) { m_parts.emplace_back(part.length(), cause); });
        Timestamp time = m_replay.endOfOperation(run - 1);
        const bool isGone = m_replay.isGone(run);
        for (auto& [length, cause] : m_parts) // when each begins
            length = std::exchange(time, isGone ? time : saturatingAdd(time, m_replay.factorOf(cause).of(length)));
        for (auto part = m_parts.rbegin(); part != m_parts.rend(); ++part)
            spendUntil(part->first, part->second);
    }
    /// Whose time it is on the backward thread that the path came to line 0 from; false if that is the same.
    [[nodiscard]] bool addPartsOfThread(OperationNumber operation, TimeRange recorded)
    {
        const auto [first, end] = othersIn(operation);
        if (first == end)
            return false;
        Timestamp from = recorded.begin;
        for (auto other = first; other != end; ++other) {
            const TimeRange part = other->range.clippedTo(recorded);
            if (part.isEmpty())
                continue;
            if (from < part.begin)
                m_parts.emplace_back(part.begin - from, m_recording.causes[operation]);
            m_parts.emplace_back(part.length(), other->cause);
            from = part.end;
        }
        if (from < recorded.end)
            m_parts.emplace_back(recorded.end - from, m_recording.causes[operation]);
        return true;
    }
    using Others = std::vector<OtherCause>::const_iterator;
    [[nodiscard]] std::pair<Others, Others> othersIn(OperationNumber operation) const
    {
        if (m_others == nullptr)
            return {};
        const auto first = std::ranges::lower_bound(*m_others, operation, {}, &OtherCause::operation);
        return { first, std::ranges::upper_bound(first, m_others->end(), operation, {}, &OtherCause::operation) };
    }
    [[nodiscard]] bool hasOthersIn(OperationNumber first, OperationNumber last) const
    {
        if (m_others == nullptr)
            return false;
        const auto other = std::ranges::lower_bound(*m_others, first, {}, &OtherCause::operation);
        return other != m_others->end() && other->operation <= last;
    }
    void spendOn(OperationNumber operation, Timestamp time) { spendOn(operation, m_replay.leftOf(operation), time); }
    void goToWork(WorkNumber work)
    {
        m_work = work;
        m_operation = kNoOperation;
        m_borrower = kNoOperation;
    }
    void goToEndOf(OperationNumber operation)
    {
        m_work = kNoWork;
        m_operation = operation;
    }
    /// Through what the line did between the end of the operation before and the moment.
    void goToMoment(const LineMoment& moment)
    {
        if (moment.operation == kNoOperation) {
            goToEndOf(kNoOperation);
            return;
        }
        const Timestamp before = m_replay.endOfOperation(moment.operation - 1);
        if (moment.isBehind) {
            spendUntil(before, Cause::Unrecorded);
        } else {
            const Timestamp begin = m_recording.beginOf(moment.operation);
            spendOn(moment.operation, { begin, saturatingAdd(begin, moment.offset) }, before);
        }
        goToEndOf(moment.operation - 1);
    }

    /// Nearly all operations: back through those that lie in the window as a whole. False where there is none.
    [[nodiscard]] bool leavePlainOperations(StopCheck& check)
    {
        if (m_borrower != kNoOperation)
            return false;
        const OperationNumber first = m_operation;
        for (; !check.after(2); --m_operation) {
            if (leaveBlock())
                continue;
            const OperationKind kind = m_recording.kinds[m_operation];
            if (kind != OperationKind::Plain && kind != OperationKind::Run)
                break;
            const Timestamp before = m_replay.endOfOperation(m_operation - 1);
            if (before < m_begin || before > m_time)
                break;
            if (kind == OperationKind::Run) {
                if (!leaveRun())
                    break;
            } else if (const auto [other, end] = othersIn(m_operation); other == end) {
                m_times[static_cast<std::size_t>(m_recording.causes[m_operation])] +=
                    saturatingSubtract(m_time, before);
            } else {
                break;
            }
            m_time = before;
        }
        return m_operation != first;
    }
    /// Back to the first of a block of operations that lie in the window as a whole, and behind that one. False where
    /// there is none.
    [[nodiscard]] bool leaveBlock()
    {
        const std::span<const CauseSum> sums = m_recording.operationSums.endingWith(m_operation);
        if (sums.empty() || !m_replay.areSumsKnown() || m_replay.endOfOperation(m_operation) != m_time)
            return false;
        const OperationNumber first = m_operation - (OperationSums::kBlock - 1);
        const Timestamp before = m_replay.endOfOperation(first - 1);
        if (before < m_begin || hasOthersIn(first, m_operation))
            return false;
        for (const CauseSum& each : sums)
            m_times[static_cast<std::size_t>(each.cause)] += m_replay.timeOf(each);
        m_time = before;
        m_operation = first;
        return true;
    }
    /// All of it; false if the walk is not at its end.
    [[nodiscard]] bool leaveRun()
    {
        if (m_replay.endOfOperation(m_operation) != m_time)
            return false;
        if (m_replay.isGone(m_operation))
            return true;
        m_recording.eachPartOf(
            m_operation, [this](const RunPart& part) { m_times[part.cause()] += m_replay.timeOf(part); });
        return true;
    }

    void leaveOperation()
    {
        const OperationNumber operation = m_operation;
        switch (m_recording.kinds[operation]) {
        case OperationKind::Begin:
            if (const auto moment = m_recording.begins.find(operation); moment != m_recording.begins.end())
                goToMoment(moment->second);
            else
                goToEndOf(kNoOperation);
            return;
        case OperationKind::Borrowed:
            if (m_replay.endOfOperation(operation - 1) < m_time) {
                m_borrower = operation - 1;
                m_borrowedFrom = m_replay.endOfOperation(operation - 1);
                goToMoment(m_recording.borrowed[m_recording.details[operation]].second);
                return;
            }
            break;
        case OperationKind::Blocking:
            if (const Replay::Awaited awaited = m_replay.awaitedBy(operation); awaited.work != kNoWork) {
                m_borrower = kNoOperation;
                spendOn(operation, awaited.time);
                goToWork(awaited.work);
                return;
            }
            break;
        case OperationKind::Plain:
        case OperationKind::Run:
            break;
        }
        spendOn(operation, m_replay.endOfOperation(operation - 1));
        goToEndOf(operation - 1);
    }

    void leaveWork()
    {
        const WorkNumber work = m_work;
        if (leaveChain(work))
            return;
        const Timestamp start = m_replay.startOf(work);
        spendUntil(start, m_causes.of(work));
        const WorkNumber fused = m_change.fusedAfter.empty() ? kNoWork : m_change.fusedAfter[work];
        if (fused != kNoWork) {
            goToWork(fused);
            return;
        }
        m_others = nullptr;
        const auto [binding, ready] = m_replay.bindingOf(work);
        if (!binding) {
            goToMoment(m_recording.handed(work));
        } else if (binding->kind() == DependencyKind::Launch) {
            leaveLaunchedWork(work, ready);
        } else {
            spendUntil(ready, m_recording.causeOfLag(work, m_recording.lagOf(work, *binding), true));
            goToWork(binding->work);
        }
    }
    /// Back through a block of a stream that lies in the window as a whole. False where there is none.
    [[nodiscard]] bool leaveChain(WorkNumber last)
    {
        if (!m_replay.isChain(last) || m_replay.endOf(last) != m_time)
            return false;
        const WorkCauses::Block* const block = m_causes.endingWith(last);
        if (block == nullptr || m_replay.endOf(block->before) < m_begin)
            return false;
        for (const CauseSum& each : m_causes.sumsOf(*block))
            m_times[static_cast<std::size_t>(each.cause)] += each.time;
        m_time = m_replay.endOf(block->before);
        m_others = nullptr;
        goToWork(block->before);
        return true;
    }

    /// From the start of the work back to where its launch had handed it over; the rest of the call counts as such.
    void leaveLaunchedWork(WorkNumber work, Timestamp ready)
    {
        const Timestamp start = m_recording.works().startOf(work);
        const Trace& trace = m_recording.trace();
        const SliceId launch = m_recording.works().launchOf(work);
        const auto others = m_recording.otherCauses.find(trace.trackOf(launch));
        m_others = others != m_recording.otherCauses.end() ? &others->second : nullptr;
        const Timestamp returned = std::min(trace.slices().end(launch), start);
        const Nanoseconds lag = saturatingSubtract(m_time, ready);
        const Nanoseconds call =
            std::clamp<Nanoseconds>(saturatingSubtract(returned, m_recording.works().handedOver(work)), 0, lag);
        spendUntil(ready + call, m_recording.causeOfLag(work, lag - call, false));
        spendUntil(ready, m_recording.causeOfCall(launch));
        goToMoment(m_recording.handed(work));
    }

    const Recording& m_recording;
    const Change& m_change;
    const Replay& m_replay;
    const WorkCauses& m_causes;
    Timestamp m_begin;
    Timestamp m_time;                                  ///< where the walk is
    WorkNumber m_work = kNoWork;                       ///< in this work
    OperationNumber m_operation = kNoOperation;        ///< or at the end of this operation; neither: before line 0
    const std::vector<OtherCause>* m_others = nullptr; ///< of the backward thread that the walk came to line 0 from
    /// While a thread that does nothing of its own is where line 0 is: its operation before, and when that ended.
    OperationNumber m_borrower = kNoOperation;
    Timestamp m_borrowedFrom = 0;
    CriticalTimes m_times {};
    std::vector<std::pair<Nanoseconds, Cause>> m_parts; ///< of one stretch; its room is used again
};

} // namespace

CriticalTimes criticalTimesOf(const Recording& recording, const Change& change, const Replay& replay,
    const WorkCauses& causes, const Progress& progress)
{
    return CriticalWalk(recording, change, replay, causes).walk(progress);
}

CriticalTimes criticalTimesOf(const Recording& recording, const Change& change, const Replay& replay,
    const WorkCauses& causes, const StepWindow& step, const Progress& progress)
{
    return CriticalWalk(recording, change, replay, causes).walk(step, progress);
}

} // namespace kinetoscope
