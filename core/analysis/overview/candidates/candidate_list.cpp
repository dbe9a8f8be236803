// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/candidate_list.h"

#include "core/analysis/overview/candidates/idle_cures.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

Message nameOfView()
{
    return { KT_PHRASE("overview", "GPU time in view") };
}

Candidate CandidateList::make(const char* kind, const char* analysis, Nanoseconds atStake) const
{
    return Candidate {
        .kind = kind, .analysis = analysis, .atStake = atStake, .whole = m_facts.split.window, .wholeName = nameOfView()
    };
}

void CandidateList::add(Candidate candidate, Message sentence)
{
    candidate.sentence = std::move(sentence);
    if (isWorthASentence(candidate, m_thresholds))
        m_candidates.push_back(std::move(candidate));
}

Message CandidateList::ofView(Nanoseconds time) const
{
    return { KT_PHRASE("overview", "%1 (%2 of GPU time in view)"), arg::Duration { time },
        arg::Share { time, m_facts.split.window } };
}

Message CandidateList::eachOf(const IdleOf& found)
{
    const Stretches& waits = found.idle;
    if (waits.count <= 1)
        return {};
    if (waits.longest > waits.time / 2)
        return { KT_PHRASE("overview", ", %1 of it at one time"), arg::Duration { waits.longest } };
    if (found.few > 0)
        return { KT_PHRASE("overview", ", %1 of it in the %2 longest"), arg::Duration { found.inFew },
            arg::Count { found.few } };
    return { KT_PHRASE("overview", ", %1 each on average"), arg::Duration { meanOf(waits.time, waits.count) } };
}

namespace {

/// Whether few of many gaps hold several parts, and these are much alike: how many parts they are helps nobody.
bool isNearlyOneEach(const IdleOf& found)
{
    return found.gaps < found.idle.count && found.idle.count - found.gaps <= found.gaps / 20 && found.few == 0
        && found.idle.longest <= found.idle.time / 2;
}

} // namespace

Message CandidateList::placesOf(const IdleOf& found)
{
    // Gaps with work of no length between them are one stretch.
    Message gaps { KT_PLURAL("overview", "%1 gap", "%1 gaps"), arg::Count { std::min(found.gaps, found.idle.count) } };
    if (found.idle.count <= found.gaps)
        return gaps;
    if (isNearlyOneEach(found))
        return { KT_PHRASE("overview", "parts of %1"), std::move(gaps) };
    return { KT_PLURAL("overview", "%1 part of %2", "%1 parts of %2"), arg::Count { found.idle.count },
        std::move(gaps) };
}

Message CandidateList::eachPlaceOf(const IdleOf& found)
{
    if (isNearlyOneEach(found))
        return { KT_PHRASE("overview", ", %1 a gap on average"),
            arg::Duration { meanOf(found.idle.time, found.gaps) } };
    if (found.idle.count <= found.gaps || found.idle.longest > found.idle.time / 2)
        return eachOf(found);
    // Of parts, which are not gaps.
    if (found.few > 0)
        return { KT_PHRASE("overview", ", %1 of it in the %2 longest parts"), arg::Duration { found.inFew },
            arg::Count { found.few } };
    return { KT_PHRASE("overview", ", %1 a part on average"),
        arg::Duration { meanOf(found.idle.time, found.idle.count) } };
}

Message CandidateList::andAlone(Nanoseconds alone, Nanoseconds time)
{
    return shareOf(alone, time) >= kNearlyAlone
        ? Message {}
        : Message { KT_PHRASE("overview", ", and run alone for %1"), arg::Duration { alone } };
}

Candidate CandidateList::makeIdle(IdleGroup which, const char* kind) const
{
    const IdleOf& found = m_facts.of(which);
    // Short gaps before work without a launch are latency among the causes, and kernel waits in both here and there.
    const char* const analysis = which == IdleGroup::KernelGaps ? "idle-time" : "idle-causes";
    Candidate candidate = make(kind, analysis, found.idle.time);
    candidate.ranges = found.idle.ranges;
    candidate.idleGroup = which;
    candidate.lost = found.lost;
    candidate.cure = cureOf(which, m_facts);
    candidate.cureWords = cureWordsOf(which, m_facts);
    return candidate;
}

bool isMuchLost(const IdleOf& found)
{
    constexpr double kLeastShareLost = 0.1;
    return shareOf(found.lost, found.idle.time) >= kLeastShareLost;
}

} // namespace kinetoscope
