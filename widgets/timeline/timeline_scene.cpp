// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_scene.h"

#include "core/base/text_finder.h"
#include "core/layout/timeline/row_order.h"
#include "core/model/overhead_track.h"
#include "core/model/raw_memory.h"
#include "widgets/support/fonts.h"
#include "widgets/support/message_text.h"
#include "widgets/support/registry_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kMostStrips = 128;   // some 100 KB each of a long job; more than fit on a screen
constexpr std::size_t kMostBusyRows = 512; // more than fit on a screen

/// Of a counter of a raw memory timeline, whose names are the program's own.
QString memoryTitle(std::string_view counter)
{
    const std::string_view part = counter.substr(std::min(counter.size(), kMemoryCounter.size() + 2));
    return part == kMemoryTotal ? QCoreApplication::translate("Timeline", "Memory in use: total")
                                : QCoreApplication::translate("Timeline", "Memory in use: %1").arg(registryText(part));
}

} // namespace

TimelineGeometry TimelineGeometry::of(QSize size, const TimelineMetrics& metrics)
{
    const int header = std::min(metrics.headerWidth, size.width() * 2 / 5); // large letters ask for more than they need
    const int width = std::max(1, size.width() - header);
    const int rulerTop = metrics.overview + 1;
    const int lanesTop = rulerTop + metrics.ruler + 1;
    const int lanesHeight = std::max(1, size.height() - lanesTop);
    return TimelineGeometry { .overviewHeader = QRect(0, 0, header, metrics.overview),
        .overview = QRect(header, 0, width, metrics.overview),
        .rulerHeader = QRect(0, rulerTop, header, metrics.ruler),
        .ruler = QRect(header, rulerTop, width, metrics.ruler),
        .headers = QRect(0, lanesTop, header, lanesHeight),
        .lanes = QRect(header, lanesTop, width, lanesHeight) };
}

TimelineScene::TimelineScene()
    : m_palette(&Palette::of(Theme::Light))
{
    setDensity(m_density);
}

void TimelineScene::setTraceSet(std::shared_ptr<const TraceSet> traces, const SliceNames& names)
{
    m_traces = std::move(traces);
    m_names = names;
    m_choices = {};
    m_strips.clear();
    m_busy.clear();
    m_colouring.counters = nullptr;
    m_labels.clear();
    m_tree = m_traces ? buildTimelineTree(*m_traces, windowWords) : TimelineTree {};
    m_foldedForRoom.clear();
    setOverlays({});
    setScope({}, nullptr);
    m_colours = SliceColours(m_traces, m_colouring, *m_palette);
    layOut();
}

void TimelineScene::setDensity(Density density)
{
    m_density = density;
    m_metrics = TimelineMetrics::of(density).scaledBy(interfaceScale());
    m_labels.setFont(labelFont(density));
    layOut();
}

void TimelineScene::setTheme(Theme theme)
{
    m_palette = &Palette::of(theme);
    m_colours = SliceColours(m_traces, m_colouring, *m_palette);
}

void TimelineScene::setColouring(Colouring colouring)
{
    m_colouring = std::move(colouring);
    m_colours = SliceColours(m_traces, m_colouring, *m_palette);
}

void TimelineScene::setOverlays(std::vector<std::shared_ptr<const Overlay>> overlays)
{
    m_overlays = std::move(overlays);
    m_series.clear();
    m_ranges.clear();
    for (const auto& overlay : m_overlays) {
        for (const OverlaySeries& series : overlay->series)
            m_series.push_back(&series);
        for (const OverlayRanges& ranges : overlay->ranges)
            m_ranges[{ ranges.rank, ranges.track }].push_back({ overlay->style, &ranges, overlay.get() });
    }
    placeSeries(m_tree, m_series);
    layOut();
}

void TimelineScene::setScope(Scope scope, std::shared_ptr<const std::vector<RankWindows>> stepWindows)
{
    m_scope = std::move(scope);
    m_stepWindows = std::move(stepWindows);
}

std::optional<std::span<const TimeRange>> TimelineScene::inScope(std::uint32_t rank) const
{
    if (!isChosen(m_scope.ranks, m_traces->ranks()[rank].rank))
        return std::span<const TimeRange> {};
    if (m_stepWindows) { // they are cut to the range
        const auto known = std::ranges::find(*m_stepWindows, rank, &RankWindows::rank);
        return known != m_stepWindows->end() ? std::optional<std::span<const TimeRange>>(known->windows) : std::nullopt;
    }
    return m_scope.range ? std::optional(std::span<const TimeRange>(&*m_scope.range, 1)) : std::nullopt;
}

void TimelineScene::layOut()
{
    const auto titleOf = [this](std::uint32_t rank, TrackId track) { return trackTitle(rank, track).toStdString(); };
    m_rows = m_traces ? RowLayout(m_tree, *m_traces, m_choices, m_metrics, titleOf) : RowLayout();
}

RowPanes TimelineScene::panes(const TimelineViewport& viewport) const
{
    return { m_rows, geometry(viewport.size).lanes.height(), viewport.scroll };
}

void TimelineScene::setChoices(const RowChoices& choices)
{
    m_choices = choices;
    layOut();
}

void TimelineScene::setExpanded(const RowKey& row, bool expanded)
{
    m_choices.expanded[row] = expanded;
    layOut();
}

bool TimelineScene::openThreadsAtFirst(bool open)
{
    if (open == m_foldedForRoom.empty())
        return false;
    for (const RowKey& row : std::exchange(m_foldedForRoom, {})) {
        const auto place = placeOf(m_tree, row);
        TreeTrack& track = m_tree.ranks[row.rank].groups[place->group].tracks[place->track];
        track.expandedAtFirst = true;
        track.foldedForStreams = false;
    }
    for (std::uint32_t rank = 0; !open && rank < m_tree.ranks.size(); ++rank) {
        std::vector<TreeGroup>& groups = m_tree.ranks[rank].groups;
        if (std::ranges::none_of(groups, &TreeGroup::isDevice))
            continue;
        for (TreeGroup& group : groups) {
            for (TreeTrack& track : group.tracks) {
                if (!track.expandedAtFirst
                    || m_traces->ranks()[rank].trace->track(track.track).kind != TrackKind::HostThread)
                    continue;
                track.expandedAtFirst = false;
                track.foldedForStreams = true;
                m_foldedForRoom.push_back({ RowKind::Track, rank, track.track.value });
            }
        }
    }
    layOut();
    return true;
}

void TimelineScene::setPythonFolded(const RowKey& row, bool folded)
{
    m_choices.pythonFolded[row] = folded;
    layOut();
}

bool TimelineScene::uncover(std::uint32_t rank, TrackId track)
{
    if (!m_traces || rank >= m_tree.ranks.size())
        return false;
    const RowKey sought { RowKind::Track, rank, track.value };
    bool changed = unhide(sought);
    const auto open = [&](const RowKey& key) {
        const std::ptrdiff_t row = m_rows.find(key);
        if (row >= 0 && !m_rows.rows()[static_cast<std::size_t>(row)].expanded) {
            setExpanded(key, true);
            changed = true;
        }
    };
    if (m_rows.find(sought) < 0) { // a pinned one has a row whatever is folded
        open({ RowKind::Rank, rank, 0 });
        if (const auto place = placeOf(m_tree, sought))
            open({ RowKind::Group, rank, place->group });
    }
    open(sought);
    return changed;
}

bool TimelineScene::unhide(const RowKey& track)
{
    const auto place = placeOf(m_tree, track);
    if (!place)
        return false;
    RowChoices choices = m_choices;
    choices.hidden.erase(track);
    choices.hidden.erase({ RowKind::Group, track.rank, place->group });
    choices.hidden.erase({ RowKind::Rank, track.rank, 0 });
    const TreeRank& rank = m_tree.ranks[track.rank];
    const TrackId id { track.index };
    const Track& model = m_traces->ranks()[track.rank].trace->track(id);
    const TextFinder filter(choices.filter);
    if (!filter.isIn(rank.title) && !filter.isIn(rank.groups[place->group].title) && !filter.isIn(model.name)
        && !filter.isIn(trackTitle(track.rank, id).toStdString()))
        choices.filter.clear();
    if (choices == m_choices)
        return false;
    setChoices(choices);
    return true;
}

bool TimelineScene::uncover(SliceRef slice)
{
    if (!m_traces || slice.rank >= m_tree.ranks.size())
        return false;
    const TrackId track = m_traces->ranks()[slice.rank].trace->trackOf(slice.slice);
    bool changed = uncover(slice.rank, track);
    const RowKey key { RowKind::Track, slice.rank, track.value };
    const std::ptrdiff_t row = m_rows.find(key);
    const Trace& trace = *m_traces->ranks()[slice.rank].trace;
    if (row >= 0 && m_rows.rows()[static_cast<std::size_t>(row)].foldsPython
        && trace.kind(slice.slice) == EventKind::PythonFunction) {
        setPythonFolded(key, false);
        changed = true;
    }
    return changed;
}

std::ptrdiff_t TimelineScene::rowOf(SliceRef slice) const
{
    if (!m_traces || slice.rank >= m_tree.ranks.size())
        return -1;
    return rowOf(slice.rank, m_traces->ranks()[slice.rank].trace->trackOf(slice.slice));
}

std::ptrdiff_t TimelineScene::rowOf(std::uint32_t rank, TrackId track) const
{
    if (!m_traces || rank >= m_tree.ranks.size())
        return -1;
    std::ptrdiff_t row = m_rows.find({ RowKind::Track, rank, track.value });
    const auto& groups = m_tree.ranks[rank].groups;
    for (std::uint32_t g = 0; row < 0 && g < groups.size(); ++g) {
        const auto& tracks = groups[g].tracks;
        if (std::ranges::any_of(tracks, [track](const TreeTrack& t) { return t.track == track; }))
            row = m_rows.find({ RowKind::Group, rank, g });
    }
    return row >= 0 ? row : m_rows.find({ RowKind::Rank, rank, 0 });
}

QString TimelineScene::title(const TimelineRow& row) const
{
    const TreeRank& rank = m_tree.ranks[row.key.rank];
    switch (row.key.kind) {
    case RowKind::Rank:
        return plainLine(rank.title);
    case RowKind::Group:
        return plainLine(rank.groups[row.group].title);
    case RowKind::Steps:
        return QCoreApplication::translate("Timeline", "steps");
    case RowKind::Series:
        return messageText(series(row)->name);
    case RowKind::Track:
        break;
    }
    const QString title = trackTitle(row.key.rank, row.track());
    // A pinned track is away from the titles that say where it is.
    return row.isPinned && m_tree.ranks.size() > 1 ? QStringLiteral("%1 \u00b7 %2").arg(title, plainLine(rank.title))
                                                   : title;
}

QString TimelineScene::trackTitle(std::uint32_t rank, TrackId id) const
{
    const Trace& trace = *m_traces->ranks()[rank].trace;
    const Track& track = trace.track(id);
    if (trace.isMemoryTimeline())
        return memoryTitle(track.name);
    const QString name = plainLine(track.name);
    // One thread or stream may have several tracks; their names are the same.
    switch (track.kind) {
    case TrackKind::DeviceAnnotation:
        return QCoreApplication::translate("Timeline", "%1 annotations").arg(name);
    case TrackKind::DeviceSync:
        return track.stream == Track::kNoStream ? QCoreApplication::translate("Timeline", "waits, no stream")
                                                : QCoreApplication::translate("Timeline", "%1 waits").arg(name);
    case TrackKind::HostInstants:
        return QCoreApplication::translate("Timeline", "%1 instants").arg(name);
    default:
        return isOverheadTrack(track) ? registryText(track.name) : name;
    }
}

const TreeTrack* TimelineScene::treeTrack(const TimelineRow& row) const
{
    if (row.key.kind != RowKind::Track)
        return nullptr;
    return &m_tree.ranks[row.key.rank].groups[row.group].tracks[row.trackInGroup];
}

std::vector<TrackId> TimelineScene::tracksOf(const TimelineRow& row) const
{
    const TreeRank& rank = m_tree.ranks[row.key.rank];
    const Trace& trace = *m_traces->ranks()[row.key.rank].trace;
    std::vector<TrackId> tracks;
    const auto addGroup = [&](const TreeGroup& group, bool streamsOnly) {
        for (const TreeTrack& track : group.tracks) {
            const bool isMeant = !streamsOnly || trace.track(track.track).kind == TrackKind::Stream;
            if (isMeant && m_rows.keeps(row.key.rank, track.track))
                tracks.push_back(track.track);
        }
    };
    switch (row.key.kind) {
    case RowKind::Rank:
        for (const TreeGroup& group : rank.groups)
            addGroup(group, true);
        break;
    case RowKind::Group:
        addGroup(rank.groups[row.group], rank.groups[row.group].isDevice);
        break;
    case RowKind::Track:
        tracks.push_back(row.track());
        break;
    case RowKind::Steps:
    case RowKind::Series:
        break;
    }
    return tracks;
}

double TimelineScene::busyShareOf(const TimelineRow& row, TimeRange range) const
{
    if (range.isEmpty())
        return 0;
    auto key = std::tuple(row.key.rank, !(row.expanded && row.foldsPython), tracksOf(row));
    auto found = m_busy.find(key);
    if (found == m_busy.end()) {
        if (m_busy.size() >= kMostBusyRows)
            m_busy.clear();
        const auto& [rank, withPython, tracks] = key;
        CoveredTime busy = busyTimeOf(*m_traces->ranks()[rank].trace, tracks, withPython);
        found = m_busy.emplace(std::move(key), std::move(busy)).first;
    }
    return static_cast<double>(found->second.within(range)) / static_cast<double>(range.length());
}

std::vector<TrackId> TimelineScene::streamsOfStrip(const TimelineRow& row) const
{
    if (row.expanded)
        return {};
    const Trace& trace = *m_traces->ranks()[row.key.rank].trace;
    std::vector<TrackId> tracks = tracksOf(row);
    std::erase_if(tracks, [&trace](TrackId id) {
        const Track& track = trace.track(id);
        return track.kind != TrackKind::Stream || track.sliceCount == 0;
    });
    return tracks;
}

const RankStrip* TimelineScene::stripOf(std::uint32_t rank) const
{
    const RankSummary* summary = m_traces->ranks()[rank].readsFrom();
    if (!summary)
        return nullptr;
    const auto found = m_strips.find(rank);
    if (found != m_strips.end())
        return &found->second;
    if (m_strips.size() >= kMostStrips)
        m_strips.clear();
    return &m_strips.emplace(rank, RankStrip::ofRuns(*summary)).first->second;
}

} // namespace kinetoscope
