// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_picture.h"

#include "widgets/support/number_text.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/painters/frame_painter.h"
#include "widgets/timeline/painters/overview_painter.h"
#include "widgets/timeline/painters/track_painter.h"
#include "widgets/timeline/timeline_parts.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QFontMetricsF>
#include <QPainter>

namespace kinetoscope {

namespace {

/// Lanes straight onto a painter, for formats made of shapes.
void paintLanesAsShapes(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, std::vector<RowSummary>& summaries)
{
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    painter.save();
    painter.translate(geometry.lanes.topLeft());
    const QRect area(QPoint(0, 0), geometry.lanes.size());
    painter.fillRect(area, scene.palette().canvas);
    PainterCanvas canvas(painter, area);
    paintGrid(canvas, scene, viewport);
    paintRankRules(canvas, scene, viewport);
    LanesPainter lanes(scene, viewport);
    lanes.paintSlices(canvas);
    lanes.paintNames(painter, true);
    summaries = lanes.summaries();
    painter.restore();
}

void paintPicture(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const TimelinePicture& picture)
{
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    const TimeRange all = scene.traces()->coreRange();
    std::vector<RowSummary> summaries;
    if (picture.format == PictureFormat::Png) {
        TimelineViewport scaled = viewport;
        scaled.pixelRatio = picture.scale;
        painter.drawImage(geometry.lanes.topLeft(), renderLanes(scene, scaled, {}, summaries));
        paintSurroundings(painter, scene, viewport, summaries, all,
            renderOverview(scene, geometry.overview.size(), picture.scale, all));
    } else {
        paintLanesAsShapes(painter, scene, viewport, summaries);
        paintSurroundings(painter, scene, viewport, summaries, all, {});
    }
    paintRuler(painter, scene, viewport);
    paintOverlay(painter, scene, viewport, picture.overlay);
    paintMarks(painter, scene, viewport, picture.overlay.marks, all);
}

} // namespace

QImage renderLanes(
    const TimelineScene& scene, const TimelineViewport& viewport, QImage reuse, std::vector<RowSummary>& summaries)
{
    scene.labels().trim();
    const QSize logical = scene.geometry(viewport.size).lanes.size();
    const QSize device(
        devicePixels(logical.width(), viewport.pixelRatio), devicePixels(logical.height(), viewport.pixelRatio));
    QImage image = std::move(reuse);
    if (image.size() != device || image.format() != QImage::Format_RGB32)
        image = QImage(device, QImage::Format_RGB32);
    image.setDevicePixelRatio(viewport.pixelRatio);
    image.fill(scene.palette().canvas);
    summaries.clear();
    if (image.isNull() || !scene.traces())
        return image;
    ImageCanvas canvas(image);
    paintGrid(canvas, scene, viewport);
    paintRankRules(canvas, scene, viewport);
    LanesPainter lanes(scene, viewport);
    lanes.paintSlices(canvas);
    QPainter painter(&image);
    lanes.paintNames(painter, false);
    summaries = lanes.summaries();
    return image;
}

void paintSurroundings(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport,
    const std::vector<RowSummary>& summaries, TimeRange overviewRange, const QImage& overview)
{
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    if (!overview.isNull()) {
        painter.drawImage(geometry.overview.topLeft(), overview);
    } else {
        painter.save();
        painter.translate(geometry.overview.topLeft());
        const QRect area(QPoint(0, 0), geometry.overview.size());
        painter.fillRect(area, scene.palette().canvas);
        PainterCanvas canvas(painter, area);
        paintOverview(canvas, scene, area.size(), 1, overviewRange);
        painter.restore();
    }
    paintOverviewWindow(painter, scene, geometry.overview, overviewRange, viewport.visible);
    paintOverviewHeader(painter, scene, viewport, overviewRange);
    paintHeaders(painter, scene, viewport, summaries);
    paintPins(painter, scene, viewport, summaries);
    paintPinnedRule(painter, scene, viewport);
}

QString pictureFooter(const TraceSet& traces, TimeRange visible)
{
    QString files;
    if (traces.ranks().size() == 1)
        files = QFileInfo(QString::fromStdString(traces.ranks().front().trace->path())).fileName();
    else
        files = QCoreApplication::translate("Timeline", "%n ranks", nullptr, static_cast<int>(traces.ranks().size()));
    return QCoreApplication::translate("Timeline", "%1 \u00b7 %2 from %3 \u00b7 Kinetoscope %4")
        .arg(files, durationText(visible.length()), momentText(visible.begin), QStringLiteral(KINETOSCOPE_VERSION));
}

TimelinePicture pictureOf(const TimelineParts& timeline, const TimelineOverlay& overlay)
{
    const TimelineScene& scene = timeline.scene;
    TimelinePicture picture { .visible = timeline.state.visibleRange(),
        .scroll = timeline.camera.scroll(),
        .density = scene.density(),
        .colouring = scene.colouring(),
        .choices = scene.choices(),
        .overlays = scene.overlays(),
        .hiddenPatterns = scene.hiddenPatterns(),
        .scope = scene.scope(),
        .stepWindows = scene.stepWindows(),
        .overlay = overlay };
    if (overlay.hovered)
        picture.overlay.connected.clear();
    picture.overlay.hovered.reset();
    picture.overlay.highlight.reset();
    picture.overlay.pointer.reset();
    return picture;
}

Result<QByteArray> renderTimelinePicture(
    std::shared_ptr<const TraceSet> traces, const SliceNames& names, const TimelinePicture& picture)
{
    if (!traces)
        return Error { ErrorCode::NotFound, { KT_PHRASE("timeline-picture", "There is no trace to draw.") } };
    TimelineScene scene;
    scene.setDensity(picture.density);
    scene.setTheme(picture.dark ? Theme::Dark : Theme::Light);
    scene.setTraceSet(traces, names);
    scene.setColouring(picture.colouring);
    scene.setOverlays(picture.overlays);
    scene.setHiddenPatterns(picture.hiddenPatterns);
    scene.setScope(picture.scope, picture.stepWindows);
    scene.setChoices(picture.choices);

    TimelineViewport viewport { .visible = picture.visible.isEmpty() ? traces->coreRange() : picture.visible,
        .scroll = picture.scroll };

    PictureRequest request { .format = picture.format,
        .size = picture.size,
        .scale = picture.scale,
        .title = QCoreApplication::translate("Timeline", "Timeline"),
        .footer = pictureFooter(*traces, viewport.visible),
        .dark = picture.dark };
    return renderPicture(request, [&](QPainter& painter, const QRectF& area) {
        viewport.size = area.size().toSize();
        painter.save();
        painter.translate(area.topLeft());
        paintPicture(painter, scene, viewport, picture);
        painter.restore();
    });
}

} // namespace kinetoscope
