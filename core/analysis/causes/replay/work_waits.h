// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/predecessors.h"
#include "core/base/nanoseconds.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kinetoscope {

/// What a piece of work waited for, and how long after that it started. 8 bytes, since there are two for nearly all
/// work: of half a second or more it says where Recording::lagOf() finds it.
class Wait {
public:
    /// @param lag  ns, as recorded; at least 0.
    Wait(DependencyKind kind, WorkNumber awaited, Nanoseconds lag)
        : work(awaited)
        , m_kindAndLag(static_cast<std::uint32_t>(kind) << kLagBits)
    {
        m_kindAndLag |=
            lag < Nanoseconds { kUsual } ? static_cast<std::uint32_t>(std::max(lag, Nanoseconds { 0 })) : kRecorded;
    }
    WorkNumber work;
    [[nodiscard]] DependencyKind kind() const { return static_cast<DependencyKind>(m_kindAndLag >> kLagBits); }
    [[nodiscard]] bool isShort() const { return (m_kindAndLag & kLagMask) < kUsual; }
    /// Its lag. Only of one that isShort().
    [[nodiscard]] Nanoseconds shortLag() const { return Nanoseconds { m_kindAndLag & kLagMask }; }
    /// Whether its lag is what is usual for its kind; else, if it is not short, that of the recording.
    [[nodiscard]] bool isUsual() const { return (m_kindAndLag & kLagMask) == kUsual; }
    /// In place of a longer one. @param usual  for its kind; at least 0.
    void setUsual(Nanoseconds usual)
    {
        m_kindAndLag =
            (m_kindAndLag & ~kLagMask) | (usual < Nanoseconds { kUsual } ? static_cast<std::uint32_t>(usual) : kUsual);
    }
    bool operator==(const Wait&) const = default;

private:
    static constexpr unsigned kLagBits = 29;
    static constexpr std::uint32_t kLagMask = (1U << kLagBits) - 1;
    static constexpr std::uint32_t kRecorded = kLagMask;
    static constexpr std::uint32_t kUsual = kLagMask - 1;
    std::uint32_t m_kindAndLag;
};

/// The waits of all work, in parts of as many pieces of work, so that threads can put them in at once and nothing is
/// copied afterwards.
class WorkWaits {
public:
    WorkWaits() = default;
    /// Of none yet: the parts are put in one by one.
    explicit WorkWaits(std::size_t works)
        : m_parts((works + kWorksOfPart - 1) / kWorksOfPart)
        , m_ends(works)
    {
    }
    [[nodiscard]] std::size_t partCount() const { return m_parts.size(); }
    /// The work of a part, from the first on up to the second.
    [[nodiscard]] std::pair<WorkNumber, WorkNumber> worksOf(std::size_t part) const
    {
        return { static_cast<WorkNumber>(part * kWorksOfPart),
            static_cast<WorkNumber>(std::min((part + 1) * kWorksOfPart, m_ends.size())) };
    }
    /// Those of one piece of work; of others once all parts before it are there.
    [[nodiscard]] std::span<const Wait> of(WorkNumber work) const
    {
        const std::uint32_t begin = work % kWorksOfPart == 0 ? 0 : m_ends[work - 1];
        return { m_parts[work / kWorksOfPart].data() + begin, m_ends[work] - begin };
    }
    /// Those of a part, to be put in; see endAt().
    [[nodiscard]] std::vector<Wait>& inPart(std::size_t part) { return m_parts[part]; }
    [[nodiscard]] std::span<const Wait> inPart(std::size_t part) const { return m_parts[part]; }
    /// All waits of `work` are in its part now.
    void endAt(WorkNumber work) { m_ends[work] = static_cast<std::uint32_t>(m_parts[work / kWorksOfPart].size()); }
    bool operator==(const WorkWaits&) const = default;

private:
    static constexpr std::size_t kWorksOfPart = 4096;
    std::vector<std::vector<Wait>> m_parts;
    std::vector<std::uint32_t> m_ends; ///< by work: behind its last, in its part
};

} // namespace kinetoscope
