// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/analysis_modes.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Stragglers (SPEC.md section 15.1).
class TestStragglers : public QObject {
    Q_OBJECT

private slots:
    void section151Example_data();
    void section151Example();
    void diff151AnyCollectiveAndStep0();
    void ranksWithoutStepsAreSaidToBeLeftOut();
    void whatRanksMayLeaveEarlyIsSaid();
    void candidatesThatTellLittleAreSaidTo();
    void diff152ShortestDuration();
    void fewerRanksThanCandidates_data();
    void fewerRanksThanCandidates();
    void withoutStepsTheWholeTraceIsOne();
    void oneRankIsSaid();
    void unknownStepIsAnError_data();
    void unknownStepIsAnError();
    void tiesAreNobodys();
    void differentCallsAreNotCompared();
    void clocksThatDifferTellNoStarts();
    void clocksAreBlamedOnlyWhereTheyWereMeasured();
    void lostRunsAreFoundByTheirEnds();
    void everyProcessGroupIsLookedAt();
    void whoComesLastCountsHoweverShortItsRun();
    void theLastLongOneOfAStepCountsNotAShortOneAfterIt();
    void ofEqualVotesWhoIsWaitedForMoreComesFirst();
    void whomOthersMostlyWaitForIsSaid();
    void whyThereIsNothingIsSaid();
};

namespace {

/// A rank that enters the collective of each of three steps `start` after its beginning; all leave at 900.
std::string rankText(int rank, Nanoseconds start, std::string_view name, std::int64_t firstStep = 1)
{
    TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    text.rank(rank, 3);
    for (std::int64_t i = 0; i < 3; ++i) {
        const Timestamp begin = i * 1000_us;
        text.step(firstStep + i, begin, 1000_us);
        text.launch(begin + 10_us, 5_us, i + 1);
        text.kernel(name, begin + start, 900_us - start, 20, i + 1);
    }
    return text.text();
}

AnalysisInput threeRanks(std::string_view name, std::int64_t firstStep = 1)
{
    return inputOf({ rankText(0, 100_us, name, firstStep), rankText(1, 500_us, name, firstStep),
        rankText(2, 300_us, name, firstStep) });
}

} // namespace

void TestStragglers::section151Example_data()
{
    addModes();
}

void TestStragglers::section151Example()
{
    const AnalysisInput input = threeRanks("ncclKernel_AllReduce");
    KT_COMPARE_TEXT(
        rowsOf(runOn(input, "stragglers", { { "num-candidates", "1" } }, fetchMode()), "candidates", { "rank" }),
        "1\n");
    // HTA names as many as are asked for; exact mode those that ever are last.
    KT_COMPARE_TEXT(
        rowsOf(runOn(input, "stragglers", { { "num-candidates", "2" } }, fetchMode()), "candidates", { "rank" }),
        fetchMode() == Mode::Hta ? "1\n2\n" : "1\n");
    // And says what its count is.
    const auto result = runOn(input, "stragglers", {}, fetchMode());
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(result->findTable("candidates")->title(),
        fetchMode() == Mode::Hta ? "Ranks among the last to start in one collective that HTA picks"
                                 : "Ranks that come last in one collective of each group and step");
}

void TestStragglers::diff151AnyCollectiveAndStep0()
{
    const AnalysisInput input = threeRanks("ncclDevKernel_AllReduce", 0);
    KT_COMPARE_TEXT(rowsOf(runOn(input, "stragglers"), "candidates", { "rank", "count", "steps" }), "1 3 3\n");
    KT_COMPARE_TEXT(rowsOf(runOn(input, "stragglers", {}, Mode::Hta), "candidates", { "rank" }), "");
}

/// The rank that all wait for was recorded without its host, so it has no steps.
void TestStragglers::ranksWithoutStepsAreSaidToBeLeftOut()
{
    const char* const name = "ncclDevKernel_AllReduce";
    TraceText onlyDevice = wholeMicroseconds().rank(2, 3);
    for (int i = 0; i < 3; ++i)
        onlyDevice.kernel(name, i * 1'000'000 + 800'000, 100_us, 20);
    const AnalysisInput job = inputOf({ rankText(0, 100_us, name), rankText(1, 200_us, name), onlyDevice.text() });
    KT_COMPARE_TEXT(remarkOf(runOn(job, "stragglers"), "ranks-left-out"),
        "Ranks left out: 2. The others may be waiting for them: none of their GPU work belongs to a step that is "
        "looked at.\n");
    KT_COMPARE_TEXT(remarkOf(runOn(threeRanks(name), "stragglers"), "ranks-left-out"), "");
}

void TestStragglers::whatRanksMayLeaveEarlyIsSaid()
{
    KT_COMPARE_TEXT(remarkOf(runOn(threeRanks("ncclDevKernel_Broadcast_RING_LL"), "stragglers"), "early-leavers"),
        "In 'ncclDevKernel_Broadcast_RING_LL' a rank may leave before the last one has come, as the root of a "
        "broadcast does: the rank that starts last, or that has the shortest run, need not be the one that the others "
        "wait for.\n");
    KT_COMPARE_TEXT(remarkOf(runOn(threeRanks("ncclDevKernel_AllReduce"), "stragglers"), "early-leavers"), "");
}

/// Of six steps: in which rank 0 comes last, each of the others as often or not at all.
void TestStragglers::candidatesThatTellLittleAreSaidTo()
{
    const auto said = [](const std::vector<int>& last, Nanoseconds late, std::string_view code) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 3; ++rank) {
            TraceText text;
            text.rank(rank, 3);
            for (std::size_t i = 0; i < last.size(); ++i) {
                const Timestamp begin = static_cast<Timestamp>(i) * 2000_us;
                const Nanoseconds own = rank == last[i] ? late : 0;
                text.step(static_cast<std::int64_t>(i), begin, 1900_us);
                text.launch(begin, 2_us, static_cast<std::int64_t>(i) + 1);
                text.kernel("ncclDevKernel_AllReduce", begin + 100_us + own, 800_us - own, 20,
                    static_cast<std::int64_t>(i) + 1);
            }
            texts.push_back(text.text());
        }
        return remarkOf(runOn(inputOf(texts), "stragglers"), code);
    };
    KT_COMPARE_TEXT(said({ 0, 1, 2, 0, 1, 2 }, 300_us, "last-by-chance"),
        "No rank comes last in more than half of the steps (the first one in 2 of 6), nor do the others wait half of "
        "the time for one: who comes last here may be chance, or several come late together.\n");
    KT_COMPARE_TEXT(said({ 0, 1, 2, 0, 0, 0 }, 300_us, "last-by-chance"), "");
    KT_COMPARE_TEXT(said({ 0, 0, 0, 0, 0, 0 }, 300_us, "waits-are-small"), "");
    const std::string small = said({ 0, 0, 0, 0, 0, 0 }, 12_us, "waits-are-small");
    QVERIFY2(small.starts_with("In the collectives that are compared here the longest waits take 12.00 us a step on "
                               "average, 0.6 % of it. "),
        small.c_str());
}

void TestStragglers::diff152ShortestDuration()
{
    const auto result = runOn(threeRanks("ncclDevKernel_AllReduce"), "stragglers", { { "num-candidates", "1" } });
    KT_COMPARE_TEXT(rowsOf(result, "candidates", { "rank", "shortest_count" }), "1 3\n");
    KT_COMPARE_TEXT(rowsOf(result, "collectives",
                        { "step", "ranks", "shortest_rank", "shortest_duration", "longest_duration", "latest_rank",
                            "start_skew", "duration_std" }),
        "1 3 1 400 800 1 400 200\n2 3 1 400 800 1 400 200\n3 3 1 400 800 1 400 200\n");
}

void TestStragglers::fewerRanksThanCandidates_data()
{
    addModes();
}

void TestStragglers::fewerRanksThanCandidates()
{
    KT_COMPARE_TEXT(
        rowsOf(runOn(threeRanks("ncclKernel_AllReduce"), "stragglers", { { "num-candidates", "9" } }, fetchMode()),
            "candidates", { "rank" }),
        fetchMode() == Mode::Hta ? "0\n1\n2\n" : "1\n");
}

void TestStragglers::withoutStepsTheWholeTraceIsOne()
{
    const auto text = [](int rank, Nanoseconds start) {
        return TraceText()
            .rank(rank, 2)
            .launch(0_us, 5_us, 1)
            .kernel("ncclDevKernel_AllReduce", start, 500_us - start, 20, 1)
            .text();
    };
    const auto result =
        runOn(inputOf({ text(0, 100_us), text(1, 200_us) }), "stragglers", { { "num-candidates", "1" } });
    KT_COMPARE_TEXT(rowsOf(result, "candidates", { "rank", "count" }), "1 1\n");
    KT_COMPARE_TEXT(remarkOf(result, "no-steps"), "These traces have no steps: the whole of them counts as one.\n");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ text(0, 100_us) }), "stragglers"), "no-steps"),
        "This trace has no steps: the whole of it counts as one.\n");
}

void TestStragglers::oneRankIsSaid()
{
    const auto result = runOn(inputOf({ rankText(0, 100_us, "ncclKernel_AllReduce") }), "stragglers");
    KT_VERIFY_OK(result);
    QCOMPARE(result->tables.front().rowCount(), std::size_t { 0 });
    QCOMPARE(result->remarks.front().code, std::string("no-collectives"));
}

void TestStragglers::unknownStepIsAnError_data()
{
    addModes();
}

void TestStragglers::unknownStepIsAnError()
{
    KT_VERIFY_ERROR(
        runOn(threeRanks("ncclKernel_AllReduce"), "stragglers", { { "profiler-steps", "77" } }, fetchMode()),
        ErrorCode::InvalidArgument);
}

void TestStragglers::tiesAreNobodys()
{
    const std::string_view name = "ncclDevKernel_AllReduce";
    // Two ranks that start together, and one that always is first.
    const AnalysisInput tied =
        inputOf({ rankText(0, 100_us, name), rankText(1, 500_us, name), rankText(2, 500_us, name) });
    const auto nobody = runOn(tied, "stragglers");
    KT_COMPARE_TEXT(rowsOf(nobody, "candidates", { "rank" }), "");
    KT_COMPARE_TEXT(rowsOf(nobody, "collectives", { "step", "shortest_rank", "latest_rank" }), "1  \n2  \n3  \n");
    // Of two ranks one is last, not both.
    const AnalysisInput two = inputOf({ rankText(0, 100_us, name), rankText(1, 500_us, name) });
    KT_COMPARE_TEXT(
        rowsOf(runOn(two, "stragglers"), "candidates", { "rank", "count", "shortest_count", "steps" }), "1 3 3 3\n");
}

void TestStragglers::differentCallsAreNotCompared()
{
    // Rank 1 has one more send in its step: the last of the one is not the last of the other.
    const auto rank = [](int number, int sends) {
        TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
        text.rank(number, 2).step(1, 0_us, 1000_us);
        for (int i = 0; i < sends; ++i) {
            text.launch(i * 5'000, 2_us, i + 1);
            text.kernel("ncclDevKernel_SendRecv", 50'000 + i * 200'000, 150_us, 20, i + 1);
        }
        return text.text();
    };
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ rank(0, 2), rank(1, 3) }), "stragglers"), "collectives", { "step" }), "");
    KT_COMPARE_TEXT(
        rowsOf(runOn(inputOf({ rank(0, 3), rank(1, 3) }), "stragglers"), "collectives", { "step", "ranks" }), "1 2\n");
}

void TestStragglers::clocksThatDifferTellNoStarts()
{
    // Both ranks wait as long; the clock of rank 1 is 300 us ahead.
    const auto rank = [](int number, Nanoseconds ahead) {
        TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
        text.rank(number, 2).step(1, ahead, 1000_us).launch(ahead, 2_us, 1);
        return text.kernel("ncclDevKernel_AllReduce", 100_us + ahead, 400_us - ahead / 100, 20, 1).text();
    };
    const auto result = runOn(inputOf({ rank(0, 0), rank(1, 300_us) }), "stragglers");
    KT_COMPARE_TEXT(rowsOf(result, "candidates", { "rank", "count", "shortest_count" }), "1 0 1\n");
    KT_COMPARE_TEXT(rowsOf(result, "collectives", { "ranks", "shortest_rank", "latest_rank" }), "2 1 \n");
    // Of one collective no clock is measured: it may as well have ended apart.
    QCOMPARE(result->remarks.front().code, std::string("starts-tell-nothing"));
    KT_COMPARE_TEXT(english(result->remarks.front().message),
        "In 1 of 1 step the ends of the collective lie at least half as far apart as its starts: which rank starts "
        "last is not counted there, only which run is shortest.");
}

namespace {

/// A rank with an all-reduce in each of four steps, on a clock that is `ahead`.
std::string clockRank(int rank, Nanoseconds ahead, Nanoseconds start, Nanoseconds end)
{
    TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    text.rank(rank, 2);
    for (std::int64_t i = 0; i < 4; ++i) {
        const Timestamp begin = i * 5000_us + ahead;
        text.step(i + 1, begin, 2000_us).launch(begin, 2_us, i + 1);
        text.kernel("ncclDevKernel_AllReduce", begin + start, end - start, 20, i + 1);
    }
    return text.text();
}

/// All but that there is little to gain.
std::string remarksOf(const Result<AnalysisResult>& result)
{
    std::string all;
    for (const Remark& remark : result->remarks)
        all += remark.code == "waits-are-small" ? "" : remark.code + ": " + english(remark.message) + "\n";
    return all;
}

} // namespace

void TestStragglers::clocksAreBlamedOnlyWhereTheyWereMeasured()
{
    const auto said = [](const std::string& a, const std::string& b) {
        return remarksOf(runOn(inputOf({ a, b }), "stragglers"));
    };
    const std::string untold =
        "In 4 of 4 steps the ends of the collective lie at least half as far apart as its starts";
    const std::string first = clockRank(0, 0, 100_us, 900_us);
    KT_COMPARE_TEXT(said(first, clockRank(1, 300_us, 110_us, 900_us)),
        "clocks-differ: " + untold
            + ". By the ends of all collectives the clocks of the ranks differ, by up to 300.0 us here, and they are "
              "not aligned: which rank starts last is not counted there, only which run is shortest.\n");
    // The same rank twice: all start and end together, and there is nothing to tell.
    KT_COMPARE_TEXT(said(first, clockRank(1, 0, 100_us, 900_us)), "");
    // Starts in the same ns, and ends that lie apart in turn: no clock does that.
    TraceText second(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    second.rank(1, 2);
    for (std::int64_t i = 0; i < 4; ++i) {
        second.step(i + 1, i * 5000_us, 2000_us).launch(i * 5000_us, 2_us, i + 1);
        second.kernel("ncclDevKernel_AllReduce", i * 5000_us + 100_us, 850_us + (i % 2) * 100_us, 20, i + 1);
    }
    KT_COMPARE_TEXT(said(first, second.text()),
        "starts-tell-nothing: " + untold
            + ": which rank starts last is not counted there, only which run is shortest.\n");
}

void TestStragglers::lostRunsAreFoundByTheirEnds()
{
    // Rank 1 lost its first all-reduce: its second one belongs to the second of the others, not to their first.
    const auto rank = [](int number, int first) {
        TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
        text.rank(number, 3).step(1, 0_us, 5000_us);
        const Nanoseconds ends[] = { 500_us, 1100_us, 2200_us, 3050_us, 4400_us };
        for (int i = first; i < 5; ++i) {
            text.launch(i * 5'000, 2_us, i + 1);
            const Nanoseconds length = number == 1 ? 100_us : 300_us;
            text.kernel("ncclDevKernel_AllReduce", ends[i] - length, length, 20, i + 1);
        }
        return text.text();
    };
    const auto result = runOn(inputOf({ rank(0, 0), rank(1, 1), rank(2, 0) }), "stragglers");
    KT_COMPARE_TEXT(rowsOf(result, "candidates", { "rank", "count", "shortest_count" }), "1 1 1\n");
    KT_COMPARE_TEXT(
        rowsOf(result, "collectives", { "ranks", "latest_rank", "start_skew", "shortest_duration" }), "3 1 200 100\n");
}

namespace {

struct GroupRun {
    std::string_view group;
    Nanoseconds start = 0; ///< in the step
    Nanoseconds end = 0;
};

/// A rank with an all-reduce for each of `runs` in each of three steps of a ms.
std::string groupRank(int rank, const std::vector<GroupRun>& runs)
{
    TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    text.rank(rank, 4);
    std::int64_t correlation = 0;
    for (std::int64_t step = 0; step < 3; ++step) {
        const Timestamp begin = step * 1000_us;
        text.step(step + 1, begin, 1000_us);
        for (const GroupRun& run : runs) {
            text.launch(begin + 10_us, 1_us, ++correlation);
            text.kernel("ncclDevKernel_AllReduce", begin + run.start, run.end - run.start, 20, correlation,
                ArgsText().add("Collective name", "allreduce").add("Process Group Name", run.group).text());
        }
    }
    return text.text();
}

} // namespace

void TestStragglers::everyProcessGroupIsLookedAt()
{
    // Ranks 2 and 3, who differ by little, have the last collective of the step; the others wait for rank 1 by then.
    const AnalysisInput job =
        inputOf({ groupRank(0, { { "a", 100_us, 500_us } }), groupRank(1, { { "a", 450_us, 500_us } }),
            groupRank(2, { { "b", 600_us, 700_us } }), groupRank(3, { { "b", 610_us, 700_us } }) });
    const auto result = runOn(job, "stragglers");
    KT_COMPARE_TEXT(rowsOf(result, "candidates", { "rank", "count", "shortest_count", "steps" }), "1 3 3 3\n");
    KT_COMPARE_TEXT(rowsOf(result, "collectives", { "step", "ranks", "latest_rank", "chosen" }),
        "1 2 1 1\n2 2 1 1\n3 2 1 1\n1 2 3 0\n2 2 3 0\n3 2 3 0\n");
    // Each group has a rank that it waits for.
    const AnalysisInput both =
        inputOf({ groupRank(0, { { "a", 100_us, 500_us } }), groupRank(1, { { "a", 450_us, 500_us } }),
            groupRank(2, { { "b", 400_us, 700_us } }), groupRank(3, { { "b", 610_us, 700_us } }) });
    KT_COMPARE_TEXT(rowsOf(runOn(both, "stragglers"), "candidates", { "rank", "count", "shortest_count", "steps" }),
        "1 3 3 3\n3 3 3 3\n");
}

void TestStragglers::whoComesLastCountsHoweverShortItsRun()
{
    // 5 us of a step of 1000: less than is long, but the others wait for it.
    const AnalysisInput job = inputOf({ groupRank(0, { { "a", 100_us, 500_us } }),
        groupRank(1, { { "a", 495_us, 500_us } }), groupRank(2, { { "a", 101_us, 500_us } }) });
    const auto result = runOn(job, "stragglers");
    KT_COMPARE_TEXT(rowsOf(result, "candidates", { "rank", "count", "shortest_count" }), "1 3 3\n");
    KT_COMPARE_TEXT(rowsOf(result, "collectives", { "ranks", "shortest_duration" }), "3 5\n3 5\n3 5\n");
    // Where nobody's run is long there is nothing to tell.
    const AnalysisInput brief =
        inputOf({ groupRank(0, { { "a", 492_us, 500_us } }), groupRank(1, { { "a", 495_us, 500_us } }) });
    KT_COMPARE_TEXT(rowsOf(runOn(brief, "stragglers"), "collectives", { "ranks" }), "");
}

/// As a loss of a few bytes that is averaged after the gradients are.
void TestStragglers::theLastLongOneOfAStepCountsNotAShortOneAfterIt()
{
    const AnalysisInput job = inputOf({ groupRank(0, { { "a", 100_us, 500_us }, { "a", 902_us, 906_us } }),
        groupRank(1, { { "a", 450_us, 500_us }, { "a", 900_us, 906_us } }) });
    const auto result = runOn(job, "stragglers");
    KT_COMPARE_TEXT(rowsOf(result, "candidates", { "rank", "count", "shortest_count", "steps" }), "1 3 3 3\n");
    KT_COMPARE_TEXT(remarkOf(result, "no-collectives"), "");
}

void TestStragglers::ofEqualVotesWhoIsWaitedForMoreComesFirst()
{
    // Rank 2 is late in both of its groups; rank 1, whom its own group waits for as long, in one.
    const AnalysisInput job = inputOf({ groupRank(0, { { "d", 300_us, 900_us } }),
        groupRank(1, { { "d", 800_us, 900_us } }), groupRank(2, { { "t", 250_us, 280_us }, { "e", 800_us, 900_us } }),
        groupRank(3, { { "t", 100_us, 280_us }, { "e", 300_us, 900_us } }) });
    KT_COMPARE_TEXT(
        rowsOf(runOn(job, "stragglers"), "candidates", { "rank", "count", "shortest_count" }), "2 3 3\n1 3 3\n");
}

/// In each of three steps a collective waits for rank 0, a later one for rank 1, and so on.
void TestStragglers::whomOthersMostlyWaitForIsSaid()
{
    const auto jobOf = [](const std::vector<Nanoseconds>& late, bool areTwoAtOnce = false) {
        std::vector<std::string> texts;
        for (std::size_t rank = 0; rank < late.size(); ++rank) {
            TraceText text;
            text.rank(static_cast<std::int64_t>(rank), static_cast<std::int64_t>(late.size()));
            std::int64_t correlation = 0;
            for (std::int64_t i = 0; i < 3; ++i) {
                const Timestamp begin = i * 2000_us;
                text.step(i + 1, begin, 2000_us);
                for (std::size_t k = 0; k < late.size(); ++k) {
                    const Timestamp at = begin + static_cast<std::int64_t>(k) * 500_us;
                    const Nanoseconds own = rank == k ? late[k] : 0;
                    text.launch(begin + static_cast<std::int64_t>(k) * 1_us, 1_us, ++correlation);
                    text.kernel("ncclDevKernel_AllReduce", at + 100_us + own, 400_us - own, 20, correlation);
                    if (areTwoAtOnce)
                        text.kernel("ncclDevKernel_AllReduce", at + 100_us + own, 400_us - own, 24, correlation);
                }
            }
            texts.push_back(text.text());
        }
        return inputOf(texts);
    };
    const AnalysisInput job = jobOf({ 300_us, 100_us });
    const auto result = runOn(job, "stragglers");
    KT_COMPARE_TEXT(rowsOf(result, "candidates", { "rank" }), "1\n");
    QCOMPARE(result->remarks.front().code, std::string("others-wait-for"));
    KT_COMPARE_TEXT(remarkOf(result, "others-wait-for"),
        "In all collectives of this scope together ranks wait most for rank 0, which comes last there, not for rank 1: "
        "900.0 us of 1.200 ms (75.0 %), for rank 1 25.0 %. The analysis wait-causes adds that up. The candidates come "
        "from one collective of each process group, the last long one of its name in each step.\n");
    KT_COMPARE_TEXT(remarkOf(runOn(job, "stragglers", {}, Mode::Hta), "others-wait-for"), "");
    const std::string twice = remarkOf(runOn(jobOf({ 300_us, 100_us }, true), "stragglers"), "others-wait-for");
    QVERIFY2(
        twice.find("1.800 ms of 2.400 ms (75.0 %), for rank 1 25.0 %. Where a rank waits in several collectives at "
                   "once, each counts. The analysis wait-causes adds that up.")
            != std::string::npos,
        twice.c_str());
    // Most need not be more than half.
    const std::string three = remarkOf(runOn(jobOf({ 200_us, 150_us, 100_us }), "stragglers"), "others-wait-for");
    QVERIFY2(three.find("most for rank 0, which comes last there, not for rank 2: 1.200 ms of 2.700 ms (44.4 %), for "
                        "rank 2 22.2 %.")
            != std::string::npos,
        three.c_str());
    // Where the last ones are alike there is no candidate, and whom the others wait for before is said all the same.
    const auto alike = runOn(jobOf({ 300_us, 0_us }), "stragglers");
    KT_COMPARE_TEXT(rowsOf(alike, "candidates", { "rank" }), "");
    KT_COMPARE_TEXT(remarkOf(alike, "others-wait-for"),
        "Compared here is one collective of each process group, the last long one of its name in each step: in none of "
        "them a rank alone comes last. In all collectives of this scope together ranks wait most for rank 0, which "
        "comes last there: 900.0 us of 900.0 us (100.0 %). The analysis wait-causes adds that up.\n");
    // Neither where it is the same rank, nor where others wait about as long for the candidate.
    KT_COMPARE_TEXT(remarkOf(runOn(jobOf({ 100_us, 150_us }), "stragglers"), "others-wait-for"), "");
    KT_COMPARE_TEXT(remarkOf(runOn(jobOf({ 105_us, 100_us }), "stragglers"), "others-wait-for"), "");
}

void TestStragglers::whyThereIsNothingIsSaid()
{
    const auto said = [](const AnalysisInput& input, std::string_view code) {
        return remarkOf(runOn(input, "stragglers"), code);
    };
    KT_COMPARE_TEXT(said(inputOf({ groupRank(0, { { "a", 100_us, 500_us } }) }), "no-collectives"),
        "One rank alone does not tell which rank the others wait for: record and open every rank of the job.\n");
    KT_COMPARE_TEXT(said(inputOf({ TraceText().op("aten::mm", 0_us, 5_us).text() }), "no-collectives"),
        "One rank alone does not tell which rank the others wait for: record every rank of the job, with "
        "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], and open all.\n");
    KT_COMPARE_TEXT(said(inputOf({ TraceText().kernel("gemm", 0_us, 5_us, 7).text() }), "no-collectives"),
        "No communication kernel is in this scope, though GPU work was recorded: nothing here tells whether ranks "
        "wait for each other.\n");
    KT_COMPARE_TEXT(
        said(inputOf({ groupRank(0, { { "a", 495_us, 500_us } }), groupRank(1, { { "a", 495_us, 500_us } }) }),
            "no-collectives"),
        "Collectives are compared here that take 1 % of a step or more on the GPU: none is known that two ranks of "
        "this scope ran together. The analysis wait-causes looks at all.\n");
    // Ranks that were merged into one file are not one rank alone, but they cannot be told apart here.
    TraceText merged = wholeMicroseconds();
    for (std::int64_t rank = 0; rank < 2; ++rank) {
        merged.device(rank).thread(100 * (rank + 1), 100 * (rank + 1)).step(3, 0_us, 900_us);
        merged.launch(10_us, 8_us, rank + 1).kernel("ncclDevKernel_AllReduce", 100_us, 500_us, 20, rank + 1);
    }
    const AnalysisInput inOneFile = inputOf({ merged.text() });
    const char* const oneFile =
        "2 processes in the file launch work, each on GPUs of its own, as in a file that ranks were merged into. They "
        "are taken as one rank here: whom they wait for among each other is not told. A file for each rank tells "
        "it.\n";
    KT_COMPARE_TEXT(said(inOneFile, "no-collectives"), oneFile);
    KT_COMPARE_TEXT(remarkOf(runOn(inOneFile, "wait-causes"), "merged-ranks"), oneFile);
    // Cycles of one profiler, in which steps and collectives count on.
    const auto cycle = [](std::int64_t firstStep, Nanoseconds later) {
        TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
        text.rank(0, 3).step(firstStep, later, 1000_us).launch(later + 10_us, 5_us, 1);
        const ArgsText args =
            ArgsText().add("Collective name", "allreduce").add("Process Group Name", "0").add("Seq", firstStep);
        return text.kernel("ncclDevKernel_AllReduce", later + 100_us, 800_us, 20, 1, args.text()).text();
    };
    const AnalysisInput cycles = inputOf({ cycle(1, 0), cycle(7, 900'000_us) });
    // Of two ranks each: what is matched by its place may be of two recordings.
    const auto ofRank = [](std::int64_t rank, Nanoseconds later) {
        TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
        text.rank(rank, 2);
        for (std::int64_t step = 0; step < 3; ++step) {
            const Timestamp begin = later + step * 1000_us;
            text.step(step + 1, begin, 1000_us).launch(begin + 10_us, 5_us, step + 1);
            text.kernel(
                "ncclDevKernel_AllReduce", begin + 100_us + rank * 300_us, 800_us - rank * 300_us, 20, step + 1);
        }
        return text.text();
    };
    const AnalysisInput pairs = inputOf({ ofRank(0, 0_us), ofRank(1, 0_us), ofRank(0, 1_us), ofRank(1, 1_us) });
    const char* const notTogether =
        "Several of the traces are recordings of one rank, so not all ran together: nothing here tells who waits for "
        "whom. The ranks of one recording alone, opened or chosen, do.\n";
    KT_COMPARE_TEXT(said(pairs, "no-collectives"), notTogether);
    KT_COMPARE_TEXT(said(pairs, "others-wait-for"), "");
    KT_COMPARE_TEXT(remarkOf(runOn(pairs, "wait-causes"), "no-collectives"), notTogether);
    // So no table says it either; what is of one rank stays.
    const auto late = runOn(pairs, "stragglers");
    const auto waits = runOn(pairs, "wait-causes");
    KT_VERIFY_OK(late);
    KT_VERIFY_OK(waits);
    for (const char* table : { "candidates", "collectives" })
        QCOMPARE(late->findTable(table)->rowCount(), std::size_t { 0 });
    // Groups of two recordings that have the same name and ranks would be taken for one.
    for (const char* table : { "instances", "waits", "leads", "rank-groups", "groups" })
        QCOMPARE(waits->findTable(table)->rowCount(), std::size_t { 0 });
    KT_COMPARE_TEXT(rowsOf(waits, "ranks", { "rank", "instances", "waits_caused", "waits_suffered", "time" }),
        "0 0   3000\n1 0   3000\n2 0   3000\n3 0   3000\n");
    KT_COMPARE_TEXT(said(cycles, "no-collectives"), notTogether);
    KT_COMPARE_TEXT(remarkOf(runOn(cycles, "wait-causes"), "no-collectives"), notTogether);
    // Nothing was to be recorded on a GPU.
    const auto gloo = [](int rank) {
        return TraceText().rank(rank, 2).step(1, 0_us, 900_us).annotation("gloo:all_reduce", 100_us, 300_us).text();
    };
    const AnalysisInput onHost = inputOf({ gloo(0), gloo(1) });
    KT_COMPARE_TEXT(said(onHost, "host-collectives"),
        "The collectives of these traces run on the host; here those on the GPU are compared. The analysis "
        "wait-causes compares both.\n");
    KT_COMPARE_TEXT(said(onHost, "ranks-left-out"), "");
}

QTEST_GUILESS_MAIN(TestStragglers)
#include "tst_stragglers.moc"
