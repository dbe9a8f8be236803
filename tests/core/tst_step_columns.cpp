// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/step_hit.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <vector>

using namespace kinetoscope;

namespace {

using Points = std::vector<ChartData::Point>;

/// Written from the sentence in the header, one sample after the other.
StepColumns slowColumns(const Points& points, double begin, double end, int width)
{
    StepColumns result;
    std::map<int, Points> byColumn;
    const ChartData::Point* held = nullptr;
    for (const ChartData::Point& point : points) {
        if (point.x < begin) {
            held = &point;
        } else if (point.x > end) {
            result.isHeld = true;
        } else {
            byColumn[static_cast<int>(std::floor((point.x - begin) * width / (end - begin)))].push_back(point);
        }
    }
    const bool isKnownAtBegin =
        std::any_of(points.begin(), points.end(), [begin](const ChartData::Point& point) { return point.x == begin; });
    if (held && !isKnownAtBegin)
        byColumn[0].insert(byColumn[0].begin(), *held);
    for (const auto& [x, samples] : byColumn) {
        StepColumn column { x, samples.front().y, samples.front().y, samples.front().y, samples.back().y };
        for (const ChartData::Point& sample : samples) {
            column.least = std::min(column.least, sample.y);
            column.greatest = std::max(column.greatest, sample.y);
        }
        result.columns.push_back(column);
    }
    return result;
}

void compare(const StepColumns& found, const StepColumns& expected)
{
    QCOMPARE(found.isHeld, expected.isHeld);
    QCOMPARE(found.columns.size(), expected.columns.size());
    for (std::size_t i = 0; i < found.columns.size(); ++i)
        QVERIFY2(found.columns[i] == expected.columns[i], qPrintable(QString::number(i)));
}

} // namespace

class TestStepColumns : public QObject {
    Q_OBJECT

private slots:
    void columns_data()
    {
        QTest::addColumn<Points>("points");
        QTest::addColumn<double>("begin");
        QTest::addColumn<double>("end");
        QTest::addColumn<int>("width");
        QTest::addColumn<std::vector<StepColumn>>("columns");
        QTest::addColumn<bool>("isHeld");
        using Columns = std::vector<StepColumn>;
        const Points five { { 0, 1, 0 }, { 10, 5, 1 }, { 11, -2, 2 }, { 12, 3, 3 }, { 40, 4, 4 } };
        QTest::newRow("nothing") << Points {} << 0.0 << 100.0 << 10 << Columns {} << false;
        QTest::newRow("empty view") << five << 10.0 << 10.0 << 10 << Columns {} << false;
        QTest::newRow("turned view") << five << 20.0 << 10.0 << 10 << Columns {} << false;
        QTest::newRow("one") << Points { { 50, 7, 0 } } << 0.0 << 100.0 << 10 << Columns { { 5, 7, 7, 7, 7 } } << false;
        QTest::newRow("all, three in one column")
            << five << 0.0 << 40.0 << 4 << Columns { { 0, 1, 1, 1, 1 }, { 1, 5, -2, 5, 3 }, { 4, 4, 4, 4, 4 } }
            << false;
        QTest::newRow("the value that holds at the begin, a sample beyond the end")
            << five << 20.0 << 30.0 << 10 << Columns { { 0, 3, 3, 3, 3 } } << true;
        QTest::newRow("a sample at the begin is no older value")
            << five << 10.0 << 20.0 << 10 << Columns { { 0, 5, 5, 5, 5 }, { 1, -2, -2, -2, -2 }, { 2, 3, 3, 3, 3 } }
            << true;
        QTest::newRow("before all samples") << five << -20.0 << -10.0 << 10 << Columns {} << true;
        QTest::newRow("after all samples") << five << 50.0 << 60.0 << 10 << Columns { { 0, 4, 4, 4, 4 } } << false;
        QTest::newRow("no width counts as one pixel")
            << five << 0.0 << 20.0 << 0 << Columns { { 0, 1, -2, 5, 3 } } << true;
        QTest::newRow("far away") << Points { { -9e18, 1, 0 }, { 9e18, 2, 1 } } << 0.0 << 1.0 << 10
                                  << Columns { { 0, 1, 1, 1, 1 } } << true;
    }

    void columns()
    {
        QFETCH(Points, points);
        QFETCH(double, begin);
        QFETCH(double, end);
        QFETCH(int, width);
        QFETCH(std::vector<StepColumn>, columns);
        QFETCH(bool, isHeld);
        compare(stepColumns(points, begin, end, width), { columns, isHeld });
    }

    void asSampleBySample()
    {
        std::mt19937 random(5);
        const auto upTo = [&random](int most) { return static_cast<int>(random() % static_cast<unsigned>(most + 1)); };
        for (int round = 0; round < 2000; ++round) {
            Points points(static_cast<std::size_t>(upTo(60)));
            for (ChartData::Point& point : points)
                point = { static_cast<double>(upTo(200)), static_cast<double>(upTo(20) - 10), 0 };
            std::stable_sort(points.begin(), points.end(),
                [](const ChartData::Point& a, const ChartData::Point& b) { return a.x < b.x; });
            const double begin = upTo(150) - 20;
            // Powers of two, so that both ways round alike.
            const double end = begin + (1 << upTo(7));
            const int width = 1 << upTo(5);
            compare(stepColumns(points, begin, end, width), slowColumns(points, begin, end, width));
            if (QTest::currentTestFailed())
                return;
        }
    }
};

QTEST_GUILESS_MAIN(TestStepColumns)
#include "tst_step_columns.moc"
