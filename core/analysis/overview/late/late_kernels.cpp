// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/late/late_kernels.h"

#include "core/analysis/overview/slower_kernels.h"
#include "core/numeric/statistics.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

/// Kernels that compute.
struct ComputingKernels {
    std::map<std::string_view, std::uint64_t> counts; ///< by name
    Nanoseconds time = 0;                             ///< added up, whether they run at once or not
};

ComputingKernels computingKernels(const Trace& trace, const RankFacts& facts)
{
    ComputingKernels kernels;
    for (const KernelNameTotals& each : facts.kernels) {
        for (const StringId name : each.names)
            kernels.counts[trace.text(name)] += each.statistics.count();
        kernels.time = saturatingAdd(kernels.time, each.statistics.sum());
    }
    return kernels;
}

} // namespace

Message sameKernelsOfLateRank(const OverviewSource& source, const std::vector<RankFacts>& ranks, std::size_t late)
{
    constexpr double kMuchLonger = 1.05;
    const auto kernelsOf = [&](std::size_t rank) {
        return computingKernels(*source.rankTrace(rank).trace, ranks[rank]);
    };
    const ComputingKernels own = kernelsOf(late);
    std::size_t others = 0;
    std::vector<Nanoseconds> times; // of those that run the same
    for (std::size_t rank = 0; rank < ranks.size() && !own.counts.empty(); ++rank) {
        if (rank == late || !ranks[rank].hasGpuWork || ranks[rank].split.communication == 0)
            continue;
        ++others;
        ComputingKernels other = kernelsOf(rank);
        if (other.counts == own.counts)
            times.push_back(other.time);
    }
    if (times.empty() || 2 * times.size() < others)
        return {};
    const std::size_t count = times.size();
    const Nanoseconds usual = medianTime(std::move(times));
    const double longer = usual <= 0 ? 0 : static_cast<double>(own.time) / static_cast<double>(usual);
    if (longer < kMuchLonger)
        return {};
    return { KT_PLURAL("overview", " It runs as many kernels of the same names as %1 other rank: %2.",
                 " It runs as many kernels of the same names as %1 other ranks: %2."),
        arg::Count { count }, slowerKernelsInWords(count, longer) };
}

} // namespace kinetoscope
