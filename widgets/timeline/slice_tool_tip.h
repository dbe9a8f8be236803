// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/model/selection.h"
#include "widgets/timeline/painters/lanes_painter.h"
#include "widgets/timeline/timeline_scene.h"

#include <QPointF>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace kinetoscope {

class TimelineProjection;
class ViewState;

/// Texts for QToolTip, which takes anything with angle brackets for rich text: all of it is escaped here and marked as
/// rich text on purpose, so that `kernel<i>` shows as written. "" where there is nothing to say.
/// @param busy  how busy it is in view; may be empty
[[nodiscard]] QString rowToolTip(const TimelineScene& scene, const TimelineRow& row, const QStringList& busy = {});
/// Value of a counter row at a moment of job time; "" for other rows.
[[nodiscard]] QString counterToolTip(const TimelineScene& scene, const TimelineRow& row, Timestamp time);

/// What is said of a slice and of other things of the timeline, by line of the tool tip; plain text.
[[nodiscard]] QStringList sliceLines(const ViewState& state, SliceRef slice);
/// Whom a run of a collective waits for, or who waits for it; none where nobody waits.
[[nodiscard]] QStringList waitLines(const RunWait& wait);
/// What ran at a moment of job time on the line of a rank of which there is a summary only: a collective, from when to
/// when, and whom it waits for where the overlay of waits is shown; else how the time between two of them divides.
/// Empty for other ranks, and where the summary tells nothing.
[[nodiscard]] QStringList stripLines(const TimelineScene& scene, std::uint32_t rank, Timestamp time);
/// Cause and length of an idle gap.
/// @param isOneOfSeveral  streams of the device: a gap of that stream is none of the device.
[[nodiscard]] QStringList gapLines(const TimelineScene::Gap& gap, bool isOneOfSeveral);
/// What a link of a path is: kind and owner, how long, and the link before it that it waited for.
/// @param link  of scene.path(rank)
[[nodiscard]] QStringList linkLines(
    const ViewState& state, const TimelineScene& scene, std::uint32_t rank, const OverlayLink& link);

/// What is at a point of the timeline: a slice, a gap, the value of a counter, the row of a header.
/// @param drawn  of the rows drawn last: how busy they are
[[nodiscard]] QString toolTipAt(
    const ViewState& state, const TimelineProjection& shown, QPointF point, const std::vector<RowSummary>& drawn = {});

/// Any plain text as a tool tip that breaks long names at `::`, `<` and `,`.
[[nodiscard]] QString asToolTip(const QStringList& lines);

} // namespace kinetoscope
