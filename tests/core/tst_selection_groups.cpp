// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scope/selection_groups.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/event_builder.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_macros.h"

#include <QByteArray>
#include <QObject>
#include <QTest>

#include <map>
#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What is selected on the timeline, as a table.
class TestSelectionGroups : public QObject {
    Q_OBJECT

private slots:
    void rangeCutsAndCounts();
    void byKindAndByTrack();
    void annotationsAreNotAddedToWhatTheyAreAbout();
    void slicesAloneCountWhole();
    void nothingSelectedIsAnEmptyTable();
    void agreesWithLookingAtEachSlice();
    void stopsWhenAsked();
};

namespace {

std::shared_ptr<const TraceSet> makeJob()
{
    EventBuilder events;
    events.onThread("1", "1");
    events.slice("cpu_op", "outer", 0, 1000);
    events.slice("cpu_op", "inner", 200, 400);
    events.onStream(0, 7);
    events.slice("kernel", "k", 100, 300);
    events.slice("kernel", "k", 500, 600);
    events.slice("kernel", "k2", 900, 1100);
    return std::make_shared<TraceSet>(
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> { { 3, events.build() } },
        std::vector<Remark> {});
}

Table grouped(const std::shared_ptr<const TraceSet>& job, const Selection& selection, SelectionGrouping grouping)
{
    Result<Table> table = groupSelection(job, selection, grouping, {});
    if (!table)
        qFatal("%s", english(table.error().message).c_str());
    return std::move(table).value();
}

} // namespace

void TestSelectionGroups::rangeCutsAndCounts()
{
    const auto job = makeJob();
    const Table table = grouped(job, { {}, { { 0, {}, { 200, 550 } } } }, SelectionGrouping::Name);
    QCOMPARE(QByteArray::fromStdString(rowsOf(table, { "name", "kind", "count", "sum", "union", "min", "max" })),
        QByteArray("k kernel 2 0.15 0.15 0.05 0.1\nouter cpu_op 1 0.35 0.35 0.35 0.35\n"
                   "inner cpu_op 1 0.2 0.2 0.2 0.2\n"));
    const Selection kernels = table.evidence(0, 0);
    QCOMPARE(kernels.slices.size(), std::size_t { 2 });
    QVERIFY(kernels.intervals.empty());
    // Two ranges that touch one slice: it counts once, with the time of both.
    const Table two = grouped(job, { {}, { { 0, {}, { 0, 100 } }, { 0, {}, { 900, 950 } } } }, SelectionGrouping::Name);
    QCOMPARE(QByteArray::fromStdString(rowsOf(two, { "name", "count", "sum", "union" })),
        QByteArray("k2 1 0.05 0.05\nouter 1 0.15 0.15\n"));
    QCOMPARE(two.evidence(0, 0).slices.size(), std::size_t { 1 });
}

void TestSelectionGroups::byKindAndByTrack()
{
    const auto job = makeJob();
    const Selection all { {}, { { 0, {}, { 0, 2000 } } } };
    QCOMPARE(QByteArray::fromStdString(
                 rowsOf(grouped(job, all, SelectionGrouping::Kind), { "kind", "count", "sum", "union" })),
        QByteArray("kernel 3 0.5 0.5\ncpu_op 2 1.2 1\n"));
    QCOMPARE(QByteArray::fromStdString(
                 rowsOf(grouped(job, all, SelectionGrouping::Track), { "rank", "track", "count" }).substr(0, 2)),
        QByteArray("3 "));
    const Table tracks = grouped(job, all, SelectionGrouping::Track);
    QCOMPARE(tracks.rowCount(), std::size_t { 2 });
    // What a thread does and what a stream runs do not add up.
    QCOMPARE(QByteArray::fromStdString(rowsOf(tracks, { "kind", "sum_pctg", "utilisation_pctg" })),
        QByteArray("GPU work 100 25\nevents 100 50\n"));
    // One track alone.
    const Trace& trace = *job->ranks()[0].trace;
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        if (trace.tracks()[i].kind != TrackKind::Stream)
            continue;
        const Table one = grouped(job, { {}, { { 0, TrackId { i }, { 0, 2000 } } } }, SelectionGrouping::Kind);
        QCOMPARE(QByteArray::fromStdString(rowsOf(one, { "kind", "count" })), QByteArray("kernel 3\n"));
    }
}

void TestSelectionGroups::annotationsAreNotAddedToWhatTheyAreAbout()
{
    EventBuilder events;
    events.onStream(0, 7);
    events.slice("gpu_user_annotation", "step", 0, 1000);
    events.slice("kernel", "k", 100, 400);
    events.slice("gpu_memcpy", "copy", 500, 600);
    const auto job = std::make_shared<TraceSet>(
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> { { 0, events.build() } },
        std::vector<Remark> {});
    const Selection all { {}, { { 0, {}, { 0, 2000 } } } };
    const auto rows = [&](SelectionGrouping grouping, const char* what) {
        return QByteArray::fromStdString(
            rowsOf(grouped(job, all, grouping), { what, "sum", "sum_pctg", "utilisation_pctg" }));
    };
    QCOMPARE(rows(SelectionGrouping::Name, "name"), QByteArray("k 0.3 75 15\ncopy 0.1 25 5\nstep 1 100 50\n"));
    QCOMPARE(rows(SelectionGrouping::Track, "kind"), QByteArray("GPU work 0.4 100 20\nannotations 1 100 50\n"));
    // Slices selected one by one are no selected time.
    const Selection kernel { { { 0, SliceId { 1u } } }, {} };
    const Table alone = grouped(job, kernel, SelectionGrouping::Name);
    QVERIFY(alone.isMissing(0, alone.columnIndex("utilisation_pctg")));
}

void TestSelectionGroups::slicesAloneCountWhole()
{
    const auto job = makeJob();
    const Trace& trace = *job->ranks()[0].trace;
    Selection selection;
    for (std::uint32_t row = 0; row < trace.slices().size(); ++row) {
        if (trace.name(SliceId { row }) == "k")
            selection.slices.push_back({ 0, SliceId { row } });
    }
    selection.slices.push_back(selection.slices.front()); // twice in the list, once in the table
    selection.slices.push_back({ 0, SliceId { 999u } });  // none
    selection.slices.push_back({ 7, SliceId { 0u } });
    selection.intervals.push_back({ 0, {}, { 100, 150 } }); // cuts the first, which was selected whole
    selection.intervals.push_back({ 9, {}, { 100, 150 } });
    const Table table = grouped(job, selection, SelectionGrouping::Name);
    QCOMPARE(
        QByteArray::fromStdString(rowsOf(table, { "name", "count", "sum" })), QByteArray("k 2 0.3\nouter 1 0.05\n"));
}

void TestSelectionGroups::nothingSelectedIsAnEmptyTable()
{
    QCOMPARE(grouped(makeJob(), {}, SelectionGrouping::Name).rowCount(), std::size_t { 0 });
    QCOMPARE(grouped(makeJob(), { {}, { { 0, {}, { 5000, 6000 } } } }, SelectionGrouping::Name).rowCount(),
        std::size_t { 0 });
}

void TestSelectionGroups::agreesWithLookingAtEachSlice()
{
    std::mt19937 random(9);
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const auto job = randomJob(seed, 2);
        Selection selection;
        for (int i = 0; i < 4; ++i) {
            const auto begin = static_cast<Timestamp>(random() % 3000);
            const std::uint32_t rank = random() % 2;
            const std::size_t track = random() % job->ranks()[rank].trace->tracks().size();
            selection.intervals.push_back({ rank, random() % 2 == 0 ? TrackId {} : TrackId { track },
                { begin, begin + static_cast<Nanoseconds>(random() % 800) } });
        }
        // The obvious way: each nanosecond of each slice that any interval covers.
        std::map<std::pair<std::string, std::string>, std::pair<std::int64_t, std::int64_t>> expected;
        for (std::uint32_t r = 0; r < 2; ++r) {
            const RankTrace& rank = job->ranks()[r];
            for (std::uint32_t row = 0; row < rank.trace->slices().size(); ++row) {
                const SliceId slice { row };
                const Timestamp begin = rank.toJobTime(rank.trace->slices().start[row]);
                const Timestamp end = rank.toJobTime(rank.trace->slices().end(slice));
                const TrackId track = rank.trace->trackOf(slice);
                const auto covers = [&](Timestamp t) {
                    return std::any_of(
                        selection.intervals.begin(), selection.intervals.end(), [&](const IntervalRef& each) {
                            return each.rank == r && (!each.track.isValid() || each.track == track)
                                && each.range.begin <= t && t < each.range.end;
                        });
                };
                std::int64_t time = 0;
                for (Timestamp t = begin; t < end; ++t)
                    time += covers(t) ? 1 : 0;
                if (time == 0 && !(begin == end && covers(begin)))
                    continue;
                auto& [count, sum] =
                    expected[{ std::string(rank.trace->name(slice)), std::string(toString(rank.trace->kind(slice))) }];
                ++count;
                sum += time;
            }
        }
        const Table table = grouped(job, selection, SelectionGrouping::Name);
        QCOMPARE(table.rowCount(), expected.size());
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            const auto& [count, sum] =
                expected.at({ std::string(table.text(row, 0)), std::string(table.text(row, 1)) });
            QCOMPARE(std::get<std::int64_t>(table.cell(row, table.columnIndex("count"))), count);
            QCOMPARE(std::get<std::int64_t>(table.cell(row, table.columnIndex("sum"))), sum);
            QCOMPARE(static_cast<std::int64_t>(table.evidence(row, 0).slices.size()), count);
        }
    }
}

void TestSelectionGroups::stopsWhenAsked()
{
    std::stop_source source;
    source.request_stop();
    Progress progress;
    progress.stop = source.get_token();
    const Result<Table> table =
        groupSelection(makeJob(), { {}, { { 0, {}, { 0, 2000 } } } }, SelectionGrouping::Name, progress);
    QVERIFY(!table && table.error().code == ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestSelectionGroups)
#include "tst_selection_groups.moc"
