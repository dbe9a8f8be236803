// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/analysis_runs.h"
#include "tests/support/late_rank.h"
#include "tests/support/overview_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_examples.h"
#include "tests/support/trace_text.h"

#include <algorithm>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What the overview says of ranks that the others wait for.
class TestLateFindings : public QObject {
    Q_OBJECT

private slots:
    void overviewNamesTheRankAndItsHost();
    void sameKernelsThatTakeLongerAreSaid();
    void moreKernelsAreMoreWork();
    void aFewShortKernelsMoreAreNotWhy();
    void whatTheHostDidBeforeTheFirstWorkIsNamed();
    void overviewLooksAtAllWaitsForTheHost();
    void overviewClaimsWaitsOnce();
    void tinyWaitsAreNotTold();
    void overviewTellsWaitsForSeveralThatComeTogether();
    void overviewNamesANodeThatComesLate();
    void whoWaitedForTheLateRankIsNotNamedWithIt();
    void sharesOfWaitsAreThoseOfTheTable();
    void sharesToldTogetherAreNoMoreThanTheWhole();
    void whoComesLateWithAnotherIsNotNamedAlone();
    void laterRecordingsAreSaid();
    void overviewNamesTwoReasons();
    void whatOneRankDidNotRecordIsNoReason();
    void theAnnotationAroundManyOpsIsNamed();
    void overviewNamesTwoReasonsOfTheHost();
    void overviewSaysWhoIsLateThoughItIsNoFinding();
    void overviewSaysThatRanksAreMissing();
    void exposedCommunicationOfSomeRanksSaysSo();
    void waitsBehindComputationCostNoTime();
    void sendsToAMissingRankAreSaid();
    void hostsThatWaitForEachOtherAreNamed();
    void latenessThatIsCarriedOverIsTold();
    void overviewDoesNotCountARankAmongThoseThatWaitForIt();
    void waitsAtOnceAreToldOnce();
    void overviewSaysWhatIsNotKnown();
    void ranksThatAreLateInTurnShareTheWaits();
    void endsThatLieApartTellNobodyLate();
    void whatIsNotKnownOfARankIsSaidOnce();
    void sharesOfWaitsHaveNoTimeTwice_data();
    void sharesOfWaitsHaveNoTimeTwice();
    void stagesOfAPipelineWaitForEachOther();
    void aStageWhoseHostIsLateIsNamed();
    void latenessIsCarriedOverBesideComputation();
    void annotationsInWhichTheHostWasLateAreNamed();
    void whatTheHostWasLateForIsNamed();
    void namesThatOthersHaveNotAreNotWhatTookLonger();
    void whatIsKnownOfFewWaitsIsNotAll();
    void whyABroadcastWaitsIsToldInTheOverview();
    void whatABroadcastWaitedForIsNoReasonOfTheNext();
    void broadcastsWhoseEndsLieApartHaveNoLeads();
    void aSlowGroupBeforeIsNamed();
};

namespace {

/// The finding about the rank that the others wait for.
std::string lateRankFinding(const AnalysisInput& input)
{
    return findingOf(input, "late-rank");
}

/// From the words about whom the waits are for.
std::string whomOf(const AnalysisInput& input)
{
    const std::string said = findingOf(input, "waits-for-ranks");
    constexpr std::string_view kBefore = "computes nothing. ";
    const std::size_t begin = said.find(kBefore);
    return begin == std::string::npos ? said : said.substr(begin + kBefore.size());
}

/// One of three ranks: rank 0 computes 100 us longer, and all wait for it in a broadcast, which ends at 170 us.
LateRank upToBroadcast(int rank)
{
    LateRank own(rank, 3);
    own.reduce(0, 0_us, 20_us);
    const Timestamp ready = rank == 0 ? 150_us : 50_us;
    own.gemm(20_us, ready);
    own.text.kernel("ncclDevKernel_Broadcast", ready, 170_us - ready, 20, 0, reduceIn("world", 1, "broadcast"));
    return own;
}

/// Rank 2 makes rank 3 wait in their pair, so both come last of all; then rank 0 does, alone and later. Then rank 2
/// comes last, so long after ranks 0 and 3, and rank 1 a microsecond before it.
AnalysisInput jobOfTwoLateRanks(Nanoseconds last)
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 4; ++rank) {
        LateRank own(rank, 4);
        own.reduce(0, 10_us, 20_us);
        const Timestamp ready = rank == 2 ? 130_us : 30_us;
        if (rank == 2)
            own.gemm(22_us, 128_us);
        const Timestamp together = rank < 2 ? 40_us : 140_us;
        own.reduce(0, ready, together, -1, rank < 2 ? "pair a" : "pair b", 24);
        own.reduce(1, together + 10_us, 200_us);
        own.reduce(2, rank == 0 ? 510_us : 210_us, 600_us);
        if (last > 0)
            own.reduce(3, 610_us + (rank == 2 ? last : rank == 1 ? last - 1_us : 0), 900_us);
        texts.push_back(own.text.text());
    }
    return inputOf(texts);
}

} // namespace

void TestLateFindings::overviewNamesTheRankAndItsHost()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 3; ++rank) {
        LateRank own(rank, 3);
        const Timestamp launched = rank == 1 ? 190_us : 90_us;
        own.text.op("aten::mm", 5_us, 20_us);
        if (rank == 1)
            own.text.annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 60_us, 125_us);
        own.reduce(0, 40_us, 50_us, 30_us).reduce(1, launched + 10_us, 250_us, launched);
        texts.push_back(own.text.text());
    }
    KT_COMPARE_TEXT(lateRankFinding(inputOf(texts)),
        "Rank 1: 2 other ranks wait 200.0 us together for it in collectives (100.0 % of all waits), on average each "
        "100.0 "
        "us "
        "while they compute nothing. For 200.0 us of these waits the reason is that its host launched work late: "
        "before "
        "them it spent more "
        "time on data loading than others.");
}

/// Kernels that are the same on other ranks and take longer tell a slow GPU; of others there is nothing to compare.
void TestLateFindings::sameKernelsThatTakeLongerAreSaid()
{
    const auto said = [](Nanoseconds longer, const char* name, int count) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 3; ++rank) {
            LateRank own(rank, 3);
            own.reduce(0, 0_us, 10_us);
            const Nanoseconds each = rank == 1 ? 100_us + longer : 100_us;
            const int kernels = rank == 1 ? count : 2;
            for (int i = 0; i < kernels; ++i)
                own.text.kernel(rank == 1 ? name : "a", 10_us + i * each, each, 7);
            texts.push_back(own.reduce(1, 10_us + kernels * each, 800_us).text.text());
        }
        const std::string finding = lateRankFinding(inputOf(texts));
        const std::size_t begin = finding.find(" It runs ");
        return begin == std::string::npos ? std::string() : finding.substr(begin);
    };
    KT_COMPARE_TEXT(said(30_us, "a", 2),
        " It runs as many kernels of the same names as 2 other ranks: they take 1.30 times as long as in the median of "
        "those, as with larger inputs, lower clocks or another program on the GPU.");
    KT_COMPARE_TEXT(said(4_us, "a", 2), "");
    KT_COMPARE_TEXT(said(30_us, "b", 2), "");
    KT_COMPARE_TEXT(said(0, "a", 3), "");
}

/// In as many steps more kernels are more work; without steps it may be more that was recorded.
void TestLateFindings::moreKernelsAreMoreWork()
{
    const auto said = [](int count, Nanoseconds each, bool hasSteps) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 3; ++rank) {
            LateRank own(rank, 3);
            own.reduce(0, 0_us, 10_us, 0);
            if (hasSteps)
                own.text.step(1, 0_us, 900_us);
            const int kernels = rank == 1 ? count : 4;
            Timestamp begin = 10_us;
            for (int i = 0; i < kernels; ++i) {
                own.gemm(begin, begin + (rank == 1 ? each : 100_us), 0);
                begin += rank == 1 ? each : 100_us;
            }
            texts.push_back(own.reduce(1, begin, 900_us, 0).text.text());
        }
        const std::string finding = lateRankFinding(inputOf(texts));
        const std::size_t begin = finding.find(" It runs ");
        return begin == std::string::npos ? std::string() : finding.substr(begin);
    };
    KT_COMPARE_TEXT(said(6, 100_us, true),
        " It runs 6 kernels that compute, where 2 other ranks with the same steps run 4 (median), most of all more of "
        "'gemm': more work, "
        "as with more layers, micro-batches or an evaluation, rather than slower kernels.");
    KT_COMPARE_TEXT(said(6, 100_us, false), "");
    KT_COMPARE_TEXT(said(5, 160_us, true), ""); // mostly slower ones
}

/// Time tells why a rank computes longer, not how many kernels there are.
void TestLateFindings::aFewShortKernelsMoreAreNotWhy()
{
    const auto said = [](int gemms, Nanoseconds each) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 3; ++rank) {
            LateRank own(rank, 3);
            own.reduce(0, 0_us, 10_us, 0).text.step(1, 0_us, 900_us);
            Timestamp begin = 10_us;
            for (int i = 0; i < (rank == 1 ? gemms : 4); ++i) {
                const Nanoseconds length = rank == 1 ? each : 100_us;
                own.gemm(begin, begin + length, 0);
                begin += length;
            }
            for (int i = 0; rank == 1 && i < 3; ++i, begin += 1_us)
                own.text.kernel("fill", begin, 1_us, 7, own.link(0));
            texts.push_back(own.reduce(1, begin, 900_us, 0).text.text());
        }
        const std::string finding = lateRankFinding(inputOf(texts));
        const std::size_t begin = finding.find(" It runs ");
        return begin == std::string::npos ? std::string() : finding.substr(begin);
    };
    KT_COMPARE_TEXT(said(4, 130_us), ""); // 120 us in slower ones, 3 in more of them
    KT_COMPARE_TEXT(said(6, 105_us),      // 20 us in slower ones, 213 in more
        " It runs 9 kernels that compute, where 2 other ranks with the same steps run 4 (median), most of all more of "
        "'gemm': more work, as with more layers, micro-batches or an evaluation, rather than slower kernels.");
}

/// No gap of a GPU is before its first work, but its host may be late for it.
void TestLateFindings::whatTheHostDidBeforeTheFirstWorkIsNamed()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 3; ++rank) {
        LateRank own(rank, 3);
        const Nanoseconds loading = rank == 1 ? 500_us : 20_us;
        own.text.op("aten::mm", 5_us, 5_us);
        own.text.annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 10_us, loading);
        own.gemm(20_us + loading, 40_us + loading, 12_us + loading);
        own.reduce(0, 50_us + loading, 600_us, 15_us + loading);
        for (int i = 1; i < 4; ++i) // which tell the clocks
            own.reduce(i, 600_us + i * 20_us, 610_us + i * 20_us, 560_us + i * 20_us);
        texts.push_back(own.text.text());
    }
    const std::string said = lateRankFinding(inputOf(texts));
    QVERIFY2(said.ends_with("the reason is that its host launched work late: before them it spent more time on data "
                            "loading than others."),
        said.c_str());
}

/// Twenty long waits for its data loader, sixty shorter ones for its ops: together these are more.
void TestLateFindings::overviewLooksAtAllWaitsForTheHost()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 3; ++rank) {
        LateRank own(rank, 3);
        own.text.op("aten::mm", 5_us, 20_us);
        own.reduce(0, 40_us, 50_us, 30_us);
        Timestamp before = 50_us;
        for (int i = 1; i <= 80; ++i) {
            const Nanoseconds late = i <= 20 ? 100_us : 80_us;
            const Nanoseconds ownLate = rank == 1 ? late : 0;
            if (rank == 1 && i <= 20)
                own.text.annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", before + 5_us, late);
            else if (rank == 1)
                own.text.op("aten::mm", before + 5_us, late);
            own.reduce(i, before + 20_us + ownLate, before + 50_us + late, before + 10_us + ownLate);
            before += 50_us + late;
        }
        texts.push_back(own.text.text());
    }
    const std::string said = lateRankFinding(inputOf(texts));
    QVERIFY2(said.find("before them it spent more time on ops than others, most of that in 'aten::mm'.")
            != std::string::npos,
        said.c_str());
}

/// Example 8 again: rank 1 waits half a microsecond for rank 0, which had waited for rank 1.
void TestLateFindings::overviewDoesNotCountARankAmongThoseThatWaitForIt()
{
    LateRank first(0, 3);
    first.reduce(0, 5_us, 10_us).reduce(0, 12_us, 40_us, -1, "pair", 24).reduce(1, 42_us, 50_us);
    LateRank second(1, 3);
    second.reduce(0, 5_us, 10_us).reduce(0, 35_us, 40_us, -1, "pair", 24).reduce(1, 41'500, 50_us);
    LateRank third(2, 3);
    third.reduce(0, 5_us, 10_us).reduce(1, 20_us, 50_us);
    KT_COMPARE_TEXT(lateRankFinding(inputOf({ first.text.text(), second.text.text(), third.text.text() })),
        "Rank 1: 2 other ranks wait 45.00 us together for it in collectives (98.9 % of all waits), on average each "
        "22.50 "
        "us "
        "while they compute nothing. For 45.00 us of these waits the reason is idle time between its kernels.");
}

/// What ranks wait for the late one is that finding's, not exposed communication, too.
void TestLateFindings::overviewClaimsWaitsOnce()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 3; ++rank) {
        LateRank own(rank, 3);
        const Timestamp launched = rank == 1 ? 190_us : 90_us;
        texts.push_back(own.reduce(0, 40_us, 50_us, 30_us).reduce(1, launched + 10_us, 250_us, launched).text.text());
    }
    const auto result = runOn(inputOf(texts), "overview");
    KT_VERIFY_OK(result);
    const Table& table = *result->findTable("findings");
    std::map<std::string, Selection, std::less<>> evidence;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::string kind(table.text(row, table.columnIndex("kind")));
        evidence[kind] = table.evidence(row, table.columnIndex("figure"));
        if (kind != "exposed-communication")
            continue;
        QCOMPARE(std::get<std::int64_t>(table.cell(row, table.columnIndex("figure"))), std::int64_t { 60'000 });
        KT_COMPARE_TEXT(std::string(table.text(row, 0)),
            "Rank 0: Communication that no computation hides takes 60.00 us (28.6 % of GPU time in view), without "
            "100.0 "
            "us "
            "in which it waits for rank 1; of 160.0 us of communication, waiting for other ranks included, nothing "
            "runs "
            "beside computation. Estimated saving with no communication, these waits included: 150.0 us (68.2 % of the "
            "wall time). Up to 100.0 us of that are these waits: faster communication alone may not end them.");
    }
    QVERIFY(evidence.contains("late-rank"));
    QVERIFY(evidence.contains("exposed-communication"));
    Nanoseconds claimed = 0;
    for (const IntervalRef& one : evidence["exposed-communication"].intervals) {
        claimed += one.range.length();
        for (const IntervalRef& other : evidence["late-rank"].intervals)
            QVERIFY(one.rank != other.rank || one.range.clippedTo(other.range).isEmpty());
    }
    QCOMPARE(claimed, Nanoseconds { 60'000 });
}

/// Two microseconds are no wait to be told beside a hundred: so much clocks and rounding are off.
void TestLateFindings::tinyWaitsAreNotTold()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 3; ++rank) {
        LateRank own(rank, 3);
        const Timestamp first = rank == 2 ? 32_us : 30_us;
        const Timestamp launched = rank == 1 ? 190_us : 90_us;
        texts.push_back(
            own.reduce(0, first + 10_us, 50_us, first).reduce(1, launched + 10_us, 250_us, launched).text.text());
    }
    const std::string said = findingOf(inputOf(texts), "exposed-communication");
    QVERIFY2(said.find("without 100.0 us in which it waits for rank 1; of 1") != std::string::npos, said.c_str());
}

/// Had one of the late ones come in time, the others would wait as long for the other: none is blamed, nor is the
/// network.
void TestLateFindings::overviewTellsWaitsForSeveralThatComeTogether()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 4; ++rank) {
        LateRank own(rank, 4);
        const Timestamp launched = rank >= 2 ? 190_us : 90_us;
        texts.push_back(own.reduce(0, 40_us, 50_us, 30_us).reduce(1, launched + 10_us, 250_us, launched).text.text());
    }
    KT_COMPARE_TEXT(lateRankFinding(inputOf(texts)), "");
    const auto result = runOn(inputOf(texts), "overview");
    KT_VERIFY_OK(result);
    const Table& table = *result->findTable("findings");
    std::map<std::string, std::string, std::less<>> said;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::string kind(table.text(row, table.columnIndex("kind")));
        said[kind] = table.text(row, 0);
        if (kind != "waits-for-ranks")
            continue;
        const Selection waits = table.evidence(row, table.columnIndex("figure"));
        QCOMPARE(waits.intervals.size(), std::size_t { 1 });
        QCOMPARE(waits.intervals[0].range.length(), 100_us);
    }
    KT_COMPARE_TEXT(said["waits-for-ranks"],
        "Rank 0: In collectives it waits 100.0 us (47.6 % of GPU time in view) for ranks that come later, while it "
        "computes nothing. Of all waits, traced to where they began, 100.0 % are for ranks 2 and 3 (which mostly come "
        "last nearly together; without their waits for each other).");
    QVERIFY2(
        said["exposed-communication"].find("takes 60.00 us (28.6 % of GPU time in view), without 100.0 us in which it "
                                           "waits for other ranks; of 160.0 us")
            != std::string::npos,
        said["exposed-communication"].c_str());
}

/// Half of the ranks come up to 7 us apart, another one as the last each time.
void TestLateFindings::overviewNamesANodeThatComesLate()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 16; ++rank) {
        LateRank own(rank, 16);
        for (int i = 0; i < 8; ++i) {
            const Nanoseconds late = rank >= 8 ? 200_us + ((rank + i) % 8) * 1_us : 0;
            const Timestamp begin = i * 1000_us + 100_us + late;
            own.reduce(i, begin, i * 1000_us + 400_us, begin - 20_us);
        }
        texts.push_back(own.text.text());
    }
    KT_COMPARE_TEXT(lateRankFinding(inputOf(texts)), "");
    KT_COMPARE_TEXT(whomOf(inputOf(texts)),
        "Of all waits, traced to where they began, 98.3 % are for ranks 8-15 (which mostly come last nearly "
        "together; without their waits for each other).");
}

void TestLateFindings::whoWaitedForTheLateRankIsNotNamedWithIt()
{
    const AnalysisInput job = jobOfTwoLateRanks(0);
    const std::string late = lateRankFinding(job);
    QVERIFY2(late.starts_with("Rank 0: 3 other ranks wait 900.0 us together"), late.c_str());
    KT_COMPARE_TEXT(whomOf(job), "Of all waits, traced to where they began, 25.0 % are for rank 2.");
}

void TestLateFindings::sharesOfWaitsAreThoseOfTheTable()
{
    const AnalysisInput job = jobOfTwoLateRanks(80_us);
    // What rank 1 waits, which comes nearly with rank 2, too: 461 of 1361 us.
    KT_COMPARE_TEXT(rowsOf(runOn(job, "wait-causes"), "ranks", { "rank", "waits_rooted" }), "0 900\n1 0\n2 461\n3 0\n");
    KT_COMPARE_TEXT(whomOf(job),
        "No single rank is behind it: ranks 0 and 2 come last in turn, each for 33.9 % to 66.1 % of all waits.");
}

/// Rank 3 comes last of all, in six of ten collectives with ranks 0 and 1: shares that are told beside each other are
/// no more than the whole.
void TestLateFindings::sharesToldTogetherAreNoMoreThanTheWhole()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 4; ++rank) {
        LateRank own(rank, 4);
        for (int i = 0; i < 10; ++i) {
            const Nanoseconds alone = rank == 3 ? 200_us : rank == 2 ? 0_us : 100_us;
            const Nanoseconds together = rank == 2 ? 0_us : 200_us + rank * 1_us;
            const Timestamp begin = i * 1000_us + (i < 4 ? alone : together);
            own.reduce(i, begin, i * 1000_us + 400_us, begin - 20_us);
        }
        texts.push_back(own.text.text());
    }
    KT_COMPARE_TEXT(whomOf(inputOf(texts)),
        "Of all waits, traced to where they began, 56.2 % are for rank 3 and 42.8 % are for ranks 0,1,3 (which mostly "
        "come last nearly together; without their waits for each other).");
}

/// Ranks 1 and 2 come late together, rank 2 once alone: that it holds the others up there is not what they mostly wait
/// for.
void TestLateFindings::whoComesLateWithAnotherIsNotNamedAlone()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 4; ++rank) {
        LateRank own(rank, 4);
        for (int i = 0; i < 9; ++i) {
            const bool isLast = rank == (i < 6 ? 1 : 2);
            const bool isLate = rank == 2 || (rank == 1 && i < 8);
            const Timestamp begin = i * 1000_us + (isLate ? 200_us : 0_us) + (isLast ? 1_us : 0_us);
            own.reduce(i, begin, i * 1000_us + 400_us, begin - 20_us);
        }
        texts.push_back(own.text.text());
    }
    KT_COMPARE_TEXT(lateRankFinding(inputOf(texts)), "");
    const std::string whom = whomOf(inputOf(texts));
    QVERIFY2(
        whom.find("are for ranks 1 and 2 (which mostly come last nearly together") != std::string::npos, whom.c_str());
}

/// Ranks 2 and 3 began to record later: whether they were late is not known.
void TestLateFindings::laterRecordingsAreSaid()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 4; ++rank) {
        LateRank own(rank, 4);
        const Timestamp first = rank < 2 ? 0 : 500_us + rank * 1_us;
        own.gemm(first, first + 10_us, first).reduce(0, first + 20_us, 600_us, first + 1_us);
        for (int i = 1; i < 6; ++i)
            own.reduce(i, i * 1000_us, i * 1000_us + 50_us, i * 1000_us - 10_us);
        texts.push_back(own.text.text());
    }
    const std::string whom = whomOf(inputOf(texts));
    QVERIFY2(whom.ends_with(" For 100.0 % of all waits the reason was not recorded: recordings of ranks that come last "
                            "there began later than those of others."),
        whom.c_str());
}

/// Its data loader takes 60 of 100 us, a kernel the rest; what a third takes is no sentence's worth.
void TestLateFindings::overviewNamesTwoReasons()
{
    const auto saidOf = [](Nanoseconds loading) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 3; ++rank) {
            LateRank own(rank, 3);
            const Nanoseconds waits = rank == 1 ? loading : 0_us;
            const Nanoseconds computes = rank == 1 ? 100_us - loading : 0_us;
            if (rank == 1)
                own.text.annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 60_us, waits);
            own.reduce(0, 40_us, 50_us, 30_us);
            own.gemm(70_us + waits, 90_us + waits + computes, 60_us + waits);
            own.reduce(1, 100_us + waits + computes, 250_us, 65_us + waits);
            texts.push_back(own.text.text());
        }
        const std::string said = lateRankFinding(inputOf(texts));
        return said.substr(said.find("compute nothing.") + 16);
    };
    KT_COMPARE_TEXT(saidOf(60_us),
        " For 120.0 us of these waits the reason is that its host launched work late: before them it spent more time "
        "on "
        "data loading than others. For 80.00 us of these waits the reason is that it computed longer before.");
    KT_COMPARE_TEXT(saidOf(20_us),
        " For 160.0 us of these waits the reason is that it computed longer before. It runs as many kernels of the "
        "same "
        "names as 2 other ranks: they take 5.00 times as long as in the median of those, as with larger inputs, lower "
        "clocks or another program on the GPU.");
}

void TestLateFindings::overviewNamesTwoReasonsOfTheHost()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 3; ++rank) {
        LateRank own(rank, 3);
        const Timestamp launched = rank == 1 ? 190_us : 90_us;
        own.text.op("aten::mm", 5_us, 20_us);
        if (rank == 1)
            own.text.annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 60_us, 50_us)
                .op("aten::mm", 115_us, 50_us);
        own.reduce(0, 40_us, 50_us, 30_us).reduce(1, launched + 10_us, 250_us, launched);
        texts.push_back(own.text.text());
    }
    const std::string said = lateRankFinding(inputOf(texts));
    QVERIFY2(
        said.ends_with(" For 100.0 us of these waits the reason is that its host launched work late: before them it "
                       "spent more time on data loading than others. For 100.0 us of these waits the reason is that "
                       "its host launched work late: before them it spent more time on ops than others, most of that "
                       "in 'aten::mm'."),
        said.c_str());
}

/// Ranks wait one percent of the time for rank 1, and rank 2 has lost the run of a collective.
void TestLateFindings::overviewSaysWhoIsLateThoughItIsNoFinding()
{
    const auto ranks = [](bool hasGloo) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 3; ++rank) {
            LateRank own(rank, 3);
            for (int i = 0; i < 10; ++i) {
                const Timestamp begin = i * 5000_us;
                own.gemm(begin, begin + 4800_us, i == 0 ? -1 : begin - 300_us);
                if (rank != 2 || i != 3)
                    own.reduce(i, begin + (rank == 1 ? 4850_us : 4800_us), begin + 5000_us, begin);
            }
            if (hasGloo)
                own.text.annotation("gloo:barrier", 10_us, 100_us);
            texts.push_back(own.text.text());
        }
        return texts;
    };
    const std::vector<std::string> texts = ranks(false);
    const Result<AnalysisResult> result = runOn(inputOf(texts), "overview");
    KT_COMPARE_TEXT(tests::remarkOf(result, "waits-in-all"),
        "Waits between ranks are none of the findings: 950.0 us, all ranks added up (0.6 % of their time). Of all "
        "waits, traced to where they began, 100.0 % are for rank 1. The analysis wait-causes tells more.\n");
    // What ranks wait in collectives that are no kernels is not in the figure.
    KT_COMPARE_TEXT(tests::remarkOf(runOn(inputOf(ranks(true)), "overview"), "waits-in-all"),
        "Waits between ranks are none of the findings: 950.0 us, all ranks added up (0.6 % of their time). Of all "
        "waits, traced to where they began, 100.0 % are for rank 1. What they wait in collectives of CPU backends is "
        "not in these figures. The analysis wait-causes tells more.\n");
    KT_COMPARE_TEXT(tests::remarkOf(result, "runs-missing"),
        "Of 1 rank runs of collectives seem to be missing: rank 2 has 9 of 10. Whether it came last in those is not "
        "known, since its file does not have them: who did is told of the other ranks alone.\n");
    KT_COMPARE_TEXT(tests::remarkOf(runOn(inputOf({ texts[0], texts[1] }), "overview"), "runs-missing"), "");
}

/// Of a rank without ops all that its host does is of another kind.
void TestLateFindings::whatOneRankDidNotRecordIsNoReason()
{
    const auto saidOf = [](bool haveAllOps) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 3; ++rank) {
            LateRank own(rank, 3);
            const Timestamp launched = rank == 1 ? 190_us : 90_us;
            if (rank == 1 || haveAllOps)
                own.text.op("aten::mm", 62_us, launched - 65_us);
            own.reduce(0, 40_us, 50_us, 30_us).reduce(1, launched + 10_us, 250_us, launched);
            texts.push_back(own.text.text());
        }
        const std::string said = lateRankFinding(inputOf(texts));
        return said.substr(said.find("compute nothing.") + 16);
    };
    KT_COMPARE_TEXT(saidOf(true),
        " For 200.0 us of these waits the reason is that its host launched work late: before them it spent more time "
        "on ops than others, most of that in 'aten::mm'.");
    KT_COMPARE_TEXT(saidOf(false),
        " For 200.0 us of these waits the reason is that its host launched work late; what it did meanwhile cannot be "
        "compared, since the ranks did not record the same of their hosts.");
}

/// Many short ops of several names: none is most of what they took longer, or says where they are.
void TestLateFindings::theAnnotationAroundManyOpsIsNamed()
{
    const auto saidOf = [](bool areAllInside, bool haveOthersAnother) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 3; ++rank) {
            LateRank own(rank, 3);
            const int count = rank == 1 ? 40 : 4;
            Timestamp at = 62_us;
            for (int i = 0; i < count; ++i, at += 10_us)
                own.text.op("aten::select", at, 6_us).op("aten::slice", at + 6_us, 4_us);
            const int inside = areAllInside ? count : count / 2;
            own.text.annotation("pack", 61_us, inside * 10_us + 1_us);
            if (rank != 1 && haveOthersAnother)
                own.text.annotation("unpack", at, 360_us).op("aten::cat", at, 359_us);
            at += rank != 1 && haveOthersAnother ? 361_us : 0;
            own.reduce(0, 40_us, 50_us, 30_us).reduce(1, at + 10_us, 700_us, at + 2_us);
            texts.push_back(own.text.text());
        }
        const std::string said = lateRankFinding(inputOf(texts));
        return said.substr(std::min(said.size(), said.find("before them") + 12));
    };
    KT_COMPARE_TEXT(saidOf(true, false), "it spent more time on ops than others, most of that in 'pack'.");
    KT_COMPARE_TEXT(saidOf(false, false), "it spent more time on ops than others, most of that in 'aten::select'.");
    QVERIFY(saidOf(true, true).find("'pack'") == std::string::npos);
}

/// Two of three ranks: the last of them may have waited for the third.
void TestLateFindings::overviewSaysThatRanksAreMissing()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 3; ++rank) {
        const Timestamp launched = rank == 1 ? 190_us : 90_us;
        TraceText own = wholeMicroseconds();
        own.rank(rank, 3)
            .launch(30_us, 1_us, 1)
            .kernel("ncclDevKernel_AllReduce", 40_us, 10_us, 20, 1, allReduceArgs(0, 3, "default_pg"));
        own.launch(launched, 1_us, 2)
            .kernel("ncclDevKernel_AllReduce", launched + 10_us, 240_us - launched, 20, 2,
                allReduceArgs(1, 3, "default_pg"));
        texts.push_back(own.text());
    }
    KT_COMPARE_TEXT(tests::remarkOf(runOn(inputOf(texts), "overview"), "ranks-missing"), "");
    texts.pop_back();
    QVERIFY(!lateRankFinding(inputOf(texts)).empty());
    const std::string said = tests::remarkOf(runOn(inputOf(texts), "overview"), "ranks-missing");
    QVERIFY2(said.starts_with("2 of 2 collectives lack ranks of their group in this scope"), said.c_str());
}

/// Rank 2, for which both wait, is missing: nobody waits here, and communication is all that there is to say.
void TestLateFindings::exposedCommunicationOfSomeRanksSaysSo()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 2; ++rank) {
        TraceText own = wholeMicroseconds();
        own.rank(rank, 3);
        for (int i = 0; i < 4; ++i) {
            const std::string args = allReduceArgs(i, 3, "default_pg");
            own.kernel("gemm", i * 1000_us, 400_us, 7);
            own.kernel("ncclDevKernel_AllReduce", i * 1000_us + 400_us, 600_us, 20, 0, args);
        }
        texts.push_back(own.text());
    }
    const AnalysisInput input = inputOf(texts);
    KT_COMPARE_TEXT(lateRankFinding(input) + findingOf(input, "waits-for-ranks"), "");
    QVERIFY(!findingOf(input, "exposed-communication").empty());
    const std::string said = tests::remarkOf(runOn(input, "overview"), "ranks-missing");
    QVERIFY2(said.starts_with("4 of 4 collectives lack ranks of their group in this scope"), said.c_str());
}

/// Of three stages the last is missing: what the second sends it is of no collective here.
void TestLateFindings::waitsBehindComputationCostNoTime()
{
    const auto said = [](Nanoseconds computes) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 2; ++rank) {
            LateRank own(rank, 2);
            for (int i = 0; i < 10; ++i) {
                const Timestamp begin = i * 1000_us;
                own.gemm(begin, begin + (i == 0 ? computes : 985_us), begin);
                own.reduce(i, begin + (rank == 1 ? 600_us : 100_us), begin + 990_us, begin);
            }
            texts.push_back(own.text.text());
        }
        return tests::remarkOf(runOn(inputOf(texts), "overview"), "waits-in-all");
    };
    KT_COMPARE_TEXT(said(985_us),
        "Waits between ranks are none of the findings: 5.000 ms, all ranks added up (25.0 % of their time), all of it "
        "while they compute. Of all waits, traced to where they began, 100.0 % are for rank 1. The analysis "
        "wait-causes tells more.\n");
    KT_COMPARE_TEXT(said(500_us),
        "Waits between ranks are none of the findings: 5.000 ms, all ranks added up (25.0 % of their time), 100.0 us "
        "of it while they compute nothing. Of all waits, traced to where they began, 100.0 % are for rank 1. The "
        "analysis wait-causes tells more.\n");
}

void TestLateFindings::sendsToAMissingRankAreSaid()
{
    const auto transfer = [](std::string_view kind, std::string_view key, std::int64_t peer) {
        return ArgsText()
            .add("Collective name", kind)
            .add("Process Group Name", "stages")
            .add("Group size", std::int64_t { 3 })
            .add(key, peer)
            .text();
    };
    LateRank first(0, 3);
    first.gemm(0_us, 100_us);
    first.text.kernel("ncclDevKernel_SendRecv", 100_us, 10_us, 20, 0, transfer("send", "Dst Rank", 1));
    LateRank second(1, 3);
    second.text.kernel("ncclDevKernel_SendRecv", 0_us, 110_us, 20, 0, transfer("recv", "Src Rank", 0));
    second.gemm(110_us, 200_us);
    second.text.kernel("ncclDevKernel_SendRecv", 200_us, 100_us, 20, 0, transfer("send", "Dst Rank", 2));
    const std::string said =
        tests::remarkOf(runOn(inputOf({ first.text.text(), second.text.text() }), "wait-causes"), "ranks-missing");
    KT_COMPARE_TEXT(said,
        "1 of 3 runs of communication has no other rank in this scope, though its group has ranks that are missing "
        "here: whom it waits for, and how long, is not known.\n");
}

/// Rank 3 is late once. What the others of its group hand on to their partners is late from then on, since that runs
/// beside computation: the ledger has these waits at them.
void TestLateFindings::latenessThatIsCarriedOverIsTold()
{
    std::vector<std::string> texts;
    for (int number = 0; number < 8; ++number) {
        LateRank rank(number, 8);
        const std::string pair = "pair" + std::to_string(number % 4);
        const bool isFirst = number < 4;
        rank.reduce(0, 0_us, 10_us, -1, pair, 28);
        if (isFirst)
            rank.reduce(0, 12_us, 20_us, -1, "shard", 24);
        rank.gemm(20_us, number == 3 ? 620_us : 120_us);
        if (isFirst)
            rank.reduce(1, number == 3 ? 620_us : 120_us, 622_us, -1, "shard", 24);
        rank.reduce(1, isFirst ? 623_us : 120_us, 625_us, -1, pair, 28);
        if (!isFirst)
            rank.gemm(130_us, 230_us);
        for (int round = 0; round < 15; ++round) {
            const Timestamp at = 622_us + round * 102_us;
            if (isFirst)
                rank.gemm(at, at + 100_us).reduce(2 + round, at + 100_us, at + 102_us, -1, "shard", 24);
            rank.reduce(2 + round, isFirst ? at + 103_us : at + 4_us, at + 105_us, -1, pair, 28);
            if (!isFirst)
                rank.gemm(at + 5_us, at + 105_us);
        }
        texts.push_back(rank.text.text());
    }
    const auto result = runOn(inputOf(texts), "overview", { { "least-share", "0" }, { "least-time", "0us" } });
    const std::string waits = sentenceOf(result, "waits-for-ranks");
    QVERIFY2(waits.find(" Ranks 0-2 come last in turn there, each for about ") != std::string::npos
            && waits.find(" they were late already in collectives before, whose waits began with rank 3.")
                != std::string::npos,
        (waits + sentenceOf(result, "late-rank")).c_str());
}

/// Of a job on hosts the share is of the steps, and nothing is launched.
void TestLateFindings::hostsThatWaitForEachOtherAreNamed()
{
    const auto jobOf = [](const char* op, bool isOneOnly = false) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 2; ++rank) {
            TraceText text;
            text.rank(rank, 2).thread(100, 1).step(1, 0_us, 400_us);
            text.annotation("gloo:all_reduce", 10_us, 20_us);
            if (rank == 1 || !isOneOnly)
                text.op(op, 40_us, rank == 0 ? 20_us : 120_us);
            text.annotation("gloo:all_reduce", rank == 0 ? 100_us : 200_us, rank == 0 ? 120_us : 20_us);
            texts.push_back(text.text());
        }
        return inputOf(texts);
    };
    KT_COMPARE_TEXT(lateRankFinding(jobOf("aten::mm")),
        "Rank 1: 1 other rank waits 100.0 us for it in collectives (100.0 % of all waits). For 100.0 us of these waits "
        "the reason is that its host took longer before: it spent more time on ops than others, most of that in "
        "'aten::mm'.");
    KT_COMPARE_TEXT(lateRankFinding(jobOf("enumerate(DataLoader)#_Iter.__next__")),
        "Rank 1: 1 other rank waits 100.0 us for it in collectives (100.0 % of all waits). For 100.0 us of these waits "
        "the reason is that its host took longer before: it spent more time on data loading than others.");
    // What one of them did not record cannot be compared.
    KT_COMPARE_TEXT(lateRankFinding(jobOf("aten::mm", true)),
        "Rank 1: 1 other rank waits 100.0 us for it in collectives (100.0 % of all waits). For 100.0 us of these waits "
        "the reason is that its host took longer before; what it did meanwhile cannot be compared, since the ranks did "
        "not record the same of their hosts.");
    const auto result = runOn(jobOf("aten::mm"), "overview");
    KT_COMPARE_TEXT(tests::rowsOf(result, "findings", { "kind", "share_pctg", "share_of" }),
        "unrecorded-host 60 recorded time\nlarge-op 100 self time of host ops\n"
        "late-rank 25 time in view of a rank that waits\nhost-collectives 10 recorded time\n");
}

/// A rank that waits on two threads at once loses the time of one of them: the sentence, its figure and its share are
/// those of the time that it selects, and no reason is of more than that.
void TestLateFindings::waitsAtOnceAreToldOnce()
{
    const auto ranks = [](Nanoseconds step, bool areTwoLate = false) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 2; ++rank) {
            TraceText text;
            text.rank(rank, 2).thread(100, 1).step(1, 0_us, step);
            text.op("aten::mm", 40_us, rank == 0 ? 20_us : 120_us);
            text.thread(100, 2).annotation("gloo:all_reduce", 10_us, 20_us);
            const Timestamp begin = rank == 0 ? 100_us : 200_us;
            text.annotation("gloo:broadcast", begin, 220_us - begin);
            text.thread(100, 3).annotation("gloo:broadcast", begin + 5_us, 220_us - begin);
            const Timestamp later = rank == 0 ? 355_us : 250_us;
            if (areTwoLate) // since one that both come to at once, so that it is not late for having waited before
                text.thread(100, 2)
                    .annotation("gloo:all_reduce", 230_us, 10_us)
                    .annotation("gloo:all_reduce", later, 370_us - later);
            texts.push_back(text.text());
        }
        return inputOf(texts);
    };
    // Where it is no finding, the remark has the same time.
    KT_COMPARE_TEXT(tests::remarkOf(runOn(ranks(20'000_us), "overview"), "waits-in-all"),
        "Waits between ranks are none of the findings: 105.0 us, all ranks added up (0.3 % of their time). Of all "
        "waits, traced to where they began, 100.0 % are for rank 1. The analysis wait-causes tells more.\n");
    // Of 210 us, not of the 305 us that sums over collectives have.
    const std::string two = tests::remarkOf(runOn(ranks(20'000_us, true), "overview"), "waits-in-all");
    QVERIFY2(two.find("ranks 0 and 1 come last in turn, each for about 50.0 % of all waits.") != std::string::npos,
        two.c_str());
    KT_COMPARE_TEXT(tests::remarkOf(runOn(ranks(400_us), "wait-causes"), "overlapping-waits"),
        "Ranks wait in several collectives at once: sums over collectives, as that of waits caused, have each of these "
        "waits, together 200.0 us; the time that ranks wait is 105.0 us.\n");
    const auto result = runOn(ranks(400_us), "overview");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(lateRankFinding(ranks(400_us)),
        "Rank 1: 1 other rank waits 105.0 us for it in collectives (100.0 % of all waits). For 105.0 us of these waits "
        "the reason is that its host took longer before: it spent more time on ops than others, most of that in "
        "'aten::mm'.");
    const Table& table = *result->findTable("findings");
    bool isThere = false;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (table.text(row, table.columnIndex("kind")) != "late-rank")
            continue;
        isThere = true;
        std::vector<TimeRange> ranges;
        for (const IntervalRef& wait : table.evidence(row, table.columnIndex("figure")).intervals)
            ranges.push_back(wait.range);
        QCOMPARE(ranges.size(), std::size_t { 2 });
        QCOMPARE(totalLength(unionOf(ranges)), 105_us);
        QCOMPARE(std::get<std::int64_t>(table.cell(row, table.columnIndex("figure"))), 105_us);
    }
    QVERIFY(isThere);
    const std::string shares = tests::rowsOf(result, "findings", { "kind", "share_pctg", "share_of" });
    QVERIFY2(shares.find("late-rank 26.25 time in view of a rank that waits\n") != std::string::npos, shares.c_str());
}

void TestLateFindings::overviewSaysWhatIsNotKnown()
{
    LateRank first(0, 2);
    first.gemm(0_us, 5_us).reduce(0, 10_us, 130_us);
    LateRank second(1, 2);
    second.gemm(0_us, 5_us).reduce(0, 100_us, 130_us);
    KT_COMPARE_TEXT(lateRankFinding(inputOf({ first.text.text(), second.text.text() })),
        "Rank 1: 1 other rank waits 90.00 us for it in collectives (100.0 % of all waits), 90.00 us while that rank "
        "computes nothing. Why it comes late is not known.");
    QVERIFY(lateRankFinding(inputOf({ first.text.text() })).empty());
    // But where it computes longer than others, that is told, once.
    second.gemm(5_us, 95_us);
    const AnalysisInput longer = inputOf({ first.text.text(), second.text.text() });
    KT_COMPARE_TEXT(lateRankFinding(longer),
        "Rank 1: 1 other rank waits 90.00 us for it in collectives (100.0 % of all waits), 90.00 us while that rank "
        "computes nothing. It computes 45.00 us more than the average of ranks that communicate.");
    KT_COMPARE_TEXT(findingOf(longer, "slow-rank"), "");
}

void TestLateFindings::ranksThatAreLateInTurnShareTheWaits()
{
    const auto jobOf = [](int size, Nanoseconds longer) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < size; ++rank) {
            LateRank own(rank, size);
            for (int i = 0; i < 8; ++i) {
                const Nanoseconds late = i % size == rank ? 300_us + i % size * longer : 0;
                const Timestamp begin = i * 1000_us + 100_us + late;
                own.reduce(i, begin, i * 1000_us + 800_us, begin - 20_us);
            }
            texts.push_back(own.text.text());
        }
        return inputOf(texts);
    };
    KT_COMPARE_TEXT(lateRankFinding(jobOf(4, 50_us)), "");
    // Rank 0 does not wait for itself.
    KT_COMPARE_TEXT(whomOf(jobOf(4, 50_us)),
        "No single rank is behind it: ranks 1-3 come last in turn, each for 23.3 % to 30.0 % of all waits.");
    // Their mean: up to 25.2 %.
    KT_COMPARE_TEXT(whomOf(jobOf(4, 2_us)),
        "No single rank is behind it: ranks 1-3 come last in turn, each for about 25.1 % of all waits.");
    // Each of two can only wait for the other.
    KT_COMPARE_TEXT(lateRankFinding(jobOf(2, 0)), "");
    KT_COMPARE_TEXT(whomOf(jobOf(2, 0)), "Of all waits, traced to where they began, 50.0 % are for rank 1.");
    const std::string communication = findingOf(jobOf(2, 0), "exposed-communication");
    QVERIFY2(communication.find(", without 1.200 ms in which it waits for rank 1;") != std::string::npos,
        communication.c_str());
    // Once for long is not in turn with often for little.
    std::vector<std::string> unlike;
    for (int rank = 0; rank < 2; ++rank) {
        LateRank own(rank, 2);
        for (int i = 0; i < 8; ++i) {
            const Nanoseconds late = i == 3 ? (rank == 0 ? 600_us : 0) : (rank == 1 ? 100_us : 0);
            const Timestamp begin = i * 1000_us + 100_us + late;
            own.reduce(i, begin, i * 1000_us + 800_us, begin - 20_us);
        }
        unlike.push_back(own.text.text());
    }
    const std::string often = lateRankFinding(inputOf(unlike));
    QVERIFY2(often.starts_with("Rank 1: 1 other rank waits 700.0 us for it in collectives (53.8 % of all waits)"),
        often.c_str());
    // It makes none of the others the one: ranks 0 to 2 come last three times each, rank 3 once.
    std::vector<std::string> withOutlier;
    for (int rank = 0; rank < 4; ++rank) {
        LateRank own(rank, 4);
        for (int i = 0; i < 10; ++i) {
            const Nanoseconds late = i == 9 ? (rank == 3 ? 300_us : 0) : (i % 3 == rank ? 100_us : 0);
            const Timestamp begin = i * 1000_us + 100_us + late;
            own.reduce(i, begin, i * 1000_us + 800_us, begin - 20_us);
        }
        withOutlier.push_back(own.text.text());
    }
    KT_COMPARE_TEXT(lateRankFinding(inputOf(withOutlier)), "");
    const std::string whom = whomOf(inputOf(withOutlier));
    QVERIFY2(whom.find("No single rank is behind it: ranks ") != std::string::npos, whom.c_str());
    // Where one of them is waited for more than twice as long as any other, it is named.
    const std::string said = lateRankFinding(jobOf(2, 400_us));
    QVERIFY2(said.starts_with("Rank 1: 1 other rank waits 2.800 ms for it in collectives (70.0 % of all waits)"),
        said.c_str());
}

/// Both ranks start every all-reduce in the same ns, and rank 1 ends later, sometimes more and sometimes less: a slower
/// link. That its host launches the next one at other times is no reason for anything.
void TestLateFindings::endsThatLieApartTellNobodyLate()
{
    LateRank first(0, 2);
    LateRank second(1, 2);
    for (int i = 0; i < 8; ++i) {
        const Timestamp begin = i * 1000_us + 100_us;
        const Nanoseconds transfer = 100_us + (i % 4) * 100_us;
        first.reduce(i, begin, begin + transfer, begin - 20_us);
        second.reduce(i, begin, begin + 2 * transfer, begin - 20_us);
    }
    const AnalysisInput input = inputOf({ first.text.text(), second.text.text() });
    QVERIFY(lateRankFinding(input).empty());
    const auto overview = runOn(input, "overview");
    const auto said = std::ranges::find(overview->remarks, "late-rank-unknown", &Remark::code);
    QVERIFY(said != overview->remarks.end());
    const std::string text = english(said->message);
    QVERIFY2(text.starts_with("Rank 0: whether 1 other rank waits for it in collectives is not known. The runs of that "
                              "one take "),
        text.c_str());
    const auto waits = runOn(input, "wait-causes");
    const std::string charged = " The tables charge these waits to the rank with the shortest run";
    const std::string apart = remarkOf(waits, "ends-apart");
    QVERIFY2(apart.ends_with(charged + ".\n"), apart.c_str());
    // A real late rank beside the same clocks: the ends agree, and nothing of that is said.
    LateRank early(0, 2);
    LateRank late(1, 2);
    for (int i = 0; i < 8; ++i) {
        const Timestamp begin = i * 1000_us + 100_us;
        early.reduce(i, begin, begin + 400_us, begin - 20_us);
        late.reduce(i, begin + 300_us, begin + 400_us, begin + 280_us);
    }
    const AnalysisInput told = inputOf({ early.text.text(), late.text.text() });
    QVERIFY(!lateRankFinding(told).empty());
    const auto toldWaits = runOn(told, "wait-causes");
    QVERIFY(std::ranges::find(toldWaits->remarks, "ends-apart", &Remark::code) == toldWaits->remarks.end());
    // What the tables say beside what is known: of the latter speaks the overview.
    LateRank longer(0, 2);
    LateRank shorter(1, 2);
    for (int i = 0; i < 8; ++i) {
        const Timestamp begin = i * 1000_us + 100_us;
        const bool isApart = i > 5;
        longer.reduce(i, begin, begin + (isApart ? 500_us : 400_us), begin - 20_us);
        shorter.reduce(i, isApart ? begin : begin + 300_us, begin + (isApart ? 300_us : 400_us), begin - 20_us);
    }
    const std::string both =
        remarkOf(runOn(inputOf({ longer.text.text(), shorter.text.text() }), "wait-causes"), "ends-apart");
    QVERIFY2(both.ends_with(charged + ": with them rank 1 causes 100.0 % of all waits, without them 81.8 %.\n"),
        both.c_str());
}

/// Rank 1 waits 900 us for rank 0 in a pair, which is known, and for 100 us of that it may wait for it in the world,
/// too, whose ends lie apart.
void TestLateFindings::whatIsNotKnownOfARankIsSaidOnce()
{
    LateRank first(0, 2);
    LateRank second(1, 2);
    for (int i = 0; i < 8; ++i) {
        const Timestamp begin = i * 2000_us + 100_us;
        const Nanoseconds transfer = 100_us + (i % 4) * 100_us;
        first.reduce(i, begin, begin + transfer, begin - 20_us);
        second.reduce(i, begin, begin + 2 * transfer, begin - 20_us);
    }
    first.reduce(0, 1000_us, 1050_us, 80_us, "pair", 24);
    second.reduce(0, 100_us, 1050_us, 80_us, "pair", 24);
    const std::string said =
        remarkOf(runOn(inputOf({ first.text.text(), second.text.text() }), "overview"), "late-rank-unknown");
    QVERIFY2(said.find("take 2.800 ms longer than the shortest ones, but for 2.000 ms of that") != std::string::npos,
        said.c_str());
}

void TestLateFindings::sharesOfWaitsHaveNoTimeTwice_data()
{
    QTest::addColumn<qint64>("begin"); ///< of the run in the pair that waits, us after that in the world
    QTest::addColumn<QByteArray>("whom");
    QTest::newRow("before") << qint64 { -10 } << QByteArray("100.0 % are for rank 0.");
    QTest::newRow("little after") << qint64 { 5 } << QByteArray("99.4 % are for rank 0.");
    QTest::newRow("after") << qint64 { 200 }
                           << QByteArray("80.0 % are for rank 0; for 20.0 % of them, where the ends of the ranks lie "
                                         "apart, it is not known.");
}

/// In a pair rank 1 waits for rank 0 until 900 us. It may wait for it beside that in the world, for 100 to 400 us,
/// whose ends lie apart: what is known is known, whichever began first, and the rest is what that does not have.
void TestLateFindings::sharesOfWaitsHaveNoTimeTwice()
{
    QFETCH(qint64, begin);
    QFETCH(QByteArray, whom);
    LateRank first(0, 2);
    LateRank second(1, 2);
    constexpr Nanoseconds kPeriod = 300'000_us; // the waits are no finding
    first.text.step(1, 0_us, 8 * kPeriod + 1000_us);
    second.text.step(1, 0_us, 8 * kPeriod + 1000_us);
    for (int i = 0; i < 8; ++i) {
        const Timestamp at = i * kPeriod + 100_us;
        const Nanoseconds transfer = 100_us + (i % 4) * 100_us;
        first.reduce(i, at, at + transfer, at - 40_us);
        second.reduce(i, at, at + 2 * transfer, at - 40_us);
        first.reduce(i, at + 900_us, at + 950_us, at - 30_us, "pair", 24);
        second.reduce(i, at + begin * 1_us, at + 950_us, at - 30_us, "pair", 24);
        first.gemm(at + 960_us, at + kPeriod - 40_us, at - 20_us);
        second.gemm(at + 960_us, at + kPeriod - 40_us, at - 20_us);
    }
    const std::string said =
        remarkOf(runOn(inputOf({ first.text.text(), second.text.text() }), "overview"), "waits-in-all");
    QVERIFY2(said.find("where they began, " + whom.toStdString() + " The analysis") != std::string::npos, said.c_str());
}

/// Two stages, of which the second may compute longer; one such pair or two.
void TestLateFindings::stagesOfAPipelineWaitForEachOther()
{
    const auto jobOf = [](Nanoseconds longer, int pairs) {
        const auto transfer = [](int pair, std::string_view kind, std::string_view key, std::int64_t peer) {
            return ArgsText()
                .add("Collective name", kind)
                .add("Process Group Name", "stages " + std::to_string(pair))
                .add(key, peer)
                .text();
        };
        const auto add = [](LateRank& rank, Timestamp from, Timestamp to, const std::string& args) {
            rank.text.kernel("ncclDevKernel_SendRecv", from, to - from, 20, 0, args);
        };
        std::vector<std::string> texts;
        for (int pair = 0; pair < pairs; ++pair) {
            LateRank first(2 * pair, 2 * pairs);
            LateRank second(2 * pair + 1, 2 * pairs);
            for (int i = 0; i < 4; ++i) {
                const Timestamp begin = i * 1000_us;
                const Timestamp back = begin + 210_us + longer;
                first.gemm(begin, begin + 100_us);
                add(first, begin + 100_us, begin + 110_us, transfer(pair, "send", "Dst Rank", 2 * pair + 1));
                add(second, begin, begin + 110_us, transfer(pair, "recv", "Src Rank", 2 * pair));
                second.gemm(begin + 110_us, back);
                add(second, back, back + 10_us, transfer(pair, "send", "Dst Rank", 2 * pair));
                add(first, begin + 110_us, back + 10_us, transfer(pair, "recv", "Src Rank", 2 * pair + 1));
            }
            texts.push_back(first.text.text());
            texts.push_back(second.text.text());
        }
        return inputOf(texts);
    };
    KT_COMPARE_TEXT(lateRankFinding(jobOf(0, 1)), "");
    KT_COMPARE_TEXT(findingOf(jobOf(0, 1), "waits-for-ranks"),
        "Rank 0: In sends and receives it waits 400.0 us (12.4 % of GPU time in view) for ranks that come later, while "
        "it computes nothing. Ranks wait for each other, as the stages of a pipeline do.");
    KT_COMPARE_TEXT(lateRankFinding(jobOf(200_us, 1)),
        "Rank 1: 1 other rank waits 1.200 ms for it in sends and receives (75.0 % of all waits), 1.200 ms while that "
        "rank computes nothing. It computes 400.0 us more than the average of ranks that communicate. It runs as "
        "many kernels of the same names as 1 other rank: they take 3.00 times as long as there, as with larger inputs, "
        "lower clocks or another program on the GPU.");
    KT_COMPARE_TEXT(findingOf(jobOf(200_us, 1), "slow-rank"), "");
    // Of two that compute as long none is named alone.
    KT_COMPARE_TEXT(lateRankFinding(jobOf(200_us, 2)), "");
    QVERIFY(findingOf(jobOf(200_us, 2), "slow-rank").find("1 other rank (3)") != std::string::npos);
}

/// Two stages whose hosts wait for each receive and then take some time before they launch more; that of the second one
/// may wait for nothing and take as long beside its receives.
void TestLateFindings::aStageWhoseHostIsLateIsNamed()
{
    const auto jobOf = [](Nanoseconds ofFirst, Nanoseconds ofSecond, bool isBeside = false, Nanoseconds longer = 0) {
        LateRank first(0, 2);
        LateRank second(1, 2);
        const auto add = [](LateRank& rank, std::string_view kind, std::string_view key, std::int64_t peer,
                             TimeRange range, Timestamp launched) {
            rank.text.kernel("ncclDevKernel_SendRecv", range.begin, range.length(), 20, rank.link(launched),
                ArgsText().add("Collective name", kind).add("Process Group Name", "stages").add(key, peer).text());
        };
        const auto sync = [](LateRank& rank, Timestamp begin, Timestamp end) {
            rank.text.runtime("cudaStreamSynchronize", begin, end - begin, ++rank.correlation);
        };
        Timestamp begin = 100_us; // of what the first stage computes
        Timestamp posted = begin; // the second one's receive
        for (int i = 0; i < 4; ++i) {
            const Timestamp sent = begin + 110_us;
            first.gemm(begin, begin + 100_us, begin - 3_us);
            add(first, "send", "Dst Rank", 1, { begin + 100_us, sent }, begin - 2_us);
            add(second, "recv", "Src Rank", 0, { posted, sent }, posted - 1_us);
            if (!isBeside)
                sync(second, posted, sent);
            const Timestamp ready = sent + 5_us + ofSecond;
            const Timestamp back = ready + 100_us + longer;
            const Timestamp launched = isBeside ? sent - 3_us : ready - 3_us;
            second.gemm(ready, back, launched);
            add(second, "send", "Dst Rank", 0, { back, back + 10_us }, launched + 1_us);
            add(first, "recv", "Src Rank", 1, { sent, back + 10_us }, begin - 1_us);
            sync(first, begin, back + 10_us);
            posted = back + 10_us;
            begin = back + 15_us + ofFirst;
        }
        return inputOf({ first.text.text(), second.text.text() });
    };
    KT_COMPARE_TEXT(lateRankFinding(jobOf(0, 0)), "");
    KT_COMPARE_TEXT(lateRankFinding(jobOf(0, 300_us)),
        "Rank 1: 1 other rank waits 1.620 ms for it in sends and receives (79.6 % of all waits), 1.620 ms while that "
        "rank computes nothing. For 1.220 ms of these waits the reason is that its host launched work late. Its GPU "
        "waits 602.5 us longer for its host than those of the ranks that communicate do on average.");
    const std::string both = lateRankFinding(jobOf(0, 300_us, false, 400_us));
    QVERIFY2(both.find("host launched work late.") != std::string::npos
            && both.find("It computes 800.0 us more than the average") != std::string::npos,
        both.c_str());
    // Most waits are those of any stage: its host is not said to be behind all of them.
    KT_COMPARE_TEXT(lateRankFinding(jobOf(0, 50_us)), "");
    const std::string some = findingOf(jobOf(0, 50_us), "waits-for-ranks");
    QVERIFY2(some.find("as the stages of a pipeline do. The GPU of rank 1 waits ") != std::string::npos
            && some.ends_with(" for what it launches late."),
        some.c_str());
    // Each waits for the other's host.
    KT_COMPARE_TEXT(lateRankFinding(jobOf(300_us, 300_us)), "");
    // Only the GPU of the first one idles meanwhile, but the host of the second one takes no less.
    QVERIFY(lateRankFinding(jobOf(300_us, 0)).starts_with("Rank 0: "));
    KT_COMPARE_TEXT(lateRankFinding(jobOf(300_us, 0, true)), "");
}

/// Of rank 1 a copy or its kernels take 100 us longer, or rank 2 is last in the first of two collectives beside which
/// all compute as long. Then the others compute while they wait in that one, and rank 1 only after it.
void TestLateFindings::latenessIsCarriedOverBesideComputation()
{
    const auto saidOf = [](Nanoseconds copy, Nanoseconds longer, bool isAnotherLast) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 3; ++rank) {
            LateRank own(rank, 3);
            own.reduce(0, 0_us, 10_us);
            const bool isLast = isAnotherLast && rank == 2;
            const Nanoseconds copied = rank == 1 ? copy : isLast ? 101_us : 0_us;
            const Nanoseconds computed = 100_us + (rank == 1 ? longer : 0_us);
            if (copied > 0)
                own.text.copy("Memcpy HtoD (Pinned -> Device)", 20_us, copied, 7, 0, 1000);
            const Timestamp ready = 20_us + copied + computed;
            const Timestamp next = ready + (isLast ? 0 : computed);
            own.gemm(20_us + copied, ready).reduce(1, ready, 250_us);
            if (!isLast)
                own.gemm(ready, next);
            own.reduce(2, std::max<Timestamp>(next, 250_us), 360_us + longer);
            texts.push_back(own.text.text());
        }
        const std::string said = lateRankFinding(inputOf(texts));
        return said.substr(said.find("compute nothing.") + 16);
    };
    KT_COMPARE_TEXT(
        saidOf(100_us, 0, false), " For 340.0 us of these waits the reason is that it copied longer before.");
    KT_COMPARE_TEXT(saidOf(0, 100_us, false),
        " For 540.0 us of these waits the reason is that it computed longer before. It runs as many kernels of the "
        "same "
        "names as 2 other ranks: they take 2.00 times as long as in the median of those, as with larger inputs, lower "
        "clocks or another program on the GPU.");
    KT_COMPARE_TEXT(saidOf(100_us, 0, true),
        " For 140.0 us of these waits the reason is that it was late already in the collective before.");
}

void TestLateFindings::annotationsInWhichTheHostWasLateAreNamed()
{
    const auto saidOf = [](Nanoseconds inAnnotation) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 3; ++rank) {
            LateRank own(rank, 3);
            const Timestamp launched = rank == 1 ? 190_us : 90_us;
            own.text.step(1, 20_us, 240_us);
            if (rank == 1)
                own.text.annotation("save_checkpoint", 60_us, inAnnotation);
            own.reduce(0, 40_us, 50_us, 30_us).reduce(1, launched + 10_us, 250_us, launched);
            texts.push_back(own.text.text());
        }
        const std::string said = lateRankFinding(inputOf(texts));
        return said.substr(said.find("launched work late: "));
    };
    KT_COMPARE_TEXT(saidOf(80_us),
        "launched work late: before them it spent more time in 'save_checkpoint', of which nothing more was recorded, "
        "than others.");
    KT_COMPARE_TEXT(
        saidOf(30_us), "launched work late: before them it spent more time on what was not recorded than others.");
}

/// What most of the time is in has a name; where several have their part none is named.
void TestLateFindings::whatTheHostWasLateForIsNamed()
{
    const auto saidOf = [](bool isOnGpu, auto addLonger) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 3; ++rank) {
            LateRank own(rank, 3);
            const Timestamp begin = rank == 1 ? 200_us : 100_us;
            own.text.op("aten::mm", 62_us, 10_us).python("train.py(3): step", 20_us, 230_us, 1);
            if (rank == 1)
                addLonger(own.text);
            if (isOnGpu) {
                own.reduce(0, 40_us, 50_us, 30_us).reduce(1, begin, 250_us, begin - 10_us);
            } else {
                own.text.annotation("gloo:all_reduce", 40_us, 10_us);
                own.text.annotation("gloo:all_reduce", begin, 250_us - begin);
            }
            texts.push_back(own.text.text());
        }
        const std::string said = lateRankFinding(inputOf(texts));
        return said.substr(said.find(" the reason is "));
    };
    const auto inPython = [](TraceText& text) { text.python("save.py(7): checkpoint", 80_us, 100_us, 2); };
    const auto inOps = [](TraceText& text) {
        text.op("aten::a", 80_us, 40_us).op("aten::b", 120_us, 40_us).op("aten::c", 160_us, 20_us);
    };
    const auto loading = [](TraceText& text) {
        text.op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 80_us, 100_us);
    };
    KT_COMPARE_TEXT(saidOf(true, inPython),
        " the reason is that its host launched work late: before them it spent more time on Python than others, most "
        "of that in 'save.py(7): checkpoint'.");
    KT_COMPARE_TEXT(saidOf(false, inPython),
        " the reason is that its host took longer before: it spent more time on Python than others, most of that in "
        "'save.py(7): checkpoint'.");
    KT_COMPARE_TEXT(saidOf(true, inOps),
        " the reason is that its host launched work late: before them it spent more time on ops than others.");
    KT_COMPARE_TEXT(saidOf(false, inOps),
        " the reason is that its host took longer before: it spent more time on ops than others.");
    KT_COMPARE_TEXT(saidOf(false, loading),
        " the reason is that its host took longer before: it spent more time on data loading than others.");
}

/// A name that one rank alone has is not what it did more, if others spent as long under another or under none; nor is
/// one of two that are longer, where a third is shorter. What another thread does the main one may wait for.
void TestLateFindings::namesThatOthersHaveNotAreNotWhatTookLonger()
{
    const auto saidOf = [](auto addTo) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 3; ++rank) {
            TraceText text;
            text.rank(rank, 3).thread(100, 1).step(1, 0_us, 400_us);
            text.annotation("gloo:all_reduce", 10_us, 20_us);
            const Timestamp end = rank == 1 ? 300_us : 200_us;
            addTo(text, rank, end);
            text.thread(100, 1).annotation("gloo:all_reduce", end, 350_us - end);
            texts.push_back(text.text());
        }
        const std::string said = lateRankFinding(inputOf(texts));
        return said.substr(std::min(said.size(), said.find(" the reason is ")));
    };
    const char* const onOps = " the reason is that its host took longer before: it spent more time on ops than others.";
    const auto ofRanks = [](TraceText& text, int rank, Timestamp end) {
        text.op("rank" + std::to_string(rank) + "_forward", 40_us, 120_us).op("aten::log", 160_us, end - 160_us);
    };
    KT_COMPARE_TEXT(saidOf(ofRanks), onOps);
    const auto alone = [](TraceText& text, int rank, Timestamp end) {
        text.op("aten::a", 31_us, 1_us);
        if (rank == 1)
            text.annotation("forward", 40_us, 120_us).annotation("checkpoint", 170_us, end - 170_us);
    };
    KT_COMPARE_TEXT(saidOf(alone),
        " the reason is that its host took longer before: it spent more time on what was not recorded than others.");
    const auto two = [](TraceText& text, int rank, Timestamp end) {
        const Nanoseconds first = rank == 1 ? 120_us : 50_us;
        const Nanoseconds second = rank == 1 ? 119_us : 50_us;
        text.op("aten::a", 40_us, first).op("aten::b", 40_us + first, second);
        if (rank != 1)
            text.op("aten::c", 140_us, end - 140_us);
    };
    KT_COMPARE_TEXT(saidOf(two), onOps);
    // Nor are causes, where others spent as long on another one.
    const auto loading = [](TraceText& text, int rank, Timestamp end) {
        text.op("aten::a", 31_us, 1_us);
        const Timestamp begin = rank == 1 ? 50_us : end - 10_us; // the others do as much in the op
        text.op("aten::b", 40_us, begin - 40_us);
        text.annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", begin, end - 5_us - begin);
    };
    KT_COMPARE_TEXT(saidOf(loading), " the reason is that its host took longer before.");
    const auto elsewhere = [](TraceText& text, int rank, Timestamp end) {
        text.op("aten::a", 31_us, 1_us);
        text.thread(100, 5).op("compress", 40_us, end - 45_us);
        text.thread(100, 1).op("aten::b", 40_us, rank == 1 ? 40_us : 5_us);
    };
    KT_COMPARE_TEXT(saidOf(elsewhere), " the reason is that its host took longer before.");
    const auto unlike = [](TraceText& text, int rank, Timestamp end) {
        if (rank == 1)
            text.op("aten::a", 40_us, end - 50_us);
    };
    KT_COMPARE_TEXT(saidOf(unlike),
        " the reason is that its host took longer before; what it did meanwhile cannot be compared, since the ranks "
        "did "
        "not record the same of their hosts.");
}

/// Of a reduce nothing is told but who came last: others leave it before.
void TestLateFindings::whatIsKnownOfFewWaitsIsNotAll()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 3; ++rank) {
        TraceText text;
        text.rank(rank, 3).thread(100, 1).step(1, 0_us, 2'000_us);
        const Nanoseconds late = rank == 1 ? 20_us : 0;
        text.annotation("gloo:all_reduce", 10_us, 20_us);
        text.op("aten::mm", 40_us, 20_us + late);
        text.annotation("gloo:all_reduce", 80_us + late, 40_us - late);
        text.op("aten::mm", 120_us, rank == 1 ? 900_us : 20_us);
        const Timestamp begin = rank == 1 ? 1'100_us : 200_us;
        text.annotation("gloo:reduce", begin, 1'200_us - begin);
        texts.push_back(text.text());
    }
    KT_COMPARE_TEXT(lateRankFinding(inputOf(texts)),
        "Rank 1: 2 other ranks wait 1.840 ms together for it in collectives (100.0 % of all waits). For 1.800 ms of "
        "these waits the reason is not known.");
}

/// All wait for rank 0 in a broadcast: the tables of wait-causes keep to collectives that all must leave together.
void TestLateFindings::whyABroadcastWaitsIsToldInTheOverview()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 3; ++rank) {
        LateRank own = upToBroadcast(rank);
        texts.push_back(own.reduce(2, 180_us, 200_us).text.text());
    }
    const std::string said = lateRankFinding(inputOf(texts));
    QVERIFY2(said.find(" For 200.0 us of these waits the reason is that it computed longer before. It runs as many ")
            != std::string::npos,
        said.c_str());
    KT_COMPARE_TEXT(tests::rowsOf(runOn(inputOf(texts), "wait-causes"), "instances", { "kind", "last_rank", "reason" }),
        "allreduce  \nbroadcast 0 \nallreduce  \n");
    // But what the sentence stands on can be found.
    const auto waits = runOn(inputOf(texts), "wait-causes");
    KT_COMPARE_TEXT(tests::rowsOf(waits, "leads", { "instance", "rank", "role", "lead", "compute" }),
        "1 0 late 130 130\n1 1 compared 30 30\n");
    KT_COMPARE_TEXT(remarkOf(waits, "broadcast-leads"),
        "In 1 broadcast, with 200.0 us of the 200.0 us of waits, all others waited for one rank. What made that one "
        "late is among the leads, in which it is compared with another; the columns of reasons, and the main reason of "
        "a "
        "rank, leave broadcasts out.\n");
    const Table& instances = *waits->findTable("instances");
    QCOMPARE(instances.evidence(1, instances.columnIndex("reason")).intervals.size(), std::size_t { 2 });
}

/// Rank 0 computes 100 us longer, for which the others wait in its broadcast; then its host launches 60 us late. How
/// much of the second wait is for which is not known.
void TestLateFindings::whatABroadcastWaitedForIsNoReasonOfTheNext()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 3; ++rank) {
        LateRank own = upToBroadcast(rank);
        const Timestamp launched = rank == 0 ? 230_us : 170_us;
        own.gemm(launched + 10_us, launched + 60_us, launched);
        texts.push_back(own.reduce(2, launched + 60_us, 320_us, launched + 2_us).text.text());
    }
    const std::string said = lateRankFinding(inputOf(texts));
    QVERIFY2(isSaid(toQString(said), "wait 320.0 us together for it"), said.c_str());
    QVERIFY2(isSaid(toQString(said), " For 200.0 us of these waits the reason is that it computed longer before."),
        said.c_str());
    QVERIFY2(!isSaid(toQString(said), "launched work late"), said.c_str());
}

/// In the first broadcast rank 0, whose run is the shorter one, is gone before rank 1 comes. In the second, all wait
/// for rank 1.
void TestLateFindings::broadcastsWhoseEndsLieApartHaveNoLeads()
{
    const auto jobOf = [](Nanoseconds late) {
        LateRank first(0, 2);
        LateRank second(1, 2);
        const auto broadcast = [](LateRank& rank, std::int64_t number, Timestamp begin, Timestamp end) {
            rank.text.kernel(
                "ncclDevKernel_Broadcast", begin, end - begin, 20, 0, reduceIn("world", number, "broadcast"));
        };
        for (int i = 0; i < 9; ++i) {
            first.reduce(i, i * 1000_us, i * 1000_us + 100_us);
            second.reduce(i, i * 1000_us, i * 1000_us + 100_us);
        }
        broadcast(first, 9, 9000_us, 9050_us);
        broadcast(second, 9, 9100_us, 9600_us);
        broadcast(first, 10, 9700_us, 9810_us + late);
        broadcast(second, 10, 9700_us + late, 9810_us + late);
        return runOn(inputOf({ first.text.text(), second.text.text() }), "wait-causes");
    };
    const auto waits = jobOf(200_us);
    const std::string rows = tests::rowsOf(waits, "instances", { "instance", "kind", "last_rank", "waits" });
    QVERIFY2(rows.ends_with("\n9 broadcast 0 450\n10 broadcast 1 200\n"), rows.c_str());
    KT_COMPARE_TEXT(remarkOf(waits, "ends-apart").substr(0, 51), "In 1 collective, with 450.0 us of the 650.0 us of w");
    KT_COMPARE_TEXT(tests::rowsOf(waits, "leads", { "instance", "rank", "role" }), "10 1 late\n10 0 compared\n");
    QVERIFY2(remarkOf(waits, "broadcast-leads").starts_with("In 1 broadcast, with 200.0 us of the 650.0 us of waits, "),
        remarkOf(waits, "broadcast-leads").c_str());
    const Table& instances = *waits->findTable("instances");
    QVERIFY(instances.evidence(9, instances.columnIndex("reason")).intervals.empty());
    // Of next to no waits no sentence is said; the leads are there.
    KT_COMPARE_TEXT(remarkOf(jobOf(40_us), "broadcast-leads"), "");
    KT_COMPARE_TEXT(tests::rowsOf(jobOf(40_us), "leads", { "instance", "rank" }), "10 1\n10 0\n");
}

/// Two nodes of two ranks: of the second the reduce-scatter takes 400 us, of the first 100. Then pairs all-reduce.
void TestLateFindings::aSlowGroupBeforeIsNamed()
{
    const auto whomWhere = [](std::int64_t elements) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 4; ++rank) {
            LateRank own(rank, 4);
            const bool isSlow = rank >= 2;
            const auto argsOf = [&](std::string_view kind, const char* group, int number, std::int64_t count) {
                return ArgsText()
                    .add("Collective name", kind)
                    .add("Process Group Name", group)
                    .add("Seq", std::int64_t { number })
                    .add("In msg nelems", count)
                    .text();
            };
            for (int i = 0; i < 4; ++i) {
                const Timestamp begin = i * 1000_us;
                const Timestamp ready = begin + (isSlow ? 400_us : 100_us);
                own.text.kernel("ncclDevKernel_ReduceScatter", begin, ready - begin, 20, 0,
                    argsOf("reducescatter", isSlow ? "node b" : "node a", i, isSlow ? elements : 1000));
                own.text.kernel("ncclDevKernel_AllReduce", ready, begin + 500_us - ready, 20, 0,
                    argsOf("allreduce", rank % 2 == 0 ? "pair a" : "pair b", i, 100));
            }
            texts.push_back(own.text.text());
        }
        return whomOf(inputOf(texts));
    };
    const std::string said = whomWhere(1000);
    QVERIFY2(said.ends_with(" of all waits the reason is communication before, in group 'node b': without waits it "
                            "takes 400.0 us on average, where as many elements take 100.0 us in other groups."),
        said.c_str());
    const std::string unlike = whomWhere(4000);
    QVERIFY2(unlike.find("group 'node b'") == std::string::npos, unlike.c_str());
}

QTEST_GUILESS_MAIN(TestLateFindings)
#include "tst_late_findings.moc"
