// SPDX-License-Identifier: GPL-3.0-or-later
// Frame times of the timeline: N synthetic slices in R rows, 1920 x 1080, CPU time of one thread.
//
//     bench_frames [SLICES=1000000] [ROWS=60] [FRAMES=60]
//
// Prints one line a zoom: median and 99th percentile in ms; then the same with a scope that most of it is outside of,
// and with frequent sequences marked, every slice in an occurrence of one of eight chains. Then what lies over the
// lanes, without them: 100 000 and 1 million events or stretches that are framed because somebody points at their row
// of a table, and as many that are selected. Recorded, never asserted.
#include "core/model/pyramid/timeline_index.h"
#include "core/model/trace_builder.h"
#include "core/overlay/highlight.h"
#include "core/overlay/overlay.h"
#include "core/words/english.h"
#include "tests/bench/cpu_times.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/painters/overlay_painter.h"
#include "widgets/timeline/timeline_picture.h"

#include <QGuiApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::bench;

namespace {

/// Streams full of kernels of 0.3 to 20 us with short gaps and a few long ones.
ParsedEvents makeEvents(std::size_t slices, std::size_t rows)
{
    ParsedEvents parsed;
    std::vector<StringId> names;
    for (int i = 0; i < 400; ++i)
        names.push_back(parsed.strings.intern((i % 3 == 0          ? "ampere_sgemm_128x64_"
                                                      : i % 3 == 1 ? "reduce_kernel_"
                                                                   : "vectorized_add_kernel_")
            + std::to_string(i)));
    parsed.categories = { StringId { 0u }, parsed.strings.intern("kernel") };
    EventBatch batch;
    std::uint64_t state = 88172645463325252u;
    const auto random = [&state](std::uint64_t below) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state % below;
    };
    for (std::size_t row = 0; row < rows; ++row) {
        EventPlace place;
        place.pid = parsed.strings.intern("0");
        place.tid = parsed.strings.intern(std::to_string(row + 7));
        place.device = 0;
        place.stream = static_cast<std::int64_t>(row + 7);
        place.deviceSide = true;
        parsed.places.push_back(place);
        Timestamp t = 0;
        for (std::size_t i = 0; i < slices / rows; ++i) {
            const auto duration =
                300 + static_cast<std::uint32_t>(std::exp(static_cast<double>(random(65536)) / 65536.0 * 7) * 20);
            t += static_cast<Timestamp>(random(8) == 0 ? random(20'000) : random(800));
            batch.ts.push_back(t);
            batch.duration32.push_back(duration);
            batch.name.push_back(names[random(names.size())]);
            t += duration;
        }
    }
    const std::size_t count = batch.ts.size();
    batch.category.assign(count, 1);
    batch.phase.assign(count, 'X');
    batch.flags.assign(count, 0);
    for (std::size_t row = 0; row < rows; ++row)
        batch.place.insert(batch.place.end(), slices / rows, static_cast<std::uint32_t>(row));
    batch.link.assign(count, EventBatch::kNoLink);
    batch.textOffset.assign(count, 0);
    parsed.report.events = count;
    parsed.batches.push_back(std::move(batch));
    return parsed;
}

/// Where the view is in a frame of the script, at some zoom.
TimeRange visibleAt(TimeRange all, double zoom, std::size_t frame)
{
    const auto length = static_cast<Nanoseconds>(static_cast<double>(all.length()) / zoom);
    const double place = static_cast<double>((frame * 7919) % 101) / 101.0;
    const Timestamp begin = all.begin + static_cast<Nanoseconds>(static_cast<double>(all.length() - length) * place);
    return { begin, begin + length };
}

void printTimes(const char* what, double zoom, std::vector<double>& times)
{
    std::sort(times.begin(), times.end());
    std::printf("%s zoom %7.0fx  median %6.2f ms  p99 %6.2f ms\n", what, zoom, times[times.size() / 2],
        times[times.size() * 99 / 100]);
    std::fflush(stdout);
}

/// `count` slices spread over all tracks, or the stretches they take.
Selection spread(const Trace& trace, std::size_t count, bool asIntervals)
{
    Selection selection;
    const std::size_t all = trace.slices().size();
    for (std::size_t i = 0; i < count; ++i) {
        const SliceId slice { static_cast<std::uint32_t>(i * all / count) };
        if (asIntervals)
            selection.intervals.push_back({ 0, trace.trackOf(slice), trace.slices().range(slice) });
        else
            selection.slices.push_back({ 0, slice });
    }
    return selection;
}

void measureOverlay(const char* what, const TimelineScene& scene, TimelineViewport viewport, std::size_t frames,
    const TimelineOverlay& overlay)
{
    const TimeRange all = scene.traces()->range();
    QImage image(viewport.size, QImage::Format_RGB32);
    image.fill(Qt::white);
    for (const double zoom : { 1.0, 10.0, 100.0, 1000.0, 10'000.0 }) {
        std::vector<double> times;
        for (std::size_t frame = 0; frame < frames; ++frame) {
            viewport.visible = visibleAt(all, zoom, frame);
            const double start = cpuMilliseconds();
            QPainter painter(&image);
            paintOverlay(painter, scene, viewport, overlay);
            painter.end();
            times.push_back(cpuMilliseconds() - start);
        }
        printTimes(what, zoom, times);
    }
}

void measureOverlays(const TimelineScene& scene, const TimelineViewport& viewport, std::size_t frames)
{
    const Trace& trace = *scene.traces()->ranks().front().trace;
    for (const std::size_t count : { std::size_t { 100'000 }, std::size_t { 1'000'000 } }) {
        for (const bool areIntervals : { false, true }) {
            const Selection chosen = spread(trace, std::min(count, trace.slices().size()), areIntervals);
            const std::string what = std::to_string(count) + (areIntervals ? " stretches" : " events   ");
            TimelineOverlay framed;
            const double start = cpuMilliseconds();
            framed.highlight = std::make_shared<const Highlight>(highlightOf(*scene.traces(), chosen));
            std::printf("%s are made a highlight in %.1f ms\n", what.c_str(), cpuMilliseconds() - start);
            measureOverlay((what + " framed,  ").c_str(), scene, viewport, frames, framed);
            TimelineOverlay selected;
            selected.selected = framed.highlight;
            measureOverlay((what + " selected,").c_str(), scene, viewport, frames, selected);
        }
    }
}

void measureLanes(
    const char* what, const TimelineScene& scene, TimelineViewport viewport, TimeRange all, std::size_t frames)
{
    QImage image;
    std::vector<RowSummary> summaries;
    for (const double zoom : { 1.0, 10.0, 100.0, 1000.0, 10'000.0 }) {
        if (visibleAt(all, zoom, 0).length() < 20'000)
            break;
        std::vector<double> times;
        for (std::size_t f = 0; f < frames; ++f) {
            viewport.visible = visibleAt(all, zoom, f);
            const double start = cpuMilliseconds();
            image = renderLanes(scene, viewport, std::move(image), summaries);
            times.push_back(cpuMilliseconds() - start);
        }
        printTimes(what, zoom, times);
    }
}

/// Every `length` slices of a track after each other are an occurrence of the next one of `chains` chains.
std::shared_ptr<const Overlay> markedChains(const Trace& trace, std::size_t chains, std::size_t length)
{
    auto overlay = std::make_shared<Overlay>();
    overlay->style = OverlayStyle::Patterns;
    overlay->patterns.resize(chains);
    std::vector<std::vector<RangeIndex::Entry>> found(chains);
    const auto finishTrack = [&](TrackId track) {
        for (std::size_t chain = 0; chain < chains; ++chain) {
            if (!found[chain].empty())
                overlay->ranges.push_back(
                    { 0, track, static_cast<std::uint8_t>(chain), RangeIndex(std::exchange(found[chain], {})), {} });
        }
    };
    const std::size_t all = trace.slices().size();
    std::size_t next = 0;
    for (std::size_t i = 0; i + length <= all;) {
        const SliceId first { static_cast<std::uint32_t>(i) };
        const SliceId last { static_cast<std::uint32_t>(i + length - 1) };
        const TrackId track = trace.trackOf(first);
        if (trace.trackOf(last) != track) { // at the end of the track there are fewer
            finishTrack(track);
            while (trace.trackOf(SliceId { static_cast<std::uint32_t>(i) }) == track)
                ++i;
            continue;
        }
        const TimeRange range { trace.slices().range(first).begin, trace.slices().range(last).end };
        found[next % chains].push_back({ range, static_cast<std::uint32_t>(i) });
        ++overlay->patterns[next % chains].count;
        ++next;
        i += length;
    }
    finishTrack(trace.trackOf(SliceId { static_cast<std::uint32_t>(all - 1) }));
    for (std::size_t chain = 0; chain < chains; ++chain)
        overlay->patterns[chain].pattern = "chain " + std::to_string(chain);
    return overlay;
}

void measureChains(TimelineScene& scene, const TimelineViewport& viewport, TimeRange all, std::size_t frames)
{
    constexpr std::size_t kChains = 8; // as many as are marked of themselves
    for (const std::size_t length : { std::size_t { 4 }, std::size_t { 40 } }) {
        const auto overlay = markedChains(*scene.traces()->ranks().front().trace, kChains, length);
        std::uint64_t count = 0;
        for (const OverlayPattern& pattern : overlay->patterns)
            count += pattern.count;
        scene.setOverlays({ overlay });
        measureLanes((std::to_string(count) + " occurrences of chains marked,").c_str(), scene, viewport, all, frames);
    }
    scene.setOverlays({});
}

} // namespace

int main(int argc, char** argv)
{
    const QGuiApplication application(argc, argv);
    const auto argument = [&](int i, std::size_t otherwise) {
        return argc > i ? static_cast<std::size_t>(std::strtoull(argv[i], nullptr, 10)) : otherwise;
    };
    const std::size_t slices = argument(1, 1'000'000);
    const std::size_t rows = std::max<std::size_t>(1, argument(2, 60));
    const std::size_t frames = std::max<std::size_t>(1, argument(3, 60));

    Result<TraceData> data = buildTrace(makeEvents(slices, rows), 1, Progress {});
    if (!data) {
        std::fprintf(stderr, "%s\n", english(data.error().message).c_str());
        return 1;
    }
    const double indexStart = cpuMilliseconds();
    const auto index = TimelineIndex::build(data.value(), 1);
    const double indexTime = cpuMilliseconds() - indexStart;
    const std::size_t built = data.value().slices.size();
    std::printf("timeline index: %.1f ns a slice, %.2f bytes a slice (%zu slices, %zu rows)\n",
        indexTime * 1e6 / static_cast<double>(built),
        static_cast<double>(index->memoryBytes()) / static_cast<double>(built), built, rows);

    const auto traces = std::make_shared<const TraceSet>(
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> {
            { 0, std::make_shared<const Trace>(std::move(data).value()) } },
        std::vector<Remark> {});
    TimelineScene scene;
    scene.setDensity(rows > 45 ? Density::Compact : Density::Normal);
    scene.setTraceSet(traces, SliceNames(*traces));
    TimelineViewport viewport;
    viewport.size = QSize(1920, 1080);
    const TimeRange all = traces->range();
    measureLanes("lanes,", scene, viewport, all, frames);
    Scope scope;
    scope.range = TimeRange { all.begin, all.begin + all.length() / 10 };
    scene.setScope(scope, nullptr);
    measureLanes("lanes, most of them outside of the scope,", scene, viewport, all, frames);
    scene.setScope({}, nullptr);
    measureChains(scene, viewport, all, frames);
    measureOverlays(scene, viewport, frames);
    return 0;
}
