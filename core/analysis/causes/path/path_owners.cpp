// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/path_owners.h"

#include "core/analysis/causes/owners/owner_labels.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

/// The time of one owner in one cause.
struct OwnedTime {
    SliceId owner;
    Cause cause = Cause::Unrecorded;
    Nanoseconds time = 0;
};

/// The times of all owners, found by their rows: links lie in time order, as rows do, so neighbours are near each
/// other.
class TimesByOwner {
public:
    TimesByOwner(const Trace& trace, const PathLinks& links, StopCheck& check)
    {
        const Rows rows = rowsOf(trace, links, check);
        if (rows.first < rows.end && !makeRoom(rows.first, rows.end - rows.first, check))
            return;
        links.each([&](const PathLink& link) {
            if (link.owner.isValid())
                add(link);
            else
                addOfNobody(link);
            return !check.after(2);
        });
        joinOthers();
    }
    /// Calls visit(owned) for each owner and cause: the first of each row, then what few owners have, then
    /// nobody's.
    template <typename Visit> void each(StopCheck& check, Visit visit) const
    {
        for (std::size_t i = 0; i < m_times.size() && !check.after(1); ++i) {
            if (m_times[i] > 0 && m_times[i] != kTooLong)
                visit(OwnedTime { SliceId { m_firstRow + i }, m_causes[i], m_times[i] });
        }
        std::ranges::for_each(m_others, visit);
        for (std::size_t cause = 0; cause < m_ofNobody.size(); ++cause) {
            if (m_ofNobody[cause] > 0)
                visit(OwnedTime { {}, static_cast<Cause>(cause), m_ofNobody[cause] });
        }
    }

private:
    struct Rows {
        std::size_t first = SIZE_MAX;
        std::size_t end = 0;
    };
    /// That owners lie in: a short path is gone through, a long one may be on all rows of its tracks.
    [[nodiscard]] static Rows rowsOf(const Trace& trace, const PathLinks& links, StopCheck& check)
    {
        Rows rows;
        links.eachPlace([&](TrackId place) {
            if (place.isValid()) {
                rows.first = std::min(rows.first, std::size_t { trace.track(place).firstSlice });
                rows.end = std::max(rows.end, std::size_t { trace.track(place).endSlice() });
            }
        });
        if (rows.first < rows.end && rows.end - rows.first <= 2 * links.size())
            return rows;
        rows = {};
        links.each([&](const PathLink& link) {
            if (link.owner.isValid()) {
                rows.first = std::min(rows.first, link.owner.index());
                rows.end = std::max(rows.end, link.owner.index() + 1);
            }
            return !check.after(1);
        });
        return rows;
    }
    /// @return whether there is room: not where the job shall stop. Zeroing fresh memory takes as long as the sums.
    [[nodiscard]] bool makeRoom(std::size_t firstRow, std::size_t count, StopCheck& check)
    {
        constexpr std::size_t kPiece = 1 << 18;
        m_firstRow = firstRow;
        m_times.reserve(count);
        m_causes.reserve(count);
        while (m_times.size() < count && !check.after(kPiece)) {
            m_times.resize(std::min(count, m_times.size() + kPiece));
            m_causes.resize(m_times.size());
        }
        return m_times.size() == count;
    }
    /// The first cause of an owner has its place, as far as it has room; no link is without length.
    void add(const PathLink& link)
    {
        const std::size_t place = link.owner.index() - m_firstRow;
        const Nanoseconds length = link.range.length();
        std::uint32_t& time = m_times[place];
        if (time == 0)
            m_causes[place] = link.cause;
        if (m_causes[place] != link.cause || time == kTooLong) {
            addOther({ link.owner, link.cause, length });
        } else if (length < Nanoseconds { kTooLong - time }) {
            time += static_cast<std::uint32_t>(length);
        } else {
            addOther({ link.owner, link.cause, saturatingAdd(time, length) });
            time = kTooLong;
        }
    }
    void addOfNobody(const PathLink& link)
    {
        Nanoseconds& time = m_ofNobody[static_cast<std::size_t>(link.cause)];
        time = saturatingAdd(time, link.range.length());
    }
    void addOther(const OwnedTime& owned)
    {
        if (!m_others.empty() && m_others.back().owner == owned.owner && m_others.back().cause == owned.cause)
            m_others.back().time = saturatingAdd(m_others.back().time, owned.time);
        else
            m_others.push_back(owned);
    }
    void joinOthers()
    {
        std::ranges::stable_sort(m_others, {}, [](const OwnedTime& each) { return std::pair(each.owner, each.cause); });
        std::size_t kept = 0;
        for (const OwnedTime& each : m_others) {
            OwnedTime& last = m_others[kept == 0 ? 0 : kept - 1];
            if (kept > 0 && last.owner == each.owner && last.cause == each.cause)
                last.time = saturatingAdd(last.time, each.time);
            else
                m_others[kept++] = each;
        }
        m_others.resize(kept);
    }

    static constexpr std::uint32_t kTooLong = UINT32_MAX;

    std::size_t m_firstRow = 0;
    /// By row, from m_firstRow on, of its first cause, ns; 0: not on the path; kTooLong, 4.3 s or more: in m_others.
    std::vector<std::uint32_t> m_times;
    std::vector<Cause> m_causes;                        ///< by row: that one
    std::vector<OwnedTime> m_others;                    ///< of further causes
    std::array<Nanoseconds, kCauseCount> m_ofNobody {}; ///< by cause; millions of links may have no owner
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
    void add(const OwnedTime& owned)
    {
        OwnerPart& part = partOf(owned.owner, owned.cause);
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
    const TimesByOwner times(trace, links, check);
    if (progress.shouldStop())
        return {};
    PartsByName names(trace);
    times.each(check, [&names](const OwnedTime& owned) { names.add(owned); });
    std::vector<OwnerPart> rows;
    for (const auto& [key, part] : names.joined())
        rows.push_back(part);
    std::ranges::stable_sort(rows, std::greater {}, &OwnerPart::time);
    return rows;
}

} // namespace kinetoscope
