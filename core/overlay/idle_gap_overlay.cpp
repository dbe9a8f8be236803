// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/idle/idle_time.h"
#include "core/overlay/overlay_makers.h"

#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/run_analysis.h"
#include "core/analysis/scope/per_rank.h"

namespace kinetoscope {

Result<Overlay> idleGapOverlay(const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const Parameters complete, completeParameters(idleTime(), parameters, Mode::Exact));
    KT_TRY(const auto source, ScopedIdle::create(input, *context.classifier, complete.integer(kKernelDelayParameter)));
    Overlay overlay;
    overlay.style = OverlayStyle::IdleCauses;
    const auto gapsOf = [&](std::size_t i) -> Result<std::vector<OverlayRanges>> {
        KT_TRY(const RankIdle idle, source->rank(i, context.progress));
        std::vector<OverlayRanges> found;
        for (const IdleLine& line : idle.streams()) {
            KT_TRY_DONE(context.progress.carryOn());
            std::vector<RangeIndex::Entry> entries;
            idle.eachPart(line, [&entries](TimeRange part, IdleCause cause) {
                if (!part.isEmpty())
                    entries.push_back({ part, static_cast<std::uint32_t>(cause) });
            });
            if (!entries.empty())
                found.push_back({ source->rankIndex(i), line.track, 0, RangeIndex(std::move(entries)), {} });
        }
        return found;
    };
    KT_TRY_DONE(forEachRankInOrder(
        source->rankCount(), context, gapsOf, [&overlay](std::size_t, std::vector<OverlayRanges> found) {
            std::move(found.begin(), found.end(), std::back_inserter(overlay.ranges));
        }));
    if (overlay.isEmpty())
        overlay.remarks.push_back(
            { "no-idle-gaps", { KT_PHRASE("overlays", "No stream has two kernels with a gap between them.") } });
    return overlay;
}

} // namespace kinetoscope
