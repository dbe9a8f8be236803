// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/call_sums.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kinetoscope {

std::optional<CallRoofline> rooflineOf(const OwningCall& call, const TracePeaks& peaks)
{
    constexpr double kPerNanosecond = 1000; // TFLOP/s to operations a nanosecond
    const double bandwidth = peaks.bandwidth(call.device);
    if (!call.figures.bytes || call.figures.kind == BytesKind::Estimate || call.category == kHostCopy || bandwidth <= 0)
        return std::nullopt;
    CallRoofline roofline;
    roofline.time = static_cast<double>(*call.figures.bytes) / bandwidth; // GB/s are bytes a nanosecond
    if (call.figures.unit == FlopsUnit::Matrix) {
        const double rate = peaks.rate(call.device, call.spec);
        if (rate <= 0 || !call.figures.flops)
            return std::nullopt;
        const double compute = static_cast<double>(*call.figures.flops) / (rate * kPerNanosecond);
        roofline.isComputeBound = compute > roofline.time;
        roofline.time = std::max(compute, roofline.time);
    }
    return roofline;
}

void CallSums::add(const OwningCall& call, const std::optional<CallRoofline>& roofline)
{
    hasSeveralSpecs = hasSeveralSpecs || (calls > 0 && spec != call.spec);
    spec = call.spec;
    unit = calls == 0 || unit == FlopsUnit::None ? call.figures.unit : unit;
    kind = calls == 0 ? call.figures.kind : std::max(kind, call.figures.kind);
    lack = lack == Lack::None ? call.figures.lack : lack;
    ++calls;
    kernels += call.workCount;
    cutCalls += call.isCut ? 1 : 0;
    kernelTime = saturatingAdd(kernelTime, call.kernelTime);
    kernelSum = saturatingAdd(kernelSum, call.kernelSum);
    if (call.figures.flops) {
        flops = saturatingAdd(flops, *call.figures.flops);
        ++flopsCalls;
        flopsTime = saturatingAdd(flopsTime, call.kernelTime);
    }
    if (call.figures.bytes) {
        bytes = saturatingAdd(bytes, *call.figures.bytes);
        ++bytesCalls;
        bytesTime = saturatingAdd(bytesTime, call.kernelTime);
    }
    if (roofline) {
        rooflineTime += roofline->time;
        ++rooflineCalls;
        computeBoundCalls += roofline->isComputeBound ? 1 : 0;
        rooflineKernelTime = saturatingAdd(rooflineKernelTime, call.kernelTime);
    }
}

void CallSums::addRooflineOf(const CallSums& others)
{
    rooflineTime += others.rooflineTime;
    rooflineCalls += others.rooflineCalls;
    rooflineKernelTime = saturatingAdd(rooflineKernelTime, others.rooflineKernelTime);
}

std::optional<double> CallSums::teraflops() const
{
    constexpr double kGigaInTera = 1000; // operations a nanosecond are 1e9 a second
    return flops > 0 && flopsTime > 0
        ? std::optional(static_cast<double>(flops) / static_cast<double>(flopsTime) / kGigaInTera)
        : std::nullopt;
}

std::optional<double> CallSums::gigabytes() const
{
    return bytesCalls > 0 && bytesTime > 0 ? std::optional(static_cast<double>(bytes) / static_cast<double>(bytesTime))
                                           : std::nullopt;
}

std::optional<double> CallSums::rooflinePercent() const
{
    return rooflineCalls > 0 && rooflineKernelTime > 0
        ? std::optional(100 * rooflineTime / static_cast<double>(rooflineKernelTime))
        : std::nullopt;
}

std::optional<Nanoseconds> CallSums::aboveRoofline() const
{
    if (rooflineCalls == 0)
        return std::nullopt;
    const double above = static_cast<double>(rooflineKernelTime) - rooflineTime;
    constexpr double kMost = 9e18;
    return std::abs(above) < kMost ? std::optional(static_cast<Nanoseconds>(std::llround(above))) : std::nullopt;
}

std::string_view toString(Lack lack)
{
    constexpr std::array<std::string_view, 9> kWords { "", "no-formula", "no-shapes", "no-types", "no-values",
        "no-lengths", "no-routing", "sliding-window", "no-list-type" };
    return kWords[static_cast<std::size_t>(lack)];
}

std::string_view toString(WorkOwner owner)
{
    constexpr std::array<std::string_view, 5> kWords { "", "communication", "unlinked", "graph", "no-op" };
    return kWords[static_cast<std::size_t>(owner)];
}

std::string_view toString(FlopsUnit unit)
{
    constexpr std::array<std::string_view, 3> kWords { "", "matrix", "vector" };
    return kWords[static_cast<std::size_t>(unit)];
}

std::string_view toString(BytesKind kind)
{
    constexpr std::array<std::string_view, 5> kWords { "", "exact", "recorded", "lower", "estimate" };
    return kWords[static_cast<std::size_t>(kind)];
}

} // namespace kinetoscope
