// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/selection_places.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// How much is selected, where most of it is, and what goes on around a gap.
class TestSelectionPlaces : public QObject {
    Q_OBJECT

private slots:
    void totalsAreThoseOfAPlainCount();
    void nothingIsNothing();
    void gapHasItsNeighboursAndTheHost();
    void gapAtTheEndHasNoWorkAfterIt();
};

namespace {

std::shared_ptr<const TraceSet> gappyJob()
{
    const auto loaded = loadTexts({ TraceText()
                                        .op("aten::mm", 0_us, 100_us)
                                        .launch(10_us, 5_us, 1)
                                        .kernel("first", 20_us, 30_us, 7, 1)
                                        .op("aten::item", 110_us, 590_us)
                                        .op("aten::relu", 700_us, 100_us)
                                        .launch(710_us, 40_us, 2)
                                        .kernel("second", 760_us, 20_us, 7, 2)
                                        .kernel("other stream", 765_us, 20_us, 8, 0)
                                        .text() });
    return loaded ? loaded.value() : nullptr;
}

std::string nameOf(const TraceSet& job, SliceId slice)
{
    return slice.isValid() ? std::string(job.ranks().front().trace->name(slice)) : std::string();
}

} // namespace

void TestSelectionPlaces::totalsAreThoseOfAPlainCount()
{
    const auto job = gappyJob();
    QVERIFY(job);
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        Selection selection;
        const std::size_t slices = job->ranks().front().trace->slices().size();
        for (std::size_t i = random() % 4; i > 0; --i)
            selection.slices.push_back({ 0, SliceTable::at(random() % slices) });
        for (std::size_t i = random() % 90; i > 0; --i) {
            const auto begin = static_cast<Timestamp>(random() % 1000);
            selection.intervals.push_back({ 0, TrackId {}, { begin, begin + static_cast<Timestamp>(random() % 50) } });
        }
        const SelectionTotals totals = selectionTotals(*job, selection);
        std::vector<TimeRange> ranges;
        for (const SliceRef& slice : selection.slices)
            ranges.push_back(job->ranks().front().trace->slices().range(slice.slice));
        for (const IntervalRef& interval : selection.intervals)
            ranges.push_back(interval.range);
        Nanoseconds sum = 0;
        std::set<Timestamp> covered; // nanosecond by nanosecond
        std::vector<Nanoseconds> lengths;
        for (const TimeRange& range : ranges) {
            sum += range.length();
            lengths.push_back(range.length());
            if (range.length() < 1000) {
                for (Timestamp t = range.begin; t < range.end; ++t)
                    covered.insert(t);
            }
        }
        QCOMPARE(totals.sum, sum);
        if (selection.slices.empty())
            QCOMPARE(totals.covered, static_cast<Nanoseconds>(covered.size()));
        std::ranges::sort(lengths, std::greater {});
        lengths.resize(std::min(lengths.size(), SelectionTotals::kMostListed));
        std::vector<Nanoseconds> listed;
        for (const SelectionPlace& place : totals.longest) {
            listed.push_back(place.range.length());
            QCOMPARE(place.part.slices.size() + place.part.intervals.size(), std::size_t { 1 });
        }
        QVERIFY(listed == lengths);
    }
}

void TestSelectionPlaces::nothingIsNothing()
{
    const SelectionTotals totals = selectionTotals(*gappyJob(), {});
    QCOMPARE(totals.sum, Nanoseconds { 0 });
    QCOMPARE(totals.covered, Nanoseconds { 0 });
    QVERIFY(totals.longest.empty());
}

void TestSelectionPlaces::gapHasItsNeighboursAndTheHost()
{
    const auto job = gappyJob();
    const IntervalSurroundings around = surroundingsOf(*job, { 0, TrackId {}, { 50_us, 760_us } });
    QCOMPARE(nameOf(*job, around.before), std::string("first"));
    QCOMPARE(nameOf(*job, around.after), std::string("second"));
    const Trace& trace = *job->ranks().front().trace;
    QVERIFY(around.thread.isValid());
    QCOMPARE(around.thread, trace.trackOf(trace.launchOf(around.after)));
    // mm until 100, nothing, item 110 to 700, relu with its launch from 710 on.
    std::map<std::string, Nanoseconds> busy;
    for (const IntervalSurroundings::Activity& activity : around.activities)
        busy[std::string(trace.text(activity.name))] = activity.self;
    QCOMPARE(around.activities.front().self, 590_us);
    QCOMPARE(busy["aten::item"], 590_us);
    QCOMPARE(busy["aten::mm"], 50_us);
    QCOMPARE(busy["aten::relu"], 20_us);
    QCOMPARE(busy["cudaLaunchKernel"], 40_us);
    QCOMPARE(around.outside, 10_us);

    // Of one stream, only its work.
    const TrackId stream = trace.trackOf(findSlice(trace, "other stream"));
    const IntervalSurroundings ofStream = surroundingsOf(*job, { 0, stream, { 50_us, 760_us } });
    QCOMPARE(nameOf(*job, ofStream.before), std::string());
    QCOMPARE(nameOf(*job, ofStream.after), std::string("other stream"));

    // Of the device that idles, that of all its streams, whichever the interval was drawn on.
    const std::int64_t device = trace.track(stream).device;
    const IntervalSurroundings ofDevice = surroundingsOf(*job, { 0, stream, { 50_us, 760_us } }, device);
    QCOMPARE(nameOf(*job, ofDevice.before), std::string("first"));
    QCOMPARE(nameOf(*job, ofDevice.after), std::string("second"));
    const IntervalSurroundings elsewhere = surroundingsOf(*job, { 0, stream, { 50_us, 760_us } }, device + 1);
    QVERIFY(!elsewhere.before.isValid() && !elsewhere.after.isValid());
}

void TestSelectionPlaces::gapAtTheEndHasNoWorkAfterIt()
{
    const auto job = gappyJob();
    const IntervalSurroundings around = surroundingsOf(*job, { 0, TrackId {}, { 785_us, 900_us } });
    QCOMPARE(nameOf(*job, around.before), std::string("other stream"));
    QVERIFY(!around.after.isValid());
    QVERIFY(around.thread.isValid()); // the main thread
    const IntervalSurroundings nowhere = surroundingsOf(*job, { 0, TrackId {}, { 5'000_us, 5'000_us } });
    QVERIFY(nowhere.activities.empty());
    QCOMPARE(nowhere.outside, Nanoseconds { 0 });
}

QTEST_APPLESS_MAIN(TestSelectionPlaces)
#include "tst_selection_places.moc"
