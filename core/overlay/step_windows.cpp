// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overlay/step_windows.h"

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/scope/steps.h"

namespace kinetoscope {

Result<std::vector<RankWindows>> stepWindows(const AnalysisInput& input, const Progress& progress)
{
    std::vector<RankWindows> result;
    const Scope& scope = input.scope;
    if (scope.steps.empty())
        return result;
    const KernelClassifier anyTypes;
    AnalysisInput stoppable = input;
    stoppable.stop = progress.stop;
    KT_TRY(const auto work, ScopedGpuWork::create(stoppable, anyTypes));
    for (std::size_t i = 0; i < work->rankCount(); ++i) {
        KT_TRY(std::vector<TimeRange> windows, work->window(i, progress));
        if (windows.empty()) { // no GPU work, or the rank is not loaded
            const Result<std::vector<TimeRange>> steps = chosenStepRanges(work->rankTrace(i), scope, progress.stop);
            KT_TRY_DONE(progress.carryOn());
            if (!steps)
                continue;
            for (const TimeRange& step : *steps) {
                if (const TimeRange window = scope.range ? step.clippedTo(*scope.range) : step; !window.isEmpty())
                    windows.push_back(window);
            }
        }
        result.push_back({ work->rankIndex(i), std::move(windows) });
    }
    return result;
}

} // namespace kinetoscope
