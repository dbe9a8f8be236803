// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/owned_work.h"

#include <deque>
#include <string_view>
#include <unordered_set>

namespace kinetoscope {

/// Finds the kind that has given figures, so that calls with the same ones share it. Not thread-safe.
class CallKinds {
public:
    /// @param kinds  those known so far, none twice; outlives this.
    explicit CallKinds(std::deque<CallKind>& kinds)
        : m_kinds(kinds)
    {
        for (const CallKind& kind : kinds)
            m_known.insert(&kind);
    }

    /// The kind stays where it is as long as the list does. @param category  outlives the kind.
    [[nodiscard]] const CallKind* of(
        const Figures& figures, std::string_view category, ComputeSpec spec, std::int64_t device);
    /// A call of which nothing but its device is known.
    [[nodiscard]] const CallKind* lacking(Lack lack, std::int64_t device)
    {
        return of(kinetoscope::lacking(lack), std::string_view(), ComputeSpec::None, device);
    }

private:
    struct Hash {
        [[nodiscard]] std::size_t operator()(const CallKind* kind) const;
    };
    struct Equal {
        [[nodiscard]] bool operator()(const CallKind* a, const CallKind* b) const;
    };

    std::deque<CallKind>& m_kinds;
    std::unordered_set<const CallKind*, Hash, Equal> m_known;
};

} // namespace kinetoscope
