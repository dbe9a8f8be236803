// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/wait_tables.h"

#include "core/analysis/collectives/summary_runs.h"
#include "core/analysis/ranks/group_words.h"
#include "core/analysis/types/columns.h"
#include "core/base/sort_stably.h"
#include "core/base/text.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kRanksTitle = "Who the others wait for";
constexpr const char* kInstancesTitle = "Collectives, and who came last";
constexpr const char* kStepsTitle = "Waits by step";
constexpr const char* kGroupsTitle = "Waits by process group";
constexpr const char* kRankGroupsTitle = "Waits by rank and process group";
constexpr const char* kWaitsTitle = "Each wait";
constexpr const char* kWaitLeadsTitle = "What the late rank did, and the rank that it is compared with";

Cell waitPercentCell(Nanoseconds part, Nanoseconds whole)
{
    constexpr int kDigits = 4;
    return percentCell(part, whole, kDigits);
}

/// A table whose rows are about runs.
using RunTable = KeyedTable<WaitScope>;

Table withRunEvidence(RunTable made, const std::shared_ptr<const WaitFacts>& facts)
{
    made.table.setEvidence([facts, scopes = std::move(made.keys)](std::size_t row, std::size_t) {
        return facts->selectionOf(runsOf(facts->ledger, *facts->matching, scopes[row]));
    });
    return std::move(made.table);
}

std::string kindsText(const GroupWaitTotals& group)
{
    std::vector<std::pair<std::int64_t, std::string>> kinds; // most first, then by name
    for (const auto& [kind, count] : group.kinds)
        kinds.emplace_back(-count, std::string(toString(kind)));
    std::ranges::sort(kinds);
    return joined(mapped(kinds, [](const auto& kind) { return kind.second; }), " ");
}

void addGroupRow(RunTable& table, const WaitFacts& facts, std::uint32_t number)
{
    const NamedGroup& group = facts.matching->groups[number];
    const GroupWaitTotals& totals = facts.totals.groups.at(number);
    std::vector<std::pair<Nanoseconds, std::uint32_t>> caused; // most first, then the lowest rank
    for (const auto& [rank, time] : totals.caused)
        caused.emplace_back(-time, rank);
    std::ranges::sort(caused);
    Nanoseconds worst = 0;
    const std::size_t few = std::max<std::size_t>(1, totals.ranks.size() * 3 / 100);
    for (std::size_t i = 0; i < std::min(few, caused.size()); ++i)
        worst = saturatingSubtract(worst, caused[i].first);
    const bool hasWaits = totals.waits > 0;
    // Of runs that belong to no collective of another rank nothing tells what is transfer, either: that is not 0.
    table.add({ groupText(group), rankSetText(group.ranks), group.size > 0 ? Cell(group.size) : Cell(),
                  static_cast<std::int64_t>(totals.ranks.size()), totals.instances, totals.complete, totals.unmatched,
                  kindsText(totals), totals.charged > 0 ? Cell(totals.waits) : Cell(),
                  totals.instances > 0 ? Cell(totals.transfer) : Cell(),
                  hasWaits ? Cell(facts.rankOf(caused.front().second)) : Cell(),
                  hasWaits ? waitPercentCell(-caused.front().first, totals.waits) : Cell(),
                  hasWaits ? waitPercentCell(worst, totals.waits) : Cell() },
        { .group = number });
}

Cell reasonCell(const std::optional<LatePart>& reason)
{
    return reason ? Cell(std::string(toString(*reason))) : Cell();
}

/// Why the last rank was late: the last cells of waitInstanceColumns(), from `root_rank` on.
void addLateness(std::vector<Cell>& cells, const WaitFacts& facts, const WaitInstance& instance)
{
    cells.push_back(instance.root ? Cell(facts.rankOf(*instance.root)) : Cell());
    if (!instance.lateness) {
        cells.resize(cells.size() + 3 + kLatePartCount);
        return;
    }
    const Lateness& lateness = *instance.lateness;
    cells.emplace_back(facts.rankOf(lateness.median));
    cells.emplace_back(lateness.lateBy);
    cells.push_back(reasonCell(lateness.reason));
    for (const Nanoseconds part : lateness.parts)
        cells.emplace_back(part);
}

void addWait(Selection& selection, const WaitFacts& facts, const RankWait& wait)
{
    if (wait.wait > 0)
        selection.intervals.push_back(facts.intervalOf(wait));
}

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

/// What the two ranks did before a collective, on the timeline; empty where that is not known.
Selection leadsOf(const WaitFacts& facts, const WaitInstance& instance)
{
    Selection selection;
    const Lateness* const lateness = latenessOf(facts.ledger, instance);
    if (lateness == nullptr)
        return selection;
    addLead(selection, facts, lastRankOf(facts, instance), lateness->lead);
    addLead(selection, facts, lateness->median, lateness->medianLead);
    return selection;
}

/// Two rows for each collective whose last rank is compared with another, broadcasts among them.
class WaitLeadRows final : public ComputedRows {
public:
    explicit WaitLeadRows(std::shared_ptr<const WaitFacts> facts)
        : m_facts(std::move(facts))
    {
        for (std::uint32_t i = 0; i < m_facts->ledger.instances.size(); ++i) {
            if (kinetoscope::latenessOf(m_facts->ledger, m_facts->ledger.instances[i]) != nullptr)
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
        return *kinetoscope::latenessOf(m_facts->ledger, m_facts->ledger.instances[m_instances[row / 2]]);
    }

    std::shared_ptr<const WaitFacts> m_facts;
    std::vector<std::uint32_t> m_instances; ///< in the ledger
};

/// Each wait of the ledger: a thousand ranks have millions.
class WaitRows final : public ComputedRows {
public:
    explicit WaitRows(std::shared_ptr<const WaitFacts> facts)
        : m_facts(std::move(facts))
    {
        m_ends.reserve(m_facts->ledger.instances.size());
        for (const WaitInstance& instance : m_facts->ledger.instances)
            m_ends.push_back(count() + instance.ranks.size());
    }

    [[nodiscard]] std::size_t count() const override { return m_ends.empty() ? 0 : m_ends.back(); }
    [[nodiscard]] Cell figure(std::size_t row, std::size_t column) const override
    {
        const auto [number, place] = at(row);
        const WaitInstance& instance = m_facts->ledger.instances[number];
        const RankWait& wait = instance.ranks[place];
        const CommunicationRun& run = m_facts->matching->runs[wait.run];
        switch (column) { // of waitRunColumns()
        case 0:
            return static_cast<std::int64_t>(number);
        case 1:
            return m_facts->rankOf(run.rank);
        case 2:
            return wait.arrival;
        case 3:
            return run.range.length();
        case 4:
            return instance.isCharged ? Cell(wait.wait) : Cell();
        default:
            return instance.isCharged ? Cell(wait.exposed) : Cell();
        }
    }
    [[nodiscard]] std::string_view text(std::size_t, std::size_t) const override { return {}; } // no such column
    [[nodiscard]] std::size_t memoryBytes() const override { return m_ends.capacity() * sizeof(std::size_t); }
    [[nodiscard]] const RankWait& waitOf(std::size_t row) const
    {
        const auto [number, place] = at(row);
        return m_facts->ledger.instances[number].ranks[place];
    }

private:
    /// Position of the collective in the ledger, and in its ranks.
    [[nodiscard]] std::pair<std::size_t, std::size_t> at(std::size_t row) const
    {
        const auto number = static_cast<std::size_t>(std::ranges::upper_bound(m_ends, row) - m_ends.begin());
        return { number, number == 0 ? row : row - m_ends[number - 1] };
    }

    std::shared_ptr<const WaitFacts> m_facts;
    std::vector<std::size_t> m_ends; ///< by collective: the row behind its last
};

/// Ranks that have communication in the scope, by position, or their steps.
using PlacesOfRuns = std::set<std::pair<std::uint32_t, std::optional<std::int64_t>>>;
PlacesOfRuns placesOfRuns(const WaitFacts& facts, bool byStep)
{
    PlacesOfRuns places;
    std::optional<PlacesOfRuns::value_type> last; // millions of runs are of few places
    for (const std::uint32_t number : facts.ledger.runs) {
        const CommunicationRun& run = facts.matching->runs[number];
        std::optional<std::int64_t> step;
        if (byStep)
            step = run.step;
        const PlacesOfRuns::value_type place { run.rank, step };
        if (place != last)
            places.insert(place);
        last = place;
    }
    return places;
}

/// Of communication of which it is not known who waits for whom, as of that which was matched with that of no other
/// rank, waits are not 0.
void emptyWaits(std::vector<Cell>& cells, const Table& table)
{
    constexpr std::array<std::string_view, 8> kWaits { "last_count", "waits_caused", "caused_share_pctg", "held_up",
        "waits_rooted", "waits_suffered", "waits_exposed", "exposed_share_pctg" };
    for (std::size_t column = 0; column < cells.size(); ++column) {
        if (std::ranges::find(kWaits, table.columns()[column].name) != kWaits.end())
            cells[column] = Cell {};
    }
}

} // namespace

std::vector<TableDescriptor> waitTables()
{
    return { { "ranks", kRanksTitle, waitRankColumns() }, { "instances", kInstancesTitle, waitInstanceColumns() },
        { "steps", kStepsTitle, waitStepColumns() }, { "groups", kGroupsTitle, waitGroupColumns() },
        { "rank-groups", kRankGroupsTitle, waitRankGroupColumns() }, { "waits", kWaitsTitle, waitRunColumns() },
        { "leads", kWaitLeadsTitle, waitLeadColumns() } };
}

Table waitRanksTable(const std::shared_ptr<const WaitFacts>& facts, const RankWaitTimes& times)
{
    RunTable table { { "ranks", kRanksTitle, waitRankColumns() } };
    const PlacesOfRuns unmatched = placesOfRuns(*facts, false);
    for (const auto& [rank, time] : times) {
        static const WaitTotals kNothing;
        const auto found = facts->totals.ranks.find(rank);
        const bool isThere = found != facts->totals.ranks.end();
        const WaitTotals& totals = isThere ? found->second : kNothing;
        const std::optional<LatePart> reason = totals.mainReason();
        std::vector<Cell> cells { facts->rankOf(rank), totals.instances, totals.lastCount, totals.caused,
            waitPercentCell(totals.caused, facts->ledger.charged), totals.heldUp, totals.rooted, totals.suffered,
            totals.exposed, cellOrNothing(time), time ? waitPercentCell(totals.exposed, *time) : Cell(),
            reasonCell(reason), reason ? Cell(totals.chargedFor[static_cast<std::size_t>(*reason)]) : Cell() };
        if (totals.charged == 0 && (totals.instances > 0 || unmatched.contains({ rank, std::nullopt })))
            emptyWaits(cells, table.table);
        table.add(std::move(cells), { .rank = rank });
    }
    return withRunEvidence(std::move(table), facts);
}

Table waitInstancesTable(const std::shared_ptr<const WaitFacts>& facts, Timestamp first, Nanoseconds leastWaits)
{
    Table table("instances", kInstancesTitle, waitInstanceColumns());
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < facts->ledger.instances.size(); ++i) {
        const WaitInstance& instance = facts->ledger.instances[i];
        if (instance.waits < leastWaits)
            continue;
        const CollectiveInstance& found = facts->matching->instances[instance.instance];
        const auto rankOf = [&](std::size_t place) { return facts->matching->runs[instance.ranks[place].run].rank; };
        const std::optional<std::size_t> last = instance.last();
        const std::int64_t expected = ranksExpected(*facts->matching, found);
        const auto ofCharged = [&instance](Nanoseconds figure) { return instance.isCharged ? Cell(figure) : Cell(); };
        std::vector<Cell> cells { static_cast<std::int64_t>(i), groupText(facts->matching->groups[found.group]),
            std::string(toString(found.kind)), cellOrNothing<std::int64_t>(found.sequence),
            cellOrNothing<std::int64_t>(facts->matching->runs[instance.ranks.front().run].step),
            std::string(toString(found.matchedBy)), static_cast<std::int64_t>(instance.ranks.size()),
            expected > 0 ? Cell(expected) : Cell(), saturatingSubtract(instance.start, first), instance.transfer,
            last ? Cell(facts->rankOf(rankOf(*last))) : Cell(), ofCharged(static_cast<std::int64_t>(instance.tied)),
            ofCharged(instance.waits), ofCharged(instance.longestWait), ofCharged(instance.heldUp),
            instance.next ? Cell(facts->rankOf(rankOf(*instance.next))) : Cell(), instance.endSpread };
        addLateness(cells, *facts, instance);
        table.addRow(std::move(cells));
        rows.push_back(i);
    }
    const std::size_t waits = table.columnIndex("waits");
    const std::size_t medianRank = table.columnIndex("median_rank");
    table.setEvidence([facts, rows = std::move(rows), waits, medianRank](std::size_t row, std::size_t column) {
        const WaitInstance& instance = facts->ledger.instances[rows[row]];
        if (column >= medianRank)
            return leadsOf(*facts, instance);
        Selection selection;
        for (const RankWait& rank : instance.ranks) {
            const CommunicationRun& run = facts->matching->runs[rank.run];
            if (column == waits)
                addWait(selection, *facts, rank);
            else
                addRun(selection, *facts->traces, run);
        }
        return selection;
    });
    return table;
}

Table waitStepsTable(const std::shared_ptr<const WaitFacts>& facts, const RankStepWalls& walls)
{
    RunTable table { { "steps", kStepsTitle, waitStepColumns() } };
    const PlacesOfRuns unmatched = placesOfRuns(*facts, true);
    const auto add = [&](std::uint32_t rank, std::optional<std::int64_t> step, std::optional<Nanoseconds> wall) {
        static const WaitSums kNothing;
        const auto found = facts->totals.steps.find({ rank, step });
        const bool isThere = found != facts->totals.steps.end();
        const WaitSums& totals = isThere ? found->second : kNothing;
        std::vector<Cell> cells { facts->rankOf(rank), cellOrNothing(step), cellOrNothing(wall), totals.instances,
            totals.suffered, totals.exposed, wall ? waitPercentCell(totals.exposed, *wall) : Cell(), totals.lastCount,
            totals.caused, totals.heldUp };
        if (totals.charged == 0 && (totals.instances > 0 || unmatched.contains({ rank, step })))
            emptyWaits(cells, table.table);
        table.add(std::move(cells), { .rank = rank, .step = step, .isOfStep = true });
    };
    std::size_t rows = 0;
    for (const auto& [rank, steps] : walls)
        rows += steps.size() + 1;
    table.table.reserve(rows);
    table.keys.reserve(rows);
    for (const auto& [rank, steps] : walls) {
        if (facts->totals.steps.contains({ rank, std::nullopt }))
            add(rank, std::nullopt, std::nullopt);
        for (const auto& [step, wall] : steps)
            add(rank, step, wall);
    }
    return withRunEvidence(std::move(table), facts);
}

Table waitGroupsTable(const std::shared_ptr<const WaitFacts>& facts)
{
    RunTable table { { "groups", kGroupsTitle, waitGroupColumns() } };
    std::vector<std::uint32_t> order = mapped(facts->totals.groups, [](const auto& group) { return group.first; });
    const auto textOf = [&](std::uint32_t group) { return groupText(facts->matching->groups[group]); };
    sortStably(order, [&](std::uint32_t a, std::uint32_t b) {
        const Nanoseconds ofA = facts->totals.groups.at(a).waits;
        const Nanoseconds ofB = facts->totals.groups.at(b).waits;
        return ofA != ofB ? ofA > ofB : textOf(a) < textOf(b);
    });
    for (const std::uint32_t group : order)
        addGroupRow(table, *facts, group);
    return withRunEvidence(std::move(table), facts);
}

Table waitRankGroupsTable(const std::shared_ptr<const WaitFacts>& facts)
{
    RunTable table { { "rank-groups", kRankGroupsTitle, waitRankGroupColumns() } };
    for (const auto& [key, totals] : facts->totals.rankGroups) {
        std::vector<Cell> cells { facts->rankOf(key.first), groupText(facts->matching->groups[key.second]),
            totals.instances, totals.lastCount, totals.caused, totals.heldUp, totals.suffered, totals.exposed };
        if (totals.charged == 0)
            emptyWaits(cells, table.table);
        table.add(std::move(cells), { .rank = key.first, .group = key.second });
    }
    return withRunEvidence(std::move(table), facts);
}

Table waitsTable(const std::shared_ptr<const WaitFacts>& facts)
{
    const auto rows = std::make_shared<const WaitRows>(facts);
    Table table("waits", kWaitsTitle, waitRunColumns(), rows);
    const std::size_t wait = table.columnIndex("wait");
    table.setEvidence([facts, rows, wait](std::size_t row, std::size_t column) {
        Selection selection;
        if (column == wait)
            addWait(selection, *facts, rows->waitOf(row));
        else
            selection = facts->selectionOf({ rows->waitOf(row).run });
        return selection;
    });
    return table;
}

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

} // namespace kinetoscope
