// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace kinetoscope {

/// How many threads are left for the work of one of so many ranks that are worked on at once; at least 1.
[[nodiscard]] inline int threadsWithin(std::size_t ranks, const AnalysisContext& context)
{
    const auto threads = static_cast<std::size_t>(std::max(1, context.threads));
    return static_cast<int>(threads / std::clamp<std::size_t>(ranks, 1, threads));
}

/// Calls `work(i)`, which returns a Result<T>, for each i in [0, count) on up to `context.threads` threads, and hands
/// each value to `take(i, T)` on this thread in the order of i: what an analysis makes of its ranks does not depend on
/// the number of threads, and no more ranks than threads are in memory. The error of the lowest i wins; those that run
/// meanwhile run to their end, so `work` must look at the stop flag. Cancelled if told to stop: `take` may return
/// early.
template <typename Work, typename Take>
[[nodiscard]] Result<Done> forEachRankInOrder(
    std::size_t count, const AnalysisContext& context, const Work& work, Take take)
{
    using Value = std::remove_cvref_t<decltype(work(count).value())>;
    const auto atOnce = static_cast<std::size_t>(std::max(1, context.threads));
    for (std::size_t first = 0; first < count; first += atOnce) {
        std::vector<std::optional<Result<Value>>> results(std::min(atOnce, count - first));
        parallelFor(results.size(), context.threads, [&](std::size_t i) { results[i].emplace(work(first + i)); });
        for (std::size_t i = 0; i < results.size(); ++i) {
            if (!*results[i])
                return results[i]->error();
            take(first + i, std::move(*results[i]).value());
            KT_TRY_DONE(context.progress.carryOn());
        }
    }
    return Done {};
}

/// The same with all values as the result.
template <typename Work>
[[nodiscard]] auto forEachRank(std::size_t count, const AnalysisContext& context, const Work& work)
    -> Result<std::vector<std::remove_cvref_t<decltype(work(count).value())>>>
{
    using Value = std::remove_cvref_t<decltype(work(count).value())>;
    std::vector<Value> values;
    values.reserve(count);
    KT_TRY_DONE(forEachRankInOrder(
        count, context, work, [&values](std::size_t, Value value) { values.push_back(std::move(value)); }));
    return values;
}

} // namespace kinetoscope
