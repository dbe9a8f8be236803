// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_analysis.h"
#include "core/catalog/analyses.h"
#include "core/output/table_writer.h"
#include "core/words/english.h"
#include "core/words/joined_remarks.h"
#include "tests/support/analysis_modes.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/random_trace.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <atomic>
#include <map>
#include <set>
#include <tuple>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What every analysis of the registry promises, whatever it is about: a walk over the registry finds new ones by
/// itself.
class TestRegistryProperties : public QObject {
    Q_OBJECT

private slots:
    void columnsOfKernelsAreReadable();
    void whatAStepTakesIsOneThingByOneName();
    void whatIsSaidOfSeveralRanksIsOneLine();
    void threadsDoNotChangeAByte_data();
    void threadsDoNotChangeAByte();
    void threadsOfOneRankDoNotChangeAByte();
    void loadingThreadsDoNotChangeAByte_data();
    void loadingThreadsDoNotChangeAByte();
    void stopsAtAnyLook_data();
    void stopsAtAnyLook();
    void evidenceStopsAtAnyLook_data();
    void evidenceStopsAtAnyLook();
    void nothingToShowHasAReason_data();
    void nothingToShowHasAReason();
    void nobodyIsAskedToRecordWhatMayBeThere_data();
    void nobodyIsAskedToRecordWhatMayBeThere();
    void resultsHaveTheColumnsOfTheCatalog_data();
    void resultsHaveTheColumnsOfTheCatalog();
    void aShareOfTimeIsOfOneTime();
    void headingsAreShortAndTellColumnsApart_data();
    void headingsAreShortAndTellColumnsApart();
    void noTableSaysTheQuestionAgain();
    void everyCellAnswersForItself_data();
    void everyCellAnswersForItself();
    void comparedCellsAnswerForTheirInputs_data();
    void comparedCellsAnswerForTheirInputs();
    void rangesAddUp_data();
    void rangesAddUp();
    void stepsAddUp_data();
    void stepsAddUp();
    void stepSplitsAddUpToTheirWindow();
};

namespace {

void addAnalyses()
{
    QTest::addColumn<QString>("analysis");
    QTest::addColumn<bool>("isHta");
    for (const AnalysisDescriptor& analysis : analyses()) {
        QTest::addRow("%s", analysis.id.c_str()) << QString::fromStdString(analysis.id) << false;
        if (analysis.runLikeHta)
            QTest::addRow("%s hta", analysis.id.c_str()) << QString::fromStdString(analysis.id) << true;
    }
}

const AnalysisDescriptor& fetchAnalysis()
{
    QFETCH(QString, analysis);
    return *findAnalysis(analysis.toStdString());
}

std::vector<AnalysisInput> inputsOf(const AnalysisDescriptor& analysis, const std::shared_ptr<const TraceSet>& first,
    const std::shared_ptr<const TraceSet>& second)
{
    std::vector<AnalysisInput> inputs { { first, {} } };
    if (analysis.inputCount > 1)
        inputs.push_back({ second, {} });
    return inputs;
}

/// Everything that a user gets to see, as text; what a parameter lacks is part of it.
std::string textOf(const AnalysisDescriptor& analysis, const std::vector<AnalysisInput>& inputs, Mode mode, int threads)
{
    AnalysisContext context;
    context.threads = threads;
    const Result<AnalysisResult> result = runAnalysis(analysis, inputs, {}, mode, context);
    return result ? writeResult(*result, {}, nullptr, TableFormat::Json) : english(result.error().message);
}

/// A job of two ranks that has most of what a trace can have, read by so many threads. The files and what was read once
/// stay.
std::shared_ptr<const TraceSet> trainingJob(int workers)
{
    static const TempDir folder;
    static std::vector<TraceArgument> files;
    static std::map<int, std::shared_ptr<const TraceSet>> jobs;
    if (files.empty()) {
        GeneratorOptions options;
        options.ranks = 2;
        options.layers = 2;
        options.pythonFrames = true;
        for (const std::string& text : generateTraces(options))
            files.push_back({ std::nullopt, folder.write("rank" + std::to_string(files.size()) + ".json", text) });
    }
    std::shared_ptr<const TraceSet>& job = jobs[workers];
    if (!job) {
        LoadOptions options = testLoadOptions();
        options.workers = workers;
        auto loaded = loadTraceSet(files, options, Progress {});
        if (!loaded)
            qFatal("%s", english(loaded.error().message).c_str());
        job = std::move(loaded).value();
    }
    return job;
}

/// As randomJob(), made once for the many rows that read it.
std::shared_ptr<const TraceSet> sharedJob(
    std::uint32_t seed, int ranks, bool isOrderly = RandomTraceOptions {}.isOrderly)
{
    static std::map<std::tuple<std::uint32_t, int, bool>, std::shared_ptr<const TraceSet>> jobs;
    std::shared_ptr<const TraceSet>& job = jobs[{ seed, ranks, isOrderly }];
    if (!job) {
        RandomTraceOptions options;
        options.isOrderly = isOrderly;
        job = randomJob(seed, ranks, options);
    }
    return job;
}

/// Stops a job of one thread at a certain look at the stop flag.
class StopAtLook final : public StopObserver {
public:
    /// @param look  counted from 0; -1: never
    explicit StopAtLook(std::int64_t look)
        : m_look(look)
    {
    }
    bool stopsHere() override { return m_looks++ >= m_look && m_look >= 0; }
    [[nodiscard]] std::size_t itemsPerLook() const override { return 16; }
    [[nodiscard]] std::int64_t looks() const { return m_looks; }

private:
    std::int64_t m_look = 0;
    std::atomic<std::int64_t> m_looks = 0; // threads of an analysis look, too
};

/// Columns of a table that must add up, and what tells its rows apart.
struct Additive {
    const char* analysis;
    const char* table;
    std::vector<const char*> keys;
    std::vector<const char*> columns;
    ParameterTexts parameters {};
};

using Sums = std::map<std::string, std::int64_t>;

/// Adds the figures of the columns by key; `whole - parts` ends at 0 everywhere.
bool addFigures(Sums& sums, const Additive& additive, const AnalysisInput& input, std::int64_t sign)
{
    const AnalysisDescriptor& analysis = *findAnalysis(additive.analysis);
    const std::vector<AnalysisInput> inputs(static_cast<std::size_t>(analysis.inputCount), input);
    const Result<AnalysisResult> result = runOn(inputs, additive.analysis, additive.parameters);
    if (!result)
        return false;
    const Table& table = *result->findTable(additive.table);
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        std::string key;
        for (const char* column : additive.keys) {
            const Cell& cell = table.cell(row, table.columnIndex(column));
            if (const auto* text = std::get_if<std::string>(&cell))
                key += *text + " ";
            else if (const auto* number = std::get_if<std::int64_t>(&cell))
                key += std::to_string(*number) + " ";
        }
        for (const char* column : additive.columns) {
            if (table.columnIndex(column) == table.columnCount())
                return false;
            const Cell cell = table.cell(row, table.columnIndex(column));
            if (const auto* value = std::get_if<std::int64_t>(&cell))
                sums[key + column] += sign * *value;
        }
    }
    return true;
}

QString firstNonZero(const Sums& sums)
{
    for (const auto& [name, sum] : sums) {
        if (sum != 0)
            return toQString(name) + QStringLiteral(": whole less parts is %1").arg(sum);
    }
    return {};
}

/// Every column whose figures of neighbouring ranges are parts of the whole: times of work that is cut at an edge, and
/// counts of what lies at one moment. Left out are counts of what an edge cuts in two, shares, means, extremes, and
/// what a range may leave without a row: the split of a rank without work, the copies of a series without any
/// bandwidth, work of a step that lies outside of the range, patterns that are broken up.
std::vector<Additive> additiveOverRanges()
{
    const ParameterTexts onHost { { "use-gpu-annotation", "false" }, { "num-kernels", "100000" } };
    const ParameterTexts manyNames { { "num-kernels", "100000" } };
    return {
        { "temporal-breakdown", "ranks", { "rank" },
            { "idle_time(us)", "compute_time(us)", "non_compute_time(us)", "kernel_time(us)", "comm_exposed",
                "mem_exposed", "other_exposed", "comm_time", "mem_time" } },
        { "temporal-breakdown", "devices", { "rank", "device" },
            { "compute_time(us)", "non_compute_time(us)", "comm_exposed", "mem_exposed", "other_exposed", "comm_time",
                "mem_time" } },
        { "kernel-breakdown", "kernel-types", { "kernel_type" }, { "sum" }, manyNames },
        { "kernel-breakdown", "kernels", { "rank", "kernel_type", "name" }, { "sum (us)" }, manyNames },
        { "idle-time", "streams", { "rank", "device", "stream", "idle_category" }, { "idle_time" } },
        { "idle-time", "devices", { "rank", "device", "idle_category" }, { "idle_time" } },
        { "idle-causes", "causes", { "rank", "device", "cause" }, { "idle_time", "after_sync" } },
        { "idle-causes", "owners", { "rank", "device", "cause", "name", "op_path", "python_line" },
            { "idle_time", "after_sync" } },
        { "idle-causes", "steps", { "rank", "step", "device", "cause" }, { "idle_time", "after_sync" } },
        // Each range is walked by itself, from its end on the main thread: what its links are is another matter.
        { "critical-path", "summary", { "rank" }, { "time" } },
        { "critical-path", "owners", { "rank" }, { "time" } },
        { "critical-path", "steps", { "rank", "step" }, { "time" } },
        { "comm-comp-overlap", "ranks", { "rank" }, { "comm_time", "overlap_time", "exposed_time", "comp_time" } },
        { "comm-comp-overlap", "collectives", { "rank", "process_group", "collective" },
            { "comm_time", "overlap_time", "exposed_time" } },
        { "memory-bandwidth", "summary", { "rank", "device", "name" }, { "bytes" } },
        { "queue-length", "blocked", { "rank", "device", "stream" }, { "duration_at_max_queue_length" },
            { { "max-queue-length", "1" } } },
        { "kernel-launches", "summary", { "rank", "launch_api" },
            { "count", "calls", "cpu_duration", "gpu_duration", "launch_delay", "queue_wait", "net_delay",
                "short_kernels", "runtime_outliers", "delay_outliers" } },
        { "annotation-breakdown", "annotations", { "rank", "name" }, { "sum (us)", "self_time", "gpu_busy_time" },
            onHost },
        { "annotation-kernels", "kernels", { "rank", "index" }, { "dur" } },
        { "steps", "steps", { "rank", "step" },
            { "wall", "compute_time", "comm_exposed", "mem_exposed", "other_exposed", "idle_host_wait",
                "idle_kernel_wait", "idle_other", "idle_unknown_launch" } },
        { "operators", "operators", { "rank", "name", "kind" },
            { "self_cpu_time_total", "cpu_time_total", "self_device_time_total", "device_time_total",
                "cpu_time_outermost" } },
        { "call-tree", "ops", { "rank", "index" }, { "dur", "self_time", "kernel_dur_sum" } },
        { "efficiency", "kernels", { "rank", "name", "op", "Input Dims", "Input type", "reason" }, { "sum" } },
        { "efficiency", "summary", { "rank", "op category" }, { "kernel_sum" } },
        { "inductor-kernels", "categories", { "rank", "category" }, { "sum" } },
        { "inductor-kernels", "kernels", { "rank", "kernel" }, { "sum" } },
        { "inductor-kernels", "graphs", { "rank", "graph" }, { "sum", "busy" } },
        { "duration-concentration", "kinds", { "rank", "kind" }, { "sum" } },
        { "launch-overlap", "launch-apis", { "rank", "api", "kernel" }, { "count", "sum", "call_sum" } },
        { "trace-diff", "ops", { "name" }, { "control_total_duration", "test_total_duration", "diff_duration" } },
    };
}

/// The same for steps, to which work belongs by its launch: what counts launches and pieces of work adds up, unions of
/// times do not where a step's work runs during the next step's.
std::vector<Additive> additiveOverSteps()
{
    const ParameterTexts manyNames { { "num-kernels", "100000" } };
    return {
        { "temporal-breakdown", "ranks", { "rank" }, { "count" } },
        { "temporal-breakdown", "devices", { "rank", "device" }, { "count" } },
        { "idle-causes", "steps", { "rank", "step", "device", "cause" },
            { "idle_time", "after_sync", "gaps", "wall" } },
        { "critical-path", "summary", { "rank", "step", "kind" }, { "time", "links", "wall" } },
        { "critical-path", "owners", { "rank", "step", "kind", "name" }, { "time", "calls" } },
        { "critical-path", "links", { "rank", "step", "ts", "kind", "name" }, { "duration" } },
        { "critical-path", "steps", { "rank", "step", "kind" }, { "time", "wall" } },
        { "what-if", "steps", { "rank", "step", "change", "target" }, { "wall", "new_wall", "saved" } },
        { "what-if", "critical", { "rank", "step", "change", "target", "kind" }, { "recorded", "replayed" } },
        { "kernel-breakdown", "kernels", { "rank", "kernel_type", "name" }, { "sum (us)", "count" }, manyNames },
        { "comm-comp-overlap", "ranks", { "rank" }, { "count" } },
        { "comm-comp-overlap", "collectives", { "rank", "process_group", "collective" }, { "count" } },
        { "memory-bandwidth", "summary", { "rank", "device", "name" }, { "bytes" } },
        { "queue-length", "summary", { "rank", "device", "stream" }, { "launches" } },
        { "kernel-launches", "summary", { "rank", "launch_api" },
            { "count", "calls", "cpu_duration", "gpu_duration", "launch_delay", "queue_wait", "net_delay",
                "short_kernels", "runtime_outliers", "delay_outliers" } },
        { "annotation-kernels", "kernels", { "rank", "index" }, { "dur" } },
        { "steps", "steps", { "rank", "step" }, { "wall", "launched", "launched_busy" } },
        // Nothing that depends on nesting (operators, self times, kernel sums): an op that reaches into the next step
        // may call ops and launch work there.
        { "call-tree", "ops", { "rank", "index" }, { "dur" } },
        { "efficiency", "kernels", { "rank", "name", "op", "Input Dims", "Input type" }, { "sum", "count" } },
        { "inductor-kernels", "categories", { "rank", "category" }, { "count" } },
        { "inductor-kernels", "kernels", { "rank", "kernel" }, { "sum", "count", "bytes" } },
        { "inductor-kernels", "graphs", { "rank", "graph" }, { "sum", "count" } },
        { "duration-concentration", "kinds", { "rank", "kind" }, { "sum", "count" } },
        { "launch-overlap", "launch-apis", { "rank", "api", "kernel" }, { "count", "sum", "calls", "call_sum" } },
        { "kernel-names", "difference", { "name" }, { "count_1", "count_2" } },
    };
}

/// What is wrong with the evidence of a cell of a comparison; "" if it is as it must be: some for every cell that says
/// something, as many slices as a count says, and for a difference that many more in the second input.
QString evidenceFault(const Table& table, std::size_t row, std::size_t column)
{
    const Cell cell = table.cell(row, column);
    const ColumnDescriptor& descriptor = table.columns()[column];
    std::int64_t first = 0;
    std::int64_t others = 0;
    bool isEmpty = true;
    for (std::size_t input = 0; input < table.evidenceInputs(); ++input) {
        const Selection evidence = table.evidence(row, column, input);
        isEmpty = isEmpty && evidence.isEmpty();
        (input == 0 ? first : others) += static_cast<std::int64_t>(evidence.slices.size());
    }
    const QString where = toQString(table.name() + ", row " + std::to_string(row) + ", " + descriptor.name);
    if (const auto* number = std::get_if<std::int64_t>(&cell); number && descriptor.unit == Unit::Count) {
        const bool isDifference = descriptor.name.starts_with("diff_");
        const std::int64_t found = isDifference ? others - first : first + others;
        return found == *number ? QString() : QStringLiteral("%1: %2 of %3").arg(where).arg(found).arg(*number);
    }
    const auto* text = std::get_if<std::string>(&cell);
    const auto* integer = std::get_if<std::int64_t>(&cell);
    const auto* number = std::get_if<double>(&cell);
    const bool saysSomething = (text && !text->empty()) || (integer && *integer != 0) || (number && *number != 0);
    return saysSomething && isEmpty ? where + QStringLiteral(": none") : QString();
}

void addAdditive(const std::vector<Additive>& all)
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::addRow("%s %s", all[i].analysis, all[i].table) << static_cast<int>(i);
}

} // namespace

void TestRegistryProperties::whatIsSaidOfSeveralRanksIsOneLine()
{
    const Message noWork { KT_PHRASE("test", "no GPU work.") };
    const Message noStep { KT_PHRASE("test", "No step.") };
    const std::vector<Remark> remarks { { "a", noWork, "", { 0 } }, { "b", noStep }, { "a", noWork, "", { 2 } },
        { "c", { KT_PHRASE("test", "something else.") }, "", { 2 } }, { "a", noWork, "", { 1 } }, { "b", noStep } };
    std::vector<std::string> lines;
    for (const Remark& remark : joinedRemarks(remarks))
        lines.push_back(english(remark));
    const std::vector<std::string> expected { "Ranks 0-2: no GPU work.", "No step.", "Rank 2: something else.",
        "No step." };
    QCOMPARE(lines, expected);
    QVERIFY(joinedRemarks({}).empty());
    // A figure might as well be that of all together.
    const Message waited { KT_PHRASE("test", "waited %1."), arg::Duration { 5'000 } };
    const Message within { KT_PHRASE("test", "%1 Not more."), waited };
    const std::vector<Remark> figures { { "a", waited, "", { 0 } }, { "a", waited, "", { 1 } },
        { "b", within, "", { 0 } }, { "b", within, "", { 2 } }, { "c", waited, "", { 0, 1 } } };
    lines.clear();
    for (const Remark& remark : joinedRemarks(std::span(figures).first(4)))
        lines.push_back(english(remark));
    QCOMPARE(lines,
        (std::vector<std::string> {
            "Ranks 0,1, each: waited 5.000 us.", "Ranks 0,2, each: waited 5.000 us. Not more." }));
    KT_COMPARE_TEXT(english(joinedRemarks(std::span(figures).last(1)).front()), "Ranks 0,1: waited 5.000 us.");
}

/// A step is as long as its annotation, or until its GPU work ends, or from when the one before is complete: what is
/// called alike must mean the same, and say what.
void TestRegistryProperties::whatAStepTakesIsOneThingByOneName()
{
    std::map<std::string, std::string> meanings;
    for (const AnalysisDescriptor& analysis : analyses()) {
        for (const TableDescriptor& table : analysis.tables) {
            if (std::ranges::find(table.columns, "step", &ColumnDescriptor::name) == table.columns.end())
                continue;
            for (const ColumnDescriptor& column : table.columns) {
                if (column.name != "wall" || analysis.id == "efficiency") // its parameter says which it is
                    continue;
                const std::string where = analysis.id + " " + table.name;
                QVERIFY2(!column.definition.empty(), where.c_str());
                const auto [known, isNew] = meanings.emplace(column.title, column.definition);
                QVERIFY2(isNew || known->second == column.definition, where.c_str());
            }
        }
    }
    QCOMPARE(meanings.size(), std::size_t { 3 });
}

/// Kernel names have hundreds of characters: a column of them says so, and screens show display names.
void TestRegistryProperties::columnsOfKernelsAreReadable()
{
    int named = 0;
    for (const AnalysisDescriptor& analysis : analyses()) {
        for (const TableDescriptor& table : analysis.tables) {
            for (const ColumnDescriptor& column : table.columns) {
                const bool isOfKernels = column.title == "Kernel" || column.title == "Kernels"
                    || column.title == "GPU work" || column.title.ends_with(" kernel");
                // HTA's own short names, with the whole one beside them.
                if (column.type != ColumnType::String || !isOfKernels || column.name == "s_name")
                    continue;
                ++named;
                QVERIFY2(column.text != TextKind::Plain, (analysis.id + " " + table.name + " " + column.name).c_str());
            }
        }
    }
    QVERIFY(named >= 10);
}

void TestRegistryProperties::threadsDoNotChangeAByte_data()
{
    addAnalyses();
}

void TestRegistryProperties::threadsDoNotChangeAByte()
{
    const AnalysisDescriptor& analysis = fetchAnalysis();
    const Mode mode = fetchMode();
    for (std::uint32_t seed = 0; seed < 3; ++seed) {
        const auto inputs = inputsOf(analysis, sharedJob(seed, 5), sharedJob(seed + 100, 5));
        const std::string expected = textOf(analysis, inputs, mode, 1);
        for (const int threads : { 2, 8 })
            KT_COMPARE_TEXT(textOf(analysis, inputs, mode, threads), expected);
    }
}

/// What is made of one rank goes at once, and waits for what it needs: also where no step, or a chosen range, makes
/// that come in another order. Much work, so that what is waited for takes a while.
void TestRegistryProperties::threadsOfOneRankDoNotChangeAByte()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 100'000; ++i) {
        const Timestamp at = i * 10_us;
        text.launch(at, 3_us, i + 1)
            .kernel(i % 3 == 0 ? "a" : "b", at + 5_us, 4_us + i * 7919 % 3_us, 7 + i * 31 % 3, i + 1);
    }
    AnalysisInput input = inputOf({ text.text() });
    const AnalysisDescriptor& overview = *findAnalysis("overview");
    for (const bool isRange : { false, true }) {
        if (isRange)
            input.scope.range = TimeRange { 100'000_us, 900'000_us };
        const std::string expected = textOf(overview, { input }, Mode::Exact, 1);
        QVERIFY(expected.find("findings") != std::string::npos);
        for (const int threads : { 2, 3, 8, 3, 8, 3, 8, 8 })
            KT_COMPARE_TEXT(textOf(overview, { input }, Mode::Exact, threads), expected);
    }
}

void TestRegistryProperties::loadingThreadsDoNotChangeAByte_data()
{
    addAnalyses();
}

void TestRegistryProperties::loadingThreadsDoNotChangeAByte()
{
    const AnalysisDescriptor& analysis = fetchAnalysis();
    std::map<int, std::string> results;
    for (const int workers : { 1, 2, 8 }) {
        const auto job = trainingJob(workers);
        results[workers] = textOf(analysis, inputsOf(analysis, job, job), fetchMode(), workers);
    }
    KT_COMPARE_TEXT(results[2], results[1]);
    KT_COMPARE_TEXT(results[8], results[1]);
}

void TestRegistryProperties::stopsAtAnyLook_data()
{
    addAnalyses();
}

/// Whichever look at the stop flag says stop: what was found until then is no result.
void TestRegistryProperties::stopsAtAnyLook()
{
    const AnalysisDescriptor& analysis = fetchAnalysis();
    const auto inputs = inputsOf(analysis, trainingJob(1), trainingJob(1));
    const auto run = [&](StopAtLook& stop) {
        AnalysisContext context;
        context.progress.observer = &stop;
        return runAnalysis(analysis, inputs, {}, fetchMode(), context);
    };
    StopAtLook never(-1);
    if (const auto result = run(never); !result) {
        QVERIFY2(result.error().code == ErrorCode::InvalidArgument, english(result.error().message).c_str());
        QSKIP("It needs a parameter: there is nothing to stop without one.");
    }
    QVERIFY(never.looks() > 0);
    constexpr std::int64_t kMostRuns = 100;
    const std::int64_t step = std::max<std::int64_t>(1, never.looks() / kMostRuns);
    for (std::int64_t look = 0; look < never.looks(); look += step) {
        StopAtLook stop(look);
        const auto result = run(stop);
        QVERIFY2(!result && result.error().code == ErrorCode::Cancelled,
            qPrintable(QStringLiteral("look %1 of %2").arg(look).arg(never.looks())));
    }
}

void TestRegistryProperties::evidenceStopsAtAnyLook_data()
{
    QTest::addColumn<QString>("analysis");
    for (const AnalysisDescriptor& analysis : analyses())
        QTest::addRow("%s", analysis.id.c_str()) << QString::fromStdString(analysis.id);
}

/// What a cell is made of may be looked for as long as the figures themselves: whoever stops it gets it back at once,
/// whichever look says stop.
void TestRegistryProperties::evidenceStopsAtAnyLook()
{
    // Those that walk a path again, explain gaps or go through all work; ":" and a table.
    static const std::set<std::string> kLong { "overview:findings", "overview:split", "idle-causes:causes",
        "idle-causes:owners", "idle-causes:steps", "critical-path:summary", "critical-path:owners",
        "critical-path:steps", "what-if:changes", "what-if:critical", "temporal-breakdown:ranks",
        "temporal-breakdown:devices", "kernel-breakdown:kernels", "kernel-breakdown:kernel-types", "idle-time:streams",
        "idle-time:intervals", "idle-time:devices", "comm-comp-overlap:ranks", "operators:operators", "call-tree:ops",
        "trace-diff:ops", "trace-diff:changes", "kernel-names:difference", "memory-bandwidth:summary",
        "memory-bandwidth:series", "queue-length:summary", "queue-length:blocked", "inductor-kernels:categories",
        "inductor-kernels:kernels", "inductor-kernels:summary", "kernel-sequences:ngrams", "steps:steps",
        "waterfall:kernels", "annotation-breakdown:annotations", "duration-concentration:kinds",
        "duration-concentration:concentration", "duration-concentration:comparison", "launch-overlap:launch-apis" };
    const AnalysisDescriptor& analysis = fetchAnalysis();
    const auto inputs = inputsOf(analysis, trainingJob(1), trainingJob(1));
    const Result<AnalysisResult> result = runAnalysis(analysis, inputs, {}, Mode::Exact, {});
    if (!result) {
        QVERIFY2(result.error().code == ErrorCode::InvalidArgument, english(result.error().message).c_str());
        QSKIP("It needs a parameter: there is no table without one.");
    }
    for (const Table& table : result->tables) {
        std::int64_t most = 0; // looks for one cell
        for (std::size_t column = 0; column < table.columnCount() && table.rowCount() > 0; ++column) {
            const auto looksUntil = [&](std::int64_t look) {
                StopAtLook stop(look);
                Progress progress;
                progress.observer = &stop;
                for (std::size_t input = 0; input < table.evidenceInputs(); ++input)
                    (void)table.evidence(0, column, input, progress);
                return stop.looks();
            };
            const std::int64_t all = looksUntil(-1);
            most = std::max(most, all);
            for (const std::int64_t look : { std::int64_t { 0 }, all / 3, all / 2, all - 1 }) {
                constexpr std::int64_t kMostLooksAfter = 64; // each stage that was left looks once
                if (look < 0 || look >= all)
                    continue;
                const std::int64_t after = looksUntil(look) - look;
                QVERIFY2(after <= kMostLooksAfter,
                    qPrintable(QStringLiteral("%1, column %2, look %3 of %4: %5 more")
                                   .arg(toQString(table.name()))
                                   .arg(column)
                                   .arg(look)
                                   .arg(all)
                                   .arg(after)));
            }
        }
        const bool isLong = kLong.contains(analysis.id + ":" + table.name());
        QVERIFY2(!isLong || table.rowCount() == 0 || most > 0, table.name().c_str());
        if (!table.knowsRowsOf())
            continue;
        StopAtLook stop(0);
        Progress progress;
        progress.observer = &stop;
        QVERIFY2(table.rowsOf({ 0, SliceTable::at(0) }, progress).empty(), table.name().c_str());
        QVERIFY2(stop.looks() > 0, table.name().c_str());
    }
}

void TestRegistryProperties::nothingToShowHasAReason_data()
{
    addAnalyses();
}

void TestRegistryProperties::nothingToShowHasAReason()
{
    const AnalysisDescriptor& analysis = fetchAnalysis();
    const AnalysisInput empty = inputOf({ R"({"traceEvents": []})" });
    const AnalysisInput hostOnly = inputOf({ TraceText().op("aten::mm", 0_us, 10_us).text() });
    for (const AnalysisInput& input : { empty, hostOnly }) {
        const auto inputs = inputsOf(analysis, input.traces, input.traces);
        const Result<AnalysisResult> result = runAnalysis(analysis, inputs, {}, fetchMode(), {});
        if (!result) {
            QVERIFY2(result.error().code == ErrorCode::InvalidArgument || result.error().code == ErrorCode::Unsupported,
                english(result.error().message).c_str());
            QVERIFY2(english(result.error().message).ends_with('.'), english(result.error().message).c_str());
            continue;
        }
        const bool hasRows = std::any_of(
            result->tables.begin(), result->tables.end(), [](const Table& table) { return table.rowCount() > 0; });
        QVERIFY2(hasRows || fetchMode() == Mode::Hta || !result->remarks.empty(), "no row and no remark");
    }
}

void TestRegistryProperties::nobodyIsAskedToRecordWhatMayBeThere_data()
{
    addAnalyses();
}

/// What a range leaves out, or what was cut away from a file, may have been recorded: no option of the profiler is
/// known to bring it.
void TestRegistryProperties::nobodyIsAskedToRecordWhatMayBeThere()
{
    const AnalysisDescriptor& analysis = fetchAnalysis();
    const auto asked = [&](const std::vector<AnalysisInput>& inputs) {
        const Result<AnalysisResult> result = runAnalysis(analysis, inputs, {}, fetchMode(), {});
        std::set<std::string> all;
        for (const Remark& remark : result ? result->remarks : std::vector<Remark> {}) {
            const std::string said = english(remark.message);
            if (said.find("ProfilerActivity") != std::string::npos || said.find("prof.step()") != std::string::npos)
                all.insert(said);
        }
        return all;
    };
    const auto job = trainingJob(1);
    std::vector<AnalysisInput> behind = inputsOf(analysis, job, job);
    const std::set<std::string> ofAll = asked(behind);
    for (AnalysisInput& input : behind)
        input.scope.range = TimeRange { job->range().end + 1'000'000, job->range().end + 2'000'000 };
    for (const std::string& said : asked(behind))
        QVERIFY2(ofAll.contains(said), said.c_str());
    const auto trimmed = [] { return TraceText().top("trimmedToNanoseconds", "[0, 10000]"); };
    const AnalysisInput host =
        inputOf({ trimmed().op("aten::mm", 0_us, 10_us).runtime("cudaLaunchKernel", 2_us, 1_us, 1).text() });
    const AnalysisInput device = inputOf({ trimmed().kernel("gemm", 0_us, 10_us, 7).text() });
    for (const AnalysisInput& part : { host, device }) {
        const std::set<std::string> ofPart = asked(inputsOf(analysis, part.traces, part.traces));
        QVERIFY2(ofPart.empty(), ofPart.empty() ? "" : ofPart.begin()->c_str());
    }
}

void TestRegistryProperties::resultsHaveTheColumnsOfTheCatalog_data()
{
    addAnalyses();
}

/// The command line refuses other names before it loads anything.
void TestRegistryProperties::resultsHaveTheColumnsOfTheCatalog()
{
    const AnalysisDescriptor& analysis = fetchAnalysis();
    const auto inputs = inputsOf(analysis, trainingJob(1), trainingJob(1));
    const Result<AnalysisResult> result = runAnalysis(analysis, inputs, {}, fetchMode(), {});
    if (!result || findsColumnsInTraces(analysis))
        return; // what is missing then, others check
    for (const Table& table : result->tables) {
        const auto& known = tablesOf(analysis, fetchMode());
        const auto descriptor = std::ranges::find(known, table.name(), &TableDescriptor::name);
        QVERIFY2(descriptor != known.end(), table.name().c_str());
        for (const ColumnDescriptor& column : table.columns())
            QVERIFY2(std::ranges::find(descriptor->columns, column.name, &ColumnDescriptor::name)
                    != descriptor->columns.end(),
                column.name.c_str());
    }
}

/// What one panel calls the share of time is not another whole in the next.
void TestRegistryProperties::aShareOfTimeIsOfOneTime()
{
    std::map<std::string, std::string> wholes; // by heading
    for (const AnalysisDescriptor& analysis : analyses()) {
        for (const TableDescriptor& table : analysis.tables) {
            for (const ColumnDescriptor& column : table.columns) {
                if (column.title != "Share of time" || column.denominator.empty())
                    continue;
                const auto [at, isNew] = wholes.try_emplace(column.title, column.denominator);
                QVERIFY2(isNew || at->second == column.denominator, (analysis.id + "." + column.name).c_str());
            }
        }
    }
    QVERIFY(!wholes.empty());
}

void TestRegistryProperties::headingsAreShortAndTellColumnsApart_data()
{
    addAnalyses();
}

void TestRegistryProperties::headingsAreShortAndTellColumnsApart()
{
    constexpr qsizetype kMostWords = 3;
    const AnalysisDescriptor& analysis = fetchAnalysis();
    const auto check = [](const std::string& table, const std::vector<ColumnDescriptor>& columns) {
        std::set<std::string> headings;
        for (const ColumnDescriptor& column : columns) {
            const std::string where = table + "." + column.name + ": " + column.title;
            const QStringList words = QString::fromStdString(column.title).split(u' ', Qt::SkipEmptyParts);
            QVERIFY2(words.size() <= kMostWords, where.c_str());
            QVERIFY2(column.definition.empty() || column.definition != column.title, where.c_str());
            const std::string heading = (column.title.empty() ? column.name : column.title) + toString(column.unit);
            QVERIFY2(column.isInFilesOnly || headings.insert(heading).second, where.c_str());
        }
    };
    for (const TableDescriptor& table : analysis.tables)
        check(table.name, table.columns);
    if (analysis.inputCount > 1)
        return; // headings also name the two sides, which are as long as files are called
    const auto inputs = inputsOf(analysis, trainingJob(1), trainingJob(1));
    const Result<AnalysisResult> result = runAnalysis(analysis, inputs, {}, fetchMode(), {});
    if (!result)
        return; // what is missing then, others check
    for (const Table& table : result->tables)
        check(table.name(), table.columns());
}

/// A panel has the question above the choice of its tables: "Where does the time go?" is "Where the time goes".
void TestRegistryProperties::noTableSaysTheQuestionAgain()
{
    const auto wordsOf = [](const std::string& text) {
        QStringList words = QString::fromStdString(text).toLower().remove(u'?').split(u' ');
        words.removeAll(QStringLiteral("does"));
        words.removeAll(QStringLiteral("do"));
        words.replaceInStrings(QStringLiteral("goes"), QStringLiteral("go"));
        return words;
    };
    for (const AnalysisDescriptor& analysis : analyses()) {
        for (const TableDescriptor& table : analysis.tables)
            QVERIFY2(wordsOf(table.title) != wordsOf(analysis.question), (analysis.id + ": " + table.title).c_str());
    }
}

void TestRegistryProperties::everyCellAnswersForItself_data()
{
    // Evidence belongs to exact mode.
    QTest::addColumn<QString>("analysis");
    for (const AnalysisDescriptor& analysis : analyses())
        QTest::addRow("%s", analysis.id.c_str()) << QString::fromStdString(analysis.id);
}

void TestRegistryProperties::everyCellAnswersForItself()
{
    const AnalysisDescriptor& analysis = fetchAnalysis();
    const auto inputs = inputsOf(analysis, trainingJob(1), trainingJob(1));
    const Result<AnalysisResult> result = runAnalysis(analysis, inputs, {}, Mode::Exact, {});
    KT_VERIFY_OK(result);
    for (const Table& table : result->tables) {
        QVERIFY2(table.hasEvidence() || table.rowCount() == 0, table.name().c_str());
        for (std::size_t row = 0; row < std::min<std::size_t>(table.rowCount(), 5); ++row) {
            for (std::size_t column = 0; column < table.columnCount(); ++column)
                (void)table.evidence(row, column); // must not fail; what it holds: tst_evidence
        }
    }
}

void TestRegistryProperties::comparedCellsAnswerForTheirInputs_data()
{
    QTest::addColumn<QString>("analysis");
    for (const AnalysisDescriptor& analysis : analyses()) {
        if (analysis.inputCount > 1 || analysis.mostInputs > 1)
            QTest::addRow("%s", analysis.id.c_str()) << QString::fromStdString(analysis.id);
    }
}

void TestRegistryProperties::comparedCellsAnswerForTheirInputs()
{
    const AnalysisDescriptor& analysis = fetchAnalysis();
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        const std::vector<AnalysisInput> inputs { { sharedJob(seed, 2), {} }, { sharedJob(seed + 100, 2), {} } };
        const Result<AnalysisResult> result = runAnalysis(analysis, inputs, {}, Mode::Exact, {});
        KT_VERIFY_OK(result);
        std::size_t compared = 0;
        for (const Table& table : result->tables) {
            if (table.evidenceInputs() == inputs.size())
                ++compared;
            for (std::size_t row = 0; row < table.rowCount(); ++row) {
                for (std::size_t column = 0; column < table.columnCount(); ++column) {
                    const QString wrong = evidenceFault(table, row, column);
                    QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(wrong)));
                }
            }
        }
        QVERIFY(compared > 0);
    }
}

void TestRegistryProperties::rangesAddUp_data()
{
    addAdditive(additiveOverRanges());
}

void TestRegistryProperties::rangesAddUp()
{
    QFETCH(int, index);
    const Additive additive = additiveOverRanges()[static_cast<std::size_t>(index)];
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        AnalysisInput input { sharedJob(seed, 2, seed % 2 == 0), {} };
        Sums sums;
        // Also well before anything was recorded, and after it.
        const TimeRange recorded = input.traces->range();
        Timestamp begin = seed % 4 < 2 ? 0 : recorded.begin - 1'000;
        const Timestamp last = seed % 3 == 0 ? 3'000 : recorded.end + 1'500;
        input.scope.range = TimeRange { begin, last };
        QVERIFY(addFigures(sums, additive, input, 1));
        for (Timestamp step = 1 + seed; begin < last; step = step * 3 % 1'009) {
            const Timestamp end = std::min<Timestamp>(last, begin + step);
            input.scope.range = TimeRange { begin, end };
            QVERIFY(addFigures(sums, additive, input, -1));
            begin = end;
        }
        const QString difference = firstNonZero(sums);
        QVERIFY2(difference.isEmpty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(difference)));
    }
}

void TestRegistryProperties::stepsAddUp_data()
{
    addAdditive(additiveOverSteps());
}

void TestRegistryProperties::stepsAddUp()
{
    QFETCH(int, index);
    const Additive additive = additiveOverSteps()[static_cast<std::size_t>(index)];
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        AnalysisInput input { sharedJob(seed, 2), {} };
        Sums sums;
        input.scope.steps = { 5, 6, 7 };
        QVERIFY(addFigures(sums, additive, input, 1));
        for (const std::int64_t step : { 5, 6, 7 }) {
            input.scope.steps = { step };
            QVERIFY(addFigures(sums, additive, input, -1));
        }
        const QString difference = firstNonZero(sums);
        QVERIFY2(difference.isEmpty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(difference)));
    }
}

void TestRegistryProperties::stepSplitsAddUpToTheirWindow()
{
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        AnalysisInput input { randomJob(seed, 1), {} };
        for (const std::int64_t step : { 5, 6, 7 }) {
            input.scope.steps = { step };
            const Result<AnalysisResult> result = runOn(input, "temporal-breakdown");
            KT_VERIFY_OK(result);
            const Table& table = result->tables.front();
            const auto figure = [&table](const char* name) {
                return std::get<std::int64_t>(table.cell(0, table.columnIndex(name)));
            };
            const Nanoseconds window = figure("kernel_time(us)");
            QCOMPARE(figure("idle_time(us)") + figure("compute_time(us)") + figure("comm_exposed")
                    + figure("mem_exposed") + figure("other_exposed") + figure("other_steps"),
                window);
            // The window is the host's step and what its work adds to it.
            const Step& own = input.traces->ranks()[0].trace->steps()[static_cast<std::size_t>(step - 5)];
            QVERIFY(window >= own.range.length());
        }
    }
}

QTEST_GUILESS_MAIN(TestRegistryProperties)
#include "tst_registry_properties.moc"
