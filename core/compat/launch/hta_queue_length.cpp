// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/queue_length.h"
#include "core/compat/hta_analyses.h"

#include "core/analysis/point_statistics.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/compat/gpu/hta_gpu_rows.h"
#include "core/compat/launch/hta_queues.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace kinetoscope::compat {

namespace {

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
            if (!isChosen(scope.streams, stream))
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

    AnalysisResult take() { return resultOfTables(std::move(m_summary), std::move(m_series), std::move(m_blocked)); }

private:
    void addStream(const HtaRank& rank, std::int64_t stream, const std::vector<HtaQueuePoint>& queue)
    {
        std::vector<double> lengths;
        for (const HtaQueuePoint& point : queue) {
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
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const HtaTable table, tableOfChosenRanks(inputs[0], parameters, context.progress));
    QueueTables tables(parameters.integer(parameter::kMaxQueueLength));
    for (const HtaRank& rank : table.ranks)
        tables.add(rank, inputs[0].scope);
    return tables.take();
}

} // namespace kinetoscope::compat
