// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/facts/work_facts.h"

#include "core/analysis/names/classification.h"
#include "core/base/release.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kinetoscope {

bool addWork(const Trace& trace, const RankGpuWork& work, TimeParts parts, bool withRanges, bool isOfJob,
    const Progress& progress, RankFacts& facts)
{
    facts.busy = saturatingAdd(facts.split.compute, facts.split.nonCompute);
    const std::vector<TimeRange>& exposedCopies = parts[static_cast<std::size_t>(TimePart::MemoryExposed)];
    ExposedMemory exposedMemory = exposedMemoryOf(trace, work, exposedCopies, progress);
    facts.mostCopies = exposedMemory.most;
    facts.pageable = std::move(exposedMemory.pageable);
    facts.pageableBytes = exposedMemory.pageableBytes;
    facts.mostCommunication =
        exposedCollectiveOf(trace, work, parts[static_cast<std::size_t>(TimePart::CommunicationExposed)], progress);
    Timestamp lastStep = kMinTimestamp;
    for (const StepTimes& step : facts.stepsInView)
        lastStep = std::max({ lastStep, step.wall.end, step.complete.end, step.span.end });
    if (!facts.stepsInView.empty())
        facts.copiesBehindSteps = totalLength(intersectionOf(exposedCopies, { { lastStep, kMaxTimestamp } }));
    for (std::size_t part = 0; part < kBusyPartCount; ++part)
        facts.ofSteps[part] = timeInEach(facts.stepWindows, parts[part]);
    for (std::size_t part = 0; part < kTimePartCount; ++part) {
        facts.parts[part] = stretchesOf(std::move(parts[part]));
        // Of a job: what of it is waiting for a late rank is another finding's.
        const bool isOfCommunication = part == static_cast<std::size_t>(TimePart::CommunicationExposed);
        if (!withRanges && !(isOfCommunication && isOfJob))
            release(facts.parts[part].ranges);
    }
    facts.works = work.rows.size();
    facts.unlinkedWorks = static_cast<std::size_t>(std::ranges::count_if(
        work.rows, [&trace](const GpuWorkRow& row) { return !trace.slices().partner[row.slice.index()].isValid(); }));
    facts.isOfMtia = !work.rows.empty() && std::ranges::all_of(work.rows, [&trace](const GpuWorkRow& row) {
        return trace.slices().kind[row.slice.index()] == EventKind::MtiaWork;
    });
    std::vector<Nanoseconds> lengths = mapped(work.rows, [](const GpuWorkRow& row) { return row.range.length(); });
    if (!lengths.empty()) {
        const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
        std::nth_element(lengths.begin(), middle, lengths.end());
        facts.typicalWork = *middle;
    }
    facts.kernels = totalsByName(trace, work, KernelType::Computation, progress);
    facts.otherWork = totalsByName(trace, work, KernelType::Other, progress);
    facts.slippedNames = slippedNames(trace, progress);
    return !progress.shouldStop();
}

void addSummary(const RankSummary& summary, bool isWhole, RankFacts& facts)
{
    facts.hasGpuWork = summary.hasGpuWork();
    if (summary.steps.empty() && isWhole) {
        facts.isSplitKnown = false;
        facts.split.window = facts.hasGpuWork ? summary.meta.gpuSpan : summary.meta.coreRange.length();
        return;
    }
    facts.split.window = wallOf(facts.steps);
    std::map<std::int64_t, Nanoseconds> communication;
    for (const SummaryStep& step : summary.steps)
        communication[step.number] = step.communication;
    for (const StepTimes& step : facts.steps) {
        TimeSplit& split = facts.split;
        split.communication = saturatingAdd(split.communication, communication[step.step.number]);
        for (std::size_t part = 0; part < step.busy.size(); ++part)
            facts.parts[part].time = saturatingAdd(facts.parts[part].time, step.busy[part]);
        for (std::size_t cause = 0; cause < step.idle.size(); ++cause) {
            facts.idle[cause].time = saturatingAdd(facts.idle[cause].time, step.idle[cause]);
            split.idle = saturatingAdd(split.idle, step.idle[cause]);
        }
    }
    const auto timeOf = [&facts](TimePart part) { return facts.parts[static_cast<std::size_t>(part)].time; };
    facts.split.compute = timeOf(TimePart::Compute);
    facts.split.communicationExposed = timeOf(TimePart::CommunicationExposed);
    facts.split.memoryExposed = timeOf(TimePart::MemoryExposed);
    facts.split.otherExposed = timeOf(TimePart::OtherExposed);
    facts.split.nonCompute = facts.split.communicationExposed + facts.split.memoryExposed + facts.split.otherExposed;
    facts.busy = saturatingAdd(facts.split.compute, facts.split.nonCompute);
}

} // namespace kinetoscope
