// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "widgets/export/picture_export.h"
#include "widgets/timeline/painters/lanes_painter.h"
#include "widgets/timeline/painters/overlay_painter.h"
#include "widgets/timeline/timeline_scene.h"

#include <QByteArray>
#include <QImage>
#include <QSize>

#include <memory>
#include <vector>

namespace kinetoscope {

struct TimelineParts;

/// A picture of a timeline: what to show, and how big.
struct TimelinePicture {
    PictureFormat format = PictureFormat::Png;
    QSize size { 1600, 900 }; ///< logical pixels, the footer included
    double scale = 2;         ///< PNG: device pixels per logical pixel
    bool dark = false;
    TimeRange visible; ///< job time; empty: the core range
    RowScroll scroll;  ///< logical pixels
    Density density = Density::Normal;
    Colouring colouring;
    RowChoices choices;                                   ///< rows folded and unfolded by the user
    std::vector<std::shared_ptr<const Overlay>> overlays; ///< what analyses add to the rows
    std::uint32_t hiddenPatterns = 0;                     ///< see TimelineScene::setHiddenPatterns
    Scope scope;                                          ///< see TimelineScene::setScope, as what follows
    std::shared_ptr<const std::vector<RankWindows>> stepWindows;
    TimelineOverlay overlay; ///< the selection
};

/// What a timeline shows now, without what the pointer does there.
[[nodiscard]] TimelinePicture pictureOf(const TimelineParts& timeline, const TimelineOverlay& overlay);

/// The picture's bytes. Text stays text in SVG and PDF, slices are rectangles there, nothing is drawn outside its area.
/// Needs a QGuiApplication (fonts), no window. NotFound without a job, else as renderPicture.
[[nodiscard]] Result<QByteArray> renderTimelinePicture(
    std::shared_ptr<const TraceSet> traces, const SliceNames& names, const TimelinePicture& picture);

/// Footer of a picture: file, visible range, mode, version.
[[nodiscard]] QString pictureFooter(const TraceSet& traces, TimeRange visible);

/// The lanes of a viewport as an image of their size. `reuse` is drawn over where its size fits: no allocation a frame.
[[nodiscard]] QImage renderLanes(
    const TimelineScene& scene, const TimelineViewport& viewport, QImage reuse, std::vector<RowSummary>& summaries);

/// Everything around the lanes but the ruler: headers and overview.
void paintSurroundings(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport,
    const std::vector<RowSummary>& summaries, TimeRange overviewRange, const QImage& overview);

} // namespace kinetoscope
