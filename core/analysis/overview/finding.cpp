// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/finding.h"

#include "core/analysis/overview/saving_doubts.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

/// What the host waits for the GPU is known with the saving.
Message waitsInWords(const FindingSaving& saving)
{
    const RemovedWaits& waits = saving.waits;
    const arg::Share there { waits.place.there, waits.time };
    const Message call { KT_PHRASE("overview", "%1"), arg::Name { waits.place.name } };
    const Message name = waits.place.caller.empty()
        ? call
        : Message { KT_PHRASE("overview", "%1 in %2"), call, arg::Name { waits.place.caller } };
    const Message most = waits.few.count == 0
        ? Message { KT_PHRASE("overview", " (%1 of it in %2)"), there, name }
        : Message { KT_PLURAL("overview", " (%2 of it in %3, %4 of it in %1 of the calls)",
                        " (%2 of it in %3, %4 of it in %1 of the calls)"),
              arg::Count { waits.few.count }, there, name, arg::Duration { waits.few.time } };
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
    if (waits.toHost > waits.time / 10)
        words = {
            KT_PHRASE("overview",
                "%1 %2 of these waits are for copies to the host, of %3 on average: where it works on these data, "
                "it has to wait for them."),
            std::move(words), arg::Duration { waits.toHost }, arg::Bytes { waits.toHostBytes }
        };
    return words;
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

/// "5.0 % of the wall time"
Message shareOfSaving(const FindingSaving& saving, const Candidate& candidate)
{
    if (saving.isOfSteps) // it is not the time that other tables have for them
        return { KT_PHRASE("overview", "%1 of the time from step to step"), arg::Share { saving.saved, saving.wall } };
    if (candidate.isOfRecorded) // as the time that the finding is about
        return { KT_PHRASE("overview", "%1 of the recorded time"), arg::Share { saving.saved, candidate.whole } };
    return { KT_PHRASE("overview", "%1 of the wall time"), arg::Share { saving.saved, saving.wall } };
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

/// The one that is quoted first is the other one from now on.
void swapCures(Finding& finding)
{
    Candidate& candidate = finding.candidate;
    const Nanoseconds curable = candidate.curable.value_or(candidate.atStake);
    std::swap(candidate.cure, candidate.other.changes);
    std::swap(candidate.cureWords, candidate.other.words);
    candidate.curable = std::exchange(candidate.other.curable, curable);
    std::swap(finding.saving, finding.other);
    finding.cure.changes = candidate.cure;
}

bool launchesGraphs(const std::vector<NamedChange>& cure)
{
    return std::ranges::find(cure, ChangeKind::Graph, &NamedChange::kind) != cure.end();
}

/// Whether the cure lets work start that waited for the host: then it is held up by what else it waits for.
bool releasesWork(const std::vector<NamedChange>& cure)
{
    return launchesGraphs(cure) || std::ranges::find(cure, ChangeKind::Wait, &NamedChange::kind) != cure.end();
}

bool savesTime(const std::optional<FindingSaving>& saving)
{
    return saving && saving->saved > 0;
}

/// Whether FindingSaving::eventWaits make the saving that is quoted second doubtful, and not the first.
bool areEventWaitsOfOther(const Finding& finding)
{
    const bool isSaid = finding.saving && releasesWork(finding.candidate.cure);
    return releasesWork(finding.candidate.other.changes) && !isSaid && savesTime(finding.other)
        && finding.other->eventWaits > 0;
}

/// Whether a cure lets the host go on while the GPU works, into waits in Python.
bool leadsToPythonWaits(const std::vector<NamedChange>& changes, const FindingSaving& saving, const Finding& finding)
{
    return finding.waitsInPython && saving.saved > 0
        && std::ranges::find(changes, ChangeKind::Wait, &NamedChange::kind) != changes.end();
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
    if (leadsToPythonWaits(cure.changes, *finding.other, finding))
        sentence = withDoubtOfPythonWaits(std::move(sentence));
    return withDoubtsOfOps(std::move(sentence), *finding.other);
}

/// Whether one cure does all that the other one does.
bool isPartOf(const std::vector<NamedChange>& part, const std::vector<NamedChange>& whole)
{
    return !part.empty() && std::ranges::all_of(part, [&whole](const NamedChange& each) {
        return each.kind == ChangeKind::Keep || std::ranges::any_of(whole, [&each](const NamedChange& other) {
            return other.kind == each.kind && other.target == each.target && other.listed == each.listed
                && (other.factorText == each.factorText || other.factorText == "0");
        });
    });
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
    if (finding.saving && leadsToPythonWaits(candidate.cure, *finding.saving, finding))
        sentence = withDoubtOfPythonWaits(std::move(sentence));
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

bool tellsEventWaits(const Finding& finding)
{
    return releasesWork(finding.candidate.cure) && savesTime(finding.saving) && finding.saving->eventWaits > 0;
}

void chooseCure(Finding& finding, std::optional<FindingSaving> other)
{
    Candidate& candidate = finding.candidate;
    if (candidate.other.isBeside && other && finding.saving
        && other->saved > std::max<Nanoseconds>(0, finding.saving->saved)) {
        finding.other = other;
        return;
    }
    const bool savesLittle = finding.saving && finding.saving->saved < candidate.atStake - candidate.atStake / 2;
    if (candidate.other.isBeside || !savesLittle || !other
        || other->saved <= std::max<Nanoseconds>(0, finding.saving->saved))
        return;
    candidate.promise = {}; // it is that of the cure that saves little
    finding.other = other;
    swapCures(finding);
}

void quoteOnce(std::vector<Finding>& all)
{
    // What a faster host would save is quoted where the most of that is at stake.
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t before = 0; before < i && all[i].other; ++before) {
            const Finding& larger = all[before];
            if (larger.rank != all[i].rank || !larger.saving || larger.saving->saved <= 0
                || !isPartOf(larger.candidate.cure, all[i].candidate.cure))
                continue;
            swapCures(all[i]);
            all[i].other.reset();
            all[i].ofAnother = larger.candidate.cureWords;
            all[i].stakeOfOther = larger.candidate.atStake;
        }
    }
    const auto quotedBy = [&all](std::size_t i) -> const Finding* {
        for (std::size_t j = 0; j < all.size(); ++j) {
            if (j == i || all[j].rank != all[i].rank || !all[j].saving || all[j].saving->saved <= 0)
                continue;
            if (isPartOf(all[i].candidate.cure, all[j].candidate.cure)
                && (j < i || !isPartOf(all[j].candidate.cure, all[i].candidate.cure)))
                return &all[j];
        }
        return nullptr;
    };
    std::vector<std::size_t> doubles;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Finding* const other = all[i].saving && all[i].saving->saved > 0 ? quotedBy(i) : nullptr;
        if (other == nullptr)
            continue;
        doubles.push_back(i);
        all[i].stakeOfOther = other->candidate.atStake;
    }
    for (const std::size_t i : doubles) {
        Finding& finding = all[i];
        finding.ofAnother = finding.candidate.cureWords;
        if (finding.other)
            swapCures(finding);
        (finding.other ? finding.other : finding.saving).reset();
    }
    // As graphs, first or second, launches cost nothing, either.
    const auto ofGraphs = [](const Finding& finding) {
        return savesTime(finding.saving) && launchesGraphs(finding.candidate.cure);
    };
    const auto areSecond = [](const Finding& finding) {
        return savesTime(finding.other) && launchesGraphs(finding.candidate.other.changes);
    };
    for (Finding& finding : all) {
        if (finding.candidate.idleGroup != IdleGroup::LaunchCalls || !savesTime(finding.saving))
            continue;
        const auto graphs = std::ranges::find_if(all, [&](const Finding& other) {
            const bool isOfSame = other.rank == finding.rank || (other.alike && finding.alike); // all have both
            return isOfSame && (ofGraphs(other) || areSecond(other));
        });
        if (graphs == all.end())
            continue;
        finding.stakeOfGraphs = graphs->candidate.atStake;
        finding.areGraphsSecond = !ofGraphs(*graphs);
    }
}

void tellEventWaitsOnce(std::vector<Finding>& all)
{
    std::set<std::size_t> told; // ranks
    for (Finding& finding : all) {
        if (tellsEventWaits(finding) || areEventWaitsOfOther(finding))
            finding.areEventWaitsTold = !told.insert(finding.rank).second;
    }
}

bool doSavingsOverlap(const std::vector<Finding>& all)
{
    struct OfRank {
        Nanoseconds sum = 0;
        int count = 0;
        bool isOfOthers = false; ///< one saves what others save, too
    };
    std::map<std::size_t, OfRank> byRank;
    for (const Finding& finding : all) {
        if (!finding.saving || finding.saving->saved <= 0)
            continue;
        OfRank& rank = byRank[finding.rank];
        rank.sum = saturatingAdd(rank.sum, finding.saving->saved);
        // As graphs, launches of a sequence cost nothing, either.
        const bool isOfSequence = finding.other && finding.candidate.other.isBeside;
        rank.isOfOthers = rank.isOfOthers || finding.candidate.kind == finding::kWaitsForGpu
            || launchesGraphs(finding.candidate.cure) || isOfSequence;
        rank.count += isOfSequence ? 2 : 1;
        if (rank.count > 1 && (rank.isOfOthers || rank.sum > finding.saving->wall / 2))
            return true;
    }
    return false;
}

} // namespace kinetoscope
