// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/call_sums.h"
#include "core/base/message.h"
#include "core/base/remark.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kinetoscope {

/// What of the peaks a stretch of time uses: its matrix work, and how much of its work is known at all.
struct MfuSums {
    std::uint64_t matrixCalls = 0;
    std::int64_t matrixFlops = 0;
    Nanoseconds matrixTime = 0;
    double peakTime = 0; ///< ns that the matrix work would take at the peaks
    std::int64_t flopsWithoutPeak = 0;
    double recomputedPeakTime = 0;
    std::int64_t recomputedFlops = 0;
    std::int64_t causalLeftOut = 0;
    std::array<std::int64_t, 9> flopsOfSpec {}; ///< by ComputeSpec
    Nanoseconds known = 0;                      ///< sum of durations of work whose operations or bytes are known
    Nanoseconds ofInterest = 0;                 ///< of all work but communication and copies with the host
    std::vector<std::int64_t> devices;          ///< that work, ascending

    void addMatrixCall(const OwningCall& call, double rate);
    void addDevice(std::int64_t device);
    void add(const MfuSums& other);
    /// Matrix work without a peak may be left out if it is next to nothing.
    [[nodiscard]] bool hasPeaks() const;
    [[nodiscard]] std::optional<double> knownPercent() const;
    /// Model FLOPs utilization, without recomputed calls; nothing where it is not known, or less than half of the work
    /// is. Each device could have worked all the time.
    [[nodiscard]] std::optional<double> mfuPercent(Nanoseconds wall) const;
    [[nodiscard]] std::optional<double> hfuPercent(Nanoseconds wall) const; ///< with recomputed calls

private:
    [[nodiscard]] std::optional<double> percentOf(double time, Nanoseconds wall) const;
};

/// Why there is no MFU.
enum class MfuLack : std::uint8_t { None, NoShapes, NoPeaks, NoMatrixWork, LittleKnown };
/// NoMatrixWork before NoPeaks before LittleKnown (less than half of the time has figures); never NoShapes.
[[nodiscard]] MfuLack lackOf(const MfuSums& sums);

/// By range: the sums of what was launched in it.
/// @param ranges  job time, by start, disjoint.
[[nodiscard]] std::vector<MfuSums> mfuOf(
    const RankTrace& rank, const RankOwnedWork& work, const TracePeaks& peaks, std::span<const TimeRange> ranges);
/// The sums of all work.
[[nodiscard]] MfuSums mfuOfAll(const RankOwnedWork& work, const TracePeaks& peaks);

/// Why a rank has no MFU, as a remark of an analysis that shows it beside its figures; empty of None.
[[nodiscard]] Message whyNoMfu(MfuLack lack);

/// Steps whose MFU is over less time than the GPU takes for them, since the host left them before.
class StepsLeftEarly {
public:
    /// @param wall  of a step on the host. @param busy  in which work that it launched runs, whenever.
    void add(Nanoseconds wall, Nanoseconds busy);
    /// What to look at instead; nothing where there are none.
    void addRemark(const RankTrace& rank, std::vector<Remark>& remarks) const;

private:
    std::uint64_t m_early = 0;
    std::uint64_t m_all = 0;
};

} // namespace kinetoscope
