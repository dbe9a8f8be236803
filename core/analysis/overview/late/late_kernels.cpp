// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/late/late_kernels.h"

#include "core/analysis/overview/candidates/slow_rank.h"
#include "core/analysis/overview/slower_kernels.h"
#include "core/base/display_name.h"
#include "core/base/vectors.h"
#include "core/numeric/statistics.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

/// Kernels that compute.
struct ComputingKernels {
    std::map<std::string_view, std::uint64_t> counts; ///< by name
    std::uint64_t count = 0;                          ///< of all names
    Nanoseconds time = 0;                             ///< added up, whether they run at once or not
};

ComputingKernels computingKernels(const Trace& trace, const RankFacts& facts)
{
    ComputingKernels kernels;
    for (const KernelNameTotals& each : facts.kernels) {
        for (const StringId name : each.names)
            kernels.counts[trace.text(name)] += each.statistics.count();
        kernels.count += each.statistics.count();
        kernels.time = saturatingAdd(kernels.time, each.statistics.sum());
    }
    return kernels;
}

/// The name of which the rank runs more than all of the others do, by number; empty for none.
/// @param others  not empty.
std::string_view mostAdded(const ComputingKernels& own, const std::vector<ComputingKernels>& others)
{
    std::string_view most;
    std::uint64_t added = 0;
    for (const auto& [name, count] : own.counts) {
        std::uint64_t usual = 0;
        for (const ComputingKernels& other : others) {
            const auto found = other.counts.find(name);
            usual = std::max(usual, found == other.counts.end() ? 0 : found->second);
        }
        if (count > usual && count - usual > added) {
            added = count - usual;
            most = name;
        }
    }
    return most;
}

/// " It runs 48 kernels that compute, the 3 other ranks 36 (median) ..."; empty where it runs hardly more, or these are
/// not why it computes longer.
/// @param others  that have the same steps.
Message moreKernels(const ComputingKernels& own, const std::vector<ComputingKernels>& others)
{
    constexpr double kMuchMore = 1.05;
    const Nanoseconds usualTime = medianTime(mapped(others, &ComputingKernels::time));
    const Nanoseconds usualCount =
        medianTime(mapped(others, [](const ComputingKernels& each) { return static_cast<Nanoseconds>(each.count); }));
    if (usualTime <= 0 || usualCount <= 0)
        return {};
    const double more = static_cast<double>(own.count) / static_cast<double>(usualCount);
    const double longer = static_cast<double>(own.time) / static_cast<double>(usualTime);
    if (more < kMuchMore || longer < kMuchMore || more - 1 < (longer - 1) / 2)
        return {};
    const std::string_view added = mostAdded(own, others);
    const Message which = added.empty()
        ? Message {}
        : Message { KT_PHRASE("overview", ", most of all more of %1"), arg::Name { displayName(added) } };
    return { KT_PLURAL("overview",
                 " It runs %2 kernels that compute, where %1 other rank with the same steps runs %3%4: more work, as "
                 "with more layers, micro-batches or an evaluation, rather than slower kernels.",
                 " It runs %2 kernels that compute, where %1 other ranks with the same steps run %3 (median)%4: more "
                 "work, as with more layers, micro-batches or an evaluation, rather than slower kernels."),
        arg::Count { others.size() }, arg::Count { own.count }, arg::Count { usualCount }, which };
}

} // namespace

Message kernelsOfLateRank(const OverviewSource& source, const std::vector<RankFacts>& ranks, std::size_t late)
{
    constexpr double kMuchLonger = 1.05;
    const auto kernelsOf = [&](std::size_t rank) {
        return computingKernels(*source.rankTrace(rank).trace, ranks[rank]);
    };
    const ComputingKernels own = kernelsOf(late);
    const std::vector<std::size_t> comparable = comparableRanks(source, ranks);
    const auto isComparable = [&comparable](std::size_t rank) { return std::ranges::binary_search(comparable, rank); };
    std::size_t others = 0;
    std::vector<Nanoseconds> times;         // of those that run the same
    std::vector<ComputingKernels> withSame; // steps
    for (std::size_t rank = 0; rank < ranks.size() && !own.counts.empty(); ++rank) {
        if (rank == late || !ranks[rank].hasGpuWork || ranks[rank].split.communication == 0)
            continue;
        ++others;
        ComputingKernels other = kernelsOf(rank);
        if (other.counts == own.counts)
            times.push_back(other.time);
        if (isComparable(rank) && isComparable(late) && !ranks[rank].steps.empty())
            withSame.push_back(std::move(other));
    }
    if (times.empty() || 2 * times.size() < others)
        return withSame.empty() ? Message {} : moreKernels(own, withSame);
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
