// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidates/candidate_list.h"

namespace kinetoscope {

/// A list to which candidates of time in which the GPU waits for the host are added, a group of causes each, and the
/// parts that their sentences share. Keeps a reference to the list.
class HostCauses {
public:
    explicit HostCauses(CandidateList& list)
        : m_list(list)
    {
    }

    [[nodiscard]] CandidateList& list() { return m_list; }
    [[nodiscard]] const RankFacts& facts() const { return m_list.facts(); }

    /// With what the GPU may have run meanwhile as its last sentence, where that is much of it.
    void add(IdleGroup which, Candidate candidate, Message sentence);
    /// "... while the host is in its data loader (98 % of it in ...), 5 times, 12 ms each on average: advice."
    void add(IdleGroup which, const char* kind, FittingPhrase<3> sentence);
    /// The same with how much of it the advice is about.
    void add(IdleGroup which, const char* kind, FittingPhrase<4> sentence, Nanoseconds ofIt);

    /// " (98.0 % of it in 'cudaFree' in 'aten::conv2d')"; empty where nothing was recorded.
    [[nodiscard]] static Message mostlyIn(const IdleOf& found);
    /// The same of the call that it is after.
    [[nodiscard]] static Message mostlyAfter(const IdleOf& found);
    /// ", 96.7 % of the time in 'engine.py(55): schedule'", or with what is inside it where no slice itself has much;
    /// empty where no one slice has so much that its name helps.
    [[nodiscard]] static Message placeOf(const IdleOf& found);
    /// ", at one time", ", 12 times, 3.0 ms each on average", or ", in 12 parts of 3 gaps, ...".
    [[nodiscard]] static Message timesOf(const IdleOf& found);

private:
    CandidateList& m_list;
};

void addDataLoading(HostCauses& causes);
/// Memory that is allocated or freed.
void addAllocation(HostCauses& causes);
// What usually only the start of a program does.
void addFirstUse(HostCauses& causes);
void addCompilation(HostCauses& causes);
void addGraphMaking(HostCauses& causes);
/// Launching itself, and its latency.
void addLaunchCalls(HostCauses& causes);

} // namespace kinetoscope
