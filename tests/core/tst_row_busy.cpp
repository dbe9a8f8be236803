// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/row_busy.h"
#include "core/model/pyramid/timeline_index.h"
#include "core/model/track.h"
#include "tests/support/event_builder.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <vector>

using namespace kinetoscope;
using tests::EventBuilder;

/// How busy a row of the timeline is: the union of its slices, to the nanosecond.
class TestRowBusy : public QObject {
    Q_OBJECT

private slots:
    void whatOverlapsCountsOnce();
    void tracksTogetherAreTheirUnion();
    void everyRangeIsExact();
    void pythonFramesCountWhereTheyAreShown();
    void nothingIsNeverBusy();
};

namespace {

TrackId trackOf(const Trace& trace, std::string_view name)
{
    for (std::size_t i = 0; i < trace.slices().size(); ++i) {
        if (trace.name(SliceId { i }) == name)
            return trace.trackOf(SliceId { i });
    }
    return {};
}

/// Time of [begin, end) that any slice of the tracks covers, nanosecond by nanosecond.
Nanoseconds counted(const Trace& trace, const std::vector<TrackId>& tracks, TimeRange range)
{
    Nanoseconds sum = 0;
    for (Timestamp at = range.begin; at < range.end; ++at) {
        bool isBusy = false;
        for (std::size_t i = 0; i < trace.slices().size() && !isBusy; ++i) {
            const SliceId slice { i };
            isBusy = std::ranges::find(tracks, trace.trackOf(slice)) != tracks.end()
                && trace.slices().range(slice).contains(at);
        }
        sum += isBusy ? 1 : 0;
    }
    return sum;
}

/// Two streams with work that overlaps, touches, nests, and has no length.
std::shared_ptr<const Trace> twoStreams()
{
    EventBuilder events;
    events.onStream(0, 7);
    for (Timestamp at = 10; at < 400; at += 37) {
        events.slice("kernel", "first", at, at + 5 + at % 11);
        events.slice("kernel", "first", at + 3, at + 9);
        events.slice("kernel", "first", at + 20, at + 20);
    }
    events.onStream(0, 9);
    for (Timestamp at = 0; at < 420; at += 53)
        events.slice("kernel", "second", at, at + 17);
    return events.build();
}

} // namespace

void TestRowBusy::whatOverlapsCountsOnce()
{
    EventBuilder events;
    events.onStream(0, 7);
    events.slice("kernel", "gemm", 100, 200);
    events.slice("kernel", "add", 150, 260);
    events.slice("kernel", "add", 260, 270);
    const auto trace = events.build();
    const CoveredTime busy = busyTimeOf(*trace, std::array { trackOf(*trace, "gemm") }, true);
    QCOMPARE(busy.within({ 0, 1'000 }), 170);
    QCOMPARE(busy.within({ 120, 160 }), 40);
    QCOMPARE(busy.within({ 265, 300 }), 5);
}

void TestRowBusy::tracksTogetherAreTheirUnion()
{
    EventBuilder events;
    events.onStream(0, 7);
    events.slice("kernel", "gemm", 100, 200);
    events.onStream(0, 9);
    events.slice("kernel", "add", 150, 250);
    const auto trace = events.build();
    const std::array both { trackOf(*trace, "gemm"), trackOf(*trace, "add") };
    QCOMPARE(busyTimeOf(*trace, both, true).within({ 0, 1'000 }), 150);
}

void TestRowBusy::everyRangeIsExact()
{
    const auto trace = twoStreams();
    const TrackId first = trackOf(*trace, "first");
    const TrackId second = trackOf(*trace, "second");
    for (const std::vector<TrackId>& tracks : { std::vector { first }, std::vector { second, first } }) {
        const CoveredTime busy = busyTimeOf(*trace, tracks, true);
        for (Timestamp begin = -5; begin < 440; begin += 29) {
            for (Timestamp end = begin; end < 450; end += 43)
                QCOMPARE(busy.within({ begin, end }), counted(*trace, tracks, { begin, end }));
        }
    }
}

void TestRowBusy::pythonFramesCountWhereTheyAreShown()
{
    EventBuilder events;
    events.onThread("10", "11");
    events.slice("python_function", "train.py(3): step", 0, 1'000);
    events.slice("cpu_op", "aten::mm", 100, 300);
    events.slice("cpu_op", "aten::t", 150, 200);
    const auto trace = events.build();
    const std::array thread { trackOf(*trace, "aten::mm") };
    QCOMPARE(busyTimeOf(*trace, thread, true).within({ 0, 2'000 }), 1'000);
    QCOMPARE(busyTimeOf(*trace, thread, false).within({ 0, 2'000 }), 200);
}

void TestRowBusy::nothingIsNeverBusy()
{
    const auto trace = twoStreams();
    QCOMPARE(busyTimeOf(*trace, {}, true).within({ 0, 1'000 }), 0);
    QCOMPARE(busyTimeOf(*trace, std::array { trackOf(*trace, "first") }, true).within({ 50, 50 }), 0);
}

QTEST_GUILESS_MAIN(TestRowBusy)
#include "tst_row_busy.moc"
