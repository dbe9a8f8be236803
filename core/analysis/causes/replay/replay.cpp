// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/replay.h"

#include "core/analysis/causes/replay/replay_run.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// In steps, because fresh pages of a large recording take longer to come than a stop may wait. Shorter if told to
/// stop.
void growTo(std::vector<Timestamp>& times, std::size_t size, const Progress& progress)
{
    constexpr std::size_t kStep = std::size_t { 1 } << 18;
    times.reserve(size);
    while (times.size() < size && !progress.shouldStop())
        times.resize(std::min(size, times.size() + kStep));
}

} // namespace

bool Change::changesNothingOf(const Recording& recording) const
{
    for (std::size_t i = 0; i < kCauseCount; ++i) {
        if (!host[i].isOne() && recording.operationsOf(static_cast<Cause>(i)) > 0)
            return false;
    }
    const auto isChanged = [this](std::uint16_t factor) { return !factors[factor].isOne(); };
    return std::ranges::none_of(factorOfWork, isChanged) && std::ranges::find(isRemoved, true) == isRemoved.end()
        && std::ranges::find(isGone, true) == isGone.end()
        && std::ranges::all_of(fusedAfter, [](WorkNumber work) { return work == kNoWork; });
}

Replay::Replay(const Recording& recording, const Change& change, const Progress& progress, ReplayTimes room)
    : m_recording(recording)
    , m_change(change)
    , m_times(std::move(room))
    , m_shares(change.host)
{
    makeRoom(progress);
    if (progress.shouldStop())
        return;
    ReplayRun(*this).run(progress);
    if (recording.endOfLine0() > 0)
        m_end = std::max(m_end, m_times.ends[recording.endOfLine0() - 1]);
}

void Replay::makeRoom(const Progress& progress)
{
    growTo(m_times.ends, m_recording.ends.size(), progress);
    growTo(m_times.workEnds, m_recording.works().size(), progress);
    m_times.bindings.resize(m_recording.works().size());
    m_times.prefixEnds.resize(m_recording.prefixEnds.size());
    for (std::size_t i = 0; i < m_times.prefixEnds.size(); ++i)
        m_times.prefixEnds[i].resize(m_recording.prefixEnds[i].size());
}

void Replay::doOperation(OperationNumber operation, bool isAsRecorded)
{
    const std::vector<Timestamp>& recorded = m_recording.ends;
    Timestamp& end = m_times.ends[operation];
    switch (m_recording.kinds[operation]) {
    case OperationKind::Run:
        end = saturatingAdd(m_times.ends[operation - 1],
            isAsRecorded ? recorded[operation] - recorded[operation - 1] : lengthOfRun(operation));
        break;
    case OperationKind::Plain:
        end = saturatingAdd(
            m_times.ends[operation - 1], factorOf(operation).of(recorded[operation] - recorded[operation - 1]));
        break;
    case OperationKind::Begin: {
        const auto moment = m_recording.begins.find(operation);
        end = moment != m_recording.begins.end() ? at(moment->second) : recorded[operation];
        break;
    }
    case OperationKind::Borrowed: // until line 0 has come as far as it had at its end
        end = std::max(m_times.ends[operation - 1], at(m_recording.borrowed[m_recording.details[operation]].second));
        break;
    case OperationKind::Blocking:
        end = endOfBlocking(operation, blockingOf(operation));
        break;
    }
}

Nanoseconds Replay::lengthOfRun(OperationNumber run) const
{
    if (isGone(run))
        return 0;
    Nanoseconds length = 0;
    m_recording.eachPartOf(run, [&](const RunPart& part) { length += timeOf(part); });
    return length;
}

Timestamp Replay::at(const LineMoment& moment) const
{
    if (moment.operation == kNoOperation)
        return moment.offset;
    const Timestamp before = m_times.ends[moment.operation - 1];
    return saturatingAdd(before, moment.isBehind ? moment.offset : factorOf(moment.operation).of(moment.offset));
}

Timestamp Replay::roomFor(WorkNumber work, const Wait& wait) const
{
    const WorkOrder& works = m_recording.works();
    return saturatingAdd(
        startOf(wait.work), m_change.ofWork(wait.work).of(works.startOf(work) - works.startOf(wait.work)));
}

Replay::Start Replay::startAfter(WorkNumber work, const WaitsOfWork& waits) const
{
    Start start;
    for (std::uint32_t i = 0; i < waits.size(); ++i) {
        const Wait wait = waits[i];
        const Timestamp ready = readyFor(work, wait);
        const Timestamp time = saturatingAdd(ready, m_recording.lagOf(work, wait));
        const bool isLater = time > start.time || (time == start.time && ready > start.ready);
        start.time = isLater ? time : start.time; // no branch: nobody could guess it
        start.ready = isLater ? ready : start.ready;
        start.wait = isLater ? i : start.wait;
    }
    return start;
}

Replay::Binding Replay::bindingOf(WorkNumber work) const
{
    const WaitsOfWork waits = m_recording.waits.of(work);
    const BindingCode binding = m_times.bindings[work];
    const std::uint32_t wait = binding == BindingCode::Chain ? 0
        : binding != BindingCode::Unknown                    ? static_cast<std::uint32_t>(binding)
                                                             : startAfter(work, waits).wait;
    return wait < waits.size() ? Binding { waits[wait], readyFor(work, waits[wait]) } : Binding {};
}

/// @param isFused  some work may start when other work ends.
Replay::Start Replay::unusualStartOf(WorkNumber work, bool isFused) const
{
    if (const WorkNumber fused = isFused ? m_change.fusedAfter[work] : kNoWork; fused != kNoWork)
        return { .time = m_times.workEnds[fused] };
    const WaitsOfWork waits = m_recording.waits.of(work);
    return waits.empty() ? Start { .time = handedOver(work) } : startAfter(work, waits);
}

} // namespace kinetoscope
