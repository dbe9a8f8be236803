// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/call_sums.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace kinetoscope {

CallRooflines::CallRooflines(const RankOwnedWork& work, TracePeaks peaks)
    : m_peaks(std::move(peaks))
{
    m_ofKind.reserve(work.kinds.size());
    for (const CallKind& kind : work.kinds)
        m_ofKind.push_back(rooflineOf(kind));
}

std::optional<CallRoofline> CallRooflines::rooflineOf(const CallKind& kind) const
{
    constexpr double kPerNanosecond = 1000; // TFLOP/s to operations a nanosecond
    const double bandwidth = m_peaks.bandwidth(kind.device);
    const Figures& figures = kind.figures;
    if (!figures.bytes || figures.kind == BytesKind::Estimate || kind.category == kHostCopy || bandwidth <= 0)
        return std::nullopt;
    CallRoofline roofline;
    roofline.time = static_cast<double>(*figures.bytes) / bandwidth; // GB/s are bytes a nanosecond
    if (figures.unit == FlopsUnit::Matrix) {
        const double rate = m_peaks.rate(kind.device, kind.spec);
        if (rate <= 0 || !figures.flops)
            return std::nullopt;
        const double compute = static_cast<double>(*figures.flops) / (rate * kPerNanosecond);
        roofline.isComputeBound = compute > roofline.time;
        roofline.time = std::max(compute, roofline.time);
    }
    return roofline;
}

void CallSums::add(const OwningCall& call, const std::optional<CallRoofline>& roofline)
{
    const Figures& figures = call.figures();
    hasSeveralSpecs = hasSeveralSpecs || (calls > 0 && spec != call.spec());
    spec = call.spec();
    unit = calls == 0 || unit == FlopsUnit::None ? figures.unit : unit;
    kind = calls == 0 ? figures.kind : std::max(kind, figures.kind);
    lack = lack == Lack::None ? figures.lack : lack;
    ++calls;
    kernels += call.workCount;
    cutCalls += call.isCut ? 1 : 0;
    kernelTime = saturatingAdd(kernelTime, call.kernelTime);
    kernelSum = saturatingAdd(kernelSum, call.kernelSum);
    if (figures.flops) {
        flops = saturatingAdd(flops, *figures.flops);
        ++flopsCalls;
        flopsTime = saturatingAdd(flopsTime, call.kernelTime);
    }
    if (figures.bytes) {
        bytes = saturatingAdd(bytes, *figures.bytes);
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
    constexpr std::array<std::string_view, 10> kWords { "", "no-formula", "no-shapes", "no-types", "no-values",
        "no-lengths", "no-routing", "sliding-window", "no-list-type", "no-result" };
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
