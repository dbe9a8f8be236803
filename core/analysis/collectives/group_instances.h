// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_matching.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Runs of one group on one rank, in order; positions in CollectiveMatching::runs.
using RankRunList = std::vector<std::uint32_t>;
/// By position of the rank.
using GroupRuns = std::map<std::uint32_t, RankRunList>;

/// What two runs have alike that are of one collective: kind, size where all ranks have the same, part.
using RunSymbol = std::tuple<CollectiveKind, std::int64_t, std::uint32_t>;

/// The instances of one group while its runs are joined: whatever joins them asks here which may be one, and adds here
/// what it found. Keeps the reference; its thread is the caller's. Runs are positions in CollectiveMatching::runs.
class GroupInstances {
public:
    /// @param group  position in `matching.groups`.
    GroupInstances(CollectiveMatching& matching, std::uint32_t group)
        : m_matching(matching)
        , m_group(group)
    {
    }

    [[nodiscard]] const NamedGroup& group() const { return m_matching.groups[m_group]; }
    /// CollectiveMatching::ranks.
    [[nodiscard]] std::span<const std::int64_t> matchedRanks() const { return m_matching.ranks; }
    [[nodiscard]] const CommunicationRun& runAt(std::uint32_t run) const { return m_matching.runs[run]; }
    [[nodiscard]] RunSymbol symbolOf(std::uint32_t run) const
    {
        const CommunicationRun& at = runAt(run);
        return { at.kind, hasEqualSizes(at.kind) ? at.shape->elements.value_or(-1) : -1, at.part };
    }
    /// Whether two runs may be of one collective. Where only the kernel's name tells, every kind of that kernel fits.
    [[nodiscard]] bool fits(std::uint32_t a, std::uint32_t b) const;
    /// Whether there are as many of both, and the n-th of one may be of one collective with the n-th of the other.
    [[nodiscard]] bool fitInOrder(const RankRunList& a, const RankRunList& b) const;

    /// One instance. @param runs  in any order, at most one a rank, at least one.
    void add(std::vector<std::uint32_t> runs, MatchedBy matchedBy);
    /// Each run as an instance of its own.
    void addAlone(const RankRunList& runs);
    /// A send and its receive, or one of them alone.
    void addPair(std::vector<std::uint32_t> runs, MatchedBy matchedBy);
    /// An instance for each place, in their order. O(runs).
    /// @param runs  rank by rank, at most one a rank at a place.
    /// @param placeOfRun  by position in `runs`.
    /// @param countAtPlace  by place: how many runs lie there, at least one.
    void addByPlace(const RankRunList& runs, const RankRunList& placeOfRun, std::vector<std::size_t> countAtPlace,
        MatchedBy matchedBy);
    void remark(Remark remark) { m_matching.remarks.push_back(std::move(remark)); }
    /// Of all groups.
    [[nodiscard]] std::vector<Remark>& remarks() { return m_matching.remarks; }

private:
    /// @param runs  by rank, in CollectiveMatching::runsByInstance.
    void addInstance(std::span<const std::uint32_t> runs, MatchedBy matchedBy);
    /// Whether what is known of the messages differs, between in and out or between ranks.
    [[nodiscard]] bool areUneven(std::span<const std::uint32_t> runs) const;

    CollectiveMatching& m_matching;
    std::uint32_t m_group;
};

} // namespace kinetoscope
