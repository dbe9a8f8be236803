// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/clock_fit.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <cmath>
#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// One clock for all ranks (ranks.md, section 2).
class TestClockAlignment : public QObject {
    Q_OBJECT

private slots:
    void fewEndsAndOneFarOff();
    void driftIsMeasured();
    void sevenEndsTellNoDrift();
    void mapsComposeExactlyAtTheReference();
    void extremeTimesSaturate();
    void lostRunAndClockFarAhead();
    void sendsTellNoClock();
    void errorsOfAPathAreRootedOnce();
    void tooFewCollectives();
    void stretchedTimesAreNoClock();
    void groupsThatNothingTellsApart();
    void recordingsOfOneRankAreNotAligned();
    void oneRankIsSaid();
    void offsetsAreFound_data();
    void offsetsAreFound();
};

namespace {

constexpr std::string_view kReduce = "ncclDevKernel_AllReduce";
constexpr std::string_view kTakesSeveralRanks =
    "No collective that all ranks leave together was found on two ranks or more: nothing tells how their clocks "
    "differ. It takes the traces of several ranks, opened together; send and receive do not tell.\n";

std::string numbered(std::string_view name, std::int64_t sequence, std::string_view group = "0")
{
    return ArgsText().add("Collective name", name).add("Process Group Name", group).add("Seq", sequence).text();
}

/// A rank with an all-reduce at each of the ranges.
std::string rankOf(int rank, int size, const std::vector<TimeRange>& ranges, TimeStyle style = TimeStyle::ThreeDecimals)
{
    TraceText text(LayoutStyle::Kineto, style);
    text.rank(rank, size);
    for (std::size_t i = 0; i < ranges.size(); ++i)
        text.kernel(
            kReduce, ranges[i].begin, ranges[i].length(), 20, 0, numbered("allreduce", static_cast<std::int64_t>(i)));
    return text.text();
}

std::string clocksOf(
    const AnalysisInput& input, const std::vector<std::string_view>& columns, const ParameterTexts& parameters = {})
{
    return tests::rowsOf(runOn(input, "clock-alignment", parameters), "clocks", columns);
}

} // namespace

void TestClockAlignment::fewEndsAndOneFarOff()
{
    std::vector<ClockPoint> points;
    Timestamp at = 0;
    for (const Nanoseconds later : { 1000_us, 1002_us, 999_us, 1000_us, 1030_us }) {
        points.push_back({ { at + 1020_us, at + 50_us + later }, { at, at + 50_us } });
        at += 100_us;
    }
    const ClockFit fit = fitClocks(points, 1_us, {});
    QCOMPARE(fit.instances, std::size_t { 5 });
    QCOMPARE(fit.map.offset, -1000_us);
    QVERIFY(fit.map.drift.isZero());
    QCOMPARE(fit.error, 1'483_ns);
    QCOMPARE(fit.standardError, 832_ns);
    QCOMPARE(fit.boundLow, -1049_us);
    QCOMPARE(fit.boundHigh, -970_us);
    QCOMPARE(fit.impossibleBefore, std::size_t { 5 });
    QCOMPARE(fit.impossibleAfter, std::size_t { 0 });
}

void TestClockAlignment::driftIsMeasured()
{
    std::vector<ClockPoint> points;
    for (std::int64_t n = 0; n < 10; ++n)
        points.push_back({ { n * 1_s + 100_us, n * 1_s + 1200_us + n * 100_us }, { n * 1_s, n * 1_s + 500_us } });
    const ClockFit fit = fitClocks(points, 1_us, {});
    QCOMPARE(std::round(fit.map.drift.partsPerMillion() * 1000), -99'990.0);
    QCOMPARE(fit.map.offset, -1200_us);
    QCOMPARE(fit.map.reference, 5_s + 1700_us); // its sixth end
    for (const ClockPoint& point : points)
        QVERIFY(std::abs(fit.map(point.own.end) - point.parent.end) <= 1);
}

void TestClockAlignment::sevenEndsTellNoDrift()
{
    std::vector<ClockPoint> points;
    for (std::int64_t n = 0; n < 7; ++n)
        points.push_back({ { n * 1_s, n * 1_s + 1_ms + n * 100_us }, { n * 1_s, n * 1_s + 1_ms } });
    QVERIFY(fitClocks(points, 1_us, {}).map.drift.isZero());
    points.push_back({ { 7_s, 7_s + 1700_us }, { 7_s, 7_s + 1_ms } });
    QVERIFY(!fitClocks(points, 1_us, {}).map.drift.isZero());
}

void TestClockAlignment::mapsComposeExactlyAtTheReference()
{
    const ClockMap inner { -300, { 50, 1'000'000 }, 1'000'000 };
    const ClockMap outer { 7'000, { -20, 1'000'000 }, 4'000'000 };
    const ClockMap both = composed(outer, inner);
    QCOMPARE(both(inner.reference), outer(inner(inner.reference)));
    for (const Timestamp t : std::initializer_list<Timestamp> { -5'000'000'000, 0, 123'456'789, 60'000'000'000 })
        QVERIFY(std::abs(both(t) - outer(inner(t))) <= 2);
    // The second clock alone, and neither.
    QCOMPARE(composed({ 5, {}, 0 }, inner).drift.partsPerMillion(), inner.drift.partsPerMillion());
    QCOMPARE(composed({ 5, {}, 0 }, { 6, {}, 100 })(1000), Timestamp { 1011 });
    // Of negative products the floor, too.
    const ClockMap slow { 0, { -1, 3 }, 0 };
    QCOMPARE(slow(1), Timestamp { 0 });
    QCOMPARE(slow(-1), Timestamp { -1 });
}

void TestClockAlignment::extremeTimesSaturate()
{
    std::vector<ClockPoint> points;
    for (int n = 0; n < 20; ++n)
        points.push_back({ { kMinTimestamp, kMaxTimestamp - n }, { kMinTimestamp, kMinTimestamp + 3 * n } });
    const ClockFit fit = fitClocks(points, 1, {});
    QVERIFY(fit.map(kMinTimestamp) <= fit.map(kMaxTimestamp));
    const ClockMap far = composed({ kMaxTimestamp, { kMaxTimestamp, 3 }, kMinTimestamp }, fit.map);
    QVERIFY(far.drift.denominator > 0);
}

void TestClockAlignment::lostRunAndClockFarAhead()
{
    // No names of groups; rank 1 is 5,000 us ahead and lost its second run.
    TraceText first(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    first.rank(0, 2).kernel(kReduce, 0_us, 10_us, 20).kernel(kReduce, 100_us, 12_us, 20);
    first.kernel(kReduce, 300_us, 30_us, 20).kernel(kReduce, 450_us, 10_us, 20);
    TraceText second(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    second.rank(1, 2).kernel(kReduce, 5001_us, 9_us, 20).kernel(kReduce, 5301_us, 29_us, 20);
    second.kernel(kReduce, 5451_us, 9_us, 20);
    KT_COMPARE_TEXT(clocksOf(inputOf({ first.text(), second.text() }), { "rank", "instances", "status", "offset" }),
        "0 3 reference 0\n1 3 aligned -5000\n");
}

void TestClockAlignment::sendsTellNoClock()
{
    const auto peer = [](std::string_view name, std::string_view key, std::int64_t other) {
        return ArgsText().add("Collective name", name).add("Process Group Name", "0").add(key, other).text();
    };
    TraceText first;
    first.rank(0, 2).kernel("ncclDevKernel_SendRecv", 100_us, 30_us, 20, 0, peer("send", "Dst Rank", 1));
    TraceText second;
    second.rank(1, 2).kernel("ncclDevKernel_SendRecv", 30_us, 100_us, 20, 0, peer("recv", "Src Rank", 0));
    const AnalysisInput input = inputOf({ first.text(), second.text() });
    KT_COMPARE_TEXT(clocksOf(input, { "rank", "reference", "instances", "status" }), "0 0 0 alone\n1 1 0 alone\n");
    KT_COMPARE_TEXT(remarkOf(runOn(input, "clock-alignment"), "no-collectives"), kTakesSeveralRanks);
}

/// Four ranks in a row, neighbours share a group: three steps of 1 us are the root of 3 us, not of what their floors
/// leave.
void TestClockAlignment::errorsOfAPathAreRootedOnce()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 4; ++rank) {
        TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
        text.rank(rank, 4);
        for (std::int64_t pair = std::max(0, rank - 1); pair <= std::min(2, rank); ++pair) {
            for (std::int64_t n = 0; n < 3; ++n)
                text.kernel(kReduce, (1000 * n + 100 * pair) * 1_us, 50_us, 20, 0,
                    numbered("allreduce", n, "pair " + std::to_string(pair)));
        }
        texts.push_back(text.text());
    }
    KT_COMPARE_TEXT(clocksOf(inputOf(texts), { "rank", "parent", "error", "standard_error" }),
        "0   \n1 0 1 0.724\n2 1 1.414 1.023\n3 2 1.732 1.254\n");
}

void TestClockAlignment::tooFewCollectives()
{
    const AnalysisInput input = inputOf({ rankOf(0, 2, { { 0_us, 50_us }, { 100_us, 150_us } }),
        rankOf(1, 2, { { 900_us, 950_us }, { 1010_us, 1050_us } }) });
    const std::vector<std::string_view> columns { "rank", "status", "offset", "measured_offset" };
    KT_COMPARE_TEXT(clocksOf(input, columns), "0 reference 0 \n1 few 0 -900\n");
    KT_COMPARE_TEXT(clocksOf(input, columns, { { "min-instances", "2" } }), "0 reference 0 \n1 aligned -900 -900\n");
}

void TestClockAlignment::stretchedTimesAreNoClock()
{
    std::vector<TimeRange> own;
    std::vector<TimeRange> stretched;
    for (std::int64_t n = 0; n < 12; ++n) {
        own.push_back({ n * 10_ms, n * 10_ms + 1_ms });
        stretched.push_back({ n * 10'300_us, n * 10'300_us + 1030_us });
    }
    const AnalysisInput input = inputOf({ rankOf(0, 2, own), rankOf(1, 2, stretched) });
    KT_COMPARE_TEXT(clocksOf(input, { "rank", "status", "offset", "drift_ppm", "measured_drift_ppm" }),
        "0 reference 0 0 \n1 drift-implausible 0 0 -29126.214\n");
    const auto result = runOn(input, "clock-alignment");
    KT_COMPARE_TEXT(remarkOf(result, "drift-implausible"),
        "Its times run -29126 parts in a million apart from those of rank 0: more than clocks do. Nothing is put in "
        "its place.\n");
    KT_COMPARE_TEXT(clocksOf(input, { "rank", "status" }, { { "max-drift", "30000" } }), "0 reference\n1 aligned\n");
}

void TestClockAlignment::groupsThatNothingTellsApart()
{
    // All four reduce together in a group with a name. Ranks 1 to 3 have runs on streams of one number besides, but
    // rank 3 leaves those before the others come, or comes when they have left.
    std::vector<std::string> texts;
    for (int number = 0; number < 4; ++number) {
        TraceText text;
        text.rank(number, 4);
        for (std::int64_t n = 0; n < 12; ++n) {
            text.kernel(kReduce, n * 20_ms + 10_ms, 1_ms, 20, 0, numbered("allreduce", n));
            const Nanoseconds shift = number < 3 ? 0_ms : n % 2 == 0 ? 3_ms : -3_ms;
            if (number > 0)
                text.kernel(kReduce, n * 20_ms + 20_ms + shift, 1_ms, 30);
        }
        texts.push_back(text.text());
    }
    const AnalysisInput input = inputOf(texts);
    const auto result = runOn(input, "clock-alignment");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(tests::rowsOf(result, "clocks", { "rank", "parent", "instances", "status" }),
        "0  12 reference\n1 0 12 in-step\n2 0 12 in-step\n3 0 12 in-step\n");
    QVERIFY(!result->remarks.empty());
    KT_COMPARE_TEXT(remarkOf(result, "groups-unknown"),
        "Of stream 30 the file does not say which ranks it has, and some had left its collectives before others came: "
        "it may be several groups. They tell nothing about clocks.\n");
}

/// Recordings one after the other: what is alike in them tells nothing of clocks, and nothing is moved by it.
void TestClockAlignment::recordingsOfOneRankAreNotAligned()
{
    const auto rank = [](int number, Nanoseconds later) {
        TraceText text;
        text.rank(number, 2);
        for (std::int64_t n = 0; n < 6; ++n)
            text.kernel(kReduce, later + n * 20_ms, 1_ms, 20, 0, numbered("allreduce", n));
        return text.text();
    };
    const AnalysisInput cycles = inputOf({ rank(0, 0), rank(1, 30_us), rank(0, 1_s), rank(1, 1_s) });
    const auto result = runOn(cycles, "clock-alignment");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(tests::rowsOf(result, "clocks", { "rank", "reference", "parent", "instances", "status", "offset" }),
        "0 0  0 alone 0\n1 1  0 alone 0\n2 2  0 alone 0\n3 3  0 alone 0\n");
    KT_COMPARE_TEXT(remarkOf(result, "no-collectives"),
        "Several of the traces are recordings of one rank, so not all ran together: nothing here tells how their "
        "clocks differ. The ranks of one recording alone, opened or chosen, do.\n");
    const auto aligned = withAlignedClocks(cycles.traces, KernelClassifier(), {});
    KT_VERIFY_OK(aligned);
    QVERIFY(!(*aligned)->hasMeasuredClocks());
    AnalysisInput chosen = cycles;
    chosen.scope.ranks = { 0, 1 };
    const auto ofOne = runOn(chosen, "clock-alignment");
    KT_COMPARE_TEXT(tests::rowsOf(ofOne, "clocks", { "rank", "status", "offset" }), "0 reference 0\n1 aligned -30\n");
}

void TestClockAlignment::oneRankIsSaid()
{
    const auto result = runOn(inputOf({ rankOf(0, 1, { { 0_us, 5_us } }) }), "clock-alignment");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(tests::rowsOf(result, "clocks", { "rank", "status", "instances" }), "0 alone 0\n");
    KT_COMPARE_TEXT(remarkOf(result, "no-collectives"), kTakesSeveralRanks);
    // Who recorded GPU work has all that an option could add; who did not is told what to record.
    const std::string alone = TraceText().rank(0, 1).kernel("gemm", 0_us, 5_us, 7).text();
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ alone }), "clock-alignment"), "no-collectives"),
        "No communication kernel is in this scope, though GPU work was recorded: nothing tells how the clocks of ranks "
        "differ.\n");
    const std::string onHost = TraceText().rank(0, 1).op("aten::mm", 0_us, 5_us).text();
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ onHost }), "clock-alignment"), "no-collectives"),
        "No collective that all ranks leave together was found on two ranks or more: nothing tells how their clocks "
        "differ. Record every rank of the job, with activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA].\n");
}

void TestClockAlignment::offsetsAreFound_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < 40; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

/// All leave together up to e; clocks stand anywhere. Found within e, and moving a clock moves its offset by as much.
void TestClockAlignment::offsetsAreFound()
{
    QFETCH(int, seed);
    std::mt19937 random(static_cast<unsigned>(seed));
    const auto below = [&random](Nanoseconds limit) {
        return static_cast<Nanoseconds>(random() % static_cast<unsigned>(limit));
    };
    const int ranks = 2 + static_cast<int>(below(4));
    const Nanoseconds e = 1 + below(8'000);
    std::vector<std::vector<TimeRange>> ranges(static_cast<std::size_t>(ranks));
    std::vector<Nanoseconds> ahead { 0 };
    for (int rank = 1; rank < ranks; ++rank)
        ahead.push_back(below(2'000'000'000) - 1'000'000'000);
    Timestamp at = 5_s;
    for (int i = 0; i < 24; ++i) {
        at += 500_us + below(1'000'000);
        for (std::size_t rank = 0; rank < ranges.size(); ++rank) {
            const Timestamp end = at + ahead[rank] + below(e + 1);
            ranges[rank].push_back({ end - 20_us - below(300'000), end });
        }
    }
    const auto offsets = [&](Nanoseconds moved) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < ranks; ++rank) {
            std::vector<TimeRange> own = ranges[static_cast<std::size_t>(rank)];
            for (TimeRange& range : own)
                range = rank == 1 ? TimeRange { range.begin + moved, range.end + moved } : range;
            texts.push_back(rankOf(rank, ranks, own));
        }
        const auto result = runOn(inputOf(texts), "clock-alignment");
        std::vector<Nanoseconds> found;
        const Table& table = result->tables.front();
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            const Cell parent = table.cell(row, table.columnIndex("parent"));
            const Cell cell = table.cell(row, table.columnIndex("measured_offset"));
            if (row == 0 || std::get<std::int64_t>(parent) != 0) // a hub star: rank 0 is in all
                found.push_back(row == 0 ? 0 : kMaxTimestamp);
            else
                found.push_back(std::get<std::int64_t>(cell));
        }
        return found;
    };
    const std::vector<Nanoseconds> found = offsets(0);
    QCOMPARE(found.size(), ranges.size());
    for (std::size_t rank = 1; rank < ranges.size(); ++rank)
        QVERIFY2(std::abs(found[rank] + ahead[rank]) <= e, qPrintable(QString::number(found[rank] + ahead[rank])));
    const Nanoseconds moved = 1'234'567;
    QCOMPARE(offsets(moved)[1], found[1] - moved);
}

QTEST_GUILESS_MAIN(TestClockAlignment)
#include "tst_clock_alignment.moc"
