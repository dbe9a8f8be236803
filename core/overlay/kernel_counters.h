// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/names/classification.h"
#include "core/analysis/types/analysis.h"
#include "core/model/selection.h"
#include "core/numeric/heat_scale.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kinetoscope {

/// The hardware counters (CUPTI) of a job's kernels by slice: of the range that was counted, of the launch it belongs
/// to and of what that launched. Immutable; any thread.
class KernelCounters {
public:
    /// Names as recorded, in order of first appearance. Empty: the job has no counters of single kernels.
    [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }
    [[nodiscard]] Unit unit(std::size_t counter) const;
    /// Not a number where nothing was recorded. O(log kernels).
    [[nodiscard]] double value(SliceRef slice, std::size_t counter) const;
    /// Of all values of a counter, whatever is in view. O(values); none where there are no counters.
    [[nodiscard]] HeatScale scale(std::size_t counter) const;
    /// Whether the one value is no counter but the share of the device's peaks (readPeakShares).
    [[nodiscard]] bool arePeakShares() const { return m_arePeakShares; }

private:
    friend Result<KernelCounters> readKernelCounters(const AnalysisInput&, const AnalysisContext&);
    friend Result<KernelCounters> readPeakShares(const AnalysisInput&, const AnalysisContext&);
    struct Entry {
        SliceRef slice;
        std::size_t range = 0; ///< row of m_values
    };
    void addRank(std::uint32_t rank, const Trace& trace, const struct RankRanges& ranges);

    std::vector<std::string> m_names;
    std::vector<Entry> m_entries; ///< by slice
    std::vector<double> m_values; ///< range by range, m_names.size() each
    bool m_arePeakShares = false;
};

/// Reads the counters of every rank of a job from its files. A job without ranges costs one look at its tracks. A
/// launch that was told by nothing but its position is left out: only the range itself has the value then.
/// Unreadable if a file is gone or has changed; Cancelled.
[[nodiscard]] Result<KernelCounters> readKernelCounters(const AnalysisInput& input, const AnalysisContext& context);

/// How near each call comes to what the device's peaks allow for its shapes, %, as the one value of its work, of the
/// launches of that and of its op: what efficiency calls Pct Roofline. Work without a known share has no value. Not cut
/// at 100. Cancelled.
[[nodiscard]] Result<KernelCounters> readPeakShares(const AnalysisInput& input, const AnalysisContext& context);
/// Whether readPeakShares can find any: shapes were recorded, and the peaks of a device are known. O(ranks).
[[nodiscard]] bool canHavePeakShares(const TraceSet& traces, const KernelClassifier& classifier);

} // namespace kinetoscope
