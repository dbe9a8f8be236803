// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/chart/pie_layout.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdint>
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
    result.texts.assign(values.size(), { 170, 90, 40, 105 });
    result.values = std::move(values);
    return result;
}

std::vector<double> equal(int count)
{
    return std::vector<double>(static_cast<std::size_t>(count), 1.0);
}

/// No box lies on another one, on the ring or outside of the area; no line crosses another one.
void verifyApart(const PieRequest& asked, const PieLayout& layout)
{
    constexpr double kRounding = 1e-6;
    for (std::size_t i = 0; i < layout.labels.size(); ++i) {
        const PieLabel& label = layout.labels[i];
        QVERIFY(label.x >= 0 && label.x + label.width <= asked.width + kRounding);
        QVERIFY(label.y >= 0 && label.y + label.height <= asked.height + kRounding);
        QVERIFY(label.width > 0 && label.height >= asked.lineHeight * (label.isOneLine ? 1 : label.nameLines + 1));
        // No label on the ring.
        const double nearestX = std::clamp(layout.centre.x, label.x, label.x + label.width);
        const double nearestY = std::clamp(layout.centre.y, label.y, label.y + label.height);
        QVERIFY(std::hypot(nearestX - layout.centre.x, nearestY - layout.centre.y) > layout.outerRadius);
        for (std::size_t j = 0; j < i; ++j) {
            QVERIFY(!boxesOverlap(label, layout.labels[j]));
            for (std::size_t a = 0; a < 2 && layout.form == PieForm::Leaders; ++a) {
                for (std::size_t b = 0; b < 2; ++b) {
                    QVERIFY(!properlyCross(label.leader[a], label.leader[a + 1], layout.labels[j].leader[b],
                        layout.labels[j].leader[b + 1]));
                }
            }
        }
    }
    // The ring itself is inside.
    QVERIFY(layout.centre.x - layout.outerRadius >= -kRounding);
    QVERIFY(layout.centre.x + layout.outerRadius <= asked.width + kRounding);
    QVERIFY(layout.centre.y - layout.outerRadius >= -kRounding);
    QVERIFY(layout.centre.y + layout.outerRadius <= asked.height + kRounding);
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
            { std::pair(320.0, 240.0), std::pair(640.0, 360.0), std::pair(500.0, 160.0), std::pair(365.0, 430.0) }) {
            const PieRequest asked = request(values, width, height);
            const PieLayout layout = layoutPie(asked);
            QVERIFY(layout.outerRadius > 20);
            verifyApart(asked, layout);
        }
    }

    /// Any size, any number of parts, any texts: nothing lies on anything else or sticks out.
    void everySizeKeepsEverythingApart()
    {
        std::uint32_t state = 2022;
        const auto random = [&state](double low, double high) {
            state = state * 1664525u + 1013904223u;
            return low + (high - low) * static_cast<double>(state >> 8) / (1 << 24);
        };
        int leaders = 0;
        int legends = 0;
        int labels = 0;
        for (int i = 0; i < 4000; ++i) {
            PieRequest asked;
            asked.width = random(40, 1400);
            asked.height = random(40, 900);
            asked.lineHeight = random(10, 24);
            asked.centreWidth = random(0, 90);
            const int count = static_cast<int>(random(1, 13));
            for (int slice = 0; slice < count; ++slice) {
                asked.values.push_back(std::pow(random(0, 10), 3));
                const double name = random(10, 300);
                const double share = random(25, 45);
                asked.texts.push_back(
                    { name, random(0, 1) < 0.3 ? 0 : name * random(0.5, 0.8), share, share + random(0, 80) });
            }
            const PieLayout layout = layoutPie(asked);
            verifyApart(asked, layout);
            if (QTest::currentTestFailed()) {
                qWarning("%d: %.1f x %.1f, %d slices", i, asked.width, asked.height, count);
                return;
            }
            leaders += layout.form == PieForm::Leaders ? 1 : 0;
            legends += layout.form == PieForm::Legend ? 1 : 0;
            labels += static_cast<int>(layout.labels.size());
        }
        // The property is no empty one: both forms come up, and most rings have labels.
        QVERIFY2(leaders > 400 && legends > 400 && labels > 12000,
            qPrintable(QStringLiteral("%1 %2 %3").arg(leaders).arg(legends).arg(labels)));
    }

    void labelsAreWholeAndTheRingUsesItsRoom_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        QTest::addColumn<double>("leastRadius");
        QTest::addColumn<bool>("hasLeaders"); // a legend only where labels beside the ring would make it small
        QTest::newRow("the default dock") << 425.0 << 170.0 << 46.0 << true;
        QTest::newRow("tall and narrow") << 365.0 << 430.0 << 120.0 << false;
        QTest::newRow("a cell of several") << 340.0 << 190.0 << 40.0 << false;
        QTest::newRow("an exported picture") << 900.0 << 480.0 << 150.0 << true;
        QTest::newRow("the report") << 930.0 << 350.0 << 130.0 << true;
    }

    /// "Computation + communication" and its kind, in the font of the screenshots.
    void labelsAreWholeAndTheRingUsesItsRoom()
    {
        QFETCH(double, width);
        QFETCH(double, height);
        QFETCH(double, leastRadius);
        QFETCH(bool, hasLeaders);
        PieRequest asked;
        asked.width = width;
        asked.height = height;
        asked.lineHeight = 17;
        asked.centreWidth = 40;
        asked.values = { 68.8, 24.9, 4.6, 1.5, 0.2 };
        asked.texts = { { 78, 0, 44, 108 }, { 98, 0, 44, 105 }, { 186, 100, 38, 100 }, { 54, 0, 38, 100 },
            { 170, 100, 38, 102 } };
        const PieLayout layout = layoutPie(asked);
        QVERIFY2(layout.outerRadius >= leastRadius, qPrintable(QString::number(layout.outerRadius)));
        QCOMPARE(layout.form == PieForm::Leaders, hasLeaders);
        for (std::size_t slice = 0; slice < 3; ++slice) { // those of at least 2 %
            const auto label = std::find_if(layout.labels.begin(), layout.labels.end(),
                [slice](const PieLabel& each) { return each.slice == slice; });
            QVERIFY(label != layout.labels.end());
            QVERIFY(label->figure == PieLabel::Figure::Whole);
            const PieText& text = asked.texts[slice];
            const double name = label->nameLines == 2 ? text.wrapped : text.name;
            const double fixed = layout.form == PieForm::Legend ? kPieSwatch + kPieTextGap + layout.figureWidth : 0.0;
            QVERIFY(label->width >= fixed + name);
            QVERIFY(layout.form == PieForm::Legend || label->width >= text.figure);
        }
    }

    /// A larger ring beside "C…n" and "C…n" says less than a small one beside names.
    void namesAreReadInANarrowPanel()
    {
        for (const double width : { 215.0, 222.0, 231.0, 240.0 }) {
            PieRequest asked { .width = width, .height = 110, .lineHeight = 17, .centreWidth = 44 };
            asked.values = { 83.8, 12.9, 3.0, 0.25, 0.05 };
            asked.texts = { { 98, 0, 44, 100 }, { 80, 0, 44, 100 }, { 186, 100, 36, 92 }, { 54, 0, 36, 92 },
                { 170, 100, 44, 90 } };
            const PieLayout layout = layoutPie(asked);
            QVERIFY(layout.form == PieForm::Legend && layout.labels.size() >= 3);
            QVERIFY(layout.outerRadius >= asked.minimumRadius);
            const double room = layout.labels[0].width - kPieSwatch - kPieTextGap - layout.figureWidth;
            QVERIFY2(room >= 55, qPrintable(QString::number(room)));
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
            QVERIFY(layout.labels.size() >= wanted); // a legend has room for the smaller ones too
            QVERIFY(layout.form == PieForm::Legend || layout.labels.size() == wanted);
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
