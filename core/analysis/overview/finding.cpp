// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/finding.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kinetoscope {

namespace {

/// With what its cure promises, where the estimate does not belie it.
Message withPromise(const Finding& finding)
{
    const Candidate& candidate = finding.candidate;
    const bool isKept = finding.saving && finding.saving->saved >= candidate.atStake - candidate.atStake / 2;
    return candidate.promise.isEmpty() || !isKept
        ? candidate.sentence
        : Message { KT_PHRASE("overview", "%1 %2"), candidate.sentence, candidate.promise };
}

/// With the estimate of what a cure saves as its last sentence.
/// @param named  most that it can save of the time that the finding is about.
Message withSaving(
    Message sentence, const Message& cure, const FindingSaving& saving, Nanoseconds named, bool waitsInPython)
{
    if (saving.saved <= 0 && waitsInPython)
        return { KT_PHRASE("overview",
                     "%1 Estimated saving %2: not known, since a replay does not follow what the main thread waits for "
                     "in Python."),
            std::move(sentence), cure };
    if (saving.saved <= 0)
        return { KT_PHRASE("overview", "%1 Estimated saving %2: none."), std::move(sentence), cure };
    // A cure reaches all that it names, so that it may gain more than the time that the finding is about.
    const arg::Duration saved { saving.saved };
    const arg::Share share { saving.saved, saving.wall };
    if (saving.saved - named > named / 100)
        return { KT_PHRASE("overview", "%1 Estimated saving %2, also outside of this time: %3 (%4 of the wall time)."),
            std::move(sentence), cure, saved, share };
    return { KT_PHRASE("overview", "%1 Estimated saving %2: %3 (%4 of the wall time)."), std::move(sentence), cure,
        saved, share };
}

} // namespace

Message sentenceOf(const Finding& finding)
{
    const Candidate& candidate = finding.candidate;
    Message sentence = withPromise(finding);
    if (!finding.saving)
        return sentence;
    sentence = withSaving(std::move(sentence), candidate.cureWords, *finding.saving,
        candidate.curable.value_or(std::max(candidate.atStake, candidate.named)), finding.waitsInPython);
    if (finding.isPythonDoubtful && finding.saving->saved > 0)
        sentence = { KT_PHRASE("overview", "%1 Part of that may be the cost of recording Python."),
            std::move(sentence) };
    return !finding.other ? sentence
                          : withSaving(std::move(sentence), candidate.other.words, *finding.other,
                              candidate.other.curable, finding.waitsInPython);
}

void chooseCure(Finding& finding, std::optional<FindingSaving> other)
{
    Candidate& candidate = finding.candidate;
    const bool savesLittle = finding.saving && finding.saving->saved < candidate.atStake - candidate.atStake / 2;
    if (!savesLittle || !other || other->saved <= std::max<Nanoseconds>(0, finding.saving->saved))
        return;
    finding.other = std::exchange(finding.saving, other);
    const Nanoseconds curable = candidate.curable.value_or(candidate.atStake);
    std::swap(candidate.cure, candidate.other.changes);
    std::swap(candidate.cureWords, candidate.other.words);
    candidate.curable = std::exchange(candidate.other.curable, curable);
    candidate.promise = {}; // it is that of the cure that saves little
    finding.cure.changes = candidate.cure;
}

bool areSavingsMuchOfTheWall(const std::vector<Finding>& all)
{
    std::map<std::size_t, std::pair<Nanoseconds, int>> byRank;
    for (const Finding& finding : all) {
        if (!finding.saving || finding.saving->saved <= 0)
            continue;
        auto& [sum, count] = byRank[finding.rank];
        sum = saturatingAdd(sum, finding.saving->saved);
        if (++count > 1 && sum > finding.saving->wall / 2)
            return true;
    }
    return false;
}

} // namespace kinetoscope
