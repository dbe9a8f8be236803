// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/analysis_runs.h"
#include "tests/support/overview_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_examples.h"
#include "tests/support/trace_text.h"

#include <QTest>

#include <string>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Ops that only make views tell how fast the host runs ops at all.
class TestSlowOps : public QObject {
    Q_OBJECT

private slots:
    void slowViewsMakeSavingsOfTheHostDoubtful();
    void callsWithOthersInsideSayNothing();
    void fewCallsSayNothing();
};

namespace {

/// The host comes late with every kernel, behind a view that takes `view` ns, and another op in it if `isShared`.
std::string lateKernels(int count, Nanoseconds view, bool isShared = false, const std::string& args = "")
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < count; ++i) {
        const Timestamp at = i * 100_us;
        text.op("aten::view", at + 1_us, view, args);
        if (isShared)
            text.op("aten::empty", at + 2_us, view - 2_us);
        text.op("aten::add", at + 60_us, 30_us);
        text.launch(at + 70_us, 5_us, i + 1).kernel("k" + std::to_string(i), at + 80_us, 10_us, 7, i + 1);
    }
    return text.text();
}

std::string slowFor(const std::string& reasons)
{
    return "ops that only make another view of a tensor take 20.00 us each (the median of 120 calls), where about 1 us "
           "is usual: what slows these down, such as "
        + reasons + ", may slow down every op";
}
const std::string kSlow = slowFor("another observer of ops, a debug build or a busy CPU");
const std::string kTry = ". Time a run without the profiler to see what the host really takes.\n";

} // namespace

void TestSlowOps::slowViewsMakeSavingsOfTheHostDoubtful()
{
    const AnalysisInput slow = inputOf({ lateKernels(120, 20_us) });
    KT_COMPARE_TEXT(remarkOf(runOn(slow, "overview"), "slow-ops"), kSlow + kTry);
    const std::string sentence = sentenceOf(runOn(slow, "overview"), "host-wait");
    QVERIFY2(sentence.find("of the wall time). Part of that may be due to what slows down the ops of this recording.")
            != std::string::npos,
        sentence.c_str());
    const std::string ofReplay = kSlow + ", and part of what changes of host time save may be that" + kTry;
    KT_COMPARE_TEXT(remarkOf(runOn(slow, "what-if"), "slow-ops"), ofReplay);
    KT_COMPARE_TEXT(remarkOf(runOn(slow, "what-if", { { "change", "host:op=0.5" } }), "slow-ops"), ofReplay);
    KT_COMPARE_TEXT(remarkOf(runOn(slow, "what-if", { { "change", "in:/^aten::/=0" } }), "slow-ops"), ofReplay);
    KT_COMPARE_TEXT(remarkOf(runOn(slow, "what-if", { { "change", "in:cudaLaunchKernel=0" } }), "slow-ops"), "");
    KT_COMPARE_TEXT(remarkOf(runOn(slow, "what-if", { { "change", "work:compute=0.5" } }), "slow-ops"), "");
    const std::string stacks = lateKernels(120, 20_us, false, R"("Call stack": "train.py(3): step")");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ stacks }), "overview"), "slow-ops"),
        slowFor("the call stacks that were recorded with ops, a debug build or a busy CPU") + kTry);
    KT_COMPARE_TEXT(remarkOf(runOn(slow, "critical-path"), "slow-ops"), kSlow + kTry);
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

QTEST_GUILESS_MAIN(TestSlowOps)
#include "tst_slow_ops.moc"
