// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/group_words.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/late_rank.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_examples.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Who waits for whom in collectives (ranks.md, section 3.1).
class TestWaitCauses : public QObject {
    Q_OBJECT

private slots:
    void lastRankIsCharged();
    void tiesShareTheCharge();
    void noWaitsHaveNoShares();
    void computeBesideAWaitIsNotExposed();
    void sendersAreCharged();
    void whoHasLessToSendIsNotLate_data();
    void whoHasLessToSendIsNotLate();
    void scopeChoosesRuns();
    void ranksOfUnnamedGroupsMayBeMissing();
    void leastWaitsHideRowsOnly();
    void oneRankIsSaid();
    void cpuCollectivesBesideKernelsAreSaid();
    void runsThatNobodyElseHasAreSaid();
    void collectivesThatAreOpsCount();
    void anOpInACollectiveOfItsNameIsNoOtherOne();
    void waitsAtOnceCountOnce();
    void hardlyAnyWaitsAtOnceAreNotSaid();
    void waitsAtOnceAgreeWithASlowUnion_data();
    void waitsAtOnceAgreeWithASlowUnion();
    void ranksInShort_data();
    void ranksInShort();
    void sumsAgreeWithASlowLedger_data();
    void sumsAgreeWithASlowLedger();
};

namespace {

constexpr std::string_view kReduce = "ncclDevKernel_AllReduce";

/// A rank with an all-reduce at each of the ranges, and computation on another stream.
std::string waitRank(
    int rank, int size, const std::vector<TimeRange>& ranges, const std::vector<TimeRange>& compute = {})
{
    TraceText text;
    text.rank(rank, size);
    for (std::size_t i = 0; i < ranges.size(); ++i)
        text.kernel(kReduce, ranges[i].begin, ranges[i].length(), 20, 0,
            allReduceArgs(static_cast<std::int64_t>(i), size, "default_pg"));
    for (const TimeRange& range : compute)
        text.kernel("gemm", range.begin, range.length(), 7);
    return text.text();
}

AnalysisInput threeWaits()
{
    return inputOf({ waitRank(0, 3, { { 100_us, 200_us } }), waitRank(1, 3, { { 160_us, 200_us } }),
        waitRank(2, 3, { { 140_us, 200_us } }) });
}

} // namespace

void TestWaitCauses::lastRankIsCharged()
{
    const auto result = runOn(threeWaits(), "wait-causes");
    KT_COMPARE_TEXT(
        tests::rowsOf(result, "ranks", { "rank", "last_count", "waits_caused", "held_up", "waits_suffered" }),
        "0 0 0 0 60\n1 1 80 20 0\n2 0 0 0 20\n");
    KT_COMPARE_TEXT(tests::rowsOf(result, "instances",
                        { "transfer", "last_rank", "tied", "waits", "longest_wait", "held_up", "end_spread" }),
        "40 1 1 80 60 20 0\n");
    KT_COMPARE_TEXT(tests::rowsOf(result, "groups", { "instances", "unmatched", "kinds", "waits", "worst_rank" }),
        "1 0 allreduce 80 1\n");
    KT_COMPARE_TEXT(tests::rowsOf(result, "waits", { "instance", "rank", "arrival", "duration", "wait" }),
        "0 0 0 100 60\n0 1 60 40 0\n0 2 40 60 20\n");
    KT_COMPARE_TEXT(tests::rowsOf(result, "rank-groups", { "rank", "group", "waits_caused" }),
        "0 0 (default_pg) 0\n1 0 (default_pg) 80\n2 0 (default_pg) 0\n");
    const Table& table = *result->findTable("instances");
    QCOMPARE(table.evidence(0, table.columnIndex("transfer")).slices.size(), std::size_t { 3 });
    const Selection waits = table.evidence(0, table.columnIndex("waits")); // nobody waits on rank 1
    QCOMPARE(waits.intervals.size(), std::size_t { 2 });
    QCOMPARE(waits.intervals[0].range.length(), 60_us);
    QCOMPARE(waits.intervals[1].range.length(), 20_us);
}

void TestWaitCauses::tiesShareTheCharge()
{
    const auto result = runOn(inputOf({ waitRank(0, 3, { { 100_ns, 150_ns } }), waitRank(1, 3, { { 100_ns, 150_ns } }),
                                  waitRank(2, 3, { { 69_ns, 150_ns } }) }),
        "wait-causes");
    KT_COMPARE_TEXT(tests::rowsOf(result, "ranks", { "rank", "last_count", "waits_caused", "held_up" }),
        "0 1 0.016 0\n1 1 0.015 0\n2 0 0 0\n");
    KT_COMPARE_TEXT(tests::rowsOf(result, "instances", { "last_rank", "tied", "waits", "held_up" }), "0 2 0.031 0\n");
}

void TestWaitCauses::noWaitsHaveNoShares()
{
    const auto result = runOn(
        inputOf({ waitRank(0, 2, { { 100_us, 150_us } }), waitRank(1, 2, { { 100_us, 150_us } }) }), "wait-causes");
    KT_COMPARE_TEXT(
        tests::rowsOf(result, "ranks", { "rank", "waits_caused", "caused_share_pctg", "exposed_share_pctg" }),
        "0 0  0\n1 0  0\n");
}

void TestWaitCauses::computeBesideAWaitIsNotExposed()
{
    const auto result = runOn(inputOf({ waitRank(0, 2, { { 100_us, 200_us } }, { { 110_us, 150_us } }),
                                  waitRank(1, 2, { { 170_us, 200_us } }) }),
        "wait-causes");
    KT_COMPARE_TEXT(tests::rowsOf(result, "ranks", { "rank", "waits_suffered", "waits_exposed" }), "0 70 30\n1 0 0\n");
}

void TestWaitCauses::sendersAreCharged()
{
    const auto peer = [](std::string_view name, std::string_view key, std::int64_t other) {
        return ArgsText().add("Collective name", name).add("Process Group Name", "0").add(key, other).text();
    };
    TraceText first;
    first.rank(0, 2).kernel("ncclDevKernel_SendRecv", 100_us, 30_us, 20, 0, peer("send", "Dst Rank", 1));
    TraceText second;
    second.rank(1, 2).kernel("ncclDevKernel_SendRecv", 30_us, 100_us, 20, 0, peer("recv", "Src Rank", 0));
    const auto result = runOn(inputOf({ first.text(), second.text() }), "wait-causes");
    KT_COMPARE_TEXT(tests::rowsOf(result, "ranks", { "rank", "waits_caused", "waits_suffered" }), "0 70 0\n1 0 70\n");
    KT_COMPARE_TEXT(tests::rowsOf(result, "instances", { "kind", "ranks", "ranks_expected" }), "sendrecv-pair 2 2\n");
    KT_COMPARE_TEXT(remarkOf(result, "no-reasons"),
        "Reasons are told for collectives that all ranks leave together, from which on what each did can be compared: "
        "70.00 us of the 70.00 us of waits are in others (sendrecv-pair).\n");
    const auto reduced = runOn(
        inputOf({ waitRank(0, 2, { { 100_us, 200_us } }), waitRank(1, 2, { { 170_us, 200_us } }) }), "wait-causes");
    KT_COMPARE_TEXT(remarkOf(reduced, "no-reasons"), ""); // another has a reason, if it is not the first
}

void TestWaitCauses::whoHasLessToSendIsNotLate_data()
{
    QTest::addColumn<bool>("hasClocks");
    QTest::addColumn<qint64>("late"); ///< of rank 2, us
    QTest::addColumn<QByteArray>("instance");
    QTest::addColumn<QByteArray>("waits");
    QTest::newRow("all come together") << true << qint64 { 0 } << QByteArray("alltoall 100  4 0 0 0 \n")
                                       << QByteArray("0 0\n1 0\n2 0\n3 0\n");
    // Rank 1 has nothing left to wait with: what is beyond the shortest run is its own share.
    QTest::newRow("one comes late") << true << qint64 { 50 } << QByteArray("alltoall 100 2 1 100 50 0 \n")
                                    << QByteArray("0 50\n1 0\n2 0\n3 50\n");
    QTest::newRow("no clocks") << false << qint64 { 50 } << QByteArray("alltoall 100      \n")
                               << QByteArray("0 \n1 \n2 \n3 \n");
}

void TestWaitCauses::whoHasLessToSendIsNotLate()
{
    QFETCH(bool, hasClocks);
    QFETCH(qint64, late);
    QFETCH(QByteArray, instance);
    QFETCH(QByteArray, waits);
    std::vector<std::string> texts;
    for (int rank = 0; rank < 4; ++rank) {
        TraceText text;
        text.rank(rank, 4);
        for (int i = 0; i < (hasClocks ? 5 : 2); ++i)
            text.kernel(kReduce, 1_ms * i + 100_us, 50_us, 20, 0, allReduceArgs(i, 4, "default_pg"));
        const std::string args = ArgsText()
                                     .add("Collective name", "all_to_allv")
                                     .add("Process Group Name", "0")
                                     .add("Process Group Description", "default_pg")
                                     .add("Group size", std::int64_t { 4 })
                                     .add("Seq", std::int64_t { 5 })
                                     .add("In msg nelems", std::int64_t { rank == 1 ? 100 : 400 })
                                     .add("Out msg nelems", std::int64_t { 400 })
                                     .text();
        const Nanoseconds own = rank == 2 ? late * 1_us : 0;
        text.kernel("ncclDevKernel_SendRecv", 9_ms + own, rank == 1 ? 100_us : 400_us - own, 20, 0, args);
        texts.push_back(text.text());
    }
    const auto result = runOn(inputOf(texts), "wait-causes", { { "kinds", "alltoall" } });
    KT_COMPARE_TEXT(tests::rowsOf(result, "instances",
                        { "kind", "transfer", "last_rank", "tied", "waits", "longest_wait", "held_up", "reason" }),
        instance.toStdString());
    KT_COMPARE_TEXT(tests::rowsOf(result, "waits", { "rank", "wait" }), waits.toStdString());
    QCOMPARE(remarkOf(result, "no-reasons")
                 .ends_with("are in others (alltoall). An all-to-all is one where its ranks pass different amounts.\n"),
        hasClocks && late > 0);
    KT_COMPARE_TEXT(remarkOf(result, "uneven-without-clocks"),
        hasClocks
            ? ""
            : "In 1 all-to-all, which takes 1.250 ms on all ranks together, ranks pass different amounts: who has "
              "less may leave earlier, so that only clocks tell how long each waited for the others. How those "
              "of these ranks differ is not known: their waits are not in these figures.\n");
    const auto clocks = runOn(inputOf(texts), "clock-alignment");
    KT_COMPARE_TEXT(tests::rowsOf(clocks, "clocks", { "instances" }), hasClocks ? "5\n5\n5\n5\n" : "2\n2\n2\n2\n");
}

void TestWaitCauses::scopeChoosesRuns()
{
    AnalysisInput input = threeWaits();
    input.scope.ranks = { 0, 2 };
    const auto two = runOn(input, "wait-causes");
    KT_COMPARE_TEXT(tests::rowsOf(two, "ranks", { "rank", "waits_caused" }), "0 0\n2 40\n");
    KT_COMPARE_TEXT(tests::rowsOf(two, "groups", { "size", "ranks", "instances", "complete" }), "3 2 1 0\n");
    KT_COMPARE_TEXT(remarkOf(two, "ranks-missing"),
        "1 of 1 collectives lack ranks of their group in this scope: of these the transfer may be shorter than it "
        "looks, and the last of the ranks that are there may itself have waited.\n");
    input.scope.ranks = {};
    input.scope.range = TimeRange { 500_us, 600_us };
    const auto result = runOn(input, "wait-causes");
    KT_VERIFY_OK(result);
    QCOMPARE(result->findTable("instances")->rowCount(), std::size_t { 0 });
    QCOMPARE(result->remarks.back().code, std::string("no-collectives"));
}

/// Files before 2023 name no group: that ranks of the job are not there is told all the same.
void TestWaitCauses::ranksOfUnnamedGroupsMayBeMissing()
{
    const auto remarkOfJob = [](int size, int open = 2) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < open; ++rank) {
            const Nanoseconds late = rank == 1 ? 40_us : 0;
            texts.push_back(TraceText().rank(rank, size).kernel(kReduce, 100_us + late, 100_us - late, 20).text());
        }
        AnalysisInput input = inputOf(texts);
        if (open > 2)
            input.scope.ranks = { 0, 1 };
        const auto result = runOn(input, "wait-causes");
        return tests::rowsOf(result, "ranks", { "rank", "waits_caused" }) + remarkOf(result, "ranks-missing");
    };
    KT_COMPARE_TEXT(remarkOfJob(4, 4), remarkOfJob(4)); // open or not: they are not looked at
    KT_COMPARE_TEXT(remarkOfJob(4),
        "0 0\n1 40\n2 of the job's 4 ranks are looked at, and which ranks a group has is not in the files: where "
        "others take part, too, the transfer may be shorter than it looks, and the last of the ranks that are there "
        "may itself have waited.\n");
    KT_COMPARE_TEXT(remarkOfJob(2), "0 0\n1 40\n");
}

void TestWaitCauses::leastWaitsHideRowsOnly()
{
    const AnalysisInput input = inputOf({ waitRank(0, 2, { { 0_us, 50_us }, { 100_us, 200_us } }),
        waitRank(1, 2, { { 10_us, 50_us }, { 170_us, 200_us } }) });
    const auto result = runOn(input, "wait-causes", { { "min-waits", "20us" } });
    KT_COMPARE_TEXT(tests::rowsOf(result, "instances", { "instance", "waits" }), "1 70\n");
    KT_COMPARE_TEXT(tests::rowsOf(result, "ranks", { "rank", "waits_caused" }), "0 0\n1 80\n");
}

void TestWaitCauses::oneRankIsSaid()
{
    const auto result = runOn(inputOf({ waitRank(0, 1, { { 0_us, 5_us } }) }), "wait-causes");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(remarkOf(result, "no-collectives"),
        "No collective was found on two ranks or more in this scope: it takes the traces of several ranks, opened "
        "together, and collectives that can be told to be the same.\n");
    KT_COMPARE_TEXT(tests::rowsOf(result, "groups", { "instances", "unmatched" }), "0 1\n");
    // Who recorded GPU work has all that an option could add; who did not is told what to record.
    KT_COMPARE_TEXT(
        remarkOf(runOn(inputOf({ waitRank(0, 1, {}, { { 0_us, 5_us } }) }), "wait-causes"), "no-collectives"),
        "No communication kernel is in this scope, though GPU work was recorded: nothing here tells whether ranks "
        "wait for each other.\n");
    KT_COMPARE_TEXT(
        remarkOf(runOn(inputOf({ TraceText().op("aten::mm", 0_us, 5_us).text() }), "wait-causes"), "no-collectives"),
        "No collective was found on two ranks or more in this scope: record every rank of the job, with "
        "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA].\n");
}

void TestWaitCauses::cpuCollectivesBesideKernelsAreSaid()
{
    const auto said = [](bool hasKernels, Nanoseconds exchange, Nanoseconds last = 5_us) {
        std::vector<std::string> ranks;
        for (int rank = 0; rank < 3; ++rank) {
            TraceText text;
            text.rank(rank, 3).op("aten::mm", 0_us, 1'000_us);
            text.thread(100, 200).annotation("gloo:barrier", 400_us, rank == 2 ? last : exchange);
            if (hasKernels)
                text.kernel(kReduce, 100_us, 200_us, 20, 0, allReduceArgs(0, 3, "default_pg"));
            ranks.push_back(text.text());
        }
        const auto result = runOn(inputOf(ranks), "wait-causes");
        const auto remark = std::ranges::find(result->remarks, "host-collectives", &Remark::code);
        return remark == result->remarks.end() ? std::string() : english(*remark);
    };
    KT_COMPARE_TEXT(said(true, 300_us),
        "Ranks 0,1: beside those of GPUs, collectives of CPU backends run on the host, together for 600.0 us: whom "
        "ranks wait for in them is not in these figures. Rank 2 is in them least, for 5.000 us, rank 0 most, for "
        "300.0 us: who comes last in one waits least in it.");
    // Where they are in them for about as long nobody is named.
    KT_COMPARE_TEXT(said(true, 300_us, 200_us),
        "Ranks 0-2: beside those of GPUs, collectives of CPU backends run on the host, together for 800.0 us: whom "
        "ranks wait for in them is not in these figures.");
    KT_COMPARE_TEXT(said(true, 5_us), "");    // too little to tell
    KT_COMPARE_TEXT(said(false, 300_us), ""); // they are the runs
}

void TestWaitCauses::runsThatNobodyElseHasAreSaid()
{
    const auto said = [](Nanoseconds transfer) {
        std::vector<std::string> ranks;
        for (int rank = 0; rank < 2; ++rank) {
            TraceText text;
            text.rank(rank, 2).annotation("gloo:all_reduce", 100_us, 200_us - rank * 50_us);
            text.annotation(rank == 0 ? "gloo:send" : "gloo:recv", 400_us, transfer);
            ranks.push_back(text.text());
        }
        return remarkOf(runOn(inputOf(ranks), "wait-causes"), "unmatched-runs");
    };
    KT_COMPARE_TEXT(said(100_us),
        "2 of 4 runs of collectives and transfers, which take 200.0 us together, could be matched with no run of "
        "another rank: whom their ranks wait for in them is not known, and the waits here are without them.\n");
    KT_COMPARE_TEXT(said(1_us), "");
}

void TestWaitCauses::collectivesThatAreOpsCount()
{
    // PyTorch without Kineto writes everything as ops.
    const auto ofRank = [](int rank) {
        const Nanoseconds begin = rank == 0 ? 10_us : 40_us;
        return TraceText().rank(rank, 2).op("gloo:all_reduce", begin, 100_us - begin).text();
    };
    const auto result = runOn(inputOf({ ofRank(0), ofRank(1) }), "wait-causes");
    KT_COMPARE_TEXT(
        rowsOf(result, "ranks", { "rank", "instances", "waits_caused", "waits_suffered" }), "0 1 0 30\n1 1 30 0\n");
}

void TestWaitCauses::anOpInACollectiveOfItsNameIsNoOtherOne()
{
    const auto ofRank = [](int rank) {
        const Nanoseconds begin = rank == 0 ? 10_us : 40_us;
        TraceText text;
        text.rank(rank, 2).annotation("gloo:all_reduce", begin, 100_us - begin);
        return text.op("gloo:all_reduce", begin + 1_us, 98_us - begin).text();
    };
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ ofRank(0), ofRank(1) }), "wait-causes"), "ranks",
                        { "rank", "instances", "waits_caused", "waits_suffered" }),
        "0 1 0 30\n1 1 30 0\n");
}

/// Of a rank that waits in two collectives for the same time only one is time that it loses. Each of them keeps its
/// wait, and what the other rank is charged with is their sum.
void TestWaitCauses::waitsAtOnceCountOnce()
{
    const auto onHost = [](int rank) {
        TraceText text;
        text.rank(rank, 2).thread(100, 1).step(1, 0_us, 100_us);
        text.thread(100, 2).annotation("gloo:broadcast", rank == 0 ? 60_us : 10_us, rank == 0 ? 10_us : 60_us);
        text.thread(100, 3).annotation("gloo:broadcast", rank == 0 ? 65_us : 20_us, rank == 0 ? 10_us : 55_us);
        return text.text();
    };
    const auto ofHosts = runOn(inputOf({ onHost(0), onHost(1) }), "wait-causes");
    KT_COMPARE_TEXT(rowsOf(ofHosts, "waits", { "rank", "wait" }), "0 0\n1 50\n0 0\n1 45\n");
    KT_COMPARE_TEXT(rowsOf(ofHosts, "ranks", { "rank", "waits_caused", "waits_suffered", "waits_exposed" }),
        "0 95 0 0\n1 0 55 55\n");
    KT_COMPARE_TEXT(
        rowsOf(ofHosts, "steps",
            { "rank", "step", "wall", "waits_caused", "waits_suffered", "waits_exposed", "exposed_share_pctg" }),
        "0 1 100 95 0 0 0\n1 1 100 0 55 55 55\n");
    const auto overview = runOn(inputOf({ onHost(0), onHost(1) }), "overview");
    KT_COMPARE_TEXT(
        rowsOf(overview, "rank-steps", { "rank", "step", "waits_suffered", "waits_exposed" }), "0 1 0 0\n1 1 55 55\n");
    // The map opens on the first figure: that is one which the job has, though no GPU computes.
    const auto map = std::ranges::find(overview->charts, "rank-steps", &ChartDescription::id);
    QVERIFY(map != overview->charts.end());
    QCOMPARE(map->series.size(), std::size_t { 5 });
    QCOMPARE(map->series.front().column, "wall");
    const auto onGpu = [](int rank) {
        LateRank own(rank, 2);
        own.reduce(0, rank == 0 ? 60_us : 10_us, 70_us, -1, "a", 20);
        own.reduce(0, rank == 0 ? 65_us : 20_us, 75_us, -1, "b", 24);
        return own.gemm(30_us, 40_us).text.text();
    };
    const auto ofGpus = runOn(inputOf({ onGpu(0), onGpu(1) }), "wait-causes");
    KT_COMPARE_TEXT(rowsOf(ofGpus, "ranks", { "rank", "waits_caused", "waits_suffered", "waits_exposed" }),
        "0 95 0 0\n1 0 55 45\n");
    KT_COMPARE_TEXT(rowsOf(ofGpus, "rank-groups", { "rank", "group", "waits_suffered", "waits_exposed" }),
        "0 a 0 0\n0 b 0 0\n1 a 50 40\n1 b 45 35\n");
}

/// Rank 0 waits 800 us in the world, until 900 us, and in the pair from `begin` to 1000 us.
void TestWaitCauses::hardlyAnyWaitsAtOnceAreNotSaid()
{
    const auto saidOf = [](Timestamp begin) {
        LateRank first(0, 2);
        LateRank second(1, 2);
        first.reduce(0, 100_us, 1000_us).reduce(0, begin, 1100_us, -1, "pair", 24);
        second.reduce(0, 900_us, 1000_us).reduce(0, 1000_us, 1100_us, -1, "pair", 24);
        return remarkOf(runOn(inputOf({ first.text.text(), second.text.text() }), "wait-causes"), "overlapping-waits");
    };
    KT_COMPARE_TEXT(saidOf(898_us), ""); // 2 us of 902
    const std::string much = saidOf(500_us);
    QVERIFY2(much.ends_with("together 1.300 ms; the time that ranks wait is 900.0 us.\n"), much.c_str());
}

void TestWaitCauses::waitsAtOnceAgreeWithASlowUnion_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 12; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

/// Collectives of three groups on three streams, at random beside each other; counted nanosecond by nanosecond.
void TestWaitCauses::waitsAtOnceAgreeWithASlowUnion()
{
    QFETCH(int, seed);
    std::mt19937 random(static_cast<unsigned>(seed));
    const auto below = [&random](
                           int limit) { return static_cast<Nanoseconds>(random() % static_cast<unsigned>(limit)); };
    constexpr std::size_t kLength = 20'000;
    constexpr std::size_t kRanks = 3;
    std::vector<LateRank> ranks;
    std::vector<std::vector<bool>> computes(kRanks, std::vector<bool>(kLength, false));
    std::vector<std::vector<bool>> waits = computes;
    for (std::size_t rank = 0; rank < kRanks; ++rank) {
        ranks.emplace_back(static_cast<int>(rank), static_cast<int>(kRanks));
        for (Timestamp at = 0; at < 9'000; at += 1'000) {
            const TimeRange range { at + below(300), at + 400 + below(300) };
            ranks[rank].gemm(range.begin, range.end);
            std::fill(computes[rank].begin() + range.begin, computes[rank].begin() + range.end, true);
        }
    }
    for (const auto& [group, stream] : { std::pair { "a", 20 }, std::pair { "b", 24 }, std::pair { "c", 28 } }) {
        for (int i = 0; i < 5; ++i) {
            const Timestamp end = 2'000 * (i + 1) - below(100);
            std::vector<Nanoseconds> lengths;
            for (std::size_t rank = 0; rank < kRanks; ++rank) {
                lengths.push_back(50 + below(1'500));
                ranks[rank].reduce(i, end - lengths.back(), end, -1, group, stream);
            }
            const Nanoseconds shortest = *std::min_element(lengths.begin(), lengths.end());
            for (std::size_t rank = 0; rank < kRanks; ++rank)
                std::fill(waits[rank].begin() + (end - lengths[rank]), waits[rank].begin() + (end - shortest), true);
        }
    }
    std::vector<std::string> texts;
    for (LateRank& rank : ranks)
        texts.push_back(rank.text.text());
    const auto result = runOn(inputOf(texts), "wait-causes");
    KT_VERIFY_OK(result);
    const Table& table = *result->findTable("ranks");
    for (std::size_t rank = 0; rank < kRanks; ++rank) {
        Nanoseconds exposed = 0;
        for (std::size_t t = 0; t < kLength; ++t)
            exposed += waits[rank][t] && !computes[rank][t] ? 1 : 0;
        const auto figure = [&](std::string_view column) {
            return std::get<std::int64_t>(table.cell(rank, table.columnIndex(column)));
        };
        QCOMPARE(figure("waits_suffered"), std::count(waits[rank].begin(), waits[rank].end(), true));
        QCOMPARE(figure("waits_exposed"), exposed);
    }
}

void TestWaitCauses::ranksInShort_data()
{
    QTest::addColumn<QList<int>>("ranks");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("none") << QList<int> {} << QByteArray();
    QTest::newRow("one") << QList<int> { 5 } << QByteArray("5");
    QTest::newRow("two neighbours") << QList<int> { 2, 3 } << QByteArray("2-3");
    QTest::newRow("two apart") << QList<int> { 2, 9 } << QByteArray("2,9");
    QTest::newRow("all") << QList<int> { 0, 1, 2, 3, 8, 16, 24, 30 } << QByteArray("0-3,8-24:8,30");
}

void TestWaitCauses::ranksInShort()
{
    QFETCH(QList<int>, ranks);
    QFETCH(QByteArray, text);
    const std::vector<std::int64_t> numbers(ranks.begin(), ranks.end());
    QCOMPARE(QByteArray::fromStdString(rankSetText(numbers)), text);
}

void TestWaitCauses::sumsAgreeWithASlowLedger_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < 40; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

/// Ranks arrive at random and leave together; clocks stand anywhere and tell nothing here.
void TestWaitCauses::sumsAgreeWithASlowLedger()
{
    QFETCH(int, seed);
    std::mt19937 random(static_cast<unsigned>(seed));
    const auto below = [&random](
                           int limit) { return static_cast<Nanoseconds>(random() % static_cast<unsigned>(limit)); };
    const int ranks = 2 + static_cast<int>(below(5));
    const int collectives = 1 + static_cast<int>(below(12));
    std::vector<std::vector<TimeRange>> runs(static_cast<std::size_t>(ranks));
    std::vector<std::vector<TimeRange>> compute(runs.size());
    std::vector<Nanoseconds> caused(runs.size(), 0);
    std::vector<Nanoseconds> suffered(runs.size(), 0);
    std::vector<Nanoseconds> exposed(runs.size(), 0);
    Timestamp at = 1_s;
    for (int i = 0; i < collectives; ++i) {
        at += 100'000;
        std::vector<Nanoseconds> lengths;
        for (std::size_t rank = 0; rank < runs.size(); ++rank) {
            lengths.push_back(1'000 + below(12)); // ties are likely
            runs[rank].push_back({ at - lengths.back(), at });
            const Timestamp begin = at - 1'020 + below(20);
            compute[rank].push_back({ begin, begin + 1 + below(20) });
        }
        const Nanoseconds shortest = *std::min_element(lengths.begin(), lengths.end());
        std::vector<std::size_t> last;
        Nanoseconds sum = 0;
        for (std::size_t rank = 0; rank < runs.size(); ++rank) {
            suffered[rank] += lengths[rank] - shortest;
            sum += lengths[rank] - shortest;
            if (lengths[rank] == shortest)
                last.push_back(rank);
            for (Timestamp t = at - lengths[rank]; t < at - shortest; ++t) // nanosecond by nanosecond
                exposed[rank] += t >= compute[rank].back().begin && t < compute[rank].back().end ? 0 : 1;
        }
        for (Nanoseconds ns = 0; ns < sum; ++ns) // dealt out one by one
            ++caused[last[static_cast<std::size_t>(ns) % last.size()]];
    }
    std::vector<std::string> texts;
    for (int rank = 0; rank < ranks; ++rank) {
        const auto place = static_cast<std::size_t>(rank);
        texts.push_back(waitRank(rank, ranks, runs[place], compute[place]));
    }
    const auto result = runOn(inputOf(texts), "wait-causes");
    KT_VERIFY_OK(result);
    const auto sumOfColumn = [&](std::string_view table, std::string_view column) {
        const Table& found = *result->findTable(table);
        Nanoseconds sum = 0;
        for (std::size_t row = 0; row < found.rowCount(); ++row)
            sum += std::get<std::int64_t>(found.cell(row, found.columnIndex(column)));
        return sum;
    };
    const Table& table = *result->findTable("ranks");
    for (std::size_t rank = 0; rank < runs.size(); ++rank) {
        const auto figure = [&](std::string_view column) {
            return std::get<std::int64_t>(table.cell(rank, table.columnIndex(column)));
        };
        QCOMPARE(figure("waits_caused"), caused[rank]);
        QCOMPARE(figure("waits_suffered"), suffered[rank]);
        QCOMPARE(figure("waits_exposed"), exposed[rank]);
    }
    const Nanoseconds all = sumOfColumn("ranks", "waits_caused");
    QCOMPARE(sumOfColumn("ranks", "waits_suffered"), all);
    QCOMPARE(sumOfColumn("instances", "waits"), all);
    QCOMPARE(sumOfColumn("groups", "waits"), all);
    QCOMPARE(sumOfColumn("steps", "waits_caused"), all);
    QCOMPARE(sumOfColumn("rank-groups", "waits_caused"), all);
    QCOMPARE(sumOfColumn("waits", "wait"), all);
    QCOMPARE(sumOfColumn("steps", "held_up"), sumOfColumn("instances", "held_up"));
}

QTEST_GUILESS_MAIN(TestWaitCauses)
#include "tst_wait_causes.moc"
