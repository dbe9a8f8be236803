// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/scope/per_rank.h"
#include "core/overlay/overlay.h"

#include <iterator>
#include <utility>
#include <vector>

namespace kinetoscope {

/// The series of all ranks, in the order of ranks: `seriesOf(i)` returns a Result with those of rank `i` in [0, count)
/// and looks at the stop flag. `whyEmpty` becomes the remark where there are none.
template <typename SeriesOf>
[[nodiscard]] Result<Overlay> seriesOfRanks(
    std::size_t count, const AnalysisContext& context, const SeriesOf& seriesOf, Remark whyEmpty)
{
    Overlay overlay;
    KT_TRY_DONE(forEachRankInOrder(count, context, seriesOf, [&overlay](std::size_t, std::vector<OverlaySeries> found) {
        std::move(found.begin(), found.end(), std::back_inserter(overlay.series));
    }));
    if (overlay.isEmpty())
        overlay.remarks.push_back(std::move(whyEmpty));
    return overlay;
}

} // namespace kinetoscope
