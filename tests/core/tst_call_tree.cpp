// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/event_builder.h"
#include "tests/support/load_text.h"

#include <QObject>
#include <QString>
#include <QTest>

#include <algorithm>
#include <random>
#include <vector>

using namespace kinetoscope;
using tests::EventBuilder;
using tests::findSlice;

/// Nesting of slices ([DIFF-12.3]) and the lanes they are drawn on.
class TestCallTree : public QObject {
    Q_OBJECT

private slots:
    void workedExampleOfSection12_3();
    void equalIntervalsNestInFileOrder();
    void toleranceClipsAChild_data();
    void toleranceClipsAChild();
    void runtimeCallStaysInsideTheOpItStartsWith();
    void overlapBeyondToleranceBecomesSiblingOnAnotherLane();
    void negativeDurationIsALeafDrawnToTheEndOfItsParent();
    void missingDurationIsDrawnToTheEndOfItsParentOrTrace();
    void aWeekLongSliceIsNobodysParent();
    void tenThousandNestedSlices();
    void hundredThousandIdenticalSlices();
    void hundredThousandStaggeredSlices();
    void agreesWithTheSlowReference_data();
    void agreesWithTheSlowReference();
    void everySliceIsInOneLaneAndNoLaneOverlaps_data();
    void everySliceIsInOneLaneAndNoLaneOverlaps();
    void threadsDoNotChangeTheResult();
};

namespace {

std::string parentName(const Trace& trace, std::string_view name)
{
    const SliceId parent = trace.slices().parent[findSlice(trace, name).index()];
    return parent.isValid() ? std::string(trace.name(parent)) : "-";
}

int depthOf(const Trace& trace, std::string_view name)
{
    return trace.slices().depth[findSlice(trace, name).index()];
}

struct Interval {
    Timestamp begin = 0;
    Timestamp end = 0;
    int level = 0;
};

std::vector<Interval> randomIntervals(unsigned seed, int count, int span)
{
    std::mt19937 random(seed);
    const auto below = [&random](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    std::vector<Interval> intervals;
    for (int i = 0; i < count; ++i) {
        const Timestamp begin = below(span);
        intervals.push_back({ begin, begin + (below(4) == 0 ? 0 : below(span / 2)), below(3) });
    }
    return intervals;
}

const char* categoryOfLevel(int level)
{
    return level == 0 ? "cpu_op" : level == 1 ? "cuda_runtime" : "cuda_driver";
}

/// The parent of each interval by [DIFF-12.3], told without a stack: walks back over all earlier ones. -1: top level.
std::vector<int> slowParents(const std::vector<Interval>& intervals, Nanoseconds tolerance)
{
    std::vector<int> order(intervals.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<int>(i);
    const auto at = [&intervals](int i) -> const Interval& { return intervals[static_cast<std::size_t>(i)]; };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return std::make_tuple(at(a).begin, at(a).level, -at(a).end)
            < std::make_tuple(at(b).begin, at(b).level, -at(b).end);
    });
    std::vector<int> parent(intervals.size(), -1);
    std::vector<Timestamp> treeEnd(intervals.size());
    std::vector<bool> isGone(intervals.size(), false); // closed by a later slice that it did not contain
    for (std::size_t k = 0; k < order.size(); ++k) {
        const int child = order[k];
        treeEnd[static_cast<std::size_t>(child)] = at(child).end;
        for (std::size_t j = k; j-- > 0;) {
            const auto candidate = static_cast<std::size_t>(order[j]);
            if (isGone[candidate] || treeEnd[candidate] == at(order[j]).begin)
                continue;
            if (at(child).begin < treeEnd[candidate] && at(child).end <= treeEnd[candidate] + tolerance) {
                parent[static_cast<std::size_t>(child)] = order[j];
                treeEnd[static_cast<std::size_t>(child)] = std::min(at(child).end, treeEnd[candidate]);
                break;
            }
            isGone[candidate] = true;
        }
    }
    return parent;
}

} // namespace

void TestCallTree::workedExampleOfSection12_3()
{
    EventBuilder events;
    events.withIntegerMicroseconds();
    events.slice("cpu_op", "p", 10, 30);
    events.slice("cpu_op", "c0", 10, 10);
    events.slice("cpu_op", "c1", 10, 30);
    events.slice("cpu_op", "c2", 20, 30);
    events.slice("cpu_op", "z", 30, 30);
    events.slice("cpu_op", "n", 30, 35);
    events.slice("cpu_op", "over", 33, 43);
    const auto trace = events.build();

    const std::vector<std::pair<std::string, std::string>> expectedParents {
        { "p", "-" },
        { "c0", "c1" },
        { "c1", "p" },
        { "c2", "c1" },
        { "z", "n" },
        { "n", "-" },
        { "over", "-" },
    };
    for (const auto& [name, parent] : expectedParents)
        QCOMPARE(parentName(*trace, name), parent);
    std::vector<int> depths;
    for (const char* name : { "p", "c0", "c1", "c2", "z", "n", "over" })
        depths.push_back(depthOf(*trace, name));
    QCOMPARE(depths, (std::vector<int> { 0, 2, 1, 2, 1, 0, 0 }));
    QVERIFY(trace->slices().has(findSlice(*trace, "over"), kSliceOverlapping));
    QCOMPARE(trace->report().entry(Problem::OverlappingSlices).count, std::uint64_t { 1 });
}

void TestCallTree::equalIntervalsNestInFileOrder()
{
    EventBuilder events;
    events.slice("cpu_op", "first", 0, 100);
    events.slice("cpu_op", "second", 0, 100);
    const auto trace = events.build();
    QCOMPARE(parentName(*trace, "second"), std::string("first"));
}

void TestCallTree::toleranceClipsAChild_data()
{
    QTest::addColumn<bool>("integerMicroseconds");
    QTest::addColumn<int>("childEnd");
    QTest::addColumn<QString>("parent");
    QTest::addColumn<bool>("isClipped");
    QTest::newRow("ends with its parent") << false << 10'000 << "parent" << false;
    QTest::newRow("one ns late") << false << 10'001 << "parent" << true;
    QTest::newRow("exactly the tolerance late") << false << 11'000 << "parent" << true;
    QTest::newRow("beyond the tolerance") << false << 11'001 << "-" << false;
    QTest::newRow("integer microseconds have no tolerance") << true << 11'000 << "-" << false;
}

void TestCallTree::toleranceClipsAChild()
{
    QFETCH(bool, integerMicroseconds);
    QFETCH(int, childEnd);
    EventBuilder events;
    if (integerMicroseconds)
        events.withIntegerMicroseconds();
    events.slice("cpu_op", "parent", 0, 10'000);
    events.slice("cpu_op", "child", 5'000, childEnd);
    const auto trace = events.build();
    const SliceId child = findSlice(*trace, "child");
    QTEST(QString::fromStdString(parentName(*trace, "child")), "parent");
    QTEST(trace->slices().has(child, kSliceClipped), "isClipped");
    QCOMPARE(trace->slices().end(child), Timestamp { childEnd });
}

void TestCallTree::runtimeCallStaysInsideTheOpItStartsWith()
{
    EventBuilder events;
    events.slice("cuda_runtime", "launch", 100, 5'200);
    events.slice("cpu_op", "op", 100, 5'000);
    const auto trace = events.build();
    QCOMPARE(parentName(*trace, "launch"), std::string("op"));
}

void TestCallTree::overlapBeyondToleranceBecomesSiblingOnAnotherLane()
{
    EventBuilder events;
    events.onStream(0, 7);
    events.slice("kernel", "a", 0, 10'000);
    events.slice("kernel", "b", 5'000, 15'000);
    events.slice("kernel", "c", 12'000, 20'000);
    const auto trace = events.build();
    QCOMPARE(int(trace->laneOf(findSlice(*trace, "a"))), 0);
    QCOMPARE(int(trace->laneOf(findSlice(*trace, "b"))), 1);
    QCOMPARE(int(trace->laneOf(findSlice(*trace, "c"))), 0);
    QCOMPARE(trace->report().entry(Problem::OverlappingSlices).count, std::uint64_t { 2 });
}

void TestCallTree::negativeDurationIsALeafDrawnToTheEndOfItsParent()
{
    EventBuilder events;
    events.slice("cpu_op", "parent", 0, 100'000);
    events.negativeSlice("cpu_op", "broken", 10'000, -1);
    events.slice("cpu_op", "later", 20'000, 30'000);
    const auto trace = events.build();
    const SliceId broken = findSlice(*trace, "broken");
    QCOMPARE(parentName(*trace, "later"), std::string("parent"));
    QCOMPARE(trace->slices().end(broken), Timestamp { 100'000 });
    QCOMPARE(trace->rawDuration(broken), Nanoseconds { -1 });
    QVERIFY(!trace->slices().isSound(broken));
    QVERIFY(trace->laneOf(broken) != trace->laneOf(findSlice(*trace, "later")));
}

void TestCallTree::missingDurationIsDrawnToTheEndOfItsParentOrTrace()
{
    EventBuilder events;
    events.slice("cpu_op", "parent", 0, 100);
    events.sliceWithoutEnd("cpu_op", "inside", 10);
    events.sliceWithoutEnd("cpu_op", "outside", 200);
    events.slice("cpu_op", "last", 300, 400);
    const auto trace = events.build();
    QCOMPARE(trace->slices().end(findSlice(*trace, "inside")), Timestamp { 100 });
    QCOMPARE(trace->slices().end(findSlice(*trace, "outside")), Timestamp { 400 });
    QVERIFY(trace->slices().has(findSlice(*trace, "inside"), kSliceUnfinished));
    QCOMPARE(trace->range(), (TimeRange { 0, 400 }));
}

void TestCallTree::aWeekLongSliceIsNobodysParent()
{
    EventBuilder events;
    events.slice("cpu_op", "absurd", 0, kMaxPlausibleDuration + 1);
    events.slice("cpu_op", "op", 10, 20);
    const auto trace = events.build();
    QCOMPARE(parentName(*trace, "op"), std::string("-"));
    QVERIFY(trace->slices().has(findSlice(*trace, "absurd"), kSliceCorrupt));
    QCOMPARE(trace->range(), (TimeRange { 10, 20 }));
    QVERIFY(trace->laneOf(findSlice(*trace, "absurd")) != trace->laneOf(findSlice(*trace, "op")));
}

void TestCallTree::tenThousandNestedSlices()
{
    EventBuilder events;
    for (int i = 0; i < 10'000; ++i)
        events.slice("python_function", "frame", i, 100'000 - i);
    const auto trace = events.build();
    const SliceId innermost = SliceTable::at(trace->slices().size() - 1);
    QCOMPARE(int(trace->slices().depth[innermost.index()]), 9'999);
    QCOMPARE(trace->ancestors(innermost).size(), std::size_t { 9'999 });
    QCOMPARE(int(trace->tracks()[0].laneCount), 10'000);
}

void TestCallTree::hundredThousandIdenticalSlices()
{
    EventBuilder events;
    for (int i = 0; i < 100'000; ++i)
        events.slice("cpu_op", "same", 0, 1'000);
    const auto trace = events.build();
    std::size_t found = 0;
    for (std::uint16_t lane = 0; lane < trace->tracks()[0].laneCount; ++lane)
        found += trace->lane(TrackId { 0u }, lane).size();
    QCOMPARE(found, std::size_t { 100'000 });
}

void TestCallTree::hundredThousandStaggeredSlices()
{
    EventBuilder events;
    events.onStream(0, 7);
    for (int i = 0; i < 100'000; ++i)
        events.slice("kernel", "k", i, i + 50'000);
    const auto trace = events.build();
    std::size_t found = 0;
    for (std::uint16_t lane = 0; lane < trace->tracks()[0].laneCount; ++lane)
        found += trace->lane(TrackId { 0u }, lane).size();
    QCOMPARE(found, std::size_t { 100'000 });
}

void TestCallTree::agreesWithTheSlowReference_data()
{
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("span");
    for (unsigned seed = 0; seed < 60; ++seed)
        QTest::addRow("seed %u", seed) << seed << int(1 + seed % 40) << int(8 + 4 * (seed % 7));
    QTest::newRow("wide") << 1000u << 300 << 30'000;
}

void TestCallTree::agreesWithTheSlowReference()
{
    QFETCH(unsigned, seed);
    QFETCH(int, count);
    QFETCH(int, span);
    const auto intervals = randomIntervals(seed, count, span);
    EventBuilder events;
    const bool isInteger = seed % 2 == 0;
    if (isInteger)
        events.withIntegerMicroseconds();
    for (const Interval& interval : intervals)
        events.slice(categoryOfLevel(interval.level), "x", interval.begin, interval.end);
    const auto trace = events.build();
    const auto expected = slowParents(intervals, isInteger ? 0 : 1000);
    for (std::size_t row = 0; row < trace->slices().size(); ++row) {
        const SliceId parent = trace->slices().parent[row];
        const int found = parent.isValid() ? int(trace->slices().eventIndex[parent.index()]) : -1;
        QCOMPARE(found, expected[trace->slices().eventIndex[row]]);
    }
}

void TestCallTree::everySliceIsInOneLaneAndNoLaneOverlaps_data()
{
    agreesWithTheSlowReference_data();
}

void TestCallTree::everySliceIsInOneLaneAndNoLaneOverlaps()
{
    QFETCH(unsigned, seed);
    QFETCH(int, count);
    QFETCH(int, span);
    EventBuilder events;
    events.onStream(0, 7); // no tolerance there: lanes must be strictly free of overlap
    for (const Interval& interval : randomIntervals(seed, count, span))
        events.slice("kernel", "x", interval.begin, interval.end);
    const auto trace = events.build();
    const SliceTable& slices = trace->slices();
    std::vector<int> timesFound(slices.size(), 0);
    for (std::uint16_t lane = 0; lane < trace->tracks()[0].laneCount; ++lane) {
        const LaneRows rows = trace->lane(TrackId { 0u }, lane);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            ++timesFound[rows[i].index()];
            QCOMPARE(trace->laneOf(rows[i]), lane);
            if (i > 0)
                QVERIFY(slices.end(rows[i - 1]) <= slices.start[rows[i].index()]);
        }
    }
    for (std::size_t row = 0; row < slices.size(); ++row) {
        QCOMPARE(timesFound[row], 1);
        if (slices.parent[row].isValid())
            QVERIFY(trace->laneOf(SliceTable::at(row)) > trace->laneOf(slices.parent[row]));
    }
}

void TestCallTree::threadsDoNotChangeTheResult()
{
    const auto build = [](int threads, std::size_t batchRows) {
        EventBuilder events;
        for (unsigned thread = 0; thread < 9; ++thread) {
            events.onThread("1", std::to_string(thread));
            for (const Interval& interval : randomIntervals(thread, 200, 100))
                events.slice(categoryOfLevel(interval.level), "x", interval.begin, interval.end);
        }
        return events.build(threads, batchRows);
    };
    const auto one = build(1, 1000);
    const auto many = build(4, 7);
    QCOMPARE(one->slices().eventIndex, many->slices().eventIndex);
    QVERIFY(one->slices().parent == many->slices().parent);
    QCOMPARE(one->slices().flags, many->slices().flags);
}

QTEST_GUILESS_MAIN(TestCallTree)
#include "tst_call_tree.moc"
