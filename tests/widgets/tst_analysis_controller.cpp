// SPDX-License-Identifier: GPL-3.0-or-later
// What a panel shows and why, and the ways between its rows and the timeline: with no window at all.
#include "core/analysis/words/remark_codes.h"
#include "tests/support/event_builder.h"
#include "tests/support/test_macros.h"
#include "widgets/panels/analysis/analysis_controller.h"
#include "widgets/panels/analysis/row_evidence_finder.h"
#include "widgets/panels/analysis/row_pointing.h"
#include "widgets/panels/analysis/selection_follower.h"
#include "widgets/support/view_state.h"

#include <QSignalSpy>
#include <QTest>

#include <semaphore>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

std::shared_ptr<const TraceSet> oneRank()
{
    EventBuilder events;
    events.onThread("10", "11");
    for (Timestamp at = 0; at < 3; ++at)
        events.slice("cpu_op", "aten::mm", at * 100, at * 100 + 50);
    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks;
    ranks.emplace_back(0, events.build());
    return std::make_shared<TraceSet>(std::move(ranks), std::vector<Remark> {});
}

/// As many rows as asked for, each made of the slice of its number; 13 are an error.
Result<AnalysisResult> numbers(std::span<const AnalysisInput>, const Parameters& parameters, const AnalysisContext&)
{
    const std::int64_t wanted = parameters.integer("rows");
    if (wanted == 13)
        return Error { ErrorCode::InvalidArgument, Message::verbatim("Thirteen rows bring bad luck.") };
    Table table("numbers", "Numbers",
        { { "number", ColumnType::Int, Unit::Count, "Number", "" }, { "twice", ColumnType::Int, Unit::None, "", "" } });
    for (std::int64_t i = 0; i < wanted; ++i)
        table.addRow({ i, 2 * i });
    table.setEvidence([](std::size_t row, std::size_t) { return Selection { { { 0, SliceId { row } } }, {} }; });
    AnalysisResult result;
    result.tables.push_back(std::move(table));
    return result;
}

/// The same where no recording of this device or file could have any.
Result<AnalysisResult> notRecordable(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context)
{
    Result<AnalysisResult> result = numbers(inputs, parameters, context);
    result->remarks.push_back({ std::string(kNotRecordable), Message::verbatim("It has no numbers.") });
    return result;
}

std::counting_semaphore<8> mayRun { 0 };

Result<AnalysisResult> numbersWhenAllowed(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context)
{
    mayRun.acquire();
    return numbers(inputs, parameters, context);
}

struct Controlled {
    Controlled()
        : analysis(describe())
        , controller(analysis, state)
    {
        QObject::connect(&controller, &AnalysisController::runDue, [this] {
            AnalysisRequest request = controller.request();
            request.parameters.set("rows", rows);
            controller.run(request, {});
        });
    }
    static AnalysisDescriptor describe()
    {
        AnalysisDescriptor analysis;
        analysis.id = "numbers";
        analysis.recordingOption = "record_shapes=True";
        ParameterDescriptor rows;
        rows.id = "rows";
        rows.type = ParameterType::Int;
        rows.defaultValue = std::int64_t { 3 };
        rows.minimum = 0;
        rows.maximum = 100;
        analysis.parameters = { rows };
        analysis.run = numbers;
        return analysis;
    }
    /// What it comes to with so many rows.
    AnalysisState stateWith(std::int64_t count)
    {
        rows = count;
        if (!state.traceSet())
            state.setTraceSet(oneRank());
        controller.setVisible(true);
        controller.requestRun(false);
        const bool hasEnded = QTest::qWaitFor([this] {
            return controller.state() != AnalysisState::Running && controller.state() != AnalysisState::Stale;
        });
        return hasEnded ? controller.state() : AnalysisState::Running;
    }
    [[nodiscard]] RowsAt row(std::size_t at) const
    {
        RowsAt rowsAt;
        rowsAt.source.table = &controller.shown().result->tables.front();
        rowsAt.rows = { at };
        return rowsAt;
    }

    ViewState state;
    AnalysisDescriptor analysis;
    AnalysisController controller;
    std::int64_t rows = 3;
};

} // namespace

class TestAnalysisController : public QObject {
    Q_OBJECT

private slots:
    void saysWhyThereIsNothing()
    {
        Controlled c;
        c.controller.requestRun(false);
        QCOMPARE(c.controller.sentence(), u"No trace is open. Drop one on the window, or use File > Open."_s);
        QCOMPARE(c.stateWith(13), AnalysisState::Failed);
        QCOMPARE(c.controller.sentence(), u"Thirteen rows bring bad luck."_s);
        QVERIFY(!c.controller.shown().result);
        QCOMPARE(c.stateWith(0), AnalysisState::Empty);
        QCOMPARE(c.controller.sentence(), u"There is nothing to show in this scope."_s);
        QCOMPARE(c.controller.recordingOption(), u"record_shapes=True"_s);
        QCOMPARE(c.stateWith(2), AnalysisState::Ready);
        QCOMPARE(c.controller.sentence(), QString());
        QCOMPARE(c.controller.recordingOption(), QString());
        QCOMPARE(c.controller.shown().parameters.integer("rows"), 2);
    }

    /// A choice that changes nothing must not stand above the figures as what they are about.
    void figuresOfTheWholeAreNotSaidToBeOfARange()
    {
        Controlled c;
        c.state.setTraceSet(oneRank());
        Scope scope;
        scope.range = TimeRange { 0, 100 };
        scope.streams = { 7 };
        c.state.setScope(scope);
        QCOMPARE(c.stateWith(2), AnalysisState::Ready);
        QVERIFY(c.controller.shown().scopeLine(c.analysis) != u"whole trace"_s);
        c.analysis.isOfWholeTraces = true;
        QCOMPARE(c.stateWith(2), AnalysisState::Ready);
        QCOMPARE(c.controller.shown().scopeLine(c.analysis), u"whole trace"_s);
        QVERIFY(c.controller.shown().footer(c.analysis).contains(u"whole trace"_s));
        scope.ranks = { 0 };
        c.state.setScope(scope);
        QCOMPARE(c.stateWith(2), AnalysisState::Ready);
        QCOMPARE(c.controller.shown().scopeLine(c.analysis), u"rank 0 \u00b7 whole trace"_s);
        scope.ranks.clear();
        scope.steps = { 1 };
        c.state.setScope(scope);
        QCOMPARE(c.stateWith(2), AnalysisState::Ready);
        QCOMPARE(c.controller.shown().scopeLine(c.analysis), u"step 1"_s);
    }

    void advisesNoRecordingThatWouldNotHelp()
    {
        Controlled c;
        c.analysis.run = notRecordable;
        QCOMPARE(c.stateWith(0), AnalysisState::Empty);
        QCOMPARE(c.controller.sentence(), u"It has no numbers."_s);
        QCOMPARE(c.controller.recordingOption(), QString());
        QCOMPARE(c.stateWith(1), AnalysisState::Empty); // a row of zeros is no figure
        QCOMPARE(c.controller.sentence(), u"It has no numbers."_s);
        QCOMPARE(c.stateWith(2), AnalysisState::Ready);
    }

    /// Panels of jobs lack another rank's file more often than an option.
    void advisesOnJobsOnlyWhatASentenceNames()
    {
        Controlled c;
        c.analysis.group = PanelGroup::Communication;
        c.analysis.run = [](std::span<const AnalysisInput>, const Parameters& parameters, const AnalysisContext&) {
            AnalysisResult result;
            if (parameters.integer("rows") == 1)
                result.remarks.push_back({ "no-collectives",
                    { KT_PHRASE("test", "Record with %1."), arg::Text { "activities=[ProfilerActivity.CUDA]" } } });
            return Result<AnalysisResult>(std::move(result));
        };
        QCOMPARE(c.stateWith(0), AnalysisState::Empty);
        QCOMPARE(c.controller.recordingOption(), QString());
        QCOMPARE(c.stateWith(1), AnalysisState::Empty);
        QCOMPARE(c.controller.recordingOption(), u"record_shapes=True"_s);
    }

    void olderNumbersAreStaleUntilReplaced()
    {
        Controlled c;
        QCOMPARE(c.stateWith(2), AnalysisState::Ready);
        c.controller.requestRun(false);
        QCOMPARE(c.controller.state(), AnalysisState::Stale);
        QVERIFY(c.controller.hasContents());
        c.controller.drop();
        c.controller.requestRun(false);
        QCOMPARE(c.controller.state(), AnalysisState::Running);
        QVERIFY(!c.controller.hasContents());
        QTRY_COMPARE(c.controller.state(), AnalysisState::Ready);
    }

    /// What is there soon is shown until all of it is, if it says anything.
    void aPartIsShownUntilTheRestIsThere()
    {
        Controlled c;
        c.analysis.run = numbersWhenAllowed;
        c.analysis.runFirst = [](std::span<const AnalysisInput> inputs, const Parameters& parameters,
                                  const AnalysisContext& context) {
            Parameters fewer;
            fewer.set("rows", parameters.integer("rows") - 1);
            return numbers(inputs, fewer, context);
        };
        c.rows = 3;
        c.state.setTraceSet(oneRank());
        c.controller.setVisible(true);
        QSignalSpy shown(&c.controller, &AnalysisController::resultShown);
        c.controller.requestRun(false);
        QTRY_COMPARE(c.controller.state(), AnalysisState::Partial);
        QVERIFY(c.controller.hasContents());
        QVERIFY(!c.controller.progressLine().isEmpty());
        QCOMPARE(c.controller.shown().result->tables.front().rowCount(), std::size_t { 2 });
        QCOMPARE(shown.count(), 0);
        mayRun.release();
        QTRY_COMPARE(c.controller.state(), AnalysisState::Ready);
        QCOMPARE(c.controller.shown().result->tables.front().rowCount(), std::size_t { 3 });
        QVERIFY(c.controller.progressLine().isEmpty());
        QCOMPARE(shown.count(), 1);
        // Older numbers say more than a part of the newer ones.
        c.controller.requestRun(false);
        QCOMPARE(c.controller.state(), AnalysisState::Stale);
        mayRun.release();
        QTRY_COMPARE(c.controller.state(), AnalysisState::Ready);
        // A part without rows is nothing to show.
        c.controller.drop();
        c.rows = 1;
        c.controller.requestRun(false);
        QCoreApplication::processEvents();
        QCOMPARE(c.controller.state(), AnalysisState::Running);
        mayRun.release();
        QTRY_COMPARE(c.controller.state(), AnalysisState::Ready);
    }

    void hiddenItWaits()
    {
        Controlled c;
        QSignalSpy due(&c.controller, &AnalysisController::runDue);
        c.state.setTraceSet(oneRank());
        c.controller.requestRun(false);
        QCoreApplication::processEvents();
        QCOMPARE(due.count(), 0);
        c.controller.requestRun(true); // there is something to find out first
        QTRY_COMPARE(due.count(), 1);
        QCOMPARE(c.controller.state(), AnalysisState::Running);
        QVERIFY(c.controller.isOutOfDate());
        c.controller.setVisible(true);
        c.controller.requestRun(false);
        c.controller.requestRun(false); // one run for all that changes
        QTRY_COMPARE(c.controller.state(), AnalysisState::Ready);
        QCOMPARE(due.count(), 2);
    }

    void rowsAreSelectedAndFollowed()
    {
        Controlled c;
        QCOMPARE(c.stateWith(3), AnalysisState::Ready);
        RowEvidenceFinder finder(c.controller, c.state);
        using Use = RowEvidenceFinder::Use;
        finder.find(c.row(1), Use::Select);
        QTRY_COMPARE(c.state.selection().slices.size(), std::size_t { 1 });
        finder.find(c.row(2), Use::Extend);
        QTRY_COMPARE(c.state.selection().slices.size(), std::size_t { 2 });
        QSignalSpy zoomed(&finder, &RowEvidenceFinder::zoomRequested);
        finder.find(c.row(0), Use::Zoom);
        QTRY_COMPARE(zoomed.count(), 1);
        QCOMPARE(c.state.selection().slices.size(), std::size_t { 1 });

        SelectionFollower follower(c.controller, c.state);
        std::vector<std::size_t> found;
        QObject::connect(&follower, &SelectionFollower::found,
            [&found](const Table*, const std::vector<std::size_t>& rows) { found = rows; });
        c.state.selectSlice({ 0, SliceId { std::size_t { 2 } } });
        follower.follow(&c.controller.shown().result->tables.front());
        QTRY_COMPARE(found, std::vector<std::size_t> { 2 });
        c.state.clearSelection();
        follower.follow(&c.controller.shown().result->tables.front());
        QVERIFY(found.empty());
    }

    void whatIsPointedAtIsFramedUntilThePointerLeaves()
    {
        Controlled c;
        QCOMPARE(c.stateWith(3), AnalysisState::Ready);
        RowPointing pointing(c.controller, c.state);
        pointing.pointAt(c.row(1));
        QVERIFY(!c.state.highlight());
        QTRY_VERIFY(c.state.highlight());
        pointing.pointAt({});
        QVERIFY(!c.state.highlight());
    }
};

QTEST_GUILESS_MAIN(TestAnalysisController)
#include "tst_analysis_controller.moc"
