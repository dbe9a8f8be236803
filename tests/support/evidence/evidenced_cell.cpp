// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/evidence/evidenced_cell.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace kinetoscope::tests {

Nanoseconds lengthOfUnion(std::vector<TimeRange> ranges)
{
    std::sort(ranges.begin(), ranges.end(), [](TimeRange a, TimeRange b) { return a.begin < b.begin; });
    Nanoseconds sum = 0;
    Timestamp end = std::numeric_limits<Timestamp>::min();
    for (const TimeRange& range : ranges) {
        sum += std::max<Nanoseconds>(0, range.end - std::max(range.begin, end));
        end = std::max(end, range.end);
    }
    return sum;
}

EvidencedCell::EvidencedCell(
    const std::vector<Table>& tables, const Table& table, std::size_t row, std::size_t column, const TraceSet& traces)
    : m_tables(tables)
    , m_table(table)
    , m_row(row)
    , m_column(column)
    , m_traces(traces)
    , m_evidence(table.evidence(row, column))
{
}

namespace {

double numberOf(const Cell& cell)
{
    if (const auto* integer = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*integer);
    const auto* number = std::get_if<double>(&cell);
    return number ? *number : 0;
}

} // namespace

double EvidencedCell::number(std::size_t row, std::size_t column) const
{
    return numberOf(m_table.cell(row, column));
}

double EvidencedCell::value(std::string_view column) const
{
    return number(m_row, m_table.columnIndex(column));
}

std::string EvidencedCell::text(std::string_view column) const
{
    return std::string(m_table.text(m_row, m_table.columnIndex(column)));
}

bool EvidencedCell::isSameRow(
    const Table& a, std::size_t rowA, const Table& b, std::size_t rowB, const std::vector<std::string_view>& columns)
{
    return std::all_of(columns.begin(), columns.end(), [&](std::string_view column) {
        return a.cell(rowA, a.columnIndex(column)) == b.cell(rowB, b.columnIndex(column));
    });
}

double EvidencedCell::sumOver(std::string_view column, const std::vector<std::string_view>& sameIn) const
{
    double sum = 0;
    for (std::size_t row = 0; row < m_table.rowCount(); ++row) {
        if (isSameRow(m_table, m_row, m_table, row, sameIn))
            sum += number(row, m_table.columnIndex(column));
    }
    return sum;
}

double EvidencedCell::elsewhere(
    std::string_view table, std::string_view column, const std::vector<std::string_view>& sameIn) const
{
    for (const Table& other : m_tables) {
        for (std::size_t row = 0; other.name() == table && row < other.rowCount(); ++row) {
            if (isSameRow(m_table, m_row, other, row, sameIn))
                return numberOf(other.cell(row, other.columnIndex(column)));
        }
    }
    return 0;
}

std::vector<double> EvidencedCell::columnOf(
    std::string_view table, std::string_view column, const std::vector<std::string_view>& sameIn) const
{
    std::vector<double> values;
    for (const Table& other : m_tables) {
        for (std::size_t row = 0; other.name() == table && row < other.rowCount(); ++row) {
            if (!other.isMissing(row, other.columnIndex(column)) && isSameRow(m_table, m_row, other, row, sameIn))
                values.push_back(numberOf(other.cell(row, other.columnIndex(column))));
        }
    }
    return values;
}

const Trace& EvidencedCell::trace(const SliceRef& slice) const
{
    return *m_traces.ranks()[slice.rank].trace;
}

TimeRange EvidencedCell::rangeOf(const SliceRef& slice) const
{
    const RankTrace& rank = m_traces.ranks()[slice.rank];
    const Timestamp start = rank.toJobTime(rank.trace->slices().start[slice.slice.index()]);
    return { start, start + rank.trace->slices().duration(slice.slice) };
}

bool EvidencedCell::isOnHost(const SliceRef& slice) const
{
    return !isDeviceSide(trace(slice).slices().kind[slice.slice.index()]);
}

std::size_t EvidencedCell::hostSlices() const
{
    return static_cast<std::size_t>(std::count_if(
        m_evidence.slices.begin(), m_evidence.slices.end(), [this](const SliceRef& slice) { return isOnHost(slice); }));
}

std::size_t EvidencedCell::distinctNames() const
{
    std::set<std::string_view> names;
    for (const SliceRef& slice : m_evidence.slices)
        names.insert(trace(slice).name(slice.slice));
    return names.size();
}

std::vector<Nanoseconds> EvidencedCell::lengths() const
{
    std::vector<Nanoseconds> all;
    for (const SliceRef& slice : m_evidence.slices)
        all.push_back(rangeOf(slice).length());
    for (const IntervalRef& interval : m_evidence.intervals)
        all.push_back(interval.range.length());
    return all;
}

std::vector<Nanoseconds> EvidencedCell::times() const
{
    std::vector<TimeRange> all;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<TimeRange>> byTrack;
    std::map<std::uint32_t, std::vector<TimeRange>> byRank;
    const auto add = [&](std::uint32_t rank, TrackId track, TimeRange range) {
        all.push_back(range);
        byTrack[{ rank, track.value }].push_back(range);
        byRank[rank].push_back(range);
    };
    for (const SliceRef& slice : m_evidence.slices)
        add(slice.rank, trace(slice).trackOf(slice.slice), rangeOf(slice));
    for (const IntervalRef& interval : m_evidence.intervals)
        add(interval.rank, interval.track, interval.range);
    if (all.empty())
        return { 0 };
    Nanoseconds sum = 0;
    TimeRange span = all.front();
    for (const TimeRange& range : all) {
        sum += range.length();
        span = { std::min(span.begin, range.begin), std::max(span.end, range.end) };
    }
    const auto isShorter = [](TimeRange a, TimeRange b) { return a.length() < b.length(); };
    const auto [shortest, longest] = std::minmax_element(all.begin(), all.end(), isShorter);
    Nanoseconds ranks = 0;
    for (const auto& [rank, ranges] : byRank)
        ranks += lengthOfUnion(ranges);
    Nanoseconds tracks = 0;
    for (const auto& [track, ranges] : byTrack)
        tracks += lengthOfUnion(ranges);
    return { sum, shortest->length(), longest->length(), span.length(), ranks, tracks };
}

} // namespace kinetoscope::tests
