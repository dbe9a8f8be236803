// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/late/late_hosts.h"
#include "core/analysis/ranks/wait_facts.h"
#include "core/base/message.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kinetoscope {

/// What waits are for, by LatePart; the last one is that the rank was late in the collective before.
using ReasonParts = std::array<Nanoseconds, kLatePartCount + 1>;
inline constexpr std::size_t kLateBefore = kLatePartCount;

/// Finds the reasons of the collectives in which waits began. Keeps a reference to the facts.
class RootReasons {
public:
    explicit RootReasons(const WaitFacts& facts);

    /// Where the waits began; nullptr where the scope lacks it.
    [[nodiscard]] const WaitInstance* rootOf(const WaitInstance& instance) const
    {
        return m_byInstance[instance.rootInstance];
    }
    /// Why the rank that all waited for in the end was late, as parts of some waits for it; nothing where that is not
    /// known, or the scope lacks it. Nor does what explains less than half of the longest wait. Lateness that is only
    /// carried over has the reasons of that before.
    [[nodiscard]] ReasonParts of(const WaitInstance& instance, Nanoseconds waits) const;
    /// Where the reasons of of() are from, latest first: where the waits began, and what that is carried over from.
    /// Calls `visit` for each until it returns false.
    template <typename Visit> void eachOf(const WaitInstance& instance, Visit visit) const
    {
        for (const WaitInstance* each = explainedRootOf(instance); each != nullptr && visit(*each);)
            each = carriedOverFrom(*each);
    }
    /// Of where the reasons of of() are from for these: lateness for which the host is a reason, each once.
    [[nodiscard]] std::vector<const Lateness*> ofHost(std::span<const WaitInstance* const> instances) const;

private:
    [[nodiscard]] const WaitInstance* explainedRootOf(const WaitInstance& instance) const;
    /// The collective before, where the same rank came late for a known reason; nullptr for none.
    [[nodiscard]] const WaitInstance* carriedOverFrom(const WaitInstance& instance) const;
    [[nodiscard]] bool isKnown(const WaitInstance& instance) const;
    struct KnownParts {
        ReasonParts byReason {};
        Nanoseconds unknown = 0; ///< it took longer for this, too
    };
    [[nodiscard]] KnownParts partsOf(const WaitInstance& instance) const;
    /// A time in proportion to the parts of an instance of which they are known.
    [[nodiscard]] ReasonParts dividedAs(const WaitInstance& known, Nanoseconds time) const;
    [[nodiscard]] std::uint32_t lastRankOf(const WaitInstance& instance) const
    {
        return m_facts.matching->runs[instance.ranks[*instance.last()].run].rank;
    }
    [[nodiscard]] std::size_t placeOf(const WaitInstance& instance) const
    {
        return static_cast<std::size_t>(&instance - m_facts.ledger.instances.data());
    }

    const WaitFacts& m_facts;
    std::vector<const WaitInstance*> m_byInstance;
    std::vector<std::size_t> m_partsOf; ///< by place in the ledger: position in `m_parts`, where they are known
    std::vector<KnownParts> m_parts;
};

/// Why the others wait for a rank: the reason of most of the waits, and each other of a quarter of them or more.
/// @param slowBy   what it computes more than the average, if that is behind waits of which no reason is known.
/// @param isOnGpu  else nothing is launched.
[[nodiscard]] Message reasonsMessage(
    const ReasonParts& byReason, Nanoseconds waits, const HostReasons& host, Nanoseconds slowBy, bool isOnGpu);

} // namespace kinetoscope
