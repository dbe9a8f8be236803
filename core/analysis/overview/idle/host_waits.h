// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/idle/idle_ledger.h"
#include "core/analysis/causes/owners/owner_labels.h"
#include "core/analysis/causes/work/call_names.h"
#include "core/analysis/collectives/cpu_collectives.h"
#include "core/model/trace_set.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Which parts a host waits in Python for. Each name is looked at once: there are millions of parts.
class PythonWaits {
public:
    explicit PythonWaits(const Trace& trace)
        : m_trace(trace)
        , m_names(trace.strings().size(), Unasked)
    {
    }
    [[nodiscard]] bool has(const IdlePart& part)
    {
        if (part.cause != Cause::Python || !part.owner.isValid()
            || m_trace.kind(part.owner) != EventKind::PythonFunction)
            return false;
        std::uint8_t& known = m_names[m_trace.slices().name[part.owner.index()].index()];
        if (known == Unasked)
            known = isWaitingFrame(m_trace.name(part.owner)) ? Waits : Works;
        return known == Waits;
    }

private:
    enum : std::uint8_t { Unasked, Works, Waits };
    const Trace& m_trace;
    std::vector<std::uint8_t> m_names; ///< by StringId
};

/// Collectives of CPU backends (`gloo:barrier`), annotations or ops, whichever thread they run in.
class HostCollectives {
public:
    HostCollectives(const RankTrace& rank, PythonWaits& waits)
        : m_trace(*rank.trace)
        , m_waits(waits)
        , m_steps(m_trace)
    {
        for (const SliceId slice : cpuCollectivesOf(m_trace, {}))
            m_all.emplace_back(rank.jobRange(slice), slice);
        std::ranges::sort(m_all, {}, [](const auto& each) { return each.first.begin; });
        Timestamp end = std::numeric_limits<Timestamp>::min();
        for (auto& [range, slice] : m_all) {
            range.begin = std::max(range.begin, end);
            range.end = std::max(range.end, range.begin);
            end = range.end;
        }
    }

    /// Calls `visit` for the pieces of a part, in time order, with the collective that is the reason; invalid for none.
    /// It is one where collectives run for at least half of a part in which the host may wait for them, and only while
    /// they run.
    /// @param part  not empty.
    template <typename Visit> void split(const IdlePart& part, Visit visit) const
    {
        const auto first =
            std::ranges::upper_bound(m_all, part.range.begin, {}, [](const auto& each) { return each.first.end; });
        if (first == m_all.end() || first->first.begin >= part.range.end)
            return visit(part, SliceId {});
        IdlePart rest = part;
        Nanoseconds time = 0;
        auto last = first;
        for (; last != m_all.end() && last->first.begin < part.range.end; ++last)
            time += last->first.clippedTo(part.range).length();
        if (time > 0 && time >= part.range.length() - time && mayWait(part)) {
            for (auto each = first; each != last; ++each) {
                IdlePart piece = part;
                piece.range = each->first.clippedTo(part.range);
                if (piece.range.isEmpty())
                    continue;
                rest.range.end = piece.range.begin;
                if (!rest.range.isEmpty())
                    visit(rest, SliceId {});
                visit(piece, each->second);
                rest.range = { piece.range.end, part.range.end };
            }
        }
        if (!rest.range.isEmpty())
            visit(rest, SliceId {});
    }

private:
    [[nodiscard]] static bool isNamedWait(std::string_view name)
    {
        return name.substr(name.find_last_of(":.") + 1) == "wait"; // npos + 1 is 0
    }
    /// Beside other work of the host a collective is no reason, nor in an annotation: what the host does there has a
    /// name, and the trace does not tell that it waits.
    [[nodiscard]] bool mayWait(const IdlePart& part) const
    {
        if (part.cause == Cause::Collective || m_waits.has(part))
            return true;
        const bool isNamed = part.owner.isValid() && !m_steps.contains(part.owner);
        return (part.cause == Cause::Unrecorded && !isNamed)
            || ((part.cause == Cause::Unrecorded || part.cause == Cause::Op) && isNamed
                && isNamedWait(m_trace.name(part.owner)));
    }

    const Trace& m_trace;
    PythonWaits& m_waits;
    StepSlices m_steps;
    std::vector<std::pair<TimeRange, SliceId>>
        m_all; ///< by start; job time; what runs beside an earlier one is cut off
};

} // namespace kinetoscope
