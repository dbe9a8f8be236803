// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/host_busy_words.h"

#include "core/analysis/overview/candidates/idle_cures.h"
#include "core/analysis/overview/facts/shares.h"

namespace kinetoscope {

namespace {

constexpr double kLeastShareBeside = 0.3; ///< of the time of another thread in Python

} // namespace

Message loadingIn(const IdleOf& busy)
{
    if (shareOf(busy.loading, busy.idle.time) < kLeastShareSaid)
        return {};
    return { KT_PLURAL("overview",
                 "; %2 of it is in %1 op before it launches a kernel for the first time: it is probably loading "
                 "code",
                 "; %2 of it is in %1 ops before they launch a kernel for the first time: they are probably "
                 "loading code"),
        arg::Count { busy.loadingOps }, arg::Duration { busy.loading } };
}

Message setUpIn(const IdleOf& busy)
{
    if (shareOf(busy.setUp.there, busy.idle.time) < kLeastShareSaid)
        return {};
    return { KT_PHRASE("overview",
                 "; %1 of it is in the first %2 of the recording, which takes far longer than all others: it probably "
                 "sets up communication, which comes once"),
        arg::Duration { busy.setUp.there }, arg::Name { busy.setUp.name } };
}

Message otherPythonMeanwhile(const IdleOf& waits)
{
    const HostPlace& other = waits.otherPython;
    if (shareOf(other.there, waits.idle.time) < kLeastShareBeside)
        return {};
    return { KT_PHRASE("overview", "; for %1 of it another thread of the process is in Python (%2 of that in %3)"),
        arg::Duration { other.there }, arg::Share { waits.inNamed, other.there }, arg::Name { other.name } };
}

Message otherPythonIn(const IdleOf& busy)
{
    const HostPlace& other = busy.otherPython;
    if (shareOf(other.there, busy.idle.time) < kLeastShareBeside)
        return {};
    return { KT_PHRASE("overview",
                 "; for %1 of it another thread of the process is in Python, too (%2 of that in %3): it may hold "
                 "the interpreter lock"),
        arg::Duration { other.there }, arg::Share { busy.inNamed, other.there }, arg::Name { other.name } };
}

Message optimizerIn(const IdleOf& found)
{
    constexpr std::size_t kFewest = 100;
    if (found.idle.count < kFewest)
        return {};
    if (found.inOptimizer > found.idle.time / 2)
        return { KT_PHRASE("overview",
                     "; %1 of it is in steps of the optimizer, outside of foreach and fused ops: with foreach=True or "
                     "fused=True an optimizer of PyTorch launches fewer kernels"),
            arg::Duration { found.inOptimizer } };
    if (found.inZeroGrad > found.idle.time / 2)
        return { KT_PHRASE("overview",
                     "; %1 of it is in zero_grad(): with set_to_none=True, as by default since PyTorch 2.0, it fills "
                     "nothing with zeros"),
            arg::Duration { found.inZeroGrad } };
    return {};
}

Message repeatedIn(const RankFacts& facts)
{
    if (isMaybeForGraph(facts))
        return { KT_PHRASE("overview",
                     "; %1 of it lies in one sequence of launches, of %2 GPU activities, without a synchronisation: "
                     "if it, or parts of it, come again and again with the same shapes and addresses, CUDA or HIP "
                     "graphs (torch.compile in the mode reduce-overhead makes such) would launch each at once"),
            arg::Duration { facts.waitsInSingle }, arg::Count { facts.repeated.single.works() } };
    if (!areWaitsRepeated(facts))
        return {};
    const arg::Duration time { facts.waitsInRepeated };
    const arg::Count works { facts.repeated.most.front().works() };
    const arg::Count count { facts.repeated.most.size() };
    const Message times = facts.isOfWindow
        ? Message { KT_PHRASE("overview", "%1 times in the whole recording,"), count }
        : Message { KT_PHRASE("overview", "%1 times"), count };
    switch (facts.repeatedGrids) {
    case RepeatedGrids::Same:
        return { KT_PHRASE("overview",
                     "; %1 of it lies in sequences of launches that are repeated, mostly one of %2 GPU activities, "
                     "%3 in the same order, with the same grids and without a synchronisation: as a CUDA or "
                     "HIP graph (torch.compile in the mode reduce-overhead makes such) each would be one launch, "
                     "if addresses stay the same and the host has nothing else to do in between"),
            time, works, times };
    case RepeatedGrids::Unknown:
        return { KT_PHRASE("overview",
                     "; %1 of it lies in sequences of launches that are repeated, mostly one of %2 GPU activities, "
                     "%3 in the same order and without a synchronisation: as a CUDA or HIP graph "
                     "(torch.compile in the mode reduce-overhead makes such) each would be one launch, if shapes "
                     "and addresses stay the same and the host has nothing else to do in between"),
            time, works, times };
    case RepeatedGrids::Other:
        return { KT_PHRASE("overview",
                     "; %1 of it lies in sequences of launches that are repeated, mostly one of %2 GPU activities, "
                     "%3 in the same order and without a synchronisation, but with other grids, as other "
                     "shapes give: a CUDA or HIP graph would need the same ones each time"),
            time, works, times };
    }
    return {};
}

} // namespace kinetoscope
