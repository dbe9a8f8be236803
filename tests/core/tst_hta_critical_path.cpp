// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <string>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// HTA's critical path (SPEC.md section 14), which is hta mode's.
class TestHtaCriticalPath : public QObject {
    Q_OBJECT

private slots:
    void section14Example();
    void section14ExampleSums();
    void section14ExampleEvidence();
    void section14ExampleWithLaunchEdges();
    void windowIsAnAnnotation();
    void nothingToBeginWith();
    void launchDelayOfAnIdleStream();
    void longGapsJoinNothing_data();
    void longGapsJoinNothing();
    void eventSyncWaitsForTheRecordedWork();
    void streamWaitsForTheRecordedWork();
    void oneStreamDoesNotWaitForItself();
    void lockIsTakenInOrderOfEnds();
    void backwardFollowsForward();
    void childrenThatOutliveTheirParentsWeighNothing();
    void dataLoading();
    void communicationAndCopies();
};

namespace {

const std::vector<std::string_view> kPath { "event_idx", "duration", "type", "bound_by" };

/// Host rows are numbers 0 to 6, device rows 7 and 8.
TraceText section14()
{
    TraceText text = wholeMicroseconds();
    text.step(1, 0_us, 200_us).op("A", 1_us, 100_us).op("B", 5_us, 10_us);
    text.launch(20_us, 5_us, 1).launch(26_us, 5_us, 2);
    text.runtime("cudaDeviceSynchronize", 40_us, 50_us, 3).op("C", 110_us, 10_us);
    text.kernel("k1", 30_us, 40_us, 7, 1).kernel("k2", 72_us, 10_us, 7, 2);
    text.complete("cuda_sync", "Context Sync", 0, -1, 40_us, 49_us, R"("correlation": 3)");
    return text;
}

Result<AnalysisResult> pathOf(const TraceText& text, const ParameterTexts& parameters = {})
{
    return runOn(inputOf({ text.text() }), "critical-path", parameters, Mode::Hta);
}

} // namespace

void TestHtaCriticalPath::section14Example()
{
    KT_COMPARE_TEXT(rowsOf(pathOf(section14(), { { "annotation", "ProfilerStep" } }), "path", kPath),
        "7 40 critical_path_operator gpu_compute_bound\n"
        "7 2 critical_path_kernel_kernel_delay gpu_kernel_kernel_overhead\n"
        "8 10 critical_path_operator gpu_compute_bound\n"
        " 0 critical_path_sync_dependency \n"
        "1 11 critical_path_operator cpu_bound\n"
        " 0 critical_path_dependency \n"
        "6 10 critical_path_operator cpu_bound\n");
}

void TestHtaCriticalPath::section14ExampleSums()
{
    const auto result = pathOf(section14(), { { "annotation", "ProfilerStep#1" } });
    KT_COMPARE_TEXT(rowsOf(result, "summary", { "bound_by", "duration", "duration_pctg" }),
        " 0 0\ncpu_bound 21 28.7671232877\ngpu_compute_bound 50 68.4931506849\n"
        "gpu_kernel_kernel_overhead 2 2.7397260274\n");
    KT_COMPARE_TEXT(
        rowsOf(result, "edges", { "type", "edges", "weight", "critical_edges", "critical_weight", "nodes" }),
        "critical_path_operator 12 110 4 71 16\ncritical_path_dependency 1 0 1 0 16\n"
        "critical_path_kernel_kernel_delay 1 2 1 2 16\ncritical_path_sync_dependency 1 0 1 0 16\n");
    KT_COMPARE_TEXT(rowsOf(result, "events", { "ev_idx", "name", "ts", "dur", "stream" }),
        "1 A 1 100 -1\n5 cudaDeviceSynchronize 40 50 -1\n6 C 110 10 -1\n7 k1 30 40 7\n8 k2 72 10 7\n");
}

void TestHtaCriticalPath::section14ExampleEvidence()
{
    const AnalysisInput input = inputOf({ section14().text() });
    const auto result = runOn(input, "critical-path", { { "annotation", "ProfilerStep#1" } }, Mode::Hta);
    KT_VERIFY_OK(result);
    const auto namesOf = [&](const char* table, std::size_t row) {
        std::string names;
        for (const SliceRef& slice : result->findTable(table)->evidence(row, 0).slices)
            names += std::string(input.traces->ranks()[slice.rank].trace->name(slice.slice)) + ' ';
        return names;
    };
    QCOMPARE(namesOf("path", 0), std::string("k1 "));                       // its time
    QCOMPARE(namesOf("path", 3), std::string("k2 cudaDeviceSynchronize ")); // from the one to the other
    QCOMPARE(namesOf("events", 2), std::string("C "));
    QCOMPARE(namesOf("summary", 2), std::string("k1 k2 "));
    QCOMPARE(namesOf("bounds", 0), std::string("A C "));
    QCOMPARE(namesOf("edges", 2), std::string("k1 "));
}

/// The launch of k1 then leads to it: without weight, as R2 was queued in between.
void TestHtaCriticalPath::section14ExampleWithLaunchEdges()
{
    const auto result = pathOf(section14(), { { "zero-weight-launch-edges", "true" } });
    KT_COMPARE_TEXT(rowsOf(result, "summary", { "bound_by", "duration" }),
        " 0\ncpu_bound 40\ngpu_compute_bound 50\ngpu_kernel_kernel_overhead 2\ngpu_kernel_launch_overhead 0\n");
}

void TestHtaCriticalPath::windowIsAnAnnotation()
{
    TraceText text = wholeMicroseconds();
    text.annotation("part 1", 0_us, 10_us).op("a", 1_us, 5_us).annotation("part 2", 20_us, 10_us).op("b", 21_us, 6_us);
    text.annotation("part 3", 40_us, 10_us).op("c", 41_us, 7_us).op("last", 50_us, 1_us).op("outside", 51_us, 1_us);
    const auto eventsOf = [&text](const ParameterTexts& parameters) {
        return rowsOf(pathOf(text, parameters), "events", { "name" });
    };
    QCOMPARE(eventsOf({ { "annotation", "part" } }), std::string("a\n"));
    QCOMPARE(eventsOf({ { "annotation", "part" }, { "instance", "1" } }), std::string("b\n"));
    QCOMPARE(eventsOf({ { "annotation", "part" }, { "instance", "1" }, { "more-instances", "1" } }),
        std::string("b\nc\nlast\n"));
    QCOMPARE(eventsOf({}), std::string("a\nb\nc\nlast\noutside\n"));
}

void TestHtaCriticalPath::nothingToBeginWith()
{
    const auto unknown = pathOf(section14(), { { "annotation", "ProfilerStep" }, { "instance", "1" } });
    KT_VERIFY_OK(unknown);
    QCOMPARE(unknown->findTable("path")->rowCount(), std::size_t { 0 });
    QCOMPARE(english(unknown->remarks.at(0)),
        std::string(
            "HTA finds no window: rank 0 has no annotation number 1 (from 0) with 'ProfilerStep' in its name."));
    const auto empty = pathOf(wholeMicroseconds().annotation("only", 0_us, 9_us));
    KT_VERIFY_OK(empty);
    QCOMPARE(english(empty->remarks.at(0)),
        std::string("HTA stops here: the window of rank 0 has no op, call or kernel that it joins to another."));
}

void TestHtaCriticalPath::launchDelayOfAnIdleStream()
{
    TraceText text = wholeMicroseconds();
    text.op("a", 0_us, 20_us).launch(5_us, 2_us, 1).kernel("k1", 30_us, 10_us, 7, 1);
    text.launch(50_us, 2_us, 2).kernel("k2", 60_us, 10_us, 7, 2);
    // The second launch comes after the first kernel is over, and a thread's ops follow one another without weight.
    KT_COMPARE_TEXT(rowsOf(pathOf(text), "path", kPath),
        "0 5 critical_path_operator cpu_bound\n 25 critical_path_kernel_launch_delay gpu_kernel_launch_overhead\n"
        "2 10 critical_path_operator gpu_compute_bound\n");
}

void TestHtaCriticalPath::longGapsJoinNothing_data()
{
    QTest::addColumn<int>("start");
    QTest::addColumn<QString>("delays");
    QTest::newRow("1499 us") << 1529 << "critical_path_kernel_kernel_delay 1\n";
    QTest::newRow("1500 us") << 1530 << "";
}

void TestHtaCriticalPath::longGapsJoinNothing()
{
    QFETCH(int, start);
    QFETCH(QString, delays);
    TraceText text = wholeMicroseconds();
    text.op("a", 0_us, 5_us).launch(6_us, 2_us, 1).launch(9_us, 2_us, 2);
    text.kernel("k1", 20_us, 10_us, 7, 1).kernel("k2", Nanoseconds { start } * 1'000, 10_us, 7, 2);
    const auto result = pathOf(text);
    KT_VERIFY_OK(result);
    QString found;
    for (const QString& line : toQString(rowsOf(result, "edges", { "type", "edges" })).split(u'\n')) {
        if (line.contains("kernel_kernel"))
            found += line + u'\n';
    }
    QCOMPARE(found, delays);
}

void TestHtaCriticalPath::eventSyncWaitsForTheRecordedWork()
{
    TraceText text = wholeMicroseconds();
    text.op("a", 0_us, 5_us).launch(10_us, 2_us, 1).runtime("cudaEventRecord", 13_us, 1_us, 2);
    text.launch(15_us, 2_us, 3).runtime("cudaEventSynchronize", 20_us, 40_us, 4).op("b", 70_us, 5_us);
    text.kernel("k1", 30_us, 20_us, 7, 1).kernel("k2", 52_us, 30_us, 7, 3);
    text.sync("Event Sync", 20_us, 38_us, -1, 4, R"("wait_on_stream": 7, "wait_on_cuda_event_record_corr_id": 2)");
    // k1 is what the record was behind, not k2.
    const auto result = pathOf(text);
    KT_COMPARE_TEXT(rowsOf(result, "edges", { "type", "edges", "weight" }),
        "critical_path_operator 8 65\ncritical_path_dependency 5 0\ncritical_path_kernel_kernel_delay 1 2\n"
        "critical_path_sync_dependency 1 0\n");
}

void TestHtaCriticalPath::streamWaitsForTheRecordedWork()
{
    TraceText text = wholeMicroseconds();
    text.op("a", 0_us, 5_us).launch(10_us, 2_us, 1).runtime("cudaEventRecord", 13_us, 1_us, 2);
    text.runtime("cudaStreamWaitEvent", 15_us, 1_us, 3).launch(17_us, 2_us, 4);
    text.kernel("k1", 20_us, 20_us, 7, 1).kernel("k2", 42_us, 30_us, 8, 4);
    text.sync("Stream Wait Event", 40_us, 1_us, 8, 3, R"("wait_on_stream": 7, "wait_on_cuda_event_record_corr_id": 2)");
    KT_COMPARE_TEXT(rowsOf(pathOf(text), "path", { "duration", "type" }),
        "5 critical_path_operator\n0 critical_path_dependency\n10 critical_path_kernel_launch_delay\n20 "
        "critical_path_operator\n0 critical_path_sync_dependency\n"
        "30 critical_path_operator\n");
}

void TestHtaCriticalPath::oneStreamDoesNotWaitForItself()
{
    TraceText text = wholeMicroseconds();
    text.op("a", 0_us, 5_us).launch(10_us, 2_us, 1).runtime("cudaEventRecord", 13_us, 1_us, 2);
    text.runtime("cudaStreamWaitEvent", 15_us, 1_us, 3).launch(17_us, 2_us, 4);
    text.kernel("k1", 20_us, 20_us, 7, 1).kernel("k2", 42_us, 30_us, 7, 4);
    text.sync("Stream Wait Event", 40_us, 1_us, 7, 3, R"("wait_on_stream": 7, "wait_on_cuda_event_record_corr_id": 2)");
    const auto result = pathOf(text);
    KT_VERIFY_OK(result);
    QCOMPARE(result->findTable("path")->rowCount(), std::size_t { 0 });
    QCOMPARE(english(result->remarks.at(0)),
        std::string("HTA refuses the graph of rank 0: work of a stream waits for work of the same stream."));
}

/// Overlapping calls of three threads: what ends first held the lock first.
void TestHtaCriticalPath::lockIsTakenInOrderOfEnds()
{
    TraceText text = wholeMicroseconds();
    text.thread(1, 1).runtime("cudaHostAlloc", 10_us, 40_us, 1);
    text.thread(1, 2).runtime("cudaHostAlloc", 12_us, 20_us, 2);
    text.thread(1, 3).runtime("cudaLaunchKernel", 14_us, 50_us, 3).runtime("cudaLaunchKernel", 70_us, 5_us, 4);
    const auto result = pathOf(text);
    KT_COMPARE_TEXT(rowsOf(result, "edges", { "type", "edges", "weight" }),
        "critical_path_operator 2 25\ncritical_path_dependency 5 0\n");
    KT_COMPARE_TEXT(rowsOf(result, "path", { "event_idx", "duration", "type" }),
        "1 20 critical_path_operator\n 0 critical_path_dependency\n 0 critical_path_dependency\n"
        " 0 critical_path_dependency\n3 5 critical_path_operator\n");
}

void TestHtaCriticalPath::backwardFollowsForward()
{
    TraceText text = wholeMicroseconds();
    text.thread(1, 1).op("forward", 0_us, 10_us);
    text.thread(1, 2).op("autograd::engine", 20_us, 10_us);
    QCOMPARE(rowsOf(pathOf(text), "path", { "duration", "type" }),
        std::string("10 critical_path_operator\n0 critical_path_dependency\n10 critical_path_operator\n"));
    // Two threads with such a name: which one it is cannot be said.
    text.thread(1, 3).op("autograd::other", 40_us, 5_us);
    QCOMPARE(rowsOf(pathOf(text), "path", { "duration", "type" }), std::string("10 critical_path_operator\n"));
}

void TestHtaCriticalPath::childrenThatOutliveTheirParentsWeighNothing()
{
    TraceText text = wholeMicroseconds();
    text.op("outer", 0_us, 10_us).op("inner", 2_us, 11_us);
    const auto result = pathOf(text);
    // What closes at 10 is `inner`, opened last; its own end comes first, at 13: 3 us backwards, which no path gains
    // by.
    KT_COMPARE_TEXT(
        rowsOf(result, "path", { "duration", "type" }), "2 critical_path_operator\n11 critical_path_operator\n");
    KT_COMPARE_TEXT(rowsOf(result, "edges", { "edges", "weight", "critical_weight" }), "3 13 13\n");
}

void TestHtaCriticalPath::dataLoading()
{
    TraceText text = wholeMicroseconds();
    text.annotation("load_batch", 0_us, 10_us).op("a", 20_us, 5_us);
    QCOMPARE(rowsOf(pathOf(text), "path", { "duration", "bound_by" }), std::string("5 cpu_bound\n"));
    QCOMPARE(rowsOf(pathOf(text, { { "data-load-events", "load_" } }), "path", { "duration", "bound_by" }),
        std::string("10 data_loading\n0 \n5 cpu_bound\n"));
}

void TestHtaCriticalPath::communicationAndCopies()
{
    TraceText text = wholeMicroseconds();
    text.launch(0_us, 2_us, 1).kernel("ncclDevKernel_AllReduce<int>(void)", 10_us, 20_us, 7, 1);
    QCOMPARE(rowsOf(pathOf(text), "path", { "duration", "bound_by" }),
        std::string("10 gpu_kernel_launch_overhead\n20 gpu_communication_bound\n"));
    TraceText copy = wholeMicroseconds();
    copy.runtime("cudaMemcpyAsync", 0_us, 2_us, 1).copy("Memcpy HtoD (Pageable -> Device)", 10_us, 20_us, 7, 1, 8);
    QCOMPARE(rowsOf(pathOf(copy), "path", { "duration", "bound_by" }),
        std::string("10 gpu_kernel_launch_overhead\n20 gpu_compute_bound\n"));
}

QTEST_GUILESS_MAIN(TestHtaCriticalPath)
#include "tst_hta_critical_path.moc"
