// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/trace_loader.h"
#include "core/output/table_writer.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/summaries.h"
#include "tests/support/test_macros.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The waterfall and the overview of ranks of which there are summaries only (ranks.md, section 5.3): the windows are
/// the steps on the host, and what is said of them is what the traces say.
class TestSummaryWindows : public QObject {
    Q_OBJECT

private slots:
    void partsAreThoseOfTheTraces_data() { addJobs(); }
    void partsAreThoseOfTheTraces();
    void allKernelsAreThoseOfTheTraces_data() { addJobs(); }
    void allKernelsAreThoseOfTheTraces();
    void smallKernelsAreOneRow_data() { addJobs(); }
    void smallKernelsAreOneRow();
    void theOverviewSplitsTheSteps_data() { addJobs(); }
    void theOverviewSplitsTheSteps();
    void theOverviewFindsWhoIsWaitedFor_data() { addJobs(); }
    void theOverviewFindsWhoIsWaitedFor();

private:
    static void addJobs();
};

namespace {

const ParameterTexts kSides { { "window", "host" }, { "control-ranks", "0" }, { "test-ranks", "1,2,3" } };

std::shared_ptr<const TraceSet> jobOf(const QString& set)
{
    const std::string path = set == QStringLiteral("sample")
        ? KINETOSCOPE_SOURCE_DIR "/resources/samples/job"
        : sharedPath(QStringLiteral("traces/") + set).toStdString();
    const auto traces = loadTraceSet({ { std::nullopt, path } }, {}, {});
    return traces ? *traces : nullptr;
}

Result<AnalysisResult> waterfallOf(const std::shared_ptr<const TraceSet>& traces, const ParameterTexts& parameters)
{
    const std::array<AnalysisInput, 2> sides { AnalysisInput { traces, {} }, AnalysisInput { traces, {} } };
    return runOn(sides, "waterfall", parameters);
}

std::string csvOf(const Result<AnalysisResult>& result, std::string_view name)
{
    if (!result)
        return english(result.error().message);
    const auto table = std::ranges::find(result->tables, name, &Table::name);
    TableWriterOptions options;
    options.rawText = true;
    return table == result->tables.end() ? "no table" : writeTable(*table, TableFormat::Csv, options);
}

const Table* tableOf(const Result<AnalysisResult>& result, std::string_view name)
{
    const auto table = std::ranges::find(result->tables, name, &Table::name);
    return table == result->tables.end() ? nullptr : &*table;
}

/// ns, or a count; 0 for an empty cell.
std::string textOf(const Table& table, std::size_t row, std::string_view column)
{
    const Cell cell = table.cell(row, table.columnIndex(column));
    const auto* value = std::get_if<std::string>(&cell);
    return value ? *value : std::string();
}

} // namespace

#define KT_JOB_WITH_SUMMARIES(options)                                                                                 \
    QFETCH(QString, set);                                                                                              \
    if (set != QStringLiteral("sample"))                                                                               \
        KT_REQUIRE_SHARED("traces");                                                                                   \
    const std::shared_ptr<const TraceSet> traces = jobOf(set);                                                         \
    QVERIFY(traces);                                                                                                   \
    const TempDir folder;                                                                                              \
    const auto made = summarized(*traces, folder, options);                                                            \
    KT_VERIFY_OK(made);                                                                                                \
    const std::shared_ptr<const TraceSet> summaries = *made;                                                           \
    for (const RankTrace& each : summaries->ranks())                                                                   \
    QVERIFY(each.readsFrom() != nullptr)

void TestSummaryWindows::addJobs()
{
    QTest::addColumn<QString>("set");
    for (const char* set : { "sample", "made_ranks_late", "made_ranks_lost" })
        QTest::addRow("%s", set) << QString::fromLatin1(set);
}

/// Median and noise of all windows too; communication opens into waits and the rest.
void TestSummaryWindows::partsAreThoseOfTheTraces()
{
    KT_JOB_WITH_SUMMARIES({});
    const std::string parts = csvOf(waterfallOf(traces, kSides), "parts");
    QVERIFY2(parts.find("wall,") != std::string::npos, parts.c_str());
    KT_COMPARE_TEXT(csvOf(waterfallOf(summaries, kSides), "parts"), parts);
    // Without being asked for: a summary has no other windows.
    const ParameterTexts sides(kSides.begin() + 1, kSides.end());
    KT_COMPARE_TEXT(csvOf(waterfallOf(summaries, sides), "parts"), parts);
}

void TestSummaryWindows::allKernelsAreThoseOfTheTraces()
{
    SummaryOptions all;
    all.kernelShare = 0;
    KT_JOB_WITH_SUMMARIES(all);
    for (const char* shortNames : { "false", "true" }) {
        ParameterTexts sides = kSides;
        sides.emplace_back("use-short-name", shortNames);
        const std::string kernels = csvOf(waterfallOf(traces, sides), "kernels");
        QVERIFY2(std::count(kernels.begin(), kernels.end(), '\n') > 5, kernels.c_str());
        KT_COMPARE_TEXT(csvOf(waterfallOf(summaries, sides), "kernels"), kernels);
    }
}

/// Kernels below the threshold are one row of their part: sums and the other rows stay.
void TestSummaryWindows::smallKernelsAreOneRow()
{
    SummaryOptions few;
    few.kernelShare = 0.02;
    KT_JOB_WITH_SUMMARIES(few);
    const auto ofTraces = waterfallOf(traces, kSides);
    const auto ofSummaries = waterfallOf(summaries, kSides);
    KT_VERIFY_OK(ofTraces);
    KT_VERIFY_OK(ofSummaries);
    using Sums = std::map<std::string, std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>>;
    const auto sumsOf = [](const Table& table) {
        Sums sums;
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            auto& [controlCalls, testCalls, control, test] = sums[textOf(table, row, "part")];
            controlCalls += integerAt(table, row, "control_calls");
            testCalls += integerAt(table, row, "test_calls");
            control += integerAt(table, row, "control_time");
            test += integerAt(table, row, "test_time");
        }
        return sums;
    };
    const Table& all = *tableOf(ofTraces, "kernels");
    const Table& fewer = *tableOf(ofSummaries, "kernels");
    QVERIFY(!sumsOf(all).empty());
    QVERIFY(sumsOf(fewer) == sumsOf(all));
    QVERIFY(fewer.rowCount() < all.rowCount());
    std::map<std::string, int> rests;
    for (std::size_t row = 0; row < fewer.rowCount(); ++row)
        rests[textOf(fewer, row, "part")] += textOf(fewer, row, "name") == "(rest)" ? 1 : 0;
    QVERIFY(std::ranges::any_of(rests, [](const auto& part) { return part.second == 1; }));
    QVERIFY(std::ranges::none_of(rests, [](const auto& part) { return part.second > 1; }));
}

/// Of each rank the parts are the sums of its steps, as the table of steps has them from the traces.
void TestSummaryWindows::theOverviewSplitsTheSteps()
{
    KT_JOB_WITH_SUMMARIES({});
    const auto ofTraces = runOn({ traces, {} }, "overview");
    const auto ofSummaries = runOn({ summaries, {} }, "overview");
    KT_VERIFY_OK(ofTraces);
    KT_VERIFY_OK(ofSummaries);
    KT_COMPARE_TEXT(csvOf(ofSummaries, "rank-steps"), csvOf(ofTraces, "rank-steps"));
    const auto steps = runOn({ traces, {} }, "steps");
    KT_VERIFY_OK(steps);
    const Table& ofSteps = *tableOf(steps, "steps");
    const Table& split = *tableOf(ofSummaries, "split");
    QCOMPARE(split.rowCount(), traces->ranks().size());
    for (std::size_t row = 0; row < split.rowCount(); ++row) {
        for (const auto& [ofSplit, ofStep] : { std::pair("time", "wall"), std::pair("compute_time", "compute_time"),
                 std::pair("comm_exposed", "comm_exposed"), std::pair("mem_exposed", "mem_exposed"),
                 std::pair("other_exposed", "other_exposed"), std::pair("idle_host_wait", "idle_host_wait"),
                 std::pair("idle_kernel_wait", "idle_kernel_wait"), std::pair("idle_other", "idle_other"),
                 std::pair("idle_unknown_launch", "idle_unknown_launch") }) {
            std::int64_t sum = 0;
            for (std::size_t step = 0; step < ofSteps.rowCount(); ++step) {
                if (integerAt(ofSteps, step, "rank") == integerAt(split, row, "rank"))
                    sum += integerAt(ofSteps, step, ofStep);
            }
            QCOMPARE(integerAt(split, row, ofSplit), sum);
        }
    }
}

/// What is found in summaries is found in the traces, for the same time. Of kernels, copies and gaps they tell nothing.
void TestSummaryWindows::theOverviewFindsWhoIsWaitedFor()
{
    KT_JOB_WITH_SUMMARIES({});
    const auto ofTraces = runOn({ traces, {} }, "overview");
    const auto ofSummaries = runOn({ summaries, {} }, "overview");
    KT_VERIFY_OK(ofTraces);
    KT_VERIFY_OK(ofSummaries);
    const auto keyOf = [](const Table& table, std::size_t row) {
        return std::tuple(textOf(table, row, "kind"), textOf(table, row, "analysis"), integerAt(table, row, "rank"),
            integerAt(table, row, "figure"));
    };
    const Table& all = *tableOf(ofTraces, "findings");
    const Table& found = *tableOf(ofSummaries, "findings");
    if (set == QStringLiteral("sample"))
        QCOMPARE(found.rowCount(), std::size_t { 1 });
    for (std::size_t row = 0; row < found.rowCount(); ++row) {
        bool isThere = false;
        for (std::size_t other = 0; other < all.rowCount(); ++other)
            isThere = isThere || keyOf(all, other) == keyOf(found, row);
        QVERIFY2(isThere, textOf(found, row, "finding").c_str());
    }
}

QTEST_GUILESS_MAIN(TestSummaryWindows)
#include "tst_summary_windows.moc"
