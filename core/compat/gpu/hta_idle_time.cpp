// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/idle/idle_time.h"
#include "core/compat/hta_analyses.h"

#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/analysis/point_statistics.h"
#include "core/compat/gpu/hta_gpu_rows.h"
#include "core/numeric/rounding.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kinetoscope::compat {

namespace {

constexpr std::array kCauses { IdleCause::HostWait, IdleCause::KernelWait, IdleCause::Other };

bool isIdleRow(std::string_view category)
{
    constexpr std::array<std::string_view, 7> kCategories { "kernel", "Kernel", "gpu_memset", "Memset", "gpu_memcpy",
        "Memcpy", "mtia_ccp_events" };
    return std::ranges::find(kCategories, category) != kCategories.end();
}

struct StreamRows {
    std::int64_t stream = 0;
    std::vector<const HtaRow*> rows; ///< by start, equal ones in table order
};

/// Streams in the order of their first row in the table.
std::vector<StreamRows> streamsOf(const HtaRank& rank, const Scope& scope)
{
    std::vector<StreamRows> streams;
    for (const HtaRow& row : rank.rows) {
        const Trace& trace = *rank.trace;
        if (!row.hasStream() || !isChosen(scope.streams, row.stream)
            || !isIdleRow(trace.category(trace.slices().category[row.slice.index()])))
            continue;
        auto stream = std::ranges::find(streams, row.stream, &StreamRows::stream);
        if (stream == streams.end())
            stream = streams.insert(streams.end(), { row.stream, {} });
        stream->rows.insert(stream->rows.end(), row.copies, &row);
    }
    for (StreamRows& stream : streams)
        std::ranges::stable_sort(stream.rows, {}, &HtaRow::ts);
    return streams;
}

/// Starts of rows by index. A kernel without a partner has the link 0, so that HTA takes the start of the first event
/// for its launch.
class LaunchStarts {
public:
    explicit LaunchStarts(const HtaRank& rank)
    {
        m_starts.reserve(rank.rows.size());
        for (const HtaRow& row : rank.rows)
            m_starts.emplace(row.index, row.ts);
    }
    [[nodiscard]] std::optional<double> of(const HtaRow& row) const
    {
        const auto found = m_starts.find(row.linkedIndex);
        return found == m_starts.end() ? std::nullopt : std::optional(found->second);
    }

private:
    std::unordered_map<std::int64_t, double> m_starts;
};

/// Lengths of the gaps of a stream by cause, us.
std::array<std::vector<double>, kIdleCauseCount> gapsOf(
    const StreamRows& stream, const LaunchStarts& launches, double delay)
{
    std::array<std::vector<double>, kIdleCauseCount> gaps;
    for (std::size_t i = 1; i < stream.rows.size(); ++i) {
        const HtaRow& before = *stream.rows[i - 1];
        const double freeAt = before.ts + before.dur; // not the greatest end so far
        const double gap = stream.rows[i]->ts - freeAt;
        const std::optional<double> launch = launches.of(*stream.rows[i]);
        IdleCause cause = IdleCause::Other;
        if (launch && *launch > freeAt)
            cause = IdleCause::HostWait;
        else if (gap < delay)
            cause = IdleCause::KernelWait;
        gaps[static_cast<std::size_t>(cause)].push_back(gap);
    }
    return gaps;
}

Description rounded(Description lengths)
{
    const auto round = [](double& value) { value = roundHalfEven(value, 2); };
    for (double* value :
        { &lengths.mean, &lengths.min, &lengths.quartile1, &lengths.median, &lengths.quartile3, &lengths.max })
        round(*value);
    if (lengths.deviation)
        round(*lengths.deviation);
    return lengths;
}

} // namespace

Result<AnalysisResult> runIdleTime(AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const HtaTable table, tableOfChosenRanks(inputs[0], parameters, context.progress));

    const double delay = nearestMicroseconds(parameters.integer(kKernelDelayParameter));
    Table streams("streams", "Idle time by stream and cause", idleStreamColumnsOfHta());
    Table intervals("intervals", "Gaps by stream and cause", idleIntervalColumnsOfHta());
    for (const HtaRank& rank : table.ranks) {
        const LaunchStarts launches(rank);
        for (const StreamRows& stream : streamsOf(rank, inputs[0].scope)) {
            const auto gaps = gapsOf(stream, launches, delay);
            std::array<double, kIdleCauseCount> sums {};
            double total = 0;
            for (std::size_t i = 0; i < kIdleCauseCount; ++i) {
                sums[i] = sumLikeNumpy(gaps[i]);
                total += sums[i];
            }
            for (const IdleCause cause : kCauses) {
                const auto i = static_cast<std::size_t>(cause);
                if (gaps[i].empty() && cause != IdleCause::Other)
                    continue; // the first row of the stream lands in `other`, with nothing to add
                const std::string word(toString(cause));
                streams.addRow({ rank.rank, stream.stream, word, roundHalfEven(sums[i], 2),
                    total != 0.0 ? Cell { roundHalfEven(sums[i] / total, 2) } : Cell {} });
                std::vector<Cell> cells { word, rank.rank, stream.stream };
                appendPointStatistics(cells, rounded(describe(gaps[i])));
                intervals.addRow(std::move(cells));
            }
        }
    }
    return resultOfTables(std::move(streams), std::move(intervals));
}

} // namespace kinetoscope::compat
