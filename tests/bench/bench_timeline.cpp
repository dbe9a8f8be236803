// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline under the fingers, over a real trace: frames while it is panned by a script at four zooms, the same with
// the critical path shown, hit tests, and a search while its words are typed.
//
//     bench_timeline TRACE.json[.gz] [FRAMES=120]
//
// CPU time of one thread; the first frame at a zoom is a line of its own, because it measures names that the others
// know. Recorded, never asserted; README.md says how to read it.
#include "core/analysis/names/classification.h"
#include "core/io/trace_loader.h"
#include "core/layout/timeline/hit_test.h"
#include "core/overlay/overlays.h"
#include "core/query/name_search.h"
#include "core/words/english.h"
#include "tests/bench/cpu_times.h"
#include "widgets/timeline/timeline_picture.h"

#include <QGuiApplication>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::bench;

namespace {

double quantile(std::vector<double>& times, double share)
{
    std::sort(times.begin(), times.end());
    return times[std::min(times.size() - 1, static_cast<std::size_t>(share * static_cast<double>(times.size())))];
}

/// The view moves by a fiftieth of its width a frame, back at the end of the trace: a hand that drags.
void pan(const TimelineScene& scene, TimeRange all, double zoom, std::size_t frames)
{
    TimelineViewport viewport;
    viewport.size = QSize(1920, 1080);
    const auto length = std::max(kShortestVisible, static_cast<Nanoseconds>(static_cast<double>(all.length()) / zoom));
    const Nanoseconds move = std::max<Nanoseconds>(1, length / 50);
    Timestamp begin = all.begin + (all.length() - length) / 3;
    QImage image;
    std::vector<RowSummary> summaries;
    std::vector<double> times;
    double first = 0;
    for (std::size_t frame = 0; frame <= frames; ++frame) {
        viewport.visible = { begin, begin + length };
        const double start = cpuMilliseconds();
        image = renderLanes(scene, viewport, std::move(image), summaries);
        (frame == 0 ? first : times.emplace_back()) = cpuMilliseconds() - start;
        begin = begin + length + move > all.end ? all.begin : begin + move;
    }
    std::printf("pan, zoom %9.0fx  median %6.2f ms  p99 %6.2f ms  first %6.2f ms\n", zoom, quantile(times, 0.5),
        quantile(times, 0.99), first);
}

void panAtAllZooms(const TimelineScene& scene, TimeRange all, std::size_t frames)
{
    for (const double zoom : { 1.0, 100.0, 10'000.0, 1'000'000.0 })
        pan(scene, all, zoom, frames);
}

/// The same with the critical path: its links and arrows, all else dimmed.
void panAlongPath(
    TimelineScene& scene, const std::shared_ptr<const TraceSet>& traces, TimeRange all, std::size_t frames)
{
    AnalysisInput input;
    input.traces = traces;
    AnalysisContext context;
    const KernelClassifier classifier;
    context.classifier = &classifier;
    const double start = cpuMilliseconds();
    auto path = buildOverlay(*findOverlay("critical-path"), input, {}, context);
    if (!path) {
        std::fprintf(stderr, "%s\n", english(path.error().message).c_str());
        return;
    }
    std::printf("critical path, %zu links, made in %.0f ms:\n",
        path->paths.empty() ? std::size_t { 0 } : path->paths.front().links.size(), cpuMilliseconds() - start);
    scene.setOverlays({ std::make_shared<const Overlay>(std::move(*path)) });
    panAtAllZooms(scene, all, frames);
    scene.setOverlays({});
}

void hit(const TimelineScene& scene, const TraceSet& traces, TimeRange all)
{
    const TimeScale scale(all, 1700);
    const std::int64_t height = scene.rows().height();
    constexpr int kPoints = 100'000;
    std::size_t found = 0;
    const double start = cpuMilliseconds();
    for (int i = 0; i < kPoints; ++i)
        found +=
            hitTest(traces, scene.rows(), scale, (i * 37) % 1700, (std::int64_t { i } * 7919) % height).slice ? 1 : 0;
    std::printf("hit test          %6.2f us a point (%zu of %d points have a slice)\n",
        (cpuMilliseconds() - start) * 1000 / kPoints, found, kPoints);
}

void search(const std::shared_ptr<const TraceSet>& traces, const char* typed)
{
    const double start = cpuMilliseconds();
    const auto result = NameSearch::run(traces, SearchQuery::parse(typed), Progress {});
    if (!result) {
        std::fprintf(stderr, "%s\n", english(result.error().message).c_str());
        return;
    }
    const double counted = cpuMilliseconds();
    (void)result.value().next(std::nullopt, 1);
    std::printf("search %-12s %7.2f ms, first hit %6.2f ms (%llu hits)\n", typed, counted - start,
        cpuMilliseconds() - counted, static_cast<unsigned long long>(result.value().hitCount()));
}

} // namespace

int main(int argc, char** argv)
{
    const QGuiApplication application(argc, argv);
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_timeline TRACE.json[.gz] [FRAMES]\n");
        return 2;
    }
    const std::size_t frames = std::max(1, argc > 2 ? std::atoi(argv[2]) : 120);
    const auto loaded = loadTraceSet({ TraceArgument { std::nullopt, argv[1] } }, LoadOptions {}, Progress {});
    if (!loaded) {
        std::fprintf(stderr, "%s\n", english(loaded.error().message).c_str());
        return 1;
    }
    const auto& traces = loaded.value();
    TimelineScene scene;
    scene.setTraceSet(traces, SliceNames(*traces));
    const TimeRange all = traces->coreRange();
    std::printf("%zu slices, %zu rows\n", traces->ranks().front().trace->slices().size(), scene.rows().rows().size());
    panAtAllZooms(scene, all, frames);
    panAlongPath(scene, traces, all, frames);
    hit(scene, *traces, all);
    for (const char* typed : { "g", "ge", "gem", "gemm", "/gemm.*nt/", "a" })
        search(traces, typed);
    return 0;
}
