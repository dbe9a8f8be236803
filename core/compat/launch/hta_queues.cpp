// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/launch/hta_queues.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace kinetoscope::compat {

bool isQueueLaunchName(std::string_view name)
{
    static constexpr std::array<std::string_view, 12> kNames { "cudaLaunchKernel", "cudaLaunchKernelExC",
        "cuLaunchKernel", "cuLaunchKernelEx", "cudaMemcpyAsync", "cudaMemsetAsync", "hipLaunchKernel",
        "hipExtModuleLaunchKernel", "hipMemsetAsync", "hipMemcpyAsync", "hipMemcpyWithStream",
        "runFunction - job_prep_and_submit_for_execution" };
    return std::ranges::find(kNames, name) != kNames.end();
}

HtaQueues queuesOf(const HtaRank& rank)
{
    std::vector<const HtaRow*> calls;
    std::unordered_map<std::int64_t, std::vector<const HtaRow*>> works; // by correlation, of the launches below
    for (const HtaRow& row : rank.rows) {
        if (row.linkedIndex <= 0 || !isQueueLaunchName(rank.name(row)))
            continue;
        calls.push_back(&row);
        works.try_emplace(row.correlation);
    }
    std::vector<HtaQueuePoint> starts;
    for (const HtaRow& row : rank.rows) {
        const auto work = row.hasStream() ? works.find(row.correlation) : works.end();
        if (work == works.end())
            continue;
        for (std::uint32_t i = 0; i < row.copies; ++i) {
            work->second.push_back(&row);
            starts.push_back({ row.ts, -1, row.index, &row, 0 });
        }
    }
    std::vector<HtaQueuePoint> points;
    for (const HtaRow* call : calls) {
        for (const HtaRow* work : works[call->correlation])
            points.push_back({ call->ts, 1, call->index, work, 0 });
    }
    points.insert(points.end(), starts.begin(), starts.end());
    std::ranges::stable_sort(points, {}, &HtaQueuePoint::time);

    HtaQueues queues;
    for (HtaQueuePoint& point : points) {
        std::vector<HtaQueuePoint>& queue = queues[point.work->stream];
        point.length = point.change + (queue.empty() ? 0 : queue.back().length);
        queue.push_back(point);
    }
    return queues;
}

} // namespace kinetoscope::compat
