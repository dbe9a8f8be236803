// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/saving_doubts.h"

#include "core/analysis/overview/one_off_time.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

Message withEventWaits(Message words, std::size_t eventWaits)
{
    if (eventWaits == 0)
        return words;
    return { KT_PLURAL("overview",
                 "%2 Less may be saved than estimated: %1 call makes a stream wait for work that the file does not "
                 "name.",
                 "%2 Less may be saved than estimated: %1 calls make streams wait for work that the file does not "
                 "name."),
        arg::Count { eventWaits }, std::move(words) };
}

Message withDoubtOfOneOff(Message sentence, const FindingSaving& saving, bool tellsLoading)
{
    const Nanoseconds loading = std::min(saving.oneOff.loading, saving.saved);
    const Nanoseconds before = std::min(saving.oneOff.beforeWork, saving.saved - loading);
    const Nanoseconds all = loading + before;
    if (all <= 0 || all < saving.saved / 4)
        return sentence;
    const arg::Duration time { all };
    if (before <= all / 10 && tellsLoading)
        return { KT_PHRASE("overview", "%1 Up to %2 of that is in such ops: loading code comes once."),
            std::move(sentence), time };
    if (before <= all / 10)
        return { KT_PHRASE("overview",
                     "%1 Up to %2 of that is in ops before they launch a kernel for the first time: they are probably "
                     "loading code, which comes once."),
            std::move(sentence), time };
    if (loading <= all / 10)
        return { KT_PHRASE("overview",
                     "%1 Up to %2 of that is before the first recorded GPU work: if it is start-up, it comes once."),
            std::move(sentence), time };
    if (tellsLoading)
        return { KT_PHRASE("overview",
                     "%1 Up to %2 of that is in such ops, or before the first recorded GPU work: loading code and "
                     "start-up come once."),
            std::move(sentence), time };
    return { KT_PHRASE("overview",
                 "%1 Up to %2 of that is in ops that are probably loading code, or before the first recorded GPU work: "
                 "loading code and start-up come once."),
        std::move(sentence), time };
}

Message withDoubtOfSetUp(
    Message sentence, std::span<const NamedChange> changes, const FindingSaving& saving, Nanoseconds setUp)
{
    const bool isFaster = std::ranges::any_of(changes,
        [](const NamedChange& each) { return isHostTwiceAsFast(each) && each.target == toString(Cause::Collective); });
    const Nanoseconds ofIt = isFaster ? std::min(setUp / 2, saving.saved) : 0;
    if (ofIt <= 0 || ofIt < saving.saved / 4)
        return sentence;
    return { KT_PHRASE("overview", "%1 Up to %2 of that is in setting up communication, which comes once."),
        std::move(sentence), arg::Duration { ofIt } };
}

Message withDoubtsOfOps(Message sentence, const FindingSaving& saving)
{
    if (saving.saved <= 0)
        return sentence;
    if (saving.isPythonDoubtful)
        sentence = { KT_PHRASE("overview", "%1 Part of that may be the cost of recording Python."),
            std::move(sentence) };
    if (saving.areOpsSlow)
        sentence = { KT_PHRASE("overview", "%1 Part of that may be due to what slows down the ops of this recording."),
            std::move(sentence) };
    return sentence;
}

Message withDoubtOfWaits(Message sentence, const FindingSaving& saving, Nanoseconds waits)
{
    const Nanoseconds ofThem = std::min(waits, saving.saved);
    if (ofThem <= 0 || ofThem < saving.saved / 4)
        return sentence;
    return { KT_PHRASE("overview", "%1 Up to %2 of that are these waits: faster communication alone may not end them."),
        std::move(sentence), arg::Duration { ofThem } };
}

Message withDoubtOfPythonWaits(Message sentence)
{
    return { KT_PHRASE("overview",
                 "%1 Waits in Python count as long as recorded: where another thread needs values from the GPU for "
                 "them, less is saved."),
        std::move(sentence) };
}

Message withDoubtOfLoader(Message sentence, const FindingSaving& saving, Nanoseconds forLoader)
{
    if (saving.saved <= 0 || forLoader < saving.saved / 4)
        return sentence;
    return {
        KT_PHRASE("overview",
            "%1 Time in data loading counts as long as recorded: where workers make the batches, and are no sooner "
            "done with them, the host waits longer for these, and less is saved."),
        std::move(sentence)
    };
}

Message withDoubtOfLostKernels(Message sentence, const FindingSaving& saving, Nanoseconds lost)
{
    if (saving.saved <= 0 || lost <= saving.saved / 10)
        return sentence;
    return { KT_PHRASE("overview",
                 "%1 Up to %2 of that is no saving where kernels that are not in the file ran then: they take as long "
                 "in any case."),
        std::move(sentence), arg::Duration { std::min(lost, saving.saved) } };
}

} // namespace kinetoscope
