// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/names/classification.h"
#include "core/analysis/run_analysis.h"
#include "core/catalog/analyses.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/evidence/evidence_rules.h"
#include "tests/support/load_text.h"
#include "tests/support/random_trace.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <set>
#include <span>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// "Every number is a selection": each figure of each table, worked out once more from the slices and intervals that
/// its cell says it is made of.
class TestEvidence : public QObject {
    Q_OBJECT

private slots:
    void figuresFollowFromTheirEvidence_data();
    void figuresFollowFromTheirEvidence();
    void comparisonsFollowFromBothInputs();
    void whatTakesLongLooksAtTheStopFlag_data();
    void whatTakesLongLooksAtTheStopFlag();
};

namespace {

bool hasFigures(const ColumnDescriptor& column)
{
    return column.type == ColumnType::Duration || column.type == ColumnType::Time || column.type == ColumnType::Float
        || (column.type == ColumnType::Int && column.unit != Unit::None);
}

bool isNothing(const Cell& cell)
{
    const auto* integer = std::get_if<std::int64_t>(&cell);
    const auto* number = std::get_if<double>(&cell);
    return (integer && *integer == 0) || (number && *number == 0);
}

/// Whether a column is one that the analysis promises; the others are counters of the file.
bool isOwnColumn(const std::string& analysis, const std::string& table, const std::string& name)
{
    for (const TableDescriptor& descriptor : findAnalysis(analysis)->tables) {
        const auto isIt = [&](const ColumnDescriptor& column) { return column.name == name; };
        if (descriptor.name == table)
            return std::any_of(descriptor.columns.begin(), descriptor.columns.end(), isIt);
    }
    return false;
}

/// Findings of trace health about the file itself have no slices.
bool isAboutTheFile(const std::string& where)
{
    return where == "trace-health findings count" || where == "trace-health findings share_pctg";
}

/// A job of two ranks that has most of what a trace can have.
std::shared_ptr<const TraceSet> trainingJob()
{
    static const std::shared_ptr<const TraceSet> kJob = [] {
        static const TempDir folder;
        GeneratorOptions options;
        options.ranks = 2;
        options.layers = 2;
        options.pythonFrames = true;
        std::vector<TraceArgument> files;
        for (const std::string& text : generateTraces(options))
            files.push_back({ std::nullopt, folder.write("rank" + std::to_string(files.size()) + ".json", text) });
        return loadTraceSet(files, testLoadOptions(), Progress {}).value();
    }();
    return kJob;
}

/// Launches with hardware counters, and no kernels.
std::shared_ptr<const TraceSet> countersJob()
{
    return inputOf({ generateCuptiTrace(1, 2) }).traces;
}

/// Counters over an annotation.
std::shared_ptr<const TraceSet> regionJob()
{
    return inputOf({ TraceText()
                           .annotation("forward", 0_us, 20_us)
                           .launch(5_us, 1_us, 1)
                           .launch(8_us, 1_us, 2)
                           .complete("cuda_profiler_range", "forward", 0, 0, 100_us, 10_us, R"("ctr.sum": 5)")
                           .text() })
        .traces;
}

/// Host ops alone, one of them inside of another.
std::shared_ptr<const TraceSet> hostJob()
{
    return inputOf({ TraceText()
                           .op("aten::outer", 0_us, 900_us)
                           .op("aten::inner", 100_us, 200_us)
                           .op("aten::outer", 1'000_us, 500_us)
                           .text() })
        .traces;
}

/// Compiled graphs, kernels in them twice, and one outside.
std::shared_ptr<const TraceSet> compiledJob()
{
    return inputOf({ TraceText()
                           .step(1, 0_us, 65_us)
                           .op("Torch-Compiled Region: 0/0", 0_us, 100_us)
                           .annotation("## Call CompiledFxGraph abc ##", 10_us, 30_us)
                           .op("aten::linear", 11_us, 8_us)
                           .launch(12_us, 1_us, 1)
                           .kernel("triton_poi_fused_0", 50_us, 30_us, 7, 1)
                           .launch(14_us, 1_us, 2)
                           .kernel("gemm", 60_us, 10_us, 20, 2)
                           .annotation("## Call CompiledFxGraph abc ##", 50_us, 10_us)
                           .op("aten::linear", 51_us, 8_us)
                           .launch(52_us, 1_us, 3)
                           .kernel("triton_poi_fused_0", 80_us, 10_us, 7, 3)
                           .launch(54_us, 1_us, 4)
                           .kernel("gemm", 95_us, 5_us, 7, 4)
                           .launch(70_us, 1_us, 5)
                           .kernel("triton_red_fused_1", 100_us, 5_us, 7, 5)
                           .step(2, 105_us, 20_us)
                           .launch(110_us, 1_us, 6)
                           .kernel("outside", 120_us, 5_us, 7, 6)
                           .memory(5_us, 512, 1'024, 4'096)
                           .memory(15_us, -256, 768, 4'096)
                           .memory(16_us, 128, 896, 4'096)
                           .text() })
        .traces;
}

/// What an analysis is run with, so that every table has rows.
std::vector<ParameterTexts> parametersFor(const std::string& analysis)
{
    if (analysis == "cupti-counters")
        return { { { "peak-flops", "100" }, { "peak-bandwidth", "1000" } } };
    if (analysis == "queue-length")
        return { { { "max-queue-length", "1" } } };
    if (analysis == "call-tree")
        return { { { "join-backward", "false" } } }; // the trace itself nests no calls of other threads
    if (analysis == "kernel-sequences")
        return { {}, { { "operator-name", "aten::linear" }, { "min-pattern-len", "1" } } };
    if (analysis == "kernel-launches")
        return { { { "runtime-cutoff", "6ns" }, { "launch-delay-cutoff", "20ns" } }, {} };
    return { {} };
}

/// Columns that do not follow from their evidence, and how often.
class Faults {
public:
    void look(const std::string& analysis, const AnalysisResult& result, const TraceSet& traces)
    {
        for (const Table& table : result.tables) {
            for (std::size_t row = 0; row < std::min<std::size_t>(table.rowCount(), 40); ++row) {
                for (std::size_t column = 0; column < table.columnCount(); ++column)
                    lookAt(analysis, result.tables, table, row, column, traces);
            }
        }
    }
    [[nodiscard]] QString text() const
    {
        QStringList all;
        for (const auto& [where, count] : m_faults)
            all.append(QStringLiteral("%1: %2 of %3").arg(toQString(where)).arg(count).arg(m_seen.at(where)));
        return all.join(u'\n');
    }
    [[nodiscard]] const std::set<std::string>& looked() const { return m_looked; } ///< tables

private:
    void lookAt(const std::string& analysis, const std::vector<Table>& tables, const Table& table, std::size_t row,
        std::size_t column, const TraceSet& traces)
    {
        const ColumnDescriptor& descriptor = table.columns()[column];
        const std::string where = analysis + " " + table.name() + " " + descriptor.name;
        m_looked.insert(table.name());
        if (!hasFigures(descriptor) || !isOwnColumn(analysis, table.name(), descriptor.name)
            || table.isMissing(row, column) || columnsWithoutRule().contains(where))
            return;
        ++m_seen[where];
        const EvidenceRule rule = ruleOf(where, descriptor);
        const EvidencedCell cell(tables, table, row, column, traces);
        if (!rule) {
            ++m_faults[where + " has no rule"];
            m_seen[where + " has no rule"] = 0;
            return;
        }
        if (cell.items() == 0 ? !isNothing(table.cell(row, column)) && !isAboutTheFile(where) : !rule(cell))
            ++m_faults[where];
    }

    std::map<std::string, int> m_faults;
    std::map<std::string, int> m_seen;
    std::set<std::string> m_looked;
};

} // namespace

void TestEvidence::figuresFollowFromTheirEvidence_data()
{
    QTest::addColumn<QString>("analysis");
    for (const AnalysisDescriptor& analysis : analyses()) {
        if (analysis.inputCount == 1) // comparisons: tst_registry_properties
            QTest::addRow("%s", analysis.id.c_str()) << QString::fromStdString(analysis.id);
    }
}

void TestEvidence::figuresFollowFromTheirEvidence()
{
    QFETCH(QString, analysis);
    const std::string id = analysis.toStdString();
    std::vector<std::shared_ptr<const TraceSet>> jobs { trainingJob(), countersJob(), regionJob(), hostJob(),
        compiledJob() };
    for (std::uint32_t seed = 1; seed < 12; ++seed)
        jobs.push_back(randomJob(seed, 2));
    Faults faults;
    for (const auto& job : jobs) {
        for (const ParameterTexts& parameters : parametersFor(id)) {
            const auto result = runOn({ job, {} }, id, parameters);
            KT_VERIFY_OK(result);
            faults.look(id, *result, *job);
        }
    }
    QVERIFY2(faults.text().isEmpty(), qPrintable(faults.text()));
    for (const TableDescriptor& table : findAnalysis(id)->tables)
        QVERIFY2(faults.looked().contains(table.name), table.name.c_str());
}

/// What is left out: figures of steps (per step, deviation, p value), which tst_trace_diff works out.
void TestEvidence::comparisonsFollowFromBothInputs()
{
    int compared = 0;
    for (std::uint32_t seed = 1; seed < 12; ++seed) {
        const std::vector<AnalysisInput> inputs { { randomJob(seed, 2), {} }, { randomJob(seed + 100, 2), {} } };
        const auto result = runOn(inputs, "trace-diff");
        KT_VERIFY_OK(result);
        const Table& table = *result->findTable("ops");
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            const auto figure = [&](const char* column) -> double {
                const Cell cell = table.cell(row, table.columnIndex(column));
                const auto* integer = std::get_if<std::int64_t>(&cell);
                const auto* number = std::get_if<double>(&cell);
                return integer ? static_cast<double>(*integer) : number ? *number : 0;
            };
            const auto sumIn = [&](std::size_t input, const char* column) {
                double sum = 0;
                for (const SliceRef& slice : table.evidence(row, table.columnIndex(column), input).slices)
                    sum += static_cast<double>(
                        inputs[input].traces->ranks()[slice.rank].trace->slices().duration(slice.slice));
                return sum;
            };
            const double control = sumIn(0, "control_total_duration");
            const double test = sumIn(1, "test_total_duration");
            QCOMPARE(figure("control_total_duration"), control);
            QCOMPARE(figure("test_total_duration"), test);
            QCOMPARE(figure("diff_duration"), sumIn(1, "diff_duration") - sumIn(0, "diff_duration"));
            QCOMPARE(figure("diff_counts"), figure("test_counts") - figure("control_counts"));
            if (control > 0)
                QVERIFY(std::fabs(figure("duration_change_pctg") - 100.0 * (test - control) / control) <= 0.005 + 1e-9);
            const auto mean = [&](double sum, const char* counts) {
                return figure(counts) > 0 ? sum / figure(counts) / 1000.0 : 0.0;
            };
            QVERIFY(std::fabs(figure("control_mean") - mean(control, "control_counts")) < 1e-9);
            QVERIFY(std::fabs(figure("test_mean") - mean(test, "test_counts")) < 1e-9);
            if (figure("mean_ratio") != 0)
                QVERIFY(std::fabs(figure("mean_ratio") - figure("test_mean") / figure("control_mean")) < 1e-9);
            ++compared;
        }
    }
    QVERIFY(compared > 0);
}

void TestEvidence::whatTakesLongLooksAtTheStopFlag_data()
{
    QTest::addColumn<QString>("analysis");
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("column"); // "": the analysis itself
    QTest::addColumn<int>("least");      // looks, for each kernel and what launches it
    QTest::newRow("self time") << "operators"
                               << "operators"
                               << "self_cpu_time_total" << 25;
    QTest::newRow("calls") << "operators"
                           << "operators"
                           << "count" << 21;
    QTest::newRow("kernels of calls") << "operators"
                                      << "operators"
                                      << "device_time_total" << 22;
    QTest::newRow("operators") << "operators"
                               << ""
                               << "" << 19;
    QTest::newRow("activities") << "duration-concentration"
                                << "kinds"
                                << "sum" << 3;
    QTest::newRow("duration-concentration") << "duration-concentration"
                                            << ""
                                            << "" << 3;
}

void TestEvidence::whatTakesLongLooksAtTheStopFlag()
{
    QFETCH(const QString, analysis);
    QFETCH(const QString, table);
    QFETCH(const QString, column);
    QFETCH(const int, least);
    constexpr int kKernels = 400;
    TraceText text;
    for (int i = 0; i < kKernels; ++i) {
        const Timestamp at = i * 100_us;
        text.op("aten::mm", at, 40_us).launch(at + 10_us, 10_us, i + 1);
        text.kernel("gemm", at + 30_us, 50_us, 7, i + 1);
    }
    const AnalysisInput input = inputOf({ text.text() });
    class Looks final : public StopObserver {
    public:
        bool stopsHere() override
        {
            ++count;
            return false;
        }
        [[nodiscard]] std::size_t itemsPerLook() const override { return 1; }
        std::atomic<int> count { 0 };
    };
    Looks looks;
    Progress progress;
    progress.observer = &looks;
    const KernelClassifier classifier;
    const AnalysisDescriptor& descriptor = *findAnalysis(analysis.toStdString());
    const Result<AnalysisResult> result = runAnalysis(descriptor, std::span(&input, 1),
        completeParameters(descriptor, {}, Mode::Exact).value(), Mode::Exact, { &classifier, progress, 1 });
    QVERIFY(result);
    if (!column.isEmpty()) {
        looks.count = 0;
        const Table& found = *result->findTable(table.toStdString());
        QVERIFY(!found.evidence(0, found.columnIndex(column.toStdString()), 0, progress).isEmpty());
    }
    QVERIFY2(looks.count >= least * kKernels, qPrintable(QString::number(looks.count)));
}

QTEST_GUILESS_MAIN(TestEvidence)
#include "tst_evidence.moc"
