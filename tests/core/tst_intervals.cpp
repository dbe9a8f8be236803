// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/intervals.h"
#include "core/numeric/near_search.h"
#include "core/numeric/union_sweep.h"
#include "tests/support/test_macros.h"

#include <random>
#include <sstream>

using namespace kinetoscope;

/// Unions, sweeps and differences of intervals (SPEC.md sections 2, 3.1, A.4).
class TestIntervals : public QObject {
    Q_OBJECT

private slots:
    void unionMerges_data();
    void unionMerges();
    void unionKeepsBackwardIntervals();
    void unionOfExtremesDoesNotOverflow();
    void sweepTellsWhatIsActive();
    void tiesDoNotOverlapWhenEndsComeFirst();
    void tiesOverlapForNoTimeInAddedOrder();
    void appendedRangesAreJoinedWhereTheyMeet();
    void setOperationsAgreeWithEveryPoint();
    void unionsAreSweptAsTheirEdgesAre();
    void aSweepStopsWhenToldTo();
    void sortRunsIsStable();
    void upperBoundIsTheSameFromAnywhere();
    void sumsStopAtTheEndsOfTime();
};

namespace {

using Ranges = std::vector<TimeRange>;

/// "0-10 20-30"
Ranges rangesOf(const std::string& text)
{
    Ranges ranges;
    std::istringstream words(text);
    TimeRange range;
    char dash = 0;
    while (words >> range.begin >> dash >> range.end)
        ranges.push_back(range);
    return ranges;
}

std::string textOf(const Ranges& ranges)
{
    std::string text;
    for (const TimeRange& range : ranges)
        text += (text.empty() ? "" : " ") + std::to_string(range.begin) + "-" + std::to_string(range.end);
    return text;
}

} // namespace

void TestIntervals::unionMerges_data()
{
    QTest::addColumn<QString>("input");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nothing") << ""
                             << "";
    QTest::newRow("one") << "3-5"
                         << "3-5";
    QTest::newRow("touching intervals merge") << "0-10 10-20"
                                              << "0-20";
    QTest::newRow("one apart stay apart") << "0-10 11-20"
                                          << "0-10 11-20";
    QTest::newRow("contained") << "0-10 2-3 4-5"
                               << "0-10";
    QTest::newRow("unsorted") << "40-50 0-10 5-20"
                              << "0-20 40-50";
    QTest::newRow("two streams one after the other") << "0-10 20-30 5-8 12-25"
                                                     << "0-10 12-30";
    QTest::newRow("an empty one inside vanishes") << "0-10 5-5"
                                                  << "0-10";
    QTest::newRow("an empty one alone stays") << "0-10 15-15"
                                              << "0-10 15-15";
    QTest::newRow("E1 whole") << "10-20 15-25 25-30 40-50"
                              << "10-30 40-50";
}

void TestIntervals::unionMerges()
{
    QFETCH(QString, input);
    QFETCH(QString, expected);
    QCOMPARE(textOf(unionOf(rangesOf(input.toStdString()))), expected.toStdString());
}

void TestIntervals::unionKeepsBackwardIntervals()
{
    // Compat mode: a kernel inside one microsecond gets the duration -1 (0.6), and it counts as such.
    const std::vector<RealRange> groups = unionOf(std::vector<RealRange> { { 101, 100 }, { 200, 210 } });
    QCOMPARE(groups.size(), std::size_t { 2 });
    QCOMPARE(totalLength(groups), 9.0);
}

void TestIntervals::unionOfExtremesDoesNotOverflow()
{
    const Ranges groups = unionOf(Ranges { { kMinTimestamp, kMaxTimestamp }, { 0, 1 } });
    QCOMPARE(totalLength(groups), kMaxTimestamp);
}

void TestIntervals::sweepTellsWhatIsActive()
{
    MaskSweep<TimeRange> sweep;
    sweep.add(rangesOf("0-10 20-30"), 1);
    sweep.add(rangesOf("5-25"), 2);
    std::string seen;
    sweep.run(TieOrder::EndsFirst, [&seen](int mask, TimeRange stretch) {
        seen += std::to_string(mask) + ":" + std::to_string(stretch.length()) + " ";
    });
    QCOMPARE(seen, std::string("1:5 3:5 2:10 3:5 1:5 "));
}

void TestIntervals::tiesDoNotOverlapWhenEndsComeFirst()
{
    MaskSweep<TimeRange> sweep;
    sweep.add(rangesOf("0-10"), 1);
    sweep.add(rangesOf("10-20"), 2);
    std::string seen;
    sweep.run(TieOrder::EndsFirst, [&seen](int mask, TimeRange) { seen += std::to_string(mask) + " "; });
    QCOMPARE(seen, std::string("1 2 "));
}

void TestIntervals::tiesOverlapForNoTimeInAddedOrder()
{
    // HTA's row "COMPUTATION overlapping MEMORY, 0, 0.0": the start of a type added later sorts after the end of an
    // earlier one, but an earlier start sorts before a later end.
    MaskSweep<TimeRange> sweep;
    sweep.add(rangesOf("10-20"), 1);
    sweep.add(rangesOf("0-10"), 2);
    std::string seen;
    sweep.run(TieOrder::AsAdded, [&seen](int mask, TimeRange stretch) {
        seen += std::to_string(mask) + ":" + std::to_string(stretch.end - stretch.begin) + " ";
    });
    QCOMPARE(seen, std::string("2:10 3:0 1:10 "));
}

void TestIntervals::appendedRangesAreJoinedWhereTheyMeet()
{
    Ranges ranges;
    QVERIFY(appendJoined(ranges, TimeRange { 0, 10 }));
    QVERIFY(!appendJoined(ranges, TimeRange { 10, 15 }));
    QVERIFY(appendJoined(ranges, TimeRange { 16, 20 }));
    QVERIFY(ranges == (Ranges { { 0, 15 }, { 16, 20 } }));
}

void TestIntervals::setOperationsAgreeWithEveryPoint()
{
    std::mt19937 random(7); // its numbers are the same everywhere; distributions are not
    for (int round = 0; round < 200; ++round) {
        const auto make = [&random] {
            Ranges ranges;
            for (std::size_t i = 0; i < random() % 6; ++i) {
                const auto begin = static_cast<Timestamp>(random() % 40);
                ranges.push_back({ begin, begin + static_cast<Nanoseconds>(random() % 12) });
            }
            return unionOf(ranges);
        };
        const Ranges a = make();
        const Ranges b = make();
        const auto holds = [](const Ranges& ranges, Timestamp t) {
            return std::any_of(ranges.begin(), ranges.end(), [t](TimeRange r) { return r.contains(t); });
        };
        const Ranges both = intersectionOf(a, b);
        const Ranges onlyA = differenceOf(a, b);
        for (Timestamp t = 0; t < 60; ++t) {
            QCOMPARE(holds(both, t), holds(a, t) && holds(b, t));
            QCOMPARE(holds(onlyA, t), holds(a, t) && !holds(b, t));
        }
        MaskSweep<TimeRange> sweep; // tells the same stretches, joined in the same way
        sweep.add(a, 1);
        sweep.add(b, 2);
        QVERIFY(both == stretchesWhere(sweep, [](int mask) { return mask == 3; }));
        QVERIFY(onlyA == stretchesWhere(sweep, [](int mask) { return mask == 1; }));
    }
}

void TestIntervals::unionsAreSweptAsTheirEdgesAre()
{
    std::mt19937 random(17);
    for (int round = 0; round < 300; ++round) {
        UnionSweep sweep;
        MaskSweep<TimeRange> edges; // all of them in one list
        std::size_t count = 0;
        for (int list = 0; list < round % 7; ++list) {
            Ranges ranges;
            for (std::size_t i = 0; i < random() % 7; ++i) {
                const auto begin = static_cast<Timestamp>(random() % 40);
                ranges.push_back({ begin, begin + static_cast<Nanoseconds>(random() % 5) }); // also of no length
            }
            if (list == 5)
                ranges.push_back({ kMinTimestamp, kMaxTimestamp });
            ranges = unionOf(std::move(ranges));
            count += ranges.size();
            edges.add(ranges, 1 << list);
            sweep.add(ranges, 1 << list);
            QCOMPARE(sweep.countOf(1 << list), ranges.size());
        }
        QCOMPARE(sweep.count(), count);
        std::vector<std::pair<int, TimeRange>> expected;
        edges.run(TieOrder::EndsFirst, [&](int mask, TimeRange stretch) { expected.emplace_back(mask, stretch); });
        std::vector<std::pair<int, TimeRange>> actual;
        sweep.run([&](int mask, TimeRange stretch) { actual.emplace_back(mask, stretch); });
        QVERIFY(actual == expected);
        const auto isFirst = [](int mask) { return (mask & 1) != 0; };
        QVERIFY(stretchesWhere(sweep, isFirst) == stretchesWhere(edges, isFirst));
    }
}

void TestIntervals::aSweepStopsWhenToldTo()
{
    class StopAtThird final : public StopObserver {
    public:
        bool stopsHere() override { return ++m_looks >= 3; }
        [[nodiscard]] std::size_t itemsPerLook() const override { return 1; }

    private:
        int m_looks = 0;
    };
    StopAtThird observer;
    Progress progress;
    progress.observer = &observer;
    UnionSweep sweep;
    sweep.add(rangesOf("0-10 20-30 40-50"), 1);
    int stretches = 0;
    sweep.run([&stretches](int, TimeRange) { ++stretches; }, progress);
    QCOMPARE(stretches, 1); // between the first edge and the second
}

void TestIntervals::sortRunsIsStable()
{
    std::mt19937 random(11);
    for (int round = 0; round < 100; ++round) {
        std::vector<std::pair<int, int>> values;
        for (int i = 0; i < round; ++i)
            values.emplace_back(static_cast<int>(random() % 5), i);
        std::vector<std::pair<int, int>> expected = values;
        const auto less = [](const auto& a, const auto& b) { return a.first < b.first; };
        std::stable_sort(expected.begin(), expected.end(), less);
        sortRuns(values, less);
        QVERIFY(values == expected);
    }
}

void TestIntervals::upperBoundIsTheSameFromAnywhere()
{
    std::mt19937 random(13);
    for (int round = 0; round < 60; ++round) {
        std::vector<Timestamp> times;
        for (int i = 0; i <= round; ++i)
            times.push_back(static_cast<Timestamp>(random() % 50));
        std::ranges::sort(times);
        for (auto from = times.begin(); from != times.end(); ++from) {
            for (Timestamp time = -1; time <= 50; ++time)
                QCOMPARE(upperBoundNear(times.begin(), from, times.end(), time) - times.begin(),
                    std::ranges::upper_bound(times, time) - times.begin());
        }
    }
}

/// All pairs of what lies at an end of int64, at the half of one and at 0, and next to these.
void TestIntervals::sumsStopAtTheEndsOfTime()
{
    std::vector<std::int64_t> ends;
    for (const std::int64_t end :
        { kMinTimestamp, kMinTimestamp / 2, std::int64_t { 0 }, kMaxTimestamp / 2, kMaxTimestamp }) {
        for (const std::int64_t beside : { -2, -1, 0, 1, 2 }) {
            if ((beside >= 0 || end >= kMinTimestamp - beside) && (beside <= 0 || end <= kMaxTimestamp - beside))
                ends.push_back(end + beside);
        }
    }
    // Of the sum of two the half fits: rounded down, and whether it was odd.
    const auto expected = [](std::int64_t a, std::int64_t b) {
        const std::int64_t half = (a >> 1) + (b >> 1) + (a & b & 1);
        const std::int64_t odd = (a ^ b) & 1;
        return half > kMaxTimestamp >> 1 ? kMaxTimestamp : half < kMinTimestamp >> 1 ? kMinTimestamp : half * 2 + odd;
    };
    for (const std::int64_t a : ends) {
        for (const std::int64_t b : ends) {
            QCOMPARE(saturatingAdd(a, b), expected(a, b));
            if (b != kMinTimestamp)
                QCOMPARE(saturatingSubtract(a, b), expected(a, -b));
        }
        QCOMPARE(saturatingSubtract(a, kMinTimestamp), a >= 0 ? kMaxTimestamp : a - kMinTimestamp);
    }
}

QTEST_GUILESS_MAIN(TestIntervals)
#include "tst_intervals.moc"
