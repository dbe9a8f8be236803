// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/call_sums.h"
#include "core/analysis/efficiency/step_mfu.h"
#include "core/analysis/types/table.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace kinetoscope {

/// How near calls come to what the device's peaks allow: the shortest time that their shapes allow, over the time that
/// they took.
struct PeakShare {
    double shortest = 0;  ///< ns
    Nanoseconds time = 0; ///< kernel time of the calls with a roofline
    Nanoseconds sum = 0;  ///< of the durations of their work

    void add(const OwningCall& call, const CallRoofline& roofline)
    {
        shortest += roofline.time;
        time = saturatingAdd(time, call.kernelTime);
        sum = saturatingAdd(sum, call.kernelSum);
    }
    void add(const PeakShare& other)
    {
        shortest += other.shortest;
        time = saturatingAdd(time, other.time);
        sum = saturatingAdd(sum, other.sum);
    }
    /// %, not cut at 100; nothing where less than half of `all` is of calls with a roofline: what is known would speak
    /// for what is not.
    /// @param all  sum of the durations of all work that the share is to be about.
    [[nodiscard]] std::optional<double> percentOf(Nanoseconds all) const
    {
        if (time <= 0 || sum < all - sum)
            return std::nullopt;
        return 100 * shortest / static_cast<double>(time);
    }
};

/// The owned work of a rank with the peaks of its devices, for analyses of something else that show shares beside their
/// figures. Reads nothing again: only of arguments that the loader has kept.
class PeakShares {
public:
    /// Whether a trace can have any: shapes were recorded, and the peaks of a device are known. O(devices).
    [[nodiscard]] static bool arePossible(const Trace& trace, const KernelClassifier& classifier)
    {
        return lackOf(trace, classifier) == MfuLack::None;
    }
    /// What of these is missing; None of nothing.
    [[nodiscard]] static MfuLack lackOf(const Trace& trace, const KernelClassifier& classifier);
    /// @param source  of `input`; `i` a rank of it.
    /// O(work x depth). Cancelled if `progress` says stop; never another error.
    [[nodiscard]] static Result<PeakShares> of(const AnalysisInput& input, const ScopedGpuWork& source, std::size_t i,
        const KernelClassifier& classifier, const Progress& progress);

    [[nodiscard]] const RankOwnedWork& work() const { return m_work; }
    /// Those of the work: what is asked for the first time is parsed.
    [[nodiscard]] OpArgumentStore& arguments() { return m_work.arguments; }
    [[nodiscard]] const CallRooflines& rooflines() const { return m_rooflines; }
    [[nodiscard]] const TracePeaks& peaks() const { return m_rooflines.peaks(); }
    [[nodiscard]] std::optional<CallRoofline> rooflineOf(const OwningCall& call) const { return m_rooflines.of(call); }
    /// By name of a kernel (StringId): of the calls whose only kernel it is.
    [[nodiscard]] std::vector<PeakShare> byKernelName(const Trace& trace) const;

private:
    PeakShares(RankOwnedWork work, TracePeaks peaks)
        : m_work(std::move(work))
        , m_rooflines(m_work, std::move(peaks))
    {
    }

    RankOwnedWork m_work;
    CallRooflines m_rooflines;
};

/// The column of MFU beside the figures of another analysis.
[[nodiscard]] ColumnDescriptor mfuColumn();
/// The column of such shares beside the figures of another analysis.
[[nodiscard]] ColumnDescriptor peakShareColumn();

/// By call: the row of its only kernel, copies and fills aside, or of its only piece of work; else kNoCall.
[[nodiscard]] std::vector<std::uint32_t> theKernels(const Trace& trace, const RankOwnedWork& work);

} // namespace kinetoscope
