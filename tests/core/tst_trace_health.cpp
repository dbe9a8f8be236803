// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/health/trace_health.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/aligned_job.h"
#include "core/words/english.h"
#include "core/words/figures.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Trace health (SPEC.md 15.7), and the words it is told in.
class TestTraceHealth : public QObject {
    Q_OBJECT

private slots:
    void figuresInWords_data();
    void figuresInWords();
    void sharesInWords_data();
    void sharesInWords();
    void eachTroubleIsFound_data();
    void eachTroubleIsFound();
    void anEmptyRecordingIsNotDeniedToBePytorchs();
    void stepsTakeAScheduleToo();
    void wholeMicrosecondsAreSaidWithoutAUnit();
    void kernelsThatCouldNotBeReadAreNotSaidToBeDropped();
    void numbersThatAreMissingAreSaid();
    void launchesThatWaitAreSaidWhereItMatters();
    void sharedCorrelationsAreNoClocks();
    void collectivesWithoutMetadataAreMatchedWithTheirLike();
    void clocksOfHostAndGpuThatDisagreeAreSaidWhereItMatters();
    void aSoundTraceHasNothingSeriousNorWarning();
    void nothingAtAllIsSaid();
    void damageIsTheImportReport();
    void rangeChoosesTheSlices();
    void stepsWithoutTimeAreNotAskedFor();
    void whatAllRanksHaveIsOneRow();
    void jobsAreChecked_data();
    void jobsAreChecked();
    void measuredClocksCanBeCompared();
    void section15_7ArgumentTypes_data();
    void section15_7ArgumentTypes();
    void evidenceIsTheSlices();
    void seriousFindingsAreTold();
};

namespace {

/// Row of a check: "severity count time share"; "" if it found nothing.
std::string findingOf(const Result<AnalysisResult>& result, std::string_view check)
{
    if (!result)
        return english(result.error().message);
    const Table& table = result->tables[0];
    Table one("part", "", table.columns());
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (table.text(row, table.columnIndex("check")) != check)
            continue;
        std::vector<Cell> cells;
        for (std::size_t column = 0; column < table.columnCount(); ++column)
            cells.push_back(table.cell(row, column));
        one.addRow(std::move(cells));
    }
    return rowsOf(one, { "severity", "count", "time", "share_pctg" });
}

} // namespace

void TestTraceHealth::figuresInWords_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("words");
    const auto add = [](qint64 ns, const char* words) { QTest::newRow(words) << ns << QString(words); };
    add(0, "0 ns");
    add(999, "999 ns");
    add(1'000, "1.000 us");
    add(12'346, "12.35 us");
    add(999'940, "999.9 us");
    add(999'960, "1.000 ms");
    add(9'999'499, "9.999 ms");
    add(9'999'500, "10.00 ms");
    add(123'456'789, "123.5 ms");
    add(1'500'000'000, "1.500 s");
    add(-12'346, "-12.35 us");
    add(kMaxTimestamp, "9223372037 s");
}

void TestTraceHealth::figuresInWords()
{
    QFETCH(qint64, ns);
    QFETCH(QString, words);
    QCOMPARE(toQString(durationWords(ns)), words);
}

void TestTraceHealth::sharesInWords_data()
{
    QTest::addColumn<qint64>("part");
    QTest::addColumn<qint64>("whole");
    QTest::addColumn<QString>("words");
    QTest::newRow("part") << qint64 { 413 } << qint64 { 1'000 } << "41.3 %";
    QTest::newRow("nothing") << qint64 { 0 } << qint64 { 10 } << "0 %";
    QTest::newRow("little") << qint64 { 1 } << qint64 { 100'000 } << "< 0.1 %";
    QTest::newRow("all") << qint64 { 7 } << qint64 { 7 } << "100.0 %";
    QTest::newRow("nearly all") << qint64 { 99'950 } << qint64 { 100'000 } << "> 99.9 %";
    QTest::newRow("all but a nanosecond")
        << qint64 { 4'000'000'000'000'000'000 } << qint64 { 4'000'000'000'000'000'001 } << "> 99.9 %";
    QTest::newRow("less than nothing") << qint64 { -50 } << qint64 { 1'000 } << "-5.0 %";
    QTest::newRow("little less than nothing") << qint64 { -1 } << qint64 { 100'000 } << "> -0.1 %";
    QTest::newRow("no whole") << qint64 { 7 } << qint64 { 0 } << "";
}

void TestTraceHealth::sharesInWords()
{
    QFETCH(qint64, part);
    QFETCH(qint64, whole);
    QFETCH(QString, words);
    QCOMPARE(toQString(shareWords(part, whole)), words);
}

void TestTraceHealth::eachTroubleIsFound_data()
{
    QTest::addColumn<QString>("check");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto add = [](const char* check, const TraceText& text, const char* expected) {
        QTest::newRow(check) << QString(check) << toQString(text.text()) << QString(expected);
    };
    add("unlinked-work",
        wholeMicroseconds().launch(0_us, 5_us, 1).kernel("a", 10_us, 30_us, 7, 1).kernel("b", 50_us, 10_us, 7, 9),
        "warning 1 10 25\n");
    add("no-launches", wholeMicroseconds().kernel("a", 10_us, 30_us, 7, 1), "warning 1 30 100\n");
    add("launches-without-work",
        wholeMicroseconds().launch(0_us, 5_us, 1).kernel("a", 10_us, 30_us, 7, 1).launch(20_us, 4_us, 2),
        "warning 1 4 50\n");
    // What is captured into a graph was not lost; what is launched after it was.
    const TraceText capture = wholeMicroseconds()
                                  .launch(0_us, 5_us, 1)
                                  .kernel("a", 10_us, 30_us, 7, 1)
                                  .runtime("cudaStreamBeginCapture", 20_us, 1_us, 8)
                                  .launch(22_us, 4_us, 2)
                                  .launch(27_us, 3_us, 3)
                                  .runtime("cudaStreamEndCapture_ptsz", 31_us, 1_us, 9)
                                  .launch(40_us, 6_us, 4);
    add("captured-launches", capture, "info 2 7 50\n");
    QTest::newRow("launches-without-work beside captured ones")
        << "launches-without-work" << toQString(capture.text()) << "warning 1 6 25\n";
    const auto launched = [](const char* around, bool isOp) {
        TraceText text = wholeMicroseconds();
        if (isOp)
            text.op(around, 0_us, 8_us);
        else
            text.annotation(around, 0_us, 8_us);
        return text.launch(1_us, 2_us, 1)
            .launch(4_us, 2_us, 2)
            .kernel("mystery", 10_us, 30_us, 7, 1)
            .kernel("gemm", 50_us, 70_us, 7, 2);
    };
    add("class-contradicted", launched("moe_dispatch", false), "warning 1 30 30\n");
    add("class-guessed", launched("forward", false), "info 1 30 30\n");
    QTest::newRow("nothing doubtful inside a tensor op")
        << "class-guessed" << toQString(launched("aten::some_op", true).text()) << "";
    add("class-runs-apart",
        wholeMicroseconds()
            .kernel("gemm", 0_us, 100_us, 7, 1)
            .kernel("mystery", 10_us, 30_us, 22, 2)
            .kernel("mystery", 50_us, 20_us, 22, 3),
        "warning 2 50 33.33\n");
    add("no-gpu-activity", wholeMicroseconds().launch(0_us, 5_us, 1), "warning 1 5 100\n");
    add("work-before-launch",
        wholeMicroseconds()
            .launch(20_us, 5_us, 1)
            .kernel("a", 13_us, 30_us, 7, 1)
            .launch(50_us, 5_us, 2)
            .kernel("b", 52_us, 3_us, 7, 2),
        "serious 1 7 50\n");
    add("stream-overlap", wholeMicroseconds().kernel("a", 0_us, 10_us, 7).kernel("b", 6_us, 6_us, 7),
        "warning 1 4 25\n");
    QTest::newRow("a little is not nothing")
        << "stream-overlap"
        << toQString(TraceText().kernel("a", 0, 60'000_us, 7).kernel("b", 60'000_us - 1, 40'000_us, 7).text())
        << "warning 1 0.001 1e-06\n";
    add("host-overlap", wholeMicroseconds().op("a", 0_us, 10_us).op("b", 5_us, 10_us), "info 1 10 \n");
    add("duplicates", wholeMicroseconds().launch(0_us, 5_us, 1).launch(0_us, 5_us, 1), "serious 1 5 \n");
    add("no-duration", wholeMicroseconds().kernel("a", 0_us, 0_us, 7), "info 1 0 \n");
    add("profiler-overhead",
        wholeMicroseconds()
            .op("a", 0_us, 100_us)
            .complete("overhead", "Buffer Flush", -1, 0, 10_us, 4_us)
            .complete("overhead", "Resource", -1, 0, 12_us, 4_us),
        "warning 2 6 6\n");
    add("merged-ranks",
        wholeMicroseconds()
            .thread(100, 100)
            .launch(0_us, 5_us, 1)
            .kernel("a", 10_us, 5_us, 7, 1)
            .device(1)
            .thread(200, 200)
            .launch(0_us, 5_us, 2)
            .kernel("a", 10_us, 5_us, 7, 2),
        "warning 2  \n");
    add("missing-steps", wholeMicroseconds().step(3, 0_us, 10_us).step(7, 20_us, 10_us).step(8, 30_us, 9_us),
        "info 3  \n");
    add("no-steps", wholeMicroseconds().op("a", 0_us, 10_us), "info 1  \n");
    add("base-time", wholeMicroseconds().top("baseTimeNanoseconds", "99999999999999999999").op("a", 0_us, 10_us),
        "info 1  \n");
    QTest::newRow("a base time that can be")
        << "base-time" << toQString(wholeMicroseconds().baseTime(1'700'000'000'000'000'000).op("a", 0_us, 10_us).text())
        << "";
    add("no-ops", wholeMicroseconds().kernel("a", 0_us, 10_us, 7), "warning 1  \n");
    add("no-gpu-work", wholeMicroseconds().op("a", 0_us, 10_us), "info 1  \n");
    add("no-python-stacks", wholeMicroseconds().op("a", 0_us, 10_us), "info 1  \n");
    QTest::newRow("stacks in the arguments of ops")
        << "no-python-stacks"
        << toQString(wholeMicroseconds().op("a", 0_us, 10_us, R"("Call stack": "train.py(3): step")").text()) << "";
    TraceText backwardFirst = wholeMicroseconds();
    backwardFirst.thread(100, 5);
    for (int i = 0; i < 100; ++i)
        backwardFirst.op("MmBackward0", 10_us * i, 5_us);
    backwardFirst.thread(100, 10);
    for (int i = 0; i < 100; ++i)
        backwardFirst.op("a", 10_us * i, 5_us, R"("Call stack": "train.py(3): step")");
    QTest::newRow("stacks in the ops of another thread") << "no-python-stacks" << toQString(backwardFirst.text()) << "";
    const QString withoutKineto = QStringLiteral(
        R"([{"name": "aten::mm", "ph": "X", "ts": 40, "dur": 50, "tid": 1, "pid": "CPU functions", "args": {}}])");
    QTest::newRow("autograd-profiler") << "autograd-profiler" << withoutKineto << "info 1  \n";
    for (const char* const option : { "no-python-stacks", "no-memory-records" })
        QTest::addRow("%s without Kineto", option) << option << withoutKineto << ""; // they had not helped
    add("no-shapes", wholeMicroseconds().top("record_shapes", "0").op("a", 0_us, 10_us), "info 1  \n");
    add("no-memory-records", wholeMicroseconds().op("a", 0_us, 10_us), "info 1  \n");
    add("no-gpu-annotations", wholeMicroseconds().step(1, 0_us, 10_us).op("a", 0_us, 1_us).kernel("a", 5_us, 1_us, 7),
        "info 1  \n");
    add("no-collective-metadata",
        wholeMicroseconds()
            .kernel("ncclDevKernel_AllReduce", 0_us, 10_us, 7)
            .kernel("ncclDevKernel_AllReduce", 10_us, 10_us, 7, 0, R"("Collective name": "allreduce")"),
        "info 1  \n");
    add("no-device-properties", wholeMicroseconds().kernel("a", 0_us, 10_us, 7), "info 1  \n");
    add("whole-microseconds", wholeMicroseconds().op("a", 0_us, 10_us), "info 1  \n");
    add("no-pytorch-events", wholeMicroseconds().complete("gfx", "frame", 1, 1, 0_us, 10_us), "info 1  \n");
    add("nothing-drawable", wholeMicroseconds().metadata("process_name", 1, 1, R"("name": "python")"), "serious 1  \n");
    add("negative-duration",
        wholeMicroseconds()
            .op("a", 0_us, 10_us)
            .raw(R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 5, "dur": -3})"),
        "warning 1  \n");
}

void TestTraceHealth::eachTroubleIsFound()
{
    QFETCH(QString, check);
    QFETCH(QString, text);
    QFETCH(QString, expected);
    KT_COMPARE_TEXT(
        findingOf(runOn(inputOf({ text.toStdString() }), "trace-health"), check.toStdString()), expected.toStdString());
}

namespace {

/// The sentence of a check; "" if it found nothing.
std::string sentenceOfCheck(const std::string& text, std::string_view check)
{
    const auto result = runOn(inputOf({ text }), "trace-health");
    if (!result)
        return english(result.error().message);
    const Table& table = result->tables[0];
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (table.text(row, table.columnIndex("check")) == check)
            return std::string(table.text(row, table.columnIndex("finding")));
    }
    return {};
}

} // namespace

/// PyTorch 2.6 writes this of a profiled block in which no op runs.
void TestTraceHealth::anEmptyRecordingIsNotDeniedToBePytorchs()
{
    const std::string text =
        TraceText().complete("Trace", "PyTorch Profiler (0)", "Spans", "PyTorch Profiler", 0_us, 100_us).text();
    KT_COMPARE_TEXT(sentenceOfCheck(text, "no-pytorch-events"),
        "The file holds no op, no runtime call and no GPU work, as PyTorch's profiler records them: another program "
        "may have written it, or nothing ran meanwhile.");
}

/// torch.profiler.profile writes ProfilerStep#N only where it was given a schedule (record_steps).
void TestTraceHealth::stepsTakeAScheduleToo()
{
    const std::string text = wholeMicroseconds().op("a", 0_us, 10_us).text();
    KT_COMPARE_TEXT(sentenceOfCheck(text, "no-steps"),
        "No steps: give the profiler a schedule and call prof.step() in the training loop, or name the annotations "
        "that are steps with --step-pattern.");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ text }), "steps"), "no-steps"),
        "no steps in this scope; give the profiler a schedule and call prof.step() in the training loop, or "
        "name the annotations that are steps with --step-pattern.\n");
}

/// Times are written as the reader's language has them: none stands in the words of a sentence.
void TestTraceHealth::wholeMicrosecondsAreSaidWithoutAUnit()
{
    const std::string sentence = sentenceOfCheck(wholeMicroseconds().op("a", 0_us, 10_us).text(), "whole-microseconds");
    QVERIFY2(sentence.starts_with("Times are whole microseconds"), sentence.c_str());
    QVERIFY2(sentence.find(" us") == std::string::npos, sentence.c_str());
}

void TestTraceHealth::kernelsThatCouldNotBeReadAreNotSaidToBeDropped()
{
    TraceText text = wholeMicroseconds().launch(0_us, 5_us, 1).kernel("a", 10_us, 30_us, 7, 1).launch(20_us, 4_us, 2);
    KT_COMPARE_TEXT(sentenceOfCheck(text.text(), "launches-without-work"),
        "1 kernel launch has no kernel linked to it, of 2: the recording stopped before it ran, or GPU activity was "
        "dropped.");
    KT_COMPARE_TEXT(sentenceOfCheck(TraceText(text).launch(30_us, 4_us, 3).text(), "launches-without-work"),
        "2 kernel launches have no kernel linked to them, of 3: the recording stopped before they ran, or GPU activity "
        "was dropped.");
    text.raw(R"({"ph": "X", "cat": "kernel", "name": "b", "pid": 0, "tid": 7, "dur": 3, "args": {"correlation": 2}})");
    KT_COMPARE_TEXT(sentenceOfCheck(text.text(), "launches-without-work"),
        "1 kernel launch has no kernel linked to it, of 2: the recording stopped before it ran, or GPU activity was "
        "dropped, or an event could not be read.");
}

/// Launches without kernels beside kernels without launches: it may be the numbers that are missing.
void TestTraceHealth::numbersThatAreMissingAreSaid()
{
    TraceText text = wholeMicroseconds().launch(0_us, 5_us, 1).kernel("a", 10_us, 30_us, 7);
    KT_COMPARE_TEXT(sentenceOfCheck(text.text(), "no-launches"),
        "No GPU work is linked to a launch, though the file has 1 kernel launch: the numbers that link them "
        "(correlation) are missing or differ. Why the GPU waits, and which op launched what, cannot be told.");
    // Where no launch is without work, nothing was lost: as of MTIA, whose queues have work that nobody launches.
    KT_COMPARE_TEXT(sentenceOfCheck(wholeMicroseconds()
                                        .launch(0_us, 5_us, 1)
                                        .kernel("a", 10_us, 30_us, 7, 1)
                                        .complete("mtia_ccp_events", "dma_request", 0, 105, 50_us, 10_us)
                                        .text(),
                        "unlinked-work"),
        "1 GPU activity, 25.0 % of the time of GPU work, carries no number (correlation) that would link it to a "
        "launch.");
    text.launch(50_us, 5_us, 2).kernel("b", 60_us, 30_us, 7, 2);
    KT_COMPARE_TEXT(sentenceOfCheck(text.text(), "unlinked-work"),
        "1 GPU activity is linked to no launch in the file, 50.0 % of the time of GPU work: the launch came before the "
        "recording, or was lost, or the number that links the two is missing.");
    KT_COMPARE_TEXT(sentenceOfCheck(text.text(), "launches-without-work"),
        "1 kernel launch has no kernel linked to it, of 2: the recording stopped before it ran, or GPU activity was "
        "dropped, or the number that links the two is missing.");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ text.text() }), "what-if"), "unlinked-work"),
        "1 of 2 GPU activities are linked to no launch: a replay keeps how long after what was before them they start, "
        "however early the host would launch them.\n");
}

void TestTraceHealth::launchesThatWaitAreSaidWhereItMatters()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 20; ++i) {
        const Timestamp at = i * 100'000;
        text.launch(at, 60_us, i + 1).kernel("k", at + 8_us, 50_us, 7, i + 1);
    }
    const std::string sentence = sentenceOfCheck(text.text(), "blocking-launches");
    QVERIFY2(sentence.starts_with("20 of 20 kernels begin and end inside their launch call"), sentence.c_str());
    for (const char* const analysis : { "overview", "idle-causes", "critical-path", "what-if" })
        KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ text.text() }), analysis), "blocking-launches"), sentence + "\n");
    // Of tiny kernels some end before their call returns.
    for (int i = 20; i < 30; ++i)
        text.launch(i * 100'000, 10_us, i + 1).kernel("long", i * 100'000 + 8'000, 90_us, 7, i + 1);
    KT_COMPARE_TEXT(sentenceOfCheck(text.text(), "blocking-launches"), "");
}

void TestTraceHealth::sharedCorrelationsAreNoClocks()
{
    // Two processes in one file, each with a launch of number 1 and the kernel of one of them.
    TraceText two = wholeMicroseconds().launch(0_us, 5_us, 1).kernel("a", 10_us, 30_us, 7, 1).launch(60_us, 5_us, 2);
    two.kernel("b", 70_us, 30_us, 7, 2);
    two.raw(R"({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 99, "tid": 99, "ts": 3, )"
            R"("dur": 5, "args": {"correlation": 1}})");
    KT_COMPARE_TEXT(sentenceOfCheck(two.text(), "work-before-launch"), "");
    KT_COMPARE_TEXT(sentenceOfCheck(two.text(), "shared-correlations"),
        "1 GPU activity carries a correlation number that is used more than once (1 in all): which call launched what "
        "is not known there, nor launch delays, nor whether the GPU waits for the host.");
    // Where the other call of the number was lost, the link is as wrong and looks single.
    two.launch(900_us, 5_us, 3).kernel("c", 800_us, 30_us, 7, 3);
    KT_COMPARE_TEXT(sentenceOfCheck(two.text(), "work-before-launch"),
        "1 GPU activity starts before the launch that it is linked to, by up to 100.0 us. Correlation numbers are used "
        "more than once in this file, so the link may be wrong; if it is right, the clocks of host and GPU disagree.");
    // A recorder that gives all kernels one number.
    TraceText one = wholeMicroseconds().launch(0_us, 5_us, 1).kernel("a", 10_us, 30_us, 7, 1).launch(20_us, 4_us, 2);
    one.kernel("b", 50_us, 30_us, 7, 1);
    KT_COMPARE_TEXT(sentenceOfCheck(one.text(), "shared-correlations"),
        "2 GPU activities carry correlation numbers that are used more than once (1 in all): which call launched what "
        "is not known there, nor launch delays, nor whether the GPU waits for the host.");
    for (const char* analysis : { "overview", "idle-causes", "critical-path", "what-if" })
        KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ one.text() }), analysis), "shared-correlations"),
            "2 GPU activities carry correlation numbers that are used more than once (1 in all): which call launched "
            "what is not known there, nor launch delays, nor whether the GPU waits for the host.\n");
    KT_COMPARE_TEXT(sentenceOfCheck(one.text(), "launches-without-work"),
        "2 kernel launches have no kernel linked to them, of 2: the recording stopped before they ran, or GPU activity "
        "was dropped, or another call has the same number.");
    // The driver call that a runtime call makes has its number, too.
    TraceText nested = wholeMicroseconds().launch(0_us, 9_us, 1).kernel("a", 10_us, 30_us, 7, 1);
    nested.raw(R"({"ph": "X", "cat": "cuda_driver", "name": "cuLaunchKernel", "pid": 100, "tid": 100, "ts": 2, )"
               R"("dur": 5, "args": {"correlation": 1}})");
    KT_COMPARE_TEXT(sentenceOfCheck(nested.text(), "shared-correlations"), "");
}

void TestTraceHealth::collectivesWithoutMetadataAreMatchedWithTheirLike()
{
    KT_COMPARE_TEXT(sentenceOfCheck(wholeMicroseconds().kernel("ncclDevKernel_AllReduce", 0_us, 10_us, 7).text(),
                        "no-collective-metadata"),
        "1 communication kernel carries no collective metadata, of 1: with those of other ranks it is matched by "
        "order, "
        "and only where these carry none either. PyTorch 2.2 and later write it.");
}

void TestTraceHealth::clocksOfHostAndGpuThatDisagreeAreSaidWhereItMatters()
{
    // Four copies, each followed by a synchronisation that returns while its copy has long to go.
    const auto shifted = [](Nanoseconds by) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 4; ++i) {
            const Timestamp at = i * 1000_us + 10_us;
            text.runtime("cudaMemcpyAsync", at, 20_us, i + 1)
                .runtime("cudaStreamSynchronize", at + 21_us, 30_us, i + 11);
            text.copy("Memcpy HtoD (Pageable -> Device)", at + 25_us + by, 20_us, 7, i + 1, 4096);
        }
        return text.text();
    };
    const std::string said =
        "4 of 4 stream synchronisations right after a copy return before the copy has ended, by "
        "494.0 us in the median: the clocks of host and GPU disagree, so launch delays and causes of "
        "idle time are off by about as much.";
    KT_COMPARE_TEXT(sentenceOfCheck(shifted(500_us), "return-before-work"), said);
    KT_COMPARE_TEXT(sentenceOfCheck(shifted(0), "return-before-work"), "");
    KT_COMPARE_TEXT(sentenceOfCheck(shifted(90_us), "return-before-work"), "");
    const auto remarkIn = [](const std::string& text, const char* analysis) {
        const auto result = runOn(inputOf({ text }), analysis);
        for (const Remark& remark : result->remarks) {
            if (remark.code == "host-clock")
                return english(remark.message);
        }
        return std::string();
    };
    // The GPU is idle before each, so none waits for other work.
    const auto late = [](Nanoseconds by, int count) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < count; ++i)
            text.launch(i * 1000_us, 5_us, i + 1).kernel("k", i * 1000_us + 7_us + by, 20_us, 7, i + 1);
        return text.text();
    };
    const std::string isLate =
        "Each of 10 GPU activities that start on an idle GPU starts 2.007 ms or more after its launch, where 5 to "
        "30 microseconds are usual: the clock of the GPU may be late by about as much. Launch delays are too long "
        "then, and waiting for the host counts as waiting of queued work.";
    KT_COMPARE_TEXT(sentenceOfCheck(late(2'000_us, 11), "starts-late"), isLate);
    KT_COMPARE_TEXT(sentenceOfCheck(late(2'000_us, 10), "starts-late"), "");
    KT_COMPARE_TEXT(sentenceOfCheck(late(90_us, 11), "starts-late"), "");
    // What returns behind the end of its work has seen it: the clock is right, another program had the GPU.
    TraceText shared = wholeMicroseconds();
    for (int i = 0; i < 11; ++i)
        shared.launch(i * 4000_us, 5_us, i + 1).kernel("k", i * 4000_us + 2'007_us, 20_us, 7, i + 1);
    shared.runtime("cudaDeviceSynchronize", 40'010_us, 2'022_us, 100);
    KT_COMPARE_TEXT(sentenceOfCheck(shared.text(), "starts-late"), "");
    // Work that starts when a long call returns, which loaded its code, starts in time.
    const auto loading = [](Nanoseconds afterReturn) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 12; ++i)
            text.launch(i * 4000_us, 1'500_us, i + 1)
                .kernel("k" + std::to_string(i), i * 4000_us + 1'500_us + afterReturn, 20_us, 7, i + 1);
        return text.text();
    };
    KT_COMPARE_TEXT(sentenceOfCheck(loading(5_us), "starts-late"), "");
    QVERIFY(!sentenceOfCheck(loading(500_us), "starts-late").empty());
    KT_COMPARE_TEXT(remarkIn(late(2'000_us, 11), "overview"), isLate);
    const std::string findings = rowsOf(runOn(inputOf({ late(2'000_us, 11) }), "overview"), "findings", { "finding" });
    QVERIFY2(findings.find("but the clock of the GPU may be late by 2.007 ms") != std::string::npos
            && findings.find("the host is not the reason") == std::string::npos,
        findings.c_str());
    const std::string early = wholeMicroseconds().launch(20_us, 5_us, 1).kernel("a", 13_us, 30_us, 7, 1).text();
    for (const char* const analysis : { "overview", "idle-causes", "critical-path", "what-if" }) {
        KT_COMPARE_TEXT(remarkIn(shifted(500_us), analysis), said);
        KT_COMPARE_TEXT(remarkIn(shifted(0), analysis), "");
        KT_COMPARE_TEXT(remarkIn(early, analysis), sentenceOfCheck(early, "work-before-launch"));
    }
}

void TestTraceHealth::aSoundTraceHasNothingSeriousNorWarning()
{
    const auto result = runOn(inputOf({ generateTrace() }), "trace-health");
    KT_VERIFY_OK(result);
    const Table& table = result->tables[0];
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        QCOMPARE(toQString(table.text(row, table.columnIndex("severity"))), QString("info"));
}

void TestTraceHealth::nothingAtAllIsSaid()
{
    const std::string text = TraceText()
                                 .top("with_stack", "1")
                                 .top("profile_memory", "1")
                                 .step(1, 0_us, 100_us)
                                 .op("aten::a", 10_us, 50_us)
                                 .launch(20_us, 10_us, 1)
                                 .gpuAnnotation("ProfilerStep#1", 30_us, 50_us, 7)
                                 .kernel("a", 40_us, 30_us, 7, 1)
                                 .top("deviceProperties", R"([{"id": 0, "name": "A100"}])")
                                 .text();
    const auto result = runOn(inputOf({ text }), "trace-health");
    KT_COMPARE_TEXT(rowsOf(result, "findings", { "check" }), "");
    KT_VERIFY_OK(result);
    QCOMPARE(toQString(result->remarks.at(0).code), QString("healthy"));
}

void TestTraceHealth::damageIsTheImportReport()
{
    GeneratorOptions options;
    options.defects = { Defect::CutShort };
    const auto cut = runOn(inputOf({ generateTrace(options) }), "trace-health");
    KT_VERIFY_OK(cut);
    QCOMPARE(toQString(cut->tables[0].text(0, 0)), QString("serious"));
    QVERIFY(findingOf(cut, "truncated").starts_with("serious 1"));
    const auto mended = runOn(inputOf({ wholeMicroseconds().op("a\xff", 0_us, 1_us).text() }), "trace-health");
    KT_COMPARE_TEXT(findingOf(mended, "invalid-utf8"), "warning 1  \n");
}

void TestTraceHealth::rangeChoosesTheSlices()
{
    const std::string text =
        wholeMicroseconds().launch(0_us, 1_us, 1).kernel("a", 1_us, 5_us, 7, 1).kernel("b", 50_us, 5_us, 7, 9).text();
    Scope scope;
    scope.range = TimeRange { 0, 20'000 };
    QVERIFY(findingOf(runOn(inputOf({ text }, scope), "trace-health"), "unlinked-work").empty());
    scope.range = TimeRange { 20'000, 60'000 };
    QVERIFY(!findingOf(runOn(inputOf({ text }, scope), "trace-health"), "no-launches").empty());
}

void TestTraceHealth::stepsWithoutTimeAreNotAskedFor()
{
    const TraceText text = wholeMicroseconds().op("a", 0_us, 10_us);
    KT_COMPARE_TEXT(sentenceOfCheck(TraceText(text).step(1, 0_us, 0_us).text(), "no-steps"),
        "Steps, such as 'ProfilerStep#1', have no length: there is no time in them.");
    KT_COMPARE_TEXT(
        sentenceOfCheck(TraceText(text)
                            .raw(R"({"ph":"B","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":3})")
                            .text(),
            "no-steps"),
        "Steps, such as 'ProfilerStep#1', have no duration that can be used: they are left out.");
}

void TestTraceHealth::whatAllRanksHaveIsOneRow()
{
    const auto text = [](std::int64_t rank, bool hasSteps) {
        TraceText trace = wholeMicroseconds().rank(rank, 3).op("a", 0_us, 10_us);
        if (hasSteps)
            trace.step(1, 0_us, 10_us);
        return trace.text();
    };
    const auto result = runOn(inputOf({ text(0, true), text(1, false), text(2, false) }), "trace-health");
    KT_COMPARE_TEXT(findingOf(result, "no-python-stacks"), "info 3  \n");
    KT_COMPARE_TEXT(findingOf(result, "no-steps"), "info 2  \n");
    KT_VERIFY_OK(result);
    const Table& table = result->tables[0];
    bool isNamed = false;
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        isNamed = isNamed || table.text(row, table.columnIndex("finding")).ends_with(" Ranks 1,2.");
    QVERIFY(isNamed);
}

void TestTraceHealth::jobsAreChecked_data()
{
    QTest::addColumn<QStringList>("texts");
    QTest::addColumn<QString>("check");
    QTest::addColumn<QString>("expected");
    const auto rank = [](std::int64_t number, std::int64_t size) {
        return wholeMicroseconds().rank(number, size).op("a", 0_us, 10_us);
    };
    const auto text = [](const TraceText& trace) { return toQString(trace.text()); };
    QTest::newRow("ranks missing") << QStringList { text(rank(0, 8)), text(rank(1, 8)) } << "ranks-missing"
                                   << "info 6  \n";
    // The first rank's distributedInfo is that of a file of several; two processes launch there.
    QTest::newRow("ranks merged into one file")
        << QStringList { text(rank(0, 8)
                                  .raw(R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,)"
                                       R"("ts":20,"dur":2,"args":{"correlation":91}})")
                                  .raw(R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":30,"dur":2,)"
                                       R"("args":{"correlation":91,"device":0,"stream":7}})")
                                  .raw(R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":2,"tid":2,)"
                                       R"("ts":20,"dur":2,"args":{"correlation":92}})")
                                  .raw(R"({"ph":"X","cat":"kernel","name":"k","pid":3,"tid":7,"ts":30,"dur":2,)"
                                       R"("args":{"correlation":92,"device":3,"stream":7}})")) }
        << "ranks-missing"
        << "";
    QTest::newRow("jobs of different size")
        << QStringList { text(rank(0, 2)), text(rank(1, 4)) } << "world-sizes-differ"
        << "warning 1  \n";
    QTest::newRow("one has a base time") << QStringList { text(rank(0, 2)), text(rank(1, 2).baseTime(1'000'000'000)) }
                                         << "clocks-differ"
                                         << "serious 1  \n";
    QTest::newRow("one has no base time that can be used")
        << QStringList { text(rank(0, 2).top("baseTimeNanoseconds", "9223372036854775000")),
               text(rank(1, 2).baseTime(1'700'000'000'000'000'000)) }
        << "clocks-differ"
        << "serious 1  \n";
    QTest::newRow("recorded at different times") << QStringList { text(rank(0, 2)),
        text(rank(1, 2).op("later", 500_us, 10_us).raw(R"({"ph": "M", "name": "x", "pid": 1, "ts": 0})")) }
                                                 << "ranks-apart"
                                                 << "";
    QTest::newRow("other steps") << QStringList { text(rank(0, 2).step(1, 0_us, 5_us)),
        text(rank(1, 2).step(2, 0_us, 5_us)) }
                                 << "steps-differ"
                                 << "info 2  \n";
    const auto on = [&](std::int64_t number, const char* model) {
        return text(rank(number, 2)
                        .top("deviceProperties", std::string(R"([{"id": 0, "name": ")") + model + "\"}]")
                        .kernel("k", 0_us, 10_us, 7));
    };
    QTest::newRow("other GPUs") << QStringList { on(0, "NVIDIA A100-SXM4-80GB"), on(1, "NVIDIA H100 80GB HBM3") }
                                << "gpu-models-differ"
                                << "info 2  \n";
    QTest::newRow("the same GPUs") << QStringList { on(0, "NVIDIA A100-SXM4-80GB"), on(1, "NVIDIA A100-SXM4-80GB") }
                                   << "gpu-models-differ"
                                   << "";
}

void TestTraceHealth::jobsAreChecked()
{
    QFETCH(QStringList, texts);
    QFETCH(QString, check);
    QFETCH(QString, expected);
    std::vector<std::string> ranks;
    for (const QString& text : texts)
        ranks.push_back(text.toStdString());
    KT_COMPARE_TEXT(findingOf(runOn(inputOf(ranks), "trace-health"), check.toStdString()), expected.toStdString());
}

/// Whose clock the ends of collectives put to those of the others can be compared with them.
void TestTraceHealth::measuredClocksCanBeCompared()
{
    const auto rank = [](std::int64_t number, Nanoseconds late) {
        TraceText text;
        text.rank(number, 2);
        for (std::int64_t n = 0; n < 6; ++n) {
            const Timestamp end = (n + 1) * 1000_us;
            text.kernel("ncclDevKernel_AllReduce", end - 200_us - late, 200_us + late, 20, 0,
                ArgsText().add("Collective name", "allreduce").add("Process Group Name", "0").add("Seq", n));
        }
        return text;
    };
    const AnalysisInput input = inputOf({ rank(0, 0_us).text(), rank(1, 40_us).baseTime(1'000'000'000).text() });
    KT_COMPARE_TEXT(findingOf(runOn(input, "trace-health"), "clocks-differ"), "serious 1  \n");
    const auto aligned = withAlignedClocks(input.traces, KernelClassifier(), {});
    KT_VERIFY_OK(aligned);
    const auto result = runOn({ *aligned, {} }, "trace-health");
    KT_COMPARE_TEXT(findingOf(result, "clocks-differ"), "info 1  \n");
    QVERIFY(rowsOf(result, "findings", { "finding" }).find("as clock-alignment tells") != std::string::npos);
}

void TestTraceHealth::section15_7ArgumentTypes_data()
{
    QTest::addColumn<QString>("args");
    QTest::addColumn<QString>("level");
    QTest::addColumn<QString>("wrong");
    QTest::addColumn<QString>("unknown");
    QTest::newRow("right types") << R"("correlation": 5, "grid": [1, 2, 3], "est. achieved occupancy %": 31)"
                                 << "complete"
                                 << ""
                                 << "";
    QTest::newRow("standard looks at what analyses read") << R"("bytes": "12", "grid": 7, "mine": 1)"
                                                          << "standard"
                                                          << "warning 1  \n"
                                                          << "";
    QTest::newRow("complete looks at all") << R"("bytes": "12", "grid": 7, "mine": {"bytes": "no"})"
                                           << "complete"
                                           << "warning 1  \nwarning 1  \n"
                                           << "info 1  \n";
    QTest::newRow("minimal reads nothing again") << R"("grid": 7, "mine": 1)"
                                                 << "minimal"
                                                 << ""
                                                 << "";
    QTest::newRow("a whole number where a fraction may be") << R"("warps per SM": 3)"
                                                            << "complete"
                                                            << ""
                                                            << "";
    QTest::newRow("a fraction where a whole number must be") << R"("Seq": 3.5)"
                                                             << "standard"
                                                             << "warning 1  \n"
                                                             << "";
}

void TestTraceHealth::section15_7ArgumentTypes()
{
    QFETCH(QString, args);
    QFETCH(QString, level);
    QFETCH(QString, wrong);
    QFETCH(QString, unknown);
    const std::string text = wholeMicroseconds().op("a", 0_us, 10_us, args.toStdString()).text();
    const auto result = runOn(inputOf({ text }), "trace-health", { { "level", level.toStdString() } });
    KT_COMPARE_TEXT(findingOf(result, "argument-type"), wrong.toStdString());
    KT_COMPARE_TEXT(findingOf(result, "unknown-arguments"), unknown.toStdString());
}

void TestTraceHealth::evidenceIsTheSlices()
{
    const AnalysisInput input = inputOf({ wholeMicroseconds().kernel("a", 10_us, 30_us, 7, 1).text() });
    const auto result = runOn(input, "trace-health");
    KT_VERIFY_OK(result);
    const Table& table = result->tables[0];
    const Selection evidence = table.evidence(0, table.columnIndex("count"));
    QCOMPARE(toQString(table.text(0, table.columnIndex("check"))), QString("no-launches"));
    QCOMPARE(evidence.slices.size(), std::size_t { 1 });
    QVERIFY(table.evidence(0, 0).isEmpty());
}

void TestTraceHealth::seriousFindingsAreTold()
{
    const auto sound = runOn(inputOf({ wholeMicroseconds().op("a", 0_us, 1_us).text() }), "trace-health");
    const auto sick = runOn(
        inputOf({ wholeMicroseconds().launch(9_us, 1_us, 1).kernel("a", 2_us, 1_us, 7, 1).text() }), "trace-health");
    KT_VERIFY_OK(sound);
    KT_VERIFY_OK(sick);
    QVERIFY(!hasSeriousFinding(*sound));
    QVERIFY(hasSeriousFinding(*sick));
}

QTEST_GUILESS_MAIN(TestTraceHealth)
#include "tst_trace_health.moc"
