// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/english.h"
#include "tests/support/overview_runs.h"

#include <QTest>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What findings of the overview claim, on small made traces: what one click gives, what others have of it, and what is
/// said of savings that are less or more than expected. tst_finding_claims has the same of public traces.
class TestOverviewClaims : public QObject {
    Q_OBJECT

private slots:
    void aClickOnWaitsGivesTheWaits();
    void aClickOnASlowStepGivesItsWindow();
    void aClickOnAnOpGivesTheCallsOfTheScope();
    void whatCallsTakeIsOfTheChosenTime();
    void atStakeIsWhatIsSavedBesideOtherWork();
    void whatTakesThePlaceOfKernelsIsSaid();
    void elementwiseKernelsBesideOtherWorkSaySo();
    void elementwiseKernelsOfAnOptimizerSaySo();
    void timeThatAnotherFindingSavesIsSaidOutside();
    void aSavingBeyondItsTimeInViewSaysSo();
    void opsThatProbablyLoadCodeAreSaidOfIdleTime();
    void shortGapsAreShownWhereTheyAre();
};

namespace {

/// What one click on the sentence of a finding of the kind gives.
Selection clickOn(const Result<AnalysisResult>& result, std::string_view kind)
{
    const Table& table = *result->findTable("findings");
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (table.text(row, table.columnIndex("kind")) == kind)
            return table.evidence(row, table.columnIndex("finding"));
    }
    return {};
}

/// Each round waits for its kernels; the op behind the first launch would be hidden, were the host ahead.
std::string waitingRounds()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 8; ++i) {
        const Timestamp at = i * 1'600_us;
        text.launch(at, 4_us, 10 * i + 1).kernel("a", at + 8_us, 20_us, 7, 10 * i + 1);
        text.op("aten::nms", at + 10_us, 400_us).launch(at + 412_us, 4_us, 10 * i + 2);
        text.kernel("b", at + 420_us, 1'170_us, 7, 10 * i + 2);
        text.runtime("cudaStreamSynchronize", at + 420_us, 1'172_us, 10 * i + 3);
    }
    return text.text();
}

/// A hundred kernels of 30 us, one after the other; the host has launched them in two thirds of the time.
std::string twoThirdsHost(const std::string& name)
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 100; ++i)
        text.op("aten::mm", i * 20_us, 19_us)
            .launch(i * 20_us + 12_us, 6_us, i + 1)
            .kernel(name, i * 30_us + 20_us, 30_us, 7, i + 1);
    return text.text();
}

} // namespace

/// Its figure is what a replay without them saves: the links that it changes.
void TestOverviewClaims::aClickOnWaitsGivesTheWaits()
{
    const auto result = runOn(inputOf({ waitingRounds() }), "overview");
    QVERIFY(sentenceOf(result, "waits-for-gpu").starts_with("The host waits 8.190 ms for the GPU, in 7 calls"));
    const Selection waits = clickOn(result, "waits-for-gpu");
    QCOMPARE(waits.intervals.size(), std::size_t { 7 });
    for (std::size_t i = 0; i < waits.intervals.size(); ++i) {
        const Timestamp at = static_cast<Timestamp>(i) * 1'600'000;
        QCOMPARE(waits.intervals[i].range.begin, at + 420'000);
        QCOMPARE(waits.intervals[i].range.end, at + 1'590'000);
    }
}

/// The host is done with each step at once: what takes time is the GPU.
void TestOverviewClaims::aClickOnASlowStepGivesItsWindow()
{
    TraceText text = wholeMicroseconds();
    Timestamp at = 0;
    for (int step = 0; step < 5; ++step) {
        const Nanoseconds work = step == 3 ? 900_us : 200_us;
        text.step(step, at, 100_us).launch(at + 10_us, 5_us, step + 1).kernel("k", at + 20_us, work, 7, step + 1);
        at += work + 20_us;
    }
    const auto result = runOn(inputOf({ text.text() }), "overview");
    const std::string sentence = sentenceOf(result, "slow-step");
    QVERIFY2(sentence.starts_with("Step 3 takes "), sentence.c_str());
    const Selection window = clickOn(result, "slow-step");
    QVERIFY(window.slices.empty());
    QCOMPARE(window.intervals.size(), std::size_t { 1 });
    const std::string length =
        english({ KT_PHRASE("overview", "%1"), arg::Duration { window.intervals.front().range.length() } });
    QVERIFY2(sentence.starts_with("Step 3 takes " + length), sentence.c_str());
}

void TestOverviewClaims::aClickOnAnOpGivesTheCallsOfTheScope()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 4; ++i)
        text.op("aten::empty", i * 100_us, 50_us);
    const std::string all = text.text();
    QCOMPARE(clickOn(runOn(inputOf({ all }), "overview"), "large-op").slices.size(), std::size_t { 4 });
    const auto part = runOn(inputOf({ all }, rangeScope(90'000, 260'000)), "overview");
    QVERIFY2(
        sentenceOf(part, "large-op").find("in 2 calls") != std::string::npos, sentenceOf(part, "large-op").c_str());
    QCOMPARE(clickOn(part, "large-op").slices.size(), std::size_t { 2 });
}

/// One call is in view, and of the next one as much as the time of itself is of.
void TestOverviewClaims::whatCallsTakeIsOfTheChosenTime()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 4; ++i)
        text.op("aten::a", i * 100_us, 50_us).op("aten::b", i * 100_us + 5_us, 10_us);
    const auto said = [&](Timestamp begin, Timestamp end) {
        const Scope scope = rangeScope(begin, end);
        return sentenceOf(runOn(inputOf({ text.text() }, scope), "overview"), "large-op");
    };
    KT_COMPARE_TEXT(said(90'000, 160'000),
        "On the host, 'aten::a' itself takes 40.00 us (57.1 % of the chosen time) in 1 call, 80.0 % of the self time "
        "of all ops. With what is inside it, the call takes 50.00 us.");
    KT_COMPARE_TEXT(said(90'000, 240'000),
        "On the host, 'aten::a' itself takes 70.00 us (46.7 % of the chosen time) in 2 calls, 40.00 us of it in "
        "one of them, 77.8 % of the self time of all ops. With what is inside them, the calls take 90.00 us together.");
}

/// The kernel beside it is in nobody's way: all of the half is saved, not only that of the time in which it is alone.
void TestOverviewClaims::atStakeIsWhatIsSavedBesideOtherWork()
{
    TraceText text = wholeMicroseconds();
    text.launch(0_us, 5_us, 1).launch(6_us, 2_us, 2);
    text.kernel("a", 10_us, 100_us, 7, 1).kernel("b", 20_us, 40_us, 9, 2);
    const auto result = runOn(inputOf({ text.text() }), "overview");
    QCOMPARE(figureOf(result, "large-kernel"), std::int64_t { 50 });
    KT_COMPARE_TEXT(sentenceOf(result, "large-kernel"),
        "One kernel, 'a', takes 100.0 us in 1 call, 100.0 % of busy GPU time; it runs alone for 60.00 us of 100.0 us. "
        "Estimated saving with it twice as fast: 50.00 us (45.5 % of the wall time).");
}

/// Faster kernels leave the GPU waiting for the host: what-if has the same times of what is critical then.
void TestOverviewClaims::whatTakesThePlaceOfKernelsIsSaid()
{
    const AnalysisInput input = inputOf({ twoThirdsHost("gemm") });
    KT_COMPARE_TEXT(findingOf(input, "large-kernel"),
        "One kernel, 'gemm', takes 3.000 ms in 100 calls, 100.0 % of busy GPU time. Estimated saving with it twice as "
        "fast: 1.005 ms (33.3 % of the wall time). Then 1.998 ms of the critical path is time of the host, instead "
        "of 18.00 us as recorded.");
    const auto replayed = runOn(input, "what-if", { { "change", "kernel:gemm=0.5" } });
    const Table& critical = *replayed->findTable("critical");
    std::int64_t recorded = 0;
    std::int64_t then = 0;
    for (std::size_t row = 0; row < critical.rowCount(); ++row) {
        const std::string_view cause = critical.text(row, critical.columnIndex("kind"));
        if (cause == "op" || cause == "launch" || cause == "unrecorded") { // all that this host does
            recorded += integerAt(critical, row, "recorded");
            then += integerAt(critical, row, "replayed");
        }
    }
    QCOMPARE(qint64 { then }, qint64 { 1'998'000 });
    QCOMPARE(qint64 { recorded }, qint64 { 18'000 });
}

void TestOverviewClaims::elementwiseKernelsBesideOtherWorkSaySo()
{
    const std::string a = "void at::native::vectorized_elementwise_kernel<4, a>";
    const std::string b = "void at::native::vectorized_elementwise_kernel<4, b>";
    TraceText text = wholeMicroseconds();
    text.kernel(a, 0_us, 60_us, 7).kernel(b, 60_us, 40_us, 7).kernel("c", 50_us, 30_us, 9);
    const QString sentence = findingOf(text.text(), "elementwise-runs");
    QVERIFY2(
        isSaid(sentence, "take 100.0 us in 2 kernels, 100.0 % of busy GPU time, and run alone for 70.00 us: where "),
        qPrintable(sentence));
    TraceText alone = wholeMicroseconds();
    alone.kernel(a, 0_us, 60_us, 7).kernel(b, 60_us, 40_us, 7);
    QVERIFY(isSaid(findingOf(alone.text(), "elementwise-runs"), "% of busy GPU time: where "));
}

/// An optimizer whose host is ahead of the GPU: its kernels follow one another, and fused=True is nearer than a
/// compiler.
void TestOverviewClaims::elementwiseKernelsOfAnOptimizerSaySo()
{
    const auto said = [](const char* annotation) {
        TraceText text = wholeMicroseconds();
        text.annotation(annotation, 0_us, 210_us);
        for (int i = 1; i <= 10; ++i) {
            text.op("aten::mul_", i * 20_us - 15_us, 15_us).launch(i * 20_us - 10_us, 5_us, i);
            text.kernel("void at::native::vectorized_elementwise_kernel<4, a>", i * 100_us, 99_us, 7, i);
        }
        return findingOf(text.text(), "elementwise-runs");
    };
    const QString optimizer = said("Optimizer.step#Adam.step");
    QVERIFY2(isSaid(optimizer,
                 "reads and writes it once. 990.0 us of that is in steps of the optimizer, outside of foreach and "
                 "fused ops: with fused=True those optimizers of PyTorch that have it update many parameters in one "
                 "kernel. Estimated saving"),
        qPrintable(optimizer));
    const QString other = said("scale all");
    QVERIFY2(isSaid(other, "reads and writes it once. Estimated saving"), qPrintable(other));
}

/// A first call that sets something up, before all work, and a second one while the GPU waits.
void TestOverviewClaims::timeThatAnotherFindingSavesIsSaidOutside()
{
    TraceText text = wholeMicroseconds();
    text.runtime("cudaDeviceGetStreamPriorityRange", 0_us, 50'000_us, 1).launch(50'010_us, 5_us, 2);
    text.kernel("a", 50'020_us, 100_us, 7, 2).runtime("cudaDeviceSetLimit", 50'030_us, 5'000_us, 3);
    text.launch(55'040_us, 5_us, 4).kernel("b", 55'050_us, 100_us, 7, 4);
    const auto result = runOn(inputOf({ text.text() }), "overview");
    const std::string first = sentenceOf(result, "first-use");
    QVERIFY2(first.find(" of the GPU time in view") != std::string::npos
            && first.find(", and 50.00 ms before or after it (together ") != std::string::npos,
        first.c_str());
    const std::string outside = sentenceOf(result, "outside-view");
    QVERIFY2(
        outside.ends_with(": usually only first calls do so. 50.00 ms of this time is part of the estimated saving "
                          "of another finding, that of 4.910 ms."),
        outside.c_str());
}

/// Launch calls while the GPU is busy are shorter, too, and most of them are before the first work.
void TestOverviewClaims::aSavingBeyondItsTimeInViewSaysSo()
{
    TraceText text = wholeMicroseconds();
    text.op("aten::empty", 0_us, 1'000_us).launch(1'000_us, 5_us, 1).kernel("a", 1'010_us, 20_us, 7, 1);
    text.op("aten::mm", 1'010_us, 60_us).launch(1'070_us, 5_us, 2).kernel("b", 1'080_us, 20_us, 7, 2);
    const QString sentence = findingOf(text.text(), "host-wait");
    QVERIFY2(isSaid(sentence,
                 "with the host twice as fast in ops: 30.00 us of the GPU time in view, also outside of "
                 "this time, and 500.0 us before or after it"),
        qPrintable(sentence));
}

/// As the critical path has it: the op takes 3 ms itself before its first launch, and 10 us later.
void TestOverviewClaims::opsThatProbablyLoadCodeAreSaidOfIdleTime()
{
    TraceText text = wholeMicroseconds();
    text.op("aten::add", 0_us, 20_us).launch(10_us, 5_us, 1).kernel("a", 18_us, 20_us, 7, 1);
    text.op("aten::mm", 50_us, 3'020_us).launch(3'050_us, 5_us, 2).kernel("b", 3'060_us, 20_us, 7, 2);
    text.op("aten::mm", 3'100_us, 20_us).launch(3'110_us, 5_us, 3).kernel("b", 3'118_us, 20_us, 7, 3);
    const AnalysisInput input = inputOf({ text.text() });
    const QString sentence = toQString(findingOf(input, "host-wait"));
    QVERIFY2(isSaid(sentence,
                 "; 3.000 ms of it is in 1 op before it launches a kernel for the first time: it is probably loading "
                 "code."),
        qPrintable(sentence));
    KT_COMPARE_TEXT(remarkOf(runOn(input, "idle-causes"), "probably-loading"),
        "1 op takes 3.000 ms itself, in which a GPU is idle, before it launches a kernel for the first time, more than "
        "1 ms and twice as long as in its other calls, where there are any: it is probably loading code.\n");
    TraceText again = wholeMicroseconds(); // such an op takes as long always
    again.op("aten::mm", 0_us, 3'020_us).launch(3'010_us, 5_us, 1).kernel("b", 3'018_us, 20_us, 7, 1);
    again.op("aten::mm", 3'050_us, 3'020_us).launch(6'060_us, 5_us, 2).kernel("b", 6'068_us, 20_us, 7, 2);
    QCOMPARE(remarkOf(runOn(inputOf({ again.text() }), "idle-causes"), "probably-loading"), std::string());
}

/// Idle causes calls short gaps before work without a launch latency: the whole figure is in Idle time.
void TestOverviewClaims::shortGapsAreShownWhereTheyAre()
{
    TraceText text = wholeMicroseconds();
    text.launch(0_us, 2_us, 1).launch(2_us, 2_us, 2);
    text.kernel("a", 10_us, 40_us, 7, 1).kernel("b", 60_us, 40_us, 7, 2).kernel("c", 110_us, 40_us, 7);
    const AnalysisInput input = inputOf({ text.text() });
    const auto result = runOn(input, "overview");
    QCOMPARE(figureOf(result, "kernel-gaps"), std::int64_t { 20 });
    const Table& findings = *result->findTable("findings");
    for (std::size_t row = 0; row < findings.rowCount(); ++row)
        QCOMPARE(findings.text(row, findings.columnIndex("kind")) == "kernel-gaps",
            findings.text(row, findings.columnIndex("analysis")) == "idle-time");
    KT_COMPARE_TEXT(rowsOf(runOn(input, "idle-time"), "devices", { "idle_category", "idle_time" }), "kernel_wait 20\n");
}

QTEST_GUILESS_MAIN(TestOverviewClaims)
#include "tst_overview_claims.moc"
