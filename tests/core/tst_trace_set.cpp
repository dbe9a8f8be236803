// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace_set.h"
#include "tests/support/event_builder.h"

#include <QObject>
#include <QTest>

#include <optional>

using namespace kinetoscope;
using tests::EventBuilder;

/// Ranks on one clock.
class TestTraceSet : public QObject {
    Q_OBJECT

private slots:
    void clocksAreAlignedByBaseTime_data();
    void clocksAreAlignedByBaseTime();
    void ranksAreSortedAndFound();
    void aTraceWithoutEventsDoesNotMoveTheOrigin();
    void anEmptySetIsEmpty();
    void stepNumbersAreThoseOfAllRanks();
};

namespace {

std::shared_ptr<const Trace> traceFrom(
    Timestamp begin, std::optional<std::int64_t> baseTime, std::string_view name = "op")
{
    EventBuilder events;
    events.slice("user_annotation", name, begin, begin + 100);
    ParsedEvents parsed = events.take();
    parsed.metadata.baseTimeNanoseconds = baseTime;
    return std::make_shared<const Trace>(buildTrace(std::move(parsed), 1, Progress {}).value());
}

} // namespace

void TestTraceSet::clocksAreAlignedByBaseTime_data()
{
    QTest::addColumn<qint64>("begin0");
    QTest::addColumn<qint64>("base0"); ///< -1: none
    QTest::addColumn<qint64>("begin1");
    QTest::addColumn<qint64>("base1");
    QTest::addColumn<qint64>("jobBegin1");
    QTest::addColumn<qint64>("unixOrigin");
    QTest::newRow("no bases") << qint64 { 1'000 } << qint64 { -1 } << qint64 { 1'500 } << qint64 { -1 }
                              << qint64 { 500 } << qint64 { 1'000 };
    QTest::newRow("equal bases") << qint64 { 10 } << qint64 { 7'000 } << qint64 { 30 } << qint64 { 7'000 }
                                 << qint64 { 20 } << qint64 { 7'010 };
    QTest::newRow("program started later") << qint64 { 10 } << qint64 { 7'000 } << qint64 { 10 } << qint64 { 9'000 }
                                           << qint64 { 2'000 } << qint64 { 7'010 };
    QTest::newRow("an absent base counts as 0")
        << qint64 { 10 } << qint64 { -1 } << qint64 { 10 } << qint64 { 9'000 } << qint64 { 9'000 } << qint64 { 10 };
}

void TestTraceSet::clocksAreAlignedByBaseTime()
{
    QFETCH(qint64, begin0);
    QFETCH(qint64, base0);
    QFETCH(qint64, begin1);
    QFETCH(qint64, base1);
    const auto optionalBase = [](qint64 base) { return base < 0 ? std::nullopt : std::optional<std::int64_t>(base); };
    const TraceSet set(
        { { 0, traceFrom(begin0, optionalBase(base0)) }, { 1, traceFrom(begin1, optionalBase(base1)) } }, {});
    QCOMPARE(qint64 { set.ranks()[0].toJobTime(begin0) }, qint64 { 0 });
    QTEST(qint64 { set.ranks()[1].toJobTime(begin1) }, "jobBegin1");
    QTEST(qint64 { set.unixOrigin() }, "unixOrigin");
    QCOMPARE(set.range().begin, Timestamp { 0 });
    QCOMPARE(set.range().end, set.ranks()[1].toJobTime(begin1) + 100);
    QCOMPARE(qint64 { set.ranks()[1].toTraceTime(set.ranks()[1].toJobTime(begin1)) }, begin1);
}

void TestTraceSet::ranksAreSortedAndFound()
{
    const TraceSet set({ { 7, traceFrom(0, {}) }, { 2, traceFrom(5, {}) } }, {});
    QCOMPARE(set.ranks()[0].rank, std::int64_t { 2 });
    QCOMPARE(set.indexOfRank(7), std::size_t { 1 });
    QCOMPARE(set.indexOfRank(3), set.ranks().size());
    QVERIFY(!set.findRank(3));
    QCOMPARE(set.findRank(7)->rank, std::int64_t { 7 });
    QCOMPARE(set.eventCount(), std::uint64_t { 2 });
}

void TestTraceSet::aTraceWithoutEventsDoesNotMoveTheOrigin()
{
    EventBuilder nothing;
    const TraceSet set({ { 0, nothing.build() }, { 1, traceFrom(1'000'000, {}) } }, {});
    QCOMPARE(set.unixOrigin(), Timestamp { 1'000'000 });
    QCOMPARE(set.range(), (TimeRange { 0, 100 }));
}

void TestTraceSet::anEmptySetIsEmpty()
{
    const TraceSet set({}, {});
    QVERIFY(set.range().isEmpty());
    QVERIFY(set.stepNumbers().empty());
}

void TestTraceSet::stepNumbersAreThoseOfAllRanks()
{
    const TraceSet set({ { 0, traceFrom(0, {}, "ProfilerStep#5") }, { 1, traceFrom(0, {}, "ProfilerStep#4") },
                           { 2, traceFrom(0, {}, "ProfilerStep#5") } },
        {});
    QCOMPARE(set.stepNumbers(), (std::vector<std::int64_t> { 4, 5 }));
}

QTEST_GUILESS_MAIN(TestTraceSet)
#include "tst_trace_set.moc"
