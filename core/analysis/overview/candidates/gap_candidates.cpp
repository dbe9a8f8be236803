// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/candidate_list.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kinetoscope {

namespace {

/// Adds candidates of idle time of which the host is no reason, or not known to be one, to a list.
class GapCandidates {
public:
    GapCandidates(CandidateList& list, Nanoseconds kernelDelay)
        : m_list(list)
        , m_facts(list.facts())
        , m_kernelDelay(kernelDelay)
    {
    }

    void addAll()
    {
        addKernelGaps();
        addGaps(IdleGroup::EventWait, "event-gaps",
            KT_PHRASE("overview",
                "The GPU idles %1, in %2 of %3 or more%4: what runs next was in its queue, and its stream had been "
                "told to wait for an event%5."));
        addLateStarts();
        addGaps(IdleGroup::UnknownLaunch, "unknown-gaps",
            KT_PHRASE("overview",
                "The GPU idles %1, in %2 of %3 or more%4: no launch in the file is linked to what runs next, so the "
                "reason is not known%5."));
    }

private:
    /// Half of the GPU work is shorter than this where "small kernels" is a true word.
    static constexpr Nanoseconds kSmallWork = 20'000;
    static constexpr std::size_t kManyGaps = 100;

    /// "; 12 ms is before the first recorded work ..." where that is most of it.
    [[nodiscard]] static Message beforeFirstOf(const IdleOf& found)
    {
        if (found.beforeFirst <= found.idle.time / 2)
            return {};
        if (found.beforeFirst == found.idle.time)
            return { KT_PHRASE("overview",
                "; it is before the first recorded work of a stream, so the GPU may have been busy with work that was "
                "not recorded") };
        return { KT_PHRASE("overview",
                     "; %1 is before the first recorded work of a stream, so the GPU may have been busy with work that "
                     "was not recorded"),
            arg::Duration { found.beforeFirst } };
    }
    /// "; for 12 ms of it the kernels of 5 launches in between are not in the file ..." where that is much of it.
    [[nodiscard]] static Message lostOf(const IdleOf& found)
    {
        if (!isMuchLost(found))
            return {};
        return { KT_PLURAL("overview",
                     "; for %2 of it the kernel of %1 launch in between is not in the file, so the GPU may have been "
                     "running it",
                     "; for %2 of it the kernels of %1 launches in between are not in the file, so the GPU may have "
                     "been running them"),
            arg::Count { found.lostKernels }, arg::Duration { found.lost } };
    }
    /// "; before 12 ms of it ..." where the host may be the reason of much of it.
    [[nodiscard]] static Message unlaunchedOf(const IdleOf& found)
    {
        constexpr double kLeastShareUnlaunched = 0.1;
        if (shareOf(found.unlaunched, found.idle.time) < kLeastShareUnlaunched)
            return {};
        return { KT_PHRASE("overview",
                     "; for %1 of it no launch in the file is linked to what runs next, so whether it was launched in "
                     "time is not known"),
            arg::Duration { found.unlaunched } };
    }
    /// "; for 12 ms of it the GPU may wait for launches, too ..." where that is much of it.
    [[nodiscard]] static Message forLaunchesOf(const IdleOf& found)
    {
        constexpr double kLeastShareForLaunches = 0.2;
        if (shareOf(found.forLaunches, found.idle.time) < kLeastShareForLaunches)
            return {};
        return { KT_PHRASE("overview",
                     "; for %1 of it the GPU may wait for launches as well: what runs next starts no later after its "
                     "launch than it would on an idle GPU"),
            arg::Duration { found.forLaunches } };
    }
    /// Why the GPU need not have been idle, or the host may be the reason; empty where nothing says so.
    [[nodiscard]] static Message doubtsOf(const IdleOf& found)
    {
        Message doubts;
        for (Message& each :
            std::array<Message, 4> { beforeFirstOf(found), lostOf(found), unlaunchedOf(found), forLaunchesOf(found) }) {
            if (!each.isEmpty())
                doubts = doubts.isEmpty()
                    ? std::move(each)
                    : Message { KT_PHRASE("overview", "%1%2"), std::move(doubts), std::move(each) };
        }
        return doubts;
    }
    /// @param sentence  %1 of the view, %2 gaps, %3 the limit, %4 how they are made up, %5 what follows.
    void addGaps(IdleGroup which, const char* kind, FittingPhrase<5> sentence)
    {
        const IdleOf& found = m_facts.of(which);
        m_list.add(m_list.makeIdle(which, kind),
            { sentence, m_list.ofView(found.idle.time), CandidateList::placesOf(found),
                arg::ExactDuration { m_kernelDelay }, CandidateList::eachPlaceOf(found), doubtsOf(found) });
    }

    void addKernelGaps()
    {
        const IdleOf& gaps = m_facts.of(IdleGroup::KernelGaps);
        const bool areKnown = saturatingAdd(gaps.lost, gaps.unlaunched) <= gaps.idle.time / 2;
        // What a few long ones make up, many small ones do not.
        const bool areSmall = m_facts.typicalWork < kSmallWork && gaps.idle.count >= kManyGaps
            && gaps.inHalf * 10 >= gaps.idle.count && areKnown
            && saturatingAdd(gaps.betweenStreams, gaps.mayWait) <= gaps.idle.time / 2;
        if (areKnown && gaps.betweenStreams > gaps.idle.time / 2)
            m_list.add(m_list.makeIdle(IdleGroup::KernelGaps, "kernel-gaps"),
                { KT_PHRASE("overview",
                      "Between pieces of work that follow each other the GPU idles %1, in %2 shorter than %3%4; for %6 "
                      "of it what runs next is on another stream than what ran before, or its stream had been told to "
                      "wait for an event: fewer such changes and waits may lower it%5."),
                    m_list.ofView(gaps.idle.time), CandidateList::placesOf(gaps), arg::ExactDuration { m_kernelDelay },
                    CandidateList::eachPlaceOf(gaps), doubtsOf(gaps), arg::Duration { gaps.betweenStreams } });
        else if (!areSmall)
            addGaps(IdleGroup::KernelGaps, "kernel-gaps",
                KT_PHRASE("overview",
                    "Between pieces of work that follow each other the GPU idles %1, in %2 shorter than %3%4%5."));
        else if (m_facts.shortLaunches.ofGraphs > m_facts.shortLaunches.ofCalls)
            addGaps(IdleGroup::KernelGaps, "kernel-gaps",
                KT_PHRASE("overview",
                    "Between pieces of work that follow each other the GPU idles %1, in %2 shorter than %3%4: the "
                    "price of many small kernels, which fewer and larger ones would lower; most are launched by "
                    "graphs%5."));
        else
            addGaps(IdleGroup::KernelGaps, "kernel-gaps",
                KT_PHRASE("overview",
                    "Between pieces of work that follow each other the GPU idles %1, in %2 shorter than %3%4: the "
                    "price of many small kernels, which fewer and larger ones, or CUDA graphs, would lower%5."));
    }
    void addLateStarts()
    {
        const IdleOf& found = m_facts.of(IdleGroup::LateStart);
        if (found.lost > found.idle.time / 2)
            return addGaps(IdleGroup::LateStart, "long-gaps",
                KT_PHRASE(
                    "overview", "The GPU idles %1, in %2 of %3 or more%4: what runs next was in its queue by then%5."));
        if (m_facts.clockLateBy > 0) {
            m_list.add(m_list.makeIdle(IdleGroup::LateStart, "long-gaps"),
                { KT_PHRASE("overview",
                      "The GPU idles %1, in %2 of %3 or more%4: by the times of the file what runs next was in its "
                      "queue by then, but the clock of the GPU may be late by %6: then the GPU waits for the host%5."),
                    m_list.ofView(found.idle.time), CandidateList::placesOf(found),
                    arg::ExactDuration { m_kernelDelay }, CandidateList::eachPlaceOf(found), doubtsOf(found),
                    arg::Duration { m_facts.clockLateBy } });
            return;
        }
        if (found.hostFunction.there == 0)
            return addGaps(IdleGroup::LateStart, "long-gaps",
                KT_PHRASE("overview",
                    "The GPU idles %1, in %2 of %3 or more%4: what runs next was in its queue by then, so the host is "
                    "not the reason; it may wait for another stream, an event, another rank or another program on the "
                    "GPU, or begin slowly, as first uses do%5."));
        m_list.add(m_list.makeIdle(IdleGroup::LateStart, "long-gaps"),
            { KT_PHRASE("overview",
                  "The GPU idles %1, in %2 of %3 or more%4: what runs next was in its queue by then. For %6 of it %7 "
                  "had been called between its launch and the one before on its stream: it may wait for a function on "
                  "the host, or for another stream, an event, another rank or another program on the GPU, or begin "
                  "slowly, as first uses do%5."),
                m_list.ofView(found.idle.time), CandidateList::placesOf(found), arg::ExactDuration { m_kernelDelay },
                CandidateList::eachPlaceOf(found), doubtsOf(found), arg::Duration { found.hostFunction.there },
                arg::Name { found.hostFunction.name } });
    }

    CandidateList& m_list;
    const RankFacts& m_facts;
    Nanoseconds m_kernelDelay;
};

} // namespace

void addGapCandidates(CandidateList& list, Nanoseconds kernelDelay)
{
    GapCandidates(list, kernelDelay).addAll();
}

} // namespace kinetoscope
