// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/words/not_there.h"
#include "core/io/trace_loader.h"
#include "core/layout/chart/chart_data.h"
#include "core/layout/table/table_order.h"
#include "core/words/english.h"
#include "tests/support/analysis_modes.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Trace comparison (SPEC.md section 13).
class TestTraceDiff : public QObject {
    Q_OBJECT

private slots:
    void section13Example_data();
    void section13Example();
    void section13ExampleShortNames_data();
    void section13ExampleShortNames();
    void section13ExampleChanges();
    void deviceTypes_data();
    void deviceTypes();
    void diff131WithoutStepsWholeTraces();
    void diff131WholeTracesOnRequest();
    void diff133PerRankAndStep();
    void twoStepsOfOneJob();
    void saysWhichSideIsWhich();
    void whatIsNotThereIsSaidWithWhatIs();
    void equalTracesAreSaidToBeEqual();
    void saysWhetherOtherStepsDiffer();
    void firstStepsThatAreNotTypicalAreSaidToBe();
    void chartsBeginWithTheLargestDifference();
    void unknownChoicesAreErrors_data();
    void unknownChoicesAreErrors();
    void evidenceIsOfTheSide();
    void section13WelchOverSteps();
    void section13WelchOverRanks();
    void section13SimilarKernels_data();
    void section13SimilarKernels();
    void similarKernelsKeepTheirEvidence();
    void htaModeKnowsEqualNamesOnly();
    void addressesAreNoDifference();
    void theLargestChangeIsFirstWhicheverWayItGoes();
};

namespace {

const std::vector<std::string_view> kHtaColumns { "name", "control_counts", "control_total_duration", "test_counts",
    "test_total_duration", "diff_counts", "diff_duration", "counts_change_categories" };

std::string control()
{
    return wholeMicroseconds()
        .step(1, 0_us, 100_us)
        .op("aten::a", 10_us, 20_us)
        .launch(15_us, 2_us, 1)
        .kernel("void k<float>(int)", 40_us, 10_us, 7, 1)
        .op("aten::b", 50_us, 5_us)
        .text();
}

std::string test()
{
    return wholeMicroseconds()
        .step(2, 0_us, 100_us)
        .op("aten::a", 10_us, 25_us)
        .launch(15_us, 2_us, 1)
        .kernel("void k<double>(int)", 40_us, 10_us, 7, 1)
        .op("aten::a", 50_us, 5_us)
        .text();
}

Result<AnalysisResult> compare(const AnalysisInput& controlInput, const AnalysisInput& testInput,
    const ParameterTexts& parameters = {}, Mode mode = Mode::Exact)
{
    const std::array inputs { controlInput, testInput };
    return runOn(inputs, "trace-diff", parameters, mode);
}

Result<AnalysisResult> compareExample(const ParameterTexts& parameters = {}, Mode mode = Mode::Exact)
{
    return compare(inputOf({ control() }), inputOf({ test() }), parameters, mode);
}

} // namespace

void TestTraceDiff::section13Example_data()
{
    addModes();
}

void TestTraceDiff::section13Example()
{
    QFETCH(bool, isHta);
    // [DIFF-13.2]: exact mode takes the steps of both sides for the same op.
    const std::string steps = isHta ? "ProfilerStep#1 1 100 0 0 -1 -100 -\n" : "ProfilerStep#N 1 100 1 100 0 0 =\n";
    const std::string onlyTest = isHta ? "ProfilerStep#2 0 0 1 100 1 100 +\n" : "";
    KT_COMPARE_TEXT(rowsOf(compareExample({}, fetchMode()), "ops", kHtaColumns),
        steps
            + "aten::a 1 20 2 30 1 10 +\n"
              "aten::b 1 5 0 0 -1 -5 -\n"
              "cudaLaunchKernel 1 2 1 2 0 0 =\n"
              "void k<float>(int) 1 10 0 0 -1 -10 -\n"
            + onlyTest + "void k<double>(int) 0 0 1 10 1 10 +\n");
}

void TestTraceDiff::section13ExampleShortNames_data()
{
    addModes();
}

void TestTraceDiff::section13ExampleShortNames()
{
    KT_COMPARE_TEXT(rowsOf(compareExample({ { "use-short-name", "true" }, { "device-type", "gpu" } }, fetchMode()),
                        "ops", kHtaColumns),
        "k 1 10 1 10 0 0 =\n");
}

void TestTraceDiff::section13ExampleChanges()
{
    KT_COMPARE_TEXT(rowsOf(compareExample({}, Mode::Hta), "changes", { "change", "name" }),
        "added ProfilerStep#2\n"
        "added void k<double>(int)\n"
        "deleted ProfilerStep#1\n"
        "deleted aten::b\n"
        "deleted void k<float>(int)\n"
        "increased aten::a\n"
        "unchanged cudaLaunchKernel\n");
}

void TestTraceDiff::deviceTypes_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<bool>("isHta");
    QTest::addColumn<int>("rows");
    for (const bool isHta : { false, true }) {
        const char* mode = isHta ? "hta" : "exact";
        QTest::addRow("%s cpu", mode) << "cpu" << isHta << (isHta ? 5 : 4);
        QTest::addRow("%s gpu", mode) << "gpu" << isHta << 2;
        QTest::addRow("%s all", mode) << "all" << isHta << (isHta ? 7 : 6);
    }
}

void TestTraceDiff::deviceTypes()
{
    QFETCH(QString, type);
    QFETCH(int, rows);
    const auto result = compareExample({ { "device-type", type.toStdString() } }, fetchMode());
    KT_VERIFY_OK(result);
    QCOMPARE(static_cast<int>(result->findTable("ops")->rowCount()), rows);
}

void TestTraceDiff::diff131WithoutStepsWholeTraces()
{
    const AnalysisInput withoutSteps = inputOf({ exampleE1() });
    const auto result = compare(withoutSteps, withoutSteps, { { "device-type", "gpu" } });
    KT_COMPARE_TEXT(rowsOf(result, "ops", { "name", "control_counts", "test_counts" }),
        "Memcpy HtoD (Pageable -> Device) 1 1\ngemm 2 2\nncclDevKernel_AllReduce 1 1\n");
    // Of one trace beside itself it is no finding that nothing differs.
    QCOMPARE(result->remarks.size(), std::size_t { 2 });
    QCOMPARE(result->remarks.front().code, std::string("compared"));
    QVERIFY2(english(result->remarks.front()).starts_with("Choose another trace to compare with"),
        english(result->remarks.front()).c_str());
    QCOMPARE(result->remarks[1].code, std::string("no-steps"));
}

void TestTraceDiff::diff131WholeTracesOnRequest()
{
    const std::string text =
        TraceText().step(1, 0_us, 10_us).op("a", 1_us, 2_us).step(2, 10_us, 10_us).op("a", 11_us, 2_us).text();
    const AnalysisInput job = inputOf({ text });
    KT_COMPARE_TEXT(
        rowsOf(compare(job, job, { { "test-steps", "all" } }), "ops", { "name", "control_counts", "test_counts" }),
        "ProfilerStep#N 1 2\na 1 2\n");
    QVERIFY(!tests::remarkOf(compare(job, job, { { "test-steps", "all" } }), "whole-traces").empty());
    QVERIFY(tests::remarkOf(compare(job, job, { { "test-steps", "1-2" } }), "whole-traces").empty());
}

void TestTraceDiff::diff133PerRankAndStep()
{
    const std::string text =
        TraceText().step(1, 0_us, 10_us).op("a", 1_us, 2_us).step(2, 10_us, 10_us).op("a", 11_us, 4_us).text();
    const AnalysisInput job = inputOf({ text });
    const auto result = compare(job, job, { { "test-steps", "1-2" } });
    KT_COMPARE_TEXT(rowsOf(result, "ops",
                        { "name", "control_per_step", "test_per_step", "diff_per_step", "control_mean", "test_mean",
                            "mean_ratio" }),
        "ProfilerStep#N 10 10 0 10 10 1\na 2 3 1 2 3 1.5\n");
}

void TestTraceDiff::twoStepsOfOneJob()
{
    const std::string text = TraceText()
                                 .step(1, 0_us, 50_us)
                                 .launch(10_us, 5_us, 1)
                                 .kernel("late", 70_us, 10_us, 7, 1)
                                 .step(2, 50_us, 50_us)
                                 .launch(60_us, 5_us, 2)
                                 .kernel("next", 80_us, 10_us, 7, 2)
                                 .text();
    const AnalysisInput job = inputOf({ text });
    KT_COMPARE_TEXT(rowsOf(compare(job, job, { { "test-steps", "2" }, { "device-type", "gpu" } }), "ops",
                        { "name", "control_counts", "test_counts" }),
        "late 1 0\nnext 0 1\n");
}

void TestTraceDiff::saysWhichSideIsWhich()
{
    const std::string text = TraceText().step(4, 0_us, 50_us).step(6, 50_us, 60_us).text();
    const AnalysisInput job = inputOf({ text });
    const auto labels = [](const Result<AnalysisResult>& result) {
        std::string all;
        for (const ChartSeries& series : result->charts.front().series)
            all += (series.named.isEmpty() ? series.label : english(series.named)) + "\n";
        return all;
    };
    const auto titleOf = [](const Result<AnalysisResult>& result, std::string_view column) {
        const Table& ops = *result->findTable("ops");
        return ops.columns()[ops.columnIndex(column)].title;
    };
    const Result<AnalysisResult> steps = compare(job, job, { { "control-steps", "4" }, { "test-steps", "6" } });
    KT_VERIFY_OK(steps);
    KT_COMPARE_TEXT(labels(steps), "Control: rank 0, step 4\nTest: rank 0, step 6\nDifference: test minus control\n");
    KT_COMPARE_TEXT(titleOf(steps, "control_counts"), "Control (step 4): calls");
    KT_COMPARE_TEXT(titleOf(steps, "diff_duration"), "More time in test (step 6)");
    KT_COMPARE_TEXT(steps->findTable("changes")->columns()[3].title, "Test (step 6): calls");

    TempDir folder;
    const auto fileInput = [&](const std::string& name) {
        auto traces = loadTraceSet({ { std::nullopt, folder.write(name, text) } }, LoadOptions {}, Progress {});
        return AnalysisInput { std::move(traces).value(), {} };
    };
    const Result<AnalysisResult> files = compare(fileInput("before.json"), fileInput("after.json"));
    KT_VERIFY_OK(files);
    KT_COMPARE_TEXT(
        labels(files), "Control: before.json, step 4\nTest: after.json, step 4\nDifference: test minus control\n");
    KT_COMPARE_TEXT(titleOf(files, "test_total_duration"), "Test (after): time");

    // Names that do not tell them apart come with their folders, and are too long for a heading.
    const Result<AnalysisResult> folders = compare(fileInput("one/trace.json"), fileInput("two/trace.json"));
    KT_VERIFY_OK(folders);
    KT_COMPARE_TEXT(labels(folders),
        "Control: one/trace.json, step 4\nTest: two/trace.json, step 4\nDifference: test minus control\n");
    KT_COMPARE_TEXT(titleOf(folders, "control_counts"), "Control: calls");
    KT_COMPARE_TEXT(
        english(folders->remarks.back().message), "Control: one/trace.json, step 4; test: two/trace.json, step 4.");
}

void TestTraceDiff::equalTracesAreSaidToBeEqual()
{
    const auto firstRemark = [](const Result<AnalysisResult>& result) {
        return result ? result->remarks.front() : Remark {};
    };
    const Remark own = firstRemark(compare(inputOf({ control() }), inputOf({ control() })));
    QCOMPARE(own.code, std::string("nothing-differs"));
    // Step, launch, two ops and a kernel.
    QCOMPARE(english(own),
        std::string("In step 1 nothing differs: all 5 names have as many calls (5) and take as long (137.0 us, to the "
                    "nanosecond) on "
                    "both sides."));
    QVERIFY(firstRemark(compareExample()).code != "nothing-differs");
    // One nanosecond is a difference.
    const auto withOp = [](Nanoseconds length) {
        return inputOf({ TraceText().step(1, 0_us, 100_us).op("aten::a", 10_us, length).text() });
    };
    QVERIFY(firstRemark(compare(withOp(20'000), withOp(20'001))).code != "nothing-differs");
    QCOMPARE(firstRemark(compare(withOp(20'000), withOp(20'000), { { "device-type", "gpu" } })).code,
        std::string("compared"));
}

void TestTraceDiff::saysWhetherOtherStepsDiffer()
{
    const auto steps = [](Nanoseconds inSecond, std::int64_t number = 4) {
        return inputOf({ TraceText()
                             .step(number, 0_us, 100_us)
                             .op("aten::a", 10_us, 20_us)
                             .step(number + 1, 100_us, 100_us)
                             .op("aten::b", 110_us, inSecond)
                             .text() });
    };
    const auto remarkOf = [](const Result<AnalysisResult>& result, const char* code) {
        const auto found = std::ranges::find(result->remarks, code, &Remark::code);
        return found == result->remarks.end() ? std::string() : english(found->message);
    };
    const Result<AnalysisResult> other = compare(steps(20_us), steps(25_us));
    KT_COMPARE_TEXT(remarkOf(other, "nothing-differs"),
        "In step 4 nothing differs: all 2 names have as many calls (2) and take as long (120.0 us, to the nanosecond) "
        "on "
        "both sides.");
    KT_COMPARE_TEXT(other->remarks.front().code, "other-steps-differ"); // read first
    KT_COMPARE_TEXT(remarkOf(other, "other-steps-differ"),
        "Other steps that both sides have do differ: 1 of 1 (5). In step 5 'aten::b' takes 5.000 us more in the test. "
        "Choose steps, or all, with --control-steps and --test-steps.");
    KT_COMPARE_TEXT(remarkOf(compare(steps(20_us), steps(20_us)), "other-steps"),
        "In the 1 other step that both sides have every name takes as long, too.");
    KT_COMPARE_TEXT(remarkOf(compare(steps(20_us), steps(25_us, 8)), "other-steps"),
        "Only the first step of each side was compared. Choose others with --control-steps and --test-steps, or all "
        "for "
        "the whole trace.");
    // Who chose steps knows which.
    KT_COMPARE_TEXT(remarkOf(compare(steps(20_us), steps(25_us), { { "control-steps", "4" }, { "test-steps", "4" } }),
                        "other-steps"),
        "");
}

void TestTraceDiff::firstStepsThatAreNotTypicalAreSaidToBe()
{
    const auto trace = [](Nanoseconds first, Nanoseconds others) {
        TraceText text;
        text.step(1, 0_us, first).op("aten::a", 1_us, first / 2);
        for (std::int64_t i = 1; i < 5; ++i)
            text.step(1 + i, i * 1000_us, others);
        return inputOf({ text.text() });
    };
    const auto firstRemark = [](const Result<AnalysisResult>& result) {
        return english(result->remarks.front().message);
    };
    KT_COMPARE_TEXT(firstRemark(compare(trace(200_us, 300_us), trace(250_us, 100_us))),
        "The first steps, which are compared, are not typical: the test's takes 50.00 us more than the control's, its "
        "median step 200.0 us less than the control's, on the host. Choose others with --control-steps and "
        "--test-steps.");
    QVERIFY(firstRemark(compare(trace(400_us, 200_us), trace(310_us, 100_us))).starts_with("Control:"));
}

void TestTraceDiff::chartsBeginWithTheLargestDifference()
{
    const auto trace = [](Nanoseconds steady, Nanoseconds slower, Nanoseconds faster) {
        return inputOf({ TraceText()
                             .op("steady", 0_us, steady)
                             .op("slower", 1000_us, slower)
                             .op("faster", 2000_us, faster)
                             .text() });
    };
    const Result<AnalysisResult> result = compare(trace(900_us, 10_us, 90_us), trace(901_us, 30_us, 50_us));
    KT_VERIFY_OK(result);
    const ChartDescription& durations = result->charts.front();
    KT_COMPARE_TEXT(durations.id, "durations");
    const ChartData data = chartData(*result->findTable("ops"), durations);
    std::string order;
    for (const ChartData::Row& row : data.groups.front().rows)
        order += row.label + " ";
    KT_COMPARE_TEXT(order, "faster slower steady ");
}

void TestTraceDiff::unknownChoicesAreErrors_data()
{
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<QString>("value");
    QTest::newRow("rank") << "control-ranks"
                          << "7";
    QTest::newRow("step") << "test-steps"
                          << "9";
    QTest::newRow("no number") << "control-steps"
                               << "first";
}

void TestTraceDiff::unknownChoicesAreErrors()
{
    QFETCH(QString, parameter);
    QFETCH(QString, value);
    KT_VERIFY_ERROR(compareExample({ { parameter.toStdString(), value.toStdString() } }), ErrorCode::InvalidArgument);
}

void TestTraceDiff::evidenceIsOfTheSide()
{
    const auto result = compareExample();
    KT_VERIFY_OK(result);
    const Table& ops = *result->findTable("ops");
    const std::size_t row = 1; // aten::a
    const auto slices = [&](const char* column) {
        QString counts;
        for (std::size_t input = 0; input < ops.evidenceInputs(); ++input)
            counts += QString::number(ops.evidence(row, ops.columnIndex(column), input).slices.size()) + ' ';
        return counts;
    };
    QCOMPARE(slices("control_counts"), "1 0 ");
    QCOMPARE(slices("test_total_duration"), "0 2 ");
    QCOMPARE(slices("diff_duration"), "1 2 ");
    QCOMPARE(slices("name"), "1 2 ");
}

namespace {

/// Steps of 100 us, each with an op `a` of the given time; none where it is 0.
std::string stepsWith(const std::vector<Nanoseconds>& times)
{
    TraceText text = wholeMicroseconds();
    for (std::size_t i = 0; i < times.size(); ++i) {
        const auto start = static_cast<Timestamp>(i) * 100_us;
        text.step(static_cast<std::int64_t>(i), start, 100_us);
        if (times[i] > 0)
            text.op("a", start + 1_us, times[i]);
    }
    return text.text();
}

double numberAt(const Table& table, std::size_t row, std::string_view column)
{
    return std::get<double>(table.cell(row, table.columnIndex(column)));
}

} // namespace

void TestTraceDiff::section13WelchOverSteps()
{
    const ParameterTexts all { { "control-steps", "0-2" }, { "test-steps", "0-3" } };
    const auto result = compare(
        inputOf({ stepsWith({ 10_us, 12_us, 11_us }) }), inputOf({ stepsWith({ 15_us, 14_us, 18_us, 16_us }) }), all);
    KT_VERIFY_OK(result);
    const Table& ops = *result->findTable("ops");          // ProfilerStep#N, a
    QVERIFY(ops.isMissing(0, ops.columnIndex("p_value"))); // steps of one length: nothing varies, nothing differs
    QCOMPARE(numberAt(ops, 1, "control_step_std"), 1.0);
    QVERIFY(std::abs(numberAt(ops, 1, "p_value") - 0.0062528641970) < 1e-10);

    // A step without the op is a time of 0, not a step less.
    const auto holes = compare(inputOf({ stepsWith({ 10_us, 0, 20_us }) }), inputOf({ stepsWith({ 10_us, 20_us, 0 }) }),
        { { "control-steps", "0-2" }, { "test-steps", "0-2" } });
    KT_VERIFY_OK(holes);
    QCOMPARE(numberAt(*holes->findTable("ops"), 1, "control_step_std"), 10.0);
    QVERIFY(std::abs(numberAt(*holes->findTable("ops"), 1, "p_value") - 1.0) < 1e-12);

    // One step a side, as by default, tells nothing about chance.
    const auto single = compare(inputOf({ stepsWith({ 10_us }) }), inputOf({ stepsWith({ 20_us }) }));
    KT_VERIFY_OK(single);
    QVERIFY(single->findTable("ops")->isMissing(1, ops.columnIndex("p_value")));
}

void TestTraceDiff::section13WelchOverRanks()
{
    const auto job = [](Nanoseconds first, Nanoseconds second) {
        return inputOf({ wholeMicroseconds().rank(0, 2).op("a", 0_us, first).text(),
            wholeMicroseconds().rank(1, 2).op("a", 0_us, second).text() });
    };
    const auto result =
        compare(job(10_us, 20_us), job(20_us, 40_us), { { "control-ranks", "0-1" }, { "test-ranks", "0-1" } });
    KT_VERIFY_OK(result);
    QVERIFY(std::abs(numberAt(*result->findTable("ops"), 0, "p_value") - 0.3498855927708) < 1e-10);
}

void TestTraceDiff::section13SimilarKernels_data()
{
    QTest::addColumn<QString>("control");
    QTest::addColumn<QString>("test");
    QTest::addColumn<QString>("expected"); ///< name, calls on both sides, what joined them, other names
    const auto add = [](const char* row, TraceText before, TraceText after, const char* expected) {
        QTest::newRow(row) << toQString(before.text()) << toQString(after.text()) << QString(expected);
    };
    const auto launched = [](TraceText& text, const char* kernel, Timestamp at,
                              std::int64_t correlation) -> TraceText& {
        return text.launch(at, 1_us, correlation).kernel(kernel, at + 100_us, 5_us, 7, correlation);
    };
    const TraceText alone = wholeMicroseconds().kernel("void k<float>(int)", 0_us, 5_us, 7);
    add("equal names stay", alone, alone, "void k<float>(int) 1 1  \n");
    add("short name, several",
        wholeMicroseconds().kernel("void k<float>(int)", 0_us, 5_us, 7).kernel("void k<half>(int)", 9_us, 5_us, 7),
        wholeMicroseconds().kernel("void k<double>(int)", 0_us, 5_us, 7),
        "k 2 1 short name [\"void k<double>(int)\",\"void k<float>(int)\",\"void k<half>(int)\"]\n");
    add("sizes and architecture", wholeMicroseconds().kernel("ampere_gemm_128x64_tn", 0_us, 5_us, 7),
        wholeMicroseconds().kernel("volta_gemm_256x32_tn", 0_us, 5_us, 7).kernel("other", 9_us, 5_us, 7),
        "ampere_gemm_128x64_tn 1 1 name but for sizes [\"volta_gemm_256x32_tn\"]\nother 0 1  \n");
    TraceText red = wholeMicroseconds().op("aten::mm", 0_us, 20_us);
    TraceText green = red;
    add("launching op", launched(red, "red", 1_us, 1), launched(green, "green", 1_us, 1),
        "red 1 1 launching op [\"green\"]\n");
    TraceText one = wholeMicroseconds().op("aten::mm", 0_us, 20_us);
    TraceText two = one;
    add("matrix kernels of an op, of two libraries", launched(one, "Cijk_Ailk_Bljk_x", 1_us, 1),
        launched(launched(two, "nvjet_tst_128x64", 1_us, 1), "splitk_gemm_y", 3_us, 2),
        "matrix kernels of aten::mm 1 2 launching op "
        "[\"Cijk_Ailk_Bljk_x\",\"nvjet_tst_128x64\",\"splitk_gemm_y\"]\n");
    TraceText both = wholeMicroseconds().op("aten::addmm", 0_us, 20_us).op("aten::mm", 50_us, 20_us);
    TraceText each = both;
    add("matrix kernels, one for two ops on one side",
        launched(launched(launched(both, "sm90_xmma_gemm_x", 1_us, 1), "sm90_xmma_gemm_x", 51_us, 2),
            "sm90_xmma_gemm_x", 80_us, 3),
        launched(launched(launched(each, "Cijk_Ailk_x", 1_us, 1), "Cijk_Alik_y", 51_us, 2), "Cijk_Alik_y", 80_us, 3),
        "matrix kernels of aten::addmm, aten::mm 3 3 launching op "
        "[\"Cijk_Ailk_x\",\"Cijk_Alik_y\",\"sm90_xmma_gemm_x\"]\n");
    TraceText before = wholeMicroseconds();
    before.op("fwd", 0_us, 30_us).op("aten::mm", 1_us, 20_us).op("bwd", 40_us, 30_us).op("aten::mm", 41_us, 20_us);
    TraceText after = before;
    launched(launched(launched(before, "red", 2_us, 1), "blue", 5_us, 2), "white", 42_us, 3);
    launched(launched(launched(after, "green", 2_us, 1), "gray", 5_us, 2), "black", 42_us, 3);
    add("place", before, after,
        "blue 1 1 place in the call tree [\"gray\"]\nred 1 1 place in the call tree [\"green\"]\n"
        "white 1 1 place in the call tree [\"black\"]\n");
    add("nothing in common", wholeMicroseconds().kernel("red", 0_us, 5_us, 7),
        wholeMicroseconds().kernel("green", 0_us, 5_us, 7), "red 1 0  \ngreen 0 1  \n");
}

void TestTraceDiff::section13SimilarKernels()
{
    QFETCH(QString, control);
    QFETCH(QString, test);
    QFETCH(QString, expected);
    const auto result = compare(inputOf({ control.toStdString() }), inputOf({ test.toStdString() }),
        { { "match", "similar" }, { "device-type", "gpu" } });
    KT_COMPARE_TEXT(rowsOf(result, "ops", { "name", "control_counts", "test_counts", "matched_by", "other_names" }),
        expected.toStdString());
}

void TestTraceDiff::similarKernelsKeepTheirEvidence()
{
    const auto result = compareExample({ { "match", "similar" } });
    KT_VERIFY_OK(result);
    const Table& ops = *result->findTable("ops");
    const std::size_t row = ops.rowCount() - 1;
    QCOMPARE(ops.text(row, 0), std::string_view("void k<float>(int)"));
    for (const std::size_t input : { 0u, 1u })
        QCOMPARE(ops.evidence(row, 0, input).slices.size(), std::size_t { 1 });
    KT_COMPARE_TEXT(rowsOf(result, "changes", { "change", "name" }),
        "deleted aten::b\nincreased aten::a\nunchanged ProfilerStep#N\nunchanged cudaLaunchKernel\n"
        "unchanged void k<float>(int)\n");
}

void TestTraceDiff::htaModeKnowsEqualNamesOnly()
{
    KT_VERIFY_ERROR(compareExample({ { "match", "similar" } }, Mode::Hta), ErrorCode::InvalidArgument);
}

void TestTraceDiff::whatIsNotThereIsSaidWithWhatIs()
{
    const std::vector<std::int64_t> steps { 10, 11, 12 };
    const std::span all(steps);
    const auto words = [](NamedThing thing, std::int64_t number, const char* where,
                           std::span<const std::int64_t> there) {
        return english(notThere(thing, number, Message::verbatim(where), there));
    };
    QCOMPARE(words(NamedThing::Step, 4, "control", all),
        std::string("There is no step 4 in control: it has 10, 11 and 12."));
    QCOMPARE(words(NamedThing::Rank, 4, "test", all.first(1)), std::string("There is no rank 4 in test: it has 10."));
    QCOMPARE(words(NamedThing::Step, -1, "test", {}), std::string("There is no step -1 in test: it has no steps."));
    const std::vector<std::int64_t> many { 1, 2, 3, 4, 5, 6, 7 };
    QCOMPARE(words(NamedThing::Step, 9, "this job", many),
        std::string("There is no step 9 in this job: it has 1, 2, 3, 4, 5 and 2 more."));
    for (const auto& [parameter, value] :
        { std::pair("control-steps", "77"), std::pair("test-steps", "77"), std::pair("control-ranks", "77") }) {
        const auto compared = compareExample({ { parameter, value } });
        QVERIFY(!compared);
        QVERIFY2(english(compared.error().message).find(": it has ") != std::string::npos,
            english(compared.error().message).c_str());
    }
}

void TestTraceDiff::addressesAreNoDifference()
{
    const auto side = [](const char* name) {
        return wholeMicroseconds().op(name, 0_us, 10_us).op("aten::a", 20_us, 10_us).text();
    };
    const auto result = compare(inputOf({ side("<built-in method run of X object at 0x7f12ab00>") }),
        inputOf({ side("<built-in method run of X object at 0x55d0c1>") }));
    KT_COMPARE_TEXT(rowsOf(result, "ops", { "name", "control_counts", "test_counts" }),
        "<built-in method run of X object> 1 1\naten::a 1 1\n");
}

void TestTraceDiff::theLargestChangeIsFirstWhicheverWayItGoes()
{
    const auto side = [](Nanoseconds a, Nanoseconds b) {
        return wholeMicroseconds().op("aten::a", 0_us, a).op("aten::b", 500_us, b).text();
    };
    const auto result = compare(inputOf({ side(10_us, 100_us) }), inputOf({ side(30_us, 40_us) }));
    KT_VERIFY_OK(result);
    const Table& table = *result->findTable("ops");
    const std::vector<std::uint32_t> rows = sortedRows(table, table.columnIndex("diff_duration"), true);
    QCOMPARE(toQString(table.text(rows.front(), 0)), QString("aten::b")); // 60 us less, 20 us more
}

QTEST_GUILESS_MAIN(TestTraceDiff)
#include "tst_trace_diff.moc"
