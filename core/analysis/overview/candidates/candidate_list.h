// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidates/candidates.h"
#include "core/analysis/overview/facts/shares.h"

#include <vector>

namespace kinetoscope {

/// Of its time: from here on work counts as running alone.
inline constexpr double kNearlyAlone = 0.95;

/// "GPU time in view": what most shares are of.
[[nodiscard]] Message nameOfView();

/// The candidates of one rank while they are collected, and what all of them are made with. Keeps references to the
/// facts.
class CandidateList {
public:
    CandidateList(const RankFacts& facts, const FindingThresholds& thresholds)
        : m_facts(facts)
        , m_thresholds(thresholds)
    {
    }

    [[nodiscard]] const RankFacts& facts() const { return m_facts; }
    [[nodiscard]] const FindingThresholds& thresholds() const { return m_thresholds; }

    /// Of the GPU time in view, without a sentence.
    [[nodiscard]] Candidate make(const char* kind, const char* analysis, Nanoseconds atStake) const;
    /// Of idle time of a group, with its ranges and its cure, without a sentence.
    [[nodiscard]] Candidate makeIdle(IdleGroup which, const char* kind) const;
    /// If it is worth a sentence.
    void add(Candidate candidate, Message sentence);
    /// "12.3 ms (4.5 % of GPU time in view)".
    [[nodiscard]] Message ofView(Nanoseconds time) const;
    [[nodiscard]] const Stretches& part(TimePart which) const { return m_facts.parts[static_cast<std::size_t>(which)]; }
    /// How several waits are made up: ", 12 us each on average", or that it is mostly one or a few; empty for one.
    [[nodiscard]] static Message eachOf(const IdleOf& found);
    /// "3 gaps", as many as the finding has intervals; or, where other causes or the scope leave several parts of one,
    /// "12 parts of 3 gaps", or "parts of 100 gaps" where it is few of many.
    [[nodiscard]] static Message placesOf(const IdleOf& found);
    /// As eachOf(), of the gaps or parts that placesOf() says.
    [[nodiscard]] static Message eachPlaceOf(const IdleOf& found);

    /// ", and run alone for 2 us": what of its `time` no other work runs beside; empty where that is nearly all of it.
    [[nodiscard]] static Message andAlone(Nanoseconds alone, Nanoseconds time);

    [[nodiscard]] std::vector<Candidate>& candidates() { return m_candidates; }
    [[nodiscard]] std::vector<Candidate> take() { return std::move(m_candidates); }

private:
    const RankFacts& m_facts;
    const FindingThresholds& m_thresholds;
    std::vector<Candidate> m_candidates;
};

/// Whose the idle time of the rank is, a candidate a group of causes.
/// @param kernelDelay  the gap threshold that the facts were made with; ns.
void addIdleCandidates(CandidateList& list, Nanoseconds kernelDelay);
/// Those of which the host is no reason, or not known to be one. As addIdleCandidates(), which calls it.
void addGapCandidates(CandidateList& list, Nanoseconds kernelDelay);
/// Whether kernels that are not in the file may have run in so much of the time that it is said.
[[nodiscard]] bool isMuchLost(const IdleOf& found);
/// The longest step, where it is much longer than the others: a finding of its own, or words behind that of another in
/// the list, whose time it has more of. What of it is waiting for a rank is a finding about that.
void addSlowStep(CandidateList& list, const CollectiveWaits& waits);
/// Host work before the first and after the last GPU activity, which is in no figure of the view.
void addTimeOutside(CandidateList& list);

/// What the host does where no GPU work was recorded, or chosen.
void addHostCandidates(CandidateList& list, const Trace& trace, const CollectiveWaits& waits);

/// What of the GPU's communication and copies nothing hides; with it addWaitsForOthers().
void addWorkCandidates(CandidateList& list, const CollectiveWaits& waits);
/// Kernels that take most of the busy time, or do what could be done faster, and calls far from the device's peaks.
/// Never two of them claim the same work.
/// @param rank  in `source`. O(work of the rank) a kind of kernels that is worth a sentence. Not complete if told to
/// stop.
void addKernelCandidates(CandidateList& list, const OverviewSource& source, std::size_t rank, const Progress& progress);
/// What the rank waits for ranks of which none alone holds the others up.
/// @param isBesideLate  it waits for the late one, too.
void addWaitsForOthers(CandidateList& list, const CollectiveWaits& waits, Nanoseconds time,
    std::vector<TimeRange> ranges, bool isBesideLate);

} // namespace kinetoscope
