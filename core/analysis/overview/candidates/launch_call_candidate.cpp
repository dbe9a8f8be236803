// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/host_busy_words.h"
#include "core/analysis/overview/candidates/host_causes.h"

#include <cstdint>
#include <utility>

namespace kinetoscope {

namespace {

/// Fewer launches are no cure for the few that take long.
Message longCallsOf(const RankFacts& facts, const IdleOf& found)
{
    const arg::Duration inLongCalls { found.inLongCalls };
    const arg::ExactDuration cutoff { facts.shortLaunches.cutoff };
    if (facts.areLaunchesBlocking)
        return { KT_PHRASE(
                     "overview", "; %1 of it in calls that take longer than %2: launches wait for their kernels here"),
            inLongCalls, cutoff };
    if (found.holder.there > found.inLongCalls / 2)
        return { KT_PHRASE("overview",
                     "; %1 of it in calls that take longer than %2. For %3 of that, another thread is in %4 during "
                     "at least half of the call: it may hold the driver"),
            inLongCalls, cutoff, arg::Duration { found.holder.there }, arg::Name { found.holder.name } };
    return { KT_PHRASE("overview",
                 "; %1 of it in calls that take longer than %2. Why they take so long was not recorded: another "
                 "thread may hold the driver, for example while it allocates or pins memory"),
        inLongCalls, cutoff };
}

/// Empty where few launches are dear, or there are few at all. Who uses graphs, or captures
/// one, needs no advice to.
Message launchAdvice(const ShortLaunches& launches, bool capturesGraph)
{
    constexpr std::uint64_t kFewest = 10;
    if (launches.all < kFewest || launches.calls.size() * 2 < launches.all)
        return {};
    const arg::Share share { launches.calls.size(), launches.all };
    const arg::ExactDuration cutoff { launches.cutoff };
    const arg::Duration host { launches.host };
    const arg::Duration gpu { launches.gpu };
    if (launches.ofGraphs > 0 || capturesGraph)
        return { KT_PHRASE("overview",
                     "; of the kernel launches of up to %1, those of graphs aside, %2 take the host longer than their "
                     "kernels take the GPU, %3 for %4 of work: fused kernels (torch.compile) need fewer launches"),
            cutoff, share, host, gpu };
    return { KT_PHRASE("overview",
                 "; of the kernel launches of up to %1, %2 take the host longer than their kernels take the GPU, "
                 "%3 for %4 of work: fused kernels (torch.compile) or CUDA graphs need fewer launches"),
        cutoff, share, host, gpu };
}

} // namespace

void addLaunchCalls(HostCauses& causes)
{
    CandidateList& list = causes.list();
    const RankFacts& facts = causes.facts();
    const ShortLaunches& launches = facts.shortLaunches;
    const IdleOf& found = facts.of(IdleGroup::LaunchCalls);
    const Nanoseconds latency = found.byCause[static_cast<std::size_t>(Cause::LaunchLatency)];
    const Nanoseconds calls = saturatingSubtract(found.idle.time, latency);
    const Message when = latency == 0 ? Message { KT_PHRASE("overview", " while the host is in launch calls") }
        : calls == 0
        ? Message { KT_PHRASE("overview", " between launch calls and the start of what they launched") }
        : Message { KT_PHRASE("overview",
                        " while work is launched: %1 in launch calls, %2 from their return to the start of the work"),
              arg::Duration { calls }, arg::Duration { latency } };
    const Message ofOptimizer = optimizerIn(found);
    Candidate candidate = list.makeIdle(IdleGroup::LaunchCalls, "short-kernels");
    candidate.curable = calls;
    causes.add(IdleGroup::LaunchCalls, std::move(candidate),
        { KT_PHRASE("overview", "The GPU is idle for %1%2%3%4."), list.ofView(found.idle.time), when,
            HostCauses::timesOf(found),
            found.inLongCalls > calls / 2 ? longCallsOf(facts, found)
                : ofOptimizer.isEmpty()   ? launchAdvice(launches, !facts.graphsMade.empty())
                                          : ofOptimizer });
}

} // namespace kinetoscope
