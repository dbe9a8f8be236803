// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/row_layout.h"

#include <algorithm>

namespace kinetoscope {

namespace {

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
    for (std::uint32_t g = 0; g < treeRank.groups.size(); ++g) {
        const TreeGroup& group = treeRank.groups[g];
        TimelineRow row;
        row.key = { RowKind::Group, rank, g };
        row.group = g;
        row.expanded = chosen(choices.expanded, row.key, group.expandedAtFirst);
        const bool groupOpen = row.expanded;
        append(std::move(row), metrics.headerRow, metrics.trackGap);
        for (std::uint32_t t = 0; groupOpen && t < group.tracks.size(); ++t) {
            TimelineRow trackRow;
            trackRow.key = { RowKind::Track, rank, group.tracks[t].track.value };
            trackRow.group = g;
            trackRow.trackInGroup = t;
            addTrack(
                group, traces.ranks()[rank].trace->track(group.tracks[t].track), std::move(trackRow), choices, metrics);
        }
    }
}

void RowLayout::addTrack(const TreeGroup& group, const Track& track, TimelineRow row, const RowChoices& choices,
    const TimelineMetrics& metrics)
{
    const TreeTrack& tree = group.tracks[row.trackInGroup];
    row.expanded = chosen(choices.expanded, row.key, tree.expandedAtFirst);
    row.foldsPython = tree.hasFoldableLanes && chosen(choices.pythonFolded, row.key, true);
    if (!row.expanded) {
        append(std::move(row), metrics.strip, metrics.trackGap);
        return;
    }
    row.laneHeight = laneHeightOf(track.kind, metrics);
    if (row.laneHeight == 0) {
        append(std::move(row), metrics.counterRow, metrics.trackGap);
        return;
    }
    const std::int32_t lanes = std::max<std::int32_t>(1, track.laneCount);
    if (!row.foldsPython) {
        append(std::move(row), lanes * (row.laneHeight + metrics.rowGap) - metrics.rowGap, metrics.trackGap);
        return;
    }
    std::int32_t top = 0;
    row.laneTops.reserve(static_cast<std::size_t>(lanes) + 1);
    for (std::int32_t lane = 0; lane < lanes; ++lane) {
        row.laneTops.push_back(top);
        const bool thin = tree.foldableLanes[static_cast<std::size_t>(lane)];
        top += (thin ? metrics.foldedLane : row.laneHeight) + metrics.rowGap;
    }
    row.laneTops.push_back(top);
    append(std::move(row), top - metrics.rowGap, metrics.trackGap);
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

std::int64_t RowLayout::laneTop(const TimelineRow& row, std::uint16_t lane)
{
    if (!row.laneTops.empty())
        return row.y + row.laneTops[std::min<std::size_t>(lane, row.laneTops.size() - 1)];
    // The gap between lanes is the same in every density.
    return row.y + std::int64_t { lane } * (row.laneHeight + TimelineMetrics {}.rowGap);
}

std::int32_t RowLayout::laneHeight(const TimelineRow& row, std::uint16_t lane)
{
    if (!row.laneTops.empty() && lane + 1u < row.laneTops.size())
        return row.laneTops[lane + 1u] - row.laneTops[lane] - TimelineMetrics {}.rowGap;
    return row.laneHeight;
}

int RowLayout::laneAt(const TimelineRow& row, std::int64_t y, int laneCount)
{
    if (!row.expanded || row.laneHeight == 0 || y < row.y || y >= row.y + row.height)
        return -1;
    const std::int64_t offset = y - row.y;
    if (row.laneTops.empty())
        return static_cast<int>(
            std::min<std::int64_t>(offset / (row.laneHeight + TimelineMetrics {}.rowGap), laneCount - 1));
    const auto it = std::upper_bound(row.laneTops.begin(), row.laneTops.end(), offset);
    return static_cast<int>(std::min<std::ptrdiff_t>(it - row.laneTops.begin() - 1, laneCount - 1));
}

} // namespace kinetoscope
