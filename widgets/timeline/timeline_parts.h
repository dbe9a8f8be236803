// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/input/mark_tool.h"
#include "widgets/timeline/input/slice_walk.h"
#include "widgets/timeline/input/timeline_reveal.h"
#include "widgets/timeline/timeline_camera.h"
#include "widgets/timeline/timeline_rows.h"

namespace kinetoscope {

/// What can be done with a timeline, each part with one duty; keys, mouse and menus call them. A part knows only those
/// above it.
struct TimelineParts {
    TimelineParts(QWidget& timeline, ViewState& viewState);

    ViewState& state;
    TimelineScene scene;
    TimelineCamera camera;
    TimelineRows rows;
    TimelineReveal reveal;
    MarkTool marks;
    SliceWalk walk; ///< last: destroyed first, it may be waiting for an answer
};

} // namespace kinetoscope
