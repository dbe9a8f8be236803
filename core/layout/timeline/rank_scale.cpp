// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/rank_scale.h"

namespace kinetoscope {

TimeScale rankScale(const TimeScale& scale, const RankTrace& rank)
{
    if (rank.drift.isZero())
        return scale.shiftedBy(saturatingSubtract(0, rank.clockOffset));
    const double speed = 1 + rank.drift.partsPerMillion() / 1e6;
    return scale.onClock(rank.toTraceTime(scale.visible().begin), 1 / speed);
}

} // namespace kinetoscope
