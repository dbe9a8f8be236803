// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/replay_run.h"

#include "core/analysis/causes/replay/work_causes.h"

#include <algorithm>

namespace kinetoscope {

ReplayRun::ReplayRun(Replay& replay)
    : m_replay(replay)
    , m_change(replay.m_change)
    , m_recording(replay.m_recording)
    , m_works(m_recording.works())
    , m_kinds(m_recording.kinds.data())
    , m_operationOrder(m_recording.operationOrder.empty() ? nullptr : m_recording.operationOrder.data())
    , m_workOrder(m_recording.workOrder.empty() ? nullptr : m_recording.workOrder.data())
    , m_handedIn(m_recording.handedIn.data())
    , m_factorOfWork(m_change.factorOfWork.empty() ? nullptr : m_change.factorOfWork.data())
    , m_ends(replay.m_times.ends.data())
    , m_workEnds(replay.m_times.workEnds.data())
    , m_bindings(replay.m_times.bindings.data())
    , m_lengths(m_recording, replay.m_shares)
    , m_areLengthsKnown(m_change.isGone.empty() && m_operationOrder == nullptr)
{
    constexpr std::uint64_t kAll = ~std::uint64_t { 0 };
    for (const Factor& factor : m_change.factors) {
        const bool isMasked = factor.isOne() || factor.isZero() || factor.isHalf();
        m_rules.push_back({ factor.isOne() ? kAll : 0, factor.isHalf() ? kAll : 0, isMasked ? nullptr : &factor,
            factor.isOne() ? 1U : 0U });
    }
}

void ReplayRun::run(const Progress& progress)
{
    const bool isHostAsRecorded = m_change.isGone.empty() && std::ranges::all_of(m_change.host, &Factor::isOne);
    const bool isWorkAsRecorded = m_change.factorOfWork.empty() && m_change.fusedAfter.empty();
    if (isHostAsRecorded)
        isWorkAsRecorded ? go<true, true>(progress) : go<true, false>(progress);
    else
        isWorkAsRecorded ? go<false, true>(progress) : go<false, false>(progress);
}

// Nearly all operations are runs, and nearly all work waits for its stream and its launch: these are done here.
template <bool kIsHostAsRecorded, bool kIsWorkAsRecorded> void ReplayRun::go(const Progress& progress)
{
    constexpr std::size_t kTurnsPerCheck = 16;
    const bool isFused = !m_change.fusedAfter.empty();
    const WorkWaits& waits = m_recording.waits;
    std::vector<Stream> streams = startedStreams();
    std::uint32_t number = 0;
    Stream stream = streams.empty() ? Stream {} : streams.front(); // of that number: most work is on that before it
    StopCheck check(progress);
    auto many = m_recording.manyOperations.begin();
    std::size_t done = 0; // operations
    const std::size_t turns = m_recording.operationsBetween.size();
    for (std::size_t turn = 0; turn < turns; ++turn) {
        if (turn % kTurnsPerCheck == 0 && check.after(4 * kTurnsPerCheck))
            return;
        std::uint32_t between = m_recording.operationsBetween[turn];
        if (between == Recording::kMany) {
            between = *many++;
            if (check.after(between))
                return;
        }
        doOperations<kIsHostAsRecorded>(done, done + between);
        done += between;
        const WorkNumber work = m_workOrder != nullptr ? m_workOrder[turn] : static_cast<WorkNumber>(turn);
        if (const std::uint32_t own = m_works.streamOf(work); own != number) {
            streams[number] = stream;
            stream = streams[own];
            number = own;
        }
        if ((kIsWorkAsRecorded || !isFused) && waits.isUsual(work)) { // as Replay::startAfter()
            const WorkWaits::Usual usual = waits.usualOf(work);
            const Timestamp ready = m_workEnds[usual.before];
            const Timestamp handed = m_ends[m_handedIn[work] - 1];
            const Timestamp time = saturatingAdd(ready, usual.behindWork);
            const Timestamp launched = saturatingAdd(handed, usual.behindLaunch);
            // No branch: nobody could guess it.
            const auto isLater = static_cast<std::uint32_t>(launched > time);
            const auto isSame = static_cast<std::uint32_t>(launched == time);
            const std::uint32_t isLaunch = isLater | (isSame & static_cast<std::uint32_t>(handed > ready));
            finish<kIsWorkAsRecorded>(work, std::max(time, launched), isLaunch, 1 - isLaunch, stream);
        } else {
            const Replay::Start start = m_replay.unusualStartOf(work, isFused);
            finish<kIsWorkAsRecorded>(
                work, start.time, start.wait, start.wait == 0 && waits.followsStream(work) ? 1 : 0, stream);
        }
        if (stream.count++ == stream.prefixEnd)
            endPrefix(number, stream);
    }
    doOperations<kIsHostAsRecorded>(done, m_recording.ends.size());
    for (const Stream& each : streams)
        m_replay.m_end = std::max(m_replay.m_end, each.lastEnd);
    m_replay.m_end = std::max(m_replay.m_end, stream.lastEnd);
}

/// @param first  turn
template <bool kIsHostAsRecorded> inline void ReplayRun::doOperations(std::size_t first, std::size_t end)
{
    for (; first < end; ++first) {
        const OperationNumber operation =
            m_operationOrder != nullptr ? m_operationOrder[first] : static_cast<OperationNumber>(first);
        if (m_kinds[operation] != OperationKind::Run || !(kIsHostAsRecorded || m_areLengthsKnown)) {
            m_replay.doOperation(operation, kIsHostAsRecorded);
            continue;
        }
        const Nanoseconds length =
            kIsHostAsRecorded ? m_recording.ends[operation] - m_recording.ends[operation - 1] : m_lengths.of(operation);
        m_ends[operation] = saturatingAdd(m_ends[operation - 1], length);
    }
}

/// @param time     it starts then,
/// @param wait     because of the wait at that position;
/// @param follows  1 if that is for the work before it on the stream, else 0.
/// @param stream   its stream, up to the work before.
template <bool kIsWorkAsRecorded>
inline void ReplayRun::finish(
    WorkNumber work, Timestamp time, std::uint32_t wait, std::uint32_t follows, Stream& stream)
{
    Nanoseconds length = m_works.lengthOf(work);
    if constexpr (!kIsWorkAsRecorded) {
        const WorkRule& rule = m_rules[m_factorOfWork != nullptr ? m_factorOfWork[work] : 0];
        const auto whole = static_cast<std::uint64_t>(length);
        length = rule.other == nullptr ? static_cast<Nanoseconds>((whole & rule.whole) + ((whole + 1) >> 1 & rule.half))
                                       : rule.other->of(length);
        follows &= rule.isOne;
    }
    const Timestamp end = saturatingAdd(time, length);
    m_workEnds[work] = end;
    // The work of a stream comes in its order.
    stream.lastEnd = std::max(stream.lastEnd, end);
    stream.chained = (stream.chained + 1) * follows;
    if (stream.count % WorkCauses::kBlock == WorkCauses::kBlock - 1 && stream.chained >= WorkCauses::kBlock)
        m_bindings[work] = BindingCode::Chain;
    else
        m_bindings[work] = wait < static_cast<std::uint32_t>(BindingCode::Chain) ? static_cast<BindingCode>(wait)
                                                                                 : BindingCode::Unknown;
}

void ReplayRun::endPrefix(std::uint32_t number, Stream& stream)
{
    const std::vector<std::uint32_t>& prefixes = m_recording.prefixEnds[number];
    m_replay.m_times.prefixEnds[number][stream.nextPrefix++] = stream.lastEnd;
    stream.prefixEnd = stream.nextPrefix < prefixes.size() ? prefixes[stream.nextPrefix] : UINT32_MAX;
}

std::vector<ReplayRun::Stream> ReplayRun::startedStreams() const
{
    std::vector<Stream> streams(m_recording.prefixEnds.size());
    for (std::size_t i = 0; i < streams.size(); ++i) {
        const std::vector<std::uint32_t>& ends = m_recording.prefixEnds[i];
        streams[i].prefixEnd = ends.empty() ? UINT32_MAX : ends.front();
    }
    return streams;
}

} // namespace kinetoscope
