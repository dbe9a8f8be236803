// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/stream_cell.h"
#include "core/catalog/analyses.h"
#include "core/layout/chart/chart_data.h"
#include "core/output/table_writer.h"
#include "tests/support/analysis_modes.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/event_builder.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <map>
#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Idle time (SPEC.md section 4) and what a scope means for it (product.md, Scope).
class TestIdleTime : public QObject {
    Q_OBJECT

private slots:
    void section4ExampleA_data();
    void section4ExampleA();
    void section4ExampleB_data();
    void section4ExampleB();
    void section4Intervals();
    void thresholds_data();
    void thresholds();
    void diff42OverlappingWorkHasNoNegativeGap_data();
    void diff42OverlappingWorkHasNoNegativeGap();
    void diff43UnknownLaunch_data();
    void diff43UnknownLaunch();
    void diff44EqualStreamsOfTwoDevices();
    void streamsNamedByATextStayApart();
    void devicesMergeTheirStreams();
    void rangeCountsIdleAtItsEdges_data();
    void rangeCountsIdleAtItsEdges();
    void rangesAddUpByCause();
    void stepsHaveEdges();
    void stepsThatDoNotTouchCutOneGap();
    void streamsChooseLines();
    void longestGapsNameNeighboursAndHostOps();
    void longestGapsAreLimited();
    void evidenceAddsUpToTheFigure_data();
    void evidenceAddsUpToTheFigure();
    void noGpuWorkGivesEmptyTablesAndAReason();
    void parametersAreChecked();
    void timesAtTheEndsOfInt64();
};

namespace {

const std::vector<std::string_view> kStreams { "stream", "idle_category", "idle_time", "idle_time_ratio" };
const std::vector<std::string_view> kTimes { "stream", "idle_category", "idle_time" };

std::string streams(const std::string& text, Scope scope = {}, const ParameterTexts& parameters = {})
{
    return rowsOf(runOn(inputOf({ text }, std::move(scope)), "idle-time", parameters), "streams", kTimes);
}

/// Four kernels of one stream: a gap for the host, one between kernels, one for something else.
std::string exampleB()
{
    return wholeMicroseconds()
        .launch(1_us, 1_us, 1)
        .kernel("a", 10_us, 10_us, 7, 1)
        .launch(22_us, 1_us, 2)
        .kernel("b", 30_us, 10_us, 7, 2)
        .launch(25_us, 1_us, 3)
        .kernel("c", 100_us, 5_us, 7, 3)
        .launch(30_us, 1_us, 4)
        .kernel("d", 110_us, 1_us, 7, 4)
        .text();
}

AnalysisInput inputOfTrace(std::shared_ptr<const Trace> trace, Scope scope = {})
{
    return { std::make_shared<const TraceSet>(
                 std::vector { std::pair { std::int64_t { 0 }, std::move(trace) } }, std::vector<Remark> {}),
        std::move(scope) };
}

} // namespace

void TestIdleTime::section4ExampleA_data()
{
    addModes();
}

void TestIdleTime::section4ExampleA()
{
    const auto result = runOn(inputOf({ exampleE1() }), "idle-time", {}, fetchMode());
    KT_COMPARE_TEXT(rowsOf(result, "streams", kStreams), "7 kernel_wait 15 1\n7 other 0 0\n20 other 0 \n");
}

void TestIdleTime::section4ExampleB_data()
{
    addModes();
}

void TestIdleTime::section4ExampleB()
{
    const Mode mode = fetchMode();
    const auto result = runOn(inputOf({ exampleB() }), "idle-time", {}, mode);
    KT_COMPARE_TEXT(rowsOf(result, "streams", kTimes), "7 host_wait 10\n7 kernel_wait 5\n7 other 60\n");
    if (mode == Mode::Hta)
        KT_COMPARE_TEXT(rowsOf(result, "streams", { "idle_time_ratio" }), "0.13\n0.07\n0.8\n");
    else
        KT_COMPARE_TEXT(rowsOf(result, "streams", { "idle_time_ratio" }), "0.133333333333\n0.0666666666667\n0.8\n");
}

void TestIdleTime::section4Intervals()
{
    const auto result = runOn(inputOf({ exampleB() }), "idle-time", { { "consecutive-kernel-delay", "61us" } });
    KT_COMPARE_TEXT(
        rowsOf(result, "intervals", { "idle_category", "rank", "stream", "count", "mean", "std", "min", "50%", "max" }),
        "host_wait 0 7 1 10  10 10 10\nkernel_wait 0 7 2 32.5 38.8908729653 5 32.5 60\nother 0 7 0     \n");
}

void TestIdleTime::thresholds_data()
{
    QTest::addColumn<qint64>("launch");
    QTest::addColumn<qint64>("start");
    QTest::addColumn<QString>("cause");
    QTest::newRow("launch returns at the end of the work before") << qint64 { 19 } << qint64 { 40 } << "kernel_wait";
    QTest::newRow("launch just after it") << qint64 { 21 } << qint64 { 40 } << "host_wait";
    QTest::newRow("gap just below the delay") << qint64 { 5 } << qint64 { 49 } << "kernel_wait";
    QTest::newRow("gap of the delay") << qint64 { 5 } << qint64 { 50 } << "other";
}

void TestIdleTime::thresholds()
{
    QFETCH(qint64, launch);
    QFETCH(qint64, start);
    QFETCH(QString, cause);
    const std::string text = wholeMicroseconds()
                                 .launch(1_us, 1_us, 1)
                                 .kernel("a", 10_us, 10_us, 7, 1)
                                 .launch(launch * 1'000, 1_us, 2)
                                 .kernel("b", start * 1'000, 10_us, 7, 2)
                                 .text();
    for (const Mode mode : { Mode::Exact, Mode::Hta }) {
        const auto result = runOn(inputOf({ text }), "idle-time", {}, mode);
        KT_VERIFY_OK(result);
        QCOMPARE(toQString(std::get<std::string>(result->tables.front().cell(0, 2))), cause);
    }
}

void TestIdleTime::diff42OverlappingWorkHasNoNegativeGap_data()
{
    addModes();
}

void TestIdleTime::diff42OverlappingWorkHasNoNegativeGap()
{
    const std::string text = wholeMicroseconds()
                                 .launch(1_us, 1_us, 1)
                                 .kernel("long", 10_us, 50_us, 7, 1)
                                 .launch(2_us, 1_us, 2)
                                 .kernel("inner", 20_us, 10_us, 7, 2)
                                 .launch(3_us, 1_us, 3)
                                 .kernel("after", 64_us, 1_us, 7, 3)
                                 .text();
    const auto result = runOn(inputOf({ text }), "idle-time", {}, fetchMode());
    KT_COMPARE_TEXT(rowsOf(result, "streams", kTimes),
        fetchMode() == Mode::Hta ? "7 kernel_wait -40\n7 other 34\n" : "7 kernel_wait 4\n7 other 0\n");
}

void TestIdleTime::diff43UnknownLaunch_data()
{
    addModes();
}

void TestIdleTime::diff43UnknownLaunch()
{
    const std::string text = wholeMicroseconds()
                                 .op("aten::mm", 25_us, 5_us) // HTA takes the first event for the missing launch
                                 .launch(1_us, 1_us, 1)
                                 .kernel("a", 10_us, 10_us, 7, 1)
                                 .kernel("b", 60_us, 10_us, 7, 2)
                                 .kernel("c", 75_us, 10_us, 7, 3)
                                 .text();
    const Mode mode = fetchMode();
    const auto result = runOn(inputOf({ text }), "idle-time", {}, mode);
    KT_COMPARE_TEXT(rowsOf(result, "streams", kTimes),
        mode == Mode::Hta ? "7 host_wait 40\n7 kernel_wait 5\n7 other 0\n"
                          : "7 kernel_wait 5\n7 other 0\n7 unknown_launch 40\n");
    if (mode == Mode::Hta)
        return;
    // Launches were recorded: no option tells the cause. Where none was, one does.
    KT_COMPARE_TEXT(remarkOf(result, "unknown-launch"),
        "1 gap ends with work whose launch is not in the file, though launches of other work are: its cause is not "
        "known.\n");
    const std::string none = wholeMicroseconds().kernel("a", 10_us, 10_us, 7).kernel("b", 60_us, 10_us, 7).text();
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ none }), "idle-time"), "unknown-launch"),
        "1 gap ends with work whose launch is not in the file; record with activities=[ProfilerActivity.CPU, "
        "ProfilerActivity.CUDA] to learn its cause.\n");
}

void TestIdleTime::diff44EqualStreamsOfTwoDevices()
{
    EventBuilder events;
    events.onStream(0, 7).slice("kernel", "a", 0, 10'000);
    events.onStream(1, 7).slice("kernel", "b", 15'000, 20'000);
    events.onStream(0, 7).slice("kernel", "c", 30'000, 40'000);
    const auto result = runOn(inputOfTrace(events.build()), "idle-time");
    KT_COMPARE_TEXT(rowsOf(result, "streams", { "device", "stream", "idle_category", "idle_time" }),
        "0 7 kernel_wait 20\n0 7 other 0\n1 7 other 0\n");
}

void TestIdleTime::streamsNamedByATextStayApart()
{
    const auto work = [](TraceText& text, const JsonId& stream, Nanoseconds gap) {
        text.complete("kernel", "a", 0, stream, 0_us, 10_us);
        text.complete("kernel", "b", 0, stream, 10_us + gap, 10_us);
    };
    TraceText text = wholeMicroseconds();
    work(text, 7, 1_us);
    work(text, "stream 7", 2_us);
    work(text, "default", 3_us);
    work(text, "=1+1", 4_us);
    work(text, -1, 5_us);
    const AnalysisInput input = inputOf({ text.text(), text.text() });
    const auto result = runOn(input, "idle-time");
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text.text() }), "idle-time"), "streams", kTimes),
        "stream 7 kernel_wait 2\nstream 7 other 0\ndefault kernel_wait 3\ndefault other 0\n"
        "'=1+1 kernel_wait 4\n'=1+1 other 0\n-1 kernel_wait 5\n-1 other 0\n7 kernel_wait 1\n7 other 0\n");
    // One number for one text in every rank, another for another.
    std::map<std::string, std::set<std::int64_t>> numbers;
    for (const RankTrace& rank : input.traces->ranks()) {
        for (const Track& track : rank.trace->tracks()) {
            const Cell name = streamCell(*rank.trace, track.stream, Track::kNoStream);
            const auto* number = std::get_if<std::int64_t>(&name);
            numbers[number ? std::to_string(*number) : std::get<std::string>(name)].insert(track.stream);
        }
    }
    QCOMPARE(numbers.size(), std::size_t { 5 });
    for (const auto& [name, found] : numbers)
        QCOMPARE(found.size(), std::size_t { 1 });
    QCOMPARE(numbers.at("7"), std::set<std::int64_t> { 7 });
    QCOMPARE(numbers.at("-1"), std::set<std::int64_t> { -1 });
    KT_VERIFY_OK(result);
    const Table& table = *result->findTable("streams");
    ChartDescription chart;
    for (const ChartDescription& each : result->charts)
        chart = each.id == "idle-time" ? each : chart;
    std::set<std::string> labels;
    const ChartData data = chartData(table, chart);
    for (const ChartData::Row& row : data.groups.front().rows)
        labels.insert(row.label);
    QCOMPARE(labels.size(), std::size_t { 10 });
    QVERIFY(labels.contains("rank 0 \u00b7 stream \"stream 7\"") && labels.contains("rank 0 \u00b7 stream 7"));
    // A spreadsheet runs no name of a stream.
    QVERIFY(writeTable(table, TableFormat::Csv).find("0,'=1+1,kernel_wait") != std::string::npos);
    // So it is with every table that names streams.
    for (const AnalysisDescriptor& analysis : analyses()) {
        if (analysis.inputCount != 1)
            continue;
        const auto other = runOn(input, analysis.id);
        KT_VERIFY_OK(other);
        for (const Table& each : other->tables) {
            const std::size_t column = each.columnIndex("stream");
            for (std::size_t row = 0; column < each.columnCount() && row < each.rowCount(); ++row) {
                const Cell cell = each.cell(row, column);
                const auto* number = std::get_if<std::int64_t>(&cell);
                QVERIFY2(!number || *number >= -1, analysis.id.c_str());
            }
        }
    }
}

void TestIdleTime::devicesMergeTheirStreams()
{
    // E1 as a whole: [10,20) [25,30) on stream 7, [15,25) on stream 20, a copy [40,50): one gap, ended by stream 7.
    const auto result = runOn(inputOf({ exampleE1() }), "idle-time");
    KT_COMPARE_TEXT(rowsOf(result, "devices",
                        { "rank", "device", "idle_category", "stream", "idle_time", "idle_time_ratio", "count",
                            "idle_time_pctg", "device_idle_time", "device_time" }),
        "0 0 kernel_wait 7 10 1 1 25 10 40\n");
}

void TestIdleTime::rangeCountsIdleAtItsEdges_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<QString>("expected");
    QTest::newRow("before the first and after the last")
        << qint64 { 0 } << qint64 { 60 }
        << "7 host_wait 20\n7 kernel_wait 15\n7 other 0\n20 host_wait 50\n20 other 0\n";
    QTest::newRow("cuts gaps, not their cause")
        << qint64 { 22 } << qint64 { 35 } << "7 kernel_wait 8\n7 other 0\n20 host_wait 10\n20 other 0\n";
    QTest::newRow("far behind everything")
        << qint64 { 1'000 } << qint64 { 1'001 } << "7 host_wait 1\n7 other 0\n20 host_wait 1\n20 other 0\n";
}

void TestIdleTime::rangeCountsIdleAtItsEdges()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    QFETCH(QString, expected);
    KT_COMPARE_TEXT(streams(exampleE1(), rangeScope(begin * 1'000, end * 1'000)), expected.toStdString());
}

void TestIdleTime::rangesAddUpByCause()
{
    std::map<std::string, Nanoseconds> sums;
    const auto add = [&sums](const Scope& scope, Nanoseconds sign) {
        const auto result = runOn(inputOf({ exampleB() }, scope), "idle-time");
        QVERIFY(result);
        for (const char* name : { "streams", "devices" }) {
            const Table& table = *result->findTable(name);
            for (std::size_t row = 0; row < table.rowCount(); ++row)
                sums[name + std::get<std::string>(table.cell(row, table.columnIndex("idle_category")))] +=
                    sign * std::get<std::int64_t>(table.cell(row, table.columnIndex("idle_time")));
        }
    };
    add(rangeScope(0, 140'000), -1);
    for (Timestamp begin = 0; begin < 140'000; begin += 7'000)
        add(rangeScope(begin, begin + 7'000), 1);
    QVERIFY(!sums.empty());
    for (const auto& [cause, sum] : sums)
        QVERIFY2(sum == 0, cause.c_str());
}

void TestIdleTime::stepsHaveEdges()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 100_us)
                                 .launch(10_us, 2_us, 1)
                                 .kernel("a", 20_us, 30_us, 7, 1)
                                 .launch(90_us, 2_us, 2)
                                 .kernel("b", 110_us, 20_us, 7, 2)
                                 .step(2, 100_us, 100_us)
                                 .launch(105_us, 2_us, 3)
                                 .kernel("c", 150_us, 10_us, 9, 3)
                                 .text();
    Scope scope;
    scope.steps = { 1 };
    // Step 1 reaches to 130 us: 20 before the first kernel, 60 between the two, nothing after; stream 9 has no work in
    // it.
    KT_COMPARE_TEXT(streams(text, scope), "7 host_wait 80\n7 other 0\n9 host_wait 107\n9 other 23\n");
    scope.steps = { 2 };
    KT_COMPARE_TEXT(streams(text, scope), "7 host_wait 80\n7 other 0\n9 host_wait 47\n9 other 43\n");
    // Work of step 1 runs on stream 7 in the window of step 2: neither idle nor its own.
    const auto result = runOn(inputOf({ text }, scope), "idle-time");
    KT_COMPARE_TEXT(rowsOf(result, "streams", { "stream", "idle_category", "stream_time", "other_steps" }),
        "7 host_wait 100 20\n7 other 100 20\n9 host_wait 100 0\n9 other 100 0\n");
    KT_COMPARE_TEXT(
        rowsOf(result, "devices", { "idle_category", "idle_time", "device_idle_time", "device_time", "other_steps" }),
        "host_wait 40 70 100 20\nhost_wait 10 70 100 20\nkernel_wait 20 70 100 20\n");
    QCOMPARE(
        result->findTable("streams")->evidence(0, result->findTable("streams")->columnIndex("other_steps")).intervals,
        (std::vector<IntervalRef> {
            { 0, result->findTable("streams")->evidence(0, 0).intervals.at(0).track, { 110'000, 130'000 } } }));
    scope.range = TimeRange { 140'000, 190'000 };
    KT_COMPARE_TEXT(streams(text, scope), "7 host_wait 50\n7 other 0\n9 host_wait 30\n9 other 10\n");
}

/// A gap that two chosen steps cut, with one between them that is not chosen, is one, and as long as its parts.
void TestIdleTime::stepsThatDoNotTouchCutOneGap()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 100_us)
                                 .launch(10_us, 8_us, 1)
                                 .kernel("k1", 20_us, 20_us, 7, 1)
                                 .step(2, 100_us, 100_us)
                                 .step(3, 200_us, 100_us)
                                 .launch(250_us, 10_us, 2)
                                 .kernel("k2", 260_us, 40_us, 7, 2)
                                 .text();
    Scope scope;
    scope.steps = { 1, 3 };
    const auto result = runOn(inputOf({ text }, scope), "idle-time");
    KT_COMPARE_TEXT(
        rowsOf(result, "streams", { "idle_category", "idle_time", "count" }), "host_wait 140 2\nother 0 0\n");
    KT_COMPARE_TEXT(rowsOf(result, "intervals", { "idle_category", "count", "mean", "min", "max" }),
        "host_wait 2 70 20 120\nother 0   \n");
    KT_COMPARE_TEXT(rowsOf(result, "devices", { "idle_category", "idle_time", "count" }), "host_wait 140 2\n");
    // The list of the longest has the parts, and says so.
    KT_COMPARE_TEXT(rowsOf(result, "longest-gaps", { "idle_time" }), "60\n60\n20\n");
    KT_COMPARE_TEXT(remarkOf(result, "gap-parts"),
        "2 of the 3 longest gaps are parts of longer ones that reach out of the chosen steps or range: what is listed "
        "are the parts, of which several may be of one gap.\n");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ text }), "idle-time"), "gap-parts"), "");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ text }, rangeScope(30_us, 100_us)), "idle-time"), "gap-parts"),
        "1 of the 1 longest gaps is a part of a longer one that reaches out of the chosen steps or range: what is "
        "listed is the part.\n");
}

void TestIdleTime::streamsChooseLines()
{
    Scope scope;
    scope.streams = { 20 };
    for (const Mode mode : { Mode::Exact, Mode::Hta })
        KT_COMPARE_TEXT(
            rowsOf(runOn(inputOf({ exampleE1() }, scope), "idle-time", {}, mode), "streams", kTimes), "20 other 0\n");
}

void TestIdleTime::longestGapsNameNeighboursAndHostOps()
{
    const std::string text = wholeMicroseconds()
                                 .op("prepare", 0_us, 60_us)
                                 .launch(1_us, 1_us, 1)
                                 .kernel("first", 10_us, 10_us, 7, 1)
                                 .op("aten::item", 22_us, 20_us)
                                 .launch(55_us, 2_us, 2)
                                 .kernel("second", 60_us, 10_us, 9, 2)
                                 .text();
    const auto result = runOn(inputOf({ text }), "idle-time");
    const Table& table = *result->findTable("longest-gaps");
    QCOMPARE(table.rowCount(), std::size_t { 1 });
    KT_COMPARE_TEXT(
        rowsOf(
            table, { "rank", "device", "ts", "idle_time", "idle_category", "stream", "kernel_before", "kernel_after" }),
        "0 0 20 40 host_wait 9 first second\n");
    const auto ops = std::get<std::vector<std::string>>(table.cell(0, table.columnIndex("host_ops")));
    QCOMPARE(ops, (std::vector<std::string> { "aten::item (20 us)", "prepare (18 us)", "cudaLaunchKernel (2 us)" }));
    QCOMPARE(table.evidence(0, table.columnIndex("host_ops")).slices.size(), std::size_t { 3 });
    QCOMPARE(table.evidence(0, table.columnIndex("kernel_after")).slices.size(), std::size_t { 1 });
    QCOMPARE(table.evidence(0, table.columnIndex("idle_time")).intervals.at(0).range, (TimeRange { 20'000, 60'000 }));
}

void TestIdleTime::longestGapsAreLimited()
{
    EventBuilder events;
    events.onStream(0, 7);
    Timestamp at = 0;
    for (int i = 0; i < 100; ++i) {
        events.slice("kernel", "k", at, at + 10);
        at += 10 + (i * 37) % 101; // all gaps differ
    }
    const auto result = runOn(inputOfTrace(events.build()), "idle-time", { { "num-gaps", "3" } });
    KT_COMPARE_TEXT(rowsOf(result, "longest-gaps", { "idle_time" }), "0.1\n0.099\n0.098\n");
}

void TestIdleTime::evidenceAddsUpToTheFigure_data()
{
    QTest::addColumn<qint64>("end");
    QTest::newRow("whole") << qint64 { 0 };
    QTest::newRow("range") << qint64 { 45'000 };
}

void TestIdleTime::evidenceAddsUpToTheFigure()
{
    QFETCH(qint64, end);
    for (const std::string& text : { exampleE1(), exampleB() }) {
        const auto result = runOn(inputOf({ text }, end > 0 ? rangeScope(12'000, end) : Scope {}), "idle-time");
        KT_VERIFY_OK(result);
        for (const auto& [name, column] : { std::pair { "streams", "idle_time" },
                 std::pair { "streams", "stream_idle_time" }, std::pair { "devices", "idle_time" },
                 std::pair { "devices", "device_idle_time" }, std::pair { "longest-gaps", "idle_time" } }) {
            const Table& table = *result->findTable(name);
            QVERIFY(table.hasEvidence());
            QVERIFY2(table.rowCount() > 0, name);
            const std::size_t index = table.columnIndex(column);
            for (std::size_t row = 0; row < table.rowCount(); ++row) {
                Nanoseconds sum = 0;
                for (const IntervalRef& interval : table.evidence(row, index).intervals)
                    sum += interval.range.length();
                QCOMPARE(sum, std::get<std::int64_t>(table.cell(row, index)));
            }
        }
        QVERIFY(result->findTable("intervals")->hasEvidence());
    }
}

void TestIdleTime::noGpuWorkGivesEmptyTablesAndAReason()
{
    const std::string text = TraceText().op("aten::mm", 0_us, 10_us).text();
    const auto result = runOn(inputOf({ text }), "idle-time");
    KT_VERIFY_OK(result);
    for (const Table& table : result->tables)
        QCOMPARE(table.rowCount(), std::size_t { 0 });
    QCOMPARE(result->remarks.at(0).code, std::string("no-gpu-work"));
    KT_VERIFY_OK(runOn(inputOf({ text }), "idle-time", {}, Mode::Hta)); // where HTA itself gives up
}

void TestIdleTime::parametersAreChecked()
{
    for (const auto& [id, text] : { std::pair { "consecutive-kernel-delay", "-1us" }, std::pair { "num-gaps", "0" } }) {
        const auto& parameters = findAnalysis("idle-time")->parameters;
        const auto parameter = std::find_if(parameters.begin(), parameters.end(),
            [&wanted = id](const ParameterDescriptor& p) { return p.id == wanted; });
        KT_VERIFY_ERROR(parseParameter(*parameter, text), ErrorCode::InvalidArgument);
    }
}

void TestIdleTime::timesAtTheEndsOfInt64()
{
    EventBuilder events;
    events.onStream(0, 7);
    events.slice("kernel", "first", kMinTimestamp, kMinTimestamp + 5);
    events.slice("kernel", "last", kMaxTimestamp - 5, kMaxTimestamp - 1);
    const auto trace = events.build();
    for (const Scope& scope : { Scope {}, rangeScope(kMinTimestamp, kMaxTimestamp), rangeScope(0, 1) })
        KT_VERIFY_OK(runOn(inputOfTrace(trace, scope), "idle-time"));
}

QTEST_GUILESS_MAIN(TestIdleTime)
#include "tst_idle_time.moc"
