// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/host_causes.h"
#include "core/analysis/overview/candidates/idle_cures.h"

#include <utility>

namespace kinetoscope {

namespace {

/// Of what counts as loading code where much of it is after the start of what was launched.
Message afterStart(const CandidateList& list, const IdleOf& first)
{
    const Message time = list.ofView(first.idle.time);
    const Message place = HostCauses::mostlyIn(first);
    const Message times = HostCauses::timesOf(first);
    const arg::Duration after { first.afterStart };
    if (!isNearlyAllAfterStart(first))
        return { KT_PHRASE("overview",
                     "The GPU is idle for %1 while the host is in what counts as loading code or setting something "
                     "up%2%3: usually only first calls do so; record after some steps of warm-up to leave them "
                     "out. But for %4 of it a slow launch went on when all that it launches for the first time had "
                     "started to run: its code was loaded by then, and what the launch went on with was not "
                     "recorded."),
            time, place, times, after };
    if (first.afterStart == first.idle.time && first.isOneAfterStart)
        return { KT_PHRASE("overview",
                     "The GPU is idle for %1 while the host is in a slow first launch%2%3. By then all that this "
                     "call launches for the first time had started to run: its code was loaded, and what the call "
                     "went on with was not recorded."),
            time, place, times };
    if (first.afterStart == first.idle.time)
        return { KT_PHRASE("overview",
                     "The GPU is idle for %1 while the host is in slow first launches%2%3. By then all that they "
                     "launch for the first time had started to run: its code was loaded, and what the calls went "
                     "on with was not recorded."),
            time, place, times };
    if (first.isOneAfterStart)
        return { KT_PHRASE("overview",
                     "The GPU is idle for %1 while the host is in a slow first launch%2%3. For %4 of it all that "
                     "this call launches for the first time had started to run: its code was loaded by then, and "
                     "what the call went on with was not recorded."),
            time, place, times, after };
    return { KT_PHRASE("overview",
                 "The GPU is idle for %1 while the host is in slow first launches%2%3. For %4 of it all that they "
                 "launch for the first time had started to run: its code was loaded by then, and what the calls "
                 "went on with was not recorded."),
        time, place, times, after };
}

/// "captures graphs, in 25 captures", and that it instantiates them where that is much of it.
Message graphMakingIn(const RankFacts& facts, const IdleOf& making)
{
    if (facts.idleCaptures == 0)
        return { KT_PHRASE("overview", "instantiates graphs") };
    const arg::Count captures { facts.idleCaptures };
    const Nanoseconds instantiating = making.idle.time - facts.idleInCaptures;
    if (instantiating <= making.idle.time / 10)
        return { KT_PLURAL("overview", "captures graphs, in %1 capture", "captures graphs, in %1 captures"), captures };
    return { KT_PLURAL("overview", "captures graphs, in %1 capture, and instantiates it (%2 of it)",
                 "captures graphs, in %1 captures, and instantiates them (%2 of it)"),
        captures, arg::Duration { instantiating } };
}

} // namespace

void addFirstUse(HostCauses& causes)
{
    CandidateList& list = causes.list();
    if (const IdleOf& first = list.facts().of(IdleGroup::FirstUse);
        !isLoadingAmong(first) && comesAgain(first, first.again))
        causes.add(IdleGroup::FirstUse, "long-allocation",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host allocates or frees memory in calls of 100 ms or more%2%3; "
                "they come again in the second half of the GPU time in view, so warm-up does not take them away."));
    else if (comesAgain(first, first.again))
        causes.add(IdleGroup::FirstUse, "first-use",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host is in long calls that load code, ask for something or set "
                "it up%2%3; they come again in the second half of the GPU time in view, so warm-up does not take "
                "them away."));
    else if (shareOf(first.afterStart, first.idle.time) >= kLeastShareSaid)
        list.add(list.makeIdle(IdleGroup::FirstUse, "first-use"), afterStart(list, first));
    else
        causes.add(IdleGroup::FirstUse, "first-use",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host loads code or sets something up%2%3: usually only first "
                "calls do so; record after some steps of warm-up to leave them out."));
}

void addCompilation(HostCauses& causes)
{
    const RankFacts& facts = causes.facts();
    const IdleOf& compiling = facts.of(IdleGroup::Compilation);
    if (comesAgain(compiling, facts.idleOfLaterSteps[static_cast<std::size_t>(IdleGroup::Compilation)]))
        causes.add(IdleGroup::Compilation, "compilation",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host compiles code%2%3; it does so again in the later half of "
                "the steps: something makes it compile anew, as inputs of other shapes do."));
    else if (comesAgain(compiling, compiling.late)
        || (facts.compiledAnew > 0 && facts.compiledAnew >= compiling.idle.time / 4))
        causes.add(IdleGroup::Compilation, "compilation",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host compiles code%2%3: first steps do so, later ones where "
                "something makes it compile anew, as inputs of other shapes do."));
    else
        causes.add(IdleGroup::Compilation, "compilation",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host compiles code%2%3: usually only first steps do so; record "
                "after some steps of warm-up to leave them out."));
}

void addGraphMaking(HostCauses& causes)
{
    CandidateList& list = causes.list();
    const RankFacts& facts = causes.facts();
    const IdleOf& making = facts.of(IdleGroup::Capture);
    Candidate candidate = list.makeIdle(IdleGroup::Capture, "graph-capture");
    const Message what = graphMakingIn(facts, making);
    if (comesAgain(making, facts.idleOfLaterSteps[static_cast<std::size_t>(IdleGroup::Capture)]))
        list.add(std::move(candidate),
            { KT_PHRASE("overview",
                  "The GPU is idle for %1 while the host %2: what is launched in a capture goes into its graph and "
                  "does not run then. The host does so again in the later half of the steps: graphs that are kept "
                  "and launched again need no other capture."),
                list.ofView(making.idle.time), what });
    else if (facts.isOfWindow && facts.makesGraphsLater)
        list.add(std::move(candidate),
            { KT_PHRASE("overview",
                  "The GPU is idle for %1 while the host %2: what is launched in a capture goes into its graph and "
                  "does not run then. The host does so in the later half of all recorded steps: graphs that "
                  "are kept and launched again need no other capture."),
                list.ofView(making.idle.time), what });
    else
        list.add(std::move(candidate),
            { KT_PHRASE("overview",
                  "The GPU is idle for %1 while the host %2: what is launched in a capture goes into its graph and "
                  "does not run then. Usually only start-up does so: record after it to leave that out."),
                list.ofView(making.idle.time), what });
}

} // namespace kinetoscope
