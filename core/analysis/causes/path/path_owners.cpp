// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/path_owners.h"

#include "core/analysis/causes/owner_labels.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

/// The time of one owner in one cause.
struct OwnedTime {
    Nanoseconds time = 0;
    std::uint32_t next = kNone; ///< of the same owner, another cause
    Cause cause = Cause::Unrecorded;
};

/// The times of all owners, found by their rows: links lie in time order, as rows do, so neighbours are near each
/// other.
class TimesByOwner {
public:
    TimesByOwner(const PathLinks& links, StopCheck& check)
    {
        std::size_t last = 0;
        m_firstRow = kNone;
        for (const PathLink& link : links) {
            if (check.after(1))
                return;
            if (!link.owner.isValid())
                continue;
            m_firstRow = std::min(m_firstRow, link.owner.index());
            last = std::max(last, link.owner.index() + 1);
        }
        if (m_firstRow < last)
            m_first.assign(last - m_firstRow, kNone);
        m_times.reserve(links.size());
        for (const PathLink& link : links) {
            if (check.after(2))
                return;
            add(link.owner.isValid() ? m_first[link.owner.index() - m_firstRow] : m_firstOfNobody, link);
        }
    }
    /// Calls visit(owner, time) for each owner and cause, in the order of rows.
    template <typename Visit> void each(StopCheck& check, Visit visit) const
    {
        const auto visitAll = [&](SliceId owner, std::uint32_t first) {
            for (std::uint32_t i = first; i != kNone; i = m_times[i].next)
                visit(owner, m_times[i]);
        };
        visitAll({}, m_firstOfNobody);
        for (std::size_t i = 0; i < m_first.size() && !check.after(1); ++i)
            visitAll(SliceId { m_firstRow + i }, m_first[i]);
    }

private:
    void add(std::uint32_t& first, const PathLink& link)
    {
        std::uint32_t at = first;
        while (at != kNone && m_times[at].cause != link.cause)
            at = m_times[at].next;
        if (at == kNone) {
            at = static_cast<std::uint32_t>(m_times.size());
            m_times.push_back({ 0, std::exchange(first, at), link.cause });
        }
        m_times[at].time = saturatingAdd(m_times[at].time, link.range.length());
    }

    std::size_t m_firstRow = 0;
    std::vector<std::uint32_t> m_first; ///< by row, from m_firstRow on: of m_times
    std::uint32_t m_firstOfNobody = kNone;
    std::vector<OwnedTime> m_times;
};

/// Owners by name as the file has it: making text of each owner's would take longer than all the rest.
class PartsByName {
public:
    explicit PartsByName(const Trace& trace)
        : m_trace(trace)
        , m_steps(trace)
        , m_first(trace.strings().size(), kNone)
    {
    }
    void add(SliceId owner, const OwnedTime& owned)
    {
        OwnerPart& part = partOf(owner, owned.cause);
        part.time = saturatingAdd(part.time, owned.time);
        part.longest = std::max(part.longest, owned.time);
        part.calls += part.name.empty() ? 0 : 1;
    }
    /// Those whose names read the same together.
    [[nodiscard]] std::map<std::pair<Cause, std::string>, OwnerPart> joined() const
    {
        std::map<std::pair<Cause, std::string>, OwnerPart> parts;
        for (const Entry& entry : m_entries) {
            const OwnerPart& each = entry.part;
            const auto [place, isNew] = parts.try_emplace({ each.cause, each.name }, each);
            if (isNew)
                continue;
            OwnerPart& part = place->second;
            part.time = saturatingAdd(part.time, each.time);
            part.longest = std::max(part.longest, each.longest);
            part.calls += each.calls;
        }
        return parts;
    }

private:
    struct Entry {
        OwnerPart part;
        bool isStep = false;
        std::uint32_t next = kNone; ///< of the same name
    };
    [[nodiscard]] OwnerPart& partOf(SliceId owner, Cause cause)
    {
        const StringId name = owner.isValid() ? m_trace.slices().name[owner.index()] : StringId {};
        const bool isStep = owner.isValid() && m_steps.contains(owner);
        std::uint32_t& first = owner.isValid() ? m_first[name.index()] : m_firstOfNobody;
        std::uint32_t at = first;
        while (at != kNone && (m_entries[at].part.cause != cause || m_entries[at].isStep != isStep))
            at = m_entries[at].next;
        if (at == kNone) {
            at = static_cast<std::uint32_t>(m_entries.size());
            m_entries.push_back({ { cause, ownerName(m_trace, owner) }, isStep, std::exchange(first, at) });
        }
        return m_entries[at].part;
    }

    const Trace& m_trace;
    StepSlices m_steps;
    std::vector<std::uint32_t> m_first; ///< by StringId: of m_entries
    std::uint32_t m_firstOfNobody = kNone;
    std::vector<Entry> m_entries;
};

} // namespace

std::vector<OwnerPart> ownersOf(const Trace& trace, const PathLinks& links, const Progress& progress)
{
    StopCheck check(progress);
    const TimesByOwner times(links, check);
    if (progress.shouldStop())
        return {};
    PartsByName names(trace);
    times.each(check, [&names](SliceId owner, const OwnedTime& owned) { names.add(owner, owned); });
    std::vector<OwnerPart> rows;
    for (const auto& [key, part] : names.joined())
        rows.push_back(part);
    std::ranges::stable_sort(rows, std::greater {}, &OwnerPart::time);
    return rows;
}

} // namespace kinetoscope
