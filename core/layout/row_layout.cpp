// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/row_layout.h"

#include "core/query/timeline_index.h"

#include <algorithm>

namespace kinetoscope {

namespace {

// The same in every density.
constexpr int kRowGap = TimelineMetrics {}.rowGap;

bool chosen(const std::map<RowKey, bool>& choices, const RowKey& key, bool otherwise)
{
    const auto it = choices.find(key);
    return it != choices.end() ? it->second : otherwise;
}

std::int32_t laneHeightOf(TrackKind kind, const TimelineMetrics& metrics)
{
    switch (kind) {
    case TrackKind::DeviceAnnotation:
    case TrackKind::Span:
        return metrics.annotationRow;
    case TrackKind::HostInstants:
        return metrics.narrowRow;
    case TrackKind::Counter:
        return 0;
    default:
        return metrics.sliceRow;
    }
}

} // namespace

RowLayout::RowLayout(
    const TimelineTree& tree, const TraceSet& traces, const RowChoices& choices, const TimelineMetrics& metrics)
{
    for (std::uint32_t rank = 0; rank < tree.ranks.size(); ++rank) {
        if (rank > 0)
            m_height += metrics.rankGap;
        addRank(tree, traces, choices, metrics, rank);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_byKey.emplace(m_rows[i].key, i);
}

void RowLayout::append(TimelineRow row, std::int32_t height, std::int32_t gapBelow)
{
    row.y = m_height;
    row.height = height;
    m_height += height + gapBelow;
    m_rows.push_back(std::move(row));
}

void RowLayout::addRank(const TimelineTree& tree, const TraceSet& traces, const RowChoices& choices,
    const TimelineMetrics& metrics, std::uint32_t rank)
{
    const TreeRank& treeRank = tree.ranks[rank];
    TimelineRow header;
    header.key = { RowKind::Rank, rank, 0 };
    header.expanded = chosen(choices.expanded, header.key, treeRank.expandedAtFirst);
    const bool open = header.expanded;
    append(std::move(header), metrics.headerRow, metrics.trackGap);
    if (!open)
        return;
    if (treeRank.hasSteps) {
        TimelineRow steps;
        steps.key = { RowKind::Steps, rank, 0 };
        append(std::move(steps), metrics.annotationRow, metrics.trackGap);
    }
    addSeries(treeRank.series, rank, metrics);
    for (std::uint32_t g = 0; g < treeRank.groups.size(); ++g) {
        const TreeGroup& group = treeRank.groups[g];
        TimelineRow row;
        row.key = { RowKind::Group, rank, g };
        row.group = g;
        row.expanded = chosen(choices.expanded, row.key, group.expandedAtFirst);
        const bool groupOpen = row.expanded;
        append(std::move(row), metrics.headerRow, metrics.trackGap);
        if (groupOpen)
            addSeries(group.series, rank, metrics);
        for (std::uint32_t t = 0; groupOpen && t < group.tracks.size(); ++t) {
            TimelineRow trackRow;
            trackRow.key = { RowKind::Track, rank, group.tracks[t].track.value };
            trackRow.group = g;
            trackRow.trackInGroup = t;
            addTrack(
                group, traces.ranks()[rank].trace->track(group.tracks[t].track), std::move(trackRow), choices, metrics);
            addSeries(group.tracks[t].series, rank, metrics);
        }
    }
}

void RowLayout::addSeries(const std::vector<std::uint32_t>& series, std::uint32_t rank, const TimelineMetrics& metrics)
{
    for (const std::uint32_t number : series) {
        TimelineRow row;
        row.key = { RowKind::Series, rank, number };
        append(std::move(row), metrics.counterRow, metrics.trackGap);
    }
}

void RowLayout::addTrack(const TreeGroup& group, const Track& track, TimelineRow row, const RowChoices& choices,
    const TimelineMetrics& metrics)
{
    const TreeTrack& tree = group.tracks[row.trackInGroup];
    row.expanded = chosen(choices.expanded, row.key, tree.expandedAtFirst);
    row.foldsPython = tree.foldedLanes > 0 && chosen(choices.pythonFolded, row.key, true);
    if (!row.expanded) {
        append(std::move(row), metrics.strip, metrics.trackGap);
        return;
    }
    row.laneHeight = laneHeightOf(track.kind, metrics);
    if (row.laneHeight == 0) {
        append(std::move(row), metrics.counterRow, metrics.trackGap);
        return;
    }
    row.laneCount =
        row.foldsPython ? static_cast<std::uint16_t>(tree.foldedLanes) : std::max<std::uint16_t>(1, track.laneCount);
    row.firstLane = row.foldsPython ? track.laneCount : std::uint16_t { 0 };
    const std::int32_t height = row.laneCount * (row.laneHeight + metrics.rowGap) - metrics.rowGap;
    append(std::move(row), height, metrics.trackGap);
}

std::ptrdiff_t RowLayout::rowAt(std::int64_t y) const
{
    const auto it = std::upper_bound(
        m_rows.begin(), m_rows.end(), y, [](std::int64_t at, const TimelineRow& row) { return at < row.y; });
    return it - m_rows.begin() - 1;
}

std::ptrdiff_t RowLayout::find(const RowKey& key) const
{
    const auto it = m_byKey.find(key);
    return it != m_byKey.end() ? static_cast<std::ptrdiff_t>(it->second) : -1;
}

std::int64_t RowLayout::laneTop(const TimelineRow& row, int lane)
{
    return row.y + std::int64_t { lane } * (row.laneHeight + kRowGap);
}

int RowLayout::laneAt(const TimelineRow& row, std::int64_t y)
{
    if (row.laneCount == 0 || y < row.y || y >= row.y + row.height)
        return -1;
    return static_cast<int>(std::min<std::int64_t>((y - row.y) / (row.laneHeight + kRowGap), row.laneCount - 1));
}

int RowLayout::laneOf(const TimelineRow& row, const Trace& trace, SliceId slice)
{
    if (row.laneCount == 0)
        return -1;
    return row.foldsPython ? trace.timeline().foldedLanes().laneOf(row.track(), slice) : trace.laneOf(slice);
}

} // namespace kinetoscope
