// SPDX-License-Identifier: GPL-3.0-or-later
// What overlays and the scope do to a row: gaps and waits hatched, a path lit, the rest veiled, names on one colour.
#include "widgets/timeline/painters/lanes_painter.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace kinetoscope {
namespace {

/// Takes `holes` out of `ranges`, both by left edge.
void cut(std::vector<PixelRange>& ranges, const std::vector<PixelRange>& holes)
{
    std::vector<PixelRange> left;
    auto hole = holes.begin();
    for (PixelRange range : ranges) {
        range.right = std::max(range.right, range.left + 1);
        while (hole != holes.end() && hole->right <= range.left)
            ++hole;
        for (auto in = hole; in != holes.end() && in->left < range.right; ++in) {
            if (in->left > range.left)
                left.push_back({ range.left, in->left, range.tag });
            range.left = std::max(range.left, in->right);
        }
        if (range.left < range.right)
            left.push_back(range);
    }
    ranges = std::move(left);
}

} // namespace

void LanesPainter::paintGaps(LaneCanvas& canvas, const TimelineRow& row, int top, int height)
{
    for (const TimelineScene::TrackRanges& each : m_scene.rangesOf(row.key.rank, row.track())) {
        if (each.style == OverlayStyle::IdleCauses)
            m_rangePainter.drawGaps(canvas, each.ranges->ranges, m_scale, top, height);
        if (each.style != OverlayStyle::IdleLedger)
            continue;
        m_rangePainter.drawLedger(canvas, *each.ranges, m_scale, top, height);
        const int y = static_cast<int>(m_pane->toArea(row.y));
        m_gapWords.add(*each.ranges, m_scale, m_viewport.pixelRatio, QRect(0, y, m_lanes.width(), row.laneHeight),
            m_pane, m_hasPath);
    }
}

void LanesPainter::paintNarrowGaps(LaneCanvas& canvas, const TimelineRow& row, int top, int height)
{
    for (const TimelineScene::TrackRanges& each : m_scene.rangesOf(row.key.rank, row.track())) {
        const bool isLedger = each.style == OverlayStyle::IdleLedger;
        if (isLedger || each.style == OverlayStyle::IdleCauses)
            m_rangePainter.drawNarrow(canvas, each.ranges->ranges, isLedger, m_scale, top, height);
    }
}

void LanesPainter::paintWaits(LaneCanvas& canvas, const TimelineRow& row, int top, int height)
{
    for (const TimelineScene::TrackRanges& each : m_scene.rangesOf(row.key.rank, row.track())) {
        if (each.style == OverlayStyle::Waits)
            m_rangePainter.drawWaits(canvas, *each.ranges, each.overlay->waits, m_scale, top, height);
    }
}

void LanesPainter::findPath(const TimelineRow& row)
{
    m_onPath.clear();
    const RankTrace& rank = m_scene.traces()->ranks()[row.key.rank];
    const bool isWork =
        row.key.kind == RowKind::Track ? rank.trace->track(row.track()).kind != TrackKind::Counter : !row.expanded;
    m_hasPath = isWork && m_scene.showsPath(row.key.rank);
    if (!m_hasPath)
        return;
    const std::vector<TrackId> tracks = m_scene.tracksOf(row);
    for (const TrackId track : tracks) {
        for (const TimelineScene::TrackRanges& each : m_scene.rangesOf(row.key.rank, track)) {
            if (each.style != OverlayStyle::Path)
                continue;
            allRanges(each.ranges->ranges, m_scale, m_occurrences);
            m_onPath.insert(m_onPath.end(), m_occurrences.begin(), m_occurrences.end());
        }
    }
    if (tracks.size() < 2)
        return;
    std::ranges::sort(m_onPath, {}, &PixelRange::left);
    m_occurrences.clear(); // several streams may be on it at once
    for (const PixelRange& link : m_onPath) {
        if (!m_occurrences.empty() && link.left <= m_occurrences.back().right)
            m_occurrences.back().right = std::max(m_occurrences.back().right, link.right);
        else
            m_occurrences.push_back(link);
    }
    std::swap(m_onPath, m_occurrences);
}

void LanesPainter::findLit(const TimelineRow& row)
{
    const auto windows = m_scene.inScope(row.key.rank);
    m_hasVeil = m_hasPath || windows;
    if (!windows) {
        m_lit = m_onPath;
        return;
    }
    m_lit.clear();
    const TimeRange visible = m_scale.visible();
    const auto pixelOf = [this](Timestamp time) {
        return static_cast<int>(std::lround(std::clamp(m_scale.xOf(time), -1.0, m_scale.width() + 1)));
    };
    auto window =
        std::ranges::partition_point(*windows, [&visible](const TimeRange& each) { return each.end <= visible.begin; });
    const auto endOf = [](const PixelRange& link) { return std::max(link.right, link.left + 1); };
    auto link = m_onPath.begin();
    for (; window != windows->end() && window->begin < visible.end; ++window) {
        const int left = pixelOf(window->begin);
        const int right = std::max(pixelOf(window->end), left + 1);
        if (!m_hasPath) {
            m_lit.push_back({ left, right, 0 });
            continue;
        }
        while (link != m_onPath.end() && endOf(*link) <= left)
            ++link;
        for (auto in = link; in != m_onPath.end() && in->left < right; ++in)
            m_lit.push_back({ std::max(in->left, left), std::min(endOf(*in), right), 0 });
    }
}

void LanesPainter::findBright(const TimelineRow& row)
{
    m_hasPale = m_hasVeil;
    m_bright.clear();
    if (m_hasVeil)
        m_bright = m_lit;
    else
        m_bright.push_back({ 0, static_cast<int>(m_cells.size()), 0 });
    if (row.key.kind != RowKind::Track || !row.expanded)
        return;
    for (const TimelineScene::TrackRanges& each : m_scene.rangesOf(row.key.rank, row.track())) {
        if (each.style != OverlayStyle::Waits)
            continue;
        m_rangePainter.hatchedWaits(*each.ranges, each.overlay->waits, m_scale, m_occurrences);
        m_hasPale = m_hasPale || !m_occurrences.empty();
        cut(m_bright, m_occurrences);
    }
}

/// Puts the name where it has most room on what is pale, or beside it: nowhere else is it read on one colour.
void LanesPainter::placeOnBright(LaneNames::Name& name) const
{
    constexpr int kRoomOfItsOwn = 40; // px: less is too little for a name that has more
    constexpr int kHardlySeen = 2;    // device px: a name is read across a gap of so many
    const double ratio = m_viewport.pixelRatio;
    const int begin = static_cast<int>(std::ceil(name.rect.left() * ratio));
    const int end = static_cast<int>((name.rect.left() + name.rect.width()) * ratio);
    PixelRange widest;
    bool isLit = false;
    const auto take = [&](int left, int right, bool lit) {
        if (right - left <= widest.right - widest.left)
            return;
        widest = { left, right, 0 };
        isLit = lit;
    };
    int litFrom = begin;
    int seen = begin;
    auto part = std::ranges::partition_point(
        m_bright, [begin](const PixelRange& each) { return std::max(each.right, each.left + 1) <= begin; });
    for (; part != m_bright.end() && part->left < end; ++part) {
        if (part->left > seen + kHardlySeen) {
            take(litFrom, seen, true);
            take(seen, part->left, false);
            litFrom = part->left;
        }
        seen = std::max(seen, std::min(end, std::max(part->right, part->left + 1)));
    }
    take(litFrom, seen, true);
    take(seen, end, false);
    name.ground = isLit ? LaneNames::Ground::Slice : LaneNames::Ground::Veiled;
    if (widest.right - widest.left >= end - begin)
        return;
    const int left = static_cast<int>(std::ceil(widest.left / ratio));
    const int width = static_cast<int>(widest.right / ratio) - left;
    if (width < kRoomOfItsOwn && width < name.rect.width() / 2) {
        name.ground = LaneNames::Ground::Patch;
        return;
    }
    name.rect.setLeft(left);
    name.rect.setWidth(width);
}

void LanesPainter::paintPath(LaneCanvas& canvas, const TimelineRow& row)
{
    const auto [top, bottom] = row.expanded ? std::pair(deviceY(row.y), deviceY(row.y + row.height)) : stripOf(row);
    m_rangePainter.drawPath(canvas, m_onPath, top, bottom - top);
}

} // namespace kinetoscope
