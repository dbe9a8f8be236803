// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/step_mfu.h"

#include "core/analysis/types/parameter_ids.h"

#include <algorithm>
#include <iterator>

namespace kinetoscope {

namespace {

void addWorkTo(MfuSums& sums, const RankOwnedWork& work, std::size_t row, std::int64_t device)
{
    sums.addDevice(device);
    if (work.owners[row] == WorkOwner::Communication)
        return;
    const OwningCall* call = work.owners[row] == WorkOwner::Call ? &work.calls[work.callOfRow[row]] : nullptr;
    if (call && call->category() == kHostCopy)
        return;
    const Nanoseconds time = work.work.rows[row].range.length();
    sums.ofInterest = saturatingAdd(sums.ofInterest, time);
    sums.known = saturatingAdd(sums.known, call && call->figures().isKnown() ? time : 0);
}

/// Place of the range that holds a time; their number where none does.
std::size_t rangeAt(std::span<const TimeRange> ranges, Timestamp time)
{
    const auto next = std::ranges::upper_bound(ranges, time, {}, &TimeRange::begin);
    if (next == ranges.begin() || time >= std::prev(next)->end)
        return ranges.size();
    return static_cast<std::size_t>(std::prev(next) - ranges.begin());
}

} // namespace

void MfuSums::addMatrixCall(const OwningCall& call, double rate)
{
    constexpr double kPerNanosecond = 1000; // TFLOP/s to operations a nanosecond
    const std::int64_t flops = call.figures().flops.value_or(0);
    ++matrixCalls;
    matrixFlops = saturatingAdd(matrixFlops, flops);
    matrixTime = saturatingAdd(matrixTime, call.kernelTime);
    causalLeftOut = saturatingAdd(causalLeftOut, call.figures().causalLeftOut);
    std::int64_t& ofSpec = flopsOfSpec[static_cast<std::size_t>(call.spec())];
    ofSpec = saturatingAdd(ofSpec, flops);
    const double time = rate > 0 ? static_cast<double>(flops) / (rate * kPerNanosecond) : 0;
    peakTime += time;
    if (rate <= 0)
        flopsWithoutPeak = saturatingAdd(flopsWithoutPeak, flops);
    if (call.isRecomputed) {
        recomputedPeakTime += time;
        recomputedFlops = saturatingAdd(recomputedFlops, flops);
    }
}

void MfuSums::addDevice(std::int64_t device)
{
    const auto place = std::ranges::lower_bound(devices, device);
    if (place == devices.end() || *place != device)
        devices.insert(place, device);
}

void MfuSums::add(const MfuSums& other)
{
    matrixCalls += other.matrixCalls;
    matrixFlops = saturatingAdd(matrixFlops, other.matrixFlops);
    matrixTime = saturatingAdd(matrixTime, other.matrixTime);
    peakTime += other.peakTime;
    flopsWithoutPeak = saturatingAdd(flopsWithoutPeak, other.flopsWithoutPeak);
    recomputedPeakTime += other.recomputedPeakTime;
    recomputedFlops = saturatingAdd(recomputedFlops, other.recomputedFlops);
    causalLeftOut = saturatingAdd(causalLeftOut, other.causalLeftOut);
    for (std::size_t i = 0; i < flopsOfSpec.size(); ++i)
        flopsOfSpec[i] = saturatingAdd(flopsOfSpec[i], other.flopsOfSpec[i]);
    known = saturatingAdd(known, other.known);
    ofInterest = saturatingAdd(ofInterest, other.ofInterest);
    for (const std::int64_t device : other.devices)
        addDevice(device);
}

bool MfuSums::hasPeaks() const
{
    constexpr double kNegligible = 0.01;
    return matrixFlops > 0 && static_cast<double>(flopsWithoutPeak) < kNegligible * static_cast<double>(matrixFlops);
}

std::optional<double> MfuSums::knownPercent() const
{
    return ofInterest > 0 ? std::optional(100 * static_cast<double>(known) / static_cast<double>(ofInterest))
                          : std::nullopt;
}

std::optional<double> MfuSums::percentOf(double time, Nanoseconds wall) const
{
    const double whole = static_cast<double>(wall) * static_cast<double>(std::max<std::size_t>(1, devices.size()));
    return lackOf(*this) == MfuLack::None && whole > 0 ? std::optional(100 * time / whole) : std::nullopt;
}

std::optional<double> MfuSums::mfuPercent(Nanoseconds wall) const
{
    return percentOf(peakTime - recomputedPeakTime, wall);
}

std::optional<double> MfuSums::hfuPercent(Nanoseconds wall) const
{
    return percentOf(peakTime, wall);
}

MfuLack lackOf(const MfuSums& sums)
{
    constexpr double kLeastKnown = 50; // %
    if (sums.matrixCalls == 0)
        return MfuLack::NoMatrixWork;
    if (!sums.hasPeaks())
        return MfuLack::NoPeaks;
    const auto known = sums.knownPercent();
    return known && *known < kLeastKnown ? MfuLack::LittleKnown : MfuLack::None;
}

std::vector<MfuSums> mfuOf(
    const RankTrace& rank, const RankOwnedWork& work, const TracePeaks& peaks, std::span<const TimeRange> ranges)
{
    const SliceTable& slices = rank.trace->slices();
    std::vector<MfuSums> sums(ranges.size());
    if (ranges.empty())
        return sums;
    for (const GpuStream& stream : work.work.streams) {
        for (std::size_t i = stream.firstRow; i < stream.firstRow + stream.rowCount; ++i) {
            const SliceId slice = work.work.rows[i].slice;
            const SliceId launch = slices.partner[slice.index()];
            const std::size_t at =
                rangeAt(ranges, rank.toJobTime(slices.start[(launch.isValid() ? launch : slice).index()]));
            if (at < sums.size())
                addWorkTo(sums[at], work, i, stream.device);
        }
    }
    for (const OwningCall& call : work.calls) {
        if (call.figures().unit != FlopsUnit::Matrix)
            continue;
        const Timestamp launched = rank.toJobTime(slices.start[call.launch.index()]);
        if (const std::size_t at = rangeAt(ranges, launched); at < sums.size())
            sums[at].addMatrixCall(call, peaks.rate(call.device(), call.spec()));
    }
    return sums;
}

MfuSums mfuOfAll(const RankOwnedWork& work, const TracePeaks& peaks)
{
    MfuSums sums;
    for (const GpuStream& stream : work.work.streams) {
        for (std::size_t i = stream.firstRow; i < stream.firstRow + stream.rowCount; ++i)
            addWorkTo(sums, work, i, stream.device);
    }
    for (const OwningCall& call : work.calls) {
        if (call.figures().unit == FlopsUnit::Matrix)
            sums.addMatrixCall(call, peaks.rate(call.device(), call.spec()));
    }
    return sums;
}

Message whyNoMfu(MfuLack lack)
{
    switch (lack) {
    case MfuLack::None:
        break;
    case MfuLack::NoShapes:
        return { KT_PHRASE("efficiency",
                     "the model FLOPs utilization (MFU) is not known: no shapes of ops were recorded; record with %1."),
            arg::Text { "record_shapes=True" } };
    case MfuLack::NoPeaks:
        return { KT_PHRASE("efficiency",
            "the model FLOPs utilization (MFU) is not known: the peaks of the device, or of the types of its matrix "
            "work, are not known. A DEVICE line in the "
            "rules file can give them.") };
    case MfuLack::NoMatrixWork:
        return { KT_PHRASE("efficiency",
            "the model FLOPs utilization (MFU) is not known: no matrix product, convolution or attention with known "
            "operations was launched by an op.") };
    case MfuLack::LittleKnown:
        return { KT_PHRASE("efficiency",
            "the model FLOPs utilization (MFU) is not known: for less than half of the GPU time the operations or "
            "bytes are known. Efficiency says why.") };
    }
    return {};
}

void StepsLeftEarly::add(Nanoseconds wall, Nanoseconds busy)
{
    constexpr double kClearly = 1.05; // the last kernels of nearly every step end a little after it
    ++m_all;
    m_early += static_cast<double>(busy) > kClearly * static_cast<double>(wall) ? 1 : 0;
}

void StepsLeftEarly::addRemark(const RankTrace& rank, std::vector<Remark>& remarks) const
{
    if (m_early > 0)
        remarks.push_back(remarkOfRank(rank, "mfu-of-host-time",
            { KT_PHRASE("efficiency",
                  "the GPU works longer for what %1 of %2 steps launched than the host is in them: it ran ahead. Their "
                  "MFU is over that time of the host and says more than the GPU reaches, possibly more than 100 %. "
                  "Over time of the GPU it is in the steps of Efficiency, of each step with %3 set to gpu and in the "
                  "row of all."),
                arg::Count { m_early }, arg::Count { m_all }, arg::Option { parameter::kWindow } }));
}

} // namespace kinetoscope
