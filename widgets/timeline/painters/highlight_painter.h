// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/overlay/highlight.h"
#include "widgets/timeline/timeline_scene.h"

class QPainter;

namespace kinetoscope {

/// Thin frames around what is pointed at in a panel; a light wash where there is no room for a
/// frame, once for all that share a pixel column.
/// Logical pixels, inside the lanes. Cost follows the rows in view and their width, not the number of slices.
void paintHighlight(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const Highlight& highlight);

/// The same for what is selected, where that is too much to look at each slice: strong frames around slices, washes
/// with edges over stretches, stronger washes where there is no room for either.
void paintSelected(
    QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const Highlight& selected);

/// The same for what the search finds: a frame in its colour inside of each slice, a line below those that are
/// narrower.
void paintHits(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport, const Highlight& hits);

} // namespace kinetoscope
