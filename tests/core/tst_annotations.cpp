// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/annotation/annotation_kernels.h"
#include "core/analysis/annotation/annotations.h"
#include "core/analysis/annotation/work_annotations.h"
#include "core/analysis/names/classification.h"
#include "core/catalog/analyses.h"
#include "core/numeric/covered_time.h"
#include "tests/support/analysis_modes.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/event_builder.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Annotation breakdown and kernels by annotation (SPEC.md 12.1 and 12.2).
class TestAnnotations : public QObject {
    Q_OBJECT

private slots:
    void section12_1Example_data();
    void section12_1Example();
    void section12_2Example_data();
    void section12_2Example();
    void hostAnnotations_data();
    void hostAnnotations();
    void selfTimeAndBusyTime();
    void foldingKeepsAllowedNames_data();
    void foldingKeepsAllowedNames();
    void diff31OthersHaveTrueStatistics();
    void badPatternIsRefused();
    void numberedNamesCanBeJoined();
    void rangeCutsAnnotations();
    void stepsSelectProjectionsByLaunch();
    void rowsCalledByATextAreStreams();
    void reasonsForEmptyTables();
    void evidence();
    void diff122FallsBackToTheLaunch();
    void diff122TiesGoToTheLaterStart();
    void workAgreesWithTheSlowOneOnRandomTraces();
    void coveredTimeAgreesWithCounting();
    void manyStreamsTakeLinearTime();
    void kernelsAreReadByName();
};

namespace {

const std::vector<std::string_view> kStatistics { "rank", "name", "sum (us)", "max (us)", "min (us)", "stddev",
    "mean (us)" };
const std::vector<std::string_view> kKernels { "stream", "s_name", "s_user_annotation" };

/// The worked example of 12.1 and 12.2.
std::string example()
{
    return wholeMicroseconds()
        .op("dummy", 0_us, 1_us)
        .gpuAnnotation("outer", 9_us, 27_us, 7)
        .gpuAnnotation("inner", 24_us, 7_us, 7)
        .kernel("gemm", 10_us, 10_us, 7, 1)
        .kernel("relu", 25_us, 5_us, 7, 2)
        .kernel("x", 30_us, 5_us, 7, 3)
        .kernel("x", 30_us, 5_us, 8, 4)
        .text();
}

/// Host annotations a (30 us), b (20 us), c (10 us, 5 us), one after the other.
std::string hostText()
{
    return wholeMicroseconds()
        .annotation("a", 0_us, 30_us)
        .annotation("b", 30_us, 20_us)
        .annotation("c", 50_us, 10_us)
        .annotation("c", 60_us, 5_us)
        .text();
}

} // namespace

void TestAnnotations::section12_1Example_data()
{
    addModes();
}

void TestAnnotations::section12_1Example()
{
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputOf({ example() }), "annotation-breakdown", {}, fetchMode()), "annotations", kStatistics),
        "0 inner 7 7 7 0 7\n0 outer 27 27 27 0 27\n");
}

void TestAnnotations::section12_2Example_data()
{
    addModes();
}

void TestAnnotations::section12_2Example()
{
    const Mode mode = fetchMode();
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ example() }), "annotation-kernels", {}, mode), "kernels", kKernels),
        mode == Mode::Hta ? "7 gemm outer\n7 relu inner\n7 x inner\n8 x inner\n"
                          : "7 gemm outer\n7 relu inner\n7 x outer\n8 x \n");
}

void TestAnnotations::hostAnnotations_data()
{
    addModes();
}

void TestAnnotations::hostAnnotations()
{
    const auto result =
        runOn(inputOf({ hostText() }), "annotation-breakdown", { { "use-gpu-annotation", "false" } }, fetchMode());
    KT_COMPARE_TEXT(rowsOf(result, "annotations", { "name", "sum (us)", "max (us)", "min (us)", "mean (us)" }),
        "a 30 30 30 30\nb 20 20 20 20\nc 15 10 5 7.5\n");
}

void TestAnnotations::selfTimeAndBusyTime()
{
    const auto gpu = runOn(inputOf({ example() }), "annotation-breakdown");
    KT_COMPARE_TEXT(
        rowsOf(gpu, "annotations", { "name", "count", "self_time", "gpu_busy_time" }), "inner 1 7 6\nouter 1 20 20\n");
    const std::string nested = wholeMicroseconds()
                                   .annotation("outer", 0_us, 100_us)
                                   .op("aten::mm", 10_us, 50_us)
                                   .annotation("inner", 20_us, 30_us)
                                   .kernel("gemm", 30_us, 100_us, 7)
                                   .text();
    const auto host = runOn(inputOf({ nested }), "annotation-breakdown", { { "use-gpu-annotation", "false" } });
    KT_COMPARE_TEXT(
        rowsOf(host, "annotations", { "name", "self_time", "gpu_busy_time" }), "inner 30 20\nouter 70 70\n");
}

void TestAnnotations::foldingKeepsAllowedNames_data()
{
    QTest::addColumn<bool>("isHta");
    QTest::addColumn<QString>("allowed");
    QTest::addColumn<QString>("expected"); ///< names
    QTest::newRow("exact, none") << false << ""
                                 << "a\nothers\n";
    QTest::newRow("exact, expression") << false << "^c$"
                                       << "a\nc\nothers\n";
    QTest::newRow("hta, plain text") << true << "c"
                                     << "a\nc\nothers\n";
    QTest::newRow("hta, expressions are plain text") << true << "^c$"
                                                     << "a\nothers\n";
}

void TestAnnotations::foldingKeepsAllowedNames()
{
    QFETCH(bool, isHta);
    QFETCH(QString, allowed);
    QFETCH(QString, expected);
    ParameterTexts parameters { { "use-gpu-annotation", "false" }, { "num-kernels", "1" }, { "duration-ratio", "1" } };
    if (!allowed.isEmpty())
        parameters.emplace_back("allowlist-patterns", allowed.toStdString());
    const auto result =
        runOn(inputOf({ hostText() }), "annotation-breakdown", parameters, isHta ? Mode::Hta : Mode::Exact);
    KT_COMPARE_TEXT(rowsOf(result, "annotations", { "name" }), expected.toStdString());
}

void TestAnnotations::diff31OthersHaveTrueStatistics()
{
    const ParameterTexts parameters { { "use-gpu-annotation", "false" }, { "num-kernels", "1" },
        { "duration-ratio", "1" } };
    const auto exact = runOn(inputOf({ hostText() }), "annotation-breakdown", parameters);
    KT_COMPARE_TEXT(rowsOf(exact, "annotations", { "name", "sum (us)", "max (us)", "min (us)", "count", "names" }),
        "a 30 30 30 1 1\nothers 35 20 5 3 2\n");
    // What was folded comes by name, and adds up.
    const Table& table = *exact->findTable("annotations");
    QCOMPARE(table.members(0).rowCount(), std::size_t { 0 });
    const Table members = table.members(1);
    QCOMPARE(members.rowCount(), std::size_t { 2 });
    const std::size_t sum = table.columnIndex("sum (us)");
    QCOMPARE(std::get<std::int64_t>(members.cell(0, sum)) + std::get<std::int64_t>(members.cell(1, sum)),
        std::get<std::int64_t>(table.cell(1, sum)));
    QCOMPARE(members.evidence(0, sum).slices.size() + members.evidence(1, sum).slices.size(),
        table.evidence(1, sum).slices.size());
    QVERIFY(members.text(0, 0) != "others" && members.text(1, 0) != "others");
    const auto hta = runOn(inputOf({ hostText() }), "annotation-breakdown", parameters, Mode::Hta);
    KT_COMPARE_TEXT(
        rowsOf(hta, "annotations", { "name", "sum (us)", "max (us)", "min (us)" }), "a 30 30 30\nothers 35 20 15\n");
}

void TestAnnotations::badPatternIsRefused()
{
    KT_VERIFY_ERROR(runOn(inputOf({ hostText() }), "annotation-breakdown", { { "allowlist-patterns", "(" } }),
        ErrorCode::InvalidArgument);
}

void TestAnnotations::numberedNamesCanBeJoined()
{
    const std::string text =
        wholeMicroseconds().step(1, 0_us, 10_us).step(2, 10_us, 20_us).annotation("v2", 30_us, 5_us).text();
    const auto result = runOn(
        inputOf({ text }), "annotation-breakdown", { { "use-gpu-annotation", "false" }, { "join-numbered", "true" } });
    KT_COMPARE_TEXT(
        rowsOf(result, "annotations", { "name", "sum (us)", "count", "names" }), "ProfilerStep# 30 2 2\nv2 5 1 1\n");
}

void TestAnnotations::rangeCutsAnnotations()
{
    const auto result = runOn(inputOf({ example() }, rangeScope(20'000, 26'000)), "annotation-breakdown");
    KT_COMPARE_TEXT(rowsOf(result, "annotations", { "name", "sum (us)", "self_time", "gpu_busy_time" }),
        "inner 2 2 1\nouter 6 4 1\n");
}

void TestAnnotations::stepsSelectProjectionsByLaunch()
{
    // The projection of step 1's region runs inside step 2's host time.
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 10_us)
                                 .launch(2_us, 1_us, 1)
                                 .kernel("gemm", 15_us, 5_us, 7, 1)
                                 .gpuAnnotation("region", 14_us, 7_us, 7)
                                 .step(2, 10_us, 10_us)
                                 .text();
    for (const auto& [step, expected] : { std::pair { 1, "region\n" }, std::pair { 2, "" } }) {
        Scope scope;
        scope.steps = { step };
        KT_COMPARE_TEXT(
            rowsOf(runOn(inputOf({ text }, scope), "annotation-breakdown"), "annotations", { "name" }), expected);
    }
}

/// Kineto of 2021 called the row of a stream "stream 7"; its projections of annotations say no more.
void TestAnnotations::rowsCalledByATextAreStreams()
{
    const std::string text = R"({"traceEvents": [
        {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": "stream 7", "ts": 10, "dur": 10,
         "args": {"device": 0, "stream": 7}},
        {"ph": "X", "cat": "kernel", "name": "relu", "pid": 0, "tid": "stream 20", "ts": 10, "dur": 10,
         "args": {"device": 0, "stream": 20}},
        {"ph": "X", "cat": "gpu_user_annotation", "name": "region", "pid": 0, "tid": "stream 7", "ts": 9, "dur": 12,
         "args": {"External id": 1}}]})";
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputOf({ text }), "annotation-kernels"), "kernels", { "s_name", "s_user_annotation", "via" }),
        "gemm region stream\nrelu  \n");
}

void TestAnnotations::reasonsForEmptyTables()
{
    const AnalysisInput input = inputOf({ TraceText().op("aten::mm", 0_us, 10_us).text() });
    KT_COMPARE_TEXT(remarkOf(runOn(input, "annotation-breakdown"), "no-gpu-annotations"),
        "no gpu_user_annotation in this scope; the profiler writes them where record_function is around launches and "
        "ProfilerActivity.CUDA is on. With --no-use-gpu-annotation those of the host are shown.\n");
    QCOMPARE(runOn(input, "annotation-breakdown", { { "use-gpu-annotation", "false" } })->remarks.at(0).code,
        std::string("no-annotations"));
    QCOMPARE(runOn(input, "annotation-kernels")->remarks.at(0).code, std::string("no-gpu-work"));
    // What another accelerator's profiler would write nobody knows, and it is no activity of CUDA.
    const AnalysisInput other =
        inputOf({ TraceText().complete("mtia_ccp_events", "packet", 0, 30, 35_us, 15_us).text() });
    KT_COMPARE_TEXT(remarkOf(runOn(other, "annotation-breakdown"), "no-gpu-annotations"),
        "no gpu_user_annotation in this scope. With --no-use-gpu-annotation the annotations of the host are shown.\n");
    const auto health = runOn(other, "trace-health");
    const std::string sentences = rowsOf(health, "findings", { "finding" });
    QVERIFY2(sentences.find("ProfilerActivity.MTIA") != std::string::npos, sentences.c_str());
    QVERIFY2(sentences.find("ProfilerActivity.CUDA") == std::string::npos, sentences.c_str());
    const AnalysisInput bare = inputOf({ TraceText().kernel("gemm", 0_us, 10_us, 7).text() });
    QCOMPARE(runOn(bare, "annotation-kernels")->remarks.at(0).code, std::string("no-annotations"));
    // Kernels without annotations are rows: what an empty table lacks is GPU work.
    QCOMPARE(findAnalysis("annotation-kernels")->recordingOption, std::string(kGpuRecordingOption));
}

void TestAnnotations::evidence()
{
    const auto breakdown =
        runOn(inputOf({ hostText() }), "annotation-breakdown", { { "use-gpu-annotation", "false" } });
    const Table& annotations = *breakdown->findTable("annotations");
    QCOMPARE(annotations.evidence(2, annotations.columnIndex("sum (us)")).slices.size(), std::size_t { 2 });
    QCOMPARE(annotations.evidence(2, annotations.columnIndex("max (us)")).slices.size(), std::size_t { 1 });

    const auto attributed = runOn(inputOf({ example() }), "annotation-kernels");
    const Table& kernels = *attributed->findTable("kernels");
    const std::size_t label = kernels.columnIndex("s_user_annotation");
    QCOMPARE(kernels.evidence(0, label).slices.size(), std::size_t { 1 });
    QVERIFY(kernels.evidence(0, label) != kernels.evidence(0, 0));
    QVERIFY(kernels.evidence(3, label).isEmpty());
}

void TestAnnotations::diff122FallsBackToTheLaunch()
{
    const std::string text = wholeMicroseconds()
                                 .annotation("outer", 0_us, 50_us)
                                 .annotation("inner", 5_us, 20_us)
                                 .op("aten::mm", 6_us, 10_us)
                                 .launch(7_us, 2_us, 1)
                                 .kernel("gemm", 100_us, 5_us, 7, 1)
                                 .text();
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputOf({ text }), "annotation-kernels"), "kernels", { "s_name", "s_user_annotation", "via" }),
        "gemm inner launch\n");
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "annotation-kernels", {}, Mode::Hta), "kernels", { "s_name" }), "");
}

void TestAnnotations::diff122TiesGoToTheLaterStart()
{
    const std::string text = wholeMicroseconds()
                                 .gpuAnnotation("first", 0_us, 20_us, 7)
                                 .gpuAnnotation("second", 5_us, 20_us, 7)
                                 .kernel("gemm", 8_us, 10_us, 7)
                                 .text();
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputOf({ text }), "annotation-kernels"), "kernels", { "s_user_annotation" }), "second\n");
}

void TestAnnotations::workAgreesWithTheSlowOneOnRandomTraces()
{
    std::mt19937 random(12);
    for (int round = 0; round < 500; ++round) {
        EventBuilder events;
        for (int i = 0; i < 30; ++i) {
            events.onStream(0, static_cast<std::int64_t>(7 + random() % 2));
            const auto begin = static_cast<Timestamp>(random() % 100);
            const auto end = begin + static_cast<Nanoseconds>(random() % 30);
            events.slice(random() % 2 == 0 ? "gpu_user_annotation" : "kernel", "name", begin, end);
        }
        const AnalysisInput input { std::make_shared<const TraceSet>(
                                        std::vector { std::pair { std::int64_t { 0 }, events.build() } },
                                        std::vector<Remark> {}),
            {} };
        const auto source = ScopedGpuWork::create(input, KernelClassifier()).value();
        const RankTrace& rank = source->rankTrace(0);
        const RankGpuWork work = source->rowsOf(0, {});
        const std::vector<WorkAnnotation> fast = annotationsOf(rank, work);
        const Trace& trace = *rank.trace;
        const SliceTable& slices = trace.slices();
        for (std::size_t i = 0; i < work.rows.size(); ++i) {
            const SliceId kernel = work.rows[i].slice;
            const Timestamp twice = slices.start[kernel.index()] + slices.end(kernel);
            SliceId best;
            for (std::size_t row = 0; row < slices.size(); ++row) {
                const SliceId candidate = SliceTable::at(row);
                if (trace.kind(candidate) != EventKind::GpuUserAnnotation
                    || trace.track(trace.trackOf(candidate)).stream != trace.track(trace.trackOf(kernel)).stream
                    || 2 * slices.start[row] > twice || twice >= 2 * slices.end(candidate))
                    continue;
                const bool isBetter = !best.isValid() || slices.duration(candidate) < slices.duration(best)
                    || (slices.duration(candidate) == slices.duration(best)
                        && slices.start[row] >= slices.start[best.index()]);
                if (isBetter)
                    best = candidate;
            }
            QCOMPARE(fast[i].annotation, best);
        }
    }
}

void TestAnnotations::coveredTimeAgreesWithCounting()
{
    const std::vector<TimeRange> ranges { { 2, 5 }, { 7, 8 }, { 10, 20 } };
    const CoveredTime covered(ranges);
    for (Timestamp begin = 0; begin < 23; ++begin) {
        for (Timestamp end = begin; end < 23; ++end) {
            Nanoseconds sum = 0;
            for (Timestamp t = begin; t < end; ++t) {
                for (const TimeRange& range : ranges)
                    sum += range.contains(t) ? 1 : 0;
            }
            QCOMPARE(covered.within({ begin, end }), sum);
        }
    }
}

void TestAnnotations::manyStreamsTakeLinearTime()
{
    const auto msOf = [](int streams) {
        std::string text = R"({"traceEvents":[{})";
        for (int i = 0; i < streams; ++i) {
            const std::string place = R"(,"pid":0,"tid":)" + std::to_string(i) + R"(,"ts":)" + std::to_string(10 * i);
            text += R"(,{"ph":"X","cat":"kernel","name":"k","dur":3)" + place + R"(,"args":{"device":0,"stream":)"
                + std::to_string(i) + R"(}},{"ph":"X","cat":"gpu_user_annotation","name":"a","dur":5)" + place + '}';
        }
        const AnalysisInput input = inputOf({ text + "]}" });
        QElapsedTimer timer;
        timer.start();
        const auto result = runOn(input, "annotation-kernels");
        const std::size_t rows = result->tables.at(0).rowCount();
        return rows == static_cast<std::size_t>(streams) ? timer.elapsed() : -1;
    };
    const qint64 some = msOf(5'000);
    const qint64 more = msOf(40'000);
    QVERIFY(some >= 0 && more >= 0);
    // Quadratic work would be 64 times as much; the constant covers a busy machine.
    QVERIFY2(more < 24 * some + 500, qPrintable(QStringLiteral("%1 ms, then %2 ms").arg(some).arg(more)));
}

/// Process, thread and correlation come after them on a screen.
void TestAnnotations::kernelsAreReadByName()
{
    std::vector<ColumnDescriptor> columns = findAnalysis("annotation-kernels")->tables.front().columns;
    std::ranges::stable_sort(columns, {}, &ColumnDescriptor::place);
    KT_COMPARE_TEXT(columns[0].name, "name");
    KT_COMPARE_TEXT(columns[1].name, "s_user_annotation");
}

QTEST_GUILESS_MAIN(TestAnnotations)
#include "tst_annotations.moc"
