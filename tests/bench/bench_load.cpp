// SPDX-License-Identifier: GPL-3.0-or-later
// Loading measured against yardsticks that run beside it: RapidJSON's SAX reader over the same text, zlib inflating the
// same file. usage: bench_load TRACE.json[.gz] [ROUNDS]. Prints one line a figure; nothing is asserted.
// tests/bench/README.md says how to read it.
#include "core/io/bytes/deflate_engine.h"
#include "core/io/bytes/gzip_format.h"
#include "core/io/trace_loader.h"
#include "core/words/english.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#define RAPIDJSON_SSE42
#include <rapidjson/reader.h>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/resource.h>
#endif

using namespace kinetoscope;

namespace {

double wallSeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double cpuSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; // of all threads
}

double peakMegabytes()
{
#if defined(__linux__)
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
#else
    return 0;
#endif
}

struct Timing {
    double wall = 0;
    double cpu = 0;
};

Timing median(std::vector<Timing> runs)
{
    const auto middle = [&](double Timing::*field) {
        std::sort(runs.begin(), runs.end(), [field](const Timing& a, const Timing& b) { return a.*field < b.*field; });
        return runs[runs.size() / 2].*field;
    };
    return { middle(&Timing::wall), middle(&Timing::cpu) };
}

Timing measure(int rounds, const std::function<void()>& work)
{
    std::vector<Timing> runs;
    for (int i = 0; i < rounds; ++i) {
        const double wall = wallSeconds();
        const double cpu = cpuSeconds();
        work();
        runs.push_back({ wallSeconds() - wall, cpuSeconds() - cpu });
    }
    return median(std::move(runs));
}

/// The text of a file, inflated where it is gzip.
std::string readText(const std::string& path, const std::function<std::unique_ptr<DeflateEngine>()>& makeEngine)
{
    auto opened = ByteSource::open(path);
    if (!opened)
        return {};
    const ByteSource& file = *opened.value();
    std::string text;
    const auto data = skipGzipHeader(file, 0);
    if (!data) {
        text.resize(file.size());
        (void)file.readAt(0, text).isOk();
        return text;
    }
    const auto engine = makeEngine();
    engine->start(*data);
    text.resize(64u << 20);
    std::size_t used = 0;
    for (;;) {
        if (used == text.size())
            text.resize(text.size() * 2);
        const DeflateEngine::Outcome outcome = engine->run(file, std::span(text).subspan(used));
        used += outcome.produced;
        if (outcome.step != DeflateEngine::Step::Output)
            break;
    }
    text.resize(used);
    return text;
}

/// Inflates into one small buffer, as a pipeline would; with the checksum.
Timing inflateAlone(
    const std::string& path, int rounds, const std::function<std::unique_ptr<DeflateEngine>()>& makeEngine)
{
    return measure(rounds, [&] {
        auto opened = ByteSource::open(path);
        const auto data = opened ? skipGzipHeader(*opened.value(), 0) : std::nullopt;
        if (!data)
            return;
        const auto engine = makeEngine();
        engine->start(*data);
        std::vector<char> buffer(1u << 20);
        std::uint32_t crc = 0;
        for (;;) {
            const DeflateEngine::Outcome outcome = engine->run(*opened.value(), buffer);
            crc = engine->crc(crc, std::span(buffer).first(outcome.produced));
            if (outcome.step != DeflateEngine::Step::Output)
                break;
        }
        if (crc == 1)
            std::puts("");
    });
}

void print(const char* what, Timing timing)
{
    std::printf("%-44s wall %7.3f s   cpu %7.3f s\n", what, timing.wall, timing.cpu);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_load TRACE.json[.gz] [ROUNDS]\n");
        return 2;
    }
    const std::string path = argv[1];
    const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;

    std::shared_ptr<const Trace> trace;
    LoadOptions options;
    const auto load = [&] {
        trace.reset();
        auto loaded = loadTrace(path, options, {});
        if (loaded)
            trace = std::move(loaded).value();
        else
            std::fprintf(stderr, "%s\n", english(loaded.error().message).c_str());
    };
    const Timing complete = measure(rounds, load);
    if (!trace)
        return 3;
    const double peak = peakMegabytes(); // before the yardsticks hold the whole text
    const ImportReport& report = trace->report();
    const auto events = static_cast<double>(std::max<std::uint64_t>(1, report.events));
    std::printf("%llu events, %.1f MB of text, %u cores\n", static_cast<unsigned long long>(report.events),
        static_cast<double>(report.textBytes) / 1e6, std::thread::hardware_concurrency());
    print("complete load", complete);
    std::printf("%-44s %.1f B/event\n", "memory after load, without strings",
        static_cast<double>(trace->memoryBytes()) / events);
    std::printf(
        "%-44s %.2f (%.0f MB)\n", "peak memory / text", peak * 1048576 / static_cast<double>(report.textBytes), peak);
    const bool isGzip = report.isGzip;

    const Timing args = measure(21, [&, i = 0u]() mutable {
        i = i * 1103515245u + 12345u;
        (void)trace->eventJson(static_cast<EventIndex>(i % report.events)).isOk();
    });
    std::printf("%-44s %.2f ms\n", "args of a clicked event", args.wall * 1e3);

    double firstPicture = 0;
    std::mutex mutex;
    const double begin = wallSeconds();
    options.onPreview = [&](const std::shared_ptr<const TracePreview>&) {
        const std::lock_guard lock(mutex);
        if (firstPicture == 0)
            firstPicture = wallSeconds() - begin;
    };
    load();
    options.onPreview = nullptr;
    std::printf("%-44s %.3f s\n", "first preview after", firstPicture);

    std::stop_source stop;
    Progress progress;
    progress.stop = stop.get_token();
    double asked = 0;
    std::jthread canceller([&] {
        std::this_thread::sleep_for(std::chrono::duration<double>(complete.wall / 2));
        asked = wallSeconds();
        stop.request_stop();
    });
    (void)loadTrace(path, options, progress).isOk();
    const double returned = wallSeconds();
    canceller.join();
    std::printf("%-44s %.1f ms\n", "cancel at half time returns after", (returned - asked) * 1e3);
    trace.reset();

    if (isGzip) {
        const Timing zlib = inflateAlone(path, rounds, DeflateEngine::makeZlib);
        print("yardstick: zlib inflate alone", zlib);
        std::printf("%-44s wall %.2f   cpu %.2f\n", "complete load / zlib inflate alone", complete.wall / zlib.wall,
            complete.cpu / zlib.cpu);
        if (DeflateEngine::makeIsal()) {
            print("ISA-L inflate alone", inflateAlone(path, rounds, DeflateEngine::makeIsal));
            options.useIsal = false;
            const Timing withZlib = measure(rounds, load);
            print("complete load with zlib", withZlib);
            std::printf("%-44s wall %.2f   cpu %.2f\n", "complete load with zlib / zlib inflate alone",
                withZlib.wall / zlib.wall, withZlib.cpu / zlib.cpu);
        }
        return 0;
    }
    std::string text = readText(path, DeflateEngine::makeZlib);
    text.push_back('\0');
    std::vector<Timing> sax;
    for (int i = 0; i < rounds; ++i) {
        std::string copy = text; // parsing in situ destroys it
        const double wall = wallSeconds();
        const double cpu = cpuSeconds();
        rapidjson::InsituStringStream stream(copy.data());
        rapidjson::BaseReaderHandler<> nothing;
        rapidjson::Reader reader;
        (void)reader.Parse<rapidjson::kParseInsituFlag | rapidjson::kParseNumbersAsStringsFlag>(stream, nothing)
            .IsError();
        sax.push_back({ wallSeconds() - wall, cpuSeconds() - cpu });
    }
    const Timing yardstick = median(std::move(sax));
    print("yardstick: RapidJSON SAX, in situ, SSE4.2", yardstick);
    std::printf("%-44s wall %.2f   cpu %.2f\n", "complete load / RapidJSON SAX", complete.wall / yardstick.wall,
        complete.cpu / yardstick.cpu);
    return 0;
}
