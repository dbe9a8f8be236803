// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/selection_follower.h"

#include "core/layout/table/row_evidence.h"
#include "widgets/panels/analysis/analysis_controller.h"
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
    const Progress progress { .stop = stop };
    const std::size_t column = widestColumn(table, input, progress);
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (stop.stop_requested() || std::chrono::steady_clock::now() - begin > kPatience)
            return {};
        if (!holds(table.evidence(row, column, input, progress), wanted))
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
    const Progress progress { .stop = stop };
    for (const Wanted::Slice& slice : wanted.slices) {
        if (progress.shouldStop())
            return {};
        for (const std::size_t row : table.rowsOf(slice.slice, progress))
            rows.insert(row);
    }
    return { rows.begin(), rows.end() };
}

} // namespace

SelectionFollower::SelectionFollower(const AnalysisController& controller, const ViewState& state)
    : m_controller(controller)
    , m_viewState(state)
    , m_job([this](const Result<Followed>& followed) {
        if (followed && m_controller.state() == AnalysisState::Ready)
            emit found(followed->table, followed->rows);
    })
{
}

void SelectionFollower::follow(const Table* table)
{
    m_job.cancel();
    m_table = table;
    if (m_controller.state() != AnalysisState::Ready || !table || !table->hasEvidence())
        return;
    const Selection& selection = m_viewState.selection();
    Wanted wanted;
    if (selection.slices.size() + selection.intervals.size() <= kMostParts) {
        for (const SliceRef& slice : selection.slices) {
            const RankTrace* rank = m_viewState.rankOf(slice.rank);
            wanted.slices.push_back({ slice, rank->trace->trackOf(slice.slice), m_viewState.jobRange(slice) });
        }
        wanted.intervals = selection.intervals;
    }
    if (wanted.slices.empty() && wanted.intervals.empty()) {
        emit found(table, {});
        return;
    }
    // The result is kept alive by the job: the table lives inside it.
    const ShownResult& shown = m_controller.shown();
    m_job.start([result = shown.result, table, input = shown.openInput(), wanted = std::move(wanted)](
                    const std::stop_token& stop) -> Result<Followed> {
        const bool isDirect = input == 0 && wanted.intervals.empty() && table->knowsRowsOf();
        return Followed { table,
            isDirect ? rowsOfSlices(*table, wanted, stop) : rowsWith(*table, input, wanted, stop) };
    });
    QTimer::singleShot(kStaleMarks, this, [this] {
        if (m_job.isRunning())
            emit found(m_table, {});
    });
}

} // namespace kinetoscope

#include "moc_selection_follower.cpp"
