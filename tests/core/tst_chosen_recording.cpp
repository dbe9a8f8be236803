// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/shared_matching.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/aligned_job.h"
#include "core/io/load_ranks.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/summaries.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QTest>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

constexpr std::string_view kReduce = "ncclDevKernel_AllReduce";
constexpr std::string_view kGather = "ncclDevKernel_AllGather";

std::string numbered(std::string_view name, std::int64_t sequence)
{
    return ArgsText().add("Collective name", name).add("Process Group Name", "0").add("Seq", sequence).text();
}

std::string transfer(std::string_view name, std::string_view peerKey, std::int64_t peer)
{
    return ArgsText().add("Collective name", name).add("Process Group Name", "0").add(peerKey, peer).text();
}

Scope ofRanks(std::vector<std::int64_t> ranks)
{
    Scope scope;
    scope.ranks = std::move(ranks);
    return scope;
}

/// A rank of a job of two: a clock that may be ahead, steps with one long all-reduce each, to which rank 0 comes last,
/// and before them a message from rank 0 to rank 1.
std::string rankText(std::int64_t rank, Nanoseconds ahead)
{
    TraceText text;
    text.rank(rank, 2);
    text.kernel("ncclDevKernel_SendRecv", ahead + 20_us, 30_us + rank * 7_us, 30, 0,
        rank == 0 ? transfer("send", "Dst Rank", 1) : transfer("recv", "Src Rank", 0));
    for (std::int64_t n = 0; n < 6; ++n) {
        const Timestamp begin = ahead + 100_us + n * 2000_us;
        const Nanoseconds late = rank == 0 ? 600_us + n * 20_us : n * 10_us;
        text.step(n + 1, begin, 1900_us).launch(begin + 10_us, 5_us, n + 1);
        text.kernel(kReduce, begin + 100_us + late, 1500_us - late, 20, n + 1, numbered("allreduce", n));
    }
    return text.text();
}

/// A rank of another run, beside: other collectives under the same numbers, other steps, and an end of its own each.
std::string strayText(std::int64_t rank = 0, std::int64_t jobSize = 2)
{
    TraceText text;
    text.rank(rank, jobSize);
    for (std::int64_t n = 0; n < 6; ++n) {
        const Timestamp begin = 300_us + n * 2000_us;
        text.step(n + 40, begin, 1900_us).launch(begin + 10_us, 5_us, n + 1);
        text.kernel(kGather, begin + 40_us, 1700_us + n % 2 * 150_us, 20, n + 1, numbered("allgather", n));
    }
    return text.text();
}

/// All cells of all tables, and the remarks.
std::string textOf(const Result<AnalysisResult>& result)
{
    std::string text;
    for (const Table& table : result->tables) {
        text += std::string(table.name()) + "\n";
        std::vector<std::string_view> columns;
        for (const ColumnDescriptor& column : table.columns())
            columns.push_back(column.name);
        text += rowsOf(table, columns);
    }
    for (const Remark& remark : result->remarks)
        text += remark.code + "\n";
    return text;
}

} // namespace

/// Ranks of a recording that are chosen beside traces of another one are told of as if they alone were open.
class TestChosenRecording : public QObject {
    Q_OBJECT

private slots:
    void straysChangeNothingOfTheChosen_data()
    {
        QTest::addColumn<QString>("analysis");
        QTest::addColumn<bool>("ofLargerJob");
        for (const char* analysis : { "clock-alignment", "collectives", "wait-causes" }) {
            QTest::addRow("%s, the same rank again", analysis) << analysis << false;
            QTest::addRow("%s, a rank of a larger job", analysis) << analysis << true;
        }
    }
    void straysChangeNothingOfTheChosen()
    {
        QFETCH(QString, analysis);
        QFETCH(bool, ofLargerJob);
        const std::string id = analysis.toStdString();
        const std::string first = rankText(0, 0_us);
        const std::string second = rankText(1, 30_us);
        const AnalysisInput alone = inputOf({ first, second });
        const std::string stray = ofLargerJob ? strayText(2, 4) : strayText();
        const AnalysisInput beside = inputOf({ first, second, stray }, ofRanks({ 0, 1 }));
        const bool isTwice = std::ranges::find(beside.traces->remarks(), kRecordedTwice, &Remark::code)
            != beside.traces->remarks().end();
        QCOMPARE(isTwice, !ofLargerJob);
        const auto wanted = runOn(alone, id);
        const auto got = runOn(beside, id);
        KT_VERIFY_OK(wanted);
        KT_VERIFY_OK(got);
        KT_COMPARE_TEXT(textOf(got), textOf(wanted));
    }

    /// The clocks of all that is open stay those of the files: those of the chosen ones are put together for it.
    void stragglersAreThoseOfTheChosen()
    {
        const std::string first = rankText(0, 0_us);
        const std::string second = rankText(1, 700_us);
        const auto aligned = withAlignedClocks(inputOf({ first, second }).traces, KernelClassifier(), {});
        KT_VERIFY_OK(aligned);
        QVERIFY((*aligned)->hasMeasuredClocks());
        const auto wanted = runOn({ *aligned, {} }, "stragglers");
        KT_COMPARE_TEXT(rowsOf(wanted, "candidates", { "rank", "count", "shortest_count" }), "0 6 6\n");
        const auto got = runOn(inputOf({ first, second, strayText() }, ofRanks({ 0, 1 })), "stragglers");
        KT_VERIFY_OK(got);
        KT_COMPARE_TEXT(textOf(got), textOf(wanted));
    }

    /// The one that comes second in the list is shown under another number: whom it sends to is told by its own.
    void messagesOfARankUnderAnotherNumberArrive()
    {
        const AnalysisInput input = inputOf({ strayText(), rankText(0, 0_us), rankText(1, 30_us) }, ofRanks({ 1, 2 }));
        const auto result = runOn(input, "wait-causes");
        KT_VERIFY_OK(result);
        const std::string kinds = rowsOf(result, "instances", { "kind", "ranks" });
        QVERIFY2(kinds.starts_with("sendrecv-pair 2\n"), kinds.c_str());
        KT_COMPARE_TEXT(rowsOf(runOn(input, "clock-alignment"), "clocks", { "rank", "reference", "status", "offset" }),
            "1 1 reference 0\n2 1 aligned 30\n");
    }

    void theWholeJobIsStillMatchedOfAJob()
    {
        const AnalysisInput job = inputOf({ rankText(0, 0_us), rankText(1, 0_us) }, ofRanks({ 1 }));
        QCOMPARE(sharedMatching(job, KernelClassifier(), {}).value()->runs.size(), std::size_t { 14 });
        const AnalysisInput beside = inputOf({ rankText(0, 0_us), rankText(1, 0_us), strayText() }, ofRanks({ 1, 0 }));
        const auto matching = sharedMatching(beside, KernelClassifier(), {}).value();
        QCOMPARE(matching->runs.size(), std::size_t { 14 });
        QVERIFY((matching->ranks == std::vector<std::int64_t> { 0, 1 }));
    }

    /// Clocks of hosts may be apart by more than was recorded: that is no reason to say that they did not run together.
    void clocksFarApartLeaveItUnknown()
    {
        const char* const unknown =
            "By the clocks of the files no moment is in all recordings of the chosen ranks, and several of the traces "
            "are recordings of one rank: whether the chosen ranks ran together is not known, so it is not told who "
            "waits for whom, nor how their clocks differ. Opened alone they are taken to have run together.\n";
        const AnalysisInput apart =
            inputOf({ rankText(0, 0_us), rankText(1, 900'000_us), strayText() }, ofRanks({ 0, 1 }));
        for (const char* analysis : { "clock-alignment", "collectives", "wait-causes", "stragglers" })
            KT_COMPARE_TEXT(remarkOf(runOn(apart, analysis), "no-collectives"), unknown);
        KT_COMPARE_TEXT(remarkOf(runOn(apart, "overview"), "ranks-not-together"), unknown);
        KT_COMPARE_TEXT(rowsOf(runOn(apart, "clock-alignment"), "clocks", { "rank", "status" }), "0 alone\n1 alone\n");
        // Two recordings of one rank did not.
        AnalysisInput twice = apart;
        twice.scope.ranks = { 0, 2 };
        QVERIFY(remarkOf(runOn(twice, "wait-causes"), "no-collectives").starts_with("Several of the traces are"));
    }

    /// Two runs that somebody compares, each one rank of its own job: neither is late for the other.
    void jobsOfOtherSizesDidNotRunTogether()
    {
        const AnalysisInput jobs = inputOf({ rankText(0, 0_us), strayText(1, 4) });
        const char* const others =
            "The traces that are looked at say that their jobs have different sizes (world_size from 2 to 4), so not "
            "all ran together: it is not told who waits for whom, which rank computes longest, nor how their clocks "
            "differ. Several traces of one job, opened or chosen alone, tell it.\n";
        for (const char* analysis : { "clock-alignment", "collectives", "wait-causes", "stragglers" })
            KT_COMPARE_TEXT(remarkOf(runOn(jobs, analysis), "no-collectives"), others);
        KT_COMPARE_TEXT(remarkOf(runOn(jobs, "overview"), "ranks-not-together"), others);
        KT_COMPARE_TEXT(rowsOf(runOn(jobs, "clock-alignment"), "clocks", { "rank", "status" }), "0 alone\n1 alone\n");
        QVERIFY(rowsOf(runOn(jobs, "overview"), "findings", { "analysis" }).find("stragglers") == std::string::npos);
        const auto aligned = withAlignedClocks(jobs.traces, KernelClassifier(), {});
        KT_VERIFY_OK(aligned);
        QVERIFY(!(*aligned)->hasMeasuredClocks());
        const auto said = jobs.traces->remarks();
        QVERIFY(std::ranges::find(said, kJobSizesDiffer, &Remark::code) != said.end());
        // Groups of two jobs that have the same name and ranks are none.
        KT_COMPARE_TEXT(rowsOf(runOn(jobs, "wait-causes"), "groups", { "group", "unmatched" }), "");
    }

    /// What is said of several of them is said of what they are shown as.
    void ranksOfSeveralJobsAreCalledTraces()
    {
        const auto said = [](std::int64_t rank, std::int64_t size) {
            std::string text;
            const auto result = runOn(inputOf({ rankText(0, 0_us), strayText(rank, size) }), "overview");
            for (const Remark& remark : result->remarks)
                text += remark.ranks.size() > 1 ? english(remark).substr(0, 26) + "\n" : "";
            return text;
        };
        const std::string job = said(1, 2);
        const std::string jobs = said(1, 4);
        QVERIFY2(job.find("Ranks 0,1: ") != std::string::npos && job.find("Traces") == std::string::npos, job.c_str());
        QVERIFY2(jobs.find("Traces shown as ranks 0,1:") != std::string::npos
                && jobs.find("\nRanks") == std::string::npos && !jobs.starts_with("Ranks"),
            jobs.c_str());
    }

    /// Three traces cannot be three ranks of a job of two, whatever numbers they have.
    void moreTracesThanRanksDidNotRunTogether()
    {
        const std::vector<std::string> texts { rankText(0, 0_us), rankText(1, 30_us), rankText(2, 60_us) };
        const AnalysisInput jobs = inputOf(texts);
        const auto said = jobs.traces->remarks();
        const auto found = std::ranges::find(said, kMoreThanRanks, &Remark::code);
        QVERIFY(found != said.end());
        KT_COMPARE_TEXT(english(*found),
            "3 files say that their job has 2 ranks (world_size). Not all of them ran together, so waits between ranks "
            "and differences of clocks are told only of those of one job, opened or chosen alone.");
        const char* const others =
            "3 traces are looked at that say that their job has 2 ranks (world_size), so not all ran together: it is "
            "not told who waits for whom, which rank computes longest, nor how their clocks differ. Several traces of "
            "one job, opened or chosen alone, tell it.\n";
        for (const char* analysis : { "clock-alignment", "collectives", "wait-causes", "stragglers" })
            KT_COMPARE_TEXT(remarkOf(runOn(jobs, analysis), "no-collectives"), others);
        KT_COMPARE_TEXT(remarkOf(runOn(jobs, "overview"), "ranks-not-together"), others);
        // Two of them may be, and are told of as if they alone were open; of one nothing tells which other is of its
        // job.
        const AnalysisInput two = inputOf(texts, ofRanks({ 0, 1 }));
        KT_COMPARE_TEXT(
            textOf(runOn(two, "wait-causes")), textOf(runOn(inputOf({ texts[0], texts[1] }), "wait-causes")));
        KT_COMPARE_TEXT(
            rowsOf(runOn(inputOf(texts, ofRanks({ 1 })), "clock-alignment"), "clocks", { "rank", "status" }),
            "1 alone\n");
        KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ strayText(0, 1), strayText(1, 1) }), "wait-causes"), "no-collectives"),
            "2 traces are looked at that say that their job has 1 rank (world_size), so not all ran together: it is "
            "not told who waits for whom, which rank computes longest, nor how their clocks differ.\n");
        // That a rank was recorded twice says why there are more.
        const auto again = inputOf({ texts[0], texts[1], texts[0] }).traces;
        QVERIFY(std::ranges::find(again->remarks(), kMoreThanRanks, &Remark::code) == again->remarks().end());
        QVERIFY(std::ranges::find(again->remarks(), kCopies, &Remark::code) != again->remarks().end());
    }

    /// One file under two names, as with a rank's trace that somebody unpacked beside the archive.
    void copiesAreSaidToBeCopies()
    {
        const auto rank = [](std::int64_t number, Nanoseconds busy) {
            TraceText text;
            text.rank(number, 3);
            for (std::int64_t n = 0; n < 6; ++n) {
                const Timestamp begin = n * 1000_us;
                text.step(n + 1, begin, 1000_us).launch(begin + 5_us, 5_us, 2 * n + 1);
                text.kernel("gemm", begin + 20_us, busy, 7, 2 * n + 1).launch(begin + 860_us, 5_us, 2 * n + 2);
                text.kernel(kReduce, begin + 880_us, 100_us, 20, 2 * n + 2, numbered("allreduce", n));
            }
            return text.text();
        };
        const std::vector<std::string> texts { rank(0, 300_us), rank(1, 300_us), rank(2, 985_us), rank(2, 985_us) };
        const AnalysisInput copies = inputOf(texts);
        const char* const said =
            "Some of the traces that are looked at are copies: they hold the same recording as another one of them. "
            "It is not told who waits for whom, which rank computes longest, nor how their clocks differ: each "
            "recording opened or chosen once tells it.\n";
        for (const char* analysis : { "clock-alignment", "collectives", "wait-causes", "stragglers" })
            KT_COMPARE_TEXT(remarkOf(runOn(copies, analysis), "no-collectives"), said);
        const auto overview = runOn(copies, "overview");
        KT_COMPARE_TEXT(remarkOf(overview, "ranks-not-together"), said);
        // Ranks without a copy are ranks of one job all the same.
        std::string several;
        for (const Remark& remark : overview->remarks)
            several += remark.ranks.size() > 1 ? english(remark).substr(0, 12) + "\n" : "";
        QVERIFY2(several.find("Ranks 0,1: ") != std::string::npos && several.find("Traces") == std::string::npos,
            several.c_str());
        KT_COMPARE_TEXT(textOf(runOn(inputOf(texts, ofRanks({ 0, 1, 2 })), "wait-causes")),
            textOf(runOn(inputOf({ texts[0], texts[1], texts[2] }), "wait-causes")));
    }

    /// Summaries say the sizes of their jobs, too: then nothing tells which ranks are missing.
    void summariesOfOtherJobsAreSaidAtLoad()
    {
        const auto said = [](std::int64_t size) {
            const TempDir folder;
            const auto set = summarized(*inputOf({ rankText(0, 0_us), strayText(3, size) }).traces, folder);
            std::string text;
            for (const Remark& remark : set.value()->remarks())
                text += english(remark) + "\n";
            return text;
        };
        KT_COMPARE_TEXT(said(4),
            "The files say that their jobs have different sizes (world_size from 2 to 4). Not all of them ran "
            "together, so waits between ranks and differences of clocks are told only of those of one job, opened or "
            "chosen alone.\n");
        KT_COMPARE_TEXT(said(-1), "Of the 2 ranks of the job these have no summary here: 1.\n");
    }

    /// Size 0 or -1 is that of no job: it says nothing.
    void sizesOfNoJobSayNothing()
    {
        for (const std::int64_t size : { std::int64_t { 0 }, std::int64_t { -1 } }) {
            const AnalysisInput jobs = inputOf({ rankText(0, 0_us), strayText(1, size) });
            KT_COMPARE_TEXT(remarkOf(runOn(jobs, "overview"), "ranks-not-together"), "");
        }
    }

    /// What is chosen of a job is told of with the others of its size.
    void othersOfTheSizeAreOfTheJob()
    {
        const AnalysisInput alone = inputOf({ rankText(0, 0_us), rankText(1, 30_us) }, ofRanks({ 1 }));
        const AnalysisInput beside =
            inputOf({ rankText(0, 0_us), rankText(1, 30_us), strayText(2, 4) }, ofRanks({ 1 }));
        const auto wanted = runOn(alone, "clock-alignment");
        KT_COMPARE_TEXT(rowsOf(wanted, "clocks", { "rank", "status" }), "1 aligned\n");
        KT_COMPARE_TEXT(textOf(runOn(beside, "clock-alignment")), textOf(wanted));
    }
};

QTEST_GUILESS_MAIN(TestChosenRecording)
#include "tst_chosen_recording.moc"
