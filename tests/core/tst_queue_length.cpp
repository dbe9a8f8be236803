// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/stream_queue.h"
#include "core/analysis/run_analysis.h"
#include "core/catalog/analyses.h"
#include "core/io/trace_loader.h"
#include "core/words/english.h"
#include "tests/support/analysis_modes.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/event_builder.h"
#include "tests/support/load_text.h"
#include "tests/support/slow/slow_series.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Queue length (SPEC.md section 7).
class TestQueueLength : public QObject {
    Q_OBJECT

private slots:
    void section7ExampleA_data();
    void section7ExampleA();
    void section7ExampleASummary_data();
    void section7ExampleASummary();
    void section7ExampleB_data();
    void section7ExampleB();
    void diff72ShareOfTheWholeTrace();
    void diff73LimitByMode();
    void diff74AnyLinkedCallIsALaunch_data();
    void diff74AnyLinkedCallIsALaunch();
    void diff75LaunchesFirstAtEqualTimes();
    void diff76DevicesHaveQueuesOfTheirOwn();
    void queuedUntilTheEnd();
    void rangeKeepsWhatWasQueuedBefore();
    void fullTimeOfAPartitionAddsUp();
    void stepsSelectLaunches();
    void noLaunchesGiveAnEmptyTableAndAReason();
    void evidence();
    void agreesWithTheSlowOneOnRandomTraces();
    void agreesWithTheSlowOneOnSharedTraces_data();
    void agreesWithTheSlowOneOnSharedTraces();
};

namespace {

const std::vector<std::string_view> kSeries { "stream", "ts", "queue_length" };
const std::vector<std::string_view> kBlocked { "rank", "stream", "duration_at_max_queue_length" };

/// Example 7b: launches and starts of work of two streams; nothing lasts beyond 55 us.
std::string exampleB()
{
    TraceText text = wholeMicroseconds();
    text.op("dummy", 0_us, 1_us);
    const auto add = [&text](Timestamp launch, Timestamp start, std::int64_t stream, std::int64_t id) {
        text.launch(launch, 0_us, id).kernel("gemm", start, 0_us, stream, id);
    };
    add(1_us, 10_us, 7, 1);
    add(3_us, 25_us, 7, 2);
    add(6_us, 30_us, 8, 3);
    add(9_us, 35_us, 8, 4);
    add(50_us, 55_us, 8, 5);
    return text.text();
}

Nanoseconds blockedTime(const Result<AnalysisResult>& result)
{
    const Table& table = *result->findTable("blocked");
    Nanoseconds sum = 0;
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        sum += std::get<std::int64_t>(table.cell(row, table.columnIndex("duration_at_max_queue_length")));
    return sum;
}

/// The first difference between both implementations, "" if there is none.
QString differenceFromSlow(const AnalysisInput& input)
{
    const auto source = ScopedLaunches::create(input).value();
    for (std::size_t i = 0; i < source->rankCount(); ++i) {
        const RankTrace& rank = source->rankTrace(i);
        const SlowQueue slow = slowQueue(rank, {});
        const auto fast = streamQueues(rank, source->rank(i, {}).value(), QueuedUntil::WorkStarts, std::nullopt);
        if (fast.size() != slow.size())
            return QStringLiteral("%1 queues, %2 by the slow one").arg(fast.size()).arg(slow.size());
        for (const StreamQueue& queue : fast) {
            const auto expected = slow.find({ queue.device, queue.stream });
            if (expected == slow.end() || expected->second.size() != queue.points.size())
                return QStringLiteral("points of stream %1").arg(queue.stream);
            for (std::size_t k = 0; k < queue.points.size(); ++k) {
                const auto& [time, length] = expected->second[k];
                if (queue.points[k].time != time || queue.points[k].length != length)
                    return QStringLiteral("stream %1 at %2: %3, %4 by the slow one")
                        .arg(queue.stream)
                        .arg(time)
                        .arg(queue.points[k].length)
                        .arg(length);
            }
        }
    }
    return {};
}

} // namespace

void TestQueueLength::section7ExampleA_data()
{
    addModes();
}

void TestQueueLength::section7ExampleA()
{
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ exampleE1() }), "queue-length", {}, fetchMode()), "series", kSeries),
        "7 1 1\n7 5 2\n7 10 1\n7 25 0\n7 26 1\n7 40 0\n20 3 1\n20 15 0\n");
}

void TestQueueLength::section7ExampleASummary_data()
{
    addModes();
}

void TestQueueLength::section7ExampleASummary()
{
    const auto result = runOn(inputOf({ exampleE1() }), "queue-length", {}, fetchMode());
    KT_COMPARE_TEXT(rowsOf(result, "summary", { "rank", "stream", "count", "min", "25%", "50%", "75%", "max" }),
        "0 7 6 0 0.25 1 1 2\n0 20 2 0 0.25 0.5 0.75 1\n");
    const Table& table = *result->findTable("summary");
    const auto number = [&table](std::size_t row, const char* column) {
        return std::get<double>(table.cell(row, table.columnIndex(column)));
    };
    QVERIFY(std::abs(number(0, "mean") - 0.833333) < 1e-6);
    QVERIFY(std::abs(number(0, "std") - 0.752773) < 1e-6);
    QCOMPARE(number(1, "mean"), 0.5);
    QVERIFY(std::abs(number(1, "std") - 0.707107) < 1e-6);
}

void TestQueueLength::section7ExampleB_data()
{
    QTest::addColumn<bool>("isHta");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<double>("share"); ///< of the last row
    QTest::newRow("exact") << false << "0 7 7\n0 8 21\n" << 21.0 / 55.0;
    QTest::newRow("hta") << true << "0 8 21\n" << 21.0 / 55.0;
}

void TestQueueLength::section7ExampleB()
{
    QFETCH(bool, isHta);
    QFETCH(QString, expected);
    QFETCH(double, share);
    const auto result = runOn(
        inputOf({ exampleB() }), "queue-length", { { "max-queue-length", "2" } }, isHta ? Mode::Hta : Mode::Exact);
    KT_COMPARE_TEXT(rowsOf(result, "series", kSeries),
        "7 1 1\n7 3 2\n7 10 1\n7 25 0\n8 6 1\n8 9 2\n8 30 1\n8 35 0\n8 50 1\n8 55 0\n");
    KT_COMPARE_TEXT(rowsOf(result, "blocked", kBlocked), expected.toStdString());
    const Table& table = *result->findTable("blocked");
    QCOMPARE(
        std::get<double>(table.cell(table.rowCount() - 1, table.columnIndex("relative_duration_at_max_queue_length"))),
        share);
}

void TestQueueLength::diff72ShareOfTheWholeTrace()
{
    const std::string text =
        wholeMicroseconds().op("dummy", 0_us, 1_us).launch(10_us, 1_us, 1).kernel("gemm", 20_us, 80_us, 7, 1).text();
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "queue-length", { { "max-queue-length", "1" } }), "blocked",
                        { "duration_at_max_queue_length", "relative_duration_at_max_queue_length" }),
        "10 0.1\n");
}

void TestQueueLength::diff73LimitByMode()
{
    const Parameters none;
    const AnalysisDescriptor& analysis = *findAnalysis("queue-length");
    QCOMPARE(completeParameters(analysis, none, Mode::Exact)->integer("max-queue-length"), std::int64_t { 1000 });
    QCOMPARE(completeParameters(analysis, none, Mode::Hta)->integer("max-queue-length"), std::int64_t { 1024 });
    const auto result = runOn(inputOf({ exampleE1() }), "queue-length");
    QCOMPARE(result->remarks.at(0).code, std::string("queue-never-full"));
    QVERIFY(english(result->remarks.at(0)).find("holds 2") != std::string::npos);
}

void TestQueueLength::diff74AnyLinkedCallIsALaunch_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("cooperative") << "cudaLaunchCooperativeKernel";
    QTest::newRow("versioned") << "cudaGraphLaunch_v10000";
    QTest::newRow("copy that waits") << "cudaMemcpy";
    QTest::newRow("graph of hip") << "hipGraphLaunch";
}

void TestQueueLength::diff74AnyLinkedCallIsALaunch()
{
    QFETCH(QString, name);
    // One launch, two pieces of work, as graph launches make them.
    const std::string text = wholeMicroseconds()
                                 .op("dummy", 0_us, 1_us)
                                 .runtime(name.toStdString(), 1_us, 2_us, 5)
                                 .kernel("gemm", 10_us, 5_us, 7, 5)
                                 .kernel("relu", 15_us, 5_us, 7, 5)
                                 .text();
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputOf({ text }), "queue-length"), "series", kSeries), "7 1 1\n7 1 2\n7 10 1\n7 15 0\n");
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "queue-length", {}, Mode::Hta), "series", kSeries), "");
}

void TestQueueLength::diff75LaunchesFirstAtEqualTimes()
{
    const std::string text = wholeMicroseconds()
                                 .launch(1_us, 1_us, 1)
                                 .kernel("gemm", 5_us, 2_us, 7, 1)
                                 .launch(5_us, 1_us, 2)
                                 .kernel("gemm", 9_us, 2_us, 7, 2)
                                 .text();
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputOf({ text }), "queue-length"), "series", kSeries), "7 0 1\n7 4 2\n7 4 1\n7 8 0\n");
}

void TestQueueLength::diff76DevicesHaveQueuesOfTheirOwn()
{
    const std::string text = wholeMicroseconds()
                                 .op("dummy", 0_us, 1_us)
                                 .launch(1_us, 1_us, 1)
                                 .device(0)
                                 .kernel("gemm", 5_us, 2_us, 7, 1)
                                 .launch(2_us, 1_us, 2)
                                 .device(1)
                                 .kernel("gemm", 6_us, 2_us, 7, 2)
                                 .text();
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputOf({ text }), "queue-length"), "series", { "device", "stream", "ts", "queue_length" }),
        "0 7 1 1\n0 7 5 0\n1 7 2 1\n1 7 6 0\n");
}

void TestQueueLength::queuedUntilTheEnd()
{
    const auto result = runOn(inputOf({ exampleE1() }), "queue-length", { { "queued-until", "end" } });
    KT_COMPARE_TEXT(
        rowsOf(result, "series", kSeries), "7 1 1\n7 5 2\n7 20 1\n7 26 2\n7 30 1\n7 50 0\n20 3 1\n20 25 0\n");
    KT_COMPARE_TEXT(rowsOf(result, "summary", { "stream", "launches" }), "7 3\n20 1\n");
}

void TestQueueLength::rangeKeepsWhatWasQueuedBefore()
{
    const auto result = runOn(inputOf({ exampleE1() }, rangeScope(8'000, 28'000)), "queue-length");
    KT_COMPARE_TEXT(rowsOf(result, "series", kSeries), "7 8 2\n7 10 1\n7 25 0\n7 26 1\n20 8 1\n20 15 0\n");
    // 2 us of 2, 15 of 1, 1 of 0, 2 of 1 in 20 us.
    KT_COMPARE_TEXT(rowsOf(result, "summary", { "stream", "time_weighted_mean" }), "7 1.05\n20 0.35\n");
}

void TestQueueLength::fullTimeOfAPartitionAddsUp()
{
    const ParameterTexts limit { { "max-queue-length", "1" } };
    const Nanoseconds whole =
        blockedTime(runOn(inputOf({ exampleE1() }, rangeScope(0, 50'000)), "queue-length", limit));
    QCOMPARE(whole, Nanoseconds { 24'000 + 14'000 + 12'000 });
    Nanoseconds sum = 0;
    for (Timestamp begin = 0; begin < 50'000; begin += 12'500)
        sum += blockedTime(runOn(inputOf({ exampleE1() }, rangeScope(begin, begin + 12'500)), "queue-length", limit));
    QCOMPARE(sum, whole);
}

void TestQueueLength::stepsSelectLaunches()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 10_us)
                                 .launch(2_us, 1_us, 1)
                                 .kernel("gemm", 15_us, 5_us, 7, 1)
                                 .step(2, 10_us, 10_us)
                                 .launch(12_us, 1_us, 2)
                                 .kernel("gemm", 21_us, 5_us, 7, 2)
                                 .text();
    Scope scope;
    scope.steps = { 1 };
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }, scope), "queue-length"), "series", kSeries), "7 2 1\n7 15 0\n");
}

void TestQueueLength::noLaunchesGiveAnEmptyTableAndAReason()
{
    const std::string text = TraceText().op("aten::mm", 0_us, 10_us).text();
    const auto result = runOn(inputOf({ text }), "queue-length");
    KT_VERIFY_OK(result);
    QCOMPARE(result->findTable("summary")->rowCount(), std::size_t { 0 });
    QCOMPARE(result->remarks.at(0).code, std::string("no-launches"));
}

void TestQueueLength::evidence()
{
    const auto result = runOn(inputOf({ exampleE1() }), "queue-length", { { "max-queue-length", "1" } });
    KT_VERIFY_OK(result);
    const Table& summary = *result->findTable("summary");
    QCOMPARE(summary.evidence(0, summary.columnIndex("mean")).slices.size(), std::size_t { 6 });
    const Selection longest = summary.evidence(0, summary.columnIndex("max"));
    QCOMPARE(longest.intervals.size(), std::size_t { 1 });
    QCOMPARE(longest.intervals.front().range, (TimeRange { 5'000, 10'000 }));
    const Table& series = *result->findTable("series");
    QCOMPARE(series.evidence(7, 0).slices.size(), std::size_t { 1 });
    const Table& blocked = *result->findTable("blocked");
    for (std::size_t row = 0; row < blocked.rowCount(); ++row) {
        Nanoseconds sum = 0;
        for (const IntervalRef& interval : blocked.evidence(row, 2).intervals)
            sum += interval.range.length();
        QCOMPARE(sum, std::get<std::int64_t>(blocked.cell(row, 2)));
    }
}

void TestQueueLength::agreesWithTheSlowOneOnRandomTraces()
{
    std::mt19937 random(7);
    for (int round = 0; round < 1'000; ++round) {
        EventBuilder events;
        for (int i = 0; i < 20; ++i) {
            const auto id = static_cast<std::int64_t>(1 + random() % 12);
            const auto begin = static_cast<Timestamp>(random() % 40);
            const auto end = begin + static_cast<Nanoseconds>(random() % 6);
            if (random() % 2 == 0) {
                events.onThread("1", random() % 3 == 0 ? "2" : "1");
                events.slice("cuda_runtime", "cudaLaunchKernel", begin, end, id);
            } else {
                events.onStream(static_cast<std::int64_t>(random() % 2), static_cast<std::int64_t>(7 + random() % 2));
                events.slice("kernel", "gemm", begin + 5, end + 5, id);
            }
        }
        const AnalysisInput input { std::make_shared<const TraceSet>(
                                        std::vector { std::pair { std::int64_t { 0 }, events.build() } },
                                        std::vector<Remark> {}),
            {} };
        const QString difference = differenceFromSlow(input);
        QVERIFY2(difference.isEmpty(), qPrintable(QStringLiteral("round %1: %2").arg(round).arg(difference)));
    }
}

void TestQueueLength::agreesWithTheSlowOneOnSharedTraces_data()
{
    KT_REQUIRE_SHARED("traces");
    QTest::addColumn<QString>("set");
    for (const char* set : { "dlrm_8rank", "nccl_a100", "amd_mi250_toy", "bert_mi300", "cp_alexnet", "launch_queue" })
        QTest::addRow("%s", set) << QString::fromLatin1(set);
}

void TestQueueLength::agreesWithTheSlowOneOnSharedTraces()
{
    QFETCH(QString, set);
    const auto traces = loadTraceSet(
        { { std::nullopt, sharedPath(QStringLiteral("traces/") + set).toStdString() } }, testLoadOptions(), {});
    KT_VERIFY_OK(traces);
    const QString difference = differenceFromSlow({ traces.value(), {} });
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

QTEST_GUILESS_MAIN(TestQueueLength)
#include "tst_queue_length.moc"
