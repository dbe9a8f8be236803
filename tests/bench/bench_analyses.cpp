// SPDX-License-Identifier: GPL-3.0-or-later
// Every analysis of the registry over one loaded job, with its defaults: time, memory while it ran and in its result,
// and how soon it stops when asked to. usage: bench_analyses [--threads N] TRACE.json[.gz] [ANALYSIS...]. Nothing is
// asserted.
// tests/bench/README.md says how to read it.
#include "core/analysis/names/classification.h"
#include "core/analysis/run_analysis.h"
#include "core/analysis/types/analysis.h"
#include "core/catalog/analyses.h"
#include "core/io/trace_loader.h"
#include "core/words/english.h"
#include "tests/bench/cpu_times.h"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <new>
#include <string>
#include <thread>
#include <vector>

namespace {

// Bytes that are allocated now, and the most there have been since the last reset.
std::atomic<std::int64_t> allocated { 0 };
std::atomic<std::int64_t> peak { 0 };

void* count(void* block)
{
    if (!block)
        throw std::bad_alloc();
    const auto size = static_cast<std::int64_t>(malloc_usable_size(block));
    const std::int64_t now = allocated.fetch_add(size, std::memory_order_relaxed) + size;
    std::int64_t most = peak.load(std::memory_order_relaxed);
    while (now > most && !peak.compare_exchange_weak(most, now, std::memory_order_relaxed)) { }
    return block;
}

void discount(void* block)
{
    if (block)
        allocated.fetch_sub(static_cast<std::int64_t>(malloc_usable_size(block)), std::memory_order_relaxed);
    std::free(block);
}

} // namespace

void* operator new(std::size_t size)
{
    return count(std::malloc(size));
}
void* operator new(std::size_t size, std::align_val_t alignment)
{
    const auto to = static_cast<std::size_t>(alignment);
    return count(std::aligned_alloc(to, (size + to - 1) / to * to));
}
void operator delete(void* block) noexcept
{
    discount(block);
}
void operator delete(void* block, std::size_t) noexcept
{
    discount(block);
}
void operator delete(void* block, std::align_val_t) noexcept
{
    discount(block);
}
void operator delete(void* block, std::size_t, std::align_val_t) noexcept
{
    discount(block);
}

using namespace kinetoscope;
using namespace kinetoscope::bench;

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

struct Job {
    std::shared_ptr<const TraceSet> traces;
    KernelClassifier classifier;
    double events = 0;
    int threads = 1;

    [[nodiscard]] Result<AnalysisResult> run(
        const AnalysisDescriptor& analysis, std::stop_token stop = {}, StopObserver* observer = nullptr) const
    {
        const Result<Parameters> parameters = completeParameters(analysis, {}, Mode::Exact);
        if (!parameters)
            return parameters.error();
        const std::vector<AnalysisInput> inputs(
            static_cast<std::size_t>(std::max(1, analysis.inputCount)), { traces, {} });
        ProgressCounters counters;
        // Looks are those of one thread: another one that looks says nothing about it.
        const AnalysisContext context { &classifier, Progress { &counters, std::move(stop), observer },
            observer != nullptr ? 1 : threads };
        return runAnalysis(analysis, inputs, parameters.value(), Mode::Exact, context);
    }
};

/// The longest time in which nobody looks at the stop flag: what a request has to wait for at the worst moment. The CPU
/// time says what it is on a machine that does nothing else.
class LookTimer final : public StopObserver {
public:
    bool stopsHere() override
    {
        const auto now = Clock::now();
        const double cpu = cpuMilliseconds();
        m_longest = std::max(m_longest, milliseconds(now - m_last));
        m_longestCpu = std::max(m_longestCpu, cpu - m_lastCpu);
        m_last = now;
        m_lastCpu = cpu;
        return false;
    }
    [[nodiscard]] double longest() const { return m_longest; }
    [[nodiscard]] double longestCpu() const { return m_longestCpu; }

private:
    Clock::time_point m_last = Clock::now();
    double m_lastCpu = cpuMilliseconds();
    double m_longest = 0;
    double m_longestCpu = 0;
};

/// From the request to the return; asked for after a tenth of the time that the whole takes.
double cancelMilliseconds(const Job& job, const AnalysisDescriptor& analysis, double wholeMilliseconds)
{
    std::stop_source stop;
    Clock::time_point asked;
    std::jthread asker([&] {
        std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(wholeMilliseconds / 10));
        asked = Clock::now();
        stop.request_stop();
    });
    const auto result = job.run(analysis, stop.get_token());
    const auto returned = Clock::now();
    asker.join();
    return std::max(0.0, milliseconds(returned - asked));
}

LookTimer lookTimes(const Job& job, const AnalysisDescriptor& analysis)
{
    LookTimer timer;
    const auto result = job.run(analysis, {}, &timer);
    (void)timer.stopsHere(); // the rest after the last look
    return timer;
}

void measure(const Job& job, const AnalysisDescriptor& analysis)
{
    const std::int64_t before = allocated;
    peak = before;
    const auto begin = Clock::now();
    const double cpuBegin = cpuMilliseconds();
    const auto result = job.run(analysis);
    const double time = milliseconds(Clock::now() - begin);
    const double cpu = cpuMilliseconds() - cpuBegin;
    const auto kept = static_cast<double>(allocated - before);
    const auto most = static_cast<double>(peak - before);
    if (!result) {
        std::printf("%-24s %s\n", analysis.id.c_str(), english(result.error().message).c_str());
        return;
    }
    std::size_t rows = 0;
    for (const Table& table : result.value().tables)
        rows += table.rowCount();
    const LookTimer looks = lookTimes(job, analysis);
    std::printf("%-24s %7.0f ms %7.0f ms CPU %7.1f ns/event %8zu rows %6.1f MB result %5.1f B/event beyond it "
                "%4.0f ms to cancel, %4.0f ms at worst, %4.0f ms CPU\n",
        analysis.id.c_str(), time, cpu, time * 1e6 / job.events, rows, kept / 1e6, (most - kept) / job.events,
        cancelMilliseconds(job, analysis, time), looks.longest(), looks.longestCpu());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<std::string> wanted(argv + 1, argv + argc);
    int threads = 1;
    if (wanted.size() > 2 && wanted[0] == "--threads") {
        threads = std::max(1, std::atoi(wanted[1].c_str()));
        wanted.erase(wanted.begin(), wanted.begin() + 2);
    }
    if (wanted.empty()) {
        std::fprintf(stderr, "usage: bench_analyses [--threads N] TRACE.json[.gz] [ANALYSIS...]\n");
        return 2;
    }
    const std::string path = wanted.front();
    wanted.erase(wanted.begin());
    const auto begin = Clock::now();
    const auto trace = loadTrace(path, LoadOptions {}, Progress {});
    if (!trace) {
        std::fprintf(stderr, "%s\n", english(trace.error().message).c_str());
        return 3;
    }
    const auto loaded = Clock::now();
    Job job { std::make_shared<const TraceSet>(
                  std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> { { 0, trace.value() } },
                  std::vector<Remark> {}),
        {}, static_cast<double>(trace.value()->report().events), threads };
    std::printf("%.0f events loaded in %.0f ms\n", job.events, milliseconds(loaded - begin));
    for (const AnalysisDescriptor& analysis : analyses()) {
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), analysis.id) != wanted.end())
            measure(job, analysis);
    }
    return 0;
}
