// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/run_waits.h"

#include "core/analysis/ranks/wait_facts.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace kinetoscope {

namespace {

/// " It computed longer before.", of the rank that came last.
Message lateReason(LatePart reason)
{
    static constexpr std::array<FittingPhrase<0>, 11> kReasons { KT_PHRASE("run-waits",
                                                                     " It was late because it computed longer before."),
        KT_PHRASE("run-waits", " It was late because of other collectives of this group."),
        KT_PHRASE("run-waits", " It was late because it waited itself in other communication."),
        KT_PHRASE("run-waits", " It was late because of collectives of other groups."),
        KT_PHRASE("run-waits", " It was late because of copies and fills."),
        KT_PHRASE("run-waits", " It was late because of other work on the GPU."),
        KT_PHRASE("run-waits", " It was late because its GPU waited longer for the host."),
        KT_PHRASE("run-waits", " It was late because of idle time between its kernels."),
        KT_PHRASE("run-waits", " It was late because of idle time that nothing recorded explains."),
        KT_PHRASE("run-waits", " It was late because of idle time before work whose launch is not recorded."),
        KT_PHRASE("run-waits", " Its recording began later: the reason lies before it.") };
    static_assert(kReasons.size() + 1 == kLatePartCount, "that runs overlap is no reason");
    return reason == LatePart::Overlap ? Message {} : Message { kReasons[static_cast<std::size_t>(reason)] };
}

} // namespace

std::vector<RunWait> runWaits(const WaitFacts& facts)
{
    std::vector<RunWait> all;
    // The runs of a rank lie together, in the order of its summary where it has one.
    std::vector<std::uint32_t> firstRun(facts.traces->ranks().size(), SummaryRun::kNone);
    for (std::uint32_t run = 0; run < facts.matching->runs.size(); ++run) {
        std::uint32_t& first = firstRun[facts.matching->runs[run].rank];
        first = std::min(first, run);
    }
    for (std::size_t i = 0; i < facts.ledger.instances.size(); ++i) {
        const WaitInstance& instance = facts.ledger.instances[i];
        const auto numberOf = [&](std::size_t place) {
            return facts.rankOf(facts.matching->runs[instance.ranks[place].run].rank);
        };
        const std::optional<std::size_t> last = instance.last();
        for (const RankWait& rank : instance.ranks) {
            const CommunicationRun& run = facts.matching->runs[rank.run];
            RunWait wait { .run = { run.rank, run.slice },
                .range = facts.traces->ranks()[run.rank].toJobTime(run.range) };
            if (!run.slice.isValid())
                wait.summaryRun = rank.run - firstRun[run.rank];
            wait.collective = static_cast<std::uint32_t>(i);
            wait.ranks = instance.ranks.size();
            if (last) {
                wait.wait = rank.wait;
                wait.allWaits = instance.waits;
                wait.isLast = rank.isLast;
                wait.last = numberOf(*last);
                wait.tied = instance.tied;
                if (instance.lateness)
                    wait.reason = instance.lateness->reason;
                if (instance.root && facts.rankOf(*instance.root) != wait.last)
                    wait.root = facts.rankOf(*instance.root);
                if (instance.next)
                    wait.next = numberOf(*instance.next);
                wait.heldUp = instance.heldUp;
                wait.areEndsApart = instance.areEndsApart;
            }
            all.push_back(wait);
        }
    }
    std::ranges::sort(all, {}, [](const RunWait& a) { return std::tie(a.run, a.summaryRun); });
    return all;
}

Message runWaitMessage(const RunWait& wait)
{
    if (wait.allWaits == 0)
        return {};
    if (wait.areEndsApart && wait.isLast)
        return { KT_PHRASE("run-waits",
                     "Those of the other ranks take %1 longer together. Whether they wait for it is not known: the "
                     "ends lie apart, or scatter as much."),
            arg::Duration { wait.allWaits } };
    if (wait.areEndsApart)
        return { KT_PHRASE("run-waits",
                     "Takes %1 longer than that of rank %2. Whether it waits is not known: the ends lie apart, or "
                     "scatter as much."),
            arg::Duration { wait.wait }, arg::Number { wait.last } };
    Message more = wait.reason ? lateReason(*wait.reason) : Message {};
    if (wait.root)
        more = { KT_PHRASE("run-waits", "%1 In the end all wait for rank %2."), std::move(more),
            arg::Number { *wait.root } };
    if (!wait.isLast && wait.tied > 1)
        return { KT_PHRASE("run-waits", "Waits %1 for %2 ranks that came last together, rank %3 among them.%4"),
            arg::Duration { wait.wait }, arg::Count { wait.tied }, arg::Number { wait.last }, std::move(more) };
    if (!wait.isLast)
        return { KT_PHRASE("run-waits", "Waits %1 for rank %2.%3"), arg::Duration { wait.wait },
            arg::Number { wait.last }, std::move(more) };
    if (wait.next)
        more = { KT_PHRASE("run-waits", "%1 Rank %2 would have been next, %3 earlier."), std::move(more),
            arg::Number { *wait.next }, arg::Duration { wait.heldUp } };
    return { KT_PHRASE("run-waits", "Came last: the other ranks wait %1 together.%2"), arg::Duration { wait.allWaits },
        std::move(more) };
}

} // namespace kinetoscope
