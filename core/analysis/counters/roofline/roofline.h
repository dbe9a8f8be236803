// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/peaks/trace_peaks.h"
#include "core/analysis/types/analysis.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

inline constexpr const char* kRooflineTitle = "How near each kernel comes to what the GPU can do";
inline constexpr const char* kRoofsTitle = "What the GPU can do at most";

/// The counter of the time that a kernel took while it was counted, ns.
inline constexpr std::string_view kTimeCounter = "gpu__time_duration.sum";

[[nodiscard]] std::vector<ColumnDescriptor> rooflineColumns();
[[nodiscard]] std::vector<ColumnDescriptor> roofsColumns();

/// Peaks that the user gives in place of those of the table of devices; 0: not given.
struct GivenPeaks {
    double gigaflops = 0; ///< GFLOP/s
    double bandwidth = 0; ///< GB/s
};

/// The roofline model (Williams, Waterman, Patterson 2009): operations a second of each kernel name against operations
/// a byte, below the peaks of its device. Made range by range; the ranks may come in any order.
///
/// The time of a range is its counter gpu__time_duration.sum, else the length of the only work of its launch: the range
/// itself is as long as the replays for all counters. A figure of a name is there if every range of the name has what
/// it is made of.
class Roofline {
public:
    /// @param ranks  of the job.
    /// @param classifier  rules of the user for devices. Both outlive this.
    Roofline(std::span<const RankTrace> ranks, GivenPeaks given, const KernelClassifier& classifier)
        : m_ranks(ranks)
        , m_given(given)
        , m_classifier(classifier)
    {
    }

    /// What was counted in one range of a kernel.
    struct Counted {
        std::optional<double> flops;
        std::optional<double> bytes;
        std::optional<double> nanoseconds; ///< by kTimeCounter
    };
    void add(std::uint32_t rankIndex, SliceId range, SliceId launch, const Counted& counted);

    /// Appends the tables `roofline` and `roofs`, the chart where there is something to draw, and remarks on what is
    /// missing.
    void take(AnalysisResult& result);

private:
    struct Sums {
        std::vector<SliceId> ranges;
        std::vector<SliceId> work; ///< whose lengths are the time; none where a counter is
        std::optional<double> flops = 0.0;
        std::optional<double> bytes = 0.0;
        std::optional<double> nanoseconds = 0.0;
    };
    /// What limits the kernels of one rank.
    struct Limits {
        std::string device;
        double gigaflops = 0;
        double bandwidth = 0;
    };

    [[nodiscard]] std::optional<DevicePeaks> peaksOf(const RankTrace& rank) const;
    [[nodiscard]] Limits limitsOf(const RankTrace& rank) const;
    [[nodiscard]] Table takeRows(bool& hasDots);
    [[nodiscard]] Table roofs() const;
    [[nodiscard]] ChartDescription chart() const;

    std::span<const RankTrace> m_ranks;
    GivenPeaks m_given;
    const KernelClassifier& m_classifier;
    std::map<std::pair<std::uint32_t, std::string>, Sums> m_sums; ///< by rank and name of the kernel
};

} // namespace kinetoscope
