// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/launch/hta_queue_length.h"

#include "core/analysis/launch/queue_length.h"
#include "core/analysis/point_statistics.h"
#include "core/compat/gpu/hta_gpu_rows.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kinetoscope::compat {

namespace {

/// The calls that HTA takes for launches here (7.1); its other lists differ.
constexpr std::array<std::string_view, 12> kLaunchNames { "cudaLaunchKernel", "cudaLaunchKernelExC", "cuLaunchKernel",
    "cuLaunchKernelEx", "cudaMemcpyAsync", "cudaMemsetAsync", "hipLaunchKernel", "hipExtModuleLaunchKernel",
    "hipMemsetAsync", "hipMemcpyAsync", "hipMemcpyWithStream", "runFunction - job_prep_and_submit_for_execution" };

struct Point {
    double time = 0;
    std::int64_t change = 0;
    EventIndex index = 0; ///< of the row that changes the queue
    const HtaRow* work = nullptr;
    std::int64_t length = 0;
};
using Queues = std::map<std::int64_t, std::vector<Point>>; ///< by stream

/// Running sums by stream: launches before GPU rows at equal times, then table order (A.4). A launch joins every GPU
/// row of its correlation, a GPU row counts once a copy.
Queues queuesOf(const HtaRank& rank)
{
    std::vector<const HtaRow*> calls;
    std::unordered_map<std::int64_t, std::vector<const HtaRow*>> works; // by correlation, of the launches below
    for (const HtaRow& row : rank.rows) {
        if (row.linkedIndex <= 0
            || std::find(kLaunchNames.begin(), kLaunchNames.end(), rank.name(row)) == kLaunchNames.end())
            continue;
        calls.push_back(&row);
        works.try_emplace(row.correlation);
    }
    std::vector<Point> starts;
    for (const HtaRow& row : rank.rows) {
        const auto work = row.hasStream() ? works.find(row.correlation) : works.end();
        if (work == works.end())
            continue;
        for (std::uint32_t i = 0; i < row.copies; ++i) {
            work->second.push_back(&row);
            starts.push_back({ row.ts, -1, row.index, &row, 0 });
        }
    }
    std::vector<Point> points;
    for (const HtaRow* call : calls) {
        for (const HtaRow* work : works[call->correlation])
            points.push_back({ call->ts, 1, call->index, work, 0 });
    }
    points.insert(points.end(), starts.begin(), starts.end());
    std::stable_sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.time < b.time; });

    Queues queues;
    for (Point& point : points) {
        std::vector<Point>& queue = queues[point.work->stream];
        point.length = point.change + (queue.empty() ? 0 : queue.back().length);
        queue.push_back(point);
    }
    return queues;
}

/// From the first to the last start of a row: HTA forgets how long the last one takes ([DIFF-7.2]).
double spanOf(const HtaRank& rank)
{
    double first = std::numeric_limits<double>::infinity();
    double last = -first;
    for (const HtaRow& row : rank.rows) {
        first = std::min(first, row.ts);
        last = std::max(last, row.ts);
    }
    return last - first;
}

class QueueTables {
public:
    explicit QueueTables(std::int64_t limit)
        : m_limit(limit)
    {
    }

    void add(const HtaRank& rank, const Scope& scope)
    {
        std::vector<Cell> lastBlocked; // one row a rank is all that HTA keeps ([DIFF-7.1])
        for (const auto& [stream, queue] : queuesOf(rank)) {
            const bool isChosen = scope.streams.empty()
                || std::find(scope.streams.begin(), scope.streams.end(), stream) != scope.streams.end();
            if (!isChosen)
                continue;
            addStream(rank, stream, queue);
            double blocked = 0;
            bool isReached = false;
            for (std::size_t i = 0; i < queue.size(); ++i) {
                if (queue[i].length < m_limit)
                    continue;
                isReached = true;
                if (i + 1 < queue.size())
                    blocked += queue[i + 1].time - queue[i].time;
            }
            const double span = spanOf(rank);
            if (isReached)
                lastBlocked = { rank.rank, stream, blocked, span > 0.0 ? Cell { blocked / span } : Cell {} };
        }
        if (!lastBlocked.empty())
            m_blocked.addRow(std::move(lastBlocked));
    }

    AnalysisResult take()
    {
        AnalysisResult result;
        result.tables.push_back(std::move(m_summary));
        result.tables.push_back(std::move(m_series));
        result.tables.push_back(std::move(m_blocked));
        return result;
    }

private:
    void addStream(const HtaRank& rank, std::int64_t stream, const std::vector<Point>& queue)
    {
        std::vector<double> lengths;
        for (const Point& point : queue) {
            const Track& track = rank.trace->track(rank.trace->trackOf(point.work->slice));
            m_series.addRow({ std::int64_t { point.index }, point.time, std::string(rank.trace->text(track.pid)),
                std::string(rank.trace->text(track.tid)), stream, point.length, rank.rank });
            lengths.push_back(static_cast<double>(point.length));
        }
        std::vector<Cell> cells { rank.rank, stream };
        appendPointStatistics(cells, describe(lengths));
        m_summary.addRow(std::move(cells));
    }

    std::int64_t m_limit;
    Table m_summary { "summary", "Queue length by stream", queueSummaryColumnsOfHta() };
    Table m_series { "series", "Queue length over time", queueSeriesColumnsOfHta() };
    Table m_blocked { "blocked", "Time at a full queue", queueBlockedColumnsOfHta() };
};

} // namespace

Result<AnalysisResult> runQueueLength(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisInput& input = inputs[0];
    const Result<HtaTable> table = buildHtaTable(*input.traces, optionsFrom(parameters), context.progress);
    if (!table)
        return table.error();
    QueueTables tables(parameters.integer("max-queue-length"));
    for (const HtaRank& rank : table->ranks) {
        if (hasRank(input.scope, rank.rank))
            tables.add(rank, input.scope);
    }
    return tables.take();
}

} // namespace kinetoscope::compat
