// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/english.h"
#include "core/words/joined_remarks.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/overview_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_examples.h"
#include "tests/support/trace_text.h"

#include <QTest>

#include <string>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Ops that only make views tell how fast the host runs ops at all.
class TestSlowOps : public QObject {
    Q_OBJECT

private slots:
    void slowViewsMakeSavingsOfTheHostDoubtful();
    void callsWithOthersInsideSayNothing();
    void fewCallsSayNothing();
    void onlyTheMainThreadAndItsBackwardThreadsCount();
    void onlyTheTimeLookedAtCounts();
    void graphsOfLaunchesWithoutOpsAreNotDoubted();
    void ranksSayItTogether();
    void ranksWithOtherFiguresSayItTogether();
    void whatReadsTheSameIsOneFigure();
};

namespace {

/// The host comes late with every kernel, behind a view that takes `view` ns, and another op in it if `isShared`.
TraceText lateTrace(
    int count, Nanoseconds view, bool isShared = false, const std::string& args = "", Timestamp from = 0_us)
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < count; ++i) {
        const Timestamp at = from + i * 100_us;
        text.op("aten::view", at + 1_us, view, args);
        if (isShared)
            text.op("aten::empty", at + 2_us, view - 2_us);
        text.op("aten::add", at + 60_us, 30_us);
        text.launch(at + 70_us, 5_us, i + 1).kernel("k" + std::to_string(i), at + 80_us, 10_us, 7, i + 1);
    }
    return text;
}
std::string lateKernels(int count, Nanoseconds view, bool isShared = false, const std::string& args = "")
{
    return lateTrace(count, view, isShared, args).text();
}

std::string slowFor(const std::string& reasons, int calls)
{
    return "a call of an op that only makes another view of a tensor takes 20.00 us (the median of "
        + std::to_string(calls) + "), where about a microsecond is usual: what slows these down, such as " + reasons
        + ", may slow down every op";
}
std::string slow(int calls)
{
    return slowFor("another observer of ops, a debug build or a busy CPU", calls);
}
const std::string kSaved = ", and part of what changes of host time save may be that";
const std::string kTry = ". Time a run without the profiler to see what the host really takes.\n";

} // namespace

void TestSlowOps::slowViewsMakeSavingsOfTheHostDoubtful()
{
    const AnalysisInput input = inputOf({ lateKernels(120, 20_us) });
    KT_COMPARE_TEXT(remarkOf(runOn(input, "overview"), "slow-ops"), slow(119) + kTry); // one is before the first kernel
    const std::string sentence = sentenceOf(runOn(input, "overview"), "host-wait");
    QVERIFY2(sentence.find("of the wall time). Part of that may be due to what slows down the ops of this recording.")
            != std::string::npos,
        sentence.c_str());
    const std::string ofReplay = slow(120) + kSaved + kTry;
    KT_COMPARE_TEXT(remarkOf(runOn(input, "what-if"), "slow-ops"), ofReplay);
    KT_COMPARE_TEXT(remarkOf(runOn(input, "what-if", { { "change", "host:op=0.5" } }), "slow-ops"), ofReplay);
    KT_COMPARE_TEXT(remarkOf(runOn(input, "what-if", { { "change", "in:/^aten::/=0" } }), "slow-ops"), ofReplay);
    KT_COMPARE_TEXT(remarkOf(runOn(input, "what-if", { { "change", "in:cudaLaunchKernel=0" } }), "slow-ops"), "");
    KT_COMPARE_TEXT(remarkOf(runOn(input, "what-if", { { "change", "work:compute=0.5" } }), "slow-ops"), "");
    const std::string stacks = lateKernels(120, 20_us, false, R"("Call stack": "train.py(3): step")");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ stacks }), "overview"), "slow-ops"),
        slowFor("the call stacks that were recorded with ops, a debug build or a busy CPU", 119) + kTry);
    KT_COMPARE_TEXT(remarkOf(runOn(input, "critical-path"), "slow-ops"), slow(120) + kTry);
    const AnalysisInput usual = inputOf({ lateKernels(120, 3_us) });
    KT_COMPARE_TEXT(remarkOf(runOn(usual, "overview"), "slow-ops"), "");
    KT_COMPARE_TEXT(remarkOf(runOn(usual, "what-if"), "slow-ops"), "");
    KT_COMPARE_TEXT(remarkOf(runOn(usual, "critical-path"), "slow-ops"), "");
    const std::string undoubted = sentenceOf(runOn(usual, "overview"), "host-wait");
    QVERIFY2(!undoubted.empty() && undoubted.find("slows down") == std::string::npos, undoubted.c_str());
}

/// What such an op takes may be what the ops inside it take.
void TestSlowOps::callsWithOthersInsideSayNothing()
{
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ lateKernels(120, 20_us, true) }), "what-if"), "slow-ops"), "");
}

void TestSlowOps::fewCallsSayNothing()
{
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ lateKernels(24, 20_us) }), "what-if"), "slow-ops"), "");
}

/// What a data loader's ops take is not what the GPU waits for.
void TestSlowOps::onlyTheMainThreadAndItsBackwardThreadsCount()
{
    TraceText loader = lateTrace(120, 3_us).thread(100, 33);
    TraceText backward = lateTrace(120, 3_us).thread(100, 50);
    for (int i = 0; i < 200; ++i) {
        const Timestamp at = 100_us + i * 50_us;
        loader.op("aten::view", at, 20_us);
        backward.op("autograd::engine::evaluate_function: ViewBackward0", at, 30_us).op("aten::view", at + 5_us, 20_us);
    }
    for (const char* const analysis : { "overview", "what-if", "critical-path" })
        KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ loader.text() }), analysis), "slow-ops"), "");
    const std::string sentence = sentenceOf(runOn(inputOf({ loader.text() }), "overview"), "host-wait");
    QVERIFY2(!sentence.empty() && sentence.find("slows down") == std::string::npos, sentence.c_str());
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ backward.text() }), "what-if"), "slow-ops"), slow(320) + kSaved + kTry);
}

/// As while a model is compiled, before the GPU does anything.
void TestSlowOps::onlyTheTimeLookedAtCounts()
{
    const auto early = [] {
        TraceText all = lateTrace(60, 3_us, false, "", 4'000_us);
        for (int i = 0; i < 120; ++i)
            all.op("aten::view", i * 25_us, 20_us);
        return all;
    };
    TraceText text = early();
    AnalysisInput input = inputOf({ text.text() });
    KT_COMPARE_TEXT(remarkOf(runOn(input, "overview"), "slow-ops"), "");
    const std::string sentence = sentenceOf(runOn(input, "overview"), "host-wait");
    QVERIFY2(!sentence.empty() && sentence.find("slows down") == std::string::npos, sentence.c_str());
    KT_COMPARE_TEXT(remarkOf(runOn(input, "critical-path"), "slow-ops"), slow(180) + kTry);
    input.scope = {};
    for (const char* const analysis : { "critical-path", "what-if" }) {
        const AnalysisInput steps = inputOf({ text.step(1, 0, 3'990_us).step(2, 4'000_us, 6'000_us).text() });
        for (const std::int64_t step : { 1, 2 }) {
            AnalysisInput chosen = steps;
            chosen.scope.steps = { step };
            const std::string said = remarkOf(runOn(chosen, analysis), "slow-ops");
            QVERIFY2(said.empty() == (step == 2), (analysis + (": " + said)).c_str());
        }
        text = early();
    }
    input.scope.range = TimeRange { 4'000_us, 10'000_us };
    KT_COMPARE_TEXT(remarkOf(runOn(input, "critical-path"), "slow-ops"), "");
    input.scope.range = TimeRange { 0_us, 10'000_us };
    KT_COMPARE_TEXT(remarkOf(runOn(input, "overview"), "slow-ops"), slow(180) + kTry);
}

/// Of ranks that say the same, it is said once, behind "Ranks 0,1, each:".
void TestSlowOps::ranksSayItTogether()
{
    const std::string text = lateKernels(120, 20_us);
    const Result<AnalysisResult> result = runOn(inputOf({ text, text }), "overview");
    QVERIFY(result.isOk());
    std::vector<std::string> lines;
    for (const Remark& remark : joinedRemarks(result.value().remarks)) {
        if (remark.code == "slow-ops")
            lines.push_back(english(remark));
    }
    QCOMPARE(lines, std::vector<std::string> { "Ranks 0,1, each: " + slow(119) + kTry.substr(0, kTry.size() - 1) });
}

/// A graph takes away the time between its launches, and none of ops that are elsewhere.
void TestSlowOps::graphsOfLaunchesWithoutOpsAreNotDoubted()
{
    const auto said = [](bool isInside) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 60; ++i) {
            const Timestamp at = i * 100_us;
            if (isInside)
                text.op("aten::view", at + 10_us, 20_us);
            text.launch(at + 70_us, 5_us, i + 1).kernel("k" + std::to_string(i), at + 80_us, 10_us, 7, i + 1);
        }
        text.runtime("cudaStreamSynchronize", 6'000_us, 2_us, 7'777);
        for (int i = 0; i < 60; ++i)
            text.op("aten::view", 6'100_us + i * 25_us, 20_us);
        text.launch(8'000_us, 5_us, 9'999).kernel("gemm", 8'010_us, 10_us, 7, 9'999);
        const AnalysisInput input = inputOf({ text.text() });
        return remarkOf(runOn(input, "what-if", { { "change", "graph:single=1" } }), "slow-ops");
    };
    KT_COMPARE_TEXT(said(false), "");
    KT_COMPARE_TEXT(said(true), slow(120) + kSaved + kTry);
}

/// Of ranks whose figures differ, the least and the greatest.
void TestSlowOps::ranksWithOtherFiguresSayItTogether()
{
    const AnalysisInput input = inputOf({ lateKernels(120, 20_us), lateKernels(130, 12_us), lateKernels(120, 3_us) });
    const std::string start =
        "a call of an op that only makes another view of a tensor takes 12.00 us to 20.00 us (the medians of 2 "
        "traces), "
        "where about a microsecond is usual: what slows these down, such as another observer of ops, a debug build or "
        "a busy CPU, may slow down every op";
    for (const char* const analysis : { "overview", "what-if", "critical-path" }) {
        const bool isReplay = std::string_view(analysis) == "what-if";
        const Result<AnalysisResult> result = runOn(input, analysis);
        KT_COMPARE_TEXT(remarkOf(result, "slow-ops"), start + (isReplay ? kSaved : "") + kTry);
        const auto said = std::ranges::find(result->remarks, "slow-ops", &Remark::code);
        QCOMPARE(said->ranks, (std::vector<std::int64_t> { 0, 1 }));
    }
}

/// Nobody is told of a range of figures that are the same as far as they are written.
void TestSlowOps::whatReadsTheSameIsOneFigure()
{
    const AnalysisInput input = inputOf({ lateKernels(120, 20_us), lateKernels(130, 20_us) });
    const std::string said = remarkOf(runOn(input, "overview"), "slow-ops");
    QVERIFY2(said.find(" takes 20.00 us (the medians of 2 traces), where") != std::string::npos, said.c_str());
}

QTEST_GUILESS_MAIN(TestSlowOps)
#include "tst_slow_ops.moc"
