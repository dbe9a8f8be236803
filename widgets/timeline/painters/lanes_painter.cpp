// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/painters/lanes_painter.h"

#include "core/layout/timeline/rank_scale.h"
#include "core/model/pyramid/timeline_index.h"
#include "widgets/timeline/painters/counter_painter.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace kinetoscope {

namespace {

/// Slices of a lane that touch [begin, end).
std::uint64_t countIn(const Trace& trace, TrackId track, std::uint16_t lane, TimeRange visible)
{
    const SliceTable& slices = trace.slices();
    const LaneRows rows = laneRowsOf(trace, track, lane);
    const std::size_t first = firstEndingAfter(slices, rows, saturatingSubtract(visible.begin, 1));
    std::size_t low = first;
    std::size_t high = rows.size();
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (slices.start[rows[middle].index()] < visible.end)
            low = middle + 1;
        else
            high = middle;
    }
    return low - first;
}

} // namespace

LanesPainter::LanesPainter(const TimelineScene& scene, const TimelineViewport& viewport)
    : m_scene(scene)
    , m_viewport(viewport)
    , m_lanes(scene.geometry(viewport.size).lanes.size())
    , m_panes(scene.panes(viewport))
    , m_pane(&m_panes.rest())
    , m_slicePainter(scene.palette(), viewport.pixelRatio)
    , m_rangePainter(scene.palette(), viewport.pixelRatio)
{
    const auto columns = static_cast<std::size_t>(std::max(1L, std::lround(m_lanes.width() * viewport.pixelRatio)));
    m_scale = TimeScale(viewport.visible, static_cast<double>(columns));
    m_cells.resize(columns);
    m_merged.resize(columns);
}

int LanesPainter::deviceY(std::int64_t y) const
{
    return static_cast<int>(std::lround(static_cast<double>(m_pane->toArea(y)) * m_viewport.pixelRatio));
}

TimeScale LanesPainter::traceScale(std::uint32_t rank) const
{
    return rankScale(m_scale, m_scene.traces()->ranks()[rank]);
}

void LanesPainter::paintSlices(LaneCanvas& canvas)
{
    if (!m_scene.traces())
        return;
    const auto& rows = m_scene.rows().rows();
    for (const RowPane& pane : m_panes.all()) {
        m_pane = &pane;
        canvas.setClip(deviceY(pane.origin), deviceY(pane.origin + pane.height));
        for (std::size_t i = pane.firstRow; i < pane.endRow; ++i) {
            RowSummary summary;
            summary.row = static_cast<std::ptrdiff_t>(i);
            paintRow(canvas, rows[i], summary);
            m_summaries.push_back(summary);
        }
    }
}

void LanesPainter::paintRow(LaneCanvas& canvas, const TimelineRow& row, RowSummary& summary)
{
    findPath(row);
    findLit(row);
    findBright(row);
    paintContent(canvas, row, summary);
    const int top = deviceY(row.y);
    if (m_hasVeil)
        m_rangePainter.drawVeil(canvas, m_lit, m_scale, top, deviceY(row.y + row.height) - top);
    if (m_hasPath)
        paintPath(canvas, row);
}

void LanesPainter::paintContent(LaneCanvas& canvas, const TimelineRow& row, RowSummary& summary)
{
    switch (row.key.kind) {
    case RowKind::Rank:
    case RowKind::Group:
        if (const RankStrip* strip = row.key.kind == RowKind::Rank ? m_scene.stripOf(row.key.rank) : nullptr) {
            strip->fill(traceScale(row.key.rank), m_merged);
            const auto [top, bottom] = paintMerged(canvas, row);
            for (const TimelineScene::TrackRanges& each : m_scene.rangesOf(row.key.rank, TrackId {})) {
                if (each.style == OverlayStyle::Waits)
                    m_rangePainter.drawStripWaits(canvas, *each.ranges, m_merged, m_scale, top, bottom - top);
            }
        } else if (!row.expanded) {
            paintStrip(canvas, row, summary);
        }
        return;
    case RowKind::Steps:
        paintSteps(canvas, row);
        return;
    case RowKind::Series:
        paintSeries(canvas, row, summary);
        return;
    case RowKind::Track:
        break;
    }
    const Track& track = m_scene.traces()->ranks()[row.key.rank].trace->track(row.track());
    if (track.kind == TrackKind::Counter)
        paintCounter(canvas, row, summary);
    else if (row.expanded)
        paintLanes(canvas, row, summary);
    else
        paintStrip(canvas, row, summary);
}

std::optional<SliceColours::Colour> LanesPainter::ownColour(SliceRef slice, ColourClass colourClass) const
{
    if (m_scene.colourMode() == ColourMode::Kind)
        return std::nullopt;
    const SliceColours::Colour own = m_scene.colours().of(slice);
    // Containers are outlines, but what was measured shows it.
    const bool isMeasured = m_scene.colourMode() == ColourMode::Counter && own.fill != m_scene.colours().neutral().fill;
    return isMeasured || !m_slicePainter.isContainer(colourClass) ? std::optional(own) : std::nullopt;
}

/// A colour for each cell that shows density: that of the first slice in it. Many share a pixel; all of them could not
/// be shown.
void LanesPainter::fillColours(
    std::uint32_t rank, const Trace& trace, TrackId track, std::uint16_t lane, const TimeScale& scale)
{
    m_fills.clear();
    if (m_scene.colourMode() == ColourMode::Kind)
        return;
    m_fills.resize(m_cells.size(), m_scene.colours().neutral().fill);
    const LaneRows rows = laneRowsOf(trace, track, lane);
    std::size_t at = 0;
    for (std::size_t x = 0; x < m_cells.size(); ++x) {
        if (m_cells[x].busy == 0)
            continue;
        at = firstEndingAfter(trace.slices(), rows, scale.timeAt(static_cast<double>(x)), at);
        if (at >= rows.size())
            return;
        const auto own = ownColour({ rank, rows[at] }, static_cast<ColourClass>(m_cells[x].colourClass));
        m_fills[x] = own ? own->fill : SlicePainter::kOfItsKind;
    }
}

void LanesPainter::paintWide(
    LaneCanvas& canvas, const TimelineRow& row, const Trace& trace, int top, int height, int laneHeight)
{
    const double ratio = m_viewport.pixelRatio;
    for (const WideSlice& wide : m_wide) {
        const ColourClass colourClass = trace.timeline().colourOf(trace.slices(), wide.slice);
        const auto own = ownColour({ row.key.rank, wide.slice }, colourClass);
        m_slicePainter.drawSlice(canvas, wide, colourClass, top, height, own);
        const int left = static_cast<int>(std::ceil(std::max(0, wide.left) / ratio));
        const int right = static_cast<int>(std::floor(wide.right / ratio));
        const int visibleRight = std::min(right - 1, m_lanes.width());
        if (visibleRight - left >= LaneNames::kSmallestNamed) {
            const int y = static_cast<int>(std::lround(top / ratio));
            LaneNames::Name name { { row.key.rank, wide.slice }, colourClass,
                QRect(left, y, visibleRight - left, SlicePainter::sliceHeight(colourClass, laneHeight)), m_pane, own };
            if (m_hasPale)
                placeOnBright(name);
            m_names.add(std::move(name));
        }
    }
}

void LanesPainter::paintLanes(LaneCanvas& canvas, const TimelineRow& row, RowSummary& summary)
{
    const Trace& trace = *m_scene.traces()->ranks()[row.key.rank].trace;
    const TrackId track = row.track();
    const TimeScale scale = traceScale(row.key.rank);
    const std::int64_t viewEnd = m_pane->origin + m_pane->height;
    const int laneHeight = row.laneHeight;
    const int rowTop = deviceY(row.y);
    paintGaps(canvas, row, rowTop, deviceY(row.y + row.height) - rowTop);
    for (int lane = 0; lane < row.laneCount; ++lane) {
        const auto l = static_cast<std::uint16_t>(row.firstLane + lane);
        const std::int64_t y = RowLayout::laneTop(row, lane);
        summary.slices += countIn(trace, track, l, scale.visible()); // also where the lane is scrolled out of view
        if (y >= viewEnd || y + laneHeight <= m_pane->origin)
            continue;
        fillLane(trace, track, l, scale, m_cells, m_wide);
        const int top = deviceY(y);
        const int height = deviceY(y + laneHeight) - top;
        for (const WideSlice& wide : m_wide) {
            const auto begin = static_cast<std::size_t>(std::max(0, wide.left));
            const auto end = std::min(m_cells.size(), static_cast<std::size_t>(std::max(0, wide.right)));
            for (std::size_t x = begin; x < end; ++x)
                m_cells[x] = {};
        }
        fillColours(row.key.rank, trace, track, l, scale);
        m_slicePainter.drawDensity(canvas, m_cells, top, height, m_fills);
        paintWide(canvas, row, trace, top, height, laneHeight);
    }
    paintNarrowGaps(canvas, row, rowTop, deviceY(row.y + row.height) - rowTop);
    paintWaits(canvas, row, rowTop, deviceY(row.y + row.height) - rowTop);
    // The bracket sits on the op (or the first kernel), the wash covers what is below.
    const auto topOf = [&](SliceId first) {
        return deviceY(RowLayout::laneTop(row, std::max(0, RowLayout::laneOf(row, trace, first))));
    };
    paintPatterns(canvas, row.key.rank, track, topOf, deviceY(row.y + row.height));
    summary.busyShare = m_scene.busyShareOf(row, scale.visible());
}

template <typename TopOf>
void LanesPainter::paintPatterns(LaneCanvas& canvas, std::uint32_t rank, TrackId track, TopOf topOf, int bottom)
{
    const double ratio = m_viewport.pixelRatio;
    constexpr int kNone = std::numeric_limits<int>::max();
    m_tickTops.assign(m_cells.size(), kNone);
    // A column that has a tick of another chain looks the same with one more, only its wash would be no wash any more.
    const auto hasTick = [this](const PixelRange& occurrence, int top) {
        const auto begin = m_tickTops.begin() + std::clamp<std::ptrdiff_t>(occurrence.left, 0, std::ssize(m_tickTops));
        const auto end = m_tickTops.begin() + std::clamp<std::ptrdiff_t>(occurrence.right, 0, std::ssize(m_tickTops));
        const bool isThere = std::all_of(begin, end, [top](int other) { return other == top; });
        std::fill(begin, end, top);
        return isThere;
    };
    for (const TimelineScene::TrackRanges& each : m_scene.rangesOf(rank, track)) {
        if (each.style != OverlayStyle::Patterns || !m_scene.showsPattern(each.ranges->pattern))
            continue;
        allRanges(each.ranges->ranges, m_scale, m_occurrences);
        for (const PixelRange& occurrence : m_occurrences) {
            const int top = topOf(SliceId { occurrence.tag });
            if (m_rangePainter.isTick(occurrence) && hasTick(occurrence, top))
                continue;
            m_rangePainter.drawPattern(canvas, occurrence, top, std::max(1, bottom - top));
            const int left = static_cast<int>(std::max(0, occurrence.left) / ratio);
            if (occurrence.right / ratio - left >= LaneNames::kLetterTag + 4
                && (bottom - top) / ratio >= LaneNames::kLetterTag)
                m_names.add(LaneNames::Letter { QPoint(left, static_cast<int>(top / ratio)), m_pane,
                    static_cast<char>('A' + each.ranges->pattern) });
        }
    }
}

void LanesPainter::paintStrip(LaneCanvas& canvas, const TimelineRow& row, RowSummary& summary)
{
    const Trace& trace = *m_scene.traces()->ranks()[row.key.rank].trace;
    const TimeScale scale = traceScale(row.key.rank);
    std::ranges::fill(m_merged, PixelCell {});
    for (const TrackId track : m_scene.tracksOf(row)) {
        if (trace.track(track).sliceCount == 0)
            continue;
        fillDensity(trace, track, scale, m_cells, m_scratch, m_wide);
        mergeDensity(m_merged, m_cells);
        for (std::uint16_t lane = 0; lane < trace.track(track).laneCount; ++lane)
            summary.slices += countIn(trace, track, lane, scale.visible()); // as where it is open, Python frames shown
    }
    const auto found = m_scene.gapsOfStrip(row);
    const TimelineScene::TrackRanges* gaps = found ? &found->second : nullptr;
    const auto [top, bottom] = stripOf(row);
    if (gaps && gaps->style == OverlayStyle::IdleLedger)
        m_rangePainter.drawLedger(canvas, *gaps->ranges, m_scale, top, bottom - top);
    else if (gaps)
        m_rangePainter.drawGaps(canvas, gaps->ranges->ranges, m_scale, top, bottom - top);
    paintMerged(canvas, row);
    if (gaps)
        m_rangePainter.drawNarrow(
            canvas, gaps->ranges->ranges, gaps->style == OverlayStyle::IdleLedger, m_scale, top, bottom - top);
    for (const TrackId track : m_scene.tracksOf(row))
        paintPatterns(
            canvas, row.key.rank, track, [top = top](SliceId) { return top; }, bottom);
    summary.busyShare = m_scene.busyShareOf(row, scale.visible());
}

std::pair<int, int> LanesPainter::stripOf(const TimelineRow& row) const
{
    const int strip = m_scene.metrics().strip;
    const std::int64_t y = row.y + (row.height - strip) / 2;
    return { deviceY(y), deviceY(y + strip) };
}

std::pair<int, int> LanesPainter::paintMerged(LaneCanvas& canvas, const TimelineRow& row)
{
    const auto [top, bottom] = stripOf(row);
    m_fills.clear();
    // A strip is many lanes, and often many tracks: no slice of one pixel speaks for them.
    if (m_scene.colourMode() != ColourMode::Kind)
        m_fills.resize(m_merged.size(), m_scene.colours().neutral().fill);
    for (std::size_t x = 0; x < m_fills.size(); ++x) {
        if (m_slicePainter.isContainer(static_cast<ColourClass>(m_merged[x].colourClass)))
            m_fills[x] = SlicePainter::kOfItsKind;
    }
    m_slicePainter.drawDensity(canvas, m_merged, top, bottom - top, m_fills);
    return { top, bottom };
}

void LanesPainter::paintSteps(LaneCanvas& canvas, const TimelineRow& row)
{
    const Trace& trace = *m_scene.traces()->ranks()[row.key.rank].trace;
    const TimeScale scale = traceScale(row.key.rank);
    const auto width = static_cast<double>(m_cells.size());
    m_wide.clear();
    std::ranges::fill(m_cells, PixelCell {});
    for (const Step& step : trace.steps()) {
        const double x0 = scale.xOf(step.range.begin);
        const double x1 = scale.xOf(step.range.end);
        if (x1 < 0 || x0 >= width)
            continue;
        if (x1 - x0 >= kWideSlicePixels)
            m_wide.push_back(
                { step.slice, static_cast<int>(std::max(-1.0, x0)), static_cast<int>(std::min(width + 1, x1)) });
        else
            m_cells[static_cast<std::size_t>(std::max(0.0, x0))] = { 65535,
                static_cast<std::uint8_t>(ColourClass::Annotation) };
    }
    const int top = deviceY(row.y);
    const int height = deviceY(row.y + row.height) - top;
    m_slicePainter.drawDensity(canvas, m_cells, top, height);
    paintWide(canvas, row, trace, top, height, row.height);
}

void LanesPainter::paintCounter(LaneCanvas& canvas, const TimelineRow& row, RowSummary& summary)
{
    const Trace& trace = *m_scene.traces()->ranks()[row.key.rank].trace;
    const Palette& palette = m_scene.palette();
    const int top = deviceY(row.y);
    const int height = deviceY(row.y + row.height) - top;
    const CounterColours colours = counterColours(palette.canvas, palette.secondText);
    summary.isCounter = true;
    if (trace.isMemoryTimeline())
        summary.unit = Unit::Bytes;
    summary.highest = paintCounterSeries(canvas, samplesOf(trace, trace.track(row.track())), traceScale(row.key.rank),
        colours, top, height, m_slicePainter.pixels(1));
}

void LanesPainter::paintSeries(LaneCanvas& canvas, const TimelineRow& row, RowSummary& summary)
{
    const OverlaySeries& series = *m_scene.series(row);
    const Palette& palette = m_scene.palette();
    const int top = deviceY(row.y);
    const int height = deviceY(row.y + row.height) - top;
    const CounterColours colours = counterColours(palette.canvas, palette.accent);
    summary.isCounter = true;
    summary.unit = series.unit;
    summary.highest = paintCounterSeries(
        canvas, { series.time, series.value }, m_scale, colours, top, height, m_slicePainter.pixels(1));
}

/// Names begin and end with their pane. Without pinned rows there is nothing to keep them away from.
void LanesPainter::clipTo(QPainter& painter, const RowPane* pane)
{
    if (m_pane == pane || !m_panes.isSplit())
        return;
    m_pane = pane;
    painter.setClipRect(QRect(0, pane->top, m_lanes.width(), pane->height));
}

void LanesPainter::paintNames(QPainter& painter, bool textAsText)
{
    const auto clip = [&](const RowPane* pane) { clipTo(painter, pane); };
    painter.save();
    m_pane = nullptr;
    painter.setFont(m_scene.labels().font());
    m_names.paintNames(painter, m_scene, textAsText, clip);
    m_gapWords.paint(painter, m_scene.labels(), m_scene.palette(), textAsText, clip);
    m_names.paintLetters(painter, m_scene.palette(), textAsText, clip);
    painter.restore();
}

} // namespace kinetoscope
