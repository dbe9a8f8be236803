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

/// What a piece of work waited for, and how long after that it started. 12 bytes, since there are two for nearly all
/// work.
class Wait {
public:
    /// @param lag  ns, 0 to kMostLag, which is 73 years.
    Wait(DependencyKind kind, WorkNumber awaited, Nanoseconds lag)
        : work(awaited)
    {
        set(kind, lag);
    }
    WorkNumber work;
    [[nodiscard]] DependencyKind kind() const { return static_cast<DependencyKind>(m_kindAndHigh >> kHighBits); }
    [[nodiscard]] Nanoseconds lag() const
    {
        return static_cast<Nanoseconds>(std::uint64_t { m_kindAndHigh & kHighMask } << 32U | m_low);
    }
    void setLag(Nanoseconds lag) { set(kind(), lag); }
    bool operator==(const Wait&) const = default;

private:
    static constexpr unsigned kHighBits = 29;
    static constexpr std::uint32_t kHighMask = (1U << kHighBits) - 1;
    static constexpr Nanoseconds kMostLag = (Nanoseconds { 1 } << (kHighBits + 32)) - 1;
    void set(DependencyKind kind, Nanoseconds lag)
    {
        const auto bits = static_cast<std::uint64_t>(std::clamp(lag, Nanoseconds { 0 }, kMostLag));
        m_kindAndHigh = static_cast<std::uint32_t>(kind) << kHighBits | static_cast<std::uint32_t>(bits >> 32U);
        m_low = static_cast<std::uint32_t>(bits);
    }
    std::uint32_t m_kindAndHigh = 0;
    std::uint32_t m_low = 0;
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
    /// All waits of `work` are in its part now.
    void endAt(WorkNumber work) { m_ends[work] = static_cast<std::uint32_t>(m_parts[work / kWorksOfPart].size()); }
    bool operator==(const WorkWaits&) const = default;

private:
    static constexpr std::size_t kWorksOfPart = 4096;
    std::vector<std::vector<Wait>> m_parts;
    std::vector<std::uint32_t> m_ends; ///< by work: behind its last, in its part
};

} // namespace kinetoscope
