// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/step_communication.h"

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/names/classification.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace kinetoscope {

Result<StepCommunication> communicationOf(const AnalysisInput& input, const std::vector<std::int64_t>& steps,
    const RankClocks* clocks, const AnalysisContext& context)
{
    AnalysisInput chosen = input;
    chosen.scope.steps = steps;
    KT_TRY(const auto work, ScopedGpuWork::create(chosen, *context.classifier));
    StepCommunication found;
    found.steps.insert(steps.begin(), steps.end());
    if (steps.empty())
        found.steps.insert(kStragglersWholeTrace);
    for (std::size_t i = 0; i < work->rankCount(); ++i) {
        KT_TRY(const RankGpuWork rank, work->rank(i, context.progress));
        const Trace& trace = *work->rankTrace(i).trace;
        const ClockMap moved = clocks ? clocks->ranks[rank.rankIndex].applied : ClockMap {};
        for (const TimeRange& range : rank.window)
            found.span = { std::min(found.span.begin, moved(range.begin)), std::max(found.span.end, moved(range.end)) };
        const std::size_t first = found.rows.size();
        for (const GpuStream& stream : rank.streams) {
            for (std::size_t at = stream.firstRow; at < stream.firstRow + stream.rowCount; ++at) {
                const GpuWorkRow& row = rank.rows[at];
                if (row.type != KernelType::Communication)
                    continue;
                const CollectiveRun<Nanoseconds> run { rank.rank, moved(row.range.begin), row.range.length(),
                    { rank.rankIndex, row.slice } };
                const std::int64_t step = work->stepNumberOf(i, row.slice).value_or(kStragglersWholeTrace);
                found.rows.push_back({ { stream.stream, std::string(trace.name(row.slice)) }, step, run });
            }
        }
        std::stable_sort(found.rows.begin() + static_cast<std::ptrdiff_t>(first), found.rows.end(),
            [](const StepCommunicationRow& a, const StepCommunicationRow& b) { return a.run.start < b.run.start; });
        if (!steps.empty() && rank.rows.empty())
            found.leftOut.push_back(rank.rank);
    }
    return found;
}

} // namespace kinetoscope
