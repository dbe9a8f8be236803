// SPDX-License-Identifier: GPL-3.0-or-later
// A job of which not all traces fit into memory: which are loaded, what is known of the others, and how they come
// later.
#include "core/analysis/run_analysis.h"
#include "core/io/load_budget.h"
#include "core/io/load_ranks.h"
#include "core/io/trace_peek.h"
#include "tests/support/dump_trace.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"

#include <algorithm>
#include <filesystem>
#include <limits>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

constexpr int kRanks = 8;

std::shared_ptr<const TraceSet> open(const std::string& path, std::uint64_t memoryBytes = 0)
{
    LoadOptions options;
    options.limits.memoryBytes = memoryBytes;
    options.workers = 1;
    auto traces = loadTraceSet({ { std::nullopt, path } }, options, Progress {});
    return traces ? traces.value() : nullptr;
}

std::size_t loadedRanks(const TraceSet& traces)
{
    return static_cast<std::size_t>(std::ranges::count_if(traces.ranks(), &RankTrace::isLoaded));
}

/// An analysis that tells which ranks its scope names.
Result<AnalysisResult> ranksSeen(std::span<const AnalysisInput> inputs, const Parameters&, const AnalysisContext&)
{
    AnalysisResult result;
    Table table("ranks", "", { { "rank", ColumnType::Int } });
    for (const std::int64_t rank : inputs[0].scope.ranks)
        table.addRow({ rank });
    result.tables.push_back(std::move(table));
    return result;
}

} // namespace

class TestLoadRanks : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        GeneratorOptions options;
        options.ranks = kRanks;
        options.steps = 6;
        options.layers = 12;
        const std::vector<std::string> texts = generateTraces(options);
        // Names tell nothing: the files do.
        for (int rank = 0; rank < kRanks; ++rank)
            m_folder.write(
                std::string(1, static_cast<char>('a' + rank)) + ".json", texts[static_cast<std::size_t>(rank)]);
        m_whole = open(m_folder.path());
        QVERIFY(m_whole);
        QCOMPARE(loadedRanks(*m_whole), std::size_t { kRanks });
        QVERIFY(m_whole->areAllLoaded());
        m_bytes = bytesOf(*m_whole->ranks().front().trace);
        QVERIFY2(m_bytes > 100'000, qPrintable(QString::number(m_bytes)));
        // About three of them, and what is left to analyses.
        m_limit = m_bytes * 5 * 4 / 3;
        m_part = open(m_folder.path(), m_limit);
        QVERIFY(m_part);
    }

    void whatFitsIsLoadedInOrderAndTheRestIsListed()
    {
        const std::size_t loaded = loadedRanks(*m_part);
        QVERIFY2(loaded >= 2 && loaded <= 5, qPrintable(QString::number(loaded)));
        QCOMPARE(m_part->ranks().size(), std::size_t { kRanks });
        std::uint64_t held = 0;
        for (std::size_t i = 0; i < m_part->ranks().size(); ++i) {
            const RankTrace& rank = m_part->ranks()[i];
            QCOMPARE(rank.rank, static_cast<std::int64_t>(i)); // of a listed one from the head of its file
            QCOMPARE(rank.presence, i < loaded ? RankPresence::Loaded : RankPresence::Listed);
            QVERIFY(rank.trace);
            QVERIFY(std::filesystem::exists(rank.path));
            QCOMPARE(rank.why.isEmpty(), i < loaded);
            QCOMPARE(rank.trace->slices().size() > 0, i < loaded);
            if (rank.isLoaded())
                held += bytesOf(*rank.trace);
        }
        QVERIFY(held <= m_limit / 4 * 3);
        const std::string said = english(listedRanksMessage(*m_part));
        QVERIFY2(said.starts_with(std::to_string(loaded) + " of 8 ranks are loaded"), said.c_str());
        QCOMPARE(std::ranges::count(m_part->remarks(), std::string(kRanksListed), &Remark::code), 1);
        QVERIFY(listedRanksMessage(*m_whole).isEmpty());
        QCOMPARE(std::ranges::count(m_whole->remarks(), std::string(kRanksListed), &Remark::code), 0);
    }

    void oneTraceAloneIsAlwaysTried()
    {
        const auto tiny = open(m_folder.path(), m_bytes * 2);
        QVERIFY(tiny);
        QCOMPARE(loadedRanks(*tiny), std::size_t { 1 });
        QVERIFY(tiny->ranks().front().isLoaded());
    }

    void freedMemoryStaysOnlyWhereThatFitsTheLimit()
    {
        const LoadBudget budget(4'000'000'000); // a quarter is left to analyses
        QVERIFY(budget.fits(2'000'000'000, false));
        const auto most = 3'000'000'000 / 3 * 10 / 6; // three times what 0.6 of the file's bytes come to
        QVERIFY(budget.fitsKeepingFreed(most - 10, false));
        QVERIFY(!budget.fitsKeepingFreed(most + 10, false));
        const auto asLarge = m_whole->ranks().front().trace->report().fileBytes;
        LoadBudget few(m_bytes * 5 * 4 / 3); // room for five
        few.take(*m_whole->ranks().front().trace);
        QVERIFY(few.fitsKeepingFreed(asLarge, false));
        few.take(*m_whole->ranks()[1].trace);
        few.take(*m_whole->ranks()[2].trace);
        QVERIFY(few.fits(asLarge, false));
        QVERIFY(!few.fitsKeepingFreed(asLarge, false));
    }

    void figuresAreAboutLoadedRanksAlone()
    {
        AnalysisDescriptor analysis;
        analysis.id = "ranks-seen";
        analysis.run = ranksSeen;
        const auto seen = [&analysis](const AnalysisInput& input) {
            const Result<AnalysisResult> result = runAnalysis(analysis, std::span(&input, 1), {}, Mode::Exact, {});
            std::vector<std::int64_t> ranks;
            for (std::size_t row = 0; result && row < result->tables.front().rowCount(); ++row)
                ranks.push_back(std::get<std::int64_t>(result->tables.front().cell(row, 0)));
            return ranks;
        };
        std::vector<std::int64_t> loaded;
        for (std::size_t rank = 0; rank < loadedRanks(*m_part); ++rank)
            loaded.push_back(static_cast<std::int64_t>(rank));
        QCOMPARE(seen({ m_part, {} }), loaded);
        QVERIFY(seen({ m_whole, {} }).empty()); // nothing was chosen: all of them
        AnalysisInput some { m_part, {} };
        some.scope.ranks = { 1, 7 };
        QCOMPARE(seen(some), (std::vector<std::int64_t> { 1 }));
        some.scope.ranks = { 7 };
        const Result<AnalysisResult> refused = runAnalysis(analysis, std::span(&some, 1), {}, Mode::Exact, {});
        QVERIFY(!refused);
        QVERIFY2(english(refused.error().message).find("rank 7") != std::string::npos,
            english(refused.error().message).c_str());
        analysis.lowestRankByDefault = true;
        const auto without0 =
            std::make_shared<const TraceSet>(*withoutTraces(*m_whole, std::vector<std::size_t> { 0, 1 }));
        QCOMPARE(seen({ without0, {} }), (std::vector<std::int64_t> { 2 }));
    }

    void aListedRankIsLoadedLater()
    {
        LoadOptions options;
        const auto more = loadRank(m_part, 7, options, Progress {});
        QVERIFY(more);
        const RankTrace& rank = more.value()->ranks()[7];
        QVERIFY(rank.isLoaded());
        QVERIFY(rank.why.isEmpty());
        QCOMPARE(loadedRanks(*more.value()), loadedRanks(*m_part) + 1);
        KT_COMPARE_TEXT(dumpTrace(*rank.trace), dumpTrace(*m_whole->ranks()[7].trace));
        // What was there is the same thing, not another reading of it.
        QCOMPARE(more.value()->ranks()[0].trace.get(), m_part->ranks()[0].trace.get());
        const std::string said = english(listedRanksMessage(*more.value()));
        QVERIFY2(said.starts_with(std::to_string(loadedRanks(*more.value())) + " of 8"), said.c_str());
        QCOMPARE(std::ranges::count(more.value()->remarks(), std::string(kRanksListed), &Remark::code), 1);
        // Clocks are those of the whole job as soon as its ranks are there.
        std::shared_ptr<const TraceSet> all = m_part;
        for (std::size_t position = 0; position < kRanks; ++position) {
            if (!all->ranks()[position].isLoaded())
                all = loadRank(all, position, options, Progress {}).value();
        }
        QVERIFY(all->areAllLoaded());
        QVERIFY(listedRanksMessage(*all).isEmpty());
        QCOMPARE(all->unixOrigin(), m_whole->unixOrigin());
        QCOMPARE(all->range(), m_whole->range());
        QCOMPARE(all->remarks().size(), m_whole->remarks().size());
    }

    void theOldestGoFirstAndNoMoreThanNeeded()
    {
        std::vector<std::size_t> oldest { 2, 0, 1, 3, 4, 5, 6 };
        QVERIFY(tracesToGiveUp(*m_whole, 7, oldest, std::numeric_limits<std::uint64_t>::max() / 4).empty());
        const std::shared_ptr<const TraceSet> seven = withoutTraces(*m_whole, std::vector<std::size_t> { 7 });
        QCOMPARE(seven->ranks()[7].presence, RankPresence::Listed);
        std::size_t before = 0;
        for (std::uint64_t room = 10; room >= 2; --room) { // traces that the limit has room for
            const std::vector<std::size_t> given = tracesToGiveUp(*seven, 7, oldest, m_bytes * room * 4 / 3);
            QVERIFY(given.size() >= before);
            QVERIFY(std::equal(given.begin(), given.end(), oldest.begin()));
            std::uint64_t held = 0;
            const std::shared_ptr<const TraceSet> rest = withoutTraces(*seven, given);
            for (const RankTrace& rank : rest->ranks())
                held += rank.isLoaded() ? bytesOf(*rank.trace) : 0;
            QVERIFY(held == 0 || held + m_bytes <= m_bytes * room + m_bytes / 50);
            before = given.size();
        }
        QVERIFY(before >= 6);
        QCOMPARE(
            tracesToGiveUp(*seven, 7, oldest, 1).size(), oldest.size()); // not even alone: it is tried all the same
    }

    void whatCannotBeReadIsAFailure()
    {
        TempDir other;
        const std::string bad = other.write("rank3.json", "no trace");
        RankTrace listed;
        listed.rank = 3;
        listed.path = bad;
        listed.presence = RankPresence::Listed;
        const auto set = std::make_shared<const TraceSet>(TraceSet::ofRanks({ m_whole->ranks()[0], listed }, {}));
        LoadOptions options;
        const auto failed = loadRank(set, 1, options, Progress {});
        QVERIFY(!failed);
        const auto marked = withFailure(*set, 1, failed.error().message);
        QCOMPARE(marked->ranks()[1].presence, RankPresence::Failed);
        QVERIFY(!marked->ranks()[1].why.isEmpty());
        options.limits.memoryBytes = 1024;
        options.blockBytes = 4096; // the limit is looked at between blocks
        const auto large = loadRank(withoutTraces(*m_whole, std::vector<std::size_t> { 0 }), 0, options, Progress {});
        QVERIFY(!large);
        QCOMPARE(large.error().code, ErrorCode::MemoryLimit);
    }

    void theHeadOfAFileTells()
    {
        TempDir other;
        const auto peek = [&other](std::string_view text) { return peekTrace(other.write("x.json", text), {}); };
        QCOMPARE(
            peek("{\"distributedInfo\": {\"a\": \"}\\\"\", \"rank\": 17, \"pg\": [{}]}, \"traceEvents\": [").rank, 17);
        QCOMPARE(peek("{\"distributedInfo\": {\"rank\": \"17\"}, \"traceEvents\": [").rank, 17); // as some write it
        QVERIFY(!peek("{\"distributedInfo\": {\"rank\": \"17 \"}, \"traceEvents\": [").rank);
        QVERIFY(peek("{\"schemaVersion\": 1, \"traceEvents\": [").isTrace);
        QVERIFY(!peek("{\"traceEvents\": [{\"ph\": \"X\"}]}").rank);
        QVERIFY(peek("  [{\"name\": \"a\", \"ph\": \"X\"}]").isTrace);
        QVERIFY(!peek("{\"distributedInfo\": {\"rank\": 1").isTrace);
        QVERIFY(!peek("{\"distributedInfo\": {\"rank\": 1, \"traceEvents\": [").rank); // never closed
        QVERIFY(!peek("# A text about \"traceEvents\"").isTrace);
        QVERIFY(!peek("").isTrace);
        QVERIFY(!peekTrace(other.file("not there"), {}).isTrace);
    }

private:
    TempDir m_folder;
    std::shared_ptr<const TraceSet> m_whole;
    std::shared_ptr<const TraceSet> m_part;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_limit = 0;
};

QTEST_GUILESS_MAIN(TestLoadRanks)
#include "tst_load_ranks.moc"
