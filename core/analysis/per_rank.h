// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/registry.h"
#include "core/base/parallel.h"

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Calls `work(i)`, which returns a Result<T>, for each i in [0, count) on up to `context.threads` threads, and gives
/// the values in the order of i: what an analysis makes of its ranks does not depend on the number of threads. The
/// error of the lowest i wins; the others run to their end, so `work` must look at the stop flag.
template <typename Work>
[[nodiscard]] auto forEachRank(std::size_t count, const AnalysisContext& context, const Work& work)
    -> Result<std::vector<std::remove_cvref_t<decltype(work(count).value())>>>
{
    using Value = std::remove_cvref_t<decltype(work(count).value())>;
    std::vector<std::optional<Result<Value>>> results(count);
    parallelFor(count, context.threads, [&](std::size_t i) { results[i].emplace(work(i)); });
    std::vector<Value> values;
    values.reserve(count);
    for (std::optional<Result<Value>>& result : results) {
        if (!*result)
            return result->error();
        values.push_back(std::move(*result).value());
    }
    return values;
}

} // namespace kinetoscope
