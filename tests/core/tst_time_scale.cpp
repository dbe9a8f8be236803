// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/ruler_ticks.h"
#include "core/layout/timeline/time_scale.h"

#include <QChar>
#include <QObject>
#include <QString>
#include <QTest>

#include <cmath>

using namespace kinetoscope;

/// Time to pixel, zooming, panning and the ruler.
class TestTimeScale : public QObject {
    Q_OBJECT

private slots:
    void pixelsAndTimesRoundTrip_data();
    void pixelsAndTimesRoundTrip();
    void farTimesStayFinite();
    void zoomKeepsTheTimeUnderThePointer_data();
    void zoomKeepsTheTimeUnderThePointer();
    void zoomStopsAtTheLimits();
    void panKeepsTheLength_data();
    void panKeepsTheLength();
    void fittedRangesLieInsideTheLimits_data();
    void fittedRangesLieInsideTheLimits();
    void ticksAreEvenAndRound_data();
    void ticksAreEvenAndRound();
    void ticksTakeTheUnitThatIsWanted();
    void ticksOfExtremeRangesEnd();
};

void TestTimeScale::pixelsAndTimesRoundTrip_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<double>("width");
    QTest::newRow("one pixel a ns") << qint64 { 0 } << qint64 { 1000 } << 1000.0;
    QTest::newRow("ten pixels a ns") << qint64 { 0 } << qint64 { 100 } << 1000.0;
    QTest::newRow("Unix time") << qint64 { 1'700'000'000'123'456'789 } << qint64 { 1'700'000'000'123'556'789 }
                               << 1920.0;
    QTest::newRow("negative") << qint64 { -5'000'000 } << qint64 { -1'000'000 } << 640.0;
    QTest::newRow("an hour") << qint64 { 0 } << qint64 { 3'600'000'000'000 } << 1920.0;
}

void TestTimeScale::pixelsAndTimesRoundTrip()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    QFETCH(double, width);
    const TimeScale scale({ begin, end }, width);
    QCOMPARE(scale.xOf(begin), 0.0);
    QVERIFY(std::abs(scale.xOf(end) - width) < 1e-6);
    for (int i = 0; i <= 10; ++i) {
        const double x = width * i / 10;
        QVERIFY(std::abs(scale.xOf(scale.timeAt(x)) - x) <= 1 / scale.nanosecondsPerPixel() + 1e-6);
    }
}

void TestTimeScale::farTimesStayFinite()
{
    const TimeScale scale({ kMaxTimestamp - 100, kMaxTimestamp }, 1000);
    QCOMPARE(scale.xOf(kMinTimestamp), -1e9);
    QCOMPARE(scale.timeAt(1e12), kMaxTimestamp);
    QCOMPARE(TimeScale({ kMinTimestamp, kMaxTimestamp }, 1).timeAt(-1e300), kMinTimestamp);
    QVERIFY(TimeScale({ 7, 7 }, 0).xOf(8) >= 1.0); // an empty range counts as 1 ns
    QCOMPARE(scale.shiftedBy(kMaxTimestamp).visible().end, kMaxTimestamp);
}

void TestTimeScale::zoomKeepsTheTimeUnderThePointer_data()
{
    QTest::addColumn<double>("anchor");
    QTest::addColumn<double>("factor");
    QTest::newRow("in at the middle") << 0.5 << 0.8;
    QTest::newRow("in at the left edge") << 0.0 << 0.5;
    QTest::newRow("in at the right edge") << 1.0 << 0.5;
    QTest::newRow("in at an odd place") << 0.3123 << 0.8333;
    QTest::newRow("out") << 0.4 << 1.25;
    QTest::newRow("not at all") << 0.4 << 1.0;
}

void TestTimeScale::zoomKeepsTheTimeUnderThePointer()
{
    QFETCH(double, anchor);
    QFETCH(double, factor);
    const TimeRange limits { 0, 1'000'000'000'000 };
    TimeRange range { 499'000'000'000, 501'000'000'000 };
    const double width = 1500;
    for (int i = 0; i < 12; ++i) {
        const TimeScale before(range, width);
        const Timestamp under = before.timeAt(anchor * width);
        range = zoomed(range, limits, anchor, factor);
        const TimeScale after(range, width);
        QVERIFY2(std::abs(after.xOf(under) - anchor * width) <= 1.0, qPrintable(QString::number(i)));
    }
}

void TestTimeScale::zoomStopsAtTheLimits()
{
    const TimeRange limits { -1000, 1'000'000 };
    TimeRange range = limits;
    for (int i = 0; i < 100; ++i)
        range = zoomed(range, limits, 0.7, 0.5);
    QCOMPARE(range.length(), kShortestVisible);
    for (int i = 0; i < 100; ++i)
        range = zoomed(range, limits, 0.7, 3);
    QCOMPARE(range, limits);
    QCOMPARE(zoomed(limits, limits, 0.5, 1e300), limits);
    QCOMPARE(
        zoomed({ kMinTimestamp, kMaxTimestamp }, { kMinTimestamp, kMaxTimestamp }, 0.5, 2).length(), kMaxTimestamp);
}

void TestTimeScale::panKeepsTheLength_data()
{
    QTest::addColumn<double>("share");
    QTest::addColumn<qint64>("begin");
    QTest::newRow("right") << 0.1 << qint64 { 5100 };
    QTest::newRow("left") << -0.5 << qint64 { 4500 };
    QTest::newRow("to the end") << 100.0 << qint64 { 9000 };
    QTest::newRow("to the start") << -100.0 << qint64 { 0 };
    QTest::newRow("absurdly far") << 1e30 << qint64 { 9000 };
}

void TestTimeScale::panKeepsTheLength()
{
    QFETCH(double, share);
    QFETCH(qint64, begin);
    const TimeRange moved = panned({ 5000, 6000 }, { 0, 10'000 }, share);
    QCOMPARE(moved, (TimeRange { begin, begin + 1000 }));
}

void TestTimeScale::fittedRangesLieInsideTheLimits_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    QTest::newRow("inside") << qint64 { 100 } << qint64 { 900 };
    QTest::newRow("too early") << qint64 { -5000 } << qint64 { -4000 };
    QTest::newRow("too late") << qint64 { 99'000 } << qint64 { 99'500 };
    QTest::newRow("too long") << qint64 { -99'000 } << qint64 { 99'500 };
    QTest::newRow("too short") << qint64 { 500 } << qint64 { 500 };
    QTest::newRow("backwards") << qint64 { 900 } << qint64 { 100 };
    QTest::newRow("extreme") << qint64 { kMinTimestamp } << qint64 { kMaxTimestamp };
}

void TestTimeScale::fittedRangesLieInsideTheLimits()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    const TimeRange fitted = fittedInto({ begin, end }, { 0, 10'000 });
    QVERIFY(fitted.begin >= 0);
    QVERIFY(fitted.end <= 10'000);
    QVERIFY(fitted.length() >= kShortestVisible);
    // Limits of one moment still give something to look at.
    QCOMPARE(fittedInto({ begin, end }, { 77, 77 }).length(), kShortestVisible);
    QVERIFY(fittedInto({ begin, end }, { 77, 77 }).contains(77));
}

void TestTimeScale::ticksAreEvenAndRound_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    const QString thin(QChar(u'\u202f'));
    QTest::newRow("ns") << qint64 { 0 } << qint64 { 100 } << "0" + thin + "ns"
                        << "10" + thin + "ns";
    QTest::newRow("us") << qint64 { 0 } << qint64 { 10'000 } << "0" + thin + QString(u'\u00b5') + "s"
                        << "1" + thin + QString(u'\u00b5') + "s";
    QTest::newRow("ms with decimals") << qint64 { 12'000'000 } << qint64 { 12'900'000 } << "12.0" + thin + "ms"
                                      << "12.1" + thin + "ms";
    QTest::newRow("s") << qint64 { 1'000'000'000 } << qint64 { 10'000'000'000 } << "1" + thin + "s"
                       << "2" + thin + "s";
    QTest::newRow("groups") << qint64 { 12'345'678'900'000 } << qint64 { 12'345'678'900'500 }
                            << "12" + thin + "345.678" + thin + "900" + thin + "0" + thin + "s"
                            << "12" + thin + "345.678" + thin + "900" + thin + "1" + thin + "s";
    QTest::newRow("before zero") << qint64 { -2000 } << qint64 { 8000 } << "-2" + thin + QString(u'\u00b5') + "s"
                                 << "-1" + thin + QString(u'\u00b5') + "s";
}

void TestTimeScale::ticksAreEvenAndRound()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    QFETCH(QString, first);
    QFETCH(QString, second);
    const std::vector<Tick> ticks = rulerTicks(TimeScale({ begin, end }, 1000), 7);
    QVERIFY(ticks.size() >= 3);
    QCOMPARE(QString::fromStdString(ticks[0].label), first);
    QCOMPARE(QString::fromStdString(ticks[1].label), second);
    const Nanoseconds step = ticks[1].time - ticks[0].time;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        QCOMPARE(ticks[i].time % step, 0);
        QVERIFY(ticks[i].time >= begin && ticks[i].time <= end);
        if (i > 0) {
            QCOMPARE(ticks[i].time - ticks[i - 1].time, step);
            // Seven pixels a character: neighbours never touch.
            QVERIFY(ticks[i].x - ticks[i - 1].x
                > 7.0 * static_cast<double>(QString::fromStdString(ticks[i - 1].label).size()) - 14);
        }
    }
}

void TestTimeScale::ticksTakeTheUnitThatIsWanted()
{
    const auto labels = [](TimeRange visible, std::int64_t unit) {
        QStringList texts;
        for (const Tick& tick : rulerTicks(TimeScale(visible, 1000), 7, unit))
            texts.append(QString::fromStdString(tick.label).remove(QChar(0x202f)));
        return texts;
    };
    QVERIFY(labels({ 0, 50'000'000 }, 0).contains(QStringLiteral("10ms")));
    QVERIFY(labels({ 0, 50'000'000 }, 1'000).contains(QStringLiteral("10000\u00b5s")));
    QVERIFY(labels({ 0, 50'000'000 }, 1).contains(QStringLiteral("10000000ns")));
    QVERIFY(labels({ 0, 50'000'000 }, 1'000'000'000).contains(QStringLiteral("0.010s")));
    QVERIFY(labels({ 0, 500 }, 1'000'000'000).contains(QStringLiteral("0.0000002s")));
}

void TestTimeScale::ticksOfExtremeRangesEnd()
{
    QVERIFY(rulerTicks(TimeScale({ kMinTimestamp, kMaxTimestamp }, 2000), 7).size() < 1000);
    QVERIFY(rulerTicks(TimeScale({ kMaxTimestamp - 50, kMaxTimestamp }, 2000), 7).size() < 1000);
    QVERIFY(rulerTicks(TimeScale({ 0, 1 }, 1), 7).size() <= 2);
}

QTEST_GUILESS_MAIN(TestTimeScale)
#include "tst_time_scale.moc"
