// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/call_figures.h"
#include "core/analysis/efficiency/formulas/op_arguments.h"
#include "core/io/trace_loader.h"
#include "core/overlay/kernel_counters.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/long_tests.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_examples.h"
#include "tests/support/trace_text.h"

#include <QDirIterator>

#include <algorithm>
#include <cmath>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// How near work comes to the peaks, beside the figures of other analyses: from the arguments that the loader keeps.
class TestPeakShares : public QObject {
    Q_OBJECT

private slots:
    void keptArgumentsAreThoseOfTheFile_data();
    void keptArgumentsAreThoseOfTheFile();
    void argumentsInTheFileAloneAreReadThere();
    void opsAndKernelsShowTheirShare();
    void aShareNeedsHalfOfTheTime();
    void stepsShowTheirMfu();
    void aHostThatRunsAheadMakesNoMfu();
    void theOverviewDoesNotOpenWithWhatWasNotRecorded();
    void peaksAreAskedForWhereTheyHelp();
    void theOverviewSaysWhatIsFarFromThePeak();
    void smallCallsAreCalledSmall();
    void noNanosecondIsClaimedByTwoFindings();
    void theSavingIsThatOfTheCallsAtThePeak();
    void theSavingOfChosenStreamsIsThatOfTheirCalls();
    void callsAreNotNamedBySizesThatAreNotInMemory();
    void figuresOfOneCall();
    void coloursAreTheShares();
};

namespace {

constexpr const char* kLargeProduct =
    R"("Input Dims": [[4096, 4096], [4096, 4096]], "Input type": ["c10::Half", "c10::Half"])";

TraceText onH100()
{
    return wholeMicroseconds().top("deviceProperties", kH100Properties);
}

/// Two products of 20 us each, one of them inside `aten::linear`, and a kernel of an op without a formula.
TraceText products(Nanoseconds other = 10_us)
{
    return onH100()
        .step(1, 0_us, 200_us)
        .op("aten::linear", 0_us, 30_us)
        .op("aten::mm", 5_us, 20_us, kHalfProduct)
        .launch(10_us, 2_us, 1)
        .op("aten::mm", 40_us, 20_us, kHalfProduct)
        .launch(45_us, 2_us, 2)
        .op("mylib::op", 70_us, 20_us)
        .launch(75_us, 2_us, 3)
        .kernel("gemm", 50_us, 20_us, 7, 1)
        .kernel("gemm", 80_us, 20_us, 7, 2)
        .kernel("other", 110_us, other, 7, 3);
}

std::string sentences(const TraceText& text)
{
    return rowsOf(runOn(inputOf({ text.text() }), "overview"), "findings", { "finding" });
}

bool has(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

void TestPeakShares::keptArgumentsAreThoseOfTheFile_data()
{
    QTest::addColumn<QString>("path");
    QDirIterator files(sharedPath(QStringLiteral("traces")), { QStringLiteral("*.json"), QStringLiteral("*.json.gz") },
        QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        if (!isTooLongHere(path))
            QTest::newRow(qPrintable(path.section(QLatin1Char('/'), -2))) << path;
    }
    if (QTest::currentDataTag() == nullptr && !QDir(sharedPath(QStringLiteral("traces"))).exists())
        QSKIP("The folder of shared traces is not beside the project.");
}

/// Of every event of every public trace: the same four texts, whether the loader kept them or the file is read again.
void TestPeakShares::keptArgumentsAreThoseOfTheFile()
{
    QFETCH(QString, path);
    const auto loaded = loadTrace(path.toStdString(), testLoadOptions(), {});
    if (!loaded)
        return; // not every file is a trace
    const Trace& trace = **loaded;
    std::vector<SliceId> all;
    for (std::size_t i = 0; i < trace.slices().size(); ++i)
        all.push_back(SliceTable::at(i));
    OpArgumentStore kept(trace);
    OpArgumentStore file(trace, false);
    KT_VERIFY_OK(kept.read(all, 1, {}));
    KT_VERIFY_OK(file.read(all, 1, {}));
    for (const SliceId slice : all) {
        const std::uint32_t a = kept.idOf(slice);
        const std::uint32_t b = file.idOf(slice);
        QCOMPARE(a == OpArgumentStore::kNone, b == OpArgumentStore::kNone);
        if (a == OpArgumentStore::kNone)
            continue;
        KT_COMPARE_TEXT(kept[a].dimsText, file[b].dimsText);
        KT_COMPARE_TEXT(kept[a].typesText, file[b].typesText);
        KT_COMPARE_TEXT(kept[a].valuesText, file[b].valuesText);
    }
}

/// Of an event with an odd `Seq` no arguments are kept, and efficiency reads them all the same.
void TestPeakShares::argumentsInTheFileAloneAreReadThere()
{
    const std::string text = onH100()
                                 .op("aten::mm", 0_us, 20_us, std::string(R"("Seq": "x", )") + kHalfProduct)
                                 .launch(10_us, 2_us, 1)
                                 .kernel("gemm", 50_us, 20_us, 7, 1)
                                 .text();
    const AnalysisInput input = inputOf({ text });
    QVERIFY(OpArgumentStore(*input.traces->ranks().front().trace).needsFile());
    KT_COMPARE_TEXT(rowsOf(runOn(input, "efficiency"), "ops", { "name", "flops" }), "aten::mm 2147483648\n");
}

void TestPeakShares::opsAndKernelsShowTheirShare()
{
    const AnalysisInput input = inputOf({ products().text() });
    // 2.1705 us of 20.
    KT_COMPARE_TEXT(rowsOf(runOn(input, "operators", { { "kinds", "ops" } }), "operators", { "name", "peak_pctg" }),
        "aten::mm 10.85\nmylib::op \naten::linear 10.85\n");
    KT_COMPARE_TEXT(
        rowsOf(runOn(input, "kernel-breakdown"), "kernels", { "name", "peak_pctg" }), "gemm 10.85\nother \n");
    // Without a device there is no peak, without shapes there are no bytes.
    TraceText bare(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    bare.op("aten::mm", 5_us, 20_us, kHalfProduct).launch(10_us, 2_us, 1).kernel("gemm", 50_us, 20_us, 7, 1);
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ bare.text() }), "operators", { { "kinds", "ops" } }), "operators",
                        { "name", "peak_pctg" }),
        "aten::mm \n");
}

/// A step around all of it has a share while at least half of its work is known.
void TestPeakShares::aShareNeedsHalfOfTheTime()
{
    const auto ofStep = [](Nanoseconds other) {
        return rowsOf(runOn(inputOf({ products(other).text() }), "operators", { { "kinds", "annotations" } }),
            "operators", { "peak_pctg" });
    };
    KT_COMPARE_TEXT(ofStep(40_us), "10.85\n");
    KT_COMPARE_TEXT(ofStep(41_us), "\n");
}

void TestPeakShares::stepsShowTheirMfu()
{
    const AnalysisInput input = inputOf({ products().text() });
    // 4.341 us at the peak, of 200.
    const auto steps = runOn(input, "steps");
    KT_COMPARE_TEXT(rowsOf(steps, "steps", { "mfu_pctg" }), "2.1705\n");
    KT_COMPARE_TEXT(rowsOf(runOn(input, "efficiency"), "steps", { "step", "mfu_pctg" }), "1 2.1705\nall 6.2014\n");
    KT_COMPARE_TEXT(rowsOf(runOn(input, "overview"), "split", { "mfu_pctg" }), "6.2014\n"); // the row of all
    const auto unknown = runOn(inputOf({ products(100_us).text() }), "steps");              // 40 of 140 us are known
    KT_COMPARE_TEXT(rowsOf(unknown, "steps", { "mfu_pctg" }), "\n");
    KT_COMPARE_TEXT(unknown->remarks.back().code, "no-mfu");
    QVERIFY(has(english(unknown->remarks.back()), "for less than half of the GPU time"));
}

/// Two steps of 10 us on the host launch 20 us of GPU work each, of which 2.1705 us are at the peak.
void TestPeakShares::aHostThatRunsAheadMakesNoMfu()
{
    TraceText text = onH100();
    for (int i = 0; i < 2; ++i)
        text.step(i + 1, i * 10_us, 10_us)
            .op("aten::mm", i * 10_us + 1_us, 6_us, kHalfProduct)
            .launch(i * 10_us + 2_us, 2_us, i + 1)
            .kernel("gemm", i * 20_us + 8_us, 20_us, 7, i + 1);
    const AnalysisInput input = inputOf({ text.text() });
    // From the start of the first work to the end of the last: 40 us.
    KT_COMPARE_TEXT(rowsOf(runOn(input, "overview"), "split", { "mfu_pctg" }), "10.8525\n");
    const auto steps = runOn(input, "steps");
    KT_COMPARE_TEXT(rowsOf(steps, "steps", { "mfu_pctg" }), "21.7049\n21.7049\n");
    const std::string said =
        "the GPU works longer for what 2 of 2 steps launched than the host is in them: it ran ahead. Their MFU is over "
        "that time of the host and says more than the GPU reaches, possibly more than 100 %. Over time of the GPU it "
        "is in the steps of Efficiency, of each step with --window set to gpu and in the row of all.\n";
    KT_COMPARE_TEXT(remarkOf(steps, "mfu-of-host-time"), said);
    KT_COMPARE_TEXT(remarkOf(runOn(input, "efficiency"), "mfu-of-host-time"), said);
    KT_COMPARE_TEXT(remarkOf(runOn(input, "efficiency", { { "window", "gpu" } }), "mfu-of-host-time"), "");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ products().text() }), "steps"), "mfu-of-host-time"), "");
}

/// Most recordings have no shapes, and most readers of an overview did not look for an MFU.
void TestPeakShares::theOverviewDoesNotOpenWithWhatWasNotRecorded()
{
    const auto saysSo = [](const TraceText& text, const char* analysis) {
        const auto result = runOn(inputOf({ text.text() }), analysis);
        return result && std::ranges::any_of(result->remarks, [](const Remark& r) { return r.code == "no-mfu"; });
    };
    const TraceText bare = onH100()
                               .step(1, 0_us, 200_us)
                               .op("aten::mm", 0_us, 20_us)
                               .launch(10_us, 2_us, 1)
                               .kernel("gemm", 50_us, 20_us, 7, 1);
    TraceText collective = bare; // whose arguments are kept, too, and are no shapes
    collective.kernel("ncclDevKernel_AllReduce", 80_us, 20_us, 20, 0, R"("In msg nelems": 8, "dtype": "Float")");
    QVERIFY(!saysSo(bare, "overview"));
    QVERIFY(!saysSo(collective, "overview"));
    QVERIFY(saysSo(bare, "steps"));
    QVERIFY(saysSo(products(100_us), "overview")); // with shapes it says why they do not do
}

/// Without a matrix product the peaks of a device that is not known give no MFU either.
void TestPeakShares::peaksAreAskedForWhereTheyHelp()
{
    const auto textOf = [](const char* op) {
        return wholeMicroseconds()
            .step(1, 0_us, 200_us)
            .op(op, 0_us, 20_us, kHalfProduct)
            .launch(10_us, 2_us, 1)
            .kernel("k", 50_us, 20_us, 7, 1)
            .text();
    };
    for (const char* analysis : { "overview", "steps" }) {
        KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ textOf("aten::mm") }), analysis), "no-mfu"),
            "the model FLOPs utilization (MFU) is not known: the peaks of the device, or of the types of its matrix "
            "work, are not known. A DEVICE line in the rules file can give them.\n");
        KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ textOf("aten::add") }), analysis), "no-mfu"),
            "the model FLOPs utilization (MFU) is not known: no matrix product, convolution or attention with known "
            "operations was launched by an op.\n");
    }
}

void TestPeakShares::theOverviewSaysWhatIsFarFromThePeak()
{
    TraceText text = onH100();
    text.op("aten::mm", 0_us, 20_us, kLargeProduct).launch(10_us, 2_us, 1).kernel("gemm", 50_us, 1000_us, 7, 1);
    // 137.4 GFLOP: 138.9 us.
    const std::string said = sentences(text);
    QVERIFY2(has(said,
                 "Matrix products ('aten::mm', shapes 4096 x 4096, 4096 x 4096) reach 13.9 % of the GPU's peak rate. "
                 "They take 1.000 ms (100.0 % of GPU time in view) in 1 call."),
        said.c_str());
    // Why, as far as the file tells.
    TraceText few = onH100();
    few.op("aten::mm", 0_us, 20_us, kLargeProduct)
        .launch(10_us, 2_us, 1)
        .kernel("gemm", 50_us, 1000_us, 7, 1, R"("blocks per SM": 0.125)");
    const std::string why = sentences(few);
    QVERIFY2(has(why,
                 " in 1 call. Their kernels are launched with no more than 0.13 blocks for each multiprocessor of the "
                 "GPU, so that a quarter of these or more have nothing of them to do: larger batches may take hardly "
                 "longer."),
        why.c_str());
    // Near the peak there is nothing to say of it.
    TraceText near = onH100();
    near.op("aten::mm", 0_us, 20_us, kLargeProduct).launch(10_us, 2_us, 1).kernel("gemm", 50_us, 140_us, 7, 1);
    QVERIFY(!has(sentences(near), "peak rate"));
}

void TestPeakShares::smallCallsAreCalledSmall()
{
    constexpr const char* kSmall = R"("Input Dims": [[64, 64], [64, 64]], "Input type": ["c10::Half", "c10::Half"])";
    TraceText text = onH100();
    for (int i = 0; i < 20; ++i)
        text.op("aten::mm", 20_us * i, 10_us, kSmall)
            .launch(20_us * i + 1_us, 1_us, i + 1)
            .kernel("gemm", 1000_us + 10_us * i, 10_us, 7, i + 1);
    const std::string said = sentences(text);
    QVERIFY2(has(said, "are small: each takes 10.00 us on average"), said.c_str());
    QVERIFY(!has(said, "peak rate"));
}

/// The kernel behind the calls is not named again.
void TestPeakShares::noNanosecondIsClaimedByTwoFindings()
{
    TraceText text = onH100();
    text.op("aten::mm", 0_us, 20_us, kLargeProduct).launch(10_us, 2_us, 1).kernel("gemm", 50_us, 1000_us, 7, 1);
    const auto result = runOn(inputOf({ text.text() }), "overview");
    const std::string kinds = rowsOf(result, "findings", { "kind" });
    QVERIFY2(has(kinds, "below-peak") && !has(kinds, "large-kernel"), kinds.c_str());
    // Where the calls are near their peak, half of the kernel's time is more: then it is the kernel.
    TraceText near = onH100();
    near.op("aten::mm", 0_us, 20_us, kLargeProduct).launch(10_us, 2_us, 1).kernel("gemm", 50_us, 200_us, 7, 1);
    const std::string other = rowsOf(runOn(inputOf({ near.text() }), "overview"), "findings", { "kind" });
    QVERIFY2(has(other, "large-kernel") && !has(other, "below-peak"), other.c_str());
}

void TestPeakShares::theSavingIsThatOfTheCallsAtThePeak()
{
    TraceText text = onH100();
    text.op("aten::mm", 0_us, 20_us, kLargeProduct).launch(10_us, 2_us, 1).kernel("gemm", 50_us, 1000_us, 7, 1);
    const auto result = runOn(inputOf({ text.text() }), "overview");
    KT_VERIFY_OK(result);
    const Table& findings = result->tables.front();
    const std::size_t row = 0;
    const Cell saved = findings.cell(row, findings.columnIndex("saved"));
    // All of it is on the way to the end: 1000 us become 138.9.
    const auto ns = std::get<std::int64_t>(saved);
    QVERIFY2(std::llabs(ns - 861'100) < 200, std::to_string(ns).c_str());
    QCOMPARE(findings.evidence(row, 0).slices.size(), std::size_t { 1 });
}

/// An op by its name and sizes is one of all streams: it stands for the calls only where there are no others.
void TestPeakShares::theSavingOfChosenStreamsIsThatOfTheirCalls()
{
    TraceText text = onH100();
    for (int i = 0; i < 20; ++i) {
        text.op("aten::mm", 20_us * i, 8_us, kLargeProduct).launch(20_us * i + 1_us, 1_us, 2 * i + 1);
        text.op("aten::mm", 20_us * i + 10_us, 8_us, kLargeProduct).launch(20_us * i + 11_us, 1_us, 2 * i + 2);
        text.kernel("gemm", 1'000_us + 2'000_us * i, 2'000_us, 7, 2 * i + 1);
        text.kernel("gemm", 1'000_us + 10'000_us * i, 10'000_us, 20, 2 * i + 2);
    }
    AnalysisInput input = inputOf({ text.text() });
    const std::string all = rowsOf(runOn(input, "overview"), "findings", { "kind", "what_if" });
    QVERIFY2(has(all, "below-peak op:aten::mm="), all.c_str());
    input.scope.streams = { 7 }; // the calls of the other one are what it takes
    const std::string ofFast = rowsOf(runOn(input, "overview"), "findings", { "kind", "what_if" });
    QVERIFY2(!has(ofFast, "below-peak") && !has(ofFast, "op:"), ofFast.c_str());
    input.scope.streams = { 20 };
    const std::string ofSlow = rowsOf(runOn(input, "overview"), "findings", { "kind", "what_if" });
    QVERIFY2(has(ofSlow, "below-peak") && !has(ofSlow, "op:"), ofSlow.c_str());
}

/// Calls whose sizes the loader has not kept may be of the same ones: then nobody can write down which are meant.
void TestPeakShares::callsAreNotNamedBySizesThatAreNotInMemory()
{
    const auto changes = [](const std::string& odd) {
        TraceText text = onH100();
        text.op("aten::mm", 0_us, 20_us, kLargeProduct).launch(10_us, 2_us, 1).kernel("gemm", 100_us, 1'000_us, 7, 1);
        text.op("aten::mm", 30_us, 20_us, odd + kHalfProduct).launch(40_us, 2_us, 2);
        text.kernel("gemm", 1'100_us, 20_us, 7, 2);
        return rowsOf(runOn(inputOf({ text.text() }), "overview"), "findings", { "kind", "what_if" });
    };
    QVERIFY(has(changes(""), "below-peak op:aten::mm[[4096,4096],[4096,4096]]="));
    const std::string unread = changes(R"("Seq": "x", )"); // an event of which the loader keeps nothing
    QVERIFY2(has(unread, "below-peak") && !has(unread, "op:"), unread.c_str());
}

void TestPeakShares::figuresOfOneCall()
{
    const AnalysisInput input = inputOf({ products().text() });
    const Trace& trace = *input.traces->ranks().front().trace;
    const auto figuresAt = [&](std::string_view name) {
        for (std::size_t i = 0; i < trace.slices().size(); ++i) {
            if (trace.name(SliceTable::at(i)) == name)
                return callFiguresOf(input.traces, { 0, SliceTable::at(i) }, KernelClassifier(), {}).value();
        }
        return std::optional<CallFigures>();
    };
    for (const char* name : { "gemm", "aten::mm" }) {
        const auto figures = figuresAt(name);
        QVERIFY(figures && figures->roofline);
        KT_COMPARE_TEXT(figures->category, "GEMM");
        QCOMPARE(*figures->figures.flops, std::int64_t { 1 } << 31);
        QCOMPARE(figures->kernelTime, Nanoseconds { 20_us });
        QVERIFY(std::abs(figures->roofline->time - 2170.5) < 0.1);
        QVERIFY(figures->roofline->isComputeBound);
        QCOMPARE(figures->peakRate, 989.4);
    }
    const auto other = figuresAt("other");
    QVERIFY(other && !other->roofline && other->figures.lack == Lack::NoFormula);
    QVERIFY(!figuresAt("ProfilerStep#1"));
}

void TestPeakShares::coloursAreTheShares()
{
    const AnalysisInput input = inputOf({ products().text() });
    const auto shares = readPeakShares(input, {});
    KT_VERIFY_OK(shares);
    QVERIFY(shares->arePeakShares());
    QCOMPARE(shares->scale(0).highest, 100.0);
    const Trace& trace = *input.traces->ranks().front().trace;
    std::string values;
    for (std::size_t i = 0; i < trace.slices().size(); ++i) {
        const double value = shares->value({ 0, SliceTable::at(i) }, 0);
        if (!std::isnan(value))
            values +=
                std::string(trace.name(SliceTable::at(i))) + ' ' + std::to_string(std::lround(value * 100)) + '\n';
    }
    KT_COMPARE_TEXT(
        values, "aten::mm 1085\ncudaLaunchKernel 1085\naten::mm 1085\ncudaLaunchKernel 1085\ngemm 1085\ngemm 1085\n");
}

QTEST_GUILESS_MAIN(TestPeakShares)
#include "tst_peak_shares.moc"
