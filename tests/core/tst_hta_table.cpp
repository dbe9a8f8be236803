// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/hta_table.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <algorithm>

using namespace kinetoscope;
using namespace kinetoscope::compat;
using namespace kinetoscope::tests;

/// The table that HTA would have built (SPEC.md 0.6 to 0.10).
class TestHtaTable : public QObject {
    Q_OBJECT

private slots:
    void section06NearestDoubles_data();
    void section06NearestDoubles();
    void section06Rounding_data();
    void section06Rounding();
    void section06WholeMicrosecondFilesAreLeftAlone();
    void section07RowsThatAreKept();
    void section07Streams();
    void section08Links();
    void section08ZeroMeansTwoThings();
    void section09GpuProjectionsOfStepsWin();
    void section09StreamZeroHasNoIteration();
    void section010LastStepIsDropped();
    void section010RowOrderIsDeviceThenHost();
    void section010OneStepDropsNothing();
    void section010IncludeLastComparesStaleEnds();
    void section010DuplicateCorrelationsRepeatRows();
    void profilerStepNames_data();
    void profilerStepNames();
};

namespace {

HtaTable tableOf(const std::string& text, const HtaOptions& options = {})
{
    const AnalysisInput input = inputOf({ text });
    return buildHtaTable(*input.traces, options, {}).value();
}

const HtaRow& rowAt(const HtaTable& table, EventIndex index)
{
    const auto& rows = table.ranks.at(0).rows;
    const auto it = std::find_if(rows.begin(), rows.end(), [index](const HtaRow& row) { return row.index == index; });
    if (it == rows.end())
        qFatal("no row %u", index);
    return *it;
}

/// Event indices in table order.
std::string orderOf(const HtaTable& table)
{
    std::string text;
    for (const HtaRow& row : table.ranks.at(0).rows)
        text += (text.empty() ? "" : " ") + std::to_string(row.index);
    return text;
}

std::string eventJson(const char* category, const char* name, const char* ts, const char* dur, const char* args = "")
{
    return std::string(R"({"ph": "X", "cat": ")") + category + R"(", "name": ")" + name
        + R"(", "pid": 1, "tid": 1, "ts": )" + ts + R"(, "dur": )" + dur + R"(, "args": {)" + args + "}}";
}

} // namespace

void TestHtaTable::section06NearestDoubles_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<double>("us");
    QTest::newRow("small") << qint64 { 100'700 } << 100.7;
    QTest::newRow("16 digits") << qint64 { 1'712'195'495'519'689'100 } << 1712195495519689.1;
    QTest::newRow("16 digits, 3 decimals") << qint64 { 1'700'000'000'123'456'789 } << 1700000000123456.789;
    QTest::newRow("negative") << qint64 { -1'500 } << -1.5;
}

void TestHtaTable::section06NearestDoubles()
{
    QFETCH(qint64, ns);
    QFETCH(double, us);
    QVERIFY(nearestMicroseconds(ns) == us);
}

void TestHtaTable::section06Rounding_data()
{
    QTest::addColumn<QString>("ts");
    QTest::addColumn<QString>("dur");
    QTest::addColumn<bool>("round");
    QTest::addColumn<double>("expectedTs");
    QTest::addColumn<double>("expectedDur");
    QTest::newRow("inwards") << "100.7"
                             << "5.6" << true << 101.0 << 5.0;
    QTest::newRow("inside one microsecond") << "100.7"
                                            << "0.2" << true << 101.0 << -1.0;
    QTest::newRow("whole, but written with a fraction") << "100.0"
                                                        << "5" << true << 100.0 << 5.0;
    QTest::newRow("switched off") << "100.7"
                                  << "5.6" << false << 100.7 << 5.6;
    QTest::newRow("digits finer than a nanosecond") << "100.70004"
                                                    << "5.63751" << false << 100.70004 << 5.63751;
    QTest::newRow("their ceiling") << "100.0004"
                                   << "5.6004" << true << 101.0 << 4.0;
    // The nearest double is ...689.0, so its ceiling is not ...690.
    QTest::newRow("a double cannot hold it") << "1712195495519689.1"
                                             << "5" << true << 1712195495519689.0 << 5.0;
}

void TestHtaTable::section06Rounding()
{
    QFETCH(QString, ts);
    QFETCH(QString, dur);
    QFETCH(bool, round);
    QFETCH(double, expectedTs);
    QFETCH(double, expectedDur);
    HtaOptions options;
    options.roundToMicroseconds = round;
    const HtaTable table =
        tableOf(R"({"traceEvents": [)" + eventJson("cpu_op", "a", ts.toUtf8(), dur.toUtf8()) + "]}", options);
    const HtaRow& row = rowAt(table, 0);
    QCOMPARE(table.earliest, expectedTs);
    QCOMPARE(row.ts, 0.0);
    QCOMPARE(row.dur, expectedDur);
    QCOMPARE(row.staleEnd, expectedTs + expectedDur);
}

void TestHtaTable::section06WholeMicrosecondFilesAreLeftAlone()
{
    const HtaTable table = tableOf(R"({"traceEvents": [)" + eventJson("cpu_op", "a", "100", "5.6") + "]}");
    QCOMPARE(rowAt(table, 0).dur, 5.6);
}

void TestHtaTable::section07RowsThatAreKept()
{
    const std::string text = R"({"traceEvents": [)" + eventJson("cpu_op", "kept", "1", "2") + ","
        + eventJson("Trace", "PyTorch Profiler (0)", "1", "2")
        + R"(,{"ph": "X", "cat": "cpu_op", "name": "no dur", "pid": 1, "tid": 1, "ts": 3})"
        + R"(,{"ph": "X", "name": "no cat", "pid": 1, "tid": 1, "ts": 3, "dur": 1})"
        + R"(,{"ph": "B", "cat": "cpu_op", "name": "pair", "pid": 1, "tid": 1, "ts": 10},{"ph": "E", "pid": 1, "tid": 1, "ts": 12})"
        + R"(,{"ph": "i", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1, "ts": 3, "s": "t"})"
        + R"(,{"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "x"}}]})";
    QCOMPARE(orderOf(tableOf(text)), std::string("0"));
}

void TestHtaTable::section07Streams()
{
    const std::string text = R"({"traceEvents": [)" + eventJson("kernel", "a", "1", "2", R"("stream": 7)") + ","
        + eventJson("cuda_sync", "b", "1", "2", R"("stream": 4294967295)") + ","
        + eventJson("cuda_runtime", "c", "1", "2", R"("stream": "0x0")") + ","
        + eventJson("cpu_op", "d", "1", "2", R"("stream": 0)") + "," + eventJson("gpu_user_annotation", "e", "1", "2")
        + "]}";
    const HtaTable table = tableOf(text);
    QCOMPARE(rowAt(table, 0).stream, std::int64_t { 7 });
    QCOMPARE(rowAt(table, 1).stream, std::int64_t { 4294967295 });
    QCOMPARE(rowAt(table, 2).stream, std::int64_t { -1 });
    QCOMPARE(rowAt(table, 3).stream, std::int64_t { 0 });
    QCOMPARE(rowAt(table, 4).stream, std::int64_t { -1 });
}

void TestHtaTable::section08Links()
{
    // (index, correlation, stream): (1,15,-1) (2,16,-1) (3,22,-1) (4,-1,-1) (5,15,-1) (6,16,-1) (7,30,7) (8,-1,7)
    const std::string text = R"({"traceEvents": [)" + eventJson("cpu_op", "zero", "0", "1") + ","
        + eventJson("cuda_runtime", "a", "1", "1", R"("correlation": 15)") + ","
        + eventJson("cuda_runtime", "b", "2", "1", R"("correlation": 16)") + ","
        + eventJson("cuda_runtime", "c", "3", "1", R"("correlation": 22)") + "," + eventJson("cpu_op", "d", "4", "1")
        + "," + eventJson("cuda_sync", "Event Sync", "5", "1", R"("correlation": 15)") + ","
        + eventJson("cuda_sync", "Context Sync", "6", "1", R"("correlation": 16)") + ","
        + eventJson("kernel", "k", "7", "1", R"("stream": 7, "correlation": 30)") + ","
        + eventJson("kernel", "l", "8", "1", R"("stream": 7)") + "]}";
    const HtaTable table = tableOf(text);
    std::string links;
    for (EventIndex i = 1; i <= 8; ++i)
        links += std::to_string(rowAt(table, i).linkedIndex) + " ";
    QCOMPARE(links, std::string("5 6 0 -1 1 2 0 -1 "));
}

void TestHtaTable::section08ZeroMeansTwoThings()
{
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 1_us, 5)
                                 .kernel("first", 10_us, 1_us, 7, 5)
                                 .kernel("last of a graph", 12_us, 1_us, 7, 5)
                                 .text();
    const HtaTable table = tableOf(text);
    QCOMPARE(rowAt(table, 0).linkedIndex, std::int64_t { 2 }); // one to many: the last one stays
    QCOMPARE(rowAt(table, 1).linkedIndex, std::int64_t { 0 }); // the launch is event 0
}

void TestHtaTable::section09GpuProjectionsOfStepsWin()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 100_us)
                                 .step(2, 100_us, 100_us)
                                 .step(3, 200_us, 100_us)
                                 .op("op", 110_us, 5_us)
                                 .gpuAnnotation("ProfilerStep#1", 20_us, 110_us, 7)
                                 .gpuAnnotation("ProfilerStep#2", 140_us, 60_us, 7)
                                 .gpuAnnotation("ProfilerStep#3", 250_us, 60_us, 7)
                                 .text();
    QCOMPARE(rowAt(tableOf(text), 3).iteration, std::int64_t { 1 });
}

void TestHtaTable::section09StreamZeroHasNoIteration()
{
    const std::string text = wholeMicroseconds()
                                 .step(4, 0_us, 100_us)
                                 .launch(10_us, 2_us, 1)
                                 .kernel("on stream 0", 20_us, 5_us, 0, 1)
                                 .launch(30_us, 2_us, 2)
                                 .kernel("on stream 7", 40_us, 5_us, 7, 2)
                                 .op("triton", 50_us, 5_us, R"("stream": 0)")
                                 .kernel("without launch", 60_us, 5_us, 7, 99)
                                 .text();
    const HtaTable table = tableOf(text);
    QCOMPARE(rowAt(table, 1).iteration, std::int64_t { 4 });
    QCOMPARE(rowAt(table, 2).iteration, HtaRow::kNoIteration);
    QCOMPARE(rowAt(table, 4).iteration, std::int64_t { 4 });
    QCOMPARE(rowAt(table, 5).iteration, std::int64_t { 4 });
    QCOMPARE(rowAt(table, 6).iteration, std::int64_t { -1 });
}

void TestHtaTable::section010LastStepIsDropped()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 100_us)
                                 .step(2, 100_us, 100_us)
                                 .launch(10_us, 2_us, 1)
                                 .kernel("first step", 150_us, 5_us, 7, 1)
                                 .launch(110_us, 2_us, 2)
                                 .kernel("last step", 160_us, 5_us, 7, 2)
                                 .kernel("launch missing", 20_us, 5_us, 7, 77)
                                 .gpuAnnotation("note", 30_us, 5_us, 7)
                                 .text();
    QCOMPARE(orderOf(tableOf(text)), std::string("3 0 2 7"));
}

void TestHtaTable::section010RowOrderIsDeviceThenHost()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 100_us)
                                 .kernel("b1", 20_us, 5_us, 7, 2)
                                 .kernel("a1", 30_us, 5_us, 7, 1)
                                 .kernel("b2", 40_us, 5_us, 7, 2)
                                 .launch(10_us, 2_us, 1)
                                 .launch(12_us, 2_us, 2)
                                 .step(2, 100_us, 100_us)
                                 .text();
    // Groups by correlation in the order of their first device row; then the host in file order.
    QCOMPARE(orderOf(tableOf(text)), std::string("1 3 2 0 4 5"));
}

void TestHtaTable::section010OneStepDropsNothing()
{
    const std::string text =
        wholeMicroseconds().step(1, 0_us, 100_us).kernel("launch missing", 20_us, 5_us, 7, 77).text();
    QCOMPARE(orderOf(tableOf(text)), std::string("0 1"));
}

void TestHtaTable::section010IncludeLastComparesStaleEnds()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 1000_us, 100_us)
                                 .step(2, 1100_us, 100_us)
                                 .op("long after the last step", 1900_us, 5_us)
                                 .text();
    HtaOptions options;
    options.includeLastStep = true;
    QCOMPARE(orderOf(tableOf(text, options)), std::string("0 1 2"));
}

void TestHtaTable::section010DuplicateCorrelationsRepeatRows()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 100_us)
                                 .step(2, 100_us, 100_us)
                                 .launch(10_us, 2_us, 1)
                                 .runtime("cudaEventQuery", 14_us, 2_us, 1)
                                 .kernel("k", 20_us, 5_us, 7, 1)
                                 .text();
    QCOMPARE(rowAt(tableOf(text), 4).copies, 2U);
}

void TestHtaTable::profilerStepNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("number"); ///< -1: none
    QTest::newRow("plain") << "ProfilerStep#12" << 12;
    QTest::newRow("spaces") << "ProfilerStep  #3" << 3;
    QTest::newRow("no digits") << "ProfilerStep#" << -1;
    QTest::newRow("no sign") << "ProfilerStep12" << -1;
    QTest::newRow("negative") << "ProfilerStep#-1" << -1;
    QTest::newRow("inside") << "xProfilerStep#4y" << 4;
}

void TestHtaTable::profilerStepNames()
{
    QFETCH(QString, name);
    QFETCH(int, number);
    QCOMPARE(profilerStepNumber(name.toStdString()).value_or(-1), std::int64_t { number });
}

QTEST_GUILESS_MAIN(TestHtaTable)
#include "tst_hta_table.moc"
