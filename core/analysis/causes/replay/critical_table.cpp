// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/critical_table.h"

#include "core/analysis/types/column_names.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kRecorded = "recorded";

Selection recordedLinks(
    const PathRank& rank, Cause cause, const std::optional<PathWindow>& window, const CauseThresholds& thresholds)
{
    const Progress none;
    PathWalk walk(*rank.rank.trace, thresholds, rank.types, none);
    Selection selection;
    for (const PathLink& link : walk.links(window ? *window : walk.whole())) {
        if (link.cause == cause)
            selection.intervals.push_back({ rank.index, link.place,
                { rank.rank.toJobTime(link.range.begin), rank.rank.toJobTime(link.range.end) } });
    }
    return selection;
}

} // namespace

std::vector<ColumnDescriptor> criticalColumns(std::vector<ColumnDescriptor> ofChange)
{
    ofChange.push_back(
        { .name = column::kKind, .type = ColumnType::String, .title = "Spent in", .text = TextKind::Category });
    ofChange.push_back(defined({ kRecorded, ColumnType::Duration, Unit::Microseconds, "As recorded" },
        "Time on the critical path of the recording"));
    // No main figure: a screen opens the table in its own order, the rows of a change together, the best change first.
    ofChange.push_back(defined({ "replayed", ColumnType::Duration, Unit::Microseconds, "Then" },
        "Time on the critical path of the replay with the change"));
    ofChange.push_back({ "replayed_pctg", ColumnType::Float, Unit::Percent, "Then, share", "% of the new wall time" });
    return ofChange;
}

CriticalTable::CriticalTable(std::vector<ColumnDescriptor> ofChange, const CauseThresholds& thresholds)
    : m_table(kCriticalTable, kCriticalTitle, criticalColumns(std::move(ofChange)))
    , m_thresholds(thresholds)
{
}

void CriticalTable::add(const std::shared_ptr<const PathRank>& rank, const std::vector<Cell>& ofChange,
    const CriticalTimes& recorded, const CriticalTimes& replayed, const std::optional<PathWindow>& window)
{
    std::array<std::size_t, kCauseCount> order {};
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return replayed[a] > replayed[b]; });
    const Nanoseconds wall = std::accumulate(replayed.begin(), replayed.end(), Nanoseconds { 0 });
    for (const std::size_t i : order) {
        if (recorded[i] == 0 && replayed[i] == 0)
            continue;
        const auto cause = static_cast<Cause>(i);
        std::vector<Cell> cells = ofChange;
        cells.emplace_back(std::string(toString(cause)));
        cells.emplace_back(recorded[i]);
        cells.emplace_back(replayed[i]);
        cells.push_back(
            wall > 0 ? Cell { 100.0 * static_cast<double>(replayed[i]) / static_cast<double>(wall) } : Cell {});
        m_table.addRow(std::move(cells));
        m_rows.push_back({ rank, cause, window });
    }
}

Table CriticalTable::take()
{
    m_table.setEvidence([rows = std::move(m_rows), thresholds = m_thresholds,
                            recorded = m_table.columnIndex(kRecorded)](std::size_t row, std::size_t column) {
        return column == recorded ? recordedLinks(*rows[row].rank, rows[row].cause, rows[row].window, thresholds)
                                  : Selection {};
    });
    return std::move(m_table);
}

} // namespace kinetoscope
