// SPDX-License-Identifier: GPL-3.0-or-later
// From the timeline to the table: which rows are made of what is selected there.
#include "core/layout/table/row_evidence.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/analysis/analysis_panel_parts.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/support/view_state.h"

#include <QTimer>

#include <algorithm>
#include <chrono>
#include <set>

namespace kinetoscope {
namespace {

/// A person points at a few things; a selection of thousands came from another table.
constexpr std::size_t kMostParts = 64;
constexpr std::size_t kMostMarkedRows = 200;
/// 590 000 rows of a call tree take a second (bench_panels); what takes this long only heats the room.
constexpr std::chrono::seconds kPatience { 20 };
/// Marks of the selection before stay this long while the new rows are looked for: longer they would be wrong, shorter
/// they would flicker.
constexpr std::chrono::milliseconds kStaleMarks { 200 };

/// What is selected, with what its evidence is compared with.
struct Wanted {
    struct Slice {
        SliceRef slice;
        TrackId track;
        TimeRange range; ///< job time
    };
    std::vector<Slice> slices;
    std::vector<IntervalRef> intervals;
};

bool holds(const IntervalRef& interval, const Wanted::Slice& slice)
{
    return interval.rank == slice.slice.rank && (!interval.track.isValid() || interval.track == slice.track)
        && interval.range.begin <= slice.range.begin && slice.range.end <= interval.range.end;
}

bool holds(const Selection& evidence, const Wanted& wanted)
{
    for (const Wanted::Slice& slice : wanted.slices) {
        if (std::ranges::find(evidence.slices, slice.slice) != evidence.slices.end())
            return true;
        if (std::ranges::any_of(
                evidence.intervals, [&slice](const IntervalRef& interval) { return holds(interval, slice); }))
            return true;
    }
    return std::ranges::any_of(wanted.intervals, [&evidence](const IntervalRef& interval) {
        return std::ranges::find(evidence.intervals, interval) != evidence.intervals.end();
    });
}

/// Rows of `table` that are made of something wanted, in table order; none where finding them takes longer than anybody
/// waits. Keeps nothing of what the rows are made of.
std::vector<std::size_t> rowsWith(
    const Table& table, std::size_t input, const Wanted& wanted, const std::stop_token& stop)
{
    const auto begin = std::chrono::steady_clock::now();
    const std::size_t column = widestColumn(table, input);
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (stop.stop_requested() || std::chrono::steady_clock::now() - begin > kPatience)
            return {};
        if (!holds(table.evidence(row, column, input), wanted))
            continue;
        rows.push_back(row);
        if (rows.size() == kMostMarkedRows)
            break;
    }
    return rows;
}

/// The same for slices, where the table knows their rows without a look at each.
std::vector<std::size_t> rowsOfSlices(const Table& table, const Wanted& wanted, const std::stop_token& stop)
{
    std::set<std::size_t> rows;
    for (const Wanted::Slice& slice : wanted.slices) {
        if (stop.stop_requested())
            return {};
        for (const std::size_t row : table.rowsOf(slice.slice))
            rows.insert(row);
    }
    return { rows.begin(), rows.end() };
}

} // namespace

void AnalysisPanel::followSelection()
{
    Parts& parts = *m_parts;
    parts.following.cancel();
    const Table* table = parts.view->table()->table();
    if (parts.isSelecting || !isVisible() || m_state != State::Ready || !table || !table->hasEvidence())
        return;
    const Selection& selection = m_viewState->selection();
    Wanted wanted;
    if (selection.slices.size() + selection.intervals.size() <= kMostParts) {
        for (const SliceRef& slice : selection.slices) {
            const RankTrace* rank = m_viewState->rankOf(slice.rank);
            wanted.slices.push_back({ slice, rank->trace->trackOf(slice.slice), m_viewState->jobRange(slice) });
        }
        wanted.intervals = selection.intervals;
    }
    if (wanted.slices.empty() && wanted.intervals.empty()) {
        parts.view->markRows({});
        return;
    }
    // The result is kept alive by the job: the table lives inside it. Of two jobs the second is the open one.
    const std::size_t input = parts.shown.baseline ? 1 : 0;
    parts.following.start([result = parts.view->result(), table, input, wanted = std::move(wanted)](
                              const std::stop_token& stop) -> Result<Followed> {
        const bool isDirect = input == 0 && wanted.intervals.empty() && table->knowsRowsOf();
        return Followed { table,
            isDirect ? rowsOfSlices(*table, wanted, stop) : rowsWith(*table, input, wanted, stop) };
    });
    QTimer::singleShot(kStaleMarks, this, [this] {
        if (m_parts->following.isRunning())
            m_parts->view->markRows({});
    });
}

void AnalysisPanel::takeFollowed(const Result<Followed>& followed)
{
    // Another table may be in view by now.
    if (followed && followed->table == m_parts->view->table()->table() && m_state == State::Ready)
        m_parts->view->markRows(followed->rows);
}

} // namespace kinetoscope
