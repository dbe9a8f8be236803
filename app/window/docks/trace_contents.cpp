// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks/trace_contents.h"

#include "core/analysis/collectives/cpu_collectives.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/base/vectors.h"
#include "core/model/trace_set.h"

#include <QCoreApplication>

#include <string_view>
#include <utility>

namespace kinetoscope {
namespace {

/// What an analysis cannot do without.
enum class Need : std::uint8_t {
    Nothing,
    GpuWork,
    GpuWorkOfOps,
    Steps,
    Copies,
    Ops, ///< or annotations or API calls, which stand for their GPU work where no op does
    HostCalls,
    Work, ///< of the host or of the GPU
    Annotations,
    Counters,
    Memory,
    CommunicationKernels,
    Communication,
    Activities,  ///< work of the GPU and calls of its API
    RanksOnGpus, ///< whose collectives run there
    Ranks        ///< that communicate
};

Need needOf(std::string_view analysis)
{
    static constexpr std::string_view kOfGpuWork[] { "temporal-breakdown", "kernel-breakdown", "idle-time",
        "idle-causes", "queue-length", "kernel-launches", "kernel-sequences", "annotation-kernels", "efficiency",
        "inductor-kernels", "kernel-names", "launch-overlap", "waterfall" };
    static constexpr std::pair<std::string_view, Need> kOthers[] {
        { "critical-path", Need::Work },
        { "what-if", Need::Work },
        { "steps", Need::Steps },
        { "op-kernel-delays", Need::GpuWorkOfOps },
        { "trace-diff", Need::Work },
        { "duration-concentration", Need::Activities },
        { "comm-comp-overlap", Need::CommunicationKernels },
        { "memory-bandwidth", Need::Copies },
        { "operators", Need::Ops },
        { "call-tree", Need::HostCalls },
        { "annotation-breakdown", Need::Annotations },
        { "cupti-counters", Need::Counters },
        { "memory-timeline", Need::Memory },
        { "stragglers", Need::RanksOnGpus },
        { "collectives", Need::Communication },
        { "wait-causes", Need::Ranks },
        { "clock-alignment", Need::Ranks },
    };
    if (isOneOf(analysis, kOfGpuWork))
        return Need::GpuWork;
    for (const auto& [other, need] : kOthers) {
        if (other == analysis)
            return need;
    }
    return Need::Nothing;
}

/// For the translations.
class TraceContentsText {
    Q_DECLARE_TR_FUNCTIONS(TraceContents)
};

} // namespace

TraceContents contentsOf(const TraceSet& traces, const KernelClassifier& classifier, const std::stop_token& stop)
{
    TraceContents contents;
    contents.ranks = traces.ranks().size();
    for (const RankTrace& rank : traces.ranks()) {
        // What was not read may hold anything.
        contents.areAllLoaded = contents.areAllLoaded && rank.isLoaded();
        const Trace& trace = *rank.trace;
        const SliceTable& slices = trace.slices();
        contents.steps += trace.steps().size();
        const StringId memory = trace.strings().find("[memory]");
        contents.memoryRecords += trace.memoryTimeline().size();
        const NameTypes types = classifier.typesOf(trace);
        const Progress progress { .stop = stop };
        contents.hasCollectivesOfHost = contents.hasCollectivesOfHost || !cpuCollectivesOf(trace, progress).empty();
        for (std::size_t row = 0; row < slices.size(); ++row) {
            if (row % 65'536 == 0 && stop.stop_requested())
                return contents;
            ++contents.kinds[static_cast<std::size_t>(slices.kind[row])];
            if (isGpuWork(slices.kind[row])) {
                const KernelType type = types.of(slices, row);
                contents.hasCommunicationKernels =
                    contents.hasCommunicationKernels || type == KernelType::Communication;
                contents.hasCopies = contents.hasCopies || type == KernelType::Memory;
            }
            contents.memoryRecords += slices.name[row] == memory ? 1 : 0;
        }
    }
    return contents;
}

QString whyWithoutContent(const AnalysisDescriptor& analysis, const TraceContents& contents)
{
    const Need need = needOf(analysis.id);
    if (!contents.areAllLoaded && need != Need::Ranks && need != Need::RanksOnGpus)
        return {};
    const auto has = [&contents](
                         auto... kinds) { return ((contents.kinds[static_cast<std::size_t>(kinds)] > 0) || ...); };
    const bool hasGpuWork =
        has(EventKind::Kernel, EventKind::Memcpy, EventKind::Memset, EventKind::MtiaWork, EventKind::HpuWork);
    switch (need) {
    case Need::Nothing:
        break;
    case Need::GpuWork:
        return hasGpuWork ? QString() : TraceContentsText::tr("No GPU work was recorded.");
    case Need::GpuWorkOfOps:
        if (!hasGpuWork)
            return TraceContentsText::tr("No GPU work was recorded.");
        return has(EventKind::CpuOp) ? QString() : TraceContentsText::tr("No op was recorded.");
    case Need::Steps:
        return contents.steps > 0 || contents.hasStepPattern
            ? QString()
            : TraceContentsText::tr("No step was recorded, and the scope names no annotations that are steps.");
    case Need::CommunicationKernels:
        return contents.hasCommunicationKernels ? QString()
                                                : TraceContentsText::tr("No communication kernel was recorded.");
    case Need::Communication:
        return contents.hasCommunicationKernels || contents.hasCollectivesOfHost
            ? QString()
            : TraceContentsText::tr("No communication was recorded.");
    case Need::Activities:
        return has(EventKind::Kernel, EventKind::RuntimeCall, EventKind::DriverCall, EventKind::Memcpy,
                   EventKind::Memset, EventKind::MtiaWork, EventKind::HpuWork)
            ? QString()
            : TraceContentsText::tr("Neither GPU work nor a call that launches it was recorded.");
    case Need::Copies:
        return contents.hasCopies ? QString() : TraceContentsText::tr("No copy or memset was recorded.");
    case Need::Ops:
        return has(EventKind::CpuOp, EventKind::UserAnnotation, EventKind::RuntimeCall, EventKind::DriverCall)
            ? QString()
            : TraceContentsText::tr("No host op, annotation or API call was recorded.");
    case Need::HostCalls:
        return has(EventKind::CpuOp, EventKind::UserAnnotation, EventKind::RuntimeCall, EventKind::DriverCall,
                   EventKind::PythonFunction)
            ? QString()
            : TraceContentsText::tr("No call of the host was recorded.");
    case Need::Work:
        return has(EventKind::CpuOp, EventKind::UserAnnotation, EventKind::RuntimeCall, EventKind::DriverCall,
                   EventKind::PythonFunction, EventKind::Kernel, EventKind::Memcpy, EventKind::Memset,
                   EventKind::MtiaWork, EventKind::HpuWork)
            ? QString()
            : TraceContentsText::tr("Neither work of the host nor of the GPU was recorded.");
    case Need::Annotations:
        return has(EventKind::UserAnnotation, EventKind::GpuUserAnnotation)
            ? QString()
            : TraceContentsText::tr("No annotation was recorded.");
    case Need::Counters:
        return has(EventKind::ProfilerRange) ? QString() : TraceContentsText::tr("No hardware counter was recorded.");
    case Need::Memory:
        return contents.memoryRecords > 0 ? QString() : TraceContentsText::tr("Memory was not recorded.");
    case Need::RanksOnGpus:
        if (contents.ranks > 1 && contents.areAllLoaded && contents.hasCollectivesOfHost
            && !contents.hasCommunicationKernels)
            return TraceContentsText::tr("The collectives of these traces run on the host.");
        [[fallthrough]];
    case Need::Ranks:
        if (contents.ranks <= 1)
            return TraceContentsText::tr("One rank is open: it waits for none that can be seen.");
        return !contents.areAllLoaded || contents.hasCommunicationKernels || contents.hasCollectivesOfHost
            ? QString()
            : TraceContentsText::tr("No communication was recorded.");
    }
    return {};
}

Parameters usualParametersFor(const AnalysisDescriptor& analysis, const TraceContents& contents)
{
    Parameters usual;
    const auto has = [&contents](EventKind kind) { return contents.kinds[static_cast<std::size_t>(kind)] > 0; };
    if (contents.areAllLoaded && analysis.id == "annotation-breakdown" && has(EventKind::UserAnnotation)
        && !has(EventKind::GpuUserAnnotation))
        usual.set(parameter::kUseGpuAnnotation, false);
    return usual;
}

} // namespace kinetoscope
