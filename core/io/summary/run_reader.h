// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/summary/database.h"
#include "core/model/rank_summary.h"

#include <map>
#include <unordered_map>
#include <vector>

namespace kinetoscope {

/// Fills the runs of a summary, row by row, and what they share. Names and groups are there before.
class RunTableReader {
public:
    static constexpr const char* kQuery =
        "SELECT id, group_id, kind, seq, comms_id, part, step, stream, start_ns, duration_ns, elements, peer, name, "
        "event, compute_under, lead_run, lead, kind_by_name, sent, received, own_amounts FROM runs ORDER BY id";

    explicit RunTableReader(RankSummary& summary)
        : m_summary(summary)
        , m_namesOfFile(summary.names.size())
    {
    }

    /// False where the values cannot be.
    [[nodiscard]] bool take(Statement& row);
    /// After the last row.
    void finish();

private:
    [[nodiscard]] bool takeShape(Statement& row, SummaryRun& run);
    [[nodiscard]] bool takeUnder(Statement& row, const SummaryRun& run);
    [[nodiscard]] bool takeLead(Statement& row);

    RankSummary& m_summary;
    std::size_t m_namesOfFile; ///< further names are not in the table
    std::map<SummaryRunShape, std::uint32_t> m_shapes;
    std::unordered_map<std::int64_t, std::uint32_t> m_steps;
    std::vector<TimeRange> m_under;       ///< of the row
    std::vector<SummaryParts> m_before;   ///< by run
    std::vector<SummaryParts> m_underRun; ///< by run
    bool m_hasSequences = false;
};

} // namespace kinetoscope
