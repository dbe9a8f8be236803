// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/analyses.h"

#include "core/analysis/descriptors.h"
#include "core/compat/critical_path/hta_critical_path.h"
#include "core/compat/hta_analyses.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

AnalysisDescriptor with(AnalysisDescriptor analysis, AnalysisRun runLikeHta)
{
    analysis.runLikeHta = runLikeHta;
    return analysis;
}

AnalysisDescriptor criticalPathOfBothModes()
{
    AnalysisDescriptor analysis = with(criticalPath(), compat::runCriticalPath);
    analysis.tablesOfHta = compat::criticalPathTablesOfHta();
    for (ParameterDescriptor& parameter : compat::criticalPathParametersOfHtaAlone())
        analysis.parameters.push_back(std::move(parameter));
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
    all.push_back(criticalPathOfBothModes());
    all.push_back(whatIf());
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
    all.push_back(collectives());
    all.push_back(waitCauses());
    all.push_back(clockAlignment());
    all.push_back(with(memoryTimeline(), compat::runMemoryTimeline));
    all.push_back(efficiency());
    all.push_back(inductorKernels());
    all.push_back(durationConcentration());
    all.push_back(launchOverlap());
    all.push_back(with(traceDiff(), compat::runTraceDiff));
    all.push_back(waterfall());
    all.push_back(kernelNameSets());
    all.push_back(stepBreakdown());
    all.push_back(operators());
    all.push_back(callTree());
    all.push_back(traceHealth());
    return all;
}

} // namespace

std::span<const AnalysisDescriptor> analyses()
{
    static const std::vector<AnalysisDescriptor> all = allAnalyses();
    return all;
}

const AnalysisDescriptor* findAnalysis(std::string_view id)
{
    const auto it = std::ranges::find(analyses(), id, &AnalysisDescriptor::id);
    return it == analyses().end() ? nullptr : &*it;
}

} // namespace kinetoscope
