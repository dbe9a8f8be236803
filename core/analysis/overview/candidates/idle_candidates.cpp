// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/host_busy_words.h"
#include "core/analysis/overview/candidates/host_causes.h"
#include "core/analysis/overview/candidates/idle_cures.h"

#include "core/analysis/causes/work/call_names.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

/// Adds candidates of time in which the GPU waits for the host to a list.
class IdleCandidates {
public:
    explicit IdleCandidates(CandidateList& list)
        : m_list(list)
        , m_facts(list.facts())
        , m_causes(list)
    {
    }

    /// @param kernelDelay  of addGapCandidates().
    void addAll(Nanoseconds kernelDelay)
    {
        addHostIdle();
        addGapCandidates(m_list, kernelDelay);
        addWaitsForGpu();
    }

private:
    void addHostIdle()
    {
        addDataLoading(m_causes);
        addAllocation(m_causes);
        addFirstUse(m_causes);
        addCompilation(m_causes);
        addGraphMaking(m_causes);
        addPythonWait();
        m_causes.add(IdleGroup::Collective, "host-collective",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while a collective of a CPU backend runs on the host%2%3: it lasts until the "
                "other ranks have done their part."));
        addProfiler();
        m_causes.add(IdleGroup::InSync, "sync-idle",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host is in a synchronisation or a blocking copy%2%3, and no recorded "
                "work runs: what it waits for was not recorded, or had ended and the call took that long."));
        addAfterSync();
        addHostBusy();
        addLaunchCalls(m_causes);
    }
    void addPythonWait()
    {
        if (const IdleOf& waits = m_facts.of(IdleGroup::PythonWait);
            waits.place.name == kSleepFrame && waits.place.there >= waits.idle.time - waits.idle.time / 20)
            m_causes.add(IdleGroup::PythonWait, "python-wait",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host sleeps in Python%2%3: for as long as the program asks "
                    "for."));
        else
            m_causes.add(IdleGroup::PythonWait, m_list.makeIdle(IdleGroup::PythonWait, "python-wait"),
                { KT_PHRASE("overview",
                      "The GPU is idle for %1 while the host sleeps or waits in Python%2%3: for another thread, a "
                      "request or a timer, which the trace does not tell%4."),
                    m_list.ofView(waits.idle.time), HostCauses::mostlyIn(waits), HostCauses::timesOf(waits),
                    otherPythonMeanwhile(waits) });
    }
    void addProfiler()
    {
        if (const IdleOf& profiler = m_facts.of(IdleGroup::Profiler); profiler.afterProfiler > 0)
            m_list.add(m_list.makeIdle(IdleGroup::Profiler, "profiler-overhead"),
                { KT_PHRASE("overview",
                      "The GPU is idle for %1 while the host is in work of the profiler itself%2, or for %4 of it "
                      "after the profiler had waited for the GPU, until the host has launched more%3: without "
                      "recording it "
                      "is gone."),
                    m_list.ofView(profiler.idle.time), HostCauses::mostlyIn(profiler), HostCauses::timesOf(profiler),
                    arg::Duration { profiler.afterProfiler } });
        else
            m_causes.add(IdleGroup::Profiler, "profiler-overhead",
                KT_PHRASE("overview",
                    "The GPU is idle for %1 while the host is in work of the profiler itself%2%3: without recording it "
                    "is gone."));
    }
    void addAfterSync()
    {
        const IdleOf& after = m_facts.of(IdleGroup::AfterSync);
        Candidate candidate = m_list.makeIdle(IdleGroup::AfterSync, finding::kSyncWait);
        // Copies of pageable memory wait, whatever they are asked to do. One to the host may fetch a value, which is
        // waited for wherever it goes.
        const bool isAfterCopies = after.after.name.find("Memcpy") != std::string::npos
            || after.after.caller.find("aten::copy_") != std::string::npos;
        const bool isPageable = isAfterCopies && after.after.there > after.idle.time / 2
            && m_facts.mostCopies.pageableCount > after.idle.count / 2
            && m_facts.mostCopies.direction == CopyDirection::HostToDevice;
        const bool worksOnCopies = after.afterToHost > after.idle.time / 2;
        candidate.waitsMayStay = worksOnCopies;
        if (isPageable)
            candidate.promise = { KT_PHRASE("overview",
                "Without waiting for the GPU the host can launch ahead; copies from or to pageable memory wait in any "
                "case: that takes pinned memory, and what it saves by hiding the copies is part of this.") };
        else if (!worksOnCopies)
            candidate.promise = { KT_PHRASE("overview",
                "Without waiting for the GPU the host can launch ahead, unless it needs a value that it waited for.") };
        const std::vector<HostPart> parts = curableParts(after, m_facts);
        if (!candidate.cure.empty() && !parts.empty() && !isWorkForGraphs(m_facts)) // which would take the same time
            candidate.other = { outsideOfCaptures(halfOf(parts, m_facts), m_facts), wordsOfHalf(parts, m_facts),
                timeOfHalf(parts), worksOnCopies };
        if (candidate.other.isBeside) { // what needs the data cannot do without the wait
            candidate.curable = std::exchange(candidate.other.curable, after.idle.time);
            std::swap(candidate.cure, candidate.other.changes);
            std::swap(candidate.cureWords, candidate.other.words);
            candidate.promise = {};
        }
        const Message sentence {
            KT_PHRASE("overview",
                "The GPU is idle for %1 after the host had waited for it%2%3: it has nothing queued then, until the "
                "host has launched more%4%5%6."),
            m_list.ofView(after.idle.time), HostCauses::mostlyAfter(after), HostCauses::timesOf(after),
            meanwhileIn(after), HostCauses::placeOf(after), otherPythonIn(after)
        };
        m_causes.add(IdleGroup::AfterSync, std::move(candidate),
            worksOnCopies
                ? Message { KT_PHRASE("overview",
                                "%1 Most of this follows copies to the host, of %2 on average: where it works on these "
                                "data, it has to wait for them."),
                    sentence, arg::Bytes { after.toHostBytes } }
                : sentence);
    }
    /// "; meanwhile the host is in ops (45.0 %)"; empty where that is not known.
    [[nodiscard]] static Message meanwhileIn(const IdleOf& found)
    {
        Message parts = meanwhileOf(found);
        return parts.isEmpty() ? Message {}
                               : Message { KT_PHRASE("overview", "; meanwhile the host is in %1"), std::move(parts) };
    }
    /// "The GPU waits 12 ms (3.4 % ...) for the host", or which part of that it is: other tables have all of it, and
    /// what is unknown in missing steps.
    [[nodiscard]] Message waitOf(const IdleOf& busy) const
    {
        const Nanoseconds all =
            m_facts.idle[static_cast<std::size_t>(IdleCause::HostWait)].time - m_facts.hostWaitInMissingSteps;
        const Message part = m_list.ofView(busy.idle.time);
        if (all - busy.idle.time <= busy.idle.time / 1000)
            return { KT_PHRASE("overview", "The GPU waits %1 for the host"), part };
        return { KT_PHRASE("overview", "The GPU waits %1 for the host (%2 with its other waits for the host)"), part,
            arg::Duration { all } };
    }
    void addHostBusy()
    {
        const IdleOf& busy = m_facts.of(IdleGroup::HostBusy);
        Candidate candidate = m_list.makeIdle(IdleGroup::HostBusy, "host-wait");
        candidate.curable =
            isWorkForGraphs(m_facts) ? m_facts.waitsInRepeated : timeOfHalf(curableParts(busy, m_facts));
        candidate.tellsLoading = !loadingIn(busy).isEmpty();
        candidate.setUp = setUpIn(busy).isEmpty() ? 0 : busy.setUp.there;
        if (!candidate.cure.empty() && isMaybeForGraph(m_facts) && !isHostElsewhere(m_facts))
            candidate.other = { { launchedAsGraphs(kSingle) },
                { KT_PHRASE("overview", "with that sequence launched as graphs at no cost, if its parts come again") },
                m_facts.waitsInSingle, true };
        m_causes.add(IdleGroup::HostBusy, std::move(candidate),
            { KT_PHRASE(
                  "overview", "%1: it had nothing left to run until the host launched more, in %2%3%4%5%6%7%8%9."),
                waitOf(busy), CandidateList::placesOf(busy), CandidateList::eachPlaceOf(busy), meanwhileIn(busy),
                HostCauses::placeOf(busy), Message { KT_PHRASE("overview", "%1%2"), loadingIn(busy), setUpIn(busy) },
                otherPythonIn(busy), optimizerIn(busy), repeatedIn(m_facts) });
    }

    /// Right after its waits the GPU may be idle for little, and for much when the host, no longer ahead, comes late
    /// again and again. Only a replay tells, so what it says is at stake, of time in which the GPU waits for the host.
    void addWaitsForGpu()
    {
        const IdleOf& after = m_facts.of(IdleGroup::AfterSync);
        // Clocks may put the end of a wait a little before that of the work: then no gap is after one.
        if ((after.idle.time > 0 && after.afterMemory == after.idle.time)
            || m_facts.of(IdleGroup::Collective).idle.time > after.idle.time / 10
            || std::ranges::any_of(
                m_list.candidates(), [](const Candidate& each) { return each.idleGroup == IdleGroup::AfterSync; }))
            return;
        Nanoseconds ofHost = 0;
        Nanoseconds lost = 0; // what is lost in synchronisations is not said to be saved
        for (const IdleGroup group : { IdleGroup::DataLoading, IdleGroup::Allocation, IdleGroup::FirstUse,
                 IdleGroup::Compilation, IdleGroup::AfterSync, IdleGroup::LaunchCalls, IdleGroup::HostBusy }) {
            ofHost = saturatingAdd(ofHost, m_facts.of(group).idle.time);
            lost = saturatingAdd(lost, m_facts.of(group).lost);
        }
        if (lost > ofHost / 10) // the GPU need not have waited
            return;
        Candidate candidate = m_list.make(finding::kWaitsForGpu, "what-if", ofHost);
        candidate.isPotential = true;
        candidate.cure = { waitingGone() };
        candidate.cureWords = { KT_PHRASE("overview", "with no synchronisation and no blocking copy") };
        m_list.add(std::move(candidate), {}); // says what it waits when that is known
    }

    CandidateList& m_list;
    const RankFacts& m_facts;
    HostCauses m_causes;
};

} // namespace

void addIdleCandidates(CandidateList& list, Nanoseconds kernelDelay)
{
    IdleCandidates(list).addAll(kernelDelay);
}

} // namespace kinetoscope
