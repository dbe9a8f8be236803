// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/idle/idle_ledger.h"

#include "core/analysis/causes/work/hand_over.h"
#include "core/analysis/gpu/first_moment.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// A line is not added up for less.
constexpr std::size_t kFewSegments = 1'000;

} // namespace

IdleLedger::IdleLedger(const RankTrace& rank, const CauseThresholds& thresholds, const Progress& progress, int threads,
    const std::function<void()>& meanwhile)
    : IdleLedger(rank,
        std::make_shared<const RankCauses>(*rank.trace, thresholds, progress, threads,
            meanwhile ? RankCauses::Tasks(&meanwhile, 1) : RankCauses::Tasks()),
        thresholds, progress)
{
}

IdleLedger::IdleLedger(const RankTrace& rank, std::shared_ptr<const RankCauses> causes,
    const CauseThresholds& thresholds, const Progress& progress)
    : m_rank(rank)
    , m_trace(*rank.trace)
    , m_progress(progress)
    , m_launchers(*rank.trace)
    , m_gapThreshold(thresholds.gap)
    , m_merged(std::make_shared<const MergedRanks>(*rank.trace))
    , m_causes(std::move(causes))
    , m_lines(m_causes->lines())
{
}

ThreadLines& IdleLedger::linesOf(StringId process)
{
    const bool isOfMain = !mainThread().isValid() || m_trace.track(mainThread()).pid == process;
    if (isOfMain || !m_merged->has(process))
        return m_lines;
    return m_linesOfOthers.try_emplace(process, m_trace, m_progress, process).first->second;
}

ThreadLines& IdleLedger::linesOf(TrackId thread)
{
    return thread.isValid() ? linesOf(m_trace.track(thread).pid) : m_lines;
}

/// Of the rank whose gap it is, where no launch tells a thread.
TrackId IdleLedger::threadWithoutLaunch(const IdleGap& gap)
{
    const SliceId work = gap.after.isValid() ? gap.after : gap.before;
    const StringId process =
        work.isValid() ? m_merged->processOf(m_trace.track(m_trace.trackOf(work)).device) : StringId {};
    if (!gap.after.isValid() && m_threadOfSteps.isValid()
        && (!process.isValid() || m_trace.track(m_threadOfSteps).pid == process))
        return m_threadOfSteps;
    return process.isValid() ? linesOf(process).mainThread() : mainThread();
}

SliceId IdleLedger::blockingCallAt(TrackId thread, Timestamp time)
{
    const SliceTable& slices = m_trace.slices();
    for (const Timestamp moment : { time, saturatingSubtract(time, 1) }) {
        for (SliceId call = linesOf(thread).ownerAt(thread, moment); call.isValid() && isApiCall(m_trace.kind(call));
             call = slices.parent[call.index()]) {
            if (slices.start[call.index()] < time && time <= slices.end(call) && m_causes->blocking().blocks(call))
                return call;
        }
    }
    return {};
}

Timestamp IdleLedger::firstMoment()
{
    if (!m_firstMoment)
        m_firstMoment = firstMomentOf(m_trace);
    return *m_firstMoment;
}

IdleLedger::Division IdleLedger::divide(const IdleGap& gap)
{
    Division division;
    const auto launch = gap.after.isValid() ? m_trace.slices().partner[gap.after.index()] : SliceId {};
    division.thread = launch.isValid() ? m_launchers.of(launch) : threadWithoutLaunch(gap);
    TimeRange whole = gap.whole;
    Timestamp launched = gap.launched;
    if (whole.begin == kMinTimestamp) { // before the first work: from where anything was recorded, or is asked about
        whole.begin = std::min(m_rank.toJobTime(firstMoment()), gap.range.begin);
        const TimeRange inTrace { m_rank.toTraceTime(whole.begin), m_rank.toTraceTime(whole.end) };
        if (launch.isValid())
            launched = m_rank.toJobTime(hostLateUntil(m_trace, gap.after, inTrace, m_gapThreshold));
        else if (gap.after.isValid())
            launched = whole.begin;
    }
    division.host = { gap.range.begin, std::clamp(launched, gap.range.begin, gap.range.end) };
    division.rest = { division.host.end, gap.range.end };
    if (launched > whole.begin)
        division.call = blockingCallAt(division.thread, m_rank.toTraceTime(whole.begin));
    division.afterFrom = whole.begin; // what an allocation does itself is its own cost
    if (division.call.isValid()) {
        const Cause cause = m_causes->rules().of(division.call);
        if (cause == Cause::MemoryAllocation || cause == Cause::CodeLoading)
            division.afterFrom = m_rank.toJobTime(m_trace.slices().end(division.call));
    }
    if (!division.rest.isEmpty())
        division.restCause =
            m_causes->rules().ofWait(gap.after, saturatingSubtract(whole.end, launched), launched == whole.begin);
    return division;
}

void IdleLedger::explain(const IdleGap& gap, const std::function<void(const IdlePart&)>& visit)
{
    const Division division = divide(gap);
    const auto emit = [&](TimeRange range, Cause cause, SliceId owner) {
        if (!division.call.isValid()) {
            visit({ range, cause, owner, SliceId {} });
            return;
        }
        const TimeRange own { range.begin, std::clamp(division.afterFrom, range.begin, range.end) };
        const TimeRange after { own.end, range.end };
        if (!own.isEmpty())
            visit({ own, cause, owner, SliceId {} });
        if (!after.isEmpty())
            visit({ after, cause, owner, division.call });
    };
    if (!division.host.isEmpty()) {
        const TimeRange own { m_rank.toTraceTime(division.host.begin), m_rank.toTraceTime(division.host.end) };
        linesOf(division.thread).eachWithin(division.thread, own, [&](const LineSegment& segment) {
            m_causes->rules().split(segment, [&](TimeRange range, Cause cause) {
                emit({ m_rank.toJobTime(range.begin), m_rank.toJobTime(range.end) }, cause, segment.owner);
            });
        });
    }
    if (!division.rest.isEmpty())
        emit(division.rest, division.restCause.cause, division.restCause.owner);
}

template <typename Keys> LineTotals IdleLedger::totalsOf(const LineId& line, Keys& keys)
{
    std::vector<LineTotals::Piece> pieces;
    linesOf(line.thread).eachSegment(line, { kMinTimestamp, kMaxTimestamp }, [&](const LineSegment& segment) {
        m_causes->rules().split(segment, [&](TimeRange range, Cause cause) {
            pieces.push_back({ range.begin, keys.of(cause, segment.owner) });
        });
    });
    return LineTotals(std::move(pieces));
}

template <typename Keys, typename Visit>
void IdleLedger::sumLine(const LineId& line, const TimeRange& range, Keys& keys, Visit visit)
{
    SummedLine& summed = m_summed[line];
    ThreadLines& lines = linesOf(line.thread);
    if (summed.totals.isEmpty() && line.thread.isValid() && summed.walked > 4 * lines.sizeOf(line) + kFewSegments)
        summed.totals = totalsOf(line, keys);
    if (!summed.totals.isEmpty()) {
        summed.totals.within(range, visit);
        return;
    }
    lines.eachSegment(line, range, [&](const LineSegment& segment) {
        ++summed.walked;
        m_causes->rules().split(
            segment, [&](TimeRange part, Cause cause) { visit(keys.of(cause, segment.owner), part.length()); });
    });
}

template <typename Keys>
void IdleLedger::sum(const IdleGap& gap, const TimeRange& window, Keys& keys, const VisitTime& visit)
{
    const Division division = divide(gap);
    const auto addTo = [&](const TimeRange& part, bool isAfter) {
        const TimeRange host = division.host.clippedTo(part);
        const auto addStretch = [&](const LineId& line, const TimeRange& stretch) {
            sumLine(line, stretch, keys, [&](std::uint32_t key, Nanoseconds length) { visit(key, length, isAfter); });
        };
        if (!host.isEmpty()) // by reference: a copy in a std::function would take memory for each gap
            linesOf(division.thread)
                .eachStretch(division.thread, { m_rank.toTraceTime(host.begin), m_rank.toTraceTime(host.end) },
                    std::cref(addStretch));
        const TimeRange rest = division.rest.clippedTo(part);
        if (!rest.isEmpty())
            visit(keys.of(division.restCause.cause, division.restCause.owner), rest.length(), isAfter);
    };
    const Timestamp after = division.call.isValid() ? division.afterFrom : kMaxTimestamp;
    addTo(window.clippedTo({ kMinTimestamp, after }), false);
    addTo(window.clippedTo({ after, kMaxTimestamp }), true);
}

template void IdleLedger::sum(const IdleGap&, const TimeRange&, OwnerKeys&, const VisitTime&);
template void IdleLedger::sum(const IdleGap&, const TimeRange&, CauseKeys&, const VisitTime&);

} // namespace kinetoscope
