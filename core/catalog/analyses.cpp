// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/analyses.h"

#include "core/analysis/activities/duration_concentration.h"
#include "core/analysis/activities/kernel_name_sets.h"
#include "core/analysis/activities/launch_overlap.h"
#include "core/analysis/annotation/annotation_breakdown.h"
#include "core/analysis/annotation/annotation_kernels.h"
#include "core/analysis/causes/idle/idle_causes.h"
#include "core/analysis/causes/path/critical_path.h"
#include "core/analysis/causes/replay/what_if.h"
#include "core/analysis/communication/collectives.h"
#include "core/analysis/counters/cupti_counters.h"
#include "core/analysis/efficiency/efficiency.h"
#include "core/analysis/gpu/breakdown/step_breakdown.h"
#include "core/analysis/gpu/breakdown/temporal_breakdown.h"
#include "core/analysis/gpu/copies/memory_bandwidth.h"
#include "core/analysis/gpu/idle/idle_time.h"
#include "core/analysis/gpu/kernels/kernel_breakdown.h"
#include "core/analysis/gpu/overlap/comm_comp_overlap.h"
#include "core/analysis/health/trace_health.h"
#include "core/analysis/host/kernel_sequences.h"
#include "core/analysis/host/operators.h"
#include "core/analysis/host/tree/call_tree.h"
#include "core/analysis/inductor/inductor_kernels.h"
#include "core/analysis/job/stragglers.h"
#include "core/analysis/job/trace_diff.h"
#include "core/analysis/launch/kernel_launches.h"
#include "core/analysis/launch/op_kernel_delays.h"
#include "core/analysis/launch/queue_length.h"
#include "core/analysis/memory/memory_timeline.h"
#include "core/analysis/overview/overview.h"
#include "core/analysis/ranks/clock_alignment.h"
#include "core/analysis/ranks/wait_causes.h"
#include "core/analysis/waterfall/waterfall.h"
#include "core/base/sort_stably.h"
#include "core/compat/critical_path/hta_critical_path.h"
#include "core/compat/critical_path/hta_path_tables.h"
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

std::vector<const AnalysisDescriptor*> analysesByGroup()
{
    std::vector<const AnalysisDescriptor*> all;
    for (const AnalysisDescriptor& analysis : analyses())
        all.push_back(&analysis);
    sortStably(all, {}, &AnalysisDescriptor::group);
    return all;
}

Phrase titleOf(PanelGroup group)
{
    switch (group) {
    case PanelGroup::Overview:
        return KT_PHRASE("kinetoscope::AnalysisDocks", "Overview");
    case PanelGroup::Causes:
        return KT_PHRASE("kinetoscope::AnalysisDocks", "Causes");
    case PanelGroup::GpuTime:
        return KT_PHRASE("kinetoscope::AnalysisDocks", "GPU time");
    case PanelGroup::HostAndLaunches:
        return KT_PHRASE("kinetoscope::AnalysisDocks", "Host and launches");
    case PanelGroup::Communication:
        return KT_PHRASE("kinetoscope::AnalysisDocks", "Communication");
    case PanelGroup::Memory:
        return KT_PHRASE("kinetoscope::AnalysisDocks", "Memory");
    case PanelGroup::Patterns:
        return KT_PHRASE("kinetoscope::AnalysisDocks", "Patterns");
    case PanelGroup::Counters:
        return KT_PHRASE("kinetoscope::AnalysisDocks", "Counters");
    case PanelGroup::Compare:
        return KT_PHRASE("kinetoscope::AnalysisDocks", "Compare");
    case PanelGroup::Health:
        return KT_PHRASE("kinetoscope::AnalysisDocks", "Health");
    }
    return {};
}

const AnalysisDescriptor* findAnalysis(std::string_view id)
{
    const auto it = std::ranges::find(analyses(), id, &AnalysisDescriptor::id);
    return it == analyses().end() ? nullptr : &*it;
}

bool findsColumnsInTraces(const AnalysisDescriptor& analysis)
{
    return analysis.id == "cupti-counters" || analysis.id == "memory-timeline";
}

} // namespace kinetoscope
