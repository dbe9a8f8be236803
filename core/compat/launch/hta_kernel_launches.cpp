// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/hta_analyses.h"

#include "core/analysis/launch/kernel_launches.h"
#include "core/analysis/launch/launch_charts.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/compat/gpu/hta_gpu_rows.h"

#include <algorithm>
#include <unordered_map>

namespace kinetoscope::compat {

namespace {

/// The calls that HTA knows here; its lists differ from analysis to analysis.
bool htaKernelLaunchesIsKnownLaunch(std::string_view name, bool withMemory)
{
    if (name == "cudaLaunchKernel" || name == "cudaLaunchKernelExC"
        || name == "runFunction - job_prep_and_submit_for_execution")
        return true;
    return withMemory && (name == "cudaMemcpyAsync" || name == "cudaMemsetAsync");
}

/// Rows with a stream by the correlation of a known launch, in table order.
std::unordered_map<std::int64_t, std::vector<const HtaRow*>> workByCorrelation(
    const HtaRank& rank, const std::vector<std::int64_t>& streams, bool withMemory)
{
    std::unordered_map<std::int64_t, std::vector<const HtaRow*>> work;
    for (const HtaRow& row : rank.rows) {
        if (htaKernelLaunchesIsKnownLaunch(rank.name(row), withMemory))
            work[row.correlation];
    }
    for (const HtaRow& row : rank.rows) {
        if (!row.hasStream())
            continue;
        if (!streams.empty() && std::ranges::find(streams, row.stream) == streams.end())
            continue;
        if (const auto it = work.find(row.correlation); it != work.end())
            it->second.push_back(&row);
    }
    return work;
}

} // namespace

Result<AnalysisResult> runKernelLaunches(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    if (!parameters.list(parameter::kLaunchApi).empty())
        return invalidArgument({ KT_PHRASE("hta", "%1 belongs to exact mode: HTA has no such choice."),
            arg::Option { parameter::kLaunchApi } });
    KT_TRY(const HtaTable table, tableOfChosenRanks(inputs[0], parameters, context.progress));

    const LaunchCutoffs<double> cutoffs { nearestMicroseconds(parameters.integer(kLaunchRuntimeCutoff)),
        nearestMicroseconds(parameters.integer(kLaunchDelayCutoff)) };
    AnalysisResult result;
    for (const LaunchGroup group : kLaunchGroups)
        result.tables.push_back(emptyLaunchTableOfHta(group));
    for (const HtaRank& rank : table.ranks) {
        const auto work =
            workByCorrelation(rank, inputs[0].scope.streams, parameters.boolean(parameter::kIncludeMemoryEvents));
        for (const HtaRow& call : rank.rows) {
            const auto found = call.hasStream() ? work.end() : work.find(call.correlation);
            if (found == work.end())
                continue;
            for (const HtaRow* gpu : found->second) {
                const double delay = std::max(0.0, gpu->ts - (call.ts + call.dur));
                for (std::size_t i = 0; i < kLaunchGroups.size(); ++i) {
                    for (std::uint32_t copy = 0; copy < gpu->copies; ++copy) {
                        if (cutoffs.isIn(kLaunchGroups[i], call.dur, gpu->dur, delay))
                            result.tables[i].addRow({ call.correlation, call.dur, gpu->dur, delay, rank.rank });
                    }
                }
            }
        }
    }
    return result;
}

} // namespace kinetoscope::compat
