// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/slow/slow_key_averages.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <QDir>
#include <QFileInfo>

#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Operators (SPEC.md 12.3 EXT), compared with what PyTorch's key_averages() makes of the same events.
class TestOperators : public QObject {
    Q_OBJECT

private slots:
    void section12_3SelfAndTotal();
    void nestedCallsOfOneNameCountEach();
    void anOnlyChildOfTheSameNameIsTheSameCall();
    void stepsAreOneRow();
    void bookkeepingBelongsToWhatIsAroundIt();
    void workBelongsToTheInnermostOp();
    void barsHaveTheKindOfTheirWork();
    void withoutGpuWorkTheHostComesFirst();
    void workWithoutOp_data();
    void workWithoutOp();
    void graphLaunchesCountEveryPiece();
    void kindsAreChosen_data();
    void kindsAreChosen();
    void groupedByShapes();
    void groupedByModule();
    void groupedByStack_data();
    void groupedByStack();
    void missingKeysAreSaid_data();
    void missingKeysAreSaid();
    void stepsPartitionTheTimes();
    void rangesPartitionTheTimes();
    void evidenceIsTheFigure_data();
    void evidenceIsTheFigure();
    void badParametersAreRefused_data();
    void badParametersAreRefused();
    void agreesWithTheSlowOne_data();
    void agreesWithTheSlowOne();
    void agreesOnPublicTraces_data();
    void agreesOnPublicTraces();
};

namespace {

const std::vector<std::string_view> kKeyAverages { "name", "count", "self_cpu_time_total", "cpu_time_total",
    "self_device_time_total", "device_time_total" };

std::string rows(const std::string& text, const ParameterTexts& parameters = {},
    const std::vector<std::string_view>& columns = kKeyAverages, const Scope& scope = {})
{
    return rowsOf(runOn(inputOf({ text }, scope), "operators", parameters), "operators", columns);
}

/// A step with a linear layer: an op that calls an op that launches, and a launch of its own.
std::string linearStep()
{
    return wholeMicroseconds()
        .step(1, 0_us, 200_us)
        .op("aten::linear", 10_us, 100_us, R"("Input Dims": [[8, 16], [ 4,16 ], []])")
        .op("aten::addmm", 20_us, 60_us, R"("Input Dims": [[4], [8,16]])")
        .launch(30_us, 10_us, 1)
        .op("aten::relu", 120_us, 30_us, R"("Input Dims": [[8, 4]])")
        .launch(130_us, 15_us, 2)
        .kernel("gemm", 50_us, 70_us, 7, 1)
        .kernel("relu", 140_us, 20_us, 7, 2)
        .text();
}

TraceText modules()
{
    return wholeMicroseconds()
        .python("train.py(3): main", 0_us, 300_us, 1)
        .python("nn.Module: Net_0", 10_us, 200_us, 2, 1)
        .python("net.py(9): forward", 11_us, 198_us, 3, 2)
        .python("nn.Module: Linear_0", 20_us, 50_us, 4, 3)
        .op("aten::linear", 30_us, 30_us)
        .launch(40_us, 10_us, 1)
        .python("nn.Module: Linear_1", 100_us, 80_us, 5, 3)
        .op("aten::linear", 110_us, 60_us)
        .launch(120_us, 10_us, 2)
        .op("aten::sum", 220_us, 20_us)
        .launch(225_us, 10_us, 3)
        .kernel("gemm", 60_us, 40_us, 7, 1)
        .kernel("gemm", 140_us, 60_us, 7, 2)
        .kernel("sum", 240_us, 5_us, 7, 3);
}

} // namespace

void TestOperators::section12_3SelfAndTotal()
{
    KT_COMPARE_TEXT(rows(linearStep()),
        "aten::addmm 1 50 60 70 70\n"
        "aten::relu 1 15 30 20 20\n"
        "ProfilerStep* 1 70 200 0 90\n"
        "aten::linear 1 40 100 0 70\n"
        "cudaLaunchKernel 2 25 25 0 0\n");
}

void TestOperators::nestedCallsOfOneNameCountEach()
{
    const std::string text = wholeMicroseconds()
                                 .op("f", 0_us, 100_us)
                                 .op("f", 10_us, 30_us)
                                 .launch(15_us, 5_us, 1)
                                 .op("f", 50_us, 20_us)
                                 .kernel("k", 20_us, 8_us, 7, 1)
                                 .text();
    // Calls 3, totals 100 + 30 + 20, GPU work below: 8 of the outer and 8 of the inner one.
    KT_COMPARE_TEXT(rows(text), "f 3 95 150 8 16\ncudaLaunchKernel 1 5 5 0 0\n");
    KT_COMPARE_TEXT(rows(text, {}, { "name", "cpu_time_outermost" }), "f 100\ncudaLaunchKernel 5\n");
}

void TestOperators::anOnlyChildOfTheSameNameIsTheSameCall()
{
    const std::string text = wholeMicroseconds()
                                 .op("f", 0_us, 100_us)
                                 .op("f", 10_us, 80_us)
                                 .op("f", 20_us, 50_us)
                                 .launch(30_us, 10_us, 1)
                                 .op("g", 50_us, 10_us)
                                 .kernel("k", 40_us, 8_us, 7, 1)
                                 .text();
    KT_COMPARE_TEXT(rows(text), "f 1 80 100 8 8\ncudaLaunchKernel 1 10 10 0 0\ng 1 10 10 0 0\n");
}

void TestOperators::stepsAreOneRow()
{
    const std::string text =
        wholeMicroseconds().step(3, 0_us, 10_us).step(4, 10_us, 30_us).op("ProfilerStep#9", 50_us, 5_us).text();
    KT_COMPARE_TEXT(rows(text, {}, { "name", "kind", "count", "self_cpu_time_total" }),
        "ProfilerStep* annotation 2 40\nProfilerStep* op 1 5\n");
}

void TestOperators::bookkeepingBelongsToWhatIsAroundIt()
{
    const std::string text = wholeMicroseconds()
                                 .op("f", 0_us, 100_us)
                                 .op("profiler::_record_function_enter_new", 10_us, 20_us)
                                 .op("aten::is_leaf", 40_us, 10_us)
                                 .op("g", 60_us, 10_us)
                                 .text();
    KT_COMPARE_TEXT(rows(text), "f 1 90 100 0 0\ng 1 10 10 0 0\n");
}

void TestOperators::workBelongsToTheInnermostOp()
{
    const std::string text = wholeMicroseconds()
                                 .op("f", 0_us, 100_us)
                                 .annotation("inside", 10_us, 50_us)
                                 .launch(20_us, 10_us, 1)
                                 .kernel("k", 40_us, 8_us, 7, 1)
                                 .text();
    KT_COMPARE_TEXT(rows(text), "f 1 50 100 8 8\ninside 1 40 50 0 0\ncudaLaunchKernel 1 10 10 0 0\n");
}

void TestOperators::barsHaveTheKindOfTheirWork()
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
                                            .copy("Memcpy DtoD (Device -> Device)", 210_us, 20_us, 7, 3, 4096)
                                            .text() }),
        "operators");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(kindsOfRows(*result, result->charts.front(), "name"),
        "record_param_comms communication\naten::mm compute\naten::copy_ memory\n"
        "cudaLaunchKernel none\n");
}

/// The first chart is the one a panel opens with: of a program that uses no GPU the other one is all zeros.
void TestOperators::withoutGpuWorkTheHostComesFirst()
{
    const auto withWork = runOn(inputOf({ linearStep() }), "operators");
    QVERIFY(withWork && withWork->charts.size() == 2);
    QCOMPARE(withWork->charts.front().id, std::string("device-self"));
    const auto without = runOn(
        inputOf({ wholeMicroseconds().step(1, 0_us, 200_us).op("aten::linear", 10_us, 100_us).text() }), "operators");
    QVERIFY(without && without->charts.size() == 2);
    QCOMPARE(without->charts.front().id, std::string("host-self"));
}

void TestOperators::workWithoutOp_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("remark");
    const auto add = [](const char* name, TraceText text, const char* expected, const char* remark) {
        QTest::newRow(name) << toQString(text.kernel("k", 40_us, 8_us, 7, 1).text()) << QString(expected) << remark;
    };
    add("in an annotation", wholeMicroseconds().annotation("a", 0_us, 50_us).launch(20_us, 10_us, 1),
        "a 1 40 50 8 8\ncudaLaunchKernel 1 10 10 0 0\n", "work-outside-ops");
    add("in nothing", wholeMicroseconds().launch(20_us, 10_us, 1), "cudaLaunchKernel 1 10 10 8 8\n",
        "work-outside-ops");
    add("launch not in the file", wholeMicroseconds().op("f", 0_us, 50_us), "f 1 50 50 0 0\n", "work-without-op");
}

void TestOperators::workWithoutOp()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QFETCH(QString, remark);
    KT_COMPARE_TEXT(rows(text.toStdString()), expected.toStdString());
    const auto result = runOn(inputOf({ text.toStdString() }), "operators");
    KT_VERIFY_OK(result);
    const auto said = std::find_if(result->remarks.begin(), result->remarks.end(),
        [&](const Remark& each) { return each.code == remark.toStdString(); });
    QVERIFY(said != result->remarks.end());
    const std::string sentence = english(*said);
    QVERIFY2(sentence.find("1 GPU activity") != std::string::npos, sentence.c_str());
}

void TestOperators::graphLaunchesCountEveryPiece()
{
    const std::string text = wholeMicroseconds()
                                 .op("replay", 0_us, 20_us)
                                 .runtime("cudaGraphLaunch", 5_us, 10_us, 1)
                                 .kernel("a", 20_us, 5_us, 7, 1)
                                 .kernel("b", 25_us, 7_us, 7, 1)
                                 .text();
    KT_COMPARE_TEXT(
        rows(text, {}, { "name", "self_device_time_total", "kernels" }), "replay 12 2\ncudaGraphLaunch 0 0\n");
}

void TestOperators::kindsAreChosen_data()
{
    QTest::addColumn<QString>("kinds");
    QTest::addColumn<QString>("expected");
    QTest::newRow("ops") << "ops"
                         << "aten::addmm 60 60 70\naten::relu 30 30 20\naten::linear 40 100 0\n";
    QTest::newRow("annotations") << "annotations"
                                 << "ProfilerStep* 200 200 90\n";
    QTest::newRow("calls") << "calls"
                           << "cudaLaunchKernel 25 25 90\n";
}

void TestOperators::kindsAreChosen()
{
    QFETCH(QString, kinds);
    QFETCH(QString, expected);
    KT_COMPARE_TEXT(rows(linearStep(), { { "kinds", kinds.toStdString() } },
                        { "name", "self_cpu_time_total", "cpu_time_total", "self_device_time_total" }),
        expected.toStdString());
}

void TestOperators::groupedByShapes()
{
    const std::string text = wholeMicroseconds()
                                 .op("mm", 0_us, 10_us, R"("Input Dims": [[8, 16], [16,4]], "note": "\"Input Dims\"")")
                                 .op("mm", 20_us, 20_us, R"("Input Dims":[[8,16],[16,4]])")
                                 .op("mm", 50_us, 5_us, R"("Input Dims": [[1]])")
                                 .op("mm", 60_us, 1_us)
                                 .text();
    KT_COMPARE_TEXT(rows(text, { { "group-by", "shapes" } }, { "name", "input_shapes", "count", "cpu_time_total" }),
        "mm [[8, 16], [16, 4]] 2 30\nmm [[1]] 1 5\nmm  1 1\n");
}

void TestOperators::groupedByModule()
{
    const auto result = runOn(inputOf({ modules().text() }), "operators", { { "group-by", "module" } });
    KT_COMPARE_TEXT(rowsOf(result, "operators",
                        { "name", "module", "kind", "count", "self_cpu_time_total", "cpu_time_total",
                            "self_device_time_total", "device_time_total" }),
        "Linear_1 Net_0.Linear_1 module 1 80 80 60 60\n"
        "Linear_0 Net_0.Linear_0 module 1 50 50 40 40\n"
        "Net_0 Net_0 module 1 70 200 0 100\n");
    KT_VERIFY_OK(result);
    QCOMPARE(result->remarks.size(), std::size_t { 1 }); // aten::sum is in no module
    QCOMPARE(toQString(result->remarks[0].code), QString("work-without-op"));
}

void TestOperators::groupedByStack_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("depth");
    QTest::addColumn<QString>("expected");
    const QString frames = toQString(modules().text());
    QTest::newRow("innermost frame") << frames << "1"
                                     << "aten::linear [\"nn.Module: Linear_1\"] 1\n"
                                        "aten::linear [\"nn.Module: Linear_0\"] 1\n"
                                        "aten::sum [\"train.py(3): main\"] 1\n";
    QTest::newRow("three frames")
        << frames << "3"
        << "aten::linear [\"nn.Module: Linear_1\",\"net.py(9): forward\",\"nn.Module: Net_0\"] 1\n"
           "aten::linear [\"nn.Module: Linear_0\",\"net.py(9): forward\",\"nn.Module: Net_0\"] 1\n"
           "aten::sum [\"train.py(3): main\"] 1\n";
    const TraceText old =
        wholeMicroseconds()
            .op("f", 0_us, 9_us, R"("Call stack": "a.py(1): f;torch/tensor.py(2): backward;b.py(2): g")")
            .op("f", 10_us, 5_us, R"("Call stack": "a.py(1): f;b.py(2): g;c.py(3): h")")
            .op("f", 20_us, 1_us);
    QTest::newRow("argument of old files") << toQString(old.text()) << "2"
                                           << "f [\"a.py(1): f\",\"b.py(2): g\"] 2\nf [] 1\n";
    const TraceText backward = wholeMicroseconds()
                                   .python("loss.py(1): loss", 0_us, 50_us, 1)
                                   .op("aten::mul", 10_us, 20_us)
                                   .flow('s', "fwdbwd", 5, 100, 100, 12_us)
                                   .thread(100, 200)
                                   .op("MulBackward0", 60_us, 30_us)
                                   .op("aten::mul", 65_us, 10_us)
                                   .flow('f', "fwdbwd", 5, 100, 200, 61_us);
    QTest::newRow("the backward pass has the stack of the forward op")
        << toQString(backward.text()) << "1"
        << "aten::mul [\"loss.py(1): loss\"] 2\nMulBackward0 [\"loss.py(1): loss\"] 1\n";
}

void TestOperators::groupedByStack()
{
    QFETCH(QString, text);
    QFETCH(QString, depth);
    QFETCH(QString, expected);
    KT_COMPARE_TEXT(rows(text.toStdString(),
                        { { "group-by", "stack" }, { "stack-depth", depth.toStdString() }, { "kinds", "ops" } },
                        { "name", "stack", "count" }),
        expected.toStdString());
}

void TestOperators::missingKeysAreSaid_data()
{
    QTest::addColumn<QString>("by");
    QTest::addColumn<bool>("hasOps");
    QTest::addColumn<QString>("code");
    QTest::newRow("shapes") << "shapes" << true << "no-shapes";
    QTest::newRow("modules") << "module" << true << "no-modules";
    QTest::newRow("stacks") << "stack" << true << "no-stacks";
    QTest::newRow("no host at all") << "name" << false << "no-ops";
}

void TestOperators::missingKeysAreSaid()
{
    QFETCH(QString, by);
    QFETCH(bool, hasOps);
    QFETCH(QString, code);
    TraceText text = wholeMicroseconds();
    if (hasOps)
        text.op("f", 0_us, 5_us);
    else
        text.kernel("k", 0_us, 5_us, 7);
    const auto result = runOn(inputOf({ text.text() }), "operators", { { "group-by", by.toStdString() } });
    KT_VERIFY_OK(result);
    QVERIFY(!result->remarks.empty());
    QCOMPARE(toQString(result->remarks[0].code), code);
}

namespace {

/// Sum of a column over all rows.
std::int64_t sumOf(const Result<AnalysisResult>& result, std::string_view column)
{
    const Table& table = result->tables[0];
    std::int64_t sum = 0;
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        sum += std::get<std::int64_t>(table.cell(row, table.columnIndex(column)));
    return sum;
}

} // namespace

void TestOperators::stepsPartitionTheTimes()
{
    GeneratorOptions options;
    options.steps = 3;
    const std::string text = generateTrace(options);
    const AnalysisInput input = inputOf({ text });
    Scope all;
    all.steps = input.traces->stepNumbers();
    QVERIFY(all.steps.size() > 1);
    for (const std::string_view column : { "count", "self_cpu_time_total", "self_device_time_total", "kernels" }) {
        std::int64_t sum = 0;
        for (const std::int64_t step : all.steps) {
            Scope scope;
            scope.steps = { step };
            sum += sumOf(runOn({ input.traces, scope }, "operators"), column);
        }
        QCOMPARE(sum, sumOf(runOn({ input.traces, all }, "operators"), column));
    }
}

void TestOperators::rangesPartitionTheTimes()
{
    const AnalysisInput input = inputOf({ generateTrace() });
    const TimeRange whole = input.traces->range();
    for (const std::string_view column :
        { "self_cpu_time_total", "cpu_time_total", "self_device_time_total", "device_time_total" }) {
        std::int64_t sum = 0;
        for (int part = 0; part < 5; ++part) {
            Scope scope;
            scope.range =
                TimeRange { whole.length() * part / 5, whole.length() * (part + 1) / 5 + (part == 4 ? 1 : 0) };
            sum += sumOf(runOn({ input.traces, scope }, "operators"), column);
        }
        QCOMPARE(sum, sumOf(runOn(input, "operators"), column));
    }
}

void TestOperators::evidenceIsTheFigure_data()
{
    QTest::addColumn<QString>("by");
    QTest::newRow("name") << "name";
    QTest::newRow("shapes") << "shapes";
}

void TestOperators::evidenceIsTheFigure()
{
    QFETCH(QString, by);
    const AnalysisInput input = inputOf({ generateTrace() });
    const auto result = runOn(input, "operators", { { "group-by", by.toStdString() } });
    KT_VERIFY_OK(result);
    const Table& table = result->tables[0];
    QVERIFY(table.rowCount() > 3);
    for (const std::string_view column :
        { "self_cpu_time_total", "cpu_time_total", "self_device_time_total", "device_time_total" }) {
        const std::size_t at = table.columnIndex(column);
        for (std::size_t row = 0; row < std::min<std::size_t>(table.rowCount(), 12); ++row) {
            QCOMPARE(timeOf(table.evidence(row, at), *input.traces), std::get<std::int64_t>(table.cell(row, at)));
        }
    }
}

void TestOperators::badParametersAreRefused_data()
{
    QTest::addColumn<QString>("kinds");
    QTest::newRow("unknown kind") << "ops,threads";
    QTest::newRow("no kind") << "";
}

void TestOperators::badParametersAreRefused()
{
    QFETCH(QString, kinds);
    KT_VERIFY_ERROR(runOn(inputOf({ linearStep() }), "operators", { { "kinds", kinds.toStdString() } }),
        ErrorCode::InvalidArgument);
}

void TestOperators::agreesWithTheSlowOne_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 20; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

namespace {

/// Host slices that nest, at random, with launches among them.
class RandomThread {
public:
    RandomThread(TraceText& text, unsigned seed)
        : m_text(text)
        , m_random(seed)
    {
    }
    void fill(Timestamp begin, Timestamp end, int depth)
    {
        const char* const names[] = { "f", "g", "aten::is_leaf", "ProfilerStep#1", "ProfilerStep#2" };
        for (Timestamp at = begin + below(3); at < end; at += below(3)) {
            const Timestamp last = std::min(end, at + 1 + below(static_cast<int>(end - begin)));
            const char* const name = names[below(5)];
            if (below(4) == 0) {
                m_text.launch(at * 1'000, (last - at) * 1'000, ++m_correlation);
                for (int i = below(3); i > 0; --i)
                    m_text.kernel("k", at * 1'000 + 10'000, 1'000 + below(50) * 1'000, 7 + below(2), m_correlation);
            } else {
                if (below(3) == 0)
                    m_text.annotation(name, at * 1'000, (last - at) * 1'000);
                else
                    m_text.op(name, at * 1'000, (last - at) * 1'000);
                if (depth < 5)
                    fill(at, last, depth + 1);
            }
            at = last;
        }
    }

private:
    int below(int n) { return static_cast<int>(m_random() % static_cast<unsigned>(n)); }

    TraceText& m_text;
    std::mt19937 m_random;
    std::int64_t m_correlation = 0;
};

} // namespace

void TestOperators::agreesWithTheSlowOne()
{
    QFETCH(int, seed);
    TraceText text = wholeMicroseconds();
    RandomThread(text.thread(1, 1), static_cast<unsigned>(seed)).fill(0, 200, 0);
    const AnalysisInput input = inputOf({ text.text() });
    const auto result = runOn(input, "operators", {});
    KT_VERIFY_OK(result);
    std::vector<std::string_view> columns { "name", "kind" };
    columns.insert(columns.end(), kKeyAverages.begin() + 1, kKeyAverages.end());
    KT_COMPARE_TEXT(
        sortedLines(rowsOf(result, "operators", columns)), slowKeyAverages(*input.traces->ranks()[0].trace));
}

void TestOperators::agreesOnPublicTraces_data()
{
    QTest::addColumn<QString>("folder");
    for (const char* folder : { "nccl_a100", "bert_h100", "xdit_sd35", "qwen_h100", "ns_resolution_v100",
             "kineto_resnet50_w0", "vllm_piecewise", "triton_a100" })
        QTest::newRow(folder) << QString(folder);
}

void TestOperators::agreesOnPublicTraces()
{
    QFETCH(QString, folder);
    KT_REQUIRE_SHARED("traces/" + folder);
    const QDir files(sharedPath("traces/" + folder));
    const QString file = files.entryList({ "*.json", "*.json.gz" }, QDir::Files).value(0);
    const auto trace = loadTrace(files.filePath(file).toStdString(), testLoadOptions(), {});
    KT_VERIFY_OK(trace);
    const AnalysisInput input { std::make_shared<const TraceSet>(
                                    std::vector { std::pair { std::int64_t { 0 }, *trace } }, std::vector<Remark> {}),
        {} };
    std::vector<std::string_view> columns { "name", "kind" };
    columns.insert(columns.end(), kKeyAverages.begin() + 1, kKeyAverages.end());
    KT_COMPARE_TEXT(
        sortedLines(rowsOf(runOn(input, "operators"), "operators", columns)), sortedLines(slowKeyAverages(**trace)));
}

QTEST_GUILESS_MAIN(TestOperators)
#include "tst_operators.moc"
