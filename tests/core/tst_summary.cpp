// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/summary/summary_reader.h"
#include "core/io/trace_loader.h"
#include "core/output/table_writer.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/overview_runs.h"
#include "tests/support/summaries.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <sqlite3.h>

#include <QDir>

#include <functional>
#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Summaries of ranks say the same as their traces, and bad ones are told (ranks.md, sections 5.1 and 5.3).
class TestSummary : public QObject {
    Q_OBJECT

private slots:
    void publicJobsSayTheSame_data();
    void publicJobsSayTheSame();
    void madeJobsSayTheSame_data();
    void madeJobsSayTheSame();
    void summariesBesideTracesSayTheSame();
    void sampleJobSaysTheSame();
    void stepsSayTheSame();
    void theOverviewDoesNotSayThatNothingStandsOut();
    void theOverviewSaysWhoComesLateInTurn();
    void theOverviewNamesTheLateRankWithoutSteps();
    void othersNeedTheTrace();
    void evidenceIsTimeOfTheRank();
    void damagedFilesAreTold_data();
    void damagedFilesAreTold();
    void everyCutIsTold();
    void flippedBytesNeverCrash();
};

namespace {

/// All tables of an analysis, whole, as CSV.
std::string allTablesOf(const std::shared_ptr<const TraceSet>& traces, std::string_view analysis,
    const ParameterTexts& parameters = {}, const Scope& scope = {})
{
    const Result<AnalysisResult> result = runOn({ traces, scope }, analysis, parameters);
    if (!result)
        return english(result.error().message);
    TableWriterOptions options;
    options.rawText = true;
    std::string text;
    for (const Table& table : result->tables)
        text += "# " + table.name() + "\n" + writeTable(table, TableFormat::Csv, options);
    return text;
}

/// Two groups, sends, an uneven all-to-all, lost numbers, work between, host runs on a rank without kernels; clocks
/// apart.
std::vector<std::string> mixedJob(unsigned seed)
{
    std::mt19937 random(seed);
    const auto below = [&random](
                           int limit) { return static_cast<Nanoseconds>(random() % static_cast<unsigned>(limit)); };
    constexpr int kRanks = 4;
    const bool hasNumbers = below(2) == 0;
    const bool hasNames = below(3) != 0;
    std::vector<TraceText> ranks;
    std::vector<Timestamp> now;
    std::vector<Nanoseconds> ahead;
    std::vector<std::int64_t> correlation(kRanks, 1);
    for (int rank = 0; rank < kRanks; ++rank) {
        ranks.emplace_back();
        if (below(8) != 0)
            ranks.back().rank(rank, kRanks);
        ahead.push_back(below(2) * below(5'000'000));
        now.push_back(1'000'000 + below(200'000));
    }
    const auto at = [&ahead](int rank, Timestamp time) { return time + ahead[static_cast<std::size_t>(rank)]; };
    Timestamp leave = 2'000'000;
    for (int collective = 0; collective < 24; ++collective) {
        const bool isPair = below(3) == 0;
        const int first = isPair ? static_cast<int>(2 * below(2)) : 0;
        const int last = isPair ? first + 2 : kRanks;
        const std::array kKinds { "allreduce", "all_to_all", "broadcast", "reduce_scatter" };
        const char* const kind = kKinds[static_cast<std::size_t>(below(4))];
        Timestamp latest = 0;
        std::vector<Timestamp> starts(kRanks);
        for (int rank = first; rank < last; ++rank) {
            const auto i = static_cast<std::size_t>(rank);
            Timestamp time = std::max(now[i], leave - below(50'000));
            for (Nanoseconds piece = below(4); piece > 0; --piece) {
                const Timestamp launched = time - below(9'000);
                const std::int64_t id = correlation[i]++;
                if (below(4) != 0)
                    ranks[i].launch(at(rank, launched), 1'000, id);
                if (below(3) == 0)
                    ranks[i].copy("Memcpy DtoH", at(rank, time), 3'000 + below(9'000), 9, id, 4096);
                else
                    ranks[i].kernel("gemm", at(rank, time), 2'000 + below(60'000), 7, id);
                time += below(70'000);
            }
            starts[i] = time;
            latest = std::max(latest, time);
        }
        leave = latest + 5'000 + below(40'000);
        for (int rank = first; rank < last; ++rank) {
            const auto i = static_cast<std::size_t>(rank);
            now[i] = leave + below(3'000);
            if (below(15) == 0)
                continue; // lost
            ArgsText args;
            args.add("Collective name", kind);
            if (hasNames)
                args.add("Process Group Name", isPair ? std::to_string(10 + first) : "0")
                    .add("Process Group Ranks",
                        isPair ? std::string("[") + std::to_string(first) + ", " + std::to_string(first + 1) + "]"
                               : std::string("[0, 1, 2, 3]"));
            if (hasNumbers)
                args.add("Seq", std::int64_t { collective });
            args.add("In msg nelems", std::int64_t { 100 + (below(5) == 0 ? rank : 0) });
            ranks[i].kernel(below(2) == 0 ? "ncclDevKernel_SendRecv" : "ncclDevKernel_AllReduce_Sum_f32",
                at(rank, starts[i]), now[i] - starts[i], isPair && below(4) != 0 ? 21 : 20, 0, args.text());
            if (below(3) == 0)
                ranks[i].kernel("beside", at(rank, starts[i] + 1'000), 2'000 + below(90'000), 7);
        }
        if (collective % 8 == 7) {
            for (int rank = 0; rank < kRanks; ++rank) {
                const Timestamp begin = leave - 300'000;
                ranks[static_cast<std::size_t>(rank)].step(collective / 8, at(rank, begin), 250'000);
            }
        }
    }
    std::vector<std::string> texts;
    for (TraceText& rank : ranks)
        texts.push_back(rank.text());
    return texts;
}

} // namespace

#define KT_SAME_FROM_SUMMARIES(traces)                                                                                 \
    do {                                                                                                               \
        const TempDir ktFolder;                                                                                        \
        const auto ktSummaries = summarized(*(traces), ktFolder);                                                      \
        KT_VERIFY_OK(ktSummaries);                                                                                     \
        for (const RankTrace& ktRank : (*ktSummaries)->ranks())                                                        \
            QVERIFY(ktRank.readsFrom() != nullptr);                                                                    \
        for (const char* ktAnalysis : { "wait-causes", "clock-alignment" })                                            \
            KT_COMPARE_TEXT(allTablesOf(*ktSummaries, ktAnalysis), allTablesOf((traces), ktAnalysis));                 \
    } while (false)

void TestSummary::publicJobsSayTheSame_data()
{
    KT_REQUIRE_SHARED("traces");
    QTest::addColumn<QString>("set");
    for (const char* set : { "dlrm_8rank", "made_ranks_late", "made_ranks_lost", "derived_dlrm_stretched_4rank",
             "nccl_a100", "ddp_resnet18_mi300", "rank_non_gpu", "cpu_only_small", "inference_rank1_old" })
        QTest::addRow("%s", set) << QString::fromLatin1(set);
}

void TestSummary::publicJobsSayTheSame()
{
    QFETCH(QString, set);
    const auto traces =
        loadTraceSet({ { std::nullopt, sharedPath(QStringLiteral("traces/%1").arg(set)).toStdString() } }, {}, {});
    KT_VERIFY_OK(traces);
    KT_SAME_FROM_SUMMARIES(*traces);
    // Scopes cut the same.
    const TempDir folder;
    const auto summaries = summarized(**traces, folder);
    KT_VERIFY_OK(summaries);
    QCOMPARE((*summaries)->range(), (*traces)->range());
    QCOMPARE((*summaries)->unixOrigin(), (*traces)->unixOrigin());
    QCOMPARE((*summaries)->stepNumbers(), (*traces)->stepNumbers());
    const std::vector<std::int64_t> steps = (*traces)->stepNumbers();
    for (const ParameterTexts& parameters : { ParameterTexts { { "clock-alignment", "false" } },
             ParameterTexts { { "min-waits", "50us" } }, ParameterTexts { { "kinds", "allreduce" } } })
        KT_COMPARE_TEXT(
            allTablesOf(*summaries, "wait-causes", parameters), allTablesOf(*traces, "wait-causes", parameters));
    if (!steps.empty()) {
        Scope scope;
        scope.steps = { steps[steps.size() / 2] };
        KT_COMPARE_TEXT(
            allTablesOf(*summaries, "wait-causes", {}, scope), allTablesOf(*traces, "wait-causes", {}, scope));
        const RankTrace& rank = (*traces)->ranks().front();
        const TimeRange step = rank.trace->steps()[rank.trace->steps().size() / 2].range;
        const Nanoseconds third = step.length() / 3;
        scope = rangeScope(rank.toJobTime(step.begin + third), rank.toJobTime(step.end + third));
        KT_COMPARE_TEXT(
            allTablesOf(*summaries, "wait-causes", {}, scope), allTablesOf(*traces, "wait-causes", {}, scope));
    }
}

void TestSummary::madeJobsSayTheSame_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < 40; ++seed)
        QTest::addRow("%d", seed) << seed;
}

void TestSummary::madeJobsSayTheSame()
{
    QFETCH(int, seed);
    const AnalysisInput job = inputOf(mixedJob(static_cast<unsigned>(seed)));
    KT_SAME_FROM_SUMMARIES(job.traces);
}

/// Some ranks loaded, some not: the figures are those of all traces.
void TestSummary::summariesBesideTracesSayTheSame()
{
    const AnalysisInput job = inputOf(mixedJob(3));
    const TempDir folder;
    const auto summaries = summarized(*job.traces, folder);
    KT_VERIFY_OK(summaries);
    std::vector<RankTrace> ranks((*summaries)->ranks().begin(), (*summaries)->ranks().end());
    for (const std::size_t loaded : { std::size_t { 1 }, std::size_t { 2 } }) {
        ranks[loaded].trace = job.traces->ranks()[loaded].trace;
        ranks[loaded].presence = RankPresence::Loaded;
    }
    const auto mixed = std::make_shared<const TraceSet>(TraceSet::ofRanks(std::move(ranks), {}));
    QVERIFY(!mixed->areAllLoaded());
    KT_COMPARE_TEXT(allTablesOf(mixed, "wait-causes"), allTablesOf(job.traces, "wait-causes"));
    KT_COMPARE_TEXT(allTablesOf(mixed, "clock-alignment"), allTablesOf(job.traces, "clock-alignment"));
}

void TestSummary::sampleJobSaysTheSame()
{
    const auto traces = loadTraceSet({ { std::nullopt, KINETOSCOPE_SOURCE_DIR "/resources/samples/job" } }, {}, {});
    KT_VERIFY_OK(traces);
    KT_SAME_FROM_SUMMARIES(*traces);
}

void TestSummary::stepsSayTheSame()
{
    const auto traces = loadTraceSet({ { std::nullopt, KINETOSCOPE_SOURCE_DIR "/resources/samples/job" } }, {}, {});
    KT_VERIFY_OK(traces);
    const TempDir folder;
    const auto summaries = summarized(**traces, folder);
    KT_VERIFY_OK(summaries);
    QVERIFY(!(*traces)->stepNumbers().empty());
    KT_COMPARE_TEXT(allTablesOf(*summaries, "steps"), allTablesOf(*traces, "steps"));
}

/// Of gaps, copies and kernels a summary knows nothing: that none stands out cannot be said.
void TestSummary::theOverviewDoesNotSayThatNothingStandsOut()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 2; ++rank) {
        TraceText text;
        text.rank(rank, 2).step(0, 0_us, 1'000_us);
        for (int i = 0; i < 10; ++i)
            text.kernel("k" + std::to_string(i), i * 100'000, 100_us, 7);
        texts.push_back(text.text());
    }
    const AnalysisInput job = inputOf(texts);
    const auto says = [](const std::shared_ptr<const TraceSet>& traces, std::string_view code) {
        const auto result = runOn({ traces, {} }, "overview");
        return result && std::ranges::any_of(result->remarks, [code](const Remark& each) { return each.code == code; });
    };
    QVERIFY(says(job.traces, "nothing-stands-out"));
    const TempDir folder;
    const auto summaries = summarized(*job.traces, folder);
    KT_VERIFY_OK(summaries);
    QVERIFY(!says(*summaries, "nothing-stands-out"));
    QVERIFY(says(*summaries, "nothing-in-summaries"));
    QVERIFY(says(*summaries, "from-summaries"));
}

namespace {

/// Ranks that all-reduce each millisecond, some of which come later.
std::vector<std::string> reducingTexts(int size, bool hasSteps, const std::function<Nanoseconds(int, int)>& late)
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < size; ++rank) {
        TraceText text;
        text.rank(rank, size);
        if (hasSteps)
            text.step(0, 0_us, 8'000_us);
        for (int i = 0; i < 8; ++i) {
            const Timestamp begin = i * 1'000_us + 100_us + late(rank, i);
            const ArgsText args = ArgsText().add("Collective name", "allreduce").add("Process Group Name", "world");
            text.kernel("ncclDevKernel_AllReduce", begin, (i + 1) * 1'000_us - 100_us - begin, 20, 0, args.text());
        }
        texts.push_back(text.text());
    }
    return texts;
}

} // namespace

/// What a rank waits for several others is a finding from summaries, too.
void TestSummary::theOverviewSaysWhoComesLateInTurn()
{
    const AnalysisInput job =
        inputOf(reducingTexts(4, true, [](int rank, int i) { return i % 4 == rank ? 300_us : 0_us; }));
    const TempDir folder;
    const auto summaries = summarized(*job.traces, folder);
    KT_VERIFY_OK(summaries);
    const std::string said = findingOf({ *summaries, {} }, "waits-for-ranks");
    KT_COMPARE_TEXT(said,
        "Rank 0: In collectives it waits 1.800 ms (22.5 % of GPU time in view) for ranks that come later, while it "
        "computes nothing. No single rank is behind it: ranks 1-3 come last in turn, each for about 25.0 % of all "
        "waits.");
    const std::string fromTraces = findingOf({ job.traces, {} }, "waits-for-ranks");
    QVERIFY2(fromTraces.starts_with("Rank 0: In collectives it waits 1.800 ms"), fromTraces.c_str());
}

/// Nor are there sums to tell how the time divides.
void TestSummary::theOverviewNamesTheLateRankWithoutSteps()
{
    const AnalysisInput job = inputOf(reducingTexts(3, false, [](int rank, int) { return rank == 1 ? 300_us : 0_us; }));
    const TempDir folder;
    const auto summaries = summarized(*job.traces, folder);
    KT_VERIFY_OK(summaries);
    const std::string said = findingOf({ *summaries, {} }, "late-rank");
    QVERIFY2(said.starts_with("Rank 1: 2 other ranks wait 4.800 ms together for it in collectives"), said.c_str());
    KT_COMPARE_TEXT(findingOf({ job.traces, {} }, "late-rank"), said);
    const auto result = runOn({ *summaries, {} }, "overview");
    KT_COMPARE_TEXT(
        rowsOf(result, "split", { "rank", "time", "compute_time", "busy_pctg" }), "0 7800  \n1 7500  \n2 7800  \n");
}

void TestSummary::othersNeedTheTrace()
{
    const AnalysisInput job = inputOf(mixedJob(5));
    const TempDir folder;
    const auto summaries = summarized(*job.traces, folder);
    KT_VERIFY_OK(summaries);
    const auto result = runOn({ *summaries, {} }, "kernel-breakdown");
    KT_VERIFY_ERROR(result, ErrorCode::Unreadable);
    const std::string sentence = english(result.error().message);
    QVERIFY2(sentence.find("needs the trace of rank 0; it was at " + job.traces->ranks()[0].path) != std::string::npos,
        sentence.c_str());
    Scope pattern;
    pattern.stepPattern = "Profiler.*";
    KT_VERIFY_ERROR(runOn({ *summaries, pattern }, "wait-causes"), ErrorCode::Unreadable);
}

void TestSummary::evidenceIsTimeOfTheRank()
{
    const AnalysisInput job = inputOf(mixedJob(7));
    const TempDir folder;
    const auto summaries = summarized(*job.traces, folder);
    KT_VERIFY_OK(summaries);
    const auto ofTraces = runOn(job, "wait-causes");
    const auto ofSummaries = runOn({ *summaries, {} }, "wait-causes");
    KT_VERIFY_OK(ofTraces);
    KT_VERIFY_OK(ofSummaries);
    for (std::size_t i = 0; i < ofSummaries->tables.size(); ++i) {
        const Table& table = ofSummaries->tables[i];
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            for (std::size_t column = 0; column < table.columnCount(); ++column) {
                const Selection there = table.evidence(row, column);
                const Selection here = ofTraces->tables[i].evidence(row, column);
                QVERIFY(there.slices.empty());
                QCOMPARE(there.intervals.size(), here.intervals.size() + here.slices.size());
            }
        }
    }
}

namespace {

/// Bytes of a good summary of a small rank.
std::string goodSummary()
{
    const AnalysisInput job = inputOf({ mixedJob(1).front() });
    const TempDir folder;
    if (!summarized(*job.traces, folder))
        return {};
    return readFile(folder.file("rank0.ksum"));
}

/// Runs SQL on the file, as anybody can.
bool runSql(const std::string& path, const char* sql)
{
    sqlite3* database = nullptr;
    const bool isOpen = sqlite3_open(path.c_str(), &database) == SQLITE_OK;
    const bool isDone = isOpen && sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
    sqlite3_close(database);
    return isDone;
}

} // namespace

void TestSummary::damagedFilesAreTold_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("says");
    const auto add = [](const char* name, const char* sql, const char* says) {
        QTest::newRow(name) << QString::fromLatin1(sql) << QString::fromLatin1(says);
    };
    add("another application", "PRAGMA application_id=17", "no summary of a trace");
    add("a newer format", "PRAGMA user_version=99", "format 99");
    add("no format", "PRAGMA user_version=0", "damaged");
    add("not complete", "DELETE FROM meta WHERE key='complete'", "not written to its end");
    add("half a meta", "DELETE FROM meta WHERE key='first_ns'", "first_ns");
    add("a text for a time", "UPDATE meta SET value='x' WHERE key='first_ns'", "first_ns");
    add("resolution 0", "UPDATE meta SET value=0 WHERE key='resolution_ns'", "meta");
    add("no runs", "DROP TABLE runs", "runs");
    add("runs that are a view", "ALTER TABLE runs RENAME TO r; CREATE VIEW runs AS SELECT * FROM r", "runs");
    add("runs without an end",
        "DROP TABLE runs; CREATE VIEW runs AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i "
        "FROM n",
        "runs");
    add("a column that is computed", "ALTER TABLE names ADD COLUMN more GENERATED ALWAYS AS (id+1)", "names");
    add("a group that is not there", "UPDATE runs SET group_id=99 WHERE id=0", "runs");
    add("a kind that is none", "UPDATE runs SET kind=14 WHERE id=0", "runs");
    add("less than no time", "UPDATE runs SET duration_ns=-1 WHERE id=0", "runs");
    add("endless time", "UPDATE runs SET start_ns=9223372036854775807 WHERE id=0", "runs");
    add("text for a time", "UPDATE runs SET start_ns='x' WHERE id=0", "runs");
    add("a run is missing", "DELETE FROM runs WHERE id=1", "runs");
    add("a name that is not there", "UPDATE runs SET name=100000 WHERE id=0", "runs");
    add("half a lead", "UPDATE runs SET lead=x'80' WHERE id=1", "runs");
    add("a lead of other length", "UPDATE runs SET lead=x'0000' WHERE id=1", "runs");
    add("no lead", "UPDATE runs SET lead=NULL WHERE id=1", "runs");
    add("a lead since a later run", "UPDATE runs SET lead_run=id WHERE id=1", "runs");
    add("more under a run than it lasts", "UPDATE runs SET compute_under=x'00ffffffff0f' WHERE id=0", "runs");
    add("ranks that are none", "UPDATE groups SET ranks='0-x'", "groups");
    add("far too many ranks", "UPDATE groups SET ranks='0-999999999999'", "groups");
    add("a name twice", "UPDATE names SET text=''", "names");
    add("a name that is a number", "UPDATE names SET text=x'00' WHERE id=1", "names");
    add("a kernel of no step", "INSERT INTO kernels VALUES (77, 0, NULL, 1, 1)", "kernels");
    add("a kernel of no part", "INSERT INTO kernels VALUES (NULL, 7, NULL, 1, 1)", "kernels");
}

void TestSummary::damagedFilesAreTold()
{
    QFETCH(QString, sql);
    QFETCH(QString, says);
    const TempDir folder;
    const std::string path = folder.write("a.ksum", goodSummary());
    KT_VERIFY_OK(readSummary(path, {}));
    QVERIFY(runSql(path, sql.toUtf8().constData()));
    const auto summary = readSummary(path, {});
    QVERIFY(!summary);
    const std::string sentence = english(summary.error().message);
    QVERIFY2(sentence.find(says.toStdString()) != std::string::npos, sentence.c_str());
    // The same in words where it is opened like a trace.
    const auto opened = loadTraceSet({ { std::nullopt, path } }, {}, {});
    KT_VERIFY_ERROR(opened, ErrorCode::NotATrace);
}

void TestSummary::everyCutIsTold()
{
    const std::string good = goodSummary();
    QVERIFY(good.size() > 20'000);
    const TempDir folder;
    for (std::size_t size = 0; size < good.size(); size += 1'023) {
        const auto summary = readSummary(folder.write("a.ksum", good.substr(0, size)), {});
        QVERIFY2(!summary, std::to_string(size).c_str());
    }
}

void TestSummary::flippedBytesNeverCrash()
{
    const std::string good = goodSummary();
    const TempDir folder;
    std::mt19937 random(1);
    for (int round = 0; round < 400; ++round) {
        std::string bad = good;
        for (unsigned flips = 1 + random() % 8; flips > 0; --flips)
            bad[random() % bad.size()] = static_cast<char>(random());
        const std::string path = folder.write("a.ksum", bad);
        if (const auto opened = loadTraceSet({ { std::nullopt, path } }, {}, {}))
            (void)allTablesOf(*opened, "wait-causes");
    }
}

QTEST_GUILESS_MAIN(TestSummary)
#include "tst_summary.moc"
