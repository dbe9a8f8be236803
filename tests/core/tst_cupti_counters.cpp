// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/profiler_ranges.h"
#include "core/analysis/counters/range_alignment.h"
#include "core/analysis/peaks/gpu_peaks.h"
#include "core/analysis/words/remark_codes.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Hardware counters per kernel and per region (SPEC.md section 10).
class TestCuptiCounters : public QObject {
    Q_OBJECT

private slots:
    void section10Example_data();
    void section10Example();
    void section10Flops();
    void rooflineOfKernels();
    void rooflineNeedsTimeAndTraffic();
    void rooflineTakesTheWorkOfTheLaunch();
    void roofsAreGivenOrKnown();
    void devicesByName_data();
    void devicesByName();
    void diff101LaunchOutsideAnyOp();
    void diff102Mismatch_data();
    void diff102Mismatch();
    void whereCuptiCannotCountThatIsSaid();
    void section10HtaGivesNothingOnMismatch();
    void oneRangeForARegion();
    void regionsOfAnnotations();
    void regionsWithoutAPlace();
    void formulas();
    void badFormulas_data();
    void badFormulas();
    void scopeGoesByLaunch();
    void ranksMayHaveOtherCounters();
    void countersWithoutEndAreLeftOut();
    void evidence();
    void reasonsForEmptyTables();
    void commonOrderIsTheLongest();
};

namespace {

const std::vector<std::string_view> kStack { "name", "op_stack", "top_level_op", "bottom_level_op", "ctr.sum" };

TraceText& addRange(TraceText& text, std::string_view name, Timestamp start, std::string_view counters)
{
    return text.complete("cuda_profiler_range", name, 0, 0, start, 10_us, counters);
}

/// The worked example: two launches inside aten::b inside aten::a.
TraceText example()
{
    TraceText text = wholeMicroseconds();
    text.op("aten::a", 10_us, 20_us).op("aten::b", 12_us, 10_us).launch(13_us, 1_us, 1).launch(18_us, 1_us, 2);
    addRange(text, "k1", 100_us, R"("ctr.sum": 5)");
    addRange(text, "k2", 120_us, R"("ctr.sum": 6.5)");
    return text;
}

} // namespace

void TestCuptiCounters::section10Example_data()
{
    QTest::addColumn<bool>("isHta");
    QTest::newRow("exact") << false;
    QTest::newRow("hta") << true;
}

void TestCuptiCounters::section10Example()
{
    QFETCH(bool, isHta);
    const AnalysisInput input = inputOf({ example().text() });
    KT_COMPARE_TEXT(rowsOf(runOn(input, "cupti-counters", {}, isHta ? Mode::Hta : Mode::Exact), "kernels", kStack),
        R"(k1 ["aten::a","aten::b"] aten::a aten::b 5)"
        "\n"
        R"(k2 ["aten::a","aten::b"] aten::a aten::b 6.5)"
        "\n");
}

void TestCuptiCounters::section10Flops()
{
    TraceText text = wholeMicroseconds();
    text.op("aten::a", 10_us, 20_us).launch(13_us, 1_us, 1).launch(15_us, 1_us, 2).launch(17_us, 1_us, 3);
    const std::string ffma = R"("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum": 10)";
    const std::string fadd = R"("smsp__sass_thread_inst_executed_op_fadd_pred_on.sum": 3)";
    const std::string dram = R"("dram__bytes_read.sum": 6, "dram__bytes_write.sum": 4)";
    addRange(text, "k1", 100_us, ffma + "," + fadd);
    addRange(text, "k2", 110_us, ffma + "," + fadd + "," + dram);
    addRange(text, "k3", 120_us, dram);
    const auto result = runOn(inputOf({ text.text() }), "cupti-counters");
    KT_COMPARE_TEXT(rowsOf(result, "kernels", { "name", "flops", "dram_bytes", "arithmetic_intensity" }),
        "k1 23  \nk2 23 10 2.3\nk3  10 \n");
}

namespace {

constexpr const char* kA100 = R"([{"id": 0, "name": "NVIDIA A100-SXM4-40GB", "totalGlobalMem": 42505273344}])";

std::string counted(double flops, double bytes, double nanoseconds)
{
    std::string text = R"("smsp__sass_thread_inst_executed_op_fadd_pred_on.sum": )" + std::to_string(flops);
    if (bytes > 0)
        text += R"(, "dram__bytes_read.sum": )" + std::to_string(bytes) + R"(, "dram__bytes_write.sum": 0)";
    if (nanoseconds > 0)
        text += R"(, "gpu__time_duration.sum": )" + std::to_string(nanoseconds);
    return text;
}

/// One kernel twice and another once, with all that a roofline needs.
TraceText forRoofline()
{
    TraceText text = wholeMicroseconds();
    text.op("aten::a", 10_us, 20_us).launch(13_us, 1_us, 1).launch(15_us, 1_us, 2).launch(17_us, 1_us, 3);
    addRange(text, "gemm", 100_us, counted(3e6, 1e3, 400));
    addRange(text, "gemm", 110_us, counted(1e6, 1e3, 600));
    addRange(text, "copy", 120_us, counted(1e3, 1e4, 1000));
    return text;
}

const std::vector<std::string_view> kRoofline { "name", "ranges", "time", "arithmetic_intensity", "gflops_per_second",
    "roof", "roof_pctg", "limited_by" };

} // namespace

void TestCuptiCounters::rooflineOfKernels()
{
    const auto result = runOn(inputOf({ forRoofline().top("deviceProperties", kA100).text() }), "cupti-counters");
    // 40 GB: 1555 GB/s and 19.5 TFLOP/s. gemm: 4e6 operations, 2e3 bytes, 1000 ns.
    KT_COMPARE_TEXT(rowsOf(result, "roofline", kRoofline),
        "copy 1 1 0.1 1 155.5 0.64308681672 memory\n"
        "gemm 2 1 2000 4000 19500 20.5128205128 compute\n");
    KT_COMPARE_TEXT(rowsOf(result, "roofs", { "device", "roof", "gflops_per_second", "bandwidth" }),
        "NVIDIA A100-SXM4-40GB FP64 9700 \nNVIDIA A100-SXM4-40GB FP32 19500 \n"
        "NVIDIA A100-SXM4-40GB FP16 tensor cores 312000 \nNVIDIA A100-SXM4-40GB memory bandwidth  1555\n");
    KT_VERIFY_OK(result);
    QCOMPARE(result->charts.front().id, std::string("roofline"));
    QCOMPARE(result->charts.front().as<ScatterChart>()->roofs.size(), std::size_t { 2 });
    QCOMPARE(result->charts.front().as<ScatterChart>()->roofs[0].peak, 19500.0);
    QCOMPARE(result->charts.front().as<ScatterChart>()->roofs[1].slope, 1555.0);
    QCOMPARE(result->charts.front().as<ScatterChart>()->roofs[1].source, std::string("NVIDIA A100 data sheet"));
    const Table* table = result->findTable("roofline");
    QCOMPARE(table->evidence(1, 0).slices.size(), std::size_t { 2 }); // both ranges of gemm
    const auto isSaidByEfficiency = [](const TraceText& text, std::string_view code) {
        const auto byShapes = runOn(inputOf({ text.text() }), "efficiency");
        return std::ranges::find(byShapes->remarks, code, &Remark::code) != byShapes->remarks.end();
    };
    QVERIFY(isSaidByEfficiency(forRoofline(), "counter-recording"));
    QVERIFY(isSaidByEfficiency(forRoofline().kernel("k", 500_us, 1_us, 7), "counters-recorded"));
}

void TestCuptiCounters::rooflineNeedsTimeAndTraffic()
{
    TraceText text = wholeMicroseconds();
    text.launch(13_us, 1_us, 1).launch(15_us, 1_us, 2).launch(17_us, 1_us, 3);
    addRange(text, "k1", 100_us, counted(3e6, 1e3, 0));
    addRange(text, "k2", 110_us, counted(3e6, 0, 500));
    addRange(text, "k2", 120_us, counted(3e6, 1e3, 500)); // what one range lacks the name lacks
    const auto result = runOn(inputOf({ text.text() }), "cupti-counters");
    KT_COMPARE_TEXT(rowsOf(result, "roofline", { "name", "time", "arithmetic_intensity", "gflops_per_second" }),
        "k1  3000 \nk2 1  6000\n");
    KT_VERIFY_OK(result);
    QVERIFY(std::none_of(result->charts.begin(), result->charts.end(),
        [](const ChartDescription& chart) { return chart.kind() == ChartKind::Scatter; }));
    QVERIFY(std::any_of(result->remarks.begin(), result->remarks.end(),
        [](const Remark& remark) { return remark.code == "no-roofline"; }));
}

void TestCuptiCounters::rooflineTakesTheWorkOfTheLaunch()
{
    TraceText text = wholeMicroseconds();
    text.launch(13_us, 1_us, 1).kernel("real name", 40_us, 2_us, 7, 1);
    addRange(text, "__missing__", 100_us, counted(4e3, 1e3, 0));
    const auto result = runOn(inputOf({ text.text() }), "cupti-counters");
    KT_COMPARE_TEXT(rowsOf(result, "roofline", { "name", "time", "gflops_per_second" }), "real name 2 2\n");
    KT_VERIFY_OK(result);
    const Table* table = result->findTable("roofline");
    const Selection time = table->evidence(0, table->columnIndex("time"));
    QCOMPARE(time.slices.size(), std::size_t { 1 });
    QVERIFY(time != table->evidence(0, 0));
}

void TestCuptiCounters::roofsAreGivenOrKnown()
{
    const std::string unknown = forRoofline().top("deviceProperties", R"([{"id": 0, "name": "Toy GPU"}])").text();
    const auto without = runOn(inputOf({ unknown }), "cupti-counters");
    KT_VERIFY_OK(without);
    QCOMPARE(without->charts.front().id, std::string("roofline")); // dots without roofs
    QVERIFY(without->charts.front().as<ScatterChart>()->roofs.empty());
    const auto remark = std::find_if(
        without->remarks.begin(), without->remarks.end(), [](const Remark& each) { return each.code == "no-roofs"; });
    QVERIFY(remark != without->remarks.end());
    QVERIFY(english(*remark).find("Toy GPU") != std::string::npos);
    const auto given =
        runOn(inputOf({ unknown }), "cupti-counters", { { "peak-flops", "2" }, { "peak-bandwidth", "10" } });
    KT_COMPARE_TEXT(rowsOf(given, "roofline", { "name", "roof", "limited_by" }), "copy 1 memory\ngemm 2000 compute\n");
    KT_COMPARE_TEXT(
        rowsOf(given, "roofs", { "roof", "source" }), "given parameter peak-flops\ngiven parameter peak-bandwidth\n");
}

void TestCuptiCounters::devicesByName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("gigabytes");
    QTest::addColumn<double>("bandwidth"); ///< 0: not known
    QTest::newRow("A100 40") << "NVIDIA A100-SXM4-40GB" << 42.5 << 1555.0;
    QTest::newRow("A100 80") << "NVIDIA A100-SXM4-80GB" << 84.9 << 2039.0;
    QTest::newRow("A100 80 PCIe") << "NVIDIA A100 80GB PCIe" << 84.9 << 1935.0;
    QTest::newRow("A100 of another make") << "NVIDIA A100-PG509-200" << 42.5 << 1555.0;
    QTest::newRow("A100 slice") << "NVIDIA A100-SXM4-40GB MIG 1g.5gb" << 5.0 << 0.0;
    QTest::newRow("H100 SXM") << "NVIDIA H100 80GB HBM3" << 84.9 << 3350.0;
    QTest::newRow("H100 PCIe") << "NVIDIA H100 PCIe" << 84.9 << 2000.0;
    QTest::newRow("H100 of some kind") << "NVIDIA H100" << 99.0 << 0.0;
    QTest::newRow("H200") << "NVIDIA H200" << 150.0 << 4800.0;
    QTest::newRow("V100") << "Tesla V100-SXM2-16GB" << 16.9 << 900.0;
    QTest::newRow("H200 NVL is not checked") << "NVIDIA H200 NVL" << 150.0 << 0.0;
    QTest::newRow("A10 is no A100") << "NVIDIA A10" << 24.0 << 600.0;
    QTest::newRow("B200") << "NVIDIA B200" << 191.0 << 8000.0;
    QTest::newRow("T4") << "Tesla T4" << 15.8 << 320.0;
    QTest::newRow("MI300X") << "AMD Instinct MI300X" << 206.0 << 5325.0;
    QTest::newRow("MI210") << "AMD Instinct MI210" << 68.7 << 1638.0;
    QTest::newRow("GP100") << "Quadro GP100" << 17.0 << 717.0;
    QTest::newRow("no name") << "" << 0.0 << 0.0;
}

void TestCuptiCounters::devicesByName()
{
    QFETCH(QString, name);
    QFETCH(double, gigabytes);
    QFETCH(double, bandwidth);
    DeviceProperties device;
    device.name = name.toStdString();
    device.totalMemoryBytes = static_cast<std::uint64_t>(gigabytes * 1e9);
    const GpuPeaks* peaks = findGpuPeaks(device);
    QCOMPARE(peaks ? peaks->bandwidth : 0.0, bandwidth);
    if (peaks) {
        QVERIFY(peaks->vectorRates[1] >= peaks->vectorRates[0]); // as much on AMD's; 0: not known
        QVERIFY(peaks->rate(ComputeSpec::Fp16) > peaks->vectorRates[1]);
        QVERIFY(!peaks->source.empty());
    }
}

void TestCuptiCounters::diff101LaunchOutsideAnyOp()
{
    TraceText text = wholeMicroseconds();
    text.launch(13_us, 1_us, 1);
    addRange(text, "k1", 100_us, R"("ctr.sum": 5)");
    const AnalysisInput input = inputOf({ text.text() });
    KT_COMPARE_TEXT(rowsOf(runOn(input, "cupti-counters"), "kernels", kStack), "k1 []   5\n");
    KT_COMPARE_TEXT(rowsOf(runOn(input, "cupti-counters", {}, Mode::Hta), "kernels", kStack), "k1 []   5\n");
}

void TestCuptiCounters::diff102Mismatch_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("rows"); ///< range, op, told by
    QTest::addColumn<QString>("remark");

    TraceText driver = wholeMicroseconds();
    driver.op("aten::a", 10_us, 10_us).launch(11_us, 1_us, 1);
    driver.op("triton", 20_us, 10_us).runtime("cuLaunchKernel", 21_us, 1_us, 2);
    driver.op("aten::c", 30_us, 10_us).launch(31_us, 2_us, 3).runtime("cuLaunchKernel", 31_us, 1_us, 4);
    for (const char* name : { "k1", "k2", "k3" })
        addRange(driver, name, 100_us, R"("c": 1)");
    QTest::newRow("driver launches") << toQString(driver.text())
                                     << "k1 aten::a order with driver calls\nk2 triton order with driver calls\n"
                                        "k3 aten::c order with driver calls\n"
                                     << "counters-matched";

    TraceText thread = wholeMicroseconds();
    thread.op("aten::a", 10_us, 10_us).launch(11_us, 1_us, 1);
    thread.thread(100, 200).op("aten::b", 5_us, 30_us).launch(6_us, 1_us, 2).launch(20_us, 1_us, 3);
    addRange(thread, "k1", 100_us, R"("c": 1)");
    addRange(thread, "k2", 110_us, R"("c": 1)");
    QTest::newRow("one thread") << toQString(thread.text())
                                << "k1 aten::b order of one thread\nk2 aten::b order of one thread\n"
                                << "counters-matched";

    TraceText names = wholeMicroseconds();
    names.op("aten::a", 10_us, 10_us).launch(11_us, 1_us, 1).kernel("ka", 50_us, 1_us, 7, 1);
    names.op("aten::b", 20_us, 10_us).launch(21_us, 1_us, 2).kernel("kb", 52_us, 1_us, 7, 2);
    names.op("aten::c", 30_us, 10_us).launch(31_us, 1_us, 3).kernel("kc", 54_us, 1_us, 7, 3);
    addRange(names, "ka", 100_us, R"("c": 1)");
    addRange(names, "kc", 110_us, R"("c": 1)");
    QTest::newRow("kernel names") << toQString(names.text()) << "ka aten::a kernel names\nkc aten::c kernel names\n"
                                  << "counters-matched";

    TraceText position = wholeMicroseconds();
    position.op("aten::a", 10_us, 10_us).launch(11_us, 1_us, 1);
    position.op("aten::b", 20_us, 10_us).launch(21_us, 1_us, 2).launch(23_us, 1_us, 3);
    addRange(position, "k1", 100_us, R"("c": 1)");
    addRange(position, "k2", 110_us, R"("c": 1)");
    QTest::newRow("position") << toQString(position.text())
                              << "k1 aten::a position (unreliable)\nk2 aten::b position (unreliable)\n"
                              << "counters-unreliable";

    TraceText none = wholeMicroseconds();
    none.op("aten::a", 10_us, 10_us);
    addRange(none, "k1", 100_us, R"("c": 1)");
    QTest::newRow("no launches") << toQString(none.text()) << "k1  \n"
                                 << "counters-without-launches";
}

void TestCuptiCounters::diff102Mismatch()
{
    QFETCH(QString, text);
    QFETCH(QString, rows);
    QFETCH(QString, remark);
    const auto result = runOn(inputOf({ text.toStdString() }), "cupti-counters");
    QCOMPARE(toQString(rowsOf(result, "kernels", { "name", "bottom_level_op", "matched_by" })), rows);
    QCOMPARE(result->remarks.size(), std::size_t { 1 });
    QCOMPARE(toQString(result->remarks.front().code), remark);
}

/// How to record counters is no help on a device on which the profiler has none.
void TestCuptiCounters::whereCuptiCannotCountThatIsSaid()
{
    const auto remarkOn = [](const TraceText& text) {
        return runOn(inputOf({ text.text() }), "cupti-counters")->remarks.front();
    };
    const std::string none =
        "Rank 0: no hardware counters in this trace: they come from CUPTI, which counts on GPUs of NVIDIA alone, and "
        "this was recorded on ";
    const auto work = [] { return wholeMicroseconds().kernel("k", 5_us, 1_us, 7, 1); };
    const Remark byCall = remarkOn(work().runtime("hipLaunchKernel", 1_us, 1_us, 1));
    KT_COMPARE_TEXT(english(byCall), none + "a GPU of AMD.");
    KT_COMPARE_TEXT(byCall.code, kNotRecordable); // the window offers no option of the profiler then
    const TraceText named = work().top("deviceProperties", R"([{"id": 0, "name": "AMD Instinct MI210"}])");
    KT_COMPARE_TEXT(english(remarkOn(named)), none + "a GPU of AMD.");
    KT_COMPARE_TEXT(english(remarkOn(wholeMicroseconds().complete("mtia_ccp_events", "packet", 0, 30, 35_us, 15_us))),
        none + "an accelerator of Meta (MTIA).");
    QCOMPARE(remarkOn(work().launch(1_us, 1_us, 1)).code, std::string("no-counters"));
    QCOMPARE(remarkOn(work()).code, std::string("no-counters")); // nothing tells
}

void TestCuptiCounters::section10HtaGivesNothingOnMismatch()
{
    TraceText text = example();
    text.launch(20_us, 1_us, 3);
    const auto result = runOn(inputOf({ text.text() }), "cupti-counters", {}, Mode::Hta);
    KT_VERIFY_OK(result);
    QCOMPARE(result->findTable("kernels")->rowCount(), std::size_t { 0 });
    QCOMPARE(result->remarks.size(), std::size_t { 1 });
}

void TestCuptiCounters::oneRangeForARegion()
{
    for (const char* name : { "__profile__", "my region" }) {
        TraceText text = wholeMicroseconds();
        text.op("aten::a", 10_us, 20_us).launch(13_us, 1_us, 1).launch(15_us, 1_us, 2);
        addRange(text, name, 100_us, R"("ctr.sum": 5)");
        const auto result = runOn(inputOf({ text.text() }), "cupti-counters");
        KT_VERIFY_OK(result);
        QCOMPARE(result->findTable("kernels")->rowCount(), std::size_t { 0 });
        KT_COMPARE_TEXT(rowsOf(result, "regions",
                            { "name", "ctr.sum", "rank", "launches", "covers", "covered_ts", "covered_time" }),
            std::string(name) + " 5 0 2 aten::a 3 3\n");
        QCOMPARE(result->remarks.front().code, std::string("counters-of-a-region"));
    }
}

void TestCuptiCounters::regionsOfAnnotations()
{
    TraceText text = wholeMicroseconds();
    text.annotation("forward", 0_us, 20_us).launch(5_us, 1_us, 1).launch(8_us, 1_us, 2).kernel("k", 10_us, 50_us, 7, 2);
    text.annotation("backward", 30_us, 10_us).launch(32_us, 1_us, 3);
    text.annotation("forward", 50_us, 20_us).annotation("forward", 51_us, 5_us).launch(60_us, 1_us, 4);
    addRange(text, "forward", 100_us, R"("ctr.sum": 5)");
    addRange(text, "backward", 120_us, R"("ctr.sum": 6)");
    addRange(text, "forward", 140_us, R"("ctr.sum": 7)");
    AnalysisInput input = inputOf({ text.text() });
    const std::vector<std::string_view> columns { "name", "ctr.sum", "launches", "covers", "covered_ts",
        "covered_time" };
    const auto result = runOn(input, "cupti-counters");
    KT_COMPARE_TEXT(rowsOf(result, "regions", columns),
        "forward 5 2 forward 0 20\nbackward 6 1 backward 30 10\nforward 7 1 forward 50 20\n");
    QCOMPARE(result->findTable("kernels")->rowCount(), std::size_t { 0 });

    const Table& regions = *result->findTable("regions");
    const auto evidence = [&](const char* column) { return regions.evidence(2, regions.columnIndex(column)); };
    QCOMPARE(evidence("launches").slices.size(), std::size_t { 1 });
    const Trace& trace = *input.traces->ranks().front().trace;
    QCOMPARE(trace.slices().start[evidence("covers").slices.front().slice.index()], 50_us);
    QVERIFY((evidence("covered_time").intervals.front().range == TimeRange { 50_us, 70_us }));
    QVERIFY(trace.kind(evidence("ctr.sum").slices.front().slice) == EventKind::ProfilerRange);

    input.scope.range = TimeRange { 25_us, 45_us }; // a region is where its annotation is
    KT_COMPARE_TEXT(rowsOf(runOn(input, "cupti-counters"), "regions", { "name", "launches" }), "backward 1\n");
}

void TestCuptiCounters::regionsWithoutAPlace()
{
    TraceText text = wholeMicroseconds();
    text.annotation("forward", 0_us, 20_us).launch(5_us, 1_us, 1).annotation("forward", 30_us, 10_us);
    for (int i = 0; i < 3; ++i)
        addRange(text, "forward", 100_us + i * 20_us, R"("ctr.sum": 5)");
    const auto result = runOn(inputOf({ text.text() }), "cupti-counters");
    KT_COMPARE_TEXT(
        rowsOf(result, "regions", { "ctr.sum", "launches", "covers", "covered_time" }), "5   \n5   \n5   \n");
    QCOMPARE(result->remarks.back().code, std::string("regions-without-place"));
}

void TestCuptiCounters::formulas()
{
    const auto result = runOn(
        inputOf({ example().text() }), "cupti-counters", { { "formula", "twice=2*ctr.sum,more=twice+1,none=flops" } });
    KT_COMPARE_TEXT(rowsOf(result, "kernels", { "name", "twice", "more", "none" }), "k1 10 11 \nk2 13 14 \n");
}

void TestCuptiCounters::badFormulas_data()
{
    QTest::addColumn<QString>("formula");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("syntax") << "x=1+"
                            << "character 5";
    QTest::newRow("unknown counter") << "x=ctr.sun"
                                     << "did you mean 'ctr.sum'";
    QTest::newRow("a later formula") << "x=y,y=1"
                                     << "'y', which was not recorded";
    QTest::newRow("the name of a counter") << "ctr.sum=1"
                                           << "which is there already";
    QTest::newRow("the name of a figure") << "flops=1"
                                          << "which is there already";
}

void TestCuptiCounters::badFormulas()
{
    QFETCH(QString, formula);
    QFETCH(QString, sentence);
    const auto result =
        runOn(inputOf({ example().text() }), "cupti-counters", { { "formula", formula.toStdString() } });
    KT_VERIFY_ERROR(result, ErrorCode::InvalidArgument);
    QVERIFY2(english(result.error().message).find(sentence.toStdString()) != std::string::npos,
        english(result.error().message).c_str());
}

void TestCuptiCounters::scopeGoesByLaunch()
{
    AnalysisInput input = inputOf({ example().text() });
    input.scope.range = TimeRange { 5_us, 20_us }; // job time: the trace begins at 10 us
    KT_COMPARE_TEXT(rowsOf(runOn(input, "cupti-counters"), "kernels", { "name" }), "k2\n");
    input.scope.range = TimeRange { 80_us, 200_us };
    const auto result = runOn(input, "cupti-counters");
    KT_COMPARE_TEXT(rowsOf(result, "kernels", { "name" }), "");
    QVERIFY(
        std::ranges::any_of(result->remarks, [](const Remark& each) { return each.code == "no-counters-in-scope"; }));
}

void TestCuptiCounters::ranksMayHaveOtherCounters()
{
    TraceText other = wholeMicroseconds();
    other.op("aten::z", 10_us, 20_us).launch(13_us, 1_us, 1);
    addRange(other, "kz", 100_us, R"("other": 1, "ctr.sum": 2)");
    AnalysisInput input = inputOf({ example().text(), other.text() });
    KT_COMPARE_TEXT(rowsOf(runOn(input, "cupti-counters"), "kernels", { "rank", "name" }), "0 k1\n0 k2\n");
    input.scope.ranks = { 0, 1 };
    KT_COMPARE_TEXT(rowsOf(runOn(input, "cupti-counters"), "kernels", { "rank", "name", "ctr.sum", "other" }),
        "0 k1 5 \n0 k2 6.5 \n1 kz 2 1\n");
}

void TestCuptiCounters::countersWithoutEndAreLeftOut()
{
    // Each range names a counter of its own: ranges x counters would grow with the square of the file.
    TraceText text = wholeMicroseconds();
    const std::size_t ranges = kMostCounters + 10;
    for (std::size_t i = 0; i < ranges; ++i)
        addRange(text, "k", static_cast<Timestamp>(i) * 20_us, "\"ctr." + std::to_string(i) + "\": 1");
    const auto result = runOn(inputOf({ text.text() }), "cupti-counters");
    KT_VERIFY_OK(result);
    const auto remark = std::find_if(result->remarks.begin(), result->remarks.end(),
        [](const Remark& each) { return each.code == "too-many-counters"; });
    QVERIFY(remark != result->remarks.end());
    QVERIFY2(english(*remark).find(" 10 values") != std::string::npos, english(*remark).c_str());
    QCOMPARE(result->tables[0].rowCount(), ranges);
}

void TestCuptiCounters::evidence()
{
    const AnalysisInput input = inputOf({ example().text() });
    const auto result = runOn(input, "cupti-counters");
    KT_VERIFY_OK(result);
    const Table& table = *result->findTable("kernels");
    const Trace& trace = *input.traces->ranks().front().trace;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        for (std::size_t column = 0; column < table.columnCount(); ++column) {
            const Selection selection = table.evidence(row, column);
            QCOMPARE(selection.slices.size(), std::size_t { 1 });
            const bool isLaunch =
                table.columns()[column].name.find("op") != std::string::npos && table.columns()[column].name != "flops";
            if (isLaunch)
                QCOMPARE(trace.name(selection.slices.front().slice), std::string_view("cudaLaunchKernel"));
        }
        QCOMPARE(trace.name(table.evidence(row, 0).slices.front().slice),
            std::string_view(std::get<std::string>(table.cell(row, 1))));
    }
}

void TestCuptiCounters::reasonsForEmptyTables()
{
    const auto result = runOn(inputOf({ exampleE1() }), "cupti-counters", { { "formula", "x=anything" } });
    KT_VERIFY_OK(result);
    QCOMPARE(result->findTable("kernels")->rowCount(), std::size_t { 0 });
    QCOMPARE(result->remarks.size(), std::size_t { 1 });
    QVERIFY(english(result->remarks.front()).find("profiler_measure_per_kernel=True") != std::string::npos);
}

void TestCuptiCounters::commonOrderIsTheLongest()
{
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        std::vector<int> a(random() % 12);
        std::vector<int> b(random() % 12);
        for (std::vector<int>* list : { &a, &b }) {
            for (int& value : *list)
                value = static_cast<int>(random() % 3);
        }
        const auto pairs =
            commonOrder(a.size(), b.size(), 100, [&](std::size_t i, std::size_t j) { return a[i] == b[j]; });
        std::vector<std::vector<std::size_t>> length(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
        for (std::size_t i = 1; i <= a.size(); ++i) {
            for (std::size_t j = 1; j <= b.size(); ++j)
                length[i][j] =
                    a[i - 1] == b[j - 1] ? length[i - 1][j - 1] + 1 : std::max(length[i - 1][j], length[i][j - 1]);
        }
        QCOMPARE(pairs.size(), length[a.size()][b.size()]);
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            QCOMPARE(a[pairs[k].first], b[pairs[k].second]);
            QVERIFY(k == 0 || (pairs[k - 1].first < pairs[k].first && pairs[k - 1].second < pairs[k].second));
        }
    }
    QVERIFY(commonOrder(50, 50, 10, [](std::size_t, std::size_t) { return false; }).empty());
}

QTEST_GUILESS_MAIN(TestCuptiCounters)
#include "tst_cupti_counters.moc"
