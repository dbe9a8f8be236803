// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/launch/kernel_launches.h"
#include "core/analysis/launch/launch_rows.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/types/parameters.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

/// The launches by one call name of one rank, and their sums (saturating): a line of the table `summary`.
struct LaunchTotals {
    std::int64_t count = 0;
    std::int64_t calls = 0;
    Nanoseconds call = 0; ///< of distinct calls
    Nanoseconds work = 0;
    Nanoseconds delay = 0;
    Nanoseconds queueWait = 0;
    std::array<std::int64_t, kLaunchGroups.size()> inGroup {}; ///< by LaunchGroup; calls where isAboutCalls()
    SliceId lastCall;                                          ///< launches of one call come one after another
    std::vector<Launch> launches;
};
/// Names live in the traces.
using LaunchKey = std::pair<std::uint32_t, std::string_view>; ///< rank in ScopedLaunches, call

/// Whether a group counts calls, not launches: a graph launch is one call however many kernels it launches.
[[nodiscard]] inline bool isAboutCalls(LaunchGroup group)
{
    return group == LaunchGroup::RuntimeOutlier;
}

/// Goes through the launches of a scope, rank by rank, and gathers what the tables of kernel-launches are made of. One
/// thread at a time.
class LaunchStudy {
public:
    /// @param classifier  outlives it. @param parameters  of kernel-launches, complete.
    LaunchStudy(
        std::shared_ptr<const ScopedLaunches> source, const KernelClassifier& classifier, const Parameters& parameters);

    /// @param i  in the source; ranks in ascending order. O(launches). Cancelled if `progress` says stop.
    Result<Done> addRank(std::uint32_t i, const RankLaunches& rank, const Progress& progress);

    [[nodiscard]] const std::shared_ptr<const ScopedLaunches>& source() const { return m_source; }
    [[nodiscard]] const LaunchCutoffs<Nanoseconds>& cutoffs() const { return m_cutoffs; } ///< ns
    /// The launches of a group, in the order in which they were added.
    [[nodiscard]] std::shared_ptr<const LaunchRows> rows(LaunchGroup group) const
    {
        return m_rows[static_cast<std::size_t>(group)];
    }
    /// By rank, then by name of the call. Takes them out.
    [[nodiscard]] std::map<LaunchKey, LaunchTotals> takeTotals() { return std::move(m_totals); }

private:
    void add(std::uint32_t rank, const Launch& launch, std::string_view api, const LaunchTimes& times);

    std::shared_ptr<const ScopedLaunches> m_source;
    const KernelClassifier& m_classifier;
    LaunchCutoffs<Nanoseconds> m_cutoffs;
    bool m_withMemory = true;
    std::vector<std::string> m_apis;
    std::array<std::shared_ptr<LaunchRows>, kLaunchGroups.size()> m_rows; ///< by LaunchGroup
    std::map<LaunchKey, LaunchTotals> m_totals;
};

} // namespace kinetoscope
