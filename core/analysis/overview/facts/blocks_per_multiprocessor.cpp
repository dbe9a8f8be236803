// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/facts/blocks_per_multiprocessor.h"

#include "core/io/json/argument_scan.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
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

/// The longest ones, and others that have nothing to do with the order in which they come, as launches may repeat in
/// it.
std::vector<EventIndex> launchesToLookAt(const Trace& trace, std::span<const SliceId> kernels)
{
    std::vector<SliceId> chosen(kernels.begin(), kernels.end());
    if (chosen.size() > kMostLaunchesLookedAt) {
        constexpr std::size_t kLongest = kMostLaunchesLookedAt / 2;
        const auto at = [&](std::size_t i) { return chosen.begin() + static_cast<std::ptrdiff_t>(i); };
        const SliceTable& slices = trace.slices();
        std::ranges::nth_element(chosen.begin(), at(kLongest), chosen.end(), std::greater {},
            [&](SliceId kernel) { return std::pair(slices.duration(kernel), kernel); });
        constexpr std::uint64_t kMixer = 0x9e3779b97f4a7c15; // of Fibonacci hashing: neighbours come far apart
        std::ranges::nth_element(at(kLongest), at(kMostLaunchesLookedAt), chosen.end(), {},
            [&](SliceId kernel) { return kernel.index() * kMixer; });
        chosen.resize(kMostLaunchesLookedAt);
    }
    std::vector<EventIndex> events;
    for (const SliceId kernel : chosen)
        events.push_back(trace.slices().eventIndex[kernel.index()]);
    std::ranges::sort(events);
    return events;
}

} // namespace

BlocksPerMultiprocessor blocksPerMultiprocessor(
    const Trace& trace, std::span<const SliceId> kernels, const Progress& progress)
{
    const std::vector<EventIndex> events = launchesToLookAt(trace, kernels);
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
