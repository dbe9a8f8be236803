// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/model/selection.h"
#include "core/numeric/statistics.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

/// One rank's run of a collective in one step. T is Nanoseconds, or double in us.
template <typename T> struct CollectiveRun {
    std::int64_t rank = 0;
    T start = 0;
    T duration = 0;
    SliceRef slice; ///< exact mode only
};
/// A collective is what has one name on one stream: the stream number, since every rank has its own device.
using CollectiveKey = std::pair<std::int64_t, std::string>;
/// The runs of a collective by step, each step by ascending rank with one run a rank.
template <typename T> using CollectiveSteps = std::map<std::int64_t, std::vector<CollectiveRun<T>>>;
template <typename T> using Collectives = std::map<CollectiveKey, CollectiveSteps<T>>;

/// Adds a run, or replaces the one that the rank has in this step. Ranks must come in ascending order.
template <typename T>
void putRun(Collectives<T>& collectives, CollectiveKey key, std::int64_t step, const CollectiveRun<T>& run)
{
    std::vector<CollectiveRun<T>>& runs = collectives[std::move(key)][step];
    if (!runs.empty() && runs.back().rank == run.rank)
        runs.back() = run;
    else
        runs.push_back(run);
}

/// Sample standard deviation of the durations of one step; nothing for fewer than two ranks.
template <typename T> [[nodiscard]] std::optional<double> durationSpread(const std::vector<CollectiveRun<T>>& runs)
{
    RunningStatistics<T> statistics;
    for (const CollectiveRun<T>& run : runs)
        statistics.add(run.duration);
    return statistics.count() < 2 ? std::nullopt : std::optional(statistics.deviation());
}

/// The same on average over steps; nothing where none has two ranks.
template <typename T> [[nodiscard]] std::optional<double> meanDurationSpread(const CollectiveSteps<T>& steps)
{
    RunningStatistics<double> spreads;
    for (const auto& [step, runs] : steps) {
        if (const auto spread = durationSpread(runs))
            spreads.add(*spread);
    }
    return spreads.count() == 0 ? std::nullopt : std::optional(spreads.mean());
}

/// The collective whose duration differs most between ranks, on average over steps; nullptr if none runs on two.
template <typename T>
[[nodiscard]] const typename Collectives<T>::value_type* mostUnequalCollective(const Collectives<T>& collectives)
{
    const typename Collectives<T>::value_type* best = nullptr;
    double bestMean = 0;
    for (const auto& collective : collectives) {
        const std::optional<double> mean = meanDurationSpread(collective.second);
        if (mean && (!best || *mean > bestMean)) {
            best = &collective;
            bestMean = *mean;
        }
    }
    return best;
}

/// For each rank, in how many steps it is among the `count` ones with the greatest value(run); as many as are equal to
/// the last of them count too.
template <typename T, typename Value>
[[nodiscard]] std::map<std::int64_t, std::int64_t> countExtremes(
    const CollectiveSteps<T>& steps, std::size_t count, Value value)
{
    std::map<std::int64_t, std::int64_t> votes;
    for (const auto& [step, runs] : steps) {
        std::vector<T> values = mapped(runs, value);
        std::ranges::sort(values, std::greater {});
        const T threshold = values[std::min(count, values.size()) - 1];
        for (const CollectiveRun<T>& run : runs)
            votes[run.rank] += value(run) >= threshold ? 1 : 0;
    }
    return votes;
}

/// The first `count` ranks by votes, most first, then by rank.
[[nodiscard]] inline std::vector<std::pair<std::int64_t, std::int64_t>> firstByVotes(
    const std::map<std::int64_t, std::int64_t>& votes, std::size_t count)
{
    std::vector<std::pair<std::int64_t, std::int64_t>> ranks(votes.begin(), votes.end());
    sortStably(ranks, std::greater {}, &std::pair<std::int64_t, std::int64_t>::second);
    ranks.resize(std::min(count, ranks.size()));
    return ranks;
}

} // namespace kinetoscope
