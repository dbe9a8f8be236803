// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/facts/blocks_per_multiprocessor.h"

#include "core/io/json/argument_scan.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

namespace kinetoscope {

namespace {

/// 0 for what is no number above it.
double blocksIn(std::string_view text)
{
    if (text.size() >= 2 && text.front() == '"') // some versions write numbers as texts
        text = text.substr(1, text.size() - 2);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value > 0 ? value : 0;
}

} // namespace

BlocksPerMultiprocessor blocksPerMultiprocessor(
    const Trace& trace, std::span<const SliceId> kernels, const Progress& progress)
{
    std::vector<EventIndex> all;
    all.reserve(kernels.size());
    for (const SliceId kernel : kernels)
        all.push_back(trace.slices().eventIndex[kernel.index()]);
    std::ranges::sort(all);
    std::vector<EventIndex> events;
    const std::size_t count = std::min(all.size(), kMostLaunchesLookedAt);
    for (std::size_t i = 0; i < count; ++i)
        events.push_back(all[count == 1 ? 0 : i * (all.size() - 1) / (count - 1)]);
    BlocksPerMultiprocessor found;
    bool isSaidByAll = true;
    const auto visit = [&](std::size_t, std::string_view json) {
        const double blocks = blocksIn(argumentOf(json, "blocks per SM"));
        isSaidByAll = isSaidByAll && blocks > 0;
        found.most = std::max(found.most, blocks);
        ++found.looked;
        return isSaidByAll && !progress.shouldStop();
    };
    const Result<Done> done = events.empty() ? Result<Done>(Done {}) : trace.visitEventJson(events, visit);
    if (!done || found.looked < events.size())
        return {};
    if (!isSaidByAll)
        found.most = 0;
    return found;
}

} // namespace kinetoscope
