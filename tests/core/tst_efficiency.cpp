// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/efficiency_rows.h"
#include "core/analysis/efficiency/formulas/formula.h"
#include "core/analysis/peaks/gpu_peaks.h"
#include "core/analysis/run_analysis.h"
#include "core/catalog/analyses.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_examples.h"
#include "tests/support/trace_text.h"

#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What ops cost by their shapes, who owns GPU work, and what of the peak it reaches.
class TestEfficiency : public QObject {
    Q_OBJECT

private slots:
    void formulas_data();
    void formulas();
    void missingArguments_data();
    void missingArguments();
    void everyLineOfTheTableIsFound();
    void attentionWithoutMaskIsTwoProducts();
    void operandsMayBeSwapped();
    void oldConvolutionsTakeTheirOutputFromTheGradient();
    void outermostOpWithAFormulaOwns();
    void opsThatDecomposeOwnOnlyWhatIsDirectlyBelow();
    void whatHasNoOwner();
    void copiesFromTheHost();
    void ratesAndRoofline();
    void callsAlikeHaveTheRoofsOfTheirDevices();
    void shareOfThePeakOfAStep();
    void recomputedCallsAreNoModelWork();
    void tensorFloat();
    void partOfACall();
    void timesAddUp();
    void withoutArgumentsTimesStay();
    void peaksOfDevices_data();
    void peaksOfDevices();
    void givenPeaks();
    void rulesAddOpsAndDevices();
    void ownFormulas_data();
    void ownFormulas();
    void wrongRules_data();
    void wrongRules();
    void whatIsMostAboveThePeakIsSaid();
    void smallRowsAreSaidByCategory();
    void threadsReadTheSame();
    void howNearItComesIsReadFirst();
};

namespace {

std::string figureText(const Figures& figures)
{
    return (figures.flops ? std::to_string(*figures.flops) : std::string("-")) + ' '
        + (figures.bytes ? std::to_string(*figures.bytes) : std::string("-")) + ' '
        + std::string(toString(figures.kind)) + (figures.lack == Lack::None ? "" : " ")
        + std::string(toString(figures.lack));
}

Figures figuresFor(const std::string& op, const std::string& args, const CallSurroundings& around = {})
{
    return figuresOf(formulaOf(op), parseOpArguments("{\"args\": {" + args + "}}"), around);
}

/// Arguments as the profiler writes them.
/// The analysis with rules of a user, which are well-formed.
Result<AnalysisResult> withRules(const std::string& rules, const TraceText& text)
{
    const Result<KernelClassifier> classifier = KernelClassifier::withRules(rules);
    if (!classifier)
        qFatal("%s", english(classifier.error().message).c_str());
    const AnalysisInput input = inputOf({ text.text() });
    AnalysisContext context;
    context.classifier = &*classifier;
    return runAnalysis(*findAnalysis("efficiency"), std::span(&input, 1), {}, Mode::Exact, context);
}

std::string argsOf(const char* dims, const char* types, const char* values = nullptr)
{
    return std::string("\"Input Dims\": ") + dims + ", \"Input type\": " + types
        + (values ? std::string(", \"Concrete Inputs\": ") + values : std::string());
}

} // namespace

void TestEfficiency::formulas_data()
{
    QTest::addColumn<QString>("op");
    QTest::addColumn<QString>("args");
    QTest::addColumn<QString>("figures"); ///< operations, bytes, how well they are known
    const auto row = [](const char* name, const char* op, const std::string& args, const char* figures) {
        QTest::newRow(name) << op << QString::fromStdString(args) << figures;
    };
    row("addmm", "aten::addmm", argsOf("[[128],[5,128],[128,128]]", R"(["float","float","float"])"),
        "163840 71168 exact");
    row("addmm that does not read its bias", "aten::addmm",
        argsOf("[[128],[5,128],[128,128],[],[]]", R"(["float","float","float","Scalar","Scalar"])",
            R"(["","","","0","1"])"),
        "163840 70656 exact");
    row("batched", "aten::bmm", argsOf("[[2,3,4],[2,4,5]]", R"(["float","float"])"), "240 376 exact");
    row("keys with escapes", "aten::bmm",
        R"("\u0049nput Dims": [[2,3,4],[2,4,5]], "Input t\u0079pe": ["float","float"])", "240 376 exact");
    row("a vector", "aten::mv", argsOf("[[3,4],[4]]", R"(["float","float"])"), "24 76 exact");
    row("int8", "aten::_int_mm", argsOf("[[16,32],[32,8]]", R"(["signed char","signed char"])"), "8192 1280 exact");
    row("linear", "aten::linear", argsOf("[[2,5,128],[64,128],[64]]", R"(["float","float","float"])"),
        "163840 40704 exact");
    row("matmul", "aten::matmul", argsOf("[[7,1,3,4],[2,4,5]]", R"(["float","float"])"), "1680 1336 exact");
    row("scaled", "aten::_scaled_mm",
        argsOf("[[128,256],[256,64],[128,1],[1,64],[64],[],[],[]]",
            R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float","c10::BFloat16","","Scalar","Scalar"])",
            R"(["","","","","","","15","False"])"),
        "4194304 66432 exact");
    row("grouped", "aten::_grouped_mm",
        argsOf("[[512,128],[8,128,256],[8]]", R"(["c10::BFloat16","c10::BFloat16","int"])"),
        "33554432 917536 estimate");
    row("experts", "vllm::outplace_fused_experts",
        argsOf("[[16,1024],[64,512,1024],[64,1024,256],[16,4],[16,4]]",
            R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","float","int"])"),
        "100663296 100729344 estimate");
    row("convolution", "aten::convolution",
        argsOf("[[2,8,10,10],[16,2,3,3],[16],[],[],[],[],[],[]]", R"(["float","float","float","","","","","",""])",
            R"(["","","","[2, 2]","[1, 1]","[1, 1]","False","[0, 0]","4"])"),
        "28800 10816 exact");
    row("its backward", "aten::convolution_backward",
        argsOf("[[2,16,5,5],[2,8,10,10],[16,2,3,3],[],[],[],[],[],[],[],[]]",
            R"(["float","float","float","","","","","","","",""])",
            R"(["","","","[16]","[2, 2]","[1, 1]","[1, 1]","False","[0, 0]","4","[True, True, True]"])"),
        "57600 18368 exact");
    row("the gradient of the weight alone", "aten::convolution_backward",
        argsOf("[[2,16,5,5],[2,8,10,10],[16,2,3,3],[],[],[],[],[],[],[],[]]",
            R"(["float","float","float","","","","","","","",""])",
            R"(["","","","[16]","[2, 2]","[1, 1]","[1, 1]","False","[0, 0]","4","[False, True, False]"])"),
        "28800 10752 exact");
    row("transposed", "aten::convolution",
        argsOf("[[1,4,5,5],[4,3,3,3],[],[],[],[],[],[],[]]", R"(["c10::Half","c10::Half","","","","","","",""])",
            R"(["","","","[2, 2]","[1, 1]","[1, 1]","True","[1, 1]","1"])"),
        "5400 1016 exact");
    row("one dimension", "aten::conv1d",
        argsOf("[[3,6,20],[12,6,5],[],[],[],[],[]]", R"(["float","float","","","","",""])",
            R"(["","","","[1]","[0]","[2]","1"])"),
        "25920 4608 exact");
    row("three dimensions", "aten::conv3d",
        argsOf("[[1,3,8,16,16],[4,3,2,2,2],[],[],[],[],[]]", R"(["float","float","","","","",""])",
            R"(["","","","[2]","[0]","[1]","1"])"),
        "49152 29056 exact");
    row("groups of queries", "aten::_scaled_dot_product_flash_attention",
        argsOf("[[2,8,5,64],[2,2,7,64],[2,2,7,64],[],[]]",
            R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","Scalar","Scalar"])", R"(["","","","0.","False"])"),
        "143360 27648 exact");
    row("causal from the top left", "aten::_scaled_dot_product_flash_attention",
        argsOf("[[1,8,3,64],[1,8,10,64],[1,8,10,64],[],[]]",
            R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","Scalar","Scalar"])", R"(["","","","0.","True"])"),
        "12288 26624 exact");
    row("causal from the bottom right", "flash_attn::_flash_attn_forward",
        argsOf("[[1,3,8,64],[1,10,8,64],[1,10,8,64],[],[],[]]",
            R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","Scalar","Scalar","Scalar"])",
            R"(["","","","0.","1.","True"])"),
        "55296 26624 exact");
    row("backward of attention", "aten::_scaled_dot_product_flash_attention_backward",
        argsOf("[[1,4,128,64],[1,4,128,64],[1,4,128,64],[1,4,128,64],[],[],[],[],[],[],[],[]]",
            R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16","","","","","","","",""])",
            R"(["","","","","","","","","","","","True"])"),
        "21135360 524288 exact");
    row("a smaller type beside a larger", "aten::add", argsOf("[[32,1,128],[64,128]]", R"(["float","c10::Half"])"),
        "262144 1081344 exact");
    row("in place", "aten::add_", argsOf("[[256,128],[128]]", R"(["c10::BFloat16","float"])"), "32768 131584 exact");
    row("expanded", "aten::mul",
        argsOf("[[4,8,16],[4,8,16]]", R"(["c10::Half","c10::Half"])") + R"(, "Input Strides": [[128,16,1],[8,1,0]])",
        "512 2112 exact");
    row("a sum of integers", "aten::sum",
        argsOf("[[4,8,16],[],[],[]]", R"(["int","ScalarList","Scalar",""])", R"(["","[1]","False",""])"),
        "512 2560 exact");
    row("a sum of all", "aten::sum", argsOf("[[4,8]]", R"(["float"])"), "32 132 exact");
    row("a sum whose dimensions nobody recorded", "aten::sum", argsOf("[[4,8],[],[],[]]", R"(["float","","",""])"),
        "32 128 lower");
    row("the largest of a dimension", "aten::max",
        argsOf("[[4,8],[],[]]", R"(["float","Scalar","Scalar"])", R"(["","1","False"])"), "32 176 exact");
    row("the larger of two", "aten::max", argsOf("[[4,8],[4,8]]", R"(["float","float"])"), "32 384 exact");
    row("a comparison", "aten::eq", argsOf("[[100],[]]", R"(["long","Scalar"])", R"(["","0"])"), "100 900 exact");
    row("a copy between types", "aten::copy_", argsOf("[[1024],[1024]]", R"(["float","c10::BFloat16"])"),
        "- 6144 exact");
    row("batch norm in training", "aten::native_batch_norm",
        argsOf("[[4,8,10,10],[8],[8],[8],[8],[]]", R"(["float","float","float","float","float","Scalar"])",
            R"(["","","","","","True"])"),
        "25600 25792 exact");
    row("batch norm in inference", "aten::native_batch_norm",
        argsOf("[[4,8,10,10],[8],[8],[8],[8],[]]", R"(["float","float","float","float","float","Scalar"])",
            R"(["","","","","","False"])"),
        "12800 25728 exact");
    row("max pool", "aten::max_pool2d_with_indices",
        argsOf("[[2,4,10,10],[],[],[],[],[]]", R"(["c10::Half","","","","",""])",
            R"(["","[3, 3]","[2, 2]","[1, 1]","[1, 1]","False"])"),
        "1800 3600 exact");
    row("rows of a table", "aten::embedding", argsOf("[[30522,512],[1,141]]", R"(["c10::BFloat16","long int"])"),
        "- 289896 exact");
    row("integers divided", "aten::div", argsOf("[[10],[10]]", R"(["long","long"])"), "10 200 exact");
    row("both halves", "aten::add", argsOf("[[10],[10]]", R"(["c10::Half","c10::BFloat16"])"), "10 80 exact");
    row("a number of a higher kind", "aten::mul", argsOf("[[10],[]]", R"(["int","float"])"), "10 84 exact");
    row("an output that was given", "aten::add",
        argsOf("[[10],[10],[],[10]]", R"(["float","float","Scalar","double"])"), "10 160 exact");
    row("no elements", "aten::add", argsOf("[[0,4],[4]]", R"(["float","float"])"), "0 16 exact");
    row("sizes beyond int64", "aten::mm",
        argsOf("[[4000000000,4000000000],[4000000000,4000000000]]", R"(["float","float"])"),
        "9223372036854775807 9223372036854775807 exact");
    row("a fused kernel", "triton_poi_fused_add_0",
        argsOf("[[10,10],[10,10],[10,10],[]]", R"(["float","float","float","Scalar"])"), "- 1200 estimate");
}

void TestEfficiency::formulas()
{
    QFETCH(QString, op);
    QFETCH(QString, args);
    QFETCH(QString, figures);
    KT_COMPARE_TEXT(figureText(figuresFor(op.toStdString(), args.toStdString())), figures.toStdString());
}

void TestEfficiency::missingArguments_data()
{
    QTest::addColumn<QString>("op");
    QTest::addColumn<QString>("args");
    QTest::addColumn<QString>("figures");
    const auto row = [](const char* name, const char* op, const std::string& args, const char* figures) {
        QTest::newRow(name) << op << QString::fromStdString(args) << figures;
    };
    row("an op that nobody knows", "mylib::op", argsOf("[[4]]", R"(["float"])"), "- -  no-formula");
    row("no shapes", "aten::mm", "", "- -  no-shapes");
    row("old files have no types", "aten::mm", R"("Input dims": [[2,3],[3,4]], "Input type": [])", "48 -  no-types");
    row("a number is no tensor", "aten::mm", argsOf("[[2,3],[]]", R"(["float","Double"])"), "- -  no-shapes");
    row("sizes that do not fit", "aten::mm", argsOf("[[2,3],[4,5]]", R"(["float","float"])"), "- -  no-shapes");
    row("convolution without its numbers", "aten::convolution",
        argsOf("[[2,8,10,10],[16,8,3,3],[16]]", R"(["float","float","float"])"), "- -  no-values");
    row("attention without its numbers", "aten::_scaled_dot_product_flash_attention",
        argsOf("[[2,8,5,64],[2,2,7,64],[2,2,7,64],[],[]]",
            R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","Scalar","Scalar"])"),
        "- -  no-values");
    row("lengths", "vllm::unified_attention_with_output", argsOf("[[2,8,64]]", R"(["float"])"), "- -  no-lengths");
    row("a list that no kernel gives a type", "aten::cat", argsOf("[[[2,3],[4,3]],[]]", R"(["TensorList","Scalar"])"),
        "- -  no-list-type");
    row("words for sizes", "aten::relu", argsOf(R"([["a"]])", R"(["float"])"), "- -  no-shapes");
    row("a size below zero", "aten::relu", argsOf("[[-4]]", R"(["float"])"), "- -  no-shapes");
    row("no list at all", "aten::relu", R"("Input Dims": 3, "Input type": {})", "- -  no-shapes");
    row("a stride that is no number", "aten::convolution",
        argsOf("[[2,8,10,10],[16,8,3,3],[],[],[],[],[],[],[]]", R"(["float","float","","","","","","",""])",
            R"(["","","","[0]","[1]","[1]","False","[0]","1"])"),
        "- -  no-values");
}

void TestEfficiency::missingArguments()
{
    formulas();
}

void TestEfficiency::everyLineOfTheTableIsFound()
{
    std::set<std::string_view> seen;
    for (const std::string_view name : opsWithFormula()) {
        QVERIFY2(seen.insert(name).second, std::string(name).c_str());
        const std::string op = name.find("::") == std::string_view::npos && name != "FlashAttnFunc"
            ? "aten::" + std::string(name)
            : std::string(name);
        QVERIFY2(formulaOf(op), op.c_str());
        // Nothing of an op that has no arguments is known, and no argument is looked at beyond them.
        QVERIFY2(!figuresFor(op, argsOf("[[]]", R"([""])")).isKnown(), op.c_str());
    }
    QVERIFY(!formulaOf("mm"));
    QVERIFY(!formulaOf("aten::_softmax_"));
    QVERIFY(formulaOf("aten::mul_"));
}

void TestEfficiency::attentionWithoutMaskIsTwoProducts()
{
    const Figures attention = figuresFor("aten::_scaled_dot_product_flash_attention",
        argsOf("[[3,4,50,32],[3,4,60,32],[3,4,60,32],[],[]]", R"(["float","float","float","Scalar","Scalar"])",
            R"(["","","","0.","False"])"));
    const Figures scores = figuresFor("aten::bmm", argsOf("[[12,50,32],[12,32,60]]", R"(["float","float"])"));
    const Figures values = figuresFor("aten::bmm", argsOf("[[12,50,60],[12,60,32]]", R"(["float","float"])"));
    QCOMPARE(*attention.flops, *scores.flops + *values.flops);
    // All pairs of a square are N^2, causal ones N (N + 1) / 2, from either corner.
    for (const char* op : { "aten::_scaled_dot_product_flash_attention", "flash_attn::_flash_attn_forward" }) {
        const Figures causal = figuresFor(op,
            argsOf("[[1,77,77,32],[1,77,77,32],[1,77,77,32],[],[],[]]",
                R"(["float","float","float","Scalar","Scalar","Scalar"])", R"(["","","","0.","True","True"])"));
        QCOMPARE(*causal.flops, std::int64_t { 4 } * 32 * 77 * (77 * 78 / 2));
        QCOMPARE(causal.causalLeftOut, std::int64_t { 4 } * 32 * 77 * (77 * 76 / 2));
    }
}

void TestEfficiency::operandsMayBeSwapped()
{
    for (const char* op : { "aten::add", "aten::mul", "aten::eq", "aten::maximum", "aten::div" }) {
        const Figures one = figuresFor(op, argsOf("[[32,1,128],[64,128]]", R"(["float","c10::Half"])"));
        const Figures other = figuresFor(op, argsOf("[[64,128],[32,1,128]]", R"(["c10::Half","float"])"));
        KT_COMPARE_TEXT(figureText(one), figureText(other));
    }
}

void TestEfficiency::oldConvolutionsTakeTheirOutputFromTheGradient()
{
    const std::string x =
        argsOf("[[2,8,10,10],[16,2,3,3],[16],[],[],[],[],[],[]]", R"(["float","float","float","","","","","",""])")
        + R"(, "Sequence number": 5)";
    const std::string gradient = R"("Input Dims": [[2,16,5,5]], "Input type": ["float"], "Sequence number": 5)";
    const auto run = [&](const std::string& gradientArgs) {
        return rowsOf(runOn(inputOf({ wholeMicroseconds()
                                          .op("aten::convolution", 0_us, 10_us, x)
                                          .launch(2_us, 1_us, 1)
                                          .thread(100, 101)
                                          .op("ConvolutionBackward0", 20_us, 5_us, gradientArgs)
                                          .kernel("conv", 5_us, 10_us, 7, 1)
                                          .text() }),
                          "efficiency"),
            "ops", { "name", "flops", "bytes", "reason" });
    };
    KT_COMPARE_TEXT(run(gradient), "aten::convolution 28800 10816 \n");
    // Of another convolution: its channels differ.
    KT_COMPARE_TEXT(run(R"("Input Dims": [[2,8,5,5]], "Input type": ["float"], "Sequence number": 5)"),
        "aten::convolution   no-values\n");
}

void TestEfficiency::outermostOpWithAFormulaOwns()
{
    const std::string conv =
        argsOf("[[2,8,10,10],[16,2,3,3],[16],[],[],[],[],[],[]]", R"(["float","float","float","","","","","",""])",
            R"(["","","","[2, 2]","[1, 1]","[1, 1]","False","[0, 0]","4"])");
    const auto result =
        runOn(inputOf({ wholeMicroseconds()
                            .op("aten::conv2d", 0_us, 100_us, conv)
                            .op("aten::convolution", 5_us, 90_us, conv)
                            .op("aten::_convolution", 10_us, 80_us, conv)
                            .op("aten::cudnn_convolution", 15_us, 30_us, conv)
                            .launch(20_us, 2_us, 1)
                            .op("aten::add_", 50_us, 30_us, argsOf("[[2,16,5,5],[16]]", R"(["float","float"])"))
                            .launch(60_us, 2_us, 2)
                            .kernel("conv", 30_us, 20_us, 7, 1)
                            .kernel("bias", 70_us, 8_us, 7, 2)
                            .text() }),
            "efficiency");
    KT_COMPARE_TEXT(rowsOf(result, "ops", { "name", "operation_count", "kernels", "Kernel Time (µs)_sum", "flops" }),
        "aten::convolution 1 2 28 28800\n");
    KT_COMPARE_TEXT(rowsOf(result, "kernels", { "name", "op", "sum", "flops", "reason" }),
        "conv aten::convolution 20  several-kernels\nbias aten::convolution 8  several-kernels\n");
}

void TestEfficiency::opsThatDecomposeOwnOnlyWhatIsDirectlyBelow()
{
    const std::string linear = argsOf("[[5,128],[128,128],[128]]", R"(["float","float","float"])");
    const std::string addmm = argsOf("[[128],[5,128],[128,128]]", R"(["float","float","float"])");
    const auto decomposed = runOn(inputOf({ wholeMicroseconds()
                                                .op("aten::linear", 0_us, 100_us, linear)
                                                .op("aten::addmm", 10_us, 80_us, addmm)
                                                .launch(20_us, 2_us, 1)
                                                .launch(40_us, 2_us, 2)
                                                .kernel("gemm", 50_us, 20_us, 7, 1)
                                                .kernel("splitk", 72_us, 8_us, 7, 2)
                                                .text() }),
        "efficiency");
    KT_COMPARE_TEXT(rowsOf(decomposed, "ops", { "name", "operation_count", "kernels", "kernel_sum", "flops", "bytes" }),
        "aten::addmm 1 2 28 163840 71168\n");
    const auto direct = runOn(inputOf({ wholeMicroseconds()
                                            .op("aten::linear", 0_us, 100_us, linear)
                                            .launch(20_us, 2_us, 1)
                                            .kernel("gemm", 50_us, 20_us, 7, 1)
                                            .text() }),
        "efficiency");
    KT_COMPARE_TEXT(rowsOf(direct, "ops", { "name", "flops", "bytes" }), "aten::linear 163840 71168\n");
}

void TestEfficiency::whatHasNoOwner()
{
    const auto result =
        runOn(inputOf({ wholeMicroseconds()
                            .op("aten::mm", 0_us, 10_us, kHalfProduct)
                            .runtime("cudaGraphLaunch", 2_us, 2_us, 1)
                            .launch(20_us, 2_us, 2)
                            .op("mylib::op", 30_us, 10_us)
                            .launch(32_us, 2_us, 4)
                            .kernel("replayed", 10_us, 10_us, 7, 1)
                            .kernel("lonely", 30_us, 5_us, 7, 2)
                            .kernel("lost", 40_us, 4_us, 7, 3)
                            .kernel("own", 50_us, 3_us, 7, 4)
                            .kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgs)", 60_us, 2_us, 8, 5)
                            .text() }),
            "efficiency");
    KT_COMPARE_TEXT(rowsOf(result, "kernels", { "sum", "op", "flops", "reason" }),
        "10   graph\n5   no-op\n4   unlinked\n3 mylib::op  no-formula\n2   communication\n");
    KT_COMPARE_TEXT(rowsOf(result, "summary", { "op category", "kernel_sum" }),
        "graph 10\nno-op 5\nunlinked 4\nno-formula 3\ncommunication 2\n");
    const ChartDescription& chart = result->charts.back();
    const Table& summary = *result->findTable("summary");
    QCOMPARE(toQString(chart.table), QStringLiteral("summary"));
    QVERIFY(chart.kindOfRow(summary, 0) == PartKind::Compute && chart.kindOfRow(summary, 4) == PartKind::Communication);
    KT_COMPARE_TEXT(rowsOf(result, "steps",
                        { "step", "sum", "sum_formula", "sum_no_formula", "sum_communication", "sum_graph", "sum_no_op",
                            "sum_unlinked" }),
        "all 24 0 3 2 10 5 4\n");
}

void TestEfficiency::copiesFromTheHost()
{
    const auto result =
        runOn(inputOf({ wholeMicroseconds()
                            .top("deviceProperties", kH100Properties)
                            .op("aten::copy_", 0_us, 10_us, argsOf("[[1024],[1024]]", R"(["float","float"])"))
                            .runtime("cudaMemcpyAsync", 2_us, 2_us, 1)
                            .copy("Memcpy HtoD (Pageable -> Device)", 10_us, 2_us, 7, 1, 4096)
                            .text() }),
            "efficiency");
    KT_COMPARE_TEXT(
        rowsOf(result, "ops", { "op category", "flops", "bytes", "bytes_kind", "gb_per_s", "Pct Roofline" }),
        "host_copy  4096 recorded 2.048 \n");
}

void TestEfficiency::ratesAndRoofline()
{
    const auto result = runOn(inputOf({ wholeMicroseconds()
                                            .top("deviceProperties", kH100Properties)
                                            .op("aten::mm", 0_us, 10_us, kHalfProduct)
                                            .launch(1_us, 1_us, 1)
                                            .launch(3_us, 1_us, 2)
                                            .op("aten::mm", 50_us, 10_us, kHalfProduct)
                                            .launch(51_us, 1_us, 3)
                                            .kernel("gemm", 10_us, 15_us, 7, 1)
                                            .kernel("gemm", 15_us, 15_us, 8, 2)
                                            .kernel("gemm", 110_us, 10_us, 7, 3)
                                            .text() }),
        "efficiency");
    KT_COMPARE_TEXT(rowsOf(result, "ops",
                        { "operation_count", "Kernel Time (µs)_sum", "kernel_sum", "TFLOPS/s", "Roofline Time (µs)",
                            "Roofline Bound", "Pct Roofline", "above_roofline", "Compute Spec" }),
        "2 30 40 143.1656 2.1705 COMPUTE_BOUND 14.4699 25.659 matrix_fp16\n");
}

/// 2^31 operations take 2.17049 us at the peak of the H100 and 6.88296 us at the 312 TFLOP/s of the A100.
void TestEfficiency::callsAlikeHaveTheRoofsOfTheirDevices()
{
    const auto result =
        runOn(inputOf({ wholeMicroseconds()
                            .top("deviceProperties",
                                R"([{"id": 0, "name": "NVIDIA H100 80GB HBM3"}, )"
                                R"({"id": 1, "name": "NVIDIA A100-SXM4-80GB", "totalGlobalMem": 85031714816}])")
                            .op("aten::mm", 0_us, 10_us, kHalfProduct)
                            .launch(1_us, 1_us, 1)
                            .op("aten::mm", 50_us, 10_us, kHalfProduct)
                            .launch(51_us, 1_us, 2)
                            .kernel("gemm", 10_us, 15_us, 7, 1)
                            .device(1)
                            .kernel("gemm", 60_us, 15_us, 7, 2)
                            .text() }),
            "efficiency");
    KT_COMPARE_TEXT(
        rowsOf(result, "ops", { "operation_count", "Roofline Time (µs)", "Pct Roofline" }), "2 4.5267 30.1782\n");
}

void TestEfficiency::shareOfThePeakOfAStep()
{
    const std::string single = argsOf("[[512,512],[512,512]]", R"(["float","float"])");
    TraceText text = wholeMicroseconds();
    text.top("deviceProperties", kH100Properties).step(3, 0_us, 100_us);
    for (int i = 0; i < 6; ++i)
        text.op("aten::mm", 10_us * (i + 1), 8_us, i < 5 ? kHalfProduct : single)
            .launch(10_us * (i + 1) + 1_us, 1_us, i + 1);
    for (int i = 0; i < 6; ++i)
        text.kernel("gemm", 20_us * (i + 1), 5_us, 7, i + 1);
    const AnalysisInput input = inputOf({ text.text() });
    KT_COMPARE_TEXT(
        rowsOf(runOn(input, "efficiency"), "steps",
            { "step", "matrix_calls", "wall", "peak_time", "mfu_pctg", "hfu_pctg", "wall_tflops_per_s", "known_pctg" }),
        "3 6 100 14.859 14.859 14.859 110.0585 100\nall 6 105 14.859 14.1514 14.1514 104.8177 100\n");
    // Of a range both the work and the wall time of the step are cut: 2.6 products of 2.1705 us each at the peak.
    AnalysisInput half = input;
    half.scope.range = TimeRange { 0, 63'000 };
    KT_COMPARE_TEXT(
        rowsOf(runOn(half, "efficiency"), "steps", { "step", "wall", "mfu_pctg" }), "3 63 8.9576\nall 43 13.1239\n");
    // On the GPU the step is as long as its work.
    KT_COMPARE_TEXT(
        rowsOf(runOn(input, "efficiency", { { "window", "gpu" } }), "steps", { "step", "wall" }), "3 105\nall 105\n");
    // 989.4 TFLOP/s for 100 us would be 9.894e10 operations.
    KT_COMPARE_TEXT(
        rowsOf(runOn(input, "efficiency", { { "model-flops", "9894000000" } }), "steps", { "step", "model_mfu_pctg" }),
        "3 10\nall 9.5238\n");
}

void TestEfficiency::recomputedCallsAreNoModelWork()
{
    const std::string linear = argsOf("[[1024,1024],[1024,1024]]", R"(["c10::Half","c10::Half"])");
    const auto result = runOn(inputOf({ wholeMicroseconds()
                                            .top("deviceProperties", kH100Properties)
                                            .op("aten::linear", 0_us, 10_us, linear)
                                            .op("aten::mm", 1_us, 8_us, kHalfProduct)
                                            .launch(2_us, 1_us, 1)
                                            .op("autograd::engine::evaluate_function: MmBackward0", 20_us, 40_us)
                                            .op("aten::linear", 21_us, 10_us, linear)
                                            .op("aten::mm", 22_us, 8_us, kHalfProduct)
                                            .launch(23_us, 1_us, 2)
                                            .op("aten::mm", 40_us, 8_us, kHalfProduct)
                                            .launch(41_us, 1_us, 3)
                                            .kernel("gemm", 10_us, 10_us, 7, 1)
                                            .kernel("gemm", 30_us, 10_us, 7, 2)
                                            .kernel("gemm", 50_us, 10_us, 7, 3)
                                            .text() }),
        "efficiency");
    KT_COMPARE_TEXT(rowsOf(result, "steps", { "step", "matrix_calls", "recompute_flops", "mfu_pctg", "hfu_pctg" }),
        "all 3 2147483648 8.682 13.0229\n");
}

void TestEfficiency::tensorFloat()
{
    const std::string single = argsOf("[[512,512],[512,512]]", R"(["float","float"])");
    const auto specOf = [&](const char* kernel) {
        return rowsOf(runOn(inputOf({ wholeMicroseconds()
                                          .op("aten::mm", 0_us, 10_us, single)
                                          .launch(1_us, 1_us, 1)
                                          .kernel(kernel, 10_us, 5_us, 7, 1)
                                          .text() }),
                          "efficiency"),
            "ops", { "Compute Spec" });
    };
    KT_COMPARE_TEXT(specOf("ampere_sgemm_128x64"), "matrix_fp32\n");
    KT_COMPARE_TEXT(specOf("cutlass_tensorop_s1688gemm_128x128"), "matrix_tf32\n");
    KT_COMPARE_TEXT(specOf("ampere_sgemm_tf32"), "matrix_tf32\n");
}

void TestEfficiency::partOfACall()
{
    const std::string text = wholeMicroseconds()
                                 .op("aten::mm", 0_us, 10_us, kHalfProduct)
                                 .launch(1_us, 1_us, 1)
                                 .kernel("gemm", 10_us, 20_us, 7, 1)
                                 .text();
    Scope scope;
    scope.range = TimeRange { 15_us, 20_us };
    const auto result = runOn(inputOf({ text }, scope), "efficiency");
    KT_COMPARE_TEXT(rowsOf(result, "ops", { "flops", "bytes", "Kernel Time (µs)_sum" }), "536870912 1572864 5\n");
    const auto said = std::ranges::find(result->remarks, "calls-cut", &Remark::code);
    QVERIFY(said != result->remarks.end());
}

void TestEfficiency::timesAddUp()
{
    // Work of one call on two streams overlaps: the call's time is the union, sums stay sums.
    const auto result = runOn(inputOf({ wholeMicroseconds()
                                            .op("aten::mm", 0_us, 10_us, kHalfProduct)
                                            .launch(1_us, 1_us, 1)
                                            .launch(3_us, 1_us, 2)
                                            .launch(20_us, 1_us, 3)
                                            .kernel("a", 10_us, 10_us, 7, 1)
                                            .kernel("b", 15_us, 10_us, 8, 2)
                                            .kernel("c", 30_us, 7_us, 7, 3)
                                            .text() }),
        "efficiency");
    KT_COMPARE_TEXT(rowsOf(result, "ops", { "Kernel Time (µs)_sum", "kernel_sum" }), "15 20\n");
    KT_COMPARE_TEXT(
        rowsOf(result, "summary", { "op category", "kernel_sum", "time_pctg" }), "GEMM 20 74.0741\nno-op 7 25.9259\n");
    KT_COMPARE_TEXT(rowsOf(result, "steps", { "sum", "busy", "sum_formula", "sum_no_op" }), "27 22 20 7\n");
}

void TestEfficiency::withoutArgumentsTimesStay()
{
    const auto run = [](const std::string& args) {
        return runOn(inputOf({ wholeMicroseconds()
                                   .op("aten::mm", 0_us, 10_us, args)
                                   .launch(1_us, 1_us, 1)
                                   .kernel("a", 10_us, 10_us, 7, 1)
                                   .text() }),
            "efficiency");
    };
    KT_COMPARE_TEXT(
        rowsOf(run({}), "ops", { "name", "kernel_sum", "flops", "bytes", "TFLOPS/s", "gb_per_s", "reason" }),
        "aten::mm 10     no-shapes\n");
    const std::string said = remarkOf(run({}), "no-shapes");
    QVERIFY2(said.ends_with("but without shapes; record with record_shapes=True.\n"), said.c_str());
    KT_COMPARE_TEXT(rowsOf(run(kHalfProduct), "ops", { "name", "kernel_sum" }), "aten::mm 10\n");
}

void TestEfficiency::peaksOfDevices_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("memory"); ///< GB
    QTest::addColumn<int>("capability");
    QTest::addColumn<int>("multiprocessors");
    QTest::addColumn<QString>("device");
    const auto row = [](const char* name, double memory, int capability, int units, const char* device) {
        QTest::newRow((std::string(name) + device).c_str()) << name << memory << capability << units << device;
    };
    row("NVIDIA H100 80GB HBM3", 85, 90, 132, "H100 SXM");
    row("NVIDIA H100 PCIe", 85, 90, 114, "H100 PCIe");
    row("NVIDIA H100", 85, 90, 132, ""); // several boards are called so
    row("NVIDIA A100-SXM4-40GB", 42, 80, 108, "A100 40 GB");
    row("NVIDIA A100-SXM4-80GB", 85, 80, 108, "A100 80 GB SXM");
    row("NVIDIA A100 80GB PCIe", 85, 80, 108, "A100 80 GB PCIe");
    row("NVIDIA PG509-210", 42, 80, 108, "A100 40 GB");
    row("Tesla V100-SXM2-16GB", 17, 70, 80, "V100 SXM2");
    row("Tesla V100-DGXS-32GB", 34, 70, 80, "V100 SXM2");
    row("NVIDIA A10", 24, 86, 72, "A10");
    row("NVIDIA A10G", 24, 86, 80, "");
    row("NVIDIA GeForce RTX 2080 Ti", 11, 75, 68, "RTX 2080 Ti");
    row("", 68, 90, 104, "MI210 or MI250, one die");
    row("AMD Radeon Graphics", 206, 94, 304, "MI300X");
    row("AMD Radeon Graphics", 275, 94, 304, "MI325X");
    row("AMD Instinct MI300X", 206, 94, 304, "MI300X");
    row("AMD Radeon Graphics", 309, 95, 256, "MI355X");
    row("", 85, 90, 132, "");
}

void TestEfficiency::peaksOfDevices()
{
    QFETCH(QString, name);
    QFETCH(double, memory);
    QFETCH(int, capability);
    QFETCH(int, multiprocessors);
    QFETCH(QString, device);
    DeviceProperties properties;
    properties.name = name.toStdString();
    properties.totalMemoryBytes = static_cast<std::uint64_t>(memory * 1e9);
    properties.computeMajor = capability / 10;
    properties.computeMinor = capability % 10;
    properties.multiprocessors = multiprocessors;
    const GpuPeaks* peaks = findGpuPeaks(properties);
    KT_COMPARE_TEXT(peaks ? peaks->device : std::string_view(), device.toStdString());
}

void TestEfficiency::givenPeaks()
{
    const std::string text = wholeMicroseconds()
                                 .op("aten::mm", 0_us, 10_us, kHalfProduct)
                                 .launch(1_us, 1_us, 1)
                                 .kernel("a", 10_us, 10_us, 7, 1)
                                 .text();
    const auto shareWith = [&](const ParameterTexts& parameters) {
        return rowsOf(runOn(inputOf({ text }), "efficiency", parameters), "ops", { "Pct Roofline", "Roofline Bound" });
    };
    KT_COMPARE_TEXT(shareWith({}), " \n"); // no device, no peaks
    KT_COMPARE_TEXT(
        shareWith({ { "peak-flops", "fp16=1000" }, { "peak-bandwidth", "3000" } }), "21.4748 COMPUTE_BOUND\n");
    KT_COMPARE_TEXT(shareWith({ { "peak-flops", "1000" }, { "peak-bandwidth", "1000" } }), "62.9146 MEMORY_BOUND\n");
    KT_COMPARE_TEXT(shareWith({ { "peak-flops", "bf16=1000" }, { "peak-bandwidth", "1000" } }), " \n");
    for (const char* wrong : { "fast", "fp17=3", "fp16=", "fp16=-1", "nan" })
        KT_VERIFY_ERROR(
            runOn(inputOf({ text }), "efficiency", { { "peak-flops", wrong } }), ErrorCode::InvalidArgument);
}

void TestEfficiency::rulesAddOpsAndDevices()
{
    const auto result =
        withRules("FORMULA aten::mm ^mylib::(matmul|gemm)\nDEVICE fp16=1000,bandwidth=3000,link=100 ^My GPU",
            wholeMicroseconds()
                .top("deviceProperties", R"([{"id": 0, "name": "My GPU 2"}])")
                .op("mylib::gemm", 0_us, 10_us, kHalfProduct)
                .launch(1_us, 1_us, 1)
                .kernel("a", 10_us, 10_us, 7, 1));
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(rowsOf(*result->findTable("ops"), { "name", "op category", "flops", "Pct Roofline" }),
        "mylib::gemm GEMM 2147483648 21.4748\n");
}

void TestEfficiency::ownFormulas_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("args");
    QTest::addColumn<QString>("expected"); // category, flops, bytes, type of the operations, reason
    const auto row = [](const char* name, const char* rule, const std::string& args, const char* expected) {
        QTest::newRow(name) << QString(rule) << QString::fromStdString(args) << QString(expected);
    };
    const std::string half = argsOf("[[4,8],[8,16],[]]", R"(["c10::Half","c10::Half","Scalar"])", R"(["","","3"])");
    // 2 * 4 * 8 * 16 operations; 4 * 8, 8 * 16 and 4 * 16 numbers of two bytes.
    row("dimensions and bytes", "matrix=2*d0.0*d0.1*d1.1,bytes=b0+b1+2*d0.0*d1.1", half,
        "own_formula 1024 448 matrix_fp16 ");
    row("elements and a number", "vector=(n0+1)*v2,category=NORM_fwd", half, "NORM_fwd 99   ");
    row("bytes alone", "bytes=b0/2", half, "own_formula  32  ");
    row("rounded to a whole number", "vector=n0/3", half, "own_formula 11   ");
    row("all tensors of a list", "vector=n0,bytes=b0", argsOf("[[[2,3],[4]]]", R"(["TensorList"])"),
        "own_formula 10   no-types");
    row("a dimension that is not there", "matrix=d0.2", half, "    no-result");
    row("an argument that is no tensor", "matrix=n2", half, "    no-result");
    row("below zero", "vector=d0.0-d0.1", half, "    no-result");
    row("division by zero", "vector=1/(v2-3)", half, "    no-result");
    row("a number that is not recorded", "vector=v0", half, "    no-values");
    row("more than there is room for", "vector=n0*1e30", half, "own_formula 9000000000000000000   ");
    row("without shapes", "vector=n0", "{}", "    no-shapes");
}

void TestEfficiency::ownFormulas()
{
    QFETCH(QString, rule);
    QFETCH(QString, args);
    QFETCH(QString, expected);
    const auto result = withRules("FORMULA " + rule.toStdString() + " ^mylib::fancy$",
        wholeMicroseconds()
            .op("mylib::fancy", 0_us, 10_us, args.toStdString())
            .launch(1_us, 1_us, 1)
            .kernel("a", 10_us, 10_us, 7, 1));
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(rowsOf(*result->findTable("ops"), { "op category", "flops", "bytes", "Compute Spec", "reason" }),
        expected.toStdString() + '\n');
}

void TestEfficiency::wrongRules_data()
{
    QTest::addColumn<QString>("rules");
    QTest::newRow("an op without a formula") << "FORMULA aten::unknown ^mylib";
    QTest::newRow("a formula of something else") << "FORMULA time=3*n0 ^mylib";
    QTest::newRow("a formula twice") << "FORMULA matrix=n0,vector=n0 ^mylib";
    QTest::newRow("a name that is no argument") << "FORMULA bytes=4*size ^mylib";
    QTest::newRow("a dimension without its place") << "FORMULA bytes=d0 ^mylib";
    QTest::newRow("a formula that ends too soon") << "FORMULA bytes=2* ^mylib";
    QTest::newRow("a category alone") << "FORMULA category=GEMM ^mylib";
    QTest::newRow("no figure") << "DEVICE fast ^My";
    QTest::newRow("no type of this name") << "DEVICE fp17=3 ^My";
    QTest::newRow("below zero") << "DEVICE fp16=-3 ^My";
}

void TestEfficiency::wrongRules()
{
    QFETCH(QString, rules);
    KT_VERIFY_ERROR(
        withRules(rules.toStdString(), wholeMicroseconds().op("aten::mm", 0_us, 10_us)), ErrorCode::InvalidArgument);
}

void TestEfficiency::whatIsMostAboveThePeakIsSaid()
{
    const auto codesOf = [](const TraceText& text) {
        std::string codes;
        const auto result = runOn(inputOf({ text.text() }), "efficiency");
        for (const Remark& remark : result->remarks)
            codes += remark.code + ' ';
        return codes;
    };
    const auto product = [](const std::string& args, Nanoseconds time) {
        return wholeMicroseconds()
            .top("deviceProperties", kH100Properties)
            .op("aten::mm", 0_us, 10_us, args)
            .launch(1_us, 1_us, 1)
            .kernel("gemm", 10_us, time, 7, 1);
    };
    const std::string large = argsOf("[[4096,4096],[4096,4096]]", R"(["c10::Half","c10::Half"])");
    const std::string small = argsOf("[[64,64],[64,64]]", R"(["c10::Half","c10::Half"])");
    KT_COMPARE_TEXT(codesOf(product(large, 1000_us)), "below-peak ");
    KT_COMPARE_TEXT(codesOf(product(small, 10_us)), "small-calls ");
    KT_COMPARE_TEXT(codesOf(product(large, 100_us)), "above-peak "); // 139 us at the peak
    const std::string batched = argsOf("[[16,512,64],[16,64,512]]", R"(["c10::Half","c10::Half"])");
    const std::string scores = argsOf("[[16,512,512],[],[]]", R"(["c10::Half","Scalar","Scalar"])");
    const std::string values = argsOf("[[16,512,512],[16,512,64]]", R"(["c10::Half","c10::Half"])");
    const auto attention = [&](const char* second, const std::string& ofSoftmax, const std::string& ofSecond) {
        return wholeMicroseconds()
            .top("deviceProperties", kH100Properties)
            .op("aten::bmm", 0_us, 10_us, batched)
            .launch(1_us, 1_us, 1)
            .op("aten::_softmax", 20_us, 10_us, ofSoftmax)
            .launch(21_us, 1_us, 2)
            .op(second, 40_us, 10_us, ofSecond)
            .launch(41_us, 1_us, 3)
            .kernel("gemm", 50_us, 10_us, 7, 1)
            .kernel("softmax", 60_us, 10_us, 7, 2)
            .kernel("gemm", 70_us, 10_us, 7, 3);
    };
    const auto isUnfused = [&](const char* second, const std::string& ofSoftmax, const std::string& ofSecond) {
        return codesOf(attention(second, ofSoftmax, ofSecond)).find("unfused-attention ") != std::string::npos;
    };
    QVERIFY(isUnfused("aten::bmm", scores, values));
    // Heads as a dimension of their own; the same elements.
    QVERIFY(isUnfused("aten::bmm", argsOf("[[2,8,512,512],[],[]]", R"(["c10::Half","Scalar","Scalar"])"), values));
    QVERIFY(!isUnfused("aten::mm", scores, values));
    // One after the other, but not of the same scores: the order alone says nothing.
    QVERIFY(!isUnfused("aten::bmm", scores, batched));
    QVERIFY(!isUnfused("aten::bmm", argsOf("[[16,512,100],[],[]]", R"(["c10::Half","Scalar","Scalar"])"), values));
    QVERIFY(!isUnfused("aten::bmm", {}, values));
    KT_COMPARE_TEXT(codesOf(product({}, 100_us)), "largest-unknown part-known no-shapes ");
    // What holds for most of the time comes first: 1000 us of a graph, 100 of an op.
    const TraceText replayed =
        product({}, 100_us).runtime("cudaGraphLaunch", 20_us, 5_us, 2).kernel("k", 200_us, 1000_us, 7, 2);
    KT_COMPARE_TEXT(codesOf(replayed), "part-known graph-replays largest-unknown no-shapes ");
    const auto fused = runOn(inputOf({ wholeMicroseconds()
                                           .top("deviceProperties", kH100Properties)
                                           .op("triton_poi_fused_add_0", 0_us, 10_us, large)
                                           .launch(1_us, 1_us, 1)
                                           .kernel("triton_poi_fused_add_0", 10_us, 100_us, 7, 1)
                                           .text() }),
        "efficiency");
    KT_COMPARE_TEXT(english(fused->remarks.front().message),
        "100.0 % of the GPU work cannot be held against the device's peaks; of ops most time is in calls of "
        "'triton_poi_fused_add_0', whose kernel time is 100.0 % of the time from the first to the last GPU work: its "
        "bytes are an estimate, which is not held against them.");
    // The same is said whatever the rows of the table are.
    const auto bySize = runOn(inputOf({ product(large, 1000_us).text() }), "efficiency");
    for (const char* grouping : { "name", "category" }) {
        const auto other =
            runOn(inputOf({ product(large, 1000_us).text() }), "efficiency", { { "group-by", grouping } });
        KT_COMPARE_TEXT(english(other->remarks.front()), english(bySize->remarks.front()));
    }
}

/// Of many rows that are each below 5 % of the time their category is named; what cannot be held against the peaks says
/// why.
void TestEfficiency::smallRowsAreSaidByCategory()
{
    TraceText text = wholeMicroseconds().top("deviceProperties", kH100Properties);
    for (int i = 0; i < 40; ++i) { // each 4096 x 4096 x (4096 + 64 i): 139 us and more at the peak
        const std::string inner = std::to_string(4096 + 64 * i);
        const std::string args =
            argsOf(("[[4096," + inner + "],[" + inner + ",4096]]").c_str(), R"(["c10::Half","c10::Half"])");
        text.op("aten::mm", 20_us * i, 10_us, args)
            .launch(20_us * i + 1_us, 1_us, i + 1)
            .kernel("gemm", 1000_us * (i + 1), 1000_us, 7, i + 1);
    }
    const auto result = runOn(inputOf({ text.text() }), "efficiency");
    KT_VERIFY_OK(result);
    QCOMPARE(result->remarks.size(), std::size_t { 1 });
    KT_COMPARE_TEXT(result->remarks.front().code, "below-peak");
    const std::string said = english(result->remarks.front());
    QVERIFY2(said.find("category GEMM, of all shapes together, reach ") != std::string::npos, said.c_str());
    // 137.4 GFLOP at 4096, 989.4 TFLOP/s: 139 us; with the mean inner size of 5344: 181 us of 1000.
    QVERIFY2(said.find("reach 18.1 % of the speed") != std::string::npos, said.c_str());
    QVERIFY2(said.find("time is 100.0 % of") != std::string::npos, said.c_str());

    const auto unknown = runOn(inputOf({ wholeMicroseconds()
                                             .top("deviceProperties", kH100Properties)
                                             .op("aten::mm", 0_us, 10_us)
                                             .launch(1_us, 1_us, 1)
                                             .kernel("gemm", 10_us, 100_us, 7, 1)
                                             .text() }),
        "efficiency");
    KT_VERIFY_OK(unknown);
    const std::string reason = english(unknown->remarks.front());
    QVERIFY2(reason.ends_with(": it was recorded without shapes."), reason.c_str());
}

void TestEfficiency::threadsReadTheSame()
{
    constexpr int kOps = 50'000; // as many that three threads have a part each
    TraceText text(LayoutStyle::Compact, TimeStyle::WholeMicroseconds);
    for (int i = 0; i < kOps; ++i) {
        const std::string size = std::to_string(i % 7 + (i > kOps / 2 ? 3 : 0));
        text.op("aten::relu", 2_us * i, 1_us, argsOf(("[[" + size + "]]").c_str(), R"(["float"])"));
    }
    const AnalysisInput input = inputOf({ text.text() });
    const Trace& trace = *input.traces->ranks().front().trace;
    std::vector<SliceId> ops;
    for (std::size_t i = 0; i < trace.slices().size(); ++i)
        ops.push_back(SliceTable::at(i));
    OpArgumentStore alone(trace, false);
    OpArgumentStore shared(trace, false);
    OpArgumentStore kept(trace);
    QVERIFY(!kept.needsFile()); // the loader has kept all of them
    KT_VERIFY_OK(alone.read(ops, 1, {}));
    KT_VERIFY_OK(shared.read(ops, 3, {}));
    for (const SliceId op : ops) {
        QCOMPARE(shared.idOf(op), alone.idOf(op));
        KT_COMPARE_TEXT(shared[shared.idOf(op)].dimsText, alone[alone.idOf(op)].dimsText);
        KT_COMPARE_TEXT(kept[kept.idOf(op)].dimsText, alone[alone.idOf(op)].dimsText);
    }
    std::stop_source stopped;
    stopped.request_stop();
    Progress progress;
    progress.stop = stopped.get_token();
    KT_VERIFY_ERROR(OpArgumentStore(trace, false).read(ops, 3, progress), ErrorCode::Cancelled);
}

/// Shapes are long: the share of the peak stands before them on a screen.
void TestEfficiency::howNearItComesIsReadFirst()
{
    std::vector<ColumnDescriptor> columns = findAnalysis("efficiency")->tables.front().columns;
    std::ranges::stable_sort(columns, {}, &ColumnDescriptor::place);
    std::string names;
    for (std::size_t i = 0; i < 5; ++i)
        names += columns[i].name + '|';
    KT_COMPARE_TEXT(names, "name|Pct Roofline|time_pctg|above_roofline|Input Dims|");
}

QTEST_GUILESS_MAIN(TestEfficiency)
#include "tst_efficiency.moc"
