// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_parts.h"

namespace kinetoscope {

TimelineParts::TimelineParts(QWidget& timeline, ViewState& viewState)
    : state(viewState)
    , camera(timeline, state, scene)
    , rows(scene)
    , reveal(state, rows, camera)
    , marks(timeline, state, camera)
    , walk(state, scene, camera, reveal)
{
    // First of all who listen: they may ask where the rows are now.
    QObject::connect(&rows, &TimelineRows::changed, &camera, &TimelineCamera::refit);
}

} // namespace kinetoscope
