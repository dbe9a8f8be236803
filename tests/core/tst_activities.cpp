// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/trace_loader.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The notebook's analyses of CUPTI activities, on traces and on tables (SPEC.md section 16.2).
class TestActivities : public QObject {
    Q_OBJECT

private slots:
    void section16_2Concentration_data();
    void section16_2Concentration();
    void sumsHaveTheKindOfTheirKernels_data();
    void sumsHaveTheKindOfTheirKernels();
    void section16_2ShareOfTime();
    void barsHaveTheKindOfTheirKernels();
    void diff163ManyActivities();
    void section16_2Comparison();
    void comparisonOfInputs();
    void badKinds_data();
    void badKinds();
    void section16_2LaunchOverlap_data();
    void section16_2LaunchOverlap();
    void pairsWithoutCorrelations();
    void diff164OrderAndMissingPartners();
    void graphLaunchesHaveSeveralKernels();
    void callsOfOtherProcessesAreNoNeighbours();
    void section16_2LaunchApis();
    void section16_2NameSets();
    void shortNamesJoin();
    void namesOfLists();
    void scopeIsHonoured();
    void evidence();
    void reasonsForEmptyTables();
    void noOptionBringsWhatWasNotThere();
};

namespace {

/// The worked example of (2): durations 100, 50, 30, 15, 5, 15 times 1.
std::vector<Nanoseconds> exampleDurations()
{
    std::vector<Nanoseconds> durations { 100_us, 50_us, 30_us, 15_us, 5_us };
    durations.resize(20, 1_us);
    return durations;
}

std::string traceOfKernels(const std::vector<Nanoseconds>& durations)
{
    TraceText text = wholeMicroseconds();
    Timestamp at = 0;
    for (const Nanoseconds duration : durations) {
        text.kernel("k", at, duration, 7);
        at += duration;
    }
    return text.text();
}

std::string tableOfKernels(const std::vector<Nanoseconds>& durations)
{
    std::string text = "name,start,dur,stream\n";
    Nanoseconds at = 0;
    for (const Nanoseconds duration : durations) {
        text += "k," + std::to_string(at / 1000) + "," + std::to_string(duration / 1000) + ",7\n";
        at += duration;
    }
    return text;
}

AnalysisInput inputOfTables(const std::vector<std::pair<std::string, std::string>>& files)
{
    static std::vector<std::unique_ptr<TempDir>> folders; // rows are read again from the files
    folders.push_back(std::make_unique<TempDir>());
    for (const auto& [name, text] : files)
        folders.back()->write(name, text);
    return { loadTraceSet({ { std::nullopt, folders.back()->path() } }, testLoadOptions(), {}).value(), {} };
}

/// The worked example of (4): R1 [0,5) K1 [8,20), R2 [10,12) K2 [21,25), R3 [30,32) K3 [33,34).
std::string launchesOfTrace()
{
    return wholeMicroseconds()
        .launch(0_us, 5_us, 1)
        .kernel("K1", 8_us, 12_us, 7, 1)
        .launch(10_us, 2_us, 2)
        .kernel("K2", 21_us, 4_us, 7, 2)
        .launch(30_us, 2_us, 3)
        .kernel("K3", 33_us, 1_us, 7, 3)
        .text();
}

AnalysisInput launchesOfTables()
{
    return inputOfTables(
        { { "kernel.csv", "name,start,end,stream,correlation\nK1,8,20,7,1\nK2,21,25,7,2\nK3,33,34,7,3\n" },
            { "cuda_runtime.csv",
                "name,start,end,correlation\ncudaLaunchKernel_v7000,0,5,1\ncudaLaunchKernel_v7000,10,12,2\n"
                "cudaLaunchKernel_v7000,30,32,3\n" } });
}

const std::vector<std::string_view> kTop { "kind", "top_pctg", "count", "n_top", "ratio", "mean_top", "max", "min" };

} // namespace

void TestActivities::section16_2Concentration_data()
{
    QTest::addColumn<bool>("isTable");
    QTest::newRow("trace") << false;
    QTest::newRow("table") << true;
}

void TestActivities::section16_2Concentration()
{
    QFETCH(bool, isTable);
    const AnalysisInput input = isTable ? inputOfTables({ { "conc_kernel.csv", tableOfKernels(exampleDurations()) } })
                                        : inputOf({ traceOfKernels(exampleDurations()) });
    KT_COMPARE_TEXT(rowsOf(runOn(input, "duration-concentration"), "concentration", kTop),
        "kernel 1 20 0   100 1\nkernel 5 20 1 0.46511627907 100 100 1\nkernel 10 20 2 0.697674418605 75 100 1\n");
}

void TestActivities::barsHaveTheKindOfTheirKernels()
{
    const auto result = runOn(inputOf({ TraceText()
                                            .op("record_param_comms", 0_us, 10_us)
                                            .launch(2_us, 3_us, 1)
                                            .op("aten::mm", 20_us, 10_us)
                                            .launch(22_us, 3_us, 2)
                                            .op("aten::copy_", 40_us, 10_us)
                                            .launch(42_us, 3_us, 3)
                                            .kernel("ncclDevKernel_AllReduce_Sum_f32", 50_us, 90_us, 7, 1)
                                            .kernel("gemm", 150_us, 50_us, 7, 2)
                                            .kernel("relu", 210_us, 20_us, 7, 3)
                                            .text() }),
        "launch-overlap");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(kindsOfRows(*result, result->charts.front(), "kernel"),
        "ncclDevKernel_AllReduce_Sum_f32 communication\ngemm compute\nrelu compute\n");
}

void TestActivities::sumsHaveTheKindOfTheirKernels_data()
{
    QTest::addColumn<QString>("second");
    QTest::addColumn<PartKind>("look");
    QTest::newRow("one type") << QStringLiteral("gemm2") << PartKind::Compute;
    QTest::newRow("two types") << QStringLiteral("ncclDevKernel_AllReduce_Sum_f32")
                               << PartKind::ComputeAndCommunication;
    // Devices that name no category have copies among their kernels.
    QTest::newRow("a copy") << QStringLiteral("Memcpy DtoD (Device -> Device)") << PartKind::ComputeAndMemory;
}

void TestActivities::sumsHaveTheKindOfTheirKernels()
{
    QFETCH(QString, second);
    QFETCH(PartKind, look);
    const auto result = runOn(inputOf({ wholeMicroseconds()
                                            .launch(0_us, 5_us, 1)
                                            .kernel("gemm", 10_us, 20_us, 7, 1)
                                            .launch(40_us, 5_us, 2)
                                            .kernel(second.toStdString(), 50_us, 10_us, 7, 2)
                                            .text() }),
        "duration-concentration");
    KT_VERIFY_OK(result);
    for (const ChartDescription& chart : result->charts)
        QCOMPARE(chart.kindOfRow(*result->findTable(chart.table), 0), std::optional(look));
}

void TestActivities::section16_2ShareOfTime()
{
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 60_us, 1)
                                 .runtime("cuLaunchKernel", 60_us, 20_us, 2)
                                 .kernel("k", 10_us, 10_us, 7, 1)
                                 .copy("Memcpy HtoD (Pageable -> Device)", 20_us, 6_us, 7, 3, 100)
                                 .memset(30_us, 4_us, 7, 4, 100)
                                 .text();
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputOf({ text }), "duration-concentration"), "kinds", { "kind", "count", "sum", "share_pctg" }),
        "kernel 1 10 10\ncuda_runtime 1 60 60\ncuda_driver 1 20 20\ngpu_memcpy 1 6 6\ngpu_memset 1 4 4\n");
}

void TestActivities::diff163ManyActivities()
{
    std::vector<Nanoseconds> durations(199, 1_us);
    durations.push_back(301_us);
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ traceOfKernels(durations) }), "duration-concentration"), "concentration",
                        { "top_pctg", "n_top", "ratio", "mean_top" }),
        "1 2 0.604 151\n5 10 0.62 31\n10 20 0.64 16\n");
}

void TestActivities::section16_2Comparison()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 20; ++i) {
        text.launch(i * 100_us, i == 0 ? 50_us : 5_us, i + 1);
        text.kernel("k", i * 100_us + 60_us, i == 0 ? 20_us : 10_us, 7, i + 1);
    }
    text.memset(5000_us, 1_us, 7, 100, 8);
    const AnalysisInput input = inputOf({ text.text() });
    const std::vector<std::string_view> columns { "first_kind", "second_kind", "top_pctg", "first_mean", "second_mean",
        "ratio" };
    KT_COMPARE_TEXT(
        rowsOf(runOn(input, "duration-concentration", { { "kind", "cuda_runtime,kernel" } }), "comparison", columns),
        "cuda_runtime kernel 1   \ncuda_runtime kernel 5 50 20 2.5\ncuda_runtime kernel 10 27.5 15 1.83333333333\n");
    // Without a choice each kind with each other one that is there.
    const auto all = runOn(input, "duration-concentration");
    KT_VERIFY_OK(all);
    QCOMPARE(all->findTable("comparison")->rowCount(), std::size_t { 9 });
}

void TestActivities::comparisonOfInputs()
{
    std::vector<Nanoseconds> slower = exampleDurations();
    for (Nanoseconds& duration : slower)
        duration *= 2;
    const std::array<AnalysisInput, 3> inputs { inputOf({ traceOfKernels(exampleDurations()) }),
        inputOfTables({ { "kernel.csv", tableOfKernels(slower) } }), inputOf({ wholeMicroseconds().text() }) };
    KT_COMPARE_TEXT(rowsOf(runOn(std::span(inputs).first(2), "duration-concentration"), "comparison",
                        { "first_input", "first_kind", "second_input", "second_kind", "top_pctg", "ratio" }),
        "1 kernel 2 kernel 1 \n1 kernel 2 kernel 5 0.5\n1 kernel 2 kernel 10 0.5\n");
    // Asked for, a kind that is missing is shown as such.
    KT_COMPARE_TEXT(rowsOf(runOn(std::span(inputs).last(2), "duration-concentration", { { "kind", "kernel" } }),
                        "comparison", { "first_mean", "second_mean", "ratio" }),
        "  \n200  \n150  \n");
}

void TestActivities::badKinds_data()
{
    QTest::addColumn<QString>("kinds");
    QTest::newRow("unknown") << "kernels";
    QTest::newRow("three") << "kernel,gpu_memcpy,gpu_memset";
}

void TestActivities::badKinds()
{
    QFETCH(QString, kinds);
    KT_VERIFY_ERROR(runOn(inputOf({ exampleE1() }), "duration-concentration", { { "kind", kinds.toStdString() } }),
        ErrorCode::InvalidArgument);
}

void TestActivities::section16_2LaunchOverlap_data()
{
    QTest::addColumn<bool>("isTable");
    QTest::addColumn<QString>("variant");
    QTest::addColumn<QString>("rows");
    for (const bool isTable : { false, true }) {
        const char* source = isTable ? "table" : "trace";
        QTest::addRow("%s, kernel and launch", source) << isTable << "kernel-launch"
                                                       << "1 2 K1 K2 10 10\n";
        QTest::addRow("%s, launch and launch", source) << isTable << "launch-launch"
                                                       << "";
        QTest::addRow("%s, kernel and kernel", source) << isTable << "kernel-kernel"
                                                       << "";
    }
}

void TestActivities::section16_2LaunchOverlap()
{
    QFETCH(bool, isTable);
    QFETCH(QString, variant);
    QFETCH(QString, rows);
    const AnalysisInput input = isTable ? launchesOfTables() : inputOf({ launchesOfTrace() });
    const auto result = runOn(input, "launch-overlap", { { "variant", variant.toStdString() } });
    QCOMPARE(toQString(rowsOf(result, "pairs",
                 { "first_correlation", "second_correlation", "first_kernel", "second_kernel", "ts", "overlap" })),
        rows);
    QCOMPARE(english(result->remarks.front()),
        std::string(rows.isEmpty() ? "Rank 0: in 0" : "Rank 0: in 1") + " of 2 pairs of neighbours "
            + (variant == "kernel-launch"        ? "the kernel of a launch call still runs when the next call begins."
                    : variant == "launch-launch" ? "a launch call has not ended when the next one begins."
                                                 : "a kernel still runs when the next one of its stream begins."));
}

/// ROCm may write none; calls and kernels are linked by `External id`.
void TestActivities::pairsWithoutCorrelations()
{
    const std::string text = R"([
        {"ph": "X", "cat": "cuda_runtime", "name": "hipLaunchKernel", "pid": 1, "tid": 1, "ts": 0, "dur": 5,
         "args": {"External id": 1}},
        {"ph": "X", "cat": "kernel", "name": "first", "pid": 0, "tid": 0, "ts": 8, "dur": 12,
         "args": {"External id": 1}},
        {"ph": "X", "cat": "cuda_runtime", "name": "hipLaunchKernel", "pid": 1, "tid": 1, "ts": 10, "dur": 2,
         "args": {"External id": 2}},
        {"ph": "X", "cat": "kernel", "name": "second", "pid": 0, "tid": 0, "ts": 21, "dur": 4,
         "args": {"External id": 2}}])";
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "launch-overlap"), "pairs",
                        { "first_correlation", "second_correlation", "first_kernel", "overlap" }),
        "  first 10\n");
}

void TestActivities::diff164OrderAndMissingPartners()
{
    // Kernels out of launch order, one kernel without a launch, one launch without a kernel.
    const std::string text = wholeMicroseconds()
                                 .kernel("late", 50_us, 9_us, 7, 2)
                                 .kernel("early", 10_us, 15_us, 20, 1)
                                 .kernel("orphan", 80_us, 9_us, 7, 99)
                                 .launch(0_us, 5_us, 1)
                                 .launch(20_us, 5_us, 2)
                                 .launch(40_us, 5_us, 3)
                                 .text();
    const auto result = runOn(inputOf({ text }), "launch-overlap");
    KT_COMPARE_TEXT(
        rowsOf(result, "pairs", { "first_kernel", "second_kernel", "overlap", "stream" }), "early late 5 20\n");
    QCOMPARE(result->remarks.size(), std::size_t { 2 });
    QCOMPARE(english(result->remarks[1]),
        std::string(
            "Rank 0: kernels without a launch in the trace: 1; launches without a kernel: 1; they take no part."));
}

void TestActivities::graphLaunchesHaveSeveralKernels()
{
    const std::string text = wholeMicroseconds()
                                 .runtime("cudaGraphLaunch", 0_us, 5_us, 1)
                                 .kernel("a", 10_us, 5_us, 7, 1)
                                 .kernel("b", 15_us, 20_us, 7, 1)
                                 .kernel("c", 16_us, 3_us, 20, 1)
                                 .launch(30_us, 5_us, 2)
                                 .kernel("d", 34_us, 2_us, 7, 2)
                                 .text();
    const AnalysisInput input = inputOf({ text });
    KT_COMPARE_TEXT(
        rowsOf(runOn(input, "launch-overlap"), "pairs", { "first_kernel", "second_kernel", "overlap" }), "b d 5\n");
    KT_COMPARE_TEXT(rowsOf(runOn(input, "launch-overlap", { { "variant", "kernel-kernel" } }), "pairs",
                        { "first_kernel", "second_kernel", "overlap" }),
        "b d 1\n");
}

/// Two ranks in one file: each waits for its kernel before it launches the next, while the other one's still runs.
void TestActivities::callsOfOtherProcessesAreNoNeighbours()
{
    TraceText text = wholeMicroseconds();
    for (int rank = 0; rank < 2; ++rank) {
        text.device(rank).thread(100 + rank, 100 + rank);
        for (int i = 0; i < 3; ++i) {
            const Timestamp at = i * 100_us + rank * 50_us;
            text.launch(at, 5_us, 10 * rank + i + 1).kernel("k", at + 10_us, 80_us, 7, 10 * rank + i + 1);
        }
    }
    const auto result = runOn(inputOf({ text.text() }), "launch-overlap");
    KT_COMPARE_TEXT(rowsOf(result, "pairs", { "first_correlation", "second_correlation" }), "");
}

void TestActivities::section16_2LaunchApis()
{
    const std::string text = wholeMicroseconds()
                                 .runtime("cudaLaunchKernelExC_v11060", 0_us, 5_us, 1)
                                 .kernel("a", 10_us, 5_us, 7, 1)
                                 .runtime("cudaLaunchKernel_v7000", 6_us, 2_us, 2)
                                 .kernel("b", 20_us, 5_us, 7, 2)
                                 .runtime("cudaLaunchKernel", 8_us, 3_us, 3)
                                 .kernel("b", 30_us, 4_us, 7, 3)
                                 .runtime("cudaMemcpyAsync", 12_us, 2_us, 4)
                                 .copy("Memcpy HtoD (Pageable -> Device)", 40_us, 10_us, 7, 4, 20'000)
                                 .text();
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "launch-overlap"), "launch-apis",
                        { "api", "kernel", "count", "sum", "calls", "call_sum" }),
        "cudaLaunchKernel b 2 9 2 5\ncudaLaunchKernelExC a 1 5 1 5\n");
}

void TestActivities::section16_2NameSets()
{
    const std::string first =
        wholeMicroseconds().kernel("a", 0_us, 5_us, 7).kernel("b", 10_us, 5_us, 7).kernel("b", 20_us, 5_us, 7).text();
    const std::string second = wholeMicroseconds().kernel("b", 0_us, 5_us, 7).kernel("c", 10_us, 5_us, 7).text();
    const std::string third = wholeMicroseconds().kernel("b", 0_us, 5_us, 7).kernel("a", 10_us, 5_us, 7).text();
    const std::array<AnalysisInput, 3> inputs { inputOf({ first }), inputOf({ second }), inputOf({ third }) };
    KT_COMPARE_TEXT(rowsOf(runOn(std::span(inputs).first(2), "kernel-names"), "difference",
                        { "name", "found_in", "missing_from", "count_1", "count_2" }),
        "a 1 2 1 0\nc 2 1 0 1\nb 1,2  2 1\n");
    const auto all = runOn(inputs, "kernel-names");
    KT_COMPARE_TEXT(rowsOf(all, "difference", { "name", "found_in", "missing_from", "count_3" }),
        "c 2 1,3 0\na 1,3 2 1\nb 1,2,3  1\n");
    QCOMPARE(english(all->remarks.back()), std::string("1 of 3 names are in all inputs."));
    const std::string inputText = english(all->remarks.front());
    QVERIFY2(
        inputText.starts_with("Input 1: ") && inputText.find("; input 3: ") != std::string::npos, inputText.c_str());
    KT_VERIFY_ERROR(runOn(std::span(inputs).first(1), "kernel-names"), ErrorCode::InvalidArgument);
    KT_VERIFY_ERROR(runOn(std::vector<AnalysisInput>(65, inputs.front()), "kernel-names"), ErrorCode::InvalidArgument);
}

void TestActivities::shortNamesJoin()
{
    const std::array<AnalysisInput, 2> inputs {
        inputOf({ wholeMicroseconds().kernel("void k<float>(int)", 0_us, 5_us, 7).text() }),
        inputOf({ wholeMicroseconds().kernel("void k<double>(int)", 0_us, 5_us, 7).text() })
    };
    QCOMPARE(runOn(inputs, "kernel-names")->tables.front().rowCount(), std::size_t { 2 });
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputs, "kernel-names", { { "names", "short" } }), "difference", { "name", "found_in" }),
        "k 1,2\n");
}

void TestActivities::namesOfLists()
{
    const std::array<AnalysisInput, 2> inputs { inputOfTables({ { "before.csv", "name\ngemm\nrelu\n" } }),
        inputOf({ wholeMicroseconds().kernel("gemm", 0_us, 5_us, 7).kernel("gelu", 10_us, 5_us, 7).text() }) };
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputs, "kernel-names"), "difference", { "name", "found_in" }), "relu 1\ngelu 2\ngemm 1,2\n");
}

void TestActivities::scopeIsHonoured()
{
    AnalysisInput input = inputOf({ launchesOfTrace() });
    input.scope.range = TimeRange { 11_us, 31_us };
    KT_COMPARE_TEXT(rowsOf(runOn(input, "duration-concentration"), "kinds", { "kind", "count", "sum" }),
        "kernel 2 13\ncuda_runtime 2 2\n");
    KT_COMPARE_TEXT(rowsOf(runOn(input, "launch-overlap"), "launch-apis", { "kernel" }), "K3\n");
}

void TestActivities::evidence()
{
    const AnalysisInput input = inputOf({ launchesOfTrace() });
    const auto durations = runOn(input, "duration-concentration");
    KT_VERIFY_OK(durations);
    const Table& kinds = *durations->findTable("kinds");
    const SliceTable& slices = input.traces->ranks().front().trace->slices();
    for (std::size_t row = 0; row < kinds.rowCount(); ++row) {
        Nanoseconds sum = 0;
        for (const SliceRef& slice : kinds.evidence(row, 0).slices)
            sum += slices.duration(slice.slice);
        QCOMPARE(Cell { sum }, kinds.cell(row, kinds.columnIndex("sum")));
    }
    const Table& concentration = *durations->findTable("concentration");
    const Selection longest = concentration.evidence(0, concentration.columnIndex("max"));
    QCOMPARE(slices.duration(longest.slices.front().slice), 12_us);
    const auto overlap = runOn(input, "launch-overlap");
    KT_VERIFY_OK(overlap);
    QCOMPARE(overlap->findTable("pairs")->evidence(0, 0).slices.size(), std::size_t { 4 });
    const std::array<AnalysisInput, 2> both { input, input };
    const auto names = runOn(both, "kernel-names");
    KT_VERIFY_OK(names);
    QCOMPARE(names->tables.front().evidence(0, 0).slices.size(), std::size_t { 1 });
}

void TestActivities::reasonsForEmptyTables()
{
    const AnalysisInput input = inputOf({ wholeMicroseconds().op("aten::x", 0_us, 1_us).text() });
    QCOMPARE(runOn(input, "duration-concentration")->remarks.front().code, std::string("no-activities"));
    QCOMPARE(runOn(input, "launch-overlap")->remarks.front().code, std::string("no-kernel-launches"));
    const std::array<AnalysisInput, 2> both { input, input };
    QCOMPARE(runOn(both, "kernel-names")->remarks.front().code, std::string("no-kernels"));
}

/// Where calls and the GPU work that they launch were recorded, no option brings what this program does not do.
void TestActivities::noOptionBringsWhatWasNotThere()
{
    const AnalysisInput copies = inputOf({ wholeMicroseconds()
                                               .op("aten::x", 0_us, 1_us)
                                               .runtime("cudaMemcpyAsync", 10_us, 5_us, 1)
                                               .copy("Memcpy DtoH (Device -> Pageable)", 20_us, 5_us, 7, 1, 64)
                                               .text() });
    KT_COMPARE_TEXT(
        remarkOf(runOn(copies, "launch-overlap"), "no-kernel-launches"), "no launch of a kernel in this scope.\n");
    KT_COMPARE_TEXT(
        remarkOf(runOn(copies, "op-kernel-delays"), "no-op-launches"), "No ATen op in this scope launches GPU work.\n");
    // Of another rank, where the scope has none of it, that says nothing.
    AnalysisInput without = inputOf({ wholeMicroseconds()
                                          .op("aten::x", 0_us, 1_us)
                                          .runtime("cudaMemcpyAsync", 10_us, 5_us, 1)
                                          .copy("Memcpy DtoH (Device -> Pageable)", 20_us, 5_us, 7, 1, 64)
                                          .text(),
        wholeMicroseconds().op("aten::x", 0_us, 100_us).text() });
    without.scope.ranks = { 1 };
    for (const char* analysis : { "queue-length", "op-kernel-delays", "kernel-launches" }) {
        const std::string advice = remarkOf(runOn(without, analysis),
            std::string_view(analysis) == "op-kernel-delays" ? "no-op-launches" : "no-launches");
        QVERIFY2(advice.find("record") != std::string::npos, advice.c_str());
    }
    AnalysisInput before = copies;
    before.scope.range = TimeRange { 0, 5'000 };
    KT_COMPARE_TEXT(
        remarkOf(runOn(before, "queue-length"), "no-launches"), "No host call with linked GPU work in this scope.\n");
}

QTEST_GUILESS_MAIN(TestActivities)
#include "tst_activities.moc"
