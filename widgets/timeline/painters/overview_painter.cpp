// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/painters/overview_painter.h"

#include "core/layout/timeline/lane_cells.h"
#include "core/layout/timeline/rank_scale.h"
#include "widgets/support/number_text.h"
#include "widgets/timeline/painters/counter_painter.h"
#include "widgets/timeline/painters/slice_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

constexpr int kOverviewLine = 4; ///< thinnest line of the overview
constexpr QSizeF kHitTick(2, 8); ///< of a search hit
constexpr int kOverviewPainterMargin = 12;
constexpr int kTopMargin = 6;
/// Of a job with more runs than this, 20 ms of reading, its steps are drawn: they are narrow there.
constexpr std::size_t kMostRuns = 200'000;
constexpr int kRamp = 6; ///< height of a legend's ramp

/// Along the bottom of `area`: the ramp with its ends and the word for a logarithmic one between them. Beside the
/// second of the lines above, which ends at `taken`: what it is about.
void paintHeatLegend(
    QPainter& painter, const Palette& palette, const HeatLegend& legend, const QRect& area, QPointF taken)
{
    const QFontMetricsF metrics(painter.font());
    // Names of counters begin alike and differ at their end.
    const double room = area.right() - kOverviewPainterMargin - taken.x() - kOverviewPainterMargin;
    const QString name = metrics.elidedText(legend.name, Qt::ElideLeft, std::max(0.0, room));
    painter.setPen(palette.secondText);
    painter.drawText(QPointF(area.right() - kOverviewPainterMargin - metrics.horizontalAdvance(name), taken.y()), name);
    const QRect ramp(area.left() + kOverviewPainterMargin, area.bottom() - kRamp - 1,
        area.width() - 2 * kOverviewPainterMargin, kRamp);
    for (int x = 0; x < ramp.width(); ++x)
        painter.fillRect(
            QRect(ramp.left() + x, ramp.top(), 1, kRamp), heatColour(palette, static_cast<double>(x) / ramp.width()));
    const double base = ramp.top() - 2 - metrics.descent();
    painter.setPen(palette.text);
    painter.drawText(QPointF(ramp.left(), base), legend.lowest);
    const double right = ramp.right() + 1 - metrics.horizontalAdvance(legend.highest);
    painter.drawText(QPointF(right, base), legend.highest);
    if (!legend.scale.isLogarithmic)
        return;
    const QString word = QCoreApplication::translate("Timeline", "log");
    painter.setPen(palette.secondText);
    painter.drawText(QPointF(ramp.center().x() - metrics.horizontalAdvance(word) / 2, base), word);
}

/// One line of the overview.
struct OverviewLine {
    std::uint32_t rank;
    const TreeGroup* group; ///< nullptr: the summary
};

/// One line for each group that does work; device groups alone where there are any. A rank of which there is a summary
/// only is one line. The scene has traces, and owns the groups.
std::vector<OverviewLine> overviewLines(const TimelineScene& scene)
{
    std::vector<OverviewLine> lines;
    const auto works = [&](std::uint32_t rank, const TreeGroup& group) {
        const Trace& trace = *scene.traces()->ranks()[rank].trace;
        return std::ranges::any_of(group.tracks, [&](const TreeTrack& t) {
            const Track& track = trace.track(t.track);
            return track.sliceCount > 0 && (!group.isDevice || track.kind == TrackKind::Stream);
        });
    };
    for (const bool devices : { true, false }) {
        for (std::uint32_t rank = 0; lines.size() < 4096 && rank < scene.tree().ranks.size(); ++rank) {
            if (devices && scene.traces()->ranks()[rank].readsFrom())
                lines.push_back({ rank, nullptr });
            for (const TreeGroup& group : scene.tree().ranks[rank].groups) {
                if (group.isDevice == devices && works(rank, group))
                    lines.push_back({ rank, &group });
            }
        }
        if (!lines.empty())
            break;
    }
    return lines;
}

/// Of a job that does no work, as a memory timeline: the first counter with samples of each rank, which is the one that
/// stands first on the timeline; "total" of memory.
struct OverviewCounter {
    std::uint32_t rank;
    TrackId track;
};

std::vector<OverviewCounter> overviewCounters(const TimelineScene& scene)
{
    std::vector<OverviewCounter> counters;
    const auto firstOf = [&scene](std::uint32_t rank) -> std::optional<TrackId> {
        const Trace& trace = *scene.traces()->ranks()[rank].trace;
        for (const TreeGroup& group : scene.tree().ranks[rank].groups) {
            for (const TreeTrack& each : group.tracks) {
                const Track& track = trace.track(each.track);
                if (track.kind == TrackKind::Counter && track.sampleCount > 0)
                    return each.track;
            }
        }
        return {};
    };
    for (std::uint32_t rank = 0; rank < scene.tree().ranks.size(); ++rank) {
        if (const std::optional<TrackId> track = firstOf(rank))
            counters.push_back({ rank, *track });
    }
    return counters;
}

/// Rows of pixels of the part `index` of `count` equal ones of `height` pixels: from one, to the other.
std::pair<int, int> partOf(int height, int index, int count)
{
    return { height * index / count, height * (index + 1) / count };
}

void paintOverviewCounters(
    LaneCanvas& canvas, const TimelineScene& scene, QSize deviceSize, double pixelRatio, TimeRange range)
{
    const std::vector<OverviewCounter> counters = overviewCounters(scene);
    const SlicePainter painter(scene.palette(), pixelRatio);
    const TimeScale scale(range, static_cast<double>(deviceSize.width()));
    const CounterColours colours = counterColours(scene.palette().canvas, scene.palette().secondText);
    const int most = std::max(1, static_cast<int>(deviceSize.height() / (kOverviewLine * pixelRatio)));
    const int count = std::min(most, static_cast<int>(counters.size()));
    for (int i = 0; i < count; ++i) {
        const OverviewCounter& counter = counters[static_cast<std::size_t>(i)];
        const RankTrace& rank = scene.traces()->ranks()[counter.rank];
        const auto [top, bottom] = partOf(deviceSize.height(), i, count);
        paintCounterSeries(canvas, samplesOf(*rank.trace, rank.trace->track(counter.track)), rankScale(scale, rank),
            colours, top, bottom - top, painter.pixels(1));
    }
}

} // namespace

QImage renderOverview(const TimelineScene& scene, QSize size, double pixelRatio, TimeRange range)
{
    const QSize device(devicePixels(size.width(), pixelRatio), devicePixels(size.height(), pixelRatio));
    QImage image(device, QImage::Format_RGB32);
    image.setDevicePixelRatio(pixelRatio);
    image.fill(scene.palette().canvas);
    ImageCanvas canvas(image);
    paintOverview(canvas, scene, device, pixelRatio, range);
    return image;
}

void paintOverview(LaneCanvas& canvas, const TimelineScene& scene, QSize deviceSize, double pixelRatio, TimeRange range)
{
    if (!scene.traces())
        return;
    const std::vector<OverviewLine> lines = overviewLines(scene);
    if (lines.empty()) {
        paintOverviewCounters(canvas, scene, deviceSize, pixelRatio, range);
        return;
    }
    std::size_t runs = 0;
    for (const OverviewLine& line : lines)
        runs += line.group ? 0 : scene.traces()->ranks()[line.rank].readsFrom()->runs.size();
    SlicePainter painter(scene.palette(), pixelRatio);
    const auto columns = static_cast<std::size_t>(deviceSize.width());
    std::vector<PixelCell> cells(columns);
    std::vector<PixelCell> merged(columns);
    std::vector<PixelCell> scratch;
    std::vector<WideSlice> wide;
    const TimeScale scale(range, static_cast<double>(columns));
    // More devices than lines fit: neighbours share one.
    const int most = std::max(1, static_cast<int>(deviceSize.height() / (kOverviewLine * pixelRatio)));
    const int count = std::min(most, static_cast<int>(lines.size()));
    for (int i = 0; i < count; ++i) {
        const std::size_t begin = lines.size() * static_cast<std::size_t>(i) / static_cast<std::size_t>(count);
        const std::size_t end = lines.size() * static_cast<std::size_t>(i + 1) / static_cast<std::size_t>(count);
        std::ranges::fill(merged, PixelCell {});
        for (std::size_t k = begin; k < end; ++k) {
            const RankTrace& rank = scene.traces()->ranks()[lines[k].rank];
            const TimeScale onTrace = rankScale(scale, rank);
            if (!lines[k].group) {
                const RankSummary& summary = *rank.readsFrom();
                const bool hasStepsOnly = runs > kMostRuns && !summary.steps.empty();
                (hasStepsOnly ? RankStrip::ofSteps(summary) : RankStrip::ofRuns(summary)).fill(onTrace, cells);
                mergeDensity(merged, cells);
                continue;
            }
            for (const TreeTrack& track : lines[k].group->tracks) {
                const Track& t = rank.trace->track(track.track);
                if (t.kind != TrackKind::Stream && lines[k].group->isDevice)
                    continue;
                fillDensity(*rank.trace, track.track, onTrace, cells, scratch, wide);
                mergeDensity(merged, cells);
            }
        }
        const auto [top, bottom] = partOf(deviceSize.height(), i, count);
        const int gap = bottom - top > 6 ? painter.pixels(1) : 0;
        painter.drawDensity(canvas, merged, top + gap, bottom - top - gap);
    }
}

void paintOverviewWindow(
    QPainter& painter, const TimelineScene& scene, const QRect& area, TimeRange range, TimeRange visible)
{
    const TimeScale scale(range, area.width());
    const double left = area.left() + std::clamp(scale.xOf(visible.begin), 0.0, static_cast<double>(area.width()));
    const double right =
        std::max(left + 2, area.left() + std::clamp(scale.xOf(visible.end), 0.0, static_cast<double>(area.width())));
    QColor veil = scene.palette().canvas;
    veil.setAlphaF(0.55f);
    painter.fillRect(QRectF(area.left(), area.top(), left - area.left(), area.height()), veil);
    painter.fillRect(QRectF(right, area.top(), std::max(0.0, area.right() + 1 - right), area.height()), veil);
    painter.setPen(QPen(scene.palette().accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(
        std::floor(left) + 0.5, area.top() + 0.5, std::max(1.0, std::floor(right - left) - 1), area.height() - 1));
}

void paintOverviewHits(QPainter& painter, const TimelineScene& scene, const QRect& area, TimeRange range,
    std::span<const Timestamp> places)
{
    const TimeScale scale(range, area.width());
    for (const Timestamp place : places) {
        const double x = area.left() + std::clamp(std::floor(scale.xOf(place)), 0.0, area.width() - kHitTick.width());
        painter.fillRect(
            QRectF(QPointF(x, area.bottom() + 1 - kHitTick.height()), kHitTick), scene.palette().searchHit);
    }
}

void paintOverviewHeader(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, TimeRange range)
{
    const QRect area = scene.geometry(viewport.size).overviewHeader;
    const Palette& palette = scene.palette();
    painter.fillRect(area, palette.panel);
    painter.setFont(scene.labels().font());
    const QFontMetricsF metrics(painter.font());
    const double x = area.left() + kOverviewPainterMargin;
    const double y = area.top() + kTopMargin + metrics.ascent();
    painter.setPen(palette.text);
    painter.drawText(QPointF(x, y), QCoreApplication::translate("Timeline", "Whole job"));
    painter.setPen(palette.secondText);
    const QString length = durationText(range.length());
    painter.drawText(QPointF(x, y + metrics.height()), length);
    if (const std::optional<HeatLegend> legend = heatLegend(scene.colouring()))
        paintHeatLegend(
            painter, palette, *legend, area, QPointF(x + metrics.horizontalAdvance(length), y + metrics.height()));
}

} // namespace kinetoscope
