// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overlay/overlays.h"

#include "core/analysis/names/classification.h"
#include "core/overlay/overlay_makers.h"
#include "core/overlay/sequence_overlay.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

constexpr std::string_view kIdleFamily = "idle";

constexpr OverlayDescriptor kOverlays[] = {
    { "idle-gaps", "Idle gaps by cause",
        "Between two kernels of a stream: does it wait for the host, for the kernel, for something else?", "idle-time",
        idleGapOverlay, kIdleFamily },
    { "idle-causes", "Idle time of devices by cause",
        "While nothing runs on a device: what did the host do, or what did the device wait for?", "idle-causes",
        idleCauseOverlay, kIdleFamily },
    { "critical-path", "Critical path", "What did the wall time wait for, moment by moment? The rest is dimmed.",
        "critical-path", criticalPathOverlay, {}, true },
    { "waits", "Waits between ranks", "In collectives: which rank waits, how long, and for whom?", "wait-causes",
        waitOverlay },
    { "sequences", "Frequent kernel sequences",
        "Where do the most expensive repeated chains of kernels run, on host and GPU?", "kernel-sequences",
        frequentSequenceOverlay },
    { "queue-length", "Queue length", "How many launched kernels wait on each stream?", "queue-length",
        queueLengthOverlay },
    { "active-kernels", "Active kernels", "How many kernels run at once on each device?", "", activeKernelOverlay },
    { "occupancy", "Achieved occupancy", "How many of a multiprocessor's warps does each kernel keep busy?", "",
        occupancyOverlay },
    { "copy-bandwidth", "Copy bandwidth", "How fast are copies and fills, by direction?", "memory-bandwidth",
        copyBandwidthOverlay },
    { "memory", "Allocated and reserved memory", "How much memory is in use? Needs profile_memory=True.",
        "memory-timeline", memoryOverlay },
};

/// Moves an overlay from the clocks without drift that it was found on to those that the timeline draws.
void putOn(const TraceSet& drawn, const TraceSet& looked, Overlay& overlay)
{
    const auto move = [&](std::uint32_t rank, TimeRange range) {
        return movedTo(drawn.ranks()[rank], looked.ranks()[rank], range);
    };
    const auto moveAll = [&](std::uint32_t rank, RangeIndex& index) {
        if (drawn.ranks()[rank].drift.isZero())
            return;
        std::vector<RangeIndex::Entry> entries;
        entries.reserve(index.size());
        for (std::size_t i = 0; i < index.size(); ++i)
            entries.push_back({ move(rank, index.entry(i).range), index.entry(i).tag });
        index = RangeIndex(std::move(entries));
    };
    for (OverlaySeries& series : overlay.series) {
        for (Timestamp& time : series.time)
            time = move(series.rank, { time, time }).begin;
    }
    for (OverlayRanges& ranges : overlay.ranges) {
        moveAll(ranges.rank, ranges.ranges);
        moveAll(ranges.rank, ranges.parts);
    }
    for (RunWait& wait : overlay.waits)
        wait.range = move(wait.run.rank, wait.range);
    for (OverlayHops& hops : overlay.hops)
        moveAll(hops.rank, hops.hops);
    for (OverlayPath& path : overlay.paths) {
        for (OverlayLink& link : path.links)
            link.range = move(path.rank, link.range);
    }
}

} // namespace

std::span<const OverlayDescriptor> overlays()
{
    return kOverlays;
}

const OverlayDescriptor* findOverlay(std::string_view id)
{
    const auto it = std::find_if(
        std::begin(kOverlays), std::end(kOverlays), [id](const OverlayDescriptor& o) { return o.id == id; });
    return it != std::end(kOverlays) ? &*it : nullptr;
}

Result<Overlay> buildOverlay(const OverlayDescriptor& overlay, const AnalysisInput& input, const Parameters& parameters,
    const AnalysisContext& context)
{
    const KernelClassifier builtIn;
    AnalysisContext own = context;
    if (!own.classifier)
        own.classifier = &builtIn;
    AnalysisInput stoppable = input;
    stoppable.stop = context.progress.stop;
    stoppable.traces = TraceSet::withoutDrift(input.traces); // as runAnalysis: lengths are those of a rank's own clock
    Result<Overlay> built = overlay.build(stoppable, parameters, own);
    if (built && stoppable.traces != input.traces)
        putOn(*input.traces, *stoppable.traces, *built);
    return built;
}

} // namespace kinetoscope
