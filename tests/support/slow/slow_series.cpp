// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/slow/slow_series.h"

#include "core/analysis/names/classification.h"
#include "tests/support/slow/slow_gpu.h"

#include <algorithm>
#include <tuple>

namespace kinetoscope::tests {

namespace {

struct SlowCopy {
    Timestamp begin = 0;
    Timestamp end = 0;
    double bandwidth = 0;
};

std::string copyName(const std::string& name)
{
    if (name.substr(0, 6) == "Memset")
        return "Memset";
    return name.substr(0, 6) == "Memcpy" ? name.substr(0, 11) : "Memcpy Unknown";
}

/// @param visible  the part of the work in the scope.
SlowCopy copyOf(const Trace& trace, const SlowWork& work, const TimeRange& visible)
{
    const EventIndex event = trace.slices().eventIndex[work.slice.index()];
    Nanoseconds duration = work.end - work.begin;
    SlowCopy copy { visible.begin, visible.end, 0 };
    if (duration == 0) {
        duration = trace.report().hasFractionalTimes ? 1 : 1'000;
        copy.end = copy.begin + duration;
    }
    if (const auto bandwidth = trace.args().bandwidth.find(event))
        copy.bandwidth = *bandwidth;
    else if (const auto bytes = trace.args().bytes.find(event))
        copy.bandwidth = static_cast<double>(*bytes) / static_cast<double>(duration);
    return copy;
}

} // namespace

SlowBandwidth slowBandwidth(const RankTrace& rank, const Scope& scope)
{
    const Trace& trace = *rank.trace;
    std::map<std::pair<std::int64_t, std::string>, std::vector<SlowCopy>> copies;
    for (const SlowWork& work : slowWork(rank, scope)) {
        const auto visible = visiblePart(scope, { work.begin, work.end });
        if (work.type == KernelType::Memory && visible)
            copies[{ work.device, copyName(std::string(trace.name(work.slice))) }].push_back(
                copyOf(trace, work, *visible));
    }
    SlowBandwidth series;
    for (const auto& [key, all] : copies) {
        for (const SlowCopy& edge : all) {
            for (const Timestamp time : { edge.begin, edge.end }) {
                double sum = 0;
                for (const SlowCopy& copy : all)
                    sum += copy.begin <= time && time < copy.end ? copy.bandwidth : 0.0;
                series[key][time] = sum;
            }
        }
    }
    return series;
}

SlowQueue slowQueue(const RankTrace& rank, const Scope& scope)
{
    const Trace& trace = *rank.trace;
    const SliceTable& slices = trace.slices();
    // (time, start of work after launches, event): the order of [DIFF-7.5]
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::tuple<Timestamp, int, EventIndex>>> events;
    for (std::size_t row = 0; row < slices.size(); ++row) {
        const SliceId work = SliceTable::at(row);
        if (!isGpuWork(slices.kind[row]) || !slices.isSound(work))
            continue;
        const auto call = slowCallOf(rank.trace, work);
        if (!call || !isApiCall(trace.kind(*call)) || !slices.isSound(*call))
            continue;
        const Track& track = trace.track(trace.trackOf(work));
        if (!isOnStream(scope, track.stream) || !isInSteps(rank, scope, slices.start[call->index()] + rank.clockOffset))
            continue;
        auto& line = events[{ track.device, track.stream }];
        const std::size_t launch = call->index();
        line.emplace_back(slices.start[launch] + rank.clockOffset, 0, slices.eventIndex[launch]);
        line.emplace_back(slices.start[row] + rank.clockOffset, 1, slices.eventIndex[row]);
    }
    SlowQueue queues;
    for (auto& [key, line] : events) {
        std::sort(line.begin(), line.end());
        std::int64_t length = 0;
        bool hasBegun = !scope.range;
        for (const auto& [time, isWork, event] : line) {
            if (!hasBegun && time >= scope.range->begin) {
                hasBegun = true;
                if (length != 0)
                    queues[key].emplace_back(scope.range->begin, length);
            }
            length += isWork == 0 ? 1 : -1;
            if (hasBegun && (!scope.range || time < scope.range->end))
                queues[key].emplace_back(time, length);
        }
        if (!hasBegun && length != 0)
            queues[key].emplace_back(scope.range->begin, length);
    }
    return queues;
}

} // namespace kinetoscope::tests
