// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/wait_leads.h"

#include "core/analysis/ranks/wait_columns.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

std::uint32_t lastRankOf(const WaitFacts& facts, const WaitInstance& instance)
{
    return facts.matching->runs[instance.ranks[*instance.last()].run].rank;
}

void addLead(Selection& selection, const WaitFacts& facts, std::uint32_t rank, const Lead& lead)
{
    const TimeRange own { saturatingSubtract(lead.range.begin, lead.beforeRecording), lead.range.end };
    const TimeRange range = facts.jobRangeOf(rank, own);
    if (!range.isEmpty())
        selection.intervals.push_back({ rank, TrackId {}, range });
}

/// Two rows for each collective whose last rank is compared with another.
class WaitLeadRows final : public ComputedRows {
public:
    explicit WaitLeadRows(std::shared_ptr<const WaitFacts> facts)
        : m_facts(std::move(facts))
    {
        for (std::uint32_t i = 0; i < m_facts->ledger.instances.size(); ++i) {
            if (m_facts->ledger.instances[i].lateness)
                m_instances.push_back(i);
        }
    }

    [[nodiscard]] std::size_t count() const override { return m_instances.size() * 2; }
    [[nodiscard]] Cell figure(std::size_t row, std::size_t column) const override
    {
        constexpr std::size_t kFirstPart = 4; // of waitLeadColumns()
        const Lateness& lateness = latenessOf(row);
        switch (column) {
        case 0:
            return static_cast<std::int64_t>(m_instances[row / 2]);
        case 1:
            return m_facts->rankOf(rankAt(row));
        case 3:
            return leadAt(row).length();
        default:
            break;
        }
        const std::size_t part = column - kFirstPart;
        return isLate(row) ? lateness.ownParts[part] : lateness.ownParts[part] - lateness.parts[part];
    }
    [[nodiscard]] std::string_view text(std::size_t row, std::size_t) const override
    {
        return isLate(row) ? kLateRole : kComparedRole;
    }
    [[nodiscard]] std::size_t memoryBytes() const override { return m_instances.capacity() * sizeof(std::uint32_t); }

    [[nodiscard]] std::uint32_t rankAt(std::size_t row) const
    {
        return isLate(row) ? lastRankOf(*m_facts, m_facts->ledger.instances[m_instances[row / 2]])
                           : latenessOf(row).median;
    }
    [[nodiscard]] const Lead& leadAt(std::size_t row) const
    {
        return isLate(row) ? latenessOf(row).lead : latenessOf(row).medianLead;
    }

private:
    [[nodiscard]] static bool isLate(std::size_t row) { return row % 2 == 0; }
    [[nodiscard]] const Lateness& latenessOf(std::size_t row) const
    {
        return *m_facts->ledger.instances[m_instances[row / 2]].lateness;
    }

    std::shared_ptr<const WaitFacts> m_facts;
    std::vector<std::uint32_t> m_instances; ///< in the ledger
};

} // namespace

Table waitLeadsTable(const std::shared_ptr<const WaitFacts>& facts)
{
    const auto rows = std::make_shared<const WaitLeadRows>(facts);
    Table table("leads", kWaitLeadsTitle, waitLeadColumns(), rows);
    table.setEvidence([facts, rows](std::size_t row, std::size_t) {
        Selection selection;
        addLead(selection, *facts, rows->rankAt(row), rows->leadAt(row));
        return selection;
    });
    return table;
}

Selection leadsOf(const WaitFacts& facts, const WaitInstance& instance)
{
    Selection selection;
    if (!instance.lateness)
        return selection;
    addLead(selection, facts, lastRankOf(facts, instance), instance.lateness->lead);
    addLead(selection, facts, instance.lateness->median, instance.lateness->medianLead);
    return selection;
}

} // namespace kinetoscope
