// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/model/selection.h"

#include <QPointF>
#include <QString>

#include <cstdint>

namespace kinetoscope {

class TimelineProjection;
class TimelineScene;
class ViewState;
struct TimelineRow;

/// Texts for QToolTip, which takes anything with angle brackets for rich text: all of it is escaped here and marked as
/// rich text on purpose, so that `kernel<i>` shows as written. "" where there is nothing to say.
[[nodiscard]] QString sliceToolTip(const ViewState& state, SliceRef slice);
[[nodiscard]] QString rowToolTip(const TimelineScene& scene, const TimelineRow& row);
/// Value of a counter row at a moment of job time; "" for other rows.
[[nodiscard]] QString counterToolTip(const TimelineScene& scene, const TimelineRow& row, Timestamp time);

/// Cause and length of an idle gap. @param cause  IdleCause
[[nodiscard]] QString gapToolTip(std::uint32_t cause, TimeRange gap);

/// What is at a point of the timeline: a slice, a gap, the value of a counter, the row of a header.
[[nodiscard]] QString toolTipAt(const ViewState& state, const TimelineProjection& shown, QPointF point);

/// Any plain text as a tool tip that breaks long names at `::`, `<` and `,`.
[[nodiscard]] QString asToolTip(const QStringList& lines);

} // namespace kinetoscope
