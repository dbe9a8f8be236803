// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/efficiency_remarks.h"

#include "core/analysis/counters/profiler_ranges.h"
#include "core/analysis/efficiency/unfused_attention.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/base/analysis_name.h"
#include "core/numeric/saturating.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

void addRemark(RemarksByTime& remarks, const RankTrace& rank, Nanoseconds time, const char* code, Message message)
{
    remarks.emplace(time, remarkOfRank(rank, code, std::move(message)));
}

void sayAboveRoofline(const RankTrace& rank, const CallRow& row, bool isSmall, Nanoseconds wall, RemarksByTime& remarks)
{
    const CallSums& sums = row.sums;
    const auto roofline = static_cast<Nanoseconds>(std::llround(std::min(sums.rooflineTime, 9e17)));
    const arg::Share reached { roofline, sums.rooflineKernelTime };
    const arg::Share held { sums.rooflineKernelTime, wall };
    const arg::Name op { std::string(row.name) };
    const Message dims = row.types().empty()
        ? Message { KT_PHRASE("efficiency", "the shapes %1"), arg::Text { std::string(row.dims()) } }
        : Message { KT_PHRASE("efficiency", "the shapes %1 of the types %2"), arg::Text { std::string(row.dims()) },
              arg::Text { std::string(row.types()) } };
    const auto calls = static_cast<Nanoseconds>(sums.rooflineCalls);
    if (isSmall)
        addRemark(remarks, rank, sums.rooflineKernelTime, "small-calls",
            { KT_PHRASE("efficiency",
                  "calls of %1 with %2 are small: the device's peaks allow %3 for one, and each takes %4 on "
                  "average. Together their kernel time is %5 of the time from the first to the last GPU work; such "
                  "calls are worth fusing, batching or putting into a CUDA graph."),
                op, dims, arg::Duration { roofline / calls }, arg::Duration { sums.rooflineKernelTime / calls },
                held });
    else
        addRemark(remarks, rank, sums.rooflineKernelTime, "below-peak",
            { KT_PHRASE("efficiency",
                  "calls of %1 with %2 reach %3 of the speed that the device's peaks allow. Their kernel "
                  "time is %4 of the time from the first to the last GPU work, and %5 above the shortest possible."),
                op, dims, reached, held, arg::Duration { *sums.aboveRoofline() } });
}

/// Where no row is large, what they have in common may be.
void sayCategoryAboveRoofline(const RankTrace& rank, const LargestRows& largest, bool isSmall, RemarksByTime& remarks)
{
    const CallSums& sums = largest.categoryOfAbove;
    const auto roofline = static_cast<Nanoseconds>(std::llround(std::min(sums.rooflineTime, 9e17)));
    const arg::Text category { std::string(largest.aboveRoofline->category) };
    const arg::Share held { sums.rooflineKernelTime, largest.wall };
    const auto calls = static_cast<Nanoseconds>(sums.rooflineCalls);
    if (isSmall)
        addRemark(remarks, rank, sums.rooflineKernelTime, "small-calls",
            { KT_PHRASE("efficiency",
                  "calls of the category %1, of all shapes together, are small: the device's peaks allow %2 for one on "
                  "average, and each takes %3. Together their kernel time is %4 of the time from the first to the last "
                  "GPU work; such calls are worth fusing, batching or putting into a CUDA graph."),
                category, arg::Duration { roofline / calls }, arg::Duration { sums.rooflineKernelTime / calls },
                held });
    else
        addRemark(remarks, rank, sums.rooflineKernelTime, "below-peak",
            { KT_PHRASE("efficiency",
                  "calls of the category %1, of all shapes together, reach %2 of the speed that the device's peaks "
                  "allow. Their kernel time is %3 of the time from the first to the last GPU work."),
                category, arg::Share { roofline, sums.rooflineKernelTime }, held });
}

void sayLargestUnknown(const RankTrace& rank, const LargestRows& largest, RemarksByTime& remarks)
{
    const CallRow& row = *largest.withoutRoofline;
    const arg::Share unknown { saturatingSubtract(largest.all, largest.withRoofline), largest.all };
    const arg::Name op { std::string(row.name) };
    const arg::Share held { row.sums.kernelTime, largest.wall };
    const Message reason = row.sums.lack == Lack::None && row.sums.kind == BytesKind::Estimate
        ? Message { KT_PHRASE("efficiency", "its bytes are an estimate, which is not held against them") }
        : reasonOf(row.sums.lack);
    addRemark(remarks, rank, row.sums.kernelTime, "largest-unknown",
        reason.isEmpty()
            ? Message { KT_PHRASE("efficiency",
                            "%1 of the GPU work cannot be held against the device's peaks; of ops most time is in "
                            "calls of %2, whose kernel time is %3 of the time from the first to the last GPU "
                            "work."),
                unknown, op, held }
            : Message { KT_PHRASE("efficiency",
                            "%1 of the GPU work cannot be held against the device's peaks; of ops most time is in "
                            "calls of %2, whose kernel time is %3 of the time from the first to the last GPU work: "
                            "%4."),
                unknown, op, held, reason });
}

void sayUnfusedAttention(const RankTrace& rank, const RankOwnedWork& work, Nanoseconds wall, RemarksByTime& remarks)
{
    constexpr double kLeastShare = 0.02;
    Nanoseconds time = 0;
    for (const OwningCall* call : softmaxOfUnfusedAttention(*rank.trace, work))
        time = saturatingAdd(time, call->kernelTime);
    if (wall > 0 && static_cast<double>(time) >= kLeastShare * static_cast<double>(wall))
        addRemark(remarks, rank, time, "unfused-attention",
            { KT_PHRASE("efficiency",
                  "%1 of the time from the first to the last GPU work is softmax between two batched matrix products, "
                  "as in attention that is not fused: fused attention (%2) does not write the scores to memory."),
                arg::Share { time, wall }, arg::Text { "scaled_dot_product_attention" } });
}

/// GPU time of a scope without communication and copies to and from the host, ns.
struct Coverage {
    Nanoseconds all = 0;
    Nanoseconds known = 0;         ///< its operations or bytes
    Nanoseconds graphs = 0;        ///< replayed by CUDA graphs
    Nanoseconds unlinked = 0;      ///< the launch is not in the file
    Nanoseconds withoutShapes = 0; ///< of ops with a formula
    std::uint64_t cutCalls = 0;
};
Coverage coverageOf(const RankOwnedWork& work)
{
    Coverage coverage;
    for (std::size_t i = 0; i < work.owners.size(); ++i) {
        const Nanoseconds time = work.work.rows[i].range.length();
        if (work.owners[i] == WorkOwner::Communication)
            continue;
        coverage.all = saturatingAdd(coverage.all, time);
        coverage.graphs = saturatingAdd(coverage.graphs, work.owners[i] == WorkOwner::Graph ? time : 0);
        coverage.unlinked = saturatingAdd(coverage.unlinked, work.owners[i] == WorkOwner::Unlinked ? time : 0);
        if (work.owners[i] != WorkOwner::Call)
            continue;
        const OwningCall& call = work.calls[work.callOfRow[i]];
        if (call.category() == kHostCopy) {
            coverage.all = saturatingSubtract(coverage.all, time);
            continue;
        }
        coverage.known = saturatingAdd(coverage.known, call.figures().isKnown() ? time : 0);
        // Where some arguments of an op have shapes, another recording brings no more of them.
        const bool hasNone = call.arguments == OpArgumentStore::kNone || !work.arguments[call.arguments].hasShapes;
        if (call.figures().lack == Lack::NoShapes && hasNone)
            coverage.withoutShapes = saturatingAdd(coverage.withoutShapes, time);
    }
    for (const OwningCall& call : work.calls)
        coverage.cutCalls += call.isCut ? 1 : 0;
    return coverage;
}

} // namespace

Message reasonOf(Lack lack)
{
    switch (lack) {
    case Lack::None:
        break;
    case Lack::NoFormula:
        return { KT_PHRASE("efficiency", "there is no formula for it") };
    case Lack::NoShapes:
        return { KT_PHRASE("efficiency", "it was recorded without shapes") };
    case Lack::NoTypes:
        return { KT_PHRASE("efficiency", "the types of its tensors were not recorded") };
    case Lack::NoValues:
        return { KT_PHRASE("efficiency", "numbers that its output follows from were not recorded") };
    case Lack::NoLengths:
        return { KT_PHRASE("efficiency", "the lengths of its sequences are not in the file") };
    case Lack::NoRouting:
        return { KT_PHRASE("efficiency", "which weights work on which rows is not in the file") };
    case Lack::Window:
        return { KT_PHRASE("efficiency", "its attention looks at a sliding window, for which there is no formula") };
    case Lack::NoListType:
        return { KT_PHRASE("efficiency", "no kernel tells the type of its tensors") };
    case Lack::NoResult:
        return { KT_PHRASE("efficiency", "its formula in the rules file makes no figure of these arguments") };
    }
    return {};
}

void remarkOnLargest(
    const RankTrace& rank, const RankOwnedWork& work, const LargestRows& largest, RemarksByTime& remarks)
{
    sayUnfusedAttention(rank, work, largest.wall, remarks);
    const LargestPoint point = LargestPoint::of(largest);
    switch (point.about) {
    case LargestPoint::About::Nothing:
        return;
    case LargestPoint::About::Row:
        // Without shapes it would be any call of the op.
        if (!largest.aboveRoofline->dims().empty())
            sayAboveRoofline(rank, *largest.aboveRoofline, point.isSmall, largest.wall, remarks);
        return;
    case LargestPoint::About::Category:
        return sayCategoryAboveRoofline(rank, largest, point.isSmall, remarks);
    case LargestPoint::About::Unknown:
        return sayLargestUnknown(rank, largest, remarks);
    }
}

void remarkOnCoverage(const RankTrace& rank, const RankOwnedWork& work, RemarksByTime& remarks)
{
    const auto [all, known, graphs, unlinked, withoutShapes, cutCalls] = coverageOf(work);
    if (!work.problem.isEmpty())
        addRemark(remarks, rank, all, "ops-not-read",
            { KT_PHRASE("efficiency", "the shapes of ops could not be read: %1"), work.problem });
    constexpr Nanoseconds kWorthSaying = 1000; // what is less than a thousandth would read 100.0 %
    if (all > 0 && saturatingSubtract(all, known) >= all / kWorthSaying && known < all)
        addRemark(remarks, rank, all - known, "part-known",
            { KT_PHRASE("efficiency",
                  "operations or bytes are known for %1 of the GPU time without communication and copies to and from "
                  "the host; the rest has rows without figures, with the reason."),
                arg::Share { known, all } });
    if (withoutShapes > 0)
        addRemark(remarks, rank, withoutShapes, "no-shapes",
            { KT_PHRASE("efficiency",
                  "%1 of the GPU time without communication and copies to and from the host is of ops with a formula "
                  "but without shapes; record with %2."),
                arg::Share { withoutShapes, all }, arg::Text { "record_shapes=True" } });
    if (graphs > 0)
        addRemark(remarks, rank, graphs, "graph-replays",
            { KT_PHRASE("efficiency",
                  "%1 of the GPU time without communication and copies to and from the host is replayed by CUDA "
                  "graphs, whose kernels have no op and no shapes; record the capture of the graph, or a step without "
                  "graphs."),
                arg::Share { graphs, all } });
    if (unlinked > 0)
        addRemark(remarks, rank, unlinked, "unlinked-work",
            { KT_PHRASE("efficiency",
                  "%1 of the GPU time without communication and copies to and from the host is of work whose launch is "
                  "not in the file, so its op is not known."),
                arg::Share { unlinked, all } });
    if (cutCalls > 0)
        addRemark(remarks, rank, 0, "calls-cut",
            { KT_PLURAL("efficiency",
                  "%1 call is cut by the scope: it counts operations and bytes in proportion to what is left of its "
                  "kernel time.",
                  "%1 calls are cut by the scope: they count operations and bytes in proportion to what is left of "
                  "their kernel time."),
                arg::Count { cutCalls } });
}

void remarkOnPeaks(
    const RankTrace& rank, const RankOwnedWork& work, const CallRooflines& rooflines, RemarksByTime& remarks)
{
    const TracePeaks& peaks = rooflines.peaks();
    std::uint64_t above = 0;
    std::uint64_t held = 0;
    Nanoseconds timeAbove = 0;
    Nanoseconds timeHeld = 0;
    Nanoseconds withoutPeak = 0;
    Nanoseconds assumedTraining = 0;
    std::string device;
    for (const OwningCall& call : work.calls) {
        const bool isUnknown =
            call.figures().bytes && call.category() != kHostCopy && peaks.bandwidth(call.device()) <= 0;
        if (isUnknown && device.empty())
            device = std::string(peaks.deviceName(call.device()));
        withoutPeak = saturatingAdd(withoutPeak, isUnknown ? call.kernelTime : 0);
        const OpArguments* arguments =
            call.arguments != OpArgumentStore::kNone ? &work.arguments[call.arguments] : nullptr;
        if (call.category() == "NORM_fwd" && arguments && !arguments->hasValues
            && rank.trace->name(call.op).find("batch_norm") != std::string_view::npos)
            assumedTraining = saturatingAdd(assumedTraining, call.kernelTime);
        const auto roofline = rooflines.of(call);
        if (!roofline)
            continue;
        const bool isAbove = roofline->time > static_cast<double>(call.kernelTime);
        ++held;
        above += isAbove ? 1 : 0;
        timeHeld = saturatingAdd(timeHeld, call.kernelTime);
        timeAbove = saturatingAdd(timeAbove, isAbove ? call.kernelTime : 0);
    }
    const arg::Option peakFlops { parameter::kPeakFlops };
    const arg::Option peakBandwidth { parameter::kPeakBandwidth };
    if (withoutPeak > 0)
        addRemark(remarks, rank, withoutPeak, "no-peaks",
            device.empty()
                ? Message { KT_PHRASE("efficiency",
                                "the file does not say which GPU this is: give %1 (TFLOP/s) and %2 (GB/s) for shares "
                                "of the peak."),
                    peakFlops, peakBandwidth }
                : Message {
                    KT_PHRASE("efficiency",
                        "the peaks of %3 are not known: give %1 (TFLOP/s) and %2 (GB/s) for shares of the peak."),
                    peakFlops, peakBandwidth, arg::Name { device } });
    if (above > 0)
        addRemark(remarks, rank, timeAbove, "above-peak",
            { KT_PHRASE("efficiency",
                  "%1 of %2 calls, with %3 of their kernel time, ran faster than the roofline allows: algorithms that "
                  "need fewer operations (winograd, fft), data that is still in a cache, times in whole microseconds, "
                  "or a kernel of another precision than the tensors have. Shares above 100 % are left as they are."),
                arg::Count { above }, arg::Count { held }, arg::Share { timeAbove, timeHeld } });
    if (assumedTraining > 0)
        addRemark(remarks, rank, assumedTraining, "training-assumed",
            { KT_PHRASE("efficiency",
                "the file does not say whether batch norms ran in training; they are counted as if they did.") });
}

void remarkOnCounters(const RankTrace& rank, std::vector<Remark>& remarks)
{
    if (hasProfilerRanges(*rank.trace))
        remarks.push_back(remarkOfRank(rank, "counters-recorded",
            { KT_PHRASE("efficiency",
                  "hardware counters were recorded too: the analysis %1 holds against the peaks what they counted, not "
                  "what shapes say."),
                analysisName("cupti-counters") }));
}

} // namespace kinetoscope
