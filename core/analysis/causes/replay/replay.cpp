// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/replay.h"

#include "core/analysis/causes/replay/run_lengths.h"
#include "core/analysis/causes/replay/work_causes.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// In steps, because fresh pages of a large recording take longer to come than a stop may wait. Shorter if told to
/// stop.
void growTo(std::vector<Timestamp>& times, std::size_t size, const Progress& progress)
{
    constexpr std::size_t kStep = std::size_t { 1 } << 20;
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

/// As startAfter(), of usual work; see WorkWaits.
inline Replay::Start Replay::usualStartOf(WorkNumber work) const
{
    const WorkWaits::Usual waits = m_recording.waits.usualOf(work);
    const Timestamp ready = m_times.workEnds[waits.before];
    const Timestamp time = saturatingAdd(ready, waits.behindWork);
    const Timestamp handed = m_times.ends[m_recording.handedIn[work] - 1];
    const Timestamp launched = saturatingAdd(handed, waits.behindLaunch);
    const bool isLaunch = launched > time || (launched == time && handed > ready);
    return { isLaunch ? launched : time, isLaunch ? handed : ready, isLaunch ? 1U : 0U };
}

/// It starts then.
/// @param stream  its stream, up to the work before.
inline void Replay::finish(WorkNumber work, const Start& start, Stream& stream)
{
    const Factor& factor = m_change.ofWork(work);
    const Timestamp end = saturatingAdd(start.time, factor.of(m_recording.works().lengthOf(work)));
    m_times.workEnds[work] = end;
    // The work of a stream comes in its order.
    stream.lastEnd = std::max(stream.lastEnd, end);
    const bool follows = start.wait == 0 && factor.isOne() && m_recording.waits.followsStream(work);
    stream.chained = follows ? stream.chained + 1 : 0;
    const bool endsBlock = stream.count % WorkCauses::kBlock == WorkCauses::kBlock - 1;
    m_times.bindings[work] = endsBlock && stream.chained >= WorkCauses::kBlock ? BindingCode::Chain
        : start.wait < static_cast<std::uint32_t>(BindingCode::Chain)          ? static_cast<BindingCode>(start.wait)
                                                                               : BindingCode::Unknown;
    if (stream.count++ == stream.prefixEnd)
        endPrefix(m_recording.works().streamOf(work), stream);
}

void Replay::endPrefix(std::uint32_t number, Stream& stream)
{
    const std::vector<std::uint32_t>& prefixes = m_recording.prefixEnds[number];
    m_times.prefixEnds[number][stream.nextPrefix++] = stream.lastEnd;
    stream.prefixEnd = stream.nextPrefix < prefixes.size() ? prefixes[stream.nextPrefix] : UINT32_MAX;
}

Replay::Replay(const Recording& recording, const Change& change, const Progress& progress, ReplayTimes room)
    : m_recording(recording)
    , m_change(change)
    , m_times(std::move(room))
{
    makeRoom(progress);
    if (progress.shouldStop())
        return;
    findRules();
    run(progress);
    if (recording.endOfLine0() > 0)
        m_end = std::max(m_end, m_times.ends[recording.endOfLine0() - 1]);
}

// Nearly all operations are runs, and nearly all work waits for its stream and its launch: these are done here, so that
// what they read and write stays in registers from one to the next.
void Replay::run(const Progress& progress)
{
    const bool isHostAsRecorded = m_change.isGone.empty() && std::ranges::all_of(m_change.host, &Factor::isOne);
    const bool isInOrder = m_recording.operationOrder.empty() && m_change.isGone.empty();
    const bool isFused = !m_change.fusedAfter.empty();
    std::vector<Stream> streams = startedStreams();
    std::uint32_t number = 0;
    Stream stream = streams.empty() ? Stream {} : streams.front(); // of that number: most work is on that before it
    StopCheck check(progress);
    RunLengths lengths(m_recording, *this);
    std::size_t done = 0; // operations
    const auto doUntil = [&](std::size_t end) {
        for (; done < end; ++done) {
            const OperationNumber operation = m_recording.operationAt(done);
            if (m_recording.kinds[operation] != OperationKind::Run || !(isHostAsRecorded || isInOrder)) {
                doOperation(operation, isHostAsRecorded);
                continue;
            }
            const Nanoseconds length = isHostAsRecorded ? m_recording.ends[operation] - m_recording.ends[operation - 1]
                                                        : lengths.of(operation);
            m_times.ends[operation] = saturatingAdd(m_times.ends[operation - 1], length);
        }
    };
    auto many = m_recording.manyOperations.begin();
    for (std::size_t turn = 0; turn < m_recording.operationsBetween.size(); ++turn) {
        const std::uint8_t few = m_recording.operationsBetween[turn];
        const std::uint32_t between = few < Recording::kMany ? few : *many++;
        if (check.after(2 + between))
            return;
        doUntil(done + between);
        const WorkNumber work = m_recording.workAt(turn);
        if (const std::uint32_t own = m_recording.works().streamOf(work); own != number) {
            streams[number] = stream;
            stream = streams[own];
            number = own;
        }
        finish(work, !isFused && m_recording.waits.isUsual(work) ? usualStartOf(work) : unusualStartOf(work, isFused),
            stream);
    }
    doUntil(m_recording.ends.size());
    for (const Stream& each : streams)
        m_end = std::max(m_end, each.lastEnd);
    m_end = std::max(m_end, stream.lastEnd);
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

void Replay::findRules()
{
    constexpr std::uint64_t kAll = ~std::uint64_t { 0 };
    for (std::size_t i = 0; i < kCauseCount; ++i) {
        const Factor& factor = m_change.host[i];
        m_rules[i] = { factor.isOne() ? kAll : 0, factor.isOne() || factor.isZero() ? 0 : kAll };
    }
}

std::vector<Replay::Stream> Replay::startedStreams() const
{
    std::vector<Stream> streams(m_recording.prefixEnds.size());
    for (std::size_t i = 0; i < streams.size(); ++i) {
        const std::vector<std::uint32_t>& ends = m_recording.prefixEnds[i];
        streams[i].prefixEnd = ends.empty() ? UINT32_MAX : ends.front();
    }
    return streams;
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
