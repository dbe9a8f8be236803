// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/step_hit.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace kinetoscope;

namespace {

using Points = std::vector<ChartData::Point>;
using Place = std::optional<StepPlace>;

ChartData::Group groupOf(Points first, std::vector<Points> further = {})
{
    ChartData::Group group;
    group.points = std::move(first);
    group.further = std::move(further);
    return group;
}

/// Whether something of a sample's step lies in [begin, end), from the sentence in the header.
bool isDrawn(const Points& line, std::size_t i, double begin, double end)
{
    const bool isLast = i + 1 == line.size();
    return (line[i].x >= begin && line[i].x < end) || (!isLast && line[i].x < begin && line[i + 1].x > begin);
}

/// Every sample of every line, one after the other.
Place slowStepAt(const ChartData::Group& group, bool areStacked, double begin, double end, double y)
{
    Place found;
    double best = 0;
    for (std::size_t series = 0; series <= group.further.size(); ++series) {
        const Points& line = series == 0 ? group.points : group.further[series - 1];
        for (std::size_t i = 0; i < line.size(); ++i) {
            const double distance = std::abs(line[i].y - y);
            const bool isMeant = !areStacked || (y >= 0 ? line[i].y >= y : line[i].y <= y);
            if (isDrawn(line, i, begin, end) && isMeant && (!found || distance < best)) {
                found = StepPlace { series, i };
                best = distance;
            }
        }
        if (areStacked && found)
            return found; // what is below hides what is behind it
    }
    return found;
}

} // namespace

class TestStepHit : public QObject {
    Q_OBJECT

private slots:
    void steps_data()
    {
        QTest::addColumn<bool>("areStacked");
        QTest::addColumn<double>("begin");
        QTest::addColumn<double>("end");
        QTest::addColumn<double>("y");
        QTest::addColumn<Place>("place");
        const auto add = [](const char* name, bool areStacked, double begin, double end, double y, Place place) {
            QTest::newRow(name) << areStacked << begin << end << y << place;
        };
        // Two lines: 4 at 10, 1 at 20, 6 at 21, 2 at 22, 5 at 40 (its last); the other one 3 higher, from 10 to 30.
        add("inside a step", false, 14, 15, 3, StepPlace { 0, 0 });
        add("far above: the nearest line", false, 14, 15, 1e9, StepPlace { 1, 0 });
        add("far below", false, 14, 15, -1e9, StepPlace { 0, 0 });
        add("on the sample itself", false, 10, 11, 4, StepPlace { 0, 0 });
        add("several in a column: the peak", false, 19, 24, 6.2, StepPlace { 0, 2 });
        add("several in a column: the lowest", false, 19, 24, 0, StepPlace { 0, 1 });
        add("before the first", false, 4, 5, 4, std::nullopt);
        add("just before the first", false, 9, 10, 4, StepPlace { 0, 0 });
        add("the last one", false, 40, 41, 5, StepPlace { 0, 4 });
        add("just behind the last one", false, 41, 42, 5, StepPlace { 0, 4 });
        add("behind the last one", false, 50, 51, 5, std::nullopt);
        add("the lower area", true, 14, 15, 3, StepPlace { 0, 0 });
        add("the upper area", true, 14, 15, 5, StepPlace { 1, 0 });
        add("its upper edge", true, 14, 15, 7, StepPlace { 1, 0 });
        add("above all areas", true, 14, 15, 7.1, std::nullopt);
        add("below zero", true, 14, 15, -0.1, std::nullopt);
        add("a peak narrower than its column hides what is behind it", true, 19, 24, 5.5, StepPlace { 0, 2 });
    }

    void steps()
    {
        QFETCH(bool, areStacked);
        QFETCH(double, begin);
        QFETCH(double, end);
        QFETCH(double, y);
        QFETCH(Place, place);
        const ChartData::Group group = groupOf({ { 10, 4, 0 }, { 20, 1, 1 }, { 21, 6, 2 }, { 22, 2, 3 }, { 40, 5, 4 } },
            { { { 10, 7, 0 }, { 20, 4, 1 }, { 21, 9, 2 }, { 22, 5, 3 } } });
        QVERIFY(stepAt(group, areStacked, { begin, end, y, 1.5 }) == place);
    }

    void nothingIsHitInNothing()
    {
        QVERIFY(!stepAt(groupOf({}), false, { 0, 1, 0, 5 }));
        QVERIFY(!stepAt(groupOf({}, { {}, {} }), true, { 0, 1, 0, 5 }));
    }

    void asSampleBySample()
    {
        std::mt19937 random(7);
        const auto upTo = [&random](int most) { return static_cast<int>(random() % static_cast<unsigned>(most + 1)); };
        int hits = 0;
        for (int round = 0; round < 4000; ++round) {
            std::vector<Points> lines(
                static_cast<std::size_t>(1 + upTo(3)), Points(static_cast<std::size_t>(upTo(40))));
            for (Points& line : lines) {
                for (ChartData::Point& point : line)
                    point = { static_cast<double>(upTo(120)), static_cast<double>(upTo(20) - 6), 0 };
                std::stable_sort(line.begin(), line.end(),
                    [](const ChartData::Point& a, const ChartData::Point& b) { return a.x < b.x; });
            }
            const ChartData::Group group = groupOf(lines.front(), { lines.begin() + 1, lines.end() });
            const double begin = upTo(140) - 10;
            const double end = begin + 1 + upTo(9);
            const double y = upTo(30) - 8;
            const bool areStacked = upTo(1) == 1;
            const Place found = stepAt(group, areStacked, { begin, end, y, 0 });
            QVERIFY(found == slowStepAt(group, areStacked, begin, end, y));
            hits += found ? 1 : 0;
        }
        QVERIFY(hits > 1000 && hits < 4000);
    }

    void stretchesAndBases()
    {
        // The second series has no value in row 1.
        const ChartData::Group group = groupOf({ { 10, 4, 0 }, { 20, 1, 1 }, { 30, 2, 2 } },
            { { { 10, 7, 0 }, { 30, 9, 2 } }, { { 10, 8, 0 }, { 20, 6, 1 }, { 30, 9.5, 2 } } });
        QVERIFY(stretchOf(group, { 0, 0 }) == (TimeRange { 10, 20 }));
        QVERIFY(stretchOf(group, { 1, 0 }) == (TimeRange { 10, 30 }));
        QVERIFY(stretchOf(group, { 0, 2 }).isEmpty());
        QCOMPARE(baseOf(group, false, { 2, 0 }), 0.0);
        QCOMPARE(baseOf(group, true, { 0, 1 }), 0.0);
        QCOMPARE(baseOf(group, true, { 1, 1 }), 2.0);
        QCOMPARE(baseOf(group, true, { 2, 0 }), 7.0);
        QCOMPARE(baseOf(group, true, { 2, 1 }), 1.0);
        QCOMPARE(baseOf(group, true, { 2, 2 }), 9.0);
    }
};

QTEST_GUILESS_MAIN(TestStepHit)
#include "tst_step_hit.moc"
