// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/owned_work.h"
#include "core/analysis/peaks/trace_peaks.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// The shortest time that a perfect device would need for one call.
struct CallRoofline {
    double time = 0; ///< ns
    bool isComputeBound = false;
};
/// The rooflines of a rank's calls. Those of one kind have the same, so it is looked up. Immutable; thread-safe.
class CallRooflines {
public:
    /// O(kinds).
    CallRooflines(const RankOwnedWork& work, TracePeaks peaks);

    /// Nothing for copies over the link, for estimated bytes, and where a peak is not known.
    /// @param call  of the work.
    [[nodiscard]] const std::optional<CallRoofline>& of(const OwningCall& call) const
    {
        return m_ofKind[call.kind->index];
    }
    [[nodiscard]] const TracePeaks& peaks() const { return m_peaks; }

private:
    [[nodiscard]] std::optional<CallRoofline> rooflineOf(const CallKind& kind) const;

    TracePeaks m_peaks;
    std::vector<std::optional<CallRoofline>> m_ofKind;
};

/// Calls that a row of a table is about, added up.
struct CallSums {
    std::uint64_t calls = 0;
    std::uint64_t kernels = 0;
    Nanoseconds kernelTime = 0;
    Nanoseconds kernelSum = 0;
    std::int64_t flops = 0;
    std::uint64_t flopsCalls = 0;
    Nanoseconds flopsTime = 0; ///< kernel time of the calls whose operations are known
    std::int64_t bytes = 0;
    std::uint64_t bytesCalls = 0;
    Nanoseconds bytesTime = 0;
    double rooflineTime = 0; ///< ns
    std::uint64_t rooflineCalls = 0;
    std::uint64_t computeBoundCalls = 0;
    Nanoseconds rooflineKernelTime = 0; ///< kernel time of the calls with a roofline
    std::uint64_t cutCalls = 0;
    bool hasSeveralSpecs = false;
    ComputeSpec spec = ComputeSpec::None;
    FlopsUnit unit = FlopsUnit::None;
    BytesKind kind = BytesKind::None;
    Lack lack = Lack::None;

    void add(const OwningCall& call, const std::optional<CallRoofline>& roofline);
    /// Adds what other calls have to do with a roofline: its time, their calls and their kernel time.
    void addRooflineOf(const CallSums& others);
    [[nodiscard]] std::optional<double> teraflops() const; ///< TFLOP/s; nothing of no operations
    [[nodiscard]] std::optional<double> gigabytes() const; ///< GB/s
    [[nodiscard]] std::optional<double> rooflinePercent() const;
    [[nodiscard]] std::optional<Nanoseconds> aboveRoofline() const; ///< may be below zero
};

/// The word for what is missing: "no-formula"; "" of None.
[[nodiscard]] std::string_view toString(Lack lack);
[[nodiscard]] std::string_view toString(WorkOwner owner); ///< "graph"; "" of Call
[[nodiscard]] std::string_view toString(FlopsUnit unit);
[[nodiscard]] std::string_view toString(BytesKind kind);

/// What limits a call.
inline constexpr std::string_view kComputeBound = "COMPUTE_BOUND";
inline constexpr std::string_view kMemoryBound = "MEMORY_BOUND";
/// The reason of a kernel that does a part of a call's work.
inline constexpr std::string_view kSeveralKernels = "several-kernels";

} // namespace kinetoscope
