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
        "Left out is rank 2, which may be the one that others wait for: none of its work belongs to a step that is "
        "looked at.\n");
    KT_COMPARE_TEXT(remarkOf(runOn(threeRanks(name), "stragglers"), "ranks-left-out"), "");
}

void TestStragglers::whatRanksMayLeaveEarlyIsSaid()
{
    KT_COMPARE_TEXT(remarkOf(runOn(threeRanks("ncclDevKernel_Broadcast_RING_LL"), "stragglers"), "early-leavers"),
        "In 'ncclDevKernel_Broadcast_RING_LL' a rank may leave before the last one has come, as the root of a "
        "broadcast "
        "does: who starts last or whose run is shortest need not be who the others wait for.\n");
    KT_COMPARE_TEXT(remarkOf(runOn(threeRanks("ncclDevKernel_AllReduce"), "stragglers"), "early-leavers"), "");
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
    KT_COMPARE_TEXT(rowsOf(runOn(tied, "stragglers"), "candidates", { "rank" }), "");
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
    KT_COMPARE_TEXT(rowsOf(result, "collectives", { "ranks", "shortest_rank" }), "2 1\n");
    // Of one collective no clock is measured: it may as well have ended apart.
    QCOMPARE(result->remarks.front().code, std::string("starts-tell-nothing"));
    KT_COMPARE_TEXT(english(result->remarks.front().message),
        "In 1 of 1 step the ends of the collective lie at least half as far apart as its starts: who starts last is "
        "not "
        "told there, only whose run is shortest.");
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

std::string remarksOf(const Result<AnalysisResult>& result)
{
    std::string all;
    for (const Remark& remark : result->remarks)
        all += remark.code + ": " + english(remark.message) + "\n";
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
              "not "
              "aligned: who starts last is not told there, only whose run is shortest.\n");
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
        "starts-tell-nothing: " + untold + ": who starts last is not told there, only whose run is shortest.\n");
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

QTEST_GUILESS_MAIN(TestStragglers)
#include "tst_stragglers.moc"
