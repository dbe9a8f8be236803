// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/same_name.h"
#include "tests/support/event_builder.h"
#include "tests/support/test_macros.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <limits>
#include <set>

using namespace kinetoscope;
using tests::EventBuilder;

/// Walking through all slices of one name, over tracks and ranks.
class TestSameName : public QObject {
    Q_OBJECT

private slots:
    void walkMeetsEachOnceInTimeOrder();
    void walkBackIsTheWalkReversed();
    void nothingForWhatIsNoSlice();
    void byLengthEachHasItsPlace();
};

namespace {

/// "a" at 0 and 500 on one thread, at 200 on another one and at 200 on a stream; "b" between them.
std::shared_ptr<const Trace> makeTrace(Timestamp shift)
{
    EventBuilder events;
    events.onThread("1", "1");
    events.slice("cpu_op", "a", shift, shift + 100);
    events.slice("cpu_op", "b", shift + 100, shift + 150);
    events.slice("cpu_op", "a", shift + 500, shift + 600);
    events.onThread("1", "2");
    events.slice("cpu_op", "a", shift + 200, shift + 300);
    events.onStream(0, 7);
    events.slice("kernel", "a", shift + 200, shift + 300);
    return events.build();
}

TraceSet makeJob()
{
    return TraceSet({ { 0, makeTrace(1000) }, { 1, makeTrace(1250) } }, {});
}

std::vector<SliceRef> walk(const TraceSet& job, SliceRef from, int direction)
{
    std::vector<SliceRef> met { from };
    while (const auto next = neighbourOfSameName(job, met.back(), direction)) {
        met.push_back(*next);
        if (met.size() > 100)
            break;
    }
    return met;
}

SliceRef firstNamed(const TraceSet& job, std::string_view name)
{
    const Trace& trace = *job.ranks()[0].trace;
    for (std::size_t i = 0; i < trace.slices().size(); ++i) {
        if (trace.name(SliceId { i }) == name && trace.slices().start[i] == 1000)
            return { 0, SliceId { i } };
    }
    return {};
}

} // namespace

void TestSameName::walkMeetsEachOnceInTimeOrder()
{
    const TraceSet job = makeJob();
    const std::vector<SliceRef> met = walk(job, firstNamed(job, "a"), 1);
    QCOMPARE(met.size(), std::size_t { 8 });
    QCOMPARE(std::set<SliceRef>(met.begin(), met.end()).size(), std::size_t { 8 });
    Timestamp before = std::numeric_limits<Timestamp>::min();
    for (const SliceRef& slice : met) {
        const RankTrace& rank = job.ranks()[slice.rank];
        QVERIFY(rank.trace->name(slice.slice) == "a");
        const Timestamp start = rank.toJobTime(rank.trace->slices().start[slice.slice.index()]);
        QVERIFY(start >= before);
        before = start;
    }
}

void TestSameName::walkBackIsTheWalkReversed()
{
    const TraceSet job = makeJob();
    std::vector<SliceRef> forward = walk(job, firstNamed(job, "a"), 1);
    const std::vector<SliceRef> back = walk(job, forward.back(), -1);
    std::ranges::reverse(forward);
    QVERIFY(forward == back);
}

void TestSameName::nothingForWhatIsNoSlice()
{
    const TraceSet job = makeJob();
    QVERIFY(!neighbourOfSameName(job, {}, 1));
    QVERIFY(!neighbourOfSameName(job, { 7, SliceId { 0U } }, 1));
    QVERIFY(!neighbourOfSameName(job, { 0, SliceId { 999U } }, -1));
    const SliceRef only = *neighbourOfSameName(job, firstNamed(job, "a"), 1);
    QVERIFY(neighbourOfSameName(job, only, -1) == firstNamed(job, "a"));
}

void TestSameName::byLengthEachHasItsPlace()
{
    EventBuilder events;
    events.onThread("1", "1");
    events.slice("cpu_op", "a", 0, 100);
    events.slice("cpu_op", "b", 100, 1000);
    events.slice("cpu_op", "a", 2000, 2300);
    events.slice("cpu_op", "a", 3000, 3100);
    events.slice("cpu_op", "a", 4000, 4050);
    const std::shared_ptr<const Trace> trace = events.build();
    const TraceSet job({ { 0, trace }, { 1, trace } }, {});
    // From the longest to the shortest and back; of equal ones by time and rank.
    std::vector<SliceRef> met { { 0, SliceId { 2u } } };
    for (std::uint64_t place = 1;; ++place) {
        const LengthPlace at = placeByLength(job, met.back());
        QCOMPARE(at.place, place);
        QCOMPARE(at.count, std::uint64_t { 8 });
        QCOMPARE(at.longer.has_value(), place > 1);
        if (at.longer)
            QVERIFY(*at.longer == met[met.size() - 2]);
        if (!at.shorter)
            break;
        met.push_back(*at.shorter);
    }
    const auto ref = [](std::uint32_t rank, std::uint32_t row) { return SliceRef { rank, SliceId { row } }; };
    const std::vector<SliceRef> expected { ref(0, 2), ref(1, 2), ref(0, 0), ref(1, 0), ref(0, 3), ref(1, 3), ref(0, 4),
        ref(1, 4) };
    QVERIFY(met == expected);
    QCOMPARE(placeByLength(job, { 7, SliceId { 0u } }).count, std::uint64_t { 0 });
}

QTEST_GUILESS_MAIN(TestSameName)
#include "tst_same_name.moc"
