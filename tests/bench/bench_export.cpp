// SPDX-License-Identifier: GPL-3.0-or-later
// How long exports of a trace take against its load, and how much memory beyond the loaded trace they need.
#include "core/base/parallel.h"
#include "core/export/exports.h"
#include "core/io/trace_loader.h"
#include "core/words/english.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

using namespace kinetoscope;

namespace {

double secondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// A line of /proc/self/status in MiB; VmHWM is the greatest since resetPeak().
double statusMiB(const std::string& key)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(key))
            return std::stod(line.substr(key.size() + 1)) / 1024;
    }
    return 0;
}

void resetPeak()
{
    std::ofstream("/proc/self/clear_refs") << 5;
}

int measure(const std::shared_ptr<const TraceSet>& traces, double loadTime, const char* id, const std::string& target)
{
    ExportInput input;
    input.traces = traces;
    input.context.threads = coreCount();
    if (std::string(id) == "trim") {
        const TimeRange whole = traces->range();
        input.scope.range = TimeRange { whole.begin, whole.begin + (whole.end - whole.begin) / 2 };
    }
    const double before = statusMiB("VmRSS:");
    resetPeak();
    const auto begin = std::chrono::steady_clock::now();
    const Result<ExportResult> result = runExport(*findExport(id), input, target);
    const double time = secondsSince(begin);
    if (!result) {
        std::fprintf(stderr, "%s: %s\n", id, english(result.error().message).c_str());
        return 1;
    }
    std::printf("%-10s %6.2f s, %.2f of the load; %4.0f MiB beyond the loaded trace; %s\n", id, time, time / loadTime,
        statusMiB("VmHWM:") - before, describeExport(result->files.front()).c_str());
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 3) {
        std::fprintf(stderr, "Usage: bench_export TRACE.json[.gz] TARGET.json[.gz] [EXPORT...]\n");
        return 2;
    }
    double loadTime = 1e9;
    std::shared_ptr<const TraceSet> traces;
    for (int round = 0; round < 3; ++round) {
        traces.reset();
        const auto begin = std::chrono::steady_clock::now();
        auto loaded = loadTraceSet({ { std::nullopt, argv[1] } }, LoadOptions {}, Progress {});
        if (!loaded) {
            std::fprintf(stderr, "%s\n", english(loaded.error().message).c_str());
            return 1;
        }
        loadTime = std::min(loadTime, secondsSince(begin));
        traces = std::move(loaded).value();
    }
    std::printf("%-10s %6.2f s, the best of three\n", "load", loadTime);
    int failed = 0;
    if (argc > 3) {
        for (int i = 3; i < argc; ++i)
            failed |= measure(traces, loadTime, argv[i], argv[2]);
    } else {
        for (const ExportDescriptor& kind : exports())
            failed |= measure(traces, loadTime, kind.id.c_str(), argv[2]);
    }
    return failed;
}
