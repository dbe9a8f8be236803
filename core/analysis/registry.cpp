// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/registry.h"

#include "core/analysis/activities/duration_concentration.h"
#include "core/analysis/activities/kernel_name_sets.h"
#include "core/analysis/activities/launch_overlap.h"
#include "core/analysis/annotation/annotation_breakdown.h"
#include "core/analysis/annotation/annotation_kernels.h"
#include "core/analysis/causes/idle_causes.h"
#include "core/analysis/counters/cupti_counters.h"
#include "core/analysis/gpu/comm_comp_overlap.h"
#include "core/analysis/gpu/idle_time.h"
#include "core/analysis/gpu/kernel_breakdown.h"
#include "core/analysis/gpu/memory_bandwidth.h"
#include "core/analysis/gpu/step_breakdown.h"
#include "core/analysis/gpu/temporal_breakdown.h"
#include "core/analysis/health/trace_health.h"
#include "core/analysis/host/tree/call_tree.h"
#include "core/analysis/host/kernel_sequences.h"
#include "core/analysis/host/operators.h"
#include "core/analysis/inductor/inductor_kernels.h"
#include "core/analysis/job/stragglers.h"
#include "core/analysis/job/trace_diff.h"
#include "core/analysis/launch/kernel_launches.h"
#include "core/analysis/launch/op_kernel_delays.h"
#include "core/analysis/launch/queue_length.h"
#include "core/analysis/memory/memory_timeline.h"
#include "core/analysis/overview/overview.h"
#include "core/compat/hta_annotation_breakdown.h"
#include "core/compat/hta_annotation_kernels.h"
#include "core/compat/hta_comm_comp_overlap.h"
#include "core/compat/hta_cupti_counters.h"
#include "core/compat/hta_idle_time.h"
#include "core/compat/hta_kernel_breakdown.h"
#include "core/compat/hta_kernel_launches.h"
#include "core/compat/hta_kernel_sequences.h"
#include "core/compat/hta_memory_bandwidth.h"
#include "core/compat/hta_memory_timeline.h"
#include "core/compat/hta_op_kernel_delays.h"
#include "core/compat/hta_queue_length.h"
#include "core/compat/hta_stragglers.h"
#include "core/compat/hta_temporal_breakdown.h"
#include "core/compat/hta_trace_diff.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

AnalysisDescriptor with(AnalysisDescriptor analysis, AnalysisRun runLikeHta)
{
    analysis.runLikeHta = runLikeHta;
    return analysis;
}

std::vector<AnalysisDescriptor> allAnalyses()
{
    std::vector<AnalysisDescriptor> all;
    all.push_back(overview());
    all.push_back(with(temporalBreakdown(), compat::runTemporalBreakdown));
    all.push_back(with(kernelBreakdown(), compat::runKernelBreakdown));
    all.push_back(with(idleTime(), compat::runIdleTime));
    all.push_back(idleCauses());
    all.push_back(with(commCompOverlap(), compat::runCommCompOverlap));
    all.push_back(with(memoryBandwidth(), compat::runMemoryBandwidth));
    all.push_back(with(queueLength(), compat::runQueueLength));
    all.push_back(with(kernelLaunches(), compat::runKernelLaunches));
    all.push_back(with(opKernelDelays(), compat::runOpKernelDelays));
    all.push_back(with(kernelSequences(), compat::runKernelSequences));
    all.push_back(with(cuptiCounters(), compat::runCuptiCounters));
    all.push_back(with(annotationBreakdown(), compat::runAnnotationBreakdown));
    all.push_back(with(annotationKernels(), compat::runAnnotationKernels));
    all.push_back(with(stragglers(), compat::runStragglers));
    all.push_back(with(memoryTimeline(), compat::runMemoryTimeline));
    all.push_back(inductorKernels());
    all.push_back(durationConcentration());
    all.push_back(launchOverlap());
    all.push_back(with(traceDiff(), compat::runTraceDiff));
    all.push_back(kernelNameSets());
    all.push_back(stepBreakdown());
    all.push_back(operators());
    all.push_back(callTree());
    all.push_back(traceHealth());
    return all;
}

const ParameterDescriptor* findParameter(std::span<const ParameterDescriptor> parameters, std::string_view id)
{
    const auto it = std::find_if(parameters.begin(), parameters.end(),
        [id](const ParameterDescriptor& parameter) { return parameter.id == id; });
    return it == parameters.end() ? nullptr : &*it;
}

Error invalid(std::string message)
{
    return Error { ErrorCode::InvalidArgument, std::move(message) };
}

/// HTA always looks at the whole of what it loaded; only its own step rule cuts.
std::optional<Error> scopeRefusedByHta(const Scope& scope)
{
    if (scope.hasWindow())
        return invalid("The hta mode always looks at the whole trace: --steps and --range belong to exact mode.");
    return std::nullopt;
}

void chooseLowestRank(AnalysisInput& input)
{
    if (input.scope.ranks.empty() && !input.traces->ranks().empty())
        input.scope.ranks = { input.traces->ranks().front().rank };
}

} // namespace

const Table* AnalysisResult::findTable(std::string_view name) const
{
    const auto it =
        std::find_if(tables.begin(), tables.end(), [name](const Table& table) { return table.name() == name; });
    return it == tables.end() ? nullptr : &*it;
}

std::span<const AnalysisDescriptor> analyses()
{
    static const std::vector<AnalysisDescriptor> all = allAnalyses();
    return all;
}

const AnalysisDescriptor* findAnalysis(std::string_view id)
{
    const auto all = analyses();
    const auto it =
        std::find_if(all.begin(), all.end(), [id](const AnalysisDescriptor& analysis) { return analysis.id == id; });
    return it == all.end() ? nullptr : &*it;
}

std::span<const ParameterDescriptor> htaParameters()
{
    static const std::vector<ParameterDescriptor> all {
        { "include-last-profiler-step", "Include the last step",
            "Keep the work of the last ProfilerStep, which HTA drops by default", ParameterType::Bool, false,
            std::nullopt, std::nullopt, std::nullopt, {}, true },
        { "ns-rounding", "Round to microseconds",
            "Round the times of nanosecond traces to whole microseconds, as HTA does by default", ParameterType::Bool,
            true, std::nullopt, std::nullopt, std::nullopt, {}, true },
    };
    return all;
}

Result<Parameters> completeParameters(const AnalysisDescriptor& analysis, const Parameters& given, Mode mode)
{
    return completeParameters(analysis.parameters, "The analysis " + analysis.id, given, mode);
}

Result<Parameters> completeParameters(
    std::span<const ParameterDescriptor> own, const std::string& owner, const Parameters& given, Mode mode)
{
    for (const auto& [id, value] : given.all()) {
        const ParameterDescriptor* known = findParameter(own, id);
        const ParameterDescriptor* shared = findParameter(htaParameters(), id);
        if (!known && !shared)
            return invalid(owner + " has no parameter '" + id + "'.");
        if (mode == Mode::Exact && (shared || known->htaOnly))
            return invalid("The parameter '" + id + "' belongs to --mode hta.");
    }
    Parameters complete = given;
    const auto fill = [&](const ParameterDescriptor& parameter) {
        if (!complete.has(parameter.id) && (mode == Mode::Hta || !parameter.htaOnly))
            complete.set(parameter.id,
                mode == Mode::Hta && parameter.htaDefault ? *parameter.htaDefault : parameter.defaultValue);
    };
    for (const ParameterDescriptor& parameter : own)
        fill(parameter);
    for (const ParameterDescriptor& parameter : htaParameters())
        fill(parameter);
    return complete;
}

Result<AnalysisResult> runAnalysis(const AnalysisDescriptor& analysis, std::span<const AnalysisInput> inputs,
    const Parameters& parameters, Mode mode, const AnalysisContext& context)
{
    const auto least = static_cast<std::size_t>(analysis.inputCount);
    const auto most = static_cast<std::size_t>(std::max(analysis.inputCount, analysis.mostInputs));
    if (inputs.size() < least || inputs.size() > most)
        return invalid("The analysis " + analysis.id + " takes " + std::to_string(least)
            + (most > least ? " to " + std::to_string(most) : "") + " input(s), not " + std::to_string(inputs.size())
            + ".");
    if (mode == Mode::Hta && !analysis.runLikeHta)
        return Error { ErrorCode::Unsupported,
            "HTA has no counterpart of " + analysis.id + ": it runs in exact mode only." };
    const Result<Parameters> complete = completeParameters(analysis, parameters, mode);
    if (!complete)
        return complete.error();

    std::vector<AnalysisInput> chosen(inputs.begin(), inputs.end());
    for (AnalysisInput& input : chosen) {
        if (mode == Mode::Hta) {
            if (auto error = scopeRefusedByHta(input.scope))
                return *error;
        }
        if (analysis.lowestRankByDefault)
            chooseLowestRank(input);
    }
    AnalysisContext own = context;
    const KernelClassifier builtIn;
    if (!own.classifier)
        own.classifier = &builtIn;
    Result<AnalysisResult> result = (mode == Mode::Hta ? analysis.runLikeHta : analysis.run)(chosen, *complete, own);
    if (result && own.progress.shouldStop()) // what runs when told to stop may leave out anything
        return Error { ErrorCode::Cancelled, "The analysis was stopped." };
    return result;
}

} // namespace kinetoscope
