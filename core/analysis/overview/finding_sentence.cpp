// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/finding_sentence.h"

#include "core/analysis/overview/saving_doubts.h"
#include "core/base/contains.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

bool fetchesSingleValues(const RemovedWaits& waits)
{
    return contains(waits.place.caller, "aten::_local_scalar_dense") && waits.place.there > waits.time / 2;
}

/// What the host waits for the GPU is known with the saving.
Message waitsInWords(const FindingSaving& saving)
{
    const RemovedWaits& waits = saving.waits;
    const arg::Share share { waits.place.there, waits.time };
    const Message call { KT_PHRASE("overview", "%1"), arg::Name { waits.place.name } };
    const Message name = waits.place.caller.empty()
        ? call
        : Message { KT_PHRASE("overview", "%1 in %2"), call, arg::Name { waits.place.caller } };
    const Message there = waits.inside.name.empty()
        ? Message { KT_PHRASE("overview", "%1 of it in %2"), share, name }
        : Message { KT_PHRASE("overview", "%1 of it in %2, %3 inside %4"), share, name,
              arg::Share { waits.inside.there, waits.time }, arg::Name { waits.inside.name } };
    const Message most = waits.few.count == 0
        ? Message { KT_PHRASE("overview", " (%1)"), there }
        : Message { KT_PLURAL("overview", " (%2, %3 of it in %1 of the calls)", " (%2, %3 of it in %1 of the calls)"),
              arg::Count { waits.few.count }, there, arg::Duration { waits.few.time } };
    Message words { KT_PLURAL("overview",
                        "The host waits %2 for the GPU, in %1 call%3: it is less far "
                        "ahead afterwards, so that the GPU may run out of work later, too, while the host does "
                        "something else.",
                        "The host waits %2 for the GPU, in %1 calls%3: it is less far "
                        "ahead afterwards, so that the GPU may run out of work later, too, while the host does "
                        "something else. Where one of them goes, a later one may wait in its place: all have to go."),
        arg::Count { waits.calls }, arg::Duration { waits.time }, most };
    if (waits.kept > waits.time / 10)
        words = { KT_PHRASE("overview",
                      "%1 Other synchronisations take %2, although no recorded work is left to wait for: that stays, "
                      "whatever it is."),
            std::move(words), arg::Duration { waits.kept } };
    if (waits.retried > waits.time / 10)
        words = { KT_PHRASE("overview",
                      "%1 For %2 of that PyTorch's caching allocator waits, to free what it kept and allocate again, "
                      "as it does when memory is full: where none is tried again, no such wait is left."),
            std::move(words), arg::Duration { waits.retried } };
    if (waits.compiling > waits.time / 10)
        words = {
            KT_PHRASE("overview",
                "%1 For %2 of that it waits while code is compiled and tried out, as autotuning does: that needs its "
                "waits."),
            std::move(words), arg::Duration { waits.compiling }
        };
    if (waits.toHost > waits.time / 10)
        words = {
            KT_PHRASE("overview",
                "%1 %2 of these waits are for copies to the host, of %3 on average: where it works on these data, "
                "it has to wait for them."),
            std::move(words), arg::Duration { waits.toHost }, arg::Bytes { waits.toHostBytes }
        };
    else if (fetchesSingleValues(waits))
        words = { KT_PHRASE("overview",
                      "%1 %2 fetches single values, as .item() does: where the program needs one to go on, it has to "
                      "wait for it."),
            std::move(words), arg::Name { waits.place.caller } };
    return words;
}

/// Whether waitsInWords() says of some that they may have to stay.
bool areWaitsNeeded(const RemovedWaits& waits)
{
    return waits.compiling > waits.time / 10 || waits.toHost > waits.time / 10 || fetchesSingleValues(waits);
}

/// With what its cure promises, where the estimate does not belie it.
Message withPromise(const Finding& finding)
{
    const Candidate& candidate = finding.candidate;
    if (candidate.kind == finding::kWaitsForGpu && finding.saving)
        return withEventWaits(
            waitsInWords(*finding.saving), finding.areEventWaitsTold ? 0 : finding.saving->eventWaits);
    // What is saved before and after the GPU's work is none of the time that it is about.
    const bool isKept = finding.saving
        && std::min(finding.saving->saved, finding.saving->inView) >= candidate.atStake - candidate.atStake / 2;
    return candidate.promise.isEmpty() || !isKept
        ? candidate.sentence
        : Message { KT_PHRASE("overview", "%1 %2"), candidate.sentence, candidate.promise };
}

/// "5.0 %"
arg::Share bareShareOf(const FindingSaving& saving, const Candidate& candidate)
{
    return { saving.saved, candidate.isOfRecorded && !saving.isOfSteps ? candidate.whole : saving.wall };
}

/// "5.0 % of the wall time"
Message shareOfSaving(const FindingSaving& saving, const Candidate& candidate)
{
    const arg::Share share = bareShareOf(saving, candidate);
    if (saving.isOfSteps) // it is not the time that other tables have for them
        return { KT_PHRASE("overview", "%1 of the time from step to step"), share };
    if (candidate.isOfRecorded) // as the time that the finding is about
        return { KT_PHRASE("overview", "%1 of the recorded time"), share };
    return { KT_PHRASE("overview", "%1 of the wall time"), share };
}

/// With the estimate of what a cure saves as its last sentence.
/// @param named  most that it can save of the time that the finding is about.
Message withSaving(
    Message sentence, const Message& cure, const FindingSaving& saving, Nanoseconds named, const Finding& finding)
{
    const bool waitsInPython = finding.waitsInPython;
    const bool tellsLoading = finding.candidate.tellsLoading;
    const Message share = shareOfSaving(saving, finding.candidate);
    if (saving.saved <= 0 && waitsInPython)
        return { KT_PHRASE("overview",
                     "%1 Estimated saving %2: not known, since a replay does not follow what the main thread waits for "
                     "in Python."),
            std::move(sentence), cure };
    if (saving.saved <= 0)
        return { KT_PHRASE("overview", "%1 Estimated saving %2: none."), std::move(sentence), cure };
    // A cure reaches all that it names, so that it may gain more than the time that the finding is about.
    const arg::Duration saved { saving.saved };
    // What is saved before and after the GPU's work says little of a finding that is about the time between.
    const Nanoseconds inView = std::max<Nanoseconds>(0, saving.inView);
    if (saving.inView < saving.saved / 2) {
        const arg::Duration there { inView };
        const arg::Duration outside { saving.saved - inView };
        Message withBoth = inView > named
            ? Message { KT_PHRASE("overview",
                            "%1 Estimated saving %2: %3 of the GPU time in view, also outside of this time, and %4 "
                            "before or after it (together %5)."),
                  std::move(sentence), cure, there, outside, share }
            : Message { KT_PHRASE("overview",
                            "%1 Estimated saving %2: %3 of the GPU time in view, and %4 before or after it (together "
                            "%5)."),
                  std::move(sentence), cure, there, outside, share };
        return withDoubtOfOneOff(std::move(withBoth), saving, tellsLoading);
    }
    const bool isAlsoElsewhere = saving.saved > named;
    Message withIt = isAlsoElsewhere
        ? Message { KT_PHRASE("overview", "%1 Estimated saving %2, also outside of this time: %3 (%4)."),
              std::move(sentence), cure, saved, share }
        : Message { KT_PHRASE("overview", "%1 Estimated saving %2: %3 (%4)."), std::move(sentence), cure, saved,
              share };
    return withDoubtOfOneOff(std::move(withIt), saving, tellsLoading);
}

/// Why work that takes less saves less than that: what is on the critical path in its place.
Message withMoreOnPath(Message sentence, const MoreOnPath& more)
{
    if (more.time <= 0)
        return sentence;
    const Message what = isHostCause(more.cause) ? Message { KT_PHRASE("overview", "time of the host") }
                                                 : causeInSentence(toString(more.cause));
    return { KT_PHRASE("overview", "%1 Then %2 of the critical path is %4, instead of %3 as recorded."),
        std::move(sentence), arg::Duration { more.time }, arg::Duration { more.recorded }, what };
}

/// Launch calls that waited for the GPU get shorter with its work, which a replay does not know.
Message withQueueWaits(Message sentence, const QueueWaits& waits)
{
    return { KT_PLURAL("overview",
                 "%2 More may be saved than estimated: the estimate keeps launch calls as long as they are, but %1 of "
                 "them, shorter than %3, was made with %4 or more launches in its queue and may have waited for room "
                 "in it, for up to %5.",
                 "%2 More may be saved than estimated: the estimate keeps launch calls as long as they are, but %1 of "
                 "them, each shorter than %3, were made with %4 or more launches in their queue and may have waited "
                 "for room in it, for up to %5 together."),
        arg::Count { waits.calls }, std::move(sentence), arg::ExactDuration { waits.shorterThan },
        arg::Count { static_cast<std::size_t>(waits.queueLength) }, arg::Duration { waits.time } };
}

/// With why no more is saved, as far as that is known.
Message withLimits(Message sentence, const Finding& finding)
{
    const FindingSaving& saving = *finding.saving;
    const bool tellsLimit =
        !saving.limit.name.isEmpty() && !finding.other && (saving.saved > 0 || !finding.waitsInPython);
    if (tellsLimit && !saving.limit.isMuchInQueue)
        sentence = { KT_PHRASE("overview", "%1 Then the critical path is mostly %2 (%3)."), std::move(sentence),
            saving.limit.name, arg::Share { saving.limit.time, saving.limit.path } };
    if (!saving.more.isMuchInQueue)
        sentence = withMoreOnPath(std::move(sentence), saving.more);
    // In place of either: the GPU would still be what the host waits for.
    if ((tellsLimit && saving.limit.isMuchInQueue) || saving.more.isMuchInQueue)
        sentence = withQueueWaits(std::move(sentence), saving.queueWaits);
    return sentence;
}

/// With what doubts a saving of a cure that lets the host go on while the GPU works: there it may wait for others.
Message withDoubtsOfRunningAhead(
    Message sentence, const std::vector<NamedChange>& changes, const FindingSaving& saving, const Finding& finding)
{
    if (saving.saved <= 0 || std::ranges::find(changes, ChangeKind::Wait, &NamedChange::kind) == changes.end())
        return sentence;
    if (finding.waitsInPython)
        sentence = withDoubtOfPythonWaits(std::move(sentence));
    return withDoubtOfLoader(std::move(sentence), saving, finding.forLoader);
}

/// With the estimate of the cure that is quoted second, and its own doubts.
Message withOther(Message sentence, const Finding& finding)
{
    const OtherCure& cure = finding.candidate.other;
    sentence = withSaving(std::move(sentence), cure.words, *finding.other, cure.curable, finding);
    if (areEventWaitsOfOther(finding) && !finding.areEventWaitsTold)
        sentence = withEventWaits(std::move(sentence), finding.other->eventWaits);
    if (releasesWork(cure.changes))
        sentence = withDoubtOfLostKernels(std::move(sentence), *finding.other, finding.lostInRank);
    sentence = withDoubtOfSetUp(std::move(sentence), cure.changes, *finding.other, finding.candidate.setUp);
    sentence = withDoubtsOfRunningAhead(std::move(sentence), cure.changes, *finding.other, finding);
    return withDoubtsOfOps(std::move(sentence), *finding.other);
}

} // namespace

Message sentenceOf(const Finding& finding)
{
    const Candidate& candidate = finding.candidate;
    Message sentence = withPromise(finding);
    if (finding.saving)
        sentence = withSaving(std::move(sentence), candidate.cureWords, *finding.saving,
            candidate.curable.value_or(std::max(candidate.atStake, candidate.named)), finding);
    if (finding.saving)
        sentence = withDoubtOfWaits(std::move(sentence), *finding.saving, candidate.waitsInCure);
    if (finding.saving)
        sentence = withLimits(std::move(sentence), finding);
    const bool areEventWaitsDue = tellsEventWaits(finding) && !finding.areEventWaitsTold;
    if (candidate.kind != finding::kWaitsForGpu && areEventWaitsDue) // which says so of the waits themselves
        sentence = withEventWaits(std::move(sentence), finding.saving->eventWaits);
    if (!finding.unknownSaving.isEmpty())
        sentence = { KT_PHRASE("overview", "%1 Estimated saving %2: not known, since %3."), std::move(sentence),
            candidate.cureWords, finding.unknownSaving };
    if (finding.saving && releasesWork(candidate.cure))
        sentence = withDoubtOfLostKernels(std::move(sentence), *finding.saving, finding.lostInRank);
    if (finding.saving)
        sentence = withDoubtOfSetUp(std::move(sentence), candidate.cure, *finding.saving, candidate.setUp);
    if (finding.saving)
        sentence = withDoubtsOfRunningAhead(std::move(sentence), candidate.cure, *finding.saving, finding);
    if (finding.saving)
        sentence = withDoubtsOfOps(std::move(sentence), *finding.saving);
    if (finding.other)
        sentence = withOther(std::move(sentence), finding);
    if (!finding.ofAnother.isEmpty())
        sentence = { KT_PHRASE("overview",
                         "%1 What is saved %2 is part of the estimated saving of another finding, that of %3."),
            std::move(sentence), finding.ofAnother, arg::Duration { finding.stakeOfOther } };
    if (finding.stakeOfGraphs && finding.areGraphsSecond)
        sentence = { KT_PHRASE("overview",
                         "%1 Calls that go into graphs are part of that and of the second estimated saving of the "
                         "finding of %2, too: the two do not add up."),
            std::move(sentence), arg::Duration { *finding.stakeOfGraphs } };
    else if (finding.stakeOfGraphs)
        sentence = { KT_PHRASE("overview",
                         "%1 Calls that go into graphs are part of that and of the estimated saving of the finding of "
                         "%2, too: the two do not add up."),
            std::move(sentence), arg::Duration { *finding.stakeOfGraphs } };
    if (!finding.shared.isEmpty())
        sentence = { KT_PHRASE("overview", "%1 %2"), std::move(sentence), finding.shared };
    return sentence;
}

namespace {

/// Whether the sentence says that waits which a cure takes away may have to stay.
bool mayHaveToWait(const Finding& finding, const std::vector<NamedChange>& changes, const FindingSaving& saving)
{
    const bool isSaid = finding.candidate.waitsMayStay
        || (finding.candidate.kind == finding::kWaitsForGpu && areWaitsNeeded(saving.waits));
    return isSaid && std::ranges::find(changes, ChangeKind::Wait, &NamedChange::kind) != changes.end();
}

/// Whether its sentence says of the saving that it quotes first that less may be saved.
bool isFirstDoubtful(const Finding& finding)
{
    const Candidate& candidate = finding.candidate;
    const FindingSaving& saving = *finding.saving;
    if (tellsEventWaits(finding) || mayHaveToWait(finding, candidate.cure, saving))
        return true;
    Message said = withDoubtOfOneOff({}, saving, candidate.tellsLoading);
    said = withDoubtOfWaits(std::move(said), saving, candidate.waitsInCure);
    if (releasesWork(candidate.cure))
        said = withDoubtOfLostKernels(std::move(said), saving, finding.lostInRank);
    said = withDoubtOfSetUp(std::move(said), candidate.cure, saving, candidate.setUp);
    said = withDoubtsOfRunningAhead(std::move(said), candidate.cure, saving, finding);
    return !withDoubtsOfOps(std::move(said), saving).isEmpty();
}

/// The same of the second.
bool isOtherDoubtful(const Finding& finding)
{
    const OtherCure& cure = finding.candidate.other;
    const FindingSaving& saving = *finding.other;
    if (areEventWaitsOfOther(finding) || mayHaveToWait(finding, cure.changes, saving))
        return true;
    Message said = withDoubtOfOneOff({}, saving, finding.candidate.tellsLoading);
    if (releasesWork(cure.changes))
        said = withDoubtOfLostKernels(std::move(said), saving, finding.lostInRank);
    said = withDoubtOfSetUp(std::move(said), cure.changes, saving, finding.candidate.setUp);
    said = withDoubtsOfRunningAhead(std::move(said), cure.changes, saving, finding);
    return !withDoubtsOfOps(std::move(said), saving).isEmpty();
}

/// "with the host twice as fast in ops: up to 33.40 ms (38.2 % of the wall time)"
/// @param share  of the saving, with or without what it is of.
Message estimateWith(
    const Message& cure, const FindingSaving& saving, const Message& share, bool isDoubtful, const Finding& finding)
{
    if (saving.saved <= 0)
        return finding.waitsInPython ? Message { KT_PHRASE("overview", "%1: not known"), cure }
                                     : Message { KT_PHRASE("overview", "%1: none"), cure };
    const arg::Duration saved { saving.saved };
    return isDoubtful ? Message { KT_PHRASE("overview", "%1: up to %2 (%3)"), cure, saved, share }
                      : Message { KT_PHRASE("overview", "%1: %2 (%3)"), cure, saved, share };
}

} // namespace

Message estimateOf(const Finding& finding)
{
    const Candidate& candidate = finding.candidate;
    Message first;
    if (finding.saving)
        first = estimateWith(candidate.cureWords, *finding.saving, shareOfSaving(*finding.saving, candidate),
            isFirstDoubtful(finding), finding);
    else if (!finding.unknownSaving.isEmpty())
        first = { KT_PHRASE("overview", "%1: not known"), candidate.cureWords };
    if (first.isEmpty())
        return {};
    if (!finding.other)
        return { KT_PHRASE("overview", "Estimated saving %1."), std::move(first) };
    const FindingSaving& other = *finding.other;
    const bool isFirstTold = finding.saving && finding.saving->saved > 0; // with what shares are of
    const Message share = isFirstTold ? Message { KT_PHRASE("overview", "%1"), bareShareOf(other, candidate) }
                                      : shareOfSaving(other, candidate);
    return { KT_PHRASE("overview", "Estimated saving %1; %2."), std::move(first),
        estimateWith(candidate.other.words, other, share, isOtherDoubtful(finding), finding) };
}

} // namespace kinetoscope
