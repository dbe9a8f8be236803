// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/candidate_list.h"

#include "core/numeric/intervals.h"

#include <utility>

namespace kinetoscope {

namespace {

/// Copies of fewer bytes take about as long from pinned memory.
constexpr std::int64_t kSmallCopy = 64 * 1024;
/// Copies of fewer bytes do not reach what the link gives.
constexpr std::int64_t kLargeCopy = 1024 * 1024;
/// ns; less of a wait is not named beside others.
constexpr Nanoseconds kLeastWaitTold = 10'000;

/// Adds candidates of communication and of copies to a list.
class WorkCandidates {
public:
    WorkCandidates(CandidateList& list, const CollectiveWaits& waits)
        : m_list(list)
        , m_facts(list.facts())
        , m_waits(waits)
    {
    }

    void addAll()
    {
        addCommunication();
        addCopies();
    }

private:
    void addCommunication()
    {
        const Nanoseconds whole = m_facts.split.communicationExposed;
        const Nanoseconds all = m_facts.split.communication;
        const std::vector<TimeRange> part = m_list.part(TimePart::CommunicationExposed).ranges;
        const std::vector<TimeRange> notForLate = differenceOf(part, m_waits.ranges);
        std::vector<TimeRange> ranges = differenceOf(notForLate, m_waits.others);
        const bool isKnown = !m_waits.ranges.empty() || !m_waits.others.empty();
        const Nanoseconds exposed = isKnown ? totalLength(ranges) : whole;
        const Nanoseconds forLate = isKnown ? saturatingSubtract(whole, totalLength(notForLate)) : 0;
        const Nanoseconds forOthers = saturatingSubtract(saturatingSubtract(whole, exposed), forLate);
        const Nanoseconds hidden = saturatingSubtract(all, whole);
        const Message beside = waitsBeside(whole, forLate, forOthers);
        Candidate candidate = m_list.make(finding::kExposedCommunication, "comm-comp-overlap", exposed);
        candidate.named = whole;
        candidate.ranges = std::move(ranges);
        candidate.cure = { gone(ChangeKind::Work, wordOf(KernelType::Communication)) };
        candidate.cureWords = beside.isEmpty()
            ? Message { KT_PHRASE("overview", "with no communication") }
            : Message { KT_PHRASE("overview", "with no communication, these waits included") };
        candidate.waitsInCure = beside.isEmpty() ? 0 : saturatingAdd(forLate, forOthers);
        const Message share = hidden == 0 ? Message { KT_PHRASE("overview", "nothing") }
                                          : Message { KT_PHRASE("overview", "%1"), arg::Share { hidden, all } };
        m_list.add(std::move(candidate),
            m_waits.isOnlyRank
                ? Message { KT_PHRASE("overview",
                                "Communication that no computation hides takes %1, though its job has one rank alone; "
                                "of %2 of communication %3 runs beside computation."),
                    m_list.ofView(exposed), arg::Duration { all }, share }
                : Message { KT_PHRASE("overview",
                                "Communication that no computation hides takes %1%4; of %2 of communication, waiting "
                                "for other ranks included, %3 runs beside computation."),
                    m_list.ofView(exposed), arg::Duration { all }, share, isKnown ? beside : mostlyIn(whole) });
        addWaitsForOthers(m_list, m_waits, forOthers, intersectionOf(notForLate, m_waits.others), forLate > 0);
    }

    /// ", 94.9 % of it in 'allreduce'"; empty where no collective has half of it.
    [[nodiscard]] Message mostlyIn(Nanoseconds exposed) const
    {
        const ExposedCollective& most = m_facts.mostCommunication;
        if (most.name.empty() || most.time <= exposed / 2)
            return {};
        return { KT_PHRASE("overview", ", %1 of it in %2"), arg::Share { most.time, exposed },
            arg::Name { most.name } };
    }

    /// ", without 2 us in which it waits for rank 3": what the figure leaves out of the `whole` exposed time; empty
    /// where that is next to nothing.
    [[nodiscard]] Message waitsBeside(Nanoseconds whole, Nanoseconds forLate, Nanoseconds forOthers) const
    {
        // Less than clocks and rounding are off is no time to be told apart.
        const auto isTold = [whole](Nanoseconds wait) { return wait >= kLeastWaitTold && wait >= whole / 100; };
        const auto forRank = [](Nanoseconds wait, std::int64_t rank) {
            return Message { KT_PHRASE("overview", ", without %1 in which it waits for rank %2"),
                arg::Duration { wait }, arg::Number { rank } };
        };
        if (!isTold(forOthers))
            return isTold(forLate) ? forRank(forLate, m_waits.rank) : Message {};
        if (isTold(forLate))
            return { KT_PHRASE("overview", ", without %1 in which it waits for rank %2 and %3 for others"),
                arg::Duration { forLate }, arg::Number { m_waits.rank }, arg::Duration { forOthers } };
        if (m_waits.onlyOther)
            return forRank(forOthers, *m_waits.onlyOther);
        return { KT_PHRASE("overview", ", without %1 in which it waits for other ranks"), arg::Duration { forOthers } };
    }

    void addCopies()
    {
        const Nanoseconds exposed = m_facts.split.memoryExposed;
        Candidate candidate = m_list.make(finding::kExposedCopies, "memory-bandwidth", exposed);
        candidate.ranges = m_list.part(TimePart::MemoryExposed).ranges;
        candidate.cure = { gone(ChangeKind::Work, wordOf(KernelType::Memory)) };
        candidate.cureWords = { KT_PHRASE("overview", "with no copies") };
        const Message behind = m_facts.copiesBehindSteps <= exposed / 2
            ? Message {}
            : Message { KT_PHRASE("overview", ", %1 of it behind the last step"),
                  arg::Share { m_facts.copiesBehindSteps, exposed } };
        m_list.add(std::move(candidate),
            { KT_PHRASE("overview", "Copies and memsets that nothing hides take %1%2%3."), m_list.ofView(exposed),
                behind, m_facts.pageable.time > exposed / 2 ? pageableCopies(exposed) : mostCopies(exposed) });
    }
    /// "; 97 % of it is copying from pageable memory to the GPU, in 4 copies, which pinned memory makes faster ..."
    [[nodiscard]] Message pageableCopies(Nanoseconds exposed) const
    {
        const Message advice = m_facts.pageableBytes <= 0
            ? Message { KT_PHRASE("overview", ", of how many bytes is not known") }
            : m_facts.pageableBytes < kSmallCopy
            ? Message { KT_PHRASE("overview",
                            ", only %1 a copy on average: most of what they cost is what any copy costs, and the "
                            "host may wait for each"),
                  arg::Bytes { m_facts.pageableBytes } }
            : Message { KT_PHRASE("overview", ", which pinned memory makes faster and lets overlap") };
        const Nanoseconds pageable = m_facts.pageable.time;
        const ExposedCopies& most = m_facts.mostCopies;
        const bool isUp = most.direction == CopyDirection::HostToDevice;
        const bool isOneWay = (isUp || most.direction == CopyDirection::DeviceToHost) && most.pageable > pageable / 2;
        const arg::Share share { pageable, exposed };
        const arg::Count count { most.pageableCount };
        // It is of all copies of that way, of which these may be some.
        const Message launcher = most.pageable >= most.time - most.time / 10 ? launcherOf(most) : Message {};
        if (isOneWay && most.pageable >= pageable - pageable / 1000)
            return { KT_PLURAL("overview", "; %2 of it is copying %3, in %1 copy%4%5",
                         "; %2 of it is copying %3, in %1 copies%4%5"),
                count, share,
                isUp ? Message { KT_PHRASE("overview", "from pageable memory to the GPU") }
                     : Message { KT_PHRASE("overview", "from the GPU to pageable memory") },
                launcher.isEmpty() ? launcher : Message { KT_PHRASE("overview", " (%1)"), launcher }, advice };
        if (isOneWay)
            return { KT_PLURAL("overview", "; %2 of it is copying from or to pageable memory, mostly %3 (%1 copy%4)%5",
                         "; %2 of it is copying from or to pageable memory, mostly %3 (%1 copies%4)%5"),
                count, share, wayOf(most.direction),
                launcher.isEmpty() ? launcher : Message { KT_PHRASE("overview", ", %1"), launcher }, advice };
        return { KT_PHRASE("overview", "; %1 of it is copying from or to pageable memory%2"), share, advice };
    }
    [[nodiscard]] static Message wayOf(CopyDirection direction)
    {
        return direction == CopyDirection::HostToDevice ? Message { KT_PHRASE("overview", "from the host to the GPU") }
            : direction == CopyDirection::DeviceToHost
            ? Message { KT_PHRASE("overview", "from the GPU to the host") }
            : Message { KT_PHRASE("overview", "from GPU memory to GPU memory") };
    }
    /// "; 90 % of it is copying from the host to the GPU, in 4 copies"; empty where no kind is most of it.
    [[nodiscard]] Message mostCopies(Nanoseconds exposed) const
    {
        const ExposedCopies& most = m_facts.mostCopies;
        if (most.time <= exposed / 2 || (!most.areMemsets && most.direction == CopyDirection::Unknown))
            return {};
        const arg::Count count { most.count };
        const arg::Share share { most.time, exposed };
        if (most.areMemsets)
            return { KT_PLURAL("overview", "; %2 of it is %1 memset", "; %2 of it is %1 memsets"), count, share };
        const Message launcher = launcherOf(most);
        return { KT_PLURAL("overview", "; %2 of it is copying %3, in %1 copy%4%5",
                     "; %2 of it is copying %3, in %1 copies%4%5"),
            count, share, wayOf(most.direction),
            launcher.isEmpty() ? launcher : Message { KT_PHRASE("overview", ", %1"), launcher }, rateOf(most) };
    }
    [[nodiscard]] static Message launcherOf(const ExposedCopies& most)
    {
        return most.launcher.empty()
            ? Message {}
            : Message { KT_PHRASE("overview", "most of it launched in %1"), arg::Name { most.launcher } };
    }
    /// ", at 3.0 GB/s on average ..." of large copies between host and GPU; empty of others, which say nothing of the
    /// link.
    [[nodiscard]] static Message rateOf(const ExposedCopies& most)
    {
        const bool isLink =
            most.direction == CopyDirection::HostToDevice || most.direction == CopyDirection::DeviceToHost;
        const auto copies = static_cast<std::int64_t>(most.count);
        if (!isLink || most.pageableCount > 0 || most.copying <= 0 || most.bytes / copies < kLargeCopy)
            return {};
        // Bytes a nanosecond are GB a second.
        const arg::Decimal rate { static_cast<double>(most.bytes) / static_cast<double>(most.copying), 1 };
        if (most.inTheWay > most.copying / 2)
            return { KT_PHRASE("overview",
                         ", at %1 GB/s on average, on a stream that computes, too: on one of their own they may "
                         "run beside kernels"),
                rate };
        return { KT_PHRASE("overview", ", at %1 GB/s on average"), rate };
    }

    CandidateList& m_list;
    const RankFacts& m_facts;
    const CollectiveWaits& m_waits;
};

} // namespace

void addWorkCandidates(CandidateList& list, const CollectiveWaits& waits)
{
    WorkCandidates(list, waits).addAll();
}

} // namespace kinetoscope
