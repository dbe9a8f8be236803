// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/row_layout.h"

#include "core/base/text_finder.h"
#include "core/layout/timeline/row_order.h"
#include "core/model/pyramid/timeline_index.h"

#include <algorithm>
#include <optional>

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

/// What a layout is made of, and what the filter and the hidden rows leave of it.
struct RowLayout::Input {
    const TimelineTree& tree;
    const TraceSet& traces;
    const RowChoices& choices;
    const TimelineMetrics& metrics;
    const TrackTitle& titleOf;
    std::optional<TextFinder> filter;
    std::set<RowKey> pinned;

    [[nodiscard]] bool isHidden(const RowKey& key) const { return choices.hidden.count(key) != 0; }
    [[nodiscard]] bool matches(std::string_view title) const { return !filter || filter->isIn(title); }
    [[nodiscard]] const Track& track(std::uint32_t rank, TrackId id) const
    {
        return traces.ranks()[rank].trace->track(id);
    }
    /// Whether the filter leaves a track. `around`: it is in the title of its rank, process or device.
    [[nodiscard]] bool keeps(std::uint32_t rank, TrackId id, bool around) const
    {
        return !isHidden({ RowKind::Track, rank, id.value }) && (around || isNamed(rank, id));
    }
    [[nodiscard]] bool isNamed(std::uint32_t rank, TrackId id) const
    {
        const Track& named = track(rank, id);
        return matches(named.name) || matches(titleOf ? titleOf(rank, id) : filterTitle(named));
    }
    /// Whether the filter is in the title of the track itself: then what is around it is opened.
    [[nodiscard]] bool isSought(std::uint32_t rank, TrackId id) const { return filter && keeps(rank, id, false); }
};

std::string filterTitle(const Track& track)
{
    switch (track.kind) {
    case TrackKind::DeviceAnnotation:
        return track.name + " annotations";
    case TrackKind::DeviceSync:
        return track.stream == Track::kNoStream ? "waits, no stream" : track.name + " waits";
    case TrackKind::HostInstants:
        return track.name + " instants";
    default:
        return track.name;
    }
}

RowLayout::RowLayout(const TimelineTree& tree, const TraceSet& traces, const RowChoices& choices,
    const TimelineMetrics& metrics, const TrackTitle& titleOf)
{
    Input input { tree, traces, choices, metrics, titleOf, std::nullopt, {} };
    if (!choices.filter.empty())
        input.filter.emplace(choices.filter);
    input.pinned.insert(choices.pinned.begin(), choices.pinned.end());
    addPinned(input);
    for (std::uint32_t rank = 0; rank < tree.ranks.size(); ++rank)
        addRank(input, rank);
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

void RowLayout::addPinned(const Input& input)
{
    std::set<RowKey> added; // a file may name one twice
    for (const RowKey& key : input.choices.pinned) {
        const std::optional<TrackPlace> place = placeOf(input.tree, key);
        if (!place || !added.insert(key).second || input.isHidden({ RowKind::Rank, key.rank, 0 })
            || input.isHidden({ RowKind::Group, key.rank, place->group }))
            continue;
        const TreeRank& rank = input.tree.ranks[key.rank];
        const TreeGroup& group = rank.groups[place->group];
        if (!input.keeps(key.rank, TrackId { key.index }, input.matches(rank.title) || input.matches(group.title)))
            continue;
        addTrack(input, { .key = key, .group = place->group, .trackInGroup = place->track, .isPinned = true });
        addSeries(group.tracks[place->track].series, key.rank, input.metrics, true);
    }
    m_pinnedHeight = m_height;
}

void RowLayout::addRank(const Input& input, std::uint32_t rank)
{
    const TreeRank& treeRank = input.tree.ranks[rank];
    const bool isMatched = input.matches(treeRank.title);
    bool isKept = isMatched;
    bool isOpened = false; // because something inside was asked for
    const bool isHidden = input.isHidden({ RowKind::Rank, rank, 0 });
    for (std::uint32_t g = 0; g < treeRank.groups.size(); ++g) {
        const TreeGroup& group = treeRank.groups[g];
        m_allTracks += group.tracks.size();
        if (isHidden || input.isHidden({ RowKind::Group, rank, g })) {
            for (const TreeTrack& track : group.tracks)
                m_leftOut.insert({ rank, track.track });
            continue;
        }
        const bool around = isMatched || input.matches(group.title);
        isKept = isKept || around;
        isOpened = isOpened || (input.filter && !isMatched && around);
        for (const TreeTrack& track : group.tracks) {
            if (!input.keeps(rank, track.track, around)) {
                m_leftOut.insert({ rank, track.track });
                continue;
            }
            ++m_keptTracks;
            isKept = true;
            isOpened = isOpened || input.isSought(rank, track.track);
        }
    }
    if (isHidden || !isKept)
        return;
    if (m_height > m_pinnedHeight) // below the pinned rows there is their own rule
        m_height += input.metrics.rankGap;
    TimelineRow header { .key = { RowKind::Rank, rank, 0 }, .canFold = !isOpened };
    header.expanded = isOpened || chosen(input.choices.expanded, header.key, treeRank.expandedAtFirst);
    const bool open = header.expanded;
    append(std::move(header), input.metrics.headerRow, input.metrics.trackGap);
    if (!open)
        return;
    const RowKey steps { RowKind::Steps, rank, 0 };
    if (treeRank.hasSteps && isMatched && !input.isHidden(steps)) {
        append({ .key = steps, .canFold = false }, input.metrics.annotationRow, input.metrics.trackGap);
    }
    if (isMatched)
        addSeries(treeRank.series, rank, input.metrics);
    for (const std::uint32_t g : orderedGroups(input.tree, input.choices, rank))
        addGroup(input, rank, g, isMatched);
}

void RowLayout::addGroup(const Input& input, std::uint32_t rank, std::uint32_t g, bool rankMatches)
{
    const TreeGroup& group = input.tree.ranks[rank].groups[g];
    TimelineRow row;
    row.key = { RowKind::Group, rank, g };
    if (input.isHidden(row.key))
        return;
    const bool around = rankMatches || input.matches(group.title);
    bool isKept = around;
    bool isOpened = false;
    for (const TreeTrack& track : group.tracks) {
        isKept = isKept || input.keeps(rank, track.track, around);
        isOpened = isOpened || input.isSought(rank, track.track);
    }
    if (!isKept)
        return;
    row.group = g;
    row.canFold = !isOpened;
    row.expanded = isOpened || chosen(input.choices.expanded, row.key, group.expandedAtFirst);
    const bool open = row.expanded;
    append(std::move(row), input.metrics.headerRow, input.metrics.trackGap);
    if (!open)
        return;
    if (around)
        addSeries(group.series, rank, input.metrics);
    for (const std::uint32_t t : orderedTracks(input.tree, input.choices, rank, g)) {
        TimelineRow trackRow {
            .key = { RowKind::Track, rank, group.tracks[t].track.value }, .group = g, .trackInGroup = t
        };
        if (input.pinned.count(trackRow.key) != 0 || !input.keeps(rank, group.tracks[t].track, around))
            continue;
        addTrack(input, std::move(trackRow));
        addSeries(group.tracks[t].series, rank, input.metrics);
    }
}

void RowLayout::addSeries(
    const std::vector<std::uint32_t>& series, std::uint32_t rank, const TimelineMetrics& metrics, bool isPinned)
{
    for (const std::uint32_t number : series) {
        append({ .key = { RowKind::Series, rank, number }, .canFold = false, .isPinned = isPinned }, metrics.counterRow,
            metrics.trackGap);
    }
}

void RowLayout::addTrack(const Input& input, TimelineRow row)
{
    const TimelineMetrics& metrics = input.metrics;
    const TreeTrack& tree = input.tree.ranks[row.key.rank].groups[row.group].tracks[row.trackInGroup];
    const Track& track = input.track(row.key.rank, tree.track);
    row.canFold = track.kind != TrackKind::Counter && track.sliceCount > 0;
    row.expanded = chosen(input.choices.expanded, row.key, tree.expandedAtFirst);
    row.foldsPython = tree.foldedLanes > 0 && chosen(input.choices.pythonFolded, row.key, true);
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
    const auto it = std::ranges::upper_bound(m_rows, y, {}, &TimelineRow::y);
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
