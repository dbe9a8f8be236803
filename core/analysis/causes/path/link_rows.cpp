// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/link_rows.h"

#include "core/analysis/types/column_names.h"
#include "core/analysis/types/stream_cell.h"

#include <algorithm>

namespace kinetoscope {

namespace {

enum class LinkColumn : std::uint8_t { Rank, Step, Ts, Duration, Kind, Name, Device, Place, OpPath, PythonLine };

} // namespace

std::vector<ColumnDescriptor> linkColumns()
{
    return { { column::kRank, ColumnType::Int, Unit::None, "Rank" },
        { column::kStep, ColumnType::Int, Unit::None, "Step" },
        { column::kTs, ColumnType::Time, Unit::Microseconds, "Start" },
        { column::kDuration, ColumnType::Duration, Unit::Microseconds, "Time" },
        { .name = column::kKind, .type = ColumnType::String, .title = "Spent in", .text = TextKind::Category },
        { .name = column::kName, .type = ColumnType::String, .title = "Owner", .text = TextKind::Name },
        { column::kDevice, ColumnType::Int, Unit::None, "Device" },
        { .name = "place", .type = ColumnType::String, .title = "Thread or stream" },
        { .name = "op_path", .type = ColumnType::String, .title = "Op path" },
        { .name = "python_line", .type = ColumnType::String, .title = "Python line" } };
}

LinkRows::LinkRows(std::shared_ptr<const PathsOfRanks> paths)
    : m_paths(std::move(paths))
{
    for (const PathOfRank& path : *m_paths)
        m_ends.push_back(count() + path.walked.links.size());
}

LinkRows::Link LinkRows::at(std::size_t row) const
{
    const auto path = static_cast<std::size_t>(std::upper_bound(m_ends.begin(), m_ends.end(), row) - m_ends.begin());
    return { (*m_paths)[path], (*m_paths)[path].walked.links[row - (path > 0 ? m_ends[path - 1] : 0)] };
}

const OwnerLabels& LinkRows::labelsOf(const Link& link) const
{
    const std::lock_guard lock(m_mutex);
    const auto [found, isNew] = m_labels[link.path.rank.get()].try_emplace(link.link.owner);
    if (isNew)
        found->second = ownerLabels(*link.path.rank->rank.trace, link.link.owner);
    return found->second;
}

const Track* LinkRows::placeOf(const Link& link)
{
    return link.link.place.isValid() ? &link.path.rank->rank.trace->track(link.link.place) : nullptr;
}

Cell LinkRows::figure(std::size_t row, std::size_t column) const
{
    const Link link = at(row);
    switch (static_cast<LinkColumn>(column)) {
    case LinkColumn::Rank:
        return link.path.rank->rank.rank;
    case LinkColumn::Step:
        return link.path.walked.step ? Cell { link.path.walked.step->number } : Cell {};
    case LinkColumn::Ts:
        return link.path.rank->rank.toJobTime(link.link.range.begin);
    case LinkColumn::Duration:
        return link.link.range.length();
    case LinkColumn::Device:
        return placeOf(link) && placeOf(link)->isDeviceSide()
            ? deviceCell(*link.path.rank->rank.trace, placeOf(link)->device)
            : Cell {};
    default:
        return {};
    }
}

std::string_view LinkRows::text(std::size_t row, std::size_t column) const
{
    const Link link = at(row);
    switch (static_cast<LinkColumn>(column)) {
    case LinkColumn::Kind:
        return toString(link.link.cause);
    case LinkColumn::Name:
        return labelsOf(link).name;
    case LinkColumn::Place:
        return placeOf(link) ? std::string_view(placeOf(link)->name) : std::string_view {};
    case LinkColumn::OpPath:
        return labelsOf(link).opPath;
    case LinkColumn::PythonLine:
        return labelsOf(link).pythonLine;
    default:
        return {};
    }
}

std::size_t LinkRows::memoryBytes() const
{
    std::size_t bytes = m_ends.capacity() * sizeof(std::size_t);
    for (const PathOfRank& path : *m_paths)
        bytes += path.walked.links.memoryBytes();
    return bytes;
}

Selection LinkRows::evidence(std::size_t row) const
{
    const Link link = at(row);
    const RankTrace& rank = link.path.rank->rank;
    const TimeRange& range = link.link.range;
    Selection selection;
    selection.intervals.push_back(
        { link.path.rank->index, link.link.place, { rank.toJobTime(range.begin), rank.toJobTime(range.end) } });
    return selection;
}

} // namespace kinetoscope
