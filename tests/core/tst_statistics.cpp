// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/fold.h"
#include "core/numeric/rounding.h"
#include "core/numeric/statistics.h"
#include "core/numeric/welch.h"
#include "tests/support/test_macros.h"

#include <cmath>
#include <limits>

using namespace kinetoscope;

/// The numeric conventions of SPEC.md A.1 to A.3 and the folding of 3.2.
class TestStatistics : public QObject {
    Q_OBJECT

private slots:
    void a1Describe();
    void a1DescribeOfOneAndNone();
    void a2Quantile_data();
    void a2Quantile();
    void medianOfTimes();
    void a3RoundHalfEven_data();
    void a3RoundHalfEven();
    void section32Fold_data();
    void section32Fold();
    void runningStatisticsMerge();
    void sumsSaturate();
    void incompleteBetaFunction_data();
    void incompleteBetaFunction();
    void welch_data();
    void welch();
    void welchWithoutAnAnswer();
};

void TestStatistics::a1Describe()
{
    const std::vector<double> values { 4, 1, std::numeric_limits<double>::quiet_NaN(), 3, 2 };
    const Description d = describe(values);
    QCOMPARE(d.count, std::uint64_t { 4 });
    QCOMPARE(d.mean, 2.5);
    QCOMPARE(*d.deviation, 1.2909944487358056);
    QCOMPARE(d.min, 1.0);
    QCOMPARE(d.quartile1, 1.75);
    QCOMPARE(d.median, 2.5);
    QCOMPARE(d.quartile3, 3.25);
    QCOMPARE(d.max, 4.0);
}

void TestStatistics::a1DescribeOfOneAndNone()
{
    const std::vector<double> one { 5 };
    QVERIFY(!describe(one).deviation.has_value());
    QCOMPARE(describe(one).median, 5.0);
    QCOMPARE(describe({}).count, std::uint64_t { 0 });
}

void TestStatistics::a2Quantile_data()
{
    QTest::addColumn<double>("q");
    QTest::addColumn<double>("expected");
    QTest::newRow("lowest") << 0.0 << 100.0;
    QTest::newRow("highest") << 1.0 << 200.0;
    QTest::newRow("between") << 0.8 << 196.0;
    QTest::newRow("on an element") << 0.5 << 180.0;
}

void TestStatistics::a2Quantile()
{
    QFETCH(double, q);
    QFETCH(double, expected);
    const std::vector<double> cumulative { 100, 150, 180, 195, 200 };
    QCOMPARE(quantileOfSorted(cumulative, q), expected);
}

void TestStatistics::medianOfTimes()
{
    constexpr Nanoseconds kMost = std::numeric_limits<Nanoseconds>::max();
    QCOMPARE(medianTime({}), Nanoseconds { 0 });
    QCOMPARE(medianTime({ 9, 1, 5 }), Nanoseconds { 5 });
    QCOMPARE(medianTime({ 9, 1, 6, 5 }), Nanoseconds { 5 });
    QCOMPARE(medianTime({ -1, -2 }), Nanoseconds { -2 });
    QCOMPARE(medianTime({ kMost, kMost - 3 }), kMost - 2);
}

void TestStatistics::a3RoundHalfEven_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("digits");
    QTest::addColumn<double>("expected");
    QTest::newRow("down") << 21.4249 << 2 << 21.42;
    QTest::newRow("half to even, down") << 0.125 << 2 << 0.12;
    QTest::newRow("half to even, up") << 0.375 << 2 << 0.38;
    QTest::newRow("scaled double is a half") << 2.675 << 2 << 2.68;
    QTest::newRow("no digits") << 2.5 << 0 << 2.0;
    QTest::newRow("negative half") << -1.5 << 0 << -2.0;
    QTest::newRow("zero") << 0.0 << 2 << 0.0;
    QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << 2
                              << std::numeric_limits<double>::infinity();
}

void TestStatistics::a3RoundHalfEven()
{
    QFETCH(double, value);
    QFETCH(int, digits);
    QFETCH(double, expected);
    QCOMPARE(roundHalfEven(value, digits), expected);
}

void TestStatistics::section32Fold_data()
{
    QTest::addColumn<int>("keep");
    QTest::addColumn<double>("ratio");
    QTest::addColumn<bool>("coverage");
    QTest::addColumn<QString>("kept");
    // Worked example 3b: a 100, b 50, c 30, d 15, e 5.
    QTest::newRow("10 names, 0.8: nothing is folded") << 10 << 0.8 << false << "abcde";
    QTest::newRow("4, 0.8") << 4 << 0.8 << false << "abcd";
    QTest::newRow("3, 0.8") << 3 << 0.8 << false << "abc";
    QTest::newRow("2, 0.8") << 2 << 0.8 << false << "ab";
    QTest::newRow("4, 0.5") << 4 << 0.5 << false << "abc";
    QTest::newRow("5 names are not more than 5") << 5 << 0.1 << false << "abcde";
    QTest::newRow("coverage: a and b are 75 %, c is needed for 80 %") << 4 << 0.8 << true << "abc";
    QTest::newRow("coverage met exactly") << 4 << 0.5 << true << "a";
    QTest::newRow("coverage limited by the number") << 1 << 0.99 << true << "a";
}

void TestStatistics::section32Fold()
{
    QFETCH(int, keep);
    QFETCH(double, ratio);
    QFETCH(bool, coverage);
    QFETCH(QString, kept);
    const std::vector<double> totals { 100, 50, 30, 15, 5 };
    const std::vector<bool> folded = foldToOthers(
        totals, static_cast<std::size_t>(keep), ratio, coverage ? RatioRule::Coverage : RatioRule::Quantile);
    QString names;
    for (std::size_t i = 0; i < folded.size(); ++i) {
        if (!folded[i])
            names += QLatin1Char("abcde"[i]);
    }
    QCOMPARE(names, kept);
}

void TestStatistics::runningStatisticsMerge()
{
    RunningStatistics<Nanoseconds> all;
    RunningStatistics<Nanoseconds> first;
    RunningStatistics<Nanoseconds> second;
    for (const Nanoseconds value : { 30, 15, 5 }) {
        all.add(value);
        (value == 30 ? first : second).add(value);
    }
    first.merge(second);
    first.merge({});
    QCOMPARE(first.sum(), all.sum());
    QCOMPARE(first.min(), Nanoseconds { 5 });
    QCOMPARE(first.max(), Nanoseconds { 30 });
    QCOMPARE(first.deviation(), all.deviation());
    QCOMPARE(all.deviation(), 12.583057392117917); // example 3b, others of num_kernels 2
}

void TestStatistics::sumsSaturate()
{
    RunningStatistics<Nanoseconds> statistics;
    statistics.add(std::numeric_limits<Nanoseconds>::max());
    statistics.add(1);
    QCOMPARE(statistics.sum(), std::numeric_limits<Nanoseconds>::max());
}

void TestStatistics::incompleteBetaFunction_data()
{
    QTest::addColumn<double>("a");
    QTest::addColumn<double>("b");
    QTest::addColumn<double>("x");
    QTest::addColumn<double>("expected");
    QTest::newRow("below") << 2.0 << 3.0 << 0.0 << 0.0;
    QTest::newRow("above") << 2.0 << 3.0 << 1.0 << 1.0;
    QTest::newRow("polynomial") << 2.0 << 3.0 << 0.3 << 0.3483; // 6x^2 - 8x^3 + 3x^4
    QTest::newRow("the other half") << 2.0 << 3.0 << 0.8 << 0.9728;
    QTest::newRow("arc sine") << 0.5 << 0.5 << 0.25 << 1.0 / 3; // 2/pi asin(sqrt(x))
    QTest::newRow("large") << 1e6 << 1e6 << 0.5 << 0.5;
}

void TestStatistics::incompleteBetaFunction()
{
    QFETCH(double, a);
    QFETCH(double, b);
    QFETCH(double, x);
    QFETCH(double, expected);
    QVERIFY(std::abs(incompleteBeta(a, b, x) - expected) < 1e-9);
}

void TestStatistics::welch_data()
{
    QTest::addColumn<QList<double>>("first");
    QTest::addColumn<QList<double>>("second");
    QTest::addColumn<double>("p"); // by integrating Student's density
    QTest::newRow("far apart") << QList<double> { 10, 12, 11 } << QList<double> { 15, 14, 18, 16 } << 0.0062528641970;
    QTest::newRow("two each") << QList<double> { 10, 20 } << QList<double> { 20, 40 } << 0.3498855927708;
    QTest::newRow("one side constant") << QList<double> { 1, 3 } << QList<double> { 2, 2, 2 } << 1.0;
    QTest::newRow("equal") << QList<double> { 1, 2, 3 } << QList<double> { 3, 1, 2 } << 1.0;
    QTest::newRow("nothing varies") << QList<double> { 1, 1 } << QList<double> { 2, 2 } << 0.0;
}

namespace {

SampleSummary summaryOf(const QList<double>& values)
{
    RunningStatistics<double> statistics;
    for (const double value : values)
        statistics.add(value);
    return { statistics.count(), statistics.mean(), statistics.deviation() };
}

} // namespace

void TestStatistics::welch()
{
    QFETCH(QList<double>, first);
    QFETCH(QList<double>, second);
    QFETCH(double, p);
    for (const auto& result :
        { welchTest(summaryOf(first), summaryOf(second)), welchTest(summaryOf(second), summaryOf(first)) }) {
        QVERIFY(result.has_value());
        QVERIFY2(std::abs(*result - p) < 1e-10, qPrintable(QString::number(*result, 'g', 15)));
    }
}

void TestStatistics::welchWithoutAnAnswer()
{
    QVERIFY(!welchTest(summaryOf({ 1 }), summaryOf({ 1, 2 })));
    QVERIFY(!welchTest(summaryOf({}), summaryOf({})));
    QVERIFY(!welchTest(summaryOf({ 2, 2 }), summaryOf({ 2, 2 }))); // the same and constant: nothing to test
}

QTEST_GUILESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
