// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/pie_layout.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace kinetoscope;

namespace {

bool boxesOverlap(const PieLabel& a, const PieLabel& b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height - 1e-9 && b.y < a.y + a.height - 1e-9;
}

bool properlyCross(PiePoint a, PiePoint b, PiePoint c, PiePoint d)
{
    const auto side = [](PiePoint p, PiePoint q, PiePoint r) {
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    };
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

PieRequest request(std::vector<double> values, double width, double height)
{
    PieRequest result;
    result.width = width;
    result.height = height;
    result.labelWidths.assign(values.size(), 170);
    result.values = std::move(values);
    return result;
}

std::vector<double> equal(int count)
{
    return std::vector<double>(static_cast<std::size_t>(count), 1.0);
}

std::vector<double> falling(int count, double ratio)
{
    std::vector<double> values;
    double value = 1000;
    for (int i = 0; i < count; ++i, value *= ratio)
        values.push_back(value);
    return values;
}

} // namespace

class TestPieLayout : public QObject {
    Q_OBJECT

private slots:
    void labelsAndLeadersStayApart_data()
    {
        QTest::addColumn<std::vector<double>>("values");
        for (int count = 1; count <= 12; ++count) {
            QTest::addRow("%d equal", count) << equal(count);
            QTest::addRow("%d falling by half", count) << falling(count, 0.5);
            QTest::addRow("%d falling slowly", count) << falling(count, 0.85);
            QTest::addRow("%d, one giant", count) << [count] {
                std::vector<double> values = equal(count);
                values.front() = 2.0 * count;
                return values;
            }();
            QTest::addRow("%d, giant last", count) << [count] {
                std::vector<double> values = equal(count);
                values.back() = 2.0 * count;
                return values;
            }();
        }
    }

    void labelsAndLeadersStayApart()
    {
        QFETCH(std::vector<double>, values);
        for (const auto& [width, height] :
            { std::pair(320.0, 240.0), std::pair(640.0, 360.0), std::pair(500.0, 160.0) }) {
            const PieLayout layout = layoutPie(request(values, width, height));
            QVERIFY(layout.outerRadius > 20);
            for (std::size_t i = 0; i < layout.labels.size(); ++i) {
                const PieLabel& label = layout.labels[i];
                QVERIFY(label.x >= 0 && label.x + label.width <= width);
                QVERIFY(label.y >= 0 && label.y + label.height <= height);
                // No label on the ring.
                const double nearestX = std::clamp(layout.centre.x, label.x, label.x + label.width);
                const double nearestY = std::clamp(layout.centre.y, label.y, label.y + label.height);
                QVERIFY(std::hypot(nearestX - layout.centre.x, nearestY - layout.centre.y) > layout.outerRadius);
                for (std::size_t j = 0; j < i; ++j) {
                    QVERIFY(!boxesOverlap(label, layout.labels[j]));
                    for (std::size_t a = 0; a < 2; ++a) {
                        for (std::size_t b = 0; b < 2; ++b) {
                            QVERIFY(!properlyCross(label.leader[a], label.leader[a + 1], layout.labels[j].leader[b],
                                layout.labels[j].leader[b + 1]));
                        }
                    }
                }
            }
        }
    }

    void everySliceFromTwoPercentIsLabelledAtTheUsualSize_data()
    {
        QTest::addColumn<std::vector<double>>("values");
        for (int count = 2; count <= 8; ++count) {
            QTest::addRow("%d equal", count) << equal(count);
            QTest::addRow("%d falling", count) << falling(count, 0.7);
        }
        QTest::newRow("kernel types") << std::vector<double> { 90, 5, 3, 2.5 };
        QTest::newRow("one") << std::vector<double> { 1 };
        QTest::newRow("nearly all") << std::vector<double> { 99.9, 0.1 };
        QTest::newRow("two halves") << std::vector<double> { 50.1, 49.9 };
        QTest::newRow("a small one at the bottom") << std::vector<double> { 45, 10, 45 };
        QTest::newRow("kernels with others") << std::vector<double> { 40, 20, 10, 5, 5, 4, 3, 13 };
    }

    void everySliceFromTwoPercentIsLabelledAtTheUsualSize()
    {
        QFETCH(std::vector<double>, values);
        for (const auto& [width, height] :
            { std::pair(560.0, 300.0), std::pair(1200.0, 760.0), std::pair(900.0, 900.0) }) {
            const PieLayout layout = layoutPie(request(values, width, height));
            std::size_t wanted = 0;
            for (const PieSlice& slice : layout.slices)
                wanted += slice.sweepDegrees >= 0.02 * 360 ? 1 : 0;
            QCOMPARE(layout.labels.size(), wanted);
        }
    }

    void slicesCoverTheCircleInOrder()
    {
        const PieLayout layout = layoutPie(request({ 3, 1, -5, std::nan(""), 4 }, 320, 240));
        QCOMPARE(layout.slices.size(), std::size_t { 5 });
        QCOMPARE(layout.slices[0].startDegrees, 0.0);
        QCOMPARE(layout.slices[0].sweepDegrees, 135.0);
        QCOMPARE(layout.slices[1].startDegrees, 135.0);
        QCOMPARE(layout.slices[2].sweepDegrees, 0.0);
        QCOMPARE(layout.slices[3].sweepDegrees, 0.0);
        QCOMPARE(layout.slices[4].startDegrees + layout.slices[4].sweepDegrees, 360.0);
    }

    void nothingToShowIsNoRing_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        QTest::newRow("empty") << 0.0 << 0.0;
        QTest::newRow("one pixel") << 1.0 << 1.0;
        QTest::newRow("flat") << 300.0 << 5.0;
    }

    void nothingToShowIsNoRing()
    {
        QFETCH(double, width);
        QFETCH(double, height);
        const PieLayout layout = layoutPie(request(equal(3), width, height));
        QCOMPARE(layout.outerRadius, 0.0);
        QVERIFY(layout.labels.empty());
    }

    void smallAreaKeepsTheRingAndGivesUpLabels()
    {
        const PieLayout layout = layoutPie(request(equal(4), 80, 80));
        QCOMPARE(layout.outerRadius, 36.0);
        QVERIFY(layout.labels.empty());
    }
};

QTEST_GUILESS_MAIN(TestPieLayout)
#include "tst_pie_layout.moc"
