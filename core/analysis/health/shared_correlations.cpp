// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/health/shared_correlations.h"

#include "core/base/vectors.h"

#include <algorithm>
#include <span>

namespace kinetoscope {

namespace {

struct Call {
    std::int64_t correlation = 0;
    SliceId slice;
    auto operator<=>(const Call&) const = default;
};

/// Whether the calls of one number are no runtime call with the driver calls that it makes itself. In the order of
/// their rows, which on one thread is that of starts, outer calls first.
bool areApart(const Trace& trace, std::span<const Call> calls)
{
    const SliceTable& slices = trace.slices();
    const SliceId outer = calls.front().slice;
    const TrackId thread = trace.trackOf(outer);
    return std::ranges::any_of(calls.subspan(1), [&](const Call& call) {
        return trace.trackOf(call.slice) != thread || slices.end(call.slice) > slices.end(outer);
    });
}

void addSharedByCalls(const Trace& trace, const Progress& progress, std::vector<std::int64_t>& shared)
{
    const SliceTable& slices = trace.slices();
    std::vector<Call> calls;
    StopCheck check(progress);
    for (std::uint32_t row = 0; row < slices.size(); ++row) {
        if (check.after(1))
            return;
        const SliceId slice = SliceTable::at(row);
        if (isApiCall(slices.kind[row]) && slices.correlation(slice) > 0 && slices.isSound(slice))
            calls.push_back({ slices.correlation(slice), slice });
    }
    std::ranges::sort(calls);
    for (std::size_t first = 0, end = 0; first < calls.size() && !check.after(1); first = end) {
        while (end < calls.size() && calls[end].correlation == calls[first].correlation)
            ++end;
        if (end - first > 1 && areApart(trace, std::span(calls).subspan(first, end - first)))
            shared.push_back(calls[first].correlation);
    }
}

/// Calls visit(number, pieces of work) for the launches of single kernels that have several.
template <typename Visit>
void eachSharedByKernels(const Trace& trace, const KernelClassifier& classifier, const Progress& progress, Visit visit)
{
    const SliceTable& slices = trace.slices();
    const std::span<const LaunchTable::Link> links = trace.launches().all();
    StopCheck check(progress);
    for (std::size_t first = 0, end = 0; first < links.size() && !check.after(1); first = end) {
        std::size_t kernels = 0;
        for (; end < links.size() && links[end].launch == links[first].launch; ++end)
            kernels += slices.kind[links[end].work.index()] == EventKind::Kernel ? 1 : 0;
        if (kernels < 2 || slices.correlation(links[first].launch) <= 0)
            continue;
        const std::string_view call = trace.name(links[first].launch);
        // A graph has many kernels, a launch on several devices one each.
        if (classifier.launchesKernel(call) && call.find("Graph") == std::string_view::npos
            && call.find("MultiDevice") == std::string_view::npos)
            visit(slices.correlation(links[first].launch), end - first);
    }
}

} // namespace

std::vector<std::int64_t> sharedCorrelations(
    const Trace& trace, const KernelClassifier& classifier, const Progress& progress)
{
    std::vector<std::int64_t> shared;
    addSharedByCalls(trace, progress, shared);
    eachSharedByKernels(trace, classifier, progress,
        [&shared](std::int64_t number, std::size_t /*works*/) { shared.push_back(number); });
    sortUnique(shared);
    return shared;
}

Message workOfSharedCorrelations(std::size_t activities, std::size_t numbers)
{
    return { KT_PLURAL("trace-health",
                 "%1 GPU activity carries a correlation number that is used more than once (%2 in all): which call "
                 "launched what is not known there, nor launch delays, nor whether the GPU waits for the host.",
                 "%1 GPU activities carry correlation numbers that are used more than once (%2 in all): which call "
                 "launched what is not known there, nor launch delays, nor whether the GPU waits for the host."),
        arg::Count { activities }, arg::Count { numbers } };
}

Message sharedByKernels(const Trace& trace, const KernelClassifier& classifier, const Progress& progress)
{
    std::size_t activities = 0;
    std::vector<std::int64_t> numbers;
    eachSharedByKernels(trace, classifier, progress, [&](std::int64_t number, std::size_t works) {
        activities += works;
        numbers.push_back(number);
    });
    sortUnique(numbers);
    if (activities == 0 || activities < trace.launches().all().size() / 10)
        return {};
    return workOfSharedCorrelations(activities, numbers.size());
}

} // namespace kinetoscope
