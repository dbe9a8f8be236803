// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/slipped_names.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/overview_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Kernels of graph launches whose names and durations were moved against each other by the recorder.
class TestSlippedNames : public QObject {
    Q_OBJECT

private slots:
    void slippedNamesAreSaid();
    void whatTellsTooLittle_data();
    void whatTellsTooLittle();
    void everyAnalysisOfNamesSaysSo();
    void aComparisonSaysOfWhichInput();
    void changesOfSuchKernelsSaySo();
    void noFindingIsOfAKernelByItsName();
    void ofPublicTracesOnlyOne();
};

namespace {

constexpr std::array<const char*, 4> kNames { "norm", "gemm", "attention", "act" };
constexpr std::array<Nanoseconds, 4> kTimes { 4'000, 90'000, 20'000, 5'000 };

struct Graph {
    int rounds = 12;
    int slipAfter = 6;       ///< rounds; from then on a kernel has the duration of the one behind it
    Nanoseconds growsBy = 0; ///< what each kernel takes longer in each round than in the one before
    const char* call = "hipGraphLaunch";
    Nanoseconds eager = 0;        ///< of a kernel "big" that no graph has; 0: none
    bool areStreamsMixed = false; ///< every other round on a stream of its own
};

std::string traceOf(const Graph& graph)
{
    TraceText text;
    text.op("replay", 0_us, 20_us).runtime(graph.call, 1_us, 10_us, 1);
    Timestamp at = 20_us;
    for (int round = 0; round < graph.rounds; ++round) {
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            const std::size_t of = round < graph.slipAfter ? i : (i + 1) % kTimes.size();
            const Nanoseconds time = kTimes[of] + round * graph.growsBy;
            text.kernel(kNames[i], at, time, graph.areStreamsMixed && round % 2 == 1 ? 8 : 7, 1);
            at += time + 1_us;
        }
    }
    if (graph.eager > 0)
        text.launch(30_us, 5_us, 2).kernel("big", at, graph.eager, 7, 2);
    return text.text();
}

std::optional<SlippedNames> slippedIn(const std::string& text)
{
    const auto trace = loadText(text);
    if (!trace)
        qFatal("the trace cannot be loaded");
    return slippedNames(**trace, Progress {});
}

} // namespace

void TestSlippedNames::slippedNamesAreSaid()
{
    const auto trace = loadText(traceOf({}));
    QVERIFY(trace);
    const auto slipped = slippedNames(**trace, Progress {});
    QVERIFY(slipped);
    QCOMPARE(slipped->launches, 1U);
    QCOMPARE(slipped->example.round, 4U);
    QCOMPARE((*trace)->text(slipped->example.name), std::string_view("gemm")); // 6 x 90 us, 6 x 20 us
    QCOMPARE(slipped->example.shorter, 20_us);
    QCOMPARE(slipped->example.longer, 90_us);
}

void TestSlippedNames::whatTellsTooLittle_data()
{
    QTest::addColumn<std::string>("text");
    QTest::newRow("names that fit") << traceOf({ .slipAfter = 12 });
    QTest::newRow("all of them alike") << traceOf({ .slipAfter = 0 });
    QTest::newRow("seven rounds") << traceOf({ .rounds = 7, .slipAfter = 3 });
    QTest::newRow("no graph") << traceOf({ .call = "hipModuleLaunchKernel" });
    QTest::newRow("rounds of different size") << traceOf({ .rounds = 40, .slipAfter = 40, .growsBy = 10'000 });
    QTest::newRow("too few on each stream") << traceOf({ .areStreamsMixed = true });
}

void TestSlippedNames::whatTellsTooLittle()
{
    QFETCH(std::string, text);
    QVERIFY(!slippedIn(text));
}

void TestSlippedNames::everyAnalysisOfNamesSaysSo()
{
    const std::string text = traceOf({});
    for (const char* analysis : { "kernel-breakdown", "overview", "critical-path", "what-if", "kernel-sequences",
             "kernel-launches", "inductor-kernels", "annotation-kernels", "efficiency", "op-kernel-delays" }) {
        const std::string said = remarkOf(runOn(inputOf({ text }), analysis, {}), "slipped-names");
        QVERIFY2(said.find("They come in rounds of 4") != std::string::npos, (analysis + (": " + said)).c_str());
    }
}

void TestSlippedNames::aComparisonSaysOfWhichInput()
{
    const std::array inputs { inputOf({ traceOf({ .slipAfter = 12 }) }), inputOf({ traceOf({}) }) };
    const std::string said = remarkOf(runOn(inputs, "trace-diff"), "slipped-names");
    QVERIFY2(said.find("They come in rounds of 4") != std::string::npos, said.c_str());
    QCOMPARE(std::ranges::count(said, '\n'), 1); // of one of them
    QVERIFY(remarkOf(runOn(inputs, "trace-diff", { { "device-type", "cpu" } }), "slipped-names").empty());
}

void TestSlippedNames::changesOfSuchKernelsSaySo()
{
    const auto described = [](const Graph& graph) {
        return rowsOf(runOn(inputOf({ traceOf(graph) }), "what-if"), "changes", { "description" });
    };
    const std::string rows = described({ .eager = 1'000'000 });
    QVERIFY2(rows.find("gemm twice as fast (names of these kernels are not sure)") != std::string::npos, rows.c_str());
    QVERIFY2(rows.find("big twice as fast\n") != std::string::npos, rows.c_str()); // its name is sure
    QCOMPARE(described({ .slipAfter = 12 }).find("not sure"), std::string::npos);
}

void TestSlippedNames::noFindingIsOfAKernelByItsName()
{
    const auto largest = [](const Graph& graph) {
        return sentenceOf(runOn(inputOf({ traceOf(graph) }), "overview"), "large-kernel");
    };
    QVERIFY(!largest({ .slipAfter = 12 }).empty());
    QVERIFY(largest({}).empty());
    QVERIFY(largest({ .eager = 100'000'000 }).find("'big'") != std::string::npos); // its name is sure
}

void TestSlippedNames::ofPublicTracesOnlyOne()
{
    const auto slipped = QStringLiteral("traces/deepseek_r1_mi300/MI300__1782841132.2905657-TP-0-DECODE.trace.json.gz");
    KT_REQUIRE_SHARED(slipped);
    const auto isSlipped = [](const QString& path) {
        const auto traces = loadFiles({ sharedPath(path).toStdString() });
        if (!traces)
            qFatal("%s cannot be loaded", qPrintable(path));
        return slippedNames(*traces->ranks().front().trace, Progress {}).has_value();
    };
    QVERIFY(isSlipped(slipped));
    for (const char* sound : { "traces/vllm_piecewise/graph_execution.json.gz", "traces/diff_test_v100/test.json.gz" })
        QVERIFY2(!isSlipped(QString::fromLatin1(sound)), sound);
}

QTEST_GUILESS_MAIN(TestSlippedNames)
#include "tst_slipped_names.moc"
