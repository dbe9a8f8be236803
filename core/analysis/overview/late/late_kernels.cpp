// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/late/late_kernels.h"

#include "core/analysis/overview/candidates/slow_rank.h"
#include "core/analysis/overview/slower_kernels.h"
#include "core/base/display_name.h"
#include "core/base/vectors.h"
#include "core/numeric/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

/// A rank whose kernels take less than that, as a multiple of what those of others do, computes hardly longer.
constexpr double kMuchLonger = 1.05;

/// Kernels that compute.
struct ComputingKernels {
    std::map<std::string_view, std::uint64_t> counts; ///< by name
    std::map<std::string_view, Nanoseconds> times;    ///< by name; added up, whether they run at once or not
    std::uint64_t count = 0;                          ///< of all names
    Nanoseconds time = 0;                             ///< of all names
};

ComputingKernels computingKernels(const Trace& trace, const RankFacts& facts)
{
    ComputingKernels kernels;
    for (const KernelNameTotals& each : facts.kernels) {
        for (const StringId name : each.names) { // one, since nothing is folded here
            kernels.counts[trace.text(name)] += each.statistics.count();
            Nanoseconds& time = kernels.times[trace.text(name)];
            time = saturatingAdd(time, each.statistics.sum());
        }
        kernels.count += each.statistics.count();
        kernels.time = saturatingAdd(kernels.time, each.statistics.sum());
    }
    return kernels;
}

/// What the kernels of a name take more than usual.
struct ExtraTime {
    Nanoseconds inMore = 0;   ///< because there are more of them, each as long as they are here; negative for fewer
    Nanoseconds inSlower = 0; ///< because as many as usual are longer; negative for shorter
};

ExtraTime extraTimeOf(std::string_view name, const ComputingKernels& own, const std::vector<ComputingKernels>& others)
{
    const auto countIn = [name](const ComputingKernels& of) {
        const auto found = of.counts.find(name);
        return found == of.counts.end() ? 0 : static_cast<Nanoseconds>(found->second);
    };
    const auto timeIn = [name](const ComputingKernels& of) {
        const auto found = of.times.find(name);
        return found == of.times.end() ? 0 : found->second;
    };
    const Nanoseconds count = countIn(own);
    const Nanoseconds time = timeIn(own);
    const Nanoseconds extra = saturatingSubtract(time, medianTime(mapped(others, timeIn)));
    if (count == 0)
        return { extra, 0 };
    const double mean = static_cast<double>(time) / static_cast<double>(count);
    const Nanoseconds added = count - medianTime(mapped(others, countIn));
    constexpr double kMost = 9e18; // within int64
    const auto inMore = static_cast<Nanoseconds>(std::clamp(static_cast<double>(added) * mean, -kMost, kMost));
    return { inMore, saturatingSubtract(extra, inMore) };
}

/// Of all names together, and the name that takes most more because there are more of it.
struct AllExtraTime {
    ExtraTime time;
    std::string_view most; ///< empty: none does
};
AllExtraTime extraTime(const ComputingKernels& own, const std::vector<ComputingKernels>& others)
{
    std::set<std::string_view> names;
    for (const auto& [name, count] : own.counts)
        names.insert(name);
    for (const ComputingKernels& other : others) {
        for (const auto& [name, count] : other.counts)
            names.insert(name);
    }
    AllExtraTime all;
    Nanoseconds most = 0;
    for (const std::string_view name : names) {
        const ExtraTime of = extraTimeOf(name, own, others);
        all.time.inMore = saturatingAdd(all.time.inMore, of.inMore);
        all.time.inSlower = saturatingAdd(all.time.inSlower, of.inSlower);
        if (of.inMore > most) {
            most = of.inMore;
            all.most = name;
        }
    }
    return all;
}

/// " It runs 48 kernels that compute, the 3 other ranks 36 (median) ..."; empty where most of what these take longer
/// is not in more of them.
/// @param others  that have the same steps.
Message moreKernels(const ComputingKernels& own, const std::vector<ComputingKernels>& others)
{
    const Nanoseconds usualTime = medianTime(mapped(others, &ComputingKernels::time));
    const Nanoseconds usualCount =
        medianTime(mapped(others, [](const ComputingKernels& each) { return static_cast<Nanoseconds>(each.count); }));
    if (usualTime <= 0 || usualCount <= 0)
        return {};
    const double longer = static_cast<double>(own.time) / static_cast<double>(usualTime);
    if (static_cast<Nanoseconds>(own.count) <= usualCount || longer < kMuchLonger)
        return {};
    const AllExtraTime extra = extraTime(own, others);
    const Nanoseconds half = std::max(saturatingSubtract(own.time, usualTime) / 2, extra.time.inSlower);
    if (extra.time.inMore <= half) // else most of it is in slower ones
        return {};
    const Message which = extra.most.empty()
        ? Message {}
        : Message { KT_PHRASE("overview", ", most of all more of %1"), arg::Name { displayName(extra.most) } };
    return { KT_PLURAL("overview",
                 " It runs %2 kernels that compute, where %1 other rank with the same steps runs %3%4: more work, as "
                 "with more layers, micro-batches or an evaluation, rather than slower kernels.",
                 " It runs %2 kernels that compute, where %1 other ranks with the same steps run %3 (median)%4: more "
                 "work, as with more layers, micro-batches or an evaluation, rather than slower kernels."),
        arg::Count { others.size() }, arg::Count { own.count }, arg::Count { usualCount }, which };
}

/// " It runs as many kernels of the same names as 6 other ranks: ...".
/// @param count  of the others, at least one. @param areSeveral  it is true of the ranks that the sentence before
/// names.
Message slowerKernels(std::size_t count, double longer, bool areSeveral)
{
    const arg::Count others { count };
    if (!areSeveral)
        return { KT_PLURAL("overview", " It runs as many kernels of the same names as %1 other rank: %2.",
                     " It runs as many kernels of the same names as %1 other ranks: %2."),
            others, slowerKernelsInWords(count, longer) };
    return { KT_PLURAL("overview",
                 " Each of these slower ranks runs as many kernels of the same names as %1 other rank: they take %2 "
                 "times as long as there or more, as with larger inputs, lower clocks or another program on the GPU.",
                 " Each of these slower ranks runs as many kernels of the same names as %1 other ranks: they take %2 "
                 "times as long as in the median of those or more, as with larger inputs, lower clocks or another "
                 "program on the GPU."),
        others, arg::Decimal { std::floor(longer * 100) / 100, 2 } };
}

} // namespace

Message kernelsOfLateRank(const OverviewSource& source, const std::vector<RankFacts>& ranks, std::size_t late,
    const std::vector<std::size_t>& alike)
{
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
        const bool isSlow = rank == late || std::ranges::find(alike, rank) != alike.end();
        if (isSlow || !ranks[rank].hasGpuWork || ranks[rank].split.communication == 0)
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
    const auto longerIn = [usual](const ComputingKernels& kernels) {
        return usual <= 0 ? 0 : static_cast<double>(kernels.time) / static_cast<double>(usual);
    };
    if (longerIn(own) < kMuchLonger)
        return {};
    double least = longerIn(own);
    for (const std::size_t rank : alike) {
        const ComputingKernels other = kernelsOf(rank);
        least = other.counts == own.counts ? std::min(least, longerIn(other)) : 0;
    }
    return least < kMuchLonger ? slowerKernels(count, longerIn(own), false)
                               : slowerKernels(count, alike.empty() ? longerIn(own) : least, !alike.empty());
}

} // namespace kinetoscope
