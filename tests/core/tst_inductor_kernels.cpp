// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inductor/kernel_ops.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/event_builder.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <limits>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// TorchInductor kernel categories (SPEC.md section 16.1).
class TestInductorKernels : public QObject {
    Q_OBJECT

private slots:
    void section16_1Example();
    void section16_1FinerCategories_data();
    void section16_1FinerCategories();
    void workHasTheColourThatItHasElsewhere();
    void diff162TwoBusyFigures();
    void measuredWallAndRuns();
    void gainOfASpeedup();
    void kernelsWrittenInTriton();
    void bytesOfShapes_data();
    void bytesOfShapes();
    void bytesStopAtTheEndOfTheRange();
    void compiledGraphs();
    void stepsAreMeasuredByTheirWindow();
    void evidenceIsTheFigure();
    void reasonsAreSaid();
    void withoutItsFileEverythingElseIsThere();
};

namespace {

/// The worked example: five kernels one after another in a wall of 1 ms.
std::string example()
{
    return wholeMicroseconds()
        .launch(0_us, 1_us, 1)
        .kernel("triton_poi_fused_add_0", 100_us, 200_us, 7, 1)
        .kernel("triton_red_fused_sum_1", 300_us, 100_us, 7, 2)
        .kernel("triton_per_fused_ln_2", 400_us, 50_us, 7, 3)
        .kernel("triton_tem_fused_mm_3", 500_us, 150_us, 7, 4)
        .kernel("ampere_sgemm", 700_us, 300_us, 7, 5)
        .text();
}

} // namespace

void TestInductorKernels::section16_1Example()
{
    const auto result = runOn(inputOf({ example() }), "inductor-kernels");
    KT_COMPARE_TEXT(rowsOf(result, "summary",
                        { "triton_pointwise_pctg", "triton_reduction_pctg", "triton_persistent_reduction_pctg",
                            "triton_unknown_pctg", "unknown_pctg", "busy_pctg", "wall", "runs" }),
        "20 10 5 15 30 80 1000 1\n");
    KT_COMPARE_TEXT(rowsOf(result, "categories", { "category", "report_category", "sum", "wall_pctg" }),
        "gemm/conv unknown 300 30\ntriton_pointwise triton_pointwise 200 20\ntriton_template triton_unknown 150 15\n"
        "triton_reduction triton_reduction 100 10\n"
        "triton_persistent_reduction triton_persistent_reduction 50 5\n");
}

void TestInductorKernels::section16_1FinerCategories_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("category");
    const auto row = [](const char* name, const char* category) { QTest::newRow(name) << name << category; };
    row("triton_poi_fused_add_0", "triton_pointwise");
    row("triton_red_fused_sum_1", "triton_reduction");
    row("triton_per_fused_ln_2", "triton_persistent_reduction");
    row("triton_tem_fused_mm_3", "triton_template");
    row("triton_for_fused_4", "triton_foreach");
    row("triton_spl_fused_5", "triton_split_scan");
    row("triton_mm_0d1d", "triton_unknown");
    row("triton__0d1d2d", "triton_unknown");
    row("triton_poi_fused_all_reduce_0", "triton_pointwise");
    row("ampere_sgemm_128x64_nn", "gemm/conv");
    row("void cutlass::Kernel<X>", "gemm/conv");
    row("Cijk_Alik_Bljk_BBS", "gemm/conv");
    row("nvjet_tst_64x8", "gemm/conv");
    row("DeviceGemmXdl", "gemm/conv");
    row("cudnn_infer_winograd", "gemm/conv");
    row("flash_fwd_kernel", "attention");
    row("fmha_cutlassF_f16", "attention");
    row("void at::native::elementwise_kernel<1>", "aten");
    row("ncclDevKernel_AllReduce", "communication");
    row("__amd_rocclr_copyBuffer", "memory");
    row("rms_norm_kernel", "other");
}

void TestInductorKernels::section16_1FinerCategories()
{
    QFETCH(QString, name);
    QFETCH(QString, category);
    const std::string text = wholeMicroseconds().kernel(name.toStdString(), 0_us, 5_us, 7, 1).text();
    const auto result = runOn(inputOf({ text }), "inductor-kernels");
    QCOMPARE(toQString(rowsOf(result, "kernels", { "category" })), category + QChar('\n'));
}

/// What Inductor calls "other" is computation on the timeline and in every other chart.
void TestInductorKernels::workHasTheColourThatItHasElsewhere()
{
    const std::string text = wholeMicroseconds()
                                 .kernel("rms_norm_kernel", 0_us, 5_us, 7, 1)
                                 .kernel("ncclDevKernel_AllReduce", 10_us, 4_us, 7, 2)
                                 .copy("Memcpy HtoD (Pageable -> Device)", 20_us, 3_us, 7, 0, 4096)
                                 .text();
    const auto result = runOn(inputOf({ text }), "inductor-kernels");
    KT_COMPARE_TEXT(rowsOf(result, "categories", { "category" }), "other\ncommunication\nmemory\n");
    for (const char* name : { "categories", "kernels" }) {
        const Table* table = result->findTable(name);
        QVERIFY(table);
        QVERIFY(table->kindOfRow(0) == PartKind::Compute);
        QVERIFY(table->kindOfRow(1) == PartKind::Communication);
        QVERIFY(table->kindOfRow(2) == PartKind::Memory);
    }
}

void TestInductorKernels::diff162TwoBusyFigures()
{
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 1_us, 1)
                                 .kernel("a", 20_us, 80_us, 7, 1)
                                 .kernel("b", 40_us, 60_us, 20, 2)
                                 .text();
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputOf({ text }), "inductor-kernels"), "summary", { "busy_pctg", "union_pctg" }), "140 80\n");
}

void TestInductorKernels::measuredWallAndRuns()
{
    const auto result = runOn(inputOf({ example() }), "inductor-kernels", { { "wall", "250us" }, { "runs", "4" } });
    KT_COMPARE_TEXT(
        rowsOf(result, "summary", { "triton_pointwise_pctg", "busy_pctg", "wall", "runs" }), "20 80 250 4\n");
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ example() }), "inductor-kernels", { { "runs", "4" } }), "summary",
                        { "triton_pointwise_pctg", "busy_pctg", "wall" }),
        "20 80 250\n");
    KT_COMPARE_TEXT(
        rowsOf(result, "kernels", { "kernel", "count", "sum", "per_run" }).substr(0, 25), "ampere_sgemm 1 300 75\ntri");
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ example() }), "inductor-kernels", { { "wall", "500us" } }), "summary",
                        { "busy_pctg", "union_pctg" }),
        "160 160\n");
}

void TestInductorKernels::gainOfASpeedup()
{
    const AnalysisInput input = inputOf({ example() });
    KT_COMPARE_TEXT(rowsOf(runOn(input, "inductor-kernels"), "categories", { "gain_pctg" }), "15\n10\n7.5\n5\n2.5\n");
    KT_COMPARE_TEXT(rowsOf(runOn(input, "inductor-kernels", { { "speedup", "4" } }), "categories", { "gain_pctg" }),
        "22.5\n15\n11.25\n7.5\n3.75\n");
}

void TestInductorKernels::kernelsWrittenInTriton()
{
    const std::string text =
        wholeMicroseconds()
            .op("my_kernel", 0_us, 10_us, R"("kernel_backend": "triton", "kernel_file": "my.py", "kernel_hash": "abc")")
            .runtime("cuLaunchKernel", 2_us, 1_us, 1)
            .kernel("my_kernel", 20_us, 5_us, 7, 1)
            .op("aten::x", 12_us, 5_us)
            .launch(13_us, 1_us, 2)
            .kernel("their_kernel", 30_us, 3_us, 7, 2)
            .text();
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "inductor-kernels"), "kernels",
                        { "category", "kernel", "kernel_file", "kernel_hash" }),
        "triton_user my_kernel my.py abc\nother their_kernel  \n");
}

void TestInductorKernels::bytesOfShapes_data()
{
    QTest::addColumn<QString>("args");
    QTest::addColumn<QString>("figures"); ///< bytes and GB/s of a kernel of 5 us
    const auto row = [](const char* name, const char* args, const char* figures) {
        QTest::newRow(name) << args << figures;
    };
    row("two tensors and a scalar",
        R"("Input Dims": [[10, 100], [10], []], "Input type": ["float", "c10::BFloat16", "Scalar"])", "4020 0.804");
    row("a stride of 0 repeats", R"("Input Dims": [[10, 100]], "Input type": ["float"], "Input Strides": [[0, 1]])",
        "400 0.08");
    row("a tensor of no dimension", R"("Input Dims": [[]], "Input type": ["double"])", "8 0.0016");
    row("no shapes", R"("Input type": ["float"])", " ");
    row("nothing known", R"("Input Dims": [[4]], "Input type": ["Scalar"])", " ");
    row("words for numbers", R"("Input Dims": [["a"]], "Input type": ["float"])", " ");
    row("a negative size", R"("Input Dims": [[-4]], "Input type": ["float"])", " ");
    row("more types than shapes", R"("Input Dims": [[4]], "Input type": ["float", "float"])", "16 0.0032");
    row("not lists", R"("Input Dims": 3, "Input type": {})", " ");
    row("types that few have",
        R"("Input Dims": [[4], [3], [2]], "Input type": )"
        R"(["c10::Float4_e2m1fn_x2", "c10::complex<c10::Half>", "c10::qint32"])",
        "24 0.0048");
    row("lists in lists", R"("Input Dims": [[[1, 2]], [3]], "Input type": ["float", "float"])", "12 0.0024");
}

void TestInductorKernels::bytesOfShapes()
{
    QFETCH(QString, args);
    QFETCH(QString, figures);
    const std::string text = wholeMicroseconds()
                                 .op("triton_poi_fused_0", 0_us, 10_us, args.toStdString())
                                 .runtime("cuLaunchKernel", 2_us, 1_us, 1)
                                 .kernel("triton_poi_fused_0", 20_us, 5_us, 7, 1)
                                 .text();
    QCOMPARE(toQString(rowsOf(runOn(inputOf({ text }), "inductor-kernels"), "kernels", { "bytes", "gbps" })),
        figures + QChar('\n'));
}

void TestInductorKernels::bytesStopAtTheEndOfTheRange()
{
    const std::string text =
        wholeMicroseconds()
            .op("triton_poi_fused_0", 0_us, 10_us,
                R"("Input Dims": [[4611686018427387904, 4611686018427387904]], "Input type": ["double"])")
            .runtime("cuLaunchKernel", 2_us, 1_us, 1)
            .kernel("triton_poi_fused_0", 20_us, 5_us, 7, 1)
            .text();
    const auto result = runOn(inputOf({ text }), "inductor-kernels");
    KT_VERIFY_OK(result);
    const Table& kernels = *result->findTable("kernels");
    QCOMPARE(kernels.cell(0, kernels.columnIndex("bytes")), Cell { std::numeric_limits<std::int64_t>::max() });
}

void TestInductorKernels::compiledGraphs()
{
    const std::string text = wholeMicroseconds()
                                 .op("Torch-Compiled Region: 0/0", 0_us, 100_us)
                                 .annotation("## Call CompiledFxGraph abc ##", 10_us, 30_us)
                                 .launch(12_us, 1_us, 1)
                                 .kernel("triton_poi_fused_0", 50_us, 30_us, 7, 1)
                                 .launch(14_us, 1_us, 2)
                                 .kernel("gemm", 60_us, 10_us, 20, 2)
                                 .annotation("## Call CompiledFxGraph abc ##", 50_us, 10_us)
                                 .launch(52_us, 1_us, 3)
                                 .kernel("gemm", 80_us, 10_us, 7, 3)
                                 .launch(70_us, 1_us, 4)
                                 .kernel("late", 90_us, 5_us, 7, 4)
                                 .launch(110_us, 1_us, 5)
                                 .kernel("outside", 120_us, 5_us, 7, 5)
                                 .text();
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "inductor-kernels"), "graphs",
                        { "graph", "calls", "count", "sum", "busy", "triton_pctg" }),
        "## Call CompiledFxGraph abc ## 2 3 50 40 60\nTorch-Compiled Region: 0/0 1 1 5 5 0\n");
}

void TestInductorKernels::stepsAreMeasuredByTheirWindow()
{
    AnalysisInput input = inputOf({ wholeMicroseconds()
                                        .step(1, 0_us, 50_us)
                                        .launch(10_us, 1_us, 1)
                                        .kernel("a", 40_us, 60_us, 7, 1)
                                        .step(2, 50_us, 50_us)
                                        .launch(60_us, 1_us, 2)
                                        .kernel("b", 100_us, 10_us, 7, 2)
                                        .text() });
    input.scope.steps = { 1 };
    KT_COMPARE_TEXT(rowsOf(runOn(input, "inductor-kernels"), "summary", { "busy_pctg", "wall" }), "60 100\n");
    input.scope.steps.clear();
    input.scope.range = TimeRange { 50_us, 150_us };
    KT_COMPARE_TEXT(rowsOf(runOn(input, "inductor-kernels"), "summary", { "busy_pctg", "wall" }), "60 100\n");
}

void TestInductorKernels::evidenceIsTheFigure()
{
    const AnalysisInput input = inputOf({ example() });
    const auto result = runOn(input, "inductor-kernels");
    KT_VERIFY_OK(result);
    const Trace& trace = *input.traces->ranks().front().trace;
    for (const char* name : { "categories", "kernels" }) {
        const Table& table = *result->findTable(name);
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            Nanoseconds sum = 0;
            for (const SliceRef& slice : table.evidence(row, 0).slices)
                sum += trace.slices().duration(slice.slice);
            QCOMPARE(Cell { sum }, table.cell(row, table.columnIndex("sum")));
        }
    }
    QCOMPARE(result->findTable("summary")->evidence(0, 0).slices.size(), std::size_t { 5 });
}

void TestInductorKernels::reasonsAreSaid()
{
    const auto codes = [](const std::string& text) {
        const auto result = runOn(inputOf({ text }), "inductor-kernels");
        QStringList all;
        for (const Remark& remark : result->remarks)
            all << toQString(remark.code);
        return all.join(' ');
    };
    QCOMPARE(codes(wholeMicroseconds().op("aten::x", 0_us, 1_us).text()), QStringLiteral("no-gpu-work"));
    // Kernels of the compiler without a graph: the model is compiled, nobody needs to be told to do that.
    QCOMPARE(codes(example()), QStringLiteral("graphs-not-known"));
    const auto oneKernel = [](const char* name) {
        return wholeMicroseconds().launch(1_us, 1_us, 1).kernel(name, 5_us, 1_us, 7, 1).text();
    };
    QCOMPARE(codes(oneKernel("triton_poi_fused_add_0")), QStringLiteral("graphs-not-known"));
    QCOMPARE(codes(oneKernel("ampere_sgemm")), QStringLiteral("no-compiled-graphs"));
    // What was recorded is not advised.
    const auto said = [](const TraceText& text) {
        return english(runOn(inputOf({ text.text() }), "inductor-kernels")->remarks.front());
    };
    TraceText device = wholeMicroseconds().kernel("sgemm", 5_us, 1_us, 7, 1);
    KT_COMPARE_TEXT(said(device),
        "Rank 0: no host op was recorded, so whether GPU work was launched inside a compiled graph is not known; "
        "record "
        "with ProfilerActivity.CPU, too.");
    KT_COMPARE_TEXT(said(device.op("aten::mm", 0_us, 4_us).launch(1_us, 1_us, 1)),
        "Rank 0: no GPU work was launched inside a compiled graph; torch.compile makes such graphs.");
    QCOMPARE(codes(wholeMicroseconds()
                       .annotation("## Call CompiledFxGraph abc ##", 0_us, 9_us)
                       .launch(1_us, 1_us, 1)
                       .kernel("triton__0d1d", 5_us, 1_us, 7, 1)
                       .text()),
        QStringLiteral("triton-names-not-unique"));
}

void TestInductorKernels::withoutItsFileEverythingElseIsThere()
{
    EventBuilder events;
    events.onThread("1", "1");
    events.slice("cpu_op", "triton_poi_fused_0", 0, 10'000);
    events.slice("cuda_driver", "cuLaunchKernel", 1'000, 2'000, 1);
    events.onStream(0, 7);
    events.slice("kernel", "triton_poi_fused_0", 5'000, 9'000, 1);
    const AnalysisInput input { std::make_shared<TraceSet>(
                                    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> {
                                        { 0, events.build() } },
                                    std::vector<Remark> {}),
        {} };
    const auto result = runOn(input, "inductor-kernels");
    KT_COMPARE_TEXT(rowsOf(result, "kernels", { "category", "sum", "bytes" }), "triton_pointwise 4 \n");
    QCOMPARE(result->remarks.back().code, std::string("ops-not-read"));
}

QTEST_GUILESS_MAIN(TestInductorKernels)
#include "tst_inductor_kernels.moc"
