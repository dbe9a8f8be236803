// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/candidate_list.h"

#include "core/analysis/counters/profiler_ranges.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

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
        addDataLoading();
        addCompilation();
        addUnrecorded();
        addLargeOp();
    }

private:
    [[nodiscard]] Candidate make(const char* kind, const char* analysis, Nanoseconds time) const
    {
        Candidate candidate = m_list.make(kind, analysis, time);
        candidate.whole = m_facts.recorded;
        candidate.wholeName = nameOfRecorded();
        candidate.isOfRecorded = !m_facts.isChosen;
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
        Message what = m_facts.areAllTransfers
            ? Message { KT_PHRASE("overview", "Sends and receives of a CPU backend") }
            : m_facts.areAnyTransfers
            ? Message { KT_PHRASE("overview", "Collectives, sends and receives of a CPU backend") }
            : Message { KT_PHRASE("overview", "Collectives of a CPU backend") };
        m_list.add(std::move(candidate),
            m_waits.isOnlyRank
                ? Message { KT_PHRASE("overview", "%1, %2 most of all, run for %3, though its job has one rank alone."),
                    std::move(what), arg::Name { m_facts.collective }, ofRecorded(time) }
                : Message { KT_PHRASE("overview", "%1, %2 most of all, run for %3, %4."), std::move(what),
                    arg::Name { m_facts.collective }, ofRecorded(time),
                    waits > 0 ? Message { KT_PHRASE("overview", "without %1 in which it waits for other ranks"),
                        arg::Duration { waits } }
                              : Message { KT_PHRASE("overview", "waiting for other ranks included") } });
    }

    void addDataLoading()
    {
        constexpr double kNearlyAll = 0.95;
        Candidate candidate = make("host-data-loading", "critical-path", m_facts.dataLoading.time);
        candidate.ranges = m_facts.dataLoading.ranges;
        candidate.cure = { hostTimeGone(Cause::DataLoading) };
        candidate.cureWords = { KT_PHRASE("overview", "with no time in data loading") };
        const Nanoseconds without = m_facts.loadingWithoutWorkers;
        const arg::Text setting { "num_workers=0" };
        m_list.add(std::move(candidate),
            shareOf(without, m_facts.dataLoading.time) >= kNearlyAll
                ? Message { KT_PHRASE("overview",
                                "For %1 the main thread is in its data loader: it has no worker processes (%2). With "
                                "workers, batches can be made meanwhile; less work per sample helps, too."),
                    ofRecorded(m_facts.dataLoading.time), setting }
                : without > m_facts.dataLoading.time / 2
                ? Message { KT_PHRASE("overview",
                                "For %1 the main thread is in its data loader: for %3 of it in one without worker "
                                "processes (%2). With workers, batches can be made meanwhile; less work per sample "
                                "helps, too."),
                    ofRecorded(m_facts.dataLoading.time), setting, arg::Duration { without } }
                : Message { KT_PHRASE("overview",
                                "For %1 the main thread is in its data loader: more workers, prefetching or less work "
                                "per sample may hide it."),
                    ofRecorded(m_facts.dataLoading.time) });
    }

    void addCompilation()
    {
        const Stretches& compiling = m_facts.compiling;
        Candidate candidate = make("host-compilation", "critical-path", compiling.time);
        candidate.ranges = compiling.ranges;
        candidate.cure = { hostTimeGone(Cause::Compilation) };
        candidate.cureWords = { KT_PHRASE("overview", "with no compilation") };
        const arg::Duration there { m_facts.compiler.there };
        const Message named = m_facts.compiler.there < compiling.time / 4
            ? Message {}
            : Message { KT_PHRASE("overview", ", %1 of it in %2"), there, arg::Name { m_facts.compiler.name } };
        m_list.add(std::move(candidate),
            m_facts.compiledAnew >= std::max<Nanoseconds>(1, compiling.time / 4)
                ? Message { KT_PHRASE("overview",
                                "For %1 the host compiles code, or waits until it is compiled%2; for %3 of it again, "
                                "after a step without: something makes it compile anew, as inputs of other shapes do."),
                    ofRecorded(compiling.time), named, arg::Duration { m_facts.compiledAnew } }
                : Message { KT_PHRASE("overview",
                                "For %1 the host compiles code, or waits until it is compiled%2: usually only first "
                                "steps do so; record after some steps of warm-up to leave them out."),
                    ofRecorded(compiling.time), named });
    }

    /// Whether most of it is in what is called a backward pass, which runs on threads of its own, and no other thread
    /// is in the file.
    [[nodiscard]] bool isMaybeBackwardUnrecorded() const
    {
        const auto threads = std::ranges::count_if(m_trace.tracks(),
            [](const Track& track) { return track.kind == TrackKind::HostThread && track.sliceCount > 0; });
        return threads == 1 && m_facts.annotation.there > m_facts.unrecorded.time / 2
            && m_facts.annotation.name.find("backward") != std::string::npos;
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
                : isMaybeBackwardUnrecorded()
                ? Message { KT_PHRASE("overview",
                                "For %1 the main thread waits or is in code that was not recorded%2: it may wait for "
                                "the "
                                "threads of the backward pass, of which the file has none."),
                    ofRecorded(unrecorded.time), named }
                : Message {
                    KT_PHRASE("overview",
                        "For %1 the main thread waits or is in code that was not recorded%2: %3, or record_function "
                        "around parts of it, would name it."),
                    ofRecorded(unrecorded.time), named, arg::Text { "with_stack=True" } });
    }

    void addLargeOp()
    {
        const Nanoseconds all = m_facts.selfOfAll;
        if (m_facts.ops.empty() || shareOf(m_facts.ops.front().hostSelf, all) < m_list.thresholds().largeShare)
            return;
        const OperatorGroup& top = m_facts.ops.front();
        const bool withCalls =
            std::ranges::any_of(m_facts.ops, [](const OperatorGroup& each) { return isApiCall(each.kind); });
        Candidate candidate = m_list.make("large-op", "operators", top.hostSelf);
        candidate.subject = top.name;
        candidate.whole = all;
        candidate.wholeName = withCalls ? Message { KT_PHRASE("overview", "self time of host ops and calls") }
                                        : Message { KT_PHRASE("overview", "self time of host ops") };
        candidate.slices = m_facts.callsOfFirst.slices;
        const Message ofAll = withCalls
            ? Message { KT_PHRASE("overview", "%1 of the self time of all ops and calls"),
                  arg::Share { top.hostSelf, all } }
            : Message { KT_PHRASE("overview", "%1 of the self time of all ops"), arg::Share { top.hostSelf, all } };
        Message sentence { KT_PLURAL("overview", "On the host, %2 itself takes %3 in %1 call%4, %5.",
                               "On the host, %2 itself takes %3 in %1 calls%4, %5."),
            arg::Count { top.count }, nameOf(top), ofTime(top.hostSelf), fewCallsOf(top), ofAll };
        // What is shown of them is whole, so that its sum is told, too, where it is another.
        if (const Nanoseconds whole = m_facts.callsOfFirst.whole; whole - top.hostSelf > top.hostSelf / 10)
            sentence = top.count == 1
                ? Message { KT_PHRASE("overview", "%1 With what is inside it, the call takes %2."), std::move(sentence),
                      arg::Duration { whole } }
                : Message { KT_PHRASE("overview", "%1 With what is inside them, the calls take %2 together."),
                      std::move(sentence), arg::Duration { whole } };
        m_list.add(std::move(candidate),
            m_facts.ofCounters
                ? Message { KT_PHRASE("overview",
                                "%1 Hardware counters were being recorded, which itself may be much of that."),
                    std::move(sentence) }
                : std::move(sentence));
    }
    [[nodiscard]] Message nameOf(const OperatorGroup& top) const
    {
        const arg::Name name { top.name };
        const OpCalls& calls = m_facts.callsOfFirst;
        if (calls.isOutsideLoader && calls.isOutsideCompiler)
            return { KT_PHRASE("overview", "%1, outside of the data loader and of compilation,"), name };
        if (calls.isOutsideCompiler)
            return { KT_PHRASE("overview", "%1, outside of compilation,"), name };
        return calls.isOutsideLoader ? Message { KT_PHRASE("overview", "%1, outside of the data loader,"), name }
                                     : Message { KT_PHRASE("overview", "%1"), name };
    }
    /// ", 5 ms of it in one of them, in 'wait'", or that it is mostly a few; empty for one call, and where all are
    /// alike.
    [[nodiscard]] Message fewCallsOf(const OperatorGroup& top) const
    {
        const OpCalls& calls = m_facts.callsOfFirst;
        if (top.count <= 1)
            return {};
        if (calls.longest > top.hostSelf / 2) {
            const arg::Duration longest { calls.longest };
            return calls.annotation.empty() ? Message { KT_PHRASE("overview", ", %1 of it in one of them"), longest }
                                            : Message { KT_PHRASE("overview", ", %1 of it in one of them, in %2"),
                                                  longest, arg::Name { calls.annotation } };
        }
        if (calls.few.count > 0)
            return { KT_PHRASE("overview", ", %1 of it in the %2 longest"), arg::Duration { calls.few.time },
                arg::Count { calls.few.count } };
        return {};
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

void addHostCandidates(CandidateList& list, const Trace& trace, const CollectiveWaits& waits)
{
    HostCandidates(list, trace, waits).addAll();
}

} // namespace kinetoscope
