// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/event_builder.h"
#include "widgets/support/marks.h"
#include "widgets/support/view_state.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

using namespace kinetoscope;
using tests::EventBuilder;

/// Marks on moments and ranges: the list of them.
class TestMarks : public QObject {
    Q_OBJECT

private slots:
    void anEmptyListHasNoReference();
    void aTemporaryMarkTakesThePlaceOfTheOneBefore();
    void removingKeepsTheCurrentMark_data();
    void removingKeepsTheCurrentMark();
    void theReferenceIsCurrentThenTemporaryThenNewest();
    void rangesAndNotesAreMadeTidy();
    void marksAreListedByTime();
    void settersTellOfChangesOnly();
    void aSessionMayHoldAnything();
    void anotherJobClearsTheMarks();
};

namespace {

Mark temporaryAt(Timestamp at)
{
    return { { at, at }, {}, false };
}

Mark keptAt(Timestamp at, std::string note = {})
{
    return { { at, at }, std::move(note), true };
}

std::shared_ptr<const TraceSet> job()
{
    EventBuilder events;
    events.onThread("1", "1");
    events.slice("cpu_op", "aten::mm", 1000, 3000);
    return std::make_shared<TraceSet>(
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> { { 0, events.build() } },
        std::vector<Remark> {});
}

} // namespace

void TestMarks::anEmptyListHasNoReference()
{
    const Marks marks;
    QVERIFY(marks.all().empty());
    QVERIFY(!marks.current());
    QVERIFY(!marks.temporary());
    QVERIFY(!marks.reference());
    QVERIFY(marks.byTime().empty());
}

void TestMarks::aTemporaryMarkTakesThePlaceOfTheOneBefore()
{
    Marks marks;
    QCOMPARE(marks.add(keptAt(10)), std::size_t { 0 });
    QCOMPARE(marks.add(temporaryAt(20)), std::size_t { 1 });
    QCOMPARE(marks.add(keptAt(30)), std::size_t { 2 });
    QCOMPARE(marks.add(temporaryAt(40)), std::size_t { 1 });
    QCOMPARE(marks.all().size(), std::size_t { 3 });
    QCOMPARE(marks.all()[1].range.begin, 40);
    QCOMPARE(marks.current(), std::optional<std::size_t>(1));
    // Only one can be temporary, whichever way it comes.
    marks.replace(0, temporaryAt(5));
    QVERIFY(marks.all()[0].isKept);
    QCOMPARE(marks.all()[0].range.begin, 5);
}

void TestMarks::removingKeepsTheCurrentMark_data()
{
    QTest::addColumn<int>("current");
    QTest::addColumn<int>("removed");
    QTest::addColumn<int>("after"); // -1: none
    QTest::newRow("the current one") << 1 << 1 << -1;
    QTest::newRow("one before it") << 1 << 0 << 0;
    QTest::newRow("one after it") << 1 << 2 << 1;
    QTest::newRow("one that does not exist") << 1 << 7 << 1;
    QTest::newRow("none is current") << -1 << 0 << -1;
}

void TestMarks::removingKeepsTheCurrentMark()
{
    QFETCH(int, current);
    QFETCH(int, removed);
    QFETCH(int, after);
    Marks marks;
    marks.setAll({ keptAt(1), keptAt(2), keptAt(3) });
    if (current >= 0)
        marks.setCurrent(static_cast<std::size_t>(current));
    marks.remove(static_cast<std::size_t>(removed));
    QCOMPARE(marks.current() ? static_cast<int>(*marks.current()) : -1, after);
}

void TestMarks::theReferenceIsCurrentThenTemporaryThenNewest()
{
    Marks marks;
    marks.setAll({ keptAt(1), temporaryAt(2), keptAt(3) });
    QCOMPARE(marks.reference()->range.begin, 2);
    marks.setCurrent(0);
    QCOMPARE(marks.reference()->range.begin, 1);
    marks.setAll({ keptAt(1), keptAt(3) });
    QCOMPARE(marks.reference()->range.begin, 3);
}

void TestMarks::rangesAndNotesAreMadeTidy()
{
    Marks marks;
    marks.add({ { 9, 4 }, "two\nlines\tof text \xc3\xa9", true });
    QCOMPARE(marks.all()[0].range, (TimeRange { 4, 9 }));
    QCOMPARE(marks.all()[0].note, std::string("two lines of text \xc3\xa9"));
    QVERIFY(!marks.all()[0].isMoment());
    marks.add({ { kMaxTimestamp, kMinTimestamp }, {}, true });
    QCOMPARE(marks.all()[1].range, (TimeRange { kMinTimestamp, kMaxTimestamp }));
}

void TestMarks::marksAreListedByTime()
{
    Marks marks;
    marks.setAll({ keptAt(30), { { 10, 20 }, {}, true }, keptAt(10), keptAt(30) });
    QCOMPARE(marks.byTime(), (std::vector<std::size_t> { 2, 1, 0, 3 }));
}

void TestMarks::settersTellOfChangesOnly()
{
    Marks marks;
    QSignalSpy changed(&marks, &Marks::changed);
    marks.clear();
    marks.setCurrent(3);
    marks.remove(0);
    marks.replace(0, keptAt(1));
    QCOMPARE(changed.size(), 0);
    marks.add(temporaryAt(1));
    QCOMPARE(changed.size(), 1);
    marks.add(temporaryAt(1));
    marks.replace(0, temporaryAt(1));
    marks.setCurrent(0);
    QCOMPARE(changed.size(), 1);
    marks.setCurrent(std::nullopt);
    marks.replace(0, keptAt(1, "here"));
    marks.clear();
    QCOMPARE(changed.size(), 4);
}

void TestMarks::aSessionMayHoldAnything()
{
    Marks marks;
    marks.setAll({ temporaryAt(1), keptAt(2), temporaryAt(3), { { 8, 6 }, "a\nb", true } });
    QCOMPARE(marks.all(), (std::vector<Mark> { temporaryAt(3), keptAt(2), { { 6, 8 }, "a b", true } }));
    QVERIFY(!marks.current());
}

void TestMarks::anotherJobClearsTheMarks()
{
    ViewState state;
    state.setTraceSet(job());
    state.marks()->add(keptAt(1500));
    // A session sets its marks when the job is there: they must stay.
    bool cleared = false;
    connect(&state, &ViewState::traceSetChanged, this, [&] { cleared = state.marks()->all().empty(); });
    state.setTraceSet(job());
    QVERIFY(cleared);
    state.marks()->add(keptAt(1500));
    state.setTraceSet(nullptr);
    QVERIFY(state.marks()->all().empty());
}

QTEST_MAIN(TestMarks)
#include "tst_marks.moc"
