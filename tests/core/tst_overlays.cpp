// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/analysis/host/kernel_sequences.h"
#include "core/layout/timeline/range_pixels.h"
#include "core/layout/timeline/row_layout.h"
#include "core/layout/timeline/timeline_tree.h"
#include "core/overlay/overlays.h"
#include "core/overlay/sequence_overlay.h"
#include "core/overlay/step_windows.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/random_trace.h"
#include "tests/support/sample_traces.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_examples.h"

#include <QByteArray>
#include <QObject>
#include <QStringLiteral>
#include <QTest>

#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <tuple>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

Overlay build(std::string_view id, const AnalysisInput& input, const Parameters& parameters = {})
{
    Result<Overlay> made = buildOverlay(*findOverlay(id), input, parameters, AnalysisContext {});
    if (!made)
        qFatal("%s", english(made.error().message).c_str());
    return std::move(made).value();
}

std::vector<RangeIndex::Entry> randomEntries(std::mt19937& random, std::size_t count)
{
    std::vector<RangeIndex::Entry> entries;
    for (std::size_t i = 0; i < count; ++i) {
        const auto begin = static_cast<Timestamp>(random() % 100'000);
        const auto length = static_cast<Nanoseconds>(random() % 8 == 0 ? random() % 20'000 : random() % 50);
        entries.push_back({ { begin, begin + length }, static_cast<std::uint32_t>(i) });
    }
    return entries;
}

} // namespace

/// What analyses draw on the timeline: figures equal to the analyses', and pixels that lose nothing.
class TestOverlays : public QObject {
    Q_OBJECT

private slots:
    void rangesAreFoundAsByLookingAtAll();
    void wideRangesAreThoseOfSomePixels();
    void allRangesCoverEveryPixelThatHasOne();
    void emptyAndExtremeRanges();
    void idleGapsAddUpToTheAnalysis();
    void idleCausesAddUpToTheAnalysis();
    void pathIsTheLinksOfTheAnalysis();
    void pathIsThatOfTheChosenSteps();
    void stepsAreWindowsWithTheWorkThatTheyLaunched();
    void queueLengthIsTheSeriesOfTheAnalysis();
    void activeKernelsOfTheExample();
    void occupancyHoldsWhileAKernelRuns();
    void bandwidthIsTheSeriesOfTheAnalysis();
    void patternsAreTheOccurrences();
    void chosenPatternsHaveTheLettersInTheirOrder();
    void parametersOfTheAnalysisCount();
    void everyOverlayOfATraceWithoutGpuSaysWhy_data();
    void everyOverlayOfATraceWithoutGpuSaysWhy();
    void everyOverlayStopsWhenAsked_data();
    void everyOverlayStopsWhenAsked();
    void seriesLieBelowWhatTheyAreAbout();
};

void TestOverlays::rangesAreFoundAsByLookingAtAll()
{
    std::mt19937 random(7);
    for (const std::size_t count : { 0u, 1u, 15u, 16u, 17u, 255u, 257u, 5000u }) {
        const RangeIndex index(randomEntries(random, count));
        QCOMPARE(index.size(), count);
        for (int i = 0; i < 200; ++i) {
            const auto time = static_cast<Timestamp>(random() % 130'000);
            std::size_t first = 0;
            while (first < count && index.entry(first).range.end <= time)
                ++first;
            QCOMPARE(index.firstReaching(time), first);
            const std::size_t from = random() % (count + 1);
            const auto shortest = static_cast<Nanoseconds>(random() % 21'000);
            std::size_t next = from;
            while (next < count && index.entry(next).range.length() < shortest)
                ++next;
            QCOMPARE(index.nextOfLength(from, shortest), next);
            std::size_t reaching = from;
            while (reaching < count && index.entry(reaching).range.end <= time)
                ++reaching;
            QCOMPARE(index.nextReaching(from, time), reaching);
        }
    }
}

void TestOverlays::wideRangesAreThoseOfSomePixels()
{
    std::mt19937 random(11);
    const RangeIndex index(randomEntries(random, 3000));
    std::vector<PixelRange> pixels;
    for (int i = 0; i < 100; ++i) {
        const auto begin = static_cast<Timestamp>(random() % 100'000);
        const TimeScale scale({ begin, begin + 100 + static_cast<Nanoseconds>(random() % 50'000) }, 500);
        wideRanges(index, scale, 3, pixels);
        std::size_t expected = 0;
        for (std::size_t k = 0; k < index.size(); ++k) {
            const TimeRange range = index.entry(k).range;
            if (range.begin < scale.visible().end && range.end > scale.visible().begin
                && static_cast<double>(range.length()) >= 3 * scale.nanosecondsPerPixel()) {
                QVERIFY(expected < pixels.size());
                QCOMPARE(pixels[expected].tag, index.entry(k).tag);
                QVERIFY(pixels[expected].left < pixels[expected].right);
                ++expected;
            }
        }
        QCOMPARE(pixels.size(), expected);
    }
}

void TestOverlays::allRangesCoverEveryPixelThatHasOne()
{
    std::mt19937 random(13);
    const RangeIndex index(randomEntries(random, 2000));
    std::vector<PixelRange> pixels;
    for (int i = 0; i < 100; ++i) {
        const auto begin = static_cast<Timestamp>(random() % 100'000);
        const TimeScale scale({ begin, begin + 100 + static_cast<Nanoseconds>(random() % 100'000) }, 300);
        allRanges(index, scale, pixels);
        std::vector<bool> covered(300);
        for (const PixelRange& range : pixels) {
            for (int x = std::max(0, range.left); x < std::min(300, range.right); ++x)
                covered[static_cast<std::size_t>(x)] = true;
        }
        std::vector<bool> expected(300);
        for (std::size_t k = 0; k < index.size(); ++k) {
            const TimeRange range = index.entry(k).range;
            if (range.begin >= scale.visible().end || range.end <= scale.visible().begin)
                continue;
            const int left = static_cast<int>(std::floor(std::max(-1.0, scale.xOf(range.begin))));
            const int right = std::max(left + 1, static_cast<int>(std::floor(std::min(301.0, scale.xOf(range.end)))));
            for (int x = std::max(0, left); x < std::min(300, right); ++x)
                expected[static_cast<std::size_t>(x)] = true;
        }
        for (std::size_t x = 0; x < 300; ++x)
            QVERIFY2(!expected[x] || covered[x], qPrintable(QStringLiteral("pixel %1 of view %2").arg(x).arg(i)));
        QVERIFY(pixels.size() <= 301);
    }
}

void TestOverlays::emptyAndExtremeRanges()
{
    const RangeIndex index(
        { { { 5, 5 }, 0 }, { { kMinTimestamp, kMaxTimestamp }, 1 }, { { kMaxTimestamp, kMaxTimestamp }, 2 } });
    std::vector<PixelRange> pixels;
    for (const TimeRange visible :
        { TimeRange { 0, 10 }, TimeRange { kMinTimestamp, kMaxTimestamp }, TimeRange { 7, 7 } }) {
        wideRanges(index, TimeScale(visible, 100), 3, pixels);
        QCOMPARE(pixels.size(), std::size_t { 1 });
        allRanges(index, TimeScale(visible, 100), pixels);
        QVERIFY(!pixels.empty());
    }
}

void TestOverlays::idleGapsAddUpToTheAnalysis()
{
    std::mt19937 random(3);
    for (unsigned seed = 0; seed < 30; ++seed) {
        const AnalysisInput input { randomJob(seed, 2), {} };
        const Overlay overlay = build("idle-gaps", input);
        const Result<AnalysisResult> result = runOn(input, "idle-time");
        QVERIFY(result);
        std::map<std::string, Nanoseconds> drawn;
        for (const OverlayRanges& each : overlay.ranges) {
            for (std::size_t i = 0; i < each.ranges.size(); ++i)
                drawn[std::string(toString(static_cast<IdleCause>(each.ranges.entry(i).tag)))] +=
                    each.ranges.entry(i).range.length();
        }
        std::map<std::string, Nanoseconds> counted;
        const Table& table = *result->findTable("streams");
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            const Cell time = table.cell(row, table.columnIndex("idle_time"));
            if (const auto* ns = std::get_if<std::int64_t>(&time); ns && *ns > 0)
                counted[std::string(table.text(row, table.columnIndex("idle_category")))] += *ns;
        }
        QVERIFY2(drawn == counted, qPrintable(QStringLiteral("seed %1").arg(seed)));
    }
}

/// The parts of each device are the rows of idle-causes, on each of its streams; the stretches are the same time.
void TestOverlays::idleCausesAddUpToTheAnalysis()
{
    std::size_t severalStreams = 0;
    for (unsigned seed = 0; seed < 30; ++seed) {
        const AnalysisInput input { randomJob(seed, 2), {} };
        const Overlay overlay = build("idle-causes", input);
        const auto result = runOn(input, "idle-causes");
        KT_VERIFY_OK(result);
        using Times = std::map<std::string, Nanoseconds>;             // by cause
        std::map<std::pair<std::int64_t, std::int64_t>, Times> drawn; // by rank and device
        Times ofLegend;
        for (const OverlayRanges& each : overlay.ranges) {
            const RankTrace& rank = input.traces->ranks()[each.rank];
            Times parts;
            Nanoseconds inParts = 0;
            for (std::size_t i = 0; i < each.parts.size(); ++i) {
                const RangeIndex::Entry part = each.parts.entry(i);
                parts[std::string(toString(static_cast<Cause>(part.tag)))] += part.range.length();
                inParts += part.range.length();
            }
            Nanoseconds inStretches = 0;
            for (std::size_t i = 0; i < each.ranges.size(); ++i)
                inStretches += each.ranges.entry(i).range.length();
            QCOMPARE(inStretches, inParts);
            const auto [device, isNew] = drawn.try_emplace({ rank.rank, rank.trace->track(each.track).device }, parts);
            severalStreams += isNew ? 0 : 1;
            QVERIFY(device->second == parts);
            for (const auto& [cause, time] : isNew ? parts : Times {})
                ofLegend[cause] += time;
        }
        std::map<std::pair<std::int64_t, std::int64_t>, Times> counted;
        const Table& table = *result->findTable("causes");
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            const auto whole = [&](const char* column) {
                return std::get<std::int64_t>(table.cell(row, table.columnIndex(column)));
            };
            counted[{ whole("rank"), whole("device") }][std::string(table.text(row, table.columnIndex("cause")))] =
                whole("idle_time");
        }
        QVERIFY2(drawn == counted, qPrintable(QStringLiteral("seed %1").arg(seed)));
        for (std::size_t i = 0; i < overlay.idleTimes.size(); ++i)
            QCOMPARE(overlay.idleTimes[i], ofLegend[std::string(toString(static_cast<Cause>(i)))]);
    }
    QVERIFY(severalStreams > 0);
}

/// Every link lies on its track, and where it goes from one track to another there is a hop.
void TestOverlays::pathIsTheLinksOfTheAnalysis()
{
    for (unsigned seed = 1; seed <= 20; ++seed) {
        AnalysisInput input { randomJob(seed, 2), {} };
        if (seed % 3 == 0)
            input.scope.range = TimeRange { 10_us, 400_us };
        const Overlay overlay = build("critical-path", input);
        const auto result = runOn(input, "critical-path");
        KT_VERIFY_OK(result);
        const Table& links = *result->findTable("links");
        std::map<std::pair<std::uint32_t, TrackId>, std::size_t> expected;
        std::map<std::uint32_t, std::size_t> expectedHops;
        std::optional<IntervalRef> before;
        for (std::size_t row = 0; row < links.rowCount(); ++row) {
            const IntervalRef link = links.evidence(row, 0).intervals.front();
            if (link.track.isValid())
                ++expected[{ link.rank, link.track }];
            if (before && before->rank == link.rank && before->track.isValid() && link.track.isValid()
                && before->track != link.track)
                ++expectedHops[link.rank];
            before = link;
        }
        std::map<std::pair<std::uint32_t, TrackId>, std::size_t> drawn;
        for (const OverlayRanges& each : overlay.ranges)
            drawn[{ each.rank, each.track }] = each.ranges.size();
        QCOMPARE(drawn, expected);
        QCOMPARE(overlay.paths.size(), std::size_t { 2 });
        std::size_t row = 0;
        for (const OverlayPath& path : overlay.paths) {
            for (std::size_t i = 0; i < path.links.size(); ++i, ++row) {
                const OverlayLink& link = path.links[i];
                QCOMPARE(link.range, links.evidence(row, 0).intervals.front().range);
                QCOMPARE(std::string(toString(link.cause)), std::string(links.text(row, links.columnIndex("kind"))));
                QCOMPARE(link.isFollowing, i > 0);
            }
        }
        QCOMPARE(row, links.rowCount());
        for (const OverlayRanges& each : overlay.ranges) {
            const OverlayPath& path = *std::ranges::find(overlay.paths, each.rank, &OverlayPath::rank);
            for (std::size_t i = 0; i < each.ranges.size(); ++i)
                QCOMPARE(path.links[each.ranges.entry(i).tag].range, each.ranges.entry(i).range);
        }
        QCOMPARE(overlay.hops.size(), std::size_t { 2 });
        for (const OverlayHops& each : overlay.hops)
            QCOMPARE(each.hops.size(), expectedHops[each.rank]);
    }
}

/// Chosen steps have a path each, over the work that they launched too.
void TestOverlays::pathIsThatOfTheChosenSteps()
{
    AnalysisInput input = inputOf({ twoStepsExample() });
    input.scope.steps = { 2 };
    const Overlay overlay = build("critical-path", input);
    QCOMPARE(overlay.paths.size(), std::size_t { 1 });
    QCOMPARE(overlay.paths.front().links.front().range.begin, 100_us);
    QCOMPARE(overlay.paths.front().links.back().range.end, 220_us);
    const auto result = runOn(input, "critical-path");
    KT_VERIFY_OK(result);
    QCOMPARE(overlay.paths.front().links.size(), result->findTable("links")->rowCount());
}

void TestOverlays::stepsAreWindowsWithTheWorkThatTheyLaunched()
{
    AnalysisInput input = inputOf({ twoStepsExample() });
    const auto windowsOf = [&input](std::vector<std::int64_t> steps, std::optional<TimeRange> range = std::nullopt) {
        input.scope.steps = std::move(steps);
        input.scope.range = range;
        return stepWindows(input, {}).value();
    };
    using Windows = std::vector<RankWindows>;
    QCOMPARE(windowsOf({}), Windows {});
    QCOMPARE(windowsOf({ 2 }), (Windows { { 0, { { 100_us, 220_us } } } }));
    QCOMPARE(windowsOf({ 1, 2 }), (Windows { { 0, { { 0_us, 220_us } } } }));
    QCOMPARE(windowsOf({ 1 }, TimeRange { 50_us, 150_us }), (Windows { { 0, { { 50_us, 100_us } } } }));
    QCOMPARE(windowsOf({ 7 }), (Windows { { 0, {} } }));
    // Without GPU work, what the host has of them.
    input = inputOf({ wholeMicroseconds().step(1, 0_us, 100_us).step(2, 100_us, 100_us).text() });
    QCOMPARE(windowsOf({ 2 }, TimeRange { 0_us, 150_us }), (Windows { { 0, { { 100_us, 150_us } } } }));
}

void TestOverlays::queueLengthIsTheSeriesOfTheAnalysis()
{
    const AnalysisInput input = inputOf({ exampleE1() });
    const Overlay overlay = build("queue-length", input);
    const Result<AnalysisResult> result = runOn(input, "queue-length");
    QVERIFY(result);
    const Table& table = *result->findTable("series");
    QVERIFY(table.rowCount() > 0);
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const auto stream = std::get<std::int64_t>(table.cell(row, table.columnIndex("stream")));
        const auto time = std::get<std::int64_t>(table.cell(row, table.columnIndex("ts")));
        bool isFound = false;
        for (const OverlaySeries& series : overlay.series) {
            QVERIFY(series.track.isValid());
            isFound = isFound
                || (input.traces->ranks()[0].trace->track(series.track).stream == stream
                    && std::binary_search(series.time.begin(), series.time.end(), time));
        }
        QVERIFY(isFound);
    }
    for (const OverlaySeries& series : overlay.series) {
        QVERIFY(std::is_sorted(series.time.begin(), series.time.end()));
        QCOMPARE(series.value.back(), 0.0);
    }
}

void TestOverlays::activeKernelsOfTheExample()
{
    // Two kernels that overlap, one that begins as another ends, and a gap.
    const AnalysisInput input = inputOf({ R"({"traceEvents": [
        {"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 0, "dur": 10, "args": {"device": 0, "stream": 7}},
        {"ph": "X", "cat": "kernel", "name": "b", "pid": 0, "tid": 8, "ts": 4, "dur": 4, "args": {"device": 0, "stream": 8}},
        {"ph": "X", "cat": "kernel", "name": "c", "pid": 0, "tid": 7, "ts": 10, "dur": 5, "args": {"device": 0, "stream": 7}},
        {"ph": "X", "cat": "kernel", "name": "d", "pid": 0, "tid": 7, "ts": 20, "dur": 1, "args": {"device": 0, "stream": 7}}]})" });
    const Overlay overlay = build("active-kernels", input);
    QCOMPARE(overlay.series.size(), std::size_t { 1 });
    const OverlaySeries& series = overlay.series[0];
    QCOMPARE(series.device, std::int64_t { 0 });
    QVERIFY(!series.track.isValid());
    QVERIFY((series.time == std::vector<Timestamp> { 0, 4000, 8000, 15000, 20000, 21000 }));
    QVERIFY((series.value == std::vector<double> { 1, 2, 1, 0, 1, 0 }));
}

void TestOverlays::occupancyHoldsWhileAKernelRuns()
{
    const AnalysisInput input = inputOf({ R"j({"traceEvents": [
        {"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 0, "dur": 10,
            "args": {"device": 0, "stream": 7, "est. achieved occupancy %": 31}},
        {"ph": "X", "cat": "kernel", "name": "b", "pid": 0, "tid": 7, "ts": 20, "dur": 5,
            "args": {"device": 0, "stream": 7, "est. achieved occupancy %": "62.5"}},
        {"ph": "X", "cat": "kernel", "name": "c", "pid": 0, "tid": 7, "ts": 25, "dur": 5,
            "args": {"device": 0, "stream": 7, "est. achieved occupancy %": 5}},
        {"ph": "X", "cat": "kernel", "name": "d", "pid": 0, "tid": 8, "ts": 25, "dur": 5, "args": {"device": 0, "stream": 8}}]})j" });
    const Overlay overlay = build("occupancy", input);
    QCOMPARE(overlay.series.size(), std::size_t { 1 });
    const OverlaySeries& series = overlay.series[0];
    QCOMPARE(input.traces->ranks()[0].trace->track(series.track).stream, std::int64_t { 7 });
    QVERIFY((series.time == std::vector<Timestamp> { 0, 10000, 20000, 25000, 30000 }));
    QCOMPARE(series.value[0], 31.0);
    QVERIFY(std::isnan(series.value[1]));
    QCOMPARE(series.value[2], 62.5);
    QCOMPARE(series.value[3], 5.0);
    QVERIFY(std::isnan(series.value[4]));
}

void TestOverlays::bandwidthIsTheSeriesOfTheAnalysis()
{
    for (unsigned seed = 0; seed < 30; ++seed) {
        const AnalysisInput input { randomJob(seed, 2), {} };
        const Overlay overlay = build("copy-bandwidth", input);
        const Result<AnalysisResult> result = runOn(input, "memory-bandwidth");
        QVERIFY(result);
        const Table& table = *result->findTable("series");
        // Of several at one moment the last one holds.
        std::map<std::tuple<std::uint32_t, std::int64_t, std::string, Timestamp>, double> last;
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            const Cell value = table.cell(row, table.columnIndex("memory_bw_gbps"));
            last[{ static_cast<std::uint32_t>(integerAt(table, row, "rank")), integerAt(table, row, "device"),
                std::string(table.text(row, table.columnIndex("name"))) + " bandwidth", integerAt(table, row, "ts") }] =
                std::holds_alternative<double>(value) ? std::get<double>(value) : -1;
        }
        std::size_t points = 0;
        for (const OverlaySeries& series : overlay.series) {
            QCOMPARE(series.unit, Unit::GigabytesPerSecond);
            for (std::size_t i = 0; i < series.time.size(); ++i) {
                const auto found = last.find({ series.rank, series.device, english(series.name), series.time[i] });
                QVERIFY(found != last.end());
                QCOMPARE(std::isnan(series.value[i]) ? -1 : series.value[i], found->second);
            }
            points += series.time.size();
        }
        QVERIFY(points >= last.size());
        QVERIFY(points <= table.rowCount());
    }
}

void TestOverlays::patternsAreTheOccurrences()
{
    std::vector<std::string> texts;
    for (const SampleFile& file : sampleFiles()) {
        if (file.path.find("rank") != std::string::npos)
            texts.push_back(file.text);
    }
    QVERIFY(texts.size() >= 2);
    const AnalysisInput input = inputOf(texts);
    // The sample's ops launch one or two kernels each.
    Parameters parameters;
    parameters.set("min-pattern-len", ParameterValue { std::int64_t { 1 } });
    AnalysisInput everyRank = input;
    for (const RankTrace& rank : input.traces->ranks())
        everyRank.scope.ranks.push_back(rank.rank);
    const Result<AnalysisResult> result = runOn(everyRank, "kernel-sequences", { { "min-pattern-len", "1" } });
    QVERIFY(result);
    const Table& table = *result->findTable("occurrences");
    QVERIFY(table.rowCount() > 0);
    const Overlay overlay = build("sequences", input, parameters);
    QVERIFY(!overlay.patterns.empty());
    QVERIFY(overlay.patterns.size() <= kMostPatterns);
    std::uint64_t count = 0;
    for (const OverlayPattern& pattern : overlay.patterns)
        count += pattern.count;
    QCOMPARE(count, std::uint64_t { table.rowCount() });
    // Every occurrence has its op and its kernels marked: on the host and on a stream, on every rank.
    std::map<std::uint32_t, std::pair<bool, bool>> sides;
    for (const OverlayRanges& each : overlay.ranges) {
        const Trace& trace = *input.traces->ranks()[each.rank].trace;
        const bool isDevice = trace.track(each.track).isDeviceSide();
        (isDevice ? sides[each.rank].second : sides[each.rank].first) = true;
        QVERIFY(each.pattern < overlay.patterns.size());
        for (std::size_t i = 0; i < each.ranges.size(); ++i) {
            const SliceId first { each.ranges.entry(i).tag };
            QCOMPARE(trace.trackOf(first), each.track);
            QCOMPARE(input.traces->ranks()[each.rank].toJobTime(trace.slices().start[first.index()]),
                each.ranges.entry(i).range.begin);
        }
    }
    QCOMPARE(sides.size(), texts.size());
    for (const auto& [rank, found] : sides)
        QVERIFY(found.first && found.second);
}

void TestOverlays::chosenPatternsHaveTheLettersInTheirOrder()
{
    std::vector<std::string> texts;
    for (const SampleFile& file : sampleFiles()) {
        if (file.path.find("rank") != std::string::npos)
            texts.push_back(file.text);
    }
    const AnalysisInput input = inputOf(texts);
    Parameters parameters;
    parameters.set("min-pattern-len", ParameterValue { std::int64_t { 1 } });
    parameters.set("top-k", ParameterValue { std::int64_t { 100 } });
    const Overlay first = build("sequences", input, parameters);
    QVERIFY(first.patterns.size() >= 3);
    // Only the first one comes first now; the others are chosen by name, and one that is nowhere.
    parameters.set("top-k", ParameterValue { std::int64_t { 1 } });
    const std::vector<std::string> chosen { first.patterns[2].pattern, "nowhere|k", first.patterns[0].pattern };
    const Result<Overlay> made = chosenSequenceOverlay(input, parameters, chosen, AnalysisContext {});
    KT_VERIFY_OK(made);
    QCOMPARE(made->patterns.size(), chosen.size());
    const std::array<std::size_t, 3> places { 2, first.patterns.size(), 0 };
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        QCOMPARE(made->patterns[i].pattern, chosen[i]);
        const bool isThere = places[i] < first.patterns.size();
        QCOMPARE(made->patterns[i].count, isThere ? first.patterns[places[i]].count : 0u);
        std::size_t stretches = 0;
        for (const OverlayRanges& each : made->ranges)
            stretches += each.pattern == i ? each.ranges.size() : 0;
        std::size_t expected = 0;
        for (const OverlayRanges& each : first.ranges)
            expected += each.pattern == places[i] ? each.ranges.size() : 0;
        QCOMPARE(stretches, expected);
    }
    const std::vector<std::string> many(kMostChosenPatterns + 3, "nowhere");
    QCOMPARE(chosenSequenceOverlay(input, parameters, many, AnalysisContext {})->patterns.size(), kMostChosenPatterns);
}

void TestOverlays::parametersOfTheAnalysisCount()
{
    const AnalysisInput input = inputOf({ sampleFiles().front().text });
    Parameters parameters;
    parameters.set("min-pattern-len", ParameterValue { std::int64_t { 1 } });
    parameters.set("top-k", ParameterValue { std::int64_t { 1 } });
    QCOMPARE(build("sequences", input, parameters).patterns.size(), std::size_t { 1 });
    parameters.set("operator-name", ParameterValue { std::string("(") });
    parameters.set("match", ParameterValue { std::string("regex") });
    const Result<Overlay> refused = buildOverlay(*findOverlay("sequences"), input, parameters, AnalysisContext {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
}

void TestOverlays::everyOverlayOfATraceWithoutGpuSaysWhy_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const OverlayDescriptor& overlay : overlays())
        QTest::newRow(overlay.id.data()) << QByteArray(overlay.id.data(), static_cast<qsizetype>(overlay.id.size()));
}

void TestOverlays::everyOverlayOfATraceWithoutGpuSaysWhy()
{
    QFETCH(const QByteArray, id);
    // A path goes through the host, too: there is none only where nothing lasts.
    const AnalysisInput input = inputOf({ id == "critical-path"
            ? R"({"traceEvents": [{"ph": "C", "name": "memory", "pid": 1, "ts": 0, "args": {"bytes": 1}}]})"
            : R"({"traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "aten::add", "pid": 1, "tid": 1, "ts": 0, "dur": 10}]})" });
    const Overlay overlay = build(id.toStdString(), input);
    QVERIFY(overlay.isEmpty());
    QVERIFY(!overlay.remarks.empty());
    QVERIFY(english(overlay.remarks.front()).size() > 20);
}

void TestOverlays::everyOverlayStopsWhenAsked_data()
{
    everyOverlayOfATraceWithoutGpuSaysWhy_data();
}

void TestOverlays::everyOverlayStopsWhenAsked()
{
    QFETCH(const QByteArray, id);
    const AnalysisInput input = inputOf({ sampleFiles().front().text });
    std::stop_source source;
    source.request_stop();
    AnalysisContext context;
    context.progress.stop = source.get_token();
    const Result<Overlay> made = buildOverlay(*findOverlay(id.toStdString()), input, {}, context);
    QVERIFY(!made);
    QCOMPARE(made.error().code, ErrorCode::Cancelled);
}

void TestOverlays::seriesLieBelowWhatTheyAreAbout()
{
    const AnalysisInput input = inputOf({ exampleE1() });
    TimelineTree tree = buildTimelineTree(*input.traces);
    const Overlay queues = build("queue-length", input);
    const Overlay active = build("active-kernels", input);
    OverlaySeries ofRank;
    ofRank.name = Message::verbatim("of the rank");
    std::vector<const OverlaySeries*> series;
    for (const OverlaySeries& each : queues.series)
        series.push_back(&each);
    series.push_back(&active.series.front());
    series.push_back(&ofRank);
    const std::size_t before = RowLayout(tree, *input.traces, {}, {}).rows().size();
    placeSeries(tree, series);
    const RowLayout layout(tree, *input.traces, {}, {});
    QCOMPARE(layout.rows().size(), before + series.size());
    const auto& rows = layout.rows();
    for (std::uint32_t i = 0; i < series.size(); ++i) {
        const std::ptrdiff_t at = layout.find({ RowKind::Series, 0, i });
        QVERIFY(at > 0);
        const TimelineRow& above = rows[static_cast<std::size_t>(at) - 1];
        if (series[i]->track.isValid())
            QVERIFY(above.key.kind == RowKind::Track && above.track() == series[i]->track);
        else if (series[i]->device != Track::kNoDevice)
            QVERIFY(above.key.kind == RowKind::Group);
        else
            QVERIFY(above.key.kind == RowKind::Rank || above.key.kind == RowKind::Steps);
    }
    placeSeries(tree, {});
    QCOMPARE(RowLayout(tree, *input.traces, {}, {}).rows().size(), before);
}

QTEST_GUILESS_MAIN(TestOverlays)
#include "tst_overlays.moc"
