// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/cause_rules.h"
#include "core/analysis/collectives/collective_kinds.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace kinetoscope {

/// Of what the host does in collectives, that which the first call of a name does, where it takes far longer than all
/// others: such a call sets up what ranks communicate with. Keeps references to all that it is given.
class CollectiveSetUp {
public:
    CollectiveSetUp(const Trace& trace, const CauseRules& rules)
        : m_trace(trace)
        , m_rules(rules)
    {
    }
    /// @param owner  of cause Collective. O(slices around it).
    void add(SliceId owner, Nanoseconds length)
    {
        SliceId outermost;
        for (SliceId up = owner; up.isValid(); up = m_trace.slices().parent[up.index()])
            outermost = m_rules.of(up) == Cause::Collective ? up : outermost;
        if (outermost.isValid())
            m_calls[outermost] += length;
    }
    struct Found {
        StringId name; ///< of the call; invalid for none
        Nanoseconds time = 0;
    };
    /// The one with most time, of calls of `least` ns or more. O(slices) where there are such. Not complete if told to
    /// stop.
    [[nodiscard]] Found found(Nanoseconds least, const Progress& progress) const
    {
        std::map<StringId, Calls> byName;
        for (const auto& [call, time] : m_calls) {
            // In a barrier a rank may just as well wait for the others.
            const bool isBarrier = collectiveKindOf(m_trace.name(call)) == CollectiveKind::Barrier;
            if (!isBarrier && m_trace.slices().duration(call) >= least)
                byName[m_trace.slices().name[call.index()]];
        }
        if (byName.empty())
            return {};
        const SliceTable& slices = m_trace.slices();
        StopCheck check(progress);
        for (std::uint32_t row = 0; row < slices.size() && !check.after(1); ++row) {
            if (!isHostCallTree(slices.kind[row]))
                continue;
            if (const auto calls = byName.find(slices.name[row]); calls != byName.end())
                calls->second.add(SliceTable::at(row), slices);
        }
        Found most;
        for (const auto& [name, calls] : byName) {
            const auto first = m_calls.find(calls.first);
            if (first == m_calls.end() || !calls.isFirstFarLonger(slices))
                continue;
            if (first->second > most.time)
                most = { name, first->second };
        }
        return most;
    }

private:
    /// Those of one name.
    struct Calls {
        SliceId first;
        std::size_t others = 0;
        Nanoseconds longestOther = 0;

        void add(SliceId call, const SliceTable& slices)
        {
            SliceId other = call;
            if (!first.isValid() || slices.start[call.index()] < slices.start[first.index()])
                std::swap(first, other);
            others += other.isValid() ? 1 : 0;
            longestOther = std::max(longestOther, other.isValid() ? slices.duration(other) : 0);
        }
        [[nodiscard]] bool isFirstFarLonger(const SliceTable& slices) const
        {
            constexpr std::size_t kFewestOthers = 2; // one may be short by chance
            constexpr Nanoseconds kTimesOthers = 10;
            return others >= kFewestOthers && slices.duration(first) / kTimesOthers >= longestOther;
        }
    };

    const Trace& m_trace;
    const CauseRules& m_rules;
    std::map<SliceId, Nanoseconds> m_calls; ///< the outermost ones, and what of them was added
};

} // namespace kinetoscope
