// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/host_candidates.h"

#include "core/analysis/causes/owner_labels.h"
#include "core/analysis/collectives/collective_kinds.h"
#include "core/analysis/collectives/cpu_collectives.h"
#include "core/analysis/counters/profiler_ranges.h"
#include "core/analysis/overview/candidate_list.h"
#include "core/analysis/scope/steps.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace kinetoscope {

namespace {

Result<std::vector<TimeRange>> windowOfHost(const RankTrace& rank, const Scope& scope, const Progress& progress)
{
    std::vector<TimeRange> window { rank.toJobTime(rank.trace->coreRange()) };
    if (scope.range)
        window = intersectionOf(window, { *scope.range });
    if (scope.steps.empty())
        return window;
    KT_TRY(const std::vector<TimeRange> steps, chosenStepRanges(rank, scope, progress.stop));
    return intersectionOf(window, steps);
}

/// The name that takes most of what `counted` leaves of its ranges.
HostPlace mostOfNames(const Trace& trace, const std::vector<TimeRange>& ranges, const std::vector<StringId>& names,
    const std::vector<TimeRange>& counted)
{
    const std::vector<Nanoseconds> times = timeInEach(ranges, counted);
    TimeByName byName;
    for (std::size_t i = 0; i < ranges.size(); ++i)
        byName[names[i]] = saturatingAdd(byName[names[i]], times[i]);
    const auto most = mostOf(byName);
    return most == byName.end() ? HostPlace {}
                                : HostPlace { withoutAddress(trace.text(most->first)), {}, most->second };
}

void addCollectivesOfHost(
    const RankTrace& rank, const std::vector<TimeRange>& window, HostFacts& facts, const Progress& progress)
{
    const Trace& trace = *rank.trace;
    std::vector<TimeRange> ranges;
    std::vector<StringId> names;
    for (const SliceId slice : cpuCollectivesOf(trace, progress)) {
        ranges.push_back(rank.toJobTime(trace.slices().range(slice)));
        names.push_back(trace.slices().name[slice.index()]);
    }
    facts.collective = mostOfNames(trace, ranges, names, window).name;
    for (const TimeRange& range : intersectionOf(unionOf(std::move(ranges), progress), window))
        facts.collectives.add(range);
}

void addUnrecordedOfHost(
    const RankTrace& rank, const std::vector<TimeRange>& window, HostFacts& facts, const Progress& progress)
{
    const Trace& trace = *rank.trace;
    const IdleLedger ledger(rank, {}, progress); // for its rules: no gap is asked for
    ThreadLines lines(trace, progress);
    if (!lines.mainThread().isValid())
        return;
    const StepSlices steps(trace);
    std::vector<TimeRange> all;
    std::vector<TimeRange> ofAnnotations;
    std::vector<StringId> names;
    lines.eachSegment({ LineId::Kind::Main, lines.mainThread() }, lines.mainRange(), [&](const LineSegment& segment) {
        if (ledger.rules().of(segment.owner) != Cause::Unrecorded)
            return;
        all.push_back(rank.toJobTime(segment.range));
        if (segment.owner.isValid() && !steps.contains(segment.owner)) {
            ofAnnotations.push_back(all.back());
            names.push_back(trace.slices().name[segment.owner.index()]);
        }
    });
    const std::vector<TimeRange> inWindow = intersectionOf(unionOf(std::move(all), progress), window);
    for (const TimeRange& range : differenceOf(inWindow, facts.collectives.ranges))
        facts.unrecorded.add(range);
    facts.annotation = mostOfNames(trace, ofAnnotations, names, facts.unrecorded.ranges);
}

/// Candidates of a rank without GPU work.
class HostCandidates {
public:
    HostCandidates(CandidateList& list, const Trace& trace, const CollectiveWaits& waits)
        : m_list(list)
        , m_trace(trace)
        , m_waits(waits)
        , m_facts(list.facts().host)
    {
    }
    void addAll()
    {
        addCollectives();
        addUnrecorded();
        addLargeOp();
    }

private:
    [[nodiscard]] Candidate make(const char* kind, const char* analysis, Nanoseconds time) const
    {
        Candidate candidate = m_list.make(kind, analysis, time);
        candidate.whole = m_facts.recorded;
        candidate.wholeName = nameOfRecorded();
        return candidate;
    }
    [[nodiscard]] Message nameOfRecorded() const
    {
        return m_facts.isChosen ? Message { KT_PHRASE("overview", "chosen time") }
                                : Message { KT_PHRASE("overview", "recorded time") };
    }
    [[nodiscard]] Message ofRecorded(Nanoseconds time) const
    {
        const arg::Duration duration { time };
        const arg::Share share { time, m_facts.recorded };
        return m_facts.isChosen ? Message { KT_PHRASE("overview", "%1 (%2 of the chosen time)"), duration, share }
                                : Message { KT_PHRASE("overview", "%1 (%2 of the recorded time)"), duration, share };
    }

    void addCollectives()
    {
        std::vector<TimeRange> waited = m_waits.ranges;
        append(waited, m_waits.others);
        std::vector<TimeRange> ranges = differenceOf(m_facts.collectives.ranges, unionOf(std::move(waited)));
        const Nanoseconds time = totalLength(ranges);
        const Nanoseconds waits = saturatingSubtract(m_facts.collectives.time, time);
        Candidate candidate = make("host-collectives", "operators", time);
        candidate.ranges = std::move(ranges);
        m_list.add(std::move(candidate),
            { KT_PHRASE("overview", "Collectives of a CPU backend, %1 most of all, run for %2, %3."),
                arg::Name { m_facts.collective }, ofRecorded(time),
                waits > 0 ? Message { KT_PHRASE("overview", "without %1 in which it waits for other ranks"),
                    arg::Duration { waits } }
                          : Message { KT_PHRASE("overview", "waiting for other ranks included") } });
    }

    void addUnrecorded()
    {
        const Stretches& unrecorded = m_facts.unrecorded;
        if (shareOf(unrecorded.time, m_facts.recorded) < m_list.thresholds().largeShare)
            return; // a little lies between all ops
        Candidate candidate = make("unrecorded-host", "critical-path", unrecorded.time);
        candidate.ranges = unrecorded.ranges;
        const Message named = m_facts.annotation.there < unrecorded.time / 4
            ? Message {}
            : Message { KT_PHRASE("overview", ", %1 of it in %2"), arg::Duration { m_facts.annotation.there },
                  arg::Name { m_facts.annotation.name } };
        m_list.add(std::move(candidate),
            m_facts.isPythonRecorded
                ? Message { KT_PHRASE("overview",
                                "For %1 the main thread waits or is in code that was not recorded, though Python "
                                "was%2: "
                                "record_function around parts of it would name it."),
                    ofRecorded(unrecorded.time), named }
                : Message {
                    KT_PHRASE("overview",
                        "For %1 the main thread waits or is in code that was not recorded%2: %3, or record_function "
                        "around parts of it, would name it."),
                    ofRecorded(unrecorded.time), named, arg::Text { "with_stack=True" } });
    }

    void addLargeOp()
    {
        Nanoseconds all = 0;
        for (const OperatorGroup& op : m_facts.ops)
            all = saturatingAdd(all, op.hostSelf);
        if (m_facts.ops.empty() || shareOf(m_facts.ops.front().hostSelf, all) < m_list.thresholds().largeShare)
            return;
        const OperatorGroup& top = m_facts.ops.front();
        const bool withCalls =
            std::ranges::any_of(m_facts.ops, [](const OperatorGroup& each) { return isApiCall(each.kind); });
        Candidate candidate = m_list.make("large-op", "operators", top.hostSelf);
        candidate.whole = all;
        candidate.wholeName = withCalls ? Message { KT_PHRASE("overview", "self time of host ops and calls") }
                                        : Message { KT_PHRASE("overview", "self time of host ops") };
        const StringId name = m_trace.strings().find(top.name);
        for (std::size_t row = 0; row < m_trace.slices().size(); ++row) {
            if (m_trace.slices().name[row] == name && m_trace.slices().kind[row] == top.kind)
                candidate.slices.push_back(SliceTable::at(row));
        }
        const Message ofAll = withCalls
            ? Message { KT_PHRASE("overview", "%1 of the self time of all ops and calls"),
                  arg::Share { top.hostSelf, all } }
            : Message { KT_PHRASE("overview", "%1 of the self time of all ops"), arg::Share { top.hostSelf, all } };
        Message sentence { KT_PLURAL("overview", "On the host, %2 itself takes %3 in %1 call, %4.",
                               "On the host, %2 itself takes %3 in %1 calls, %4."),
            arg::Count { top.count }, arg::Name { top.name }, ofTime(top.hostSelf), ofAll };
        m_list.add(std::move(candidate),
            m_facts.ofCounters
                ? Message { KT_PHRASE("overview",
                                "%1 Hardware counters were being recorded, which itself may be much of that."),
                    std::move(sentence) }
                : std::move(sentence));
    }
    /// Several threads may take more than there is.
    [[nodiscard]] Message ofTime(Nanoseconds time) const
    {
        return time <= m_facts.recorded ? ofRecorded(time)
                                        : Message { KT_PHRASE("overview", "%1"), arg::Duration { time } };
    }

    CandidateList& m_list;
    const Trace& m_trace;
    const CollectiveWaits& m_waits;
    const HostFacts& m_facts;
};

} // namespace

HostKinds kindsOfHostFacts()
{
    return HostKinds { true, true, true, false, false, true };
}

Result<HostFacts> hostFactsOf(const ScopedHostTrees& trees, std::size_t rank, const RankGpuWork& work,
    const Scope& scope, const Progress& progress)
{
    HostFacts facts;
    const RankTrace& of = trees.rankTrace(rank);
    KT_TRY(RankOperators operators,
        operatorsOf(trees, rank, work, OperatorGrouping { .kinds = kindsOfHostFacts() }, progress));
    facts.ops = std::move(operators.groups);
    std::erase_if(facts.ops, [](const OperatorGroup& group) {
        return (group.kind != EventKind::CpuOp && !isApiCall(group.kind)) || isOfCpuBackend(group.name);
    });
    sortStably(facts.ops, std::greater {}, &OperatorGroup::hostSelf);
    facts.ofCounters = hasProfilerRanges(*of.trace);
    facts.isPythonRecorded =
        std::ranges::find(of.trace->slices().kind, EventKind::PythonFunction) != of.trace->slices().kind.end();
    facts.isChosen = scope.hasWindow();
    KT_TRY(const std::vector<TimeRange> window, windowOfHost(of, scope, progress));
    facts.recorded = totalLength(window);
    addCollectivesOfHost(of, window, facts, progress);
    addUnrecordedOfHost(of, window, facts, progress);
    KT_TRY_DONE(progress.carryOn());
    return facts;
}

void addHostCandidates(CandidateList& list, const Trace& trace, const CollectiveWaits& waits)
{
    HostCandidates(list, trace, waits).addAll();
}

} // namespace kinetoscope
