// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/job_monitor.h"

#include "core/base/memory_use.h"
#include "core/output/json_writer.h"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>

#ifdef _WIN32
#include <io.h>
#define isatty _isatty
#define fileno _fileno
#else
#include <unistd.h>
#endif

namespace kinetoscope::cli {

namespace {

std::atomic<bool> interrupted { false };
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler writes it");

// An analysis fills some ten MB in this time.
constexpr auto kInterval = std::chrono::milliseconds(10);
constexpr int kLooksPerPicture = 5;

void onSignal(int signal)
{
    interrupted.store(true, std::memory_order_relaxed);
    std::signal(signal, SIG_DFL); // the second one is not asked twice
}

/// What is told to stop leaves nothing half-written; what nohup ignores stays ignored.
void handleSignals(void (*handler)(int))
{
    std::signal(SIGINT, handler);
    std::signal(SIGTERM, handler);
#ifdef SIGHUP
    if (std::signal(SIGHUP, handler) == SIG_IGN)
        std::signal(SIGHUP, SIG_IGN);
#endif
}

} // namespace

JobMonitor::JobMonitor(ProgressStyle style, std::uint64_t memoryLimit)
    : m_style(style)
    , m_mostBytes(mostResidentBytes(memoryLimit))
{
    if (m_style == ProgressStyle::Auto)
        m_style = isatty(fileno(stderr)) != 0 ? ProgressStyle::Bar : ProgressStyle::None;
    handleSignals(onSignal);
    m_watcher = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

JobMonitor::~JobMonitor()
{
    m_watcher.request_stop();
    m_watcher.join();
    endPhase();
    clearBar();
    handleSignals(SIG_DFL);
}

Progress JobMonitor::begin(const char* phase)
{
    endPhase();
    m_counters.done = 0;
    m_counters.total = 0;
    m_phase = phase;
    return { &m_counters, m_jobStop.get_token() };
}

void JobMonitor::pause()
{
    endPhase();
    clearBar();
}

void JobMonitor::endPhase()
{
    const char* const phase = m_phase.exchange(nullptr);
    if (phase && m_style == ProgressStyle::Json)
        show(phase);
}

bool JobMonitor::isInterrupted()
{
    return interrupted.load(std::memory_order_relaxed);
}

void JobMonitor::watch(const std::stop_token& stop)
{
    // A signal handler must not notify, so it is looked for; the end of a short job is not waited for.
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    int looks = 0;
    while (!ended.wait_for(lock, stop, kInterval, [&stop] { return stop.stop_requested(); })) {
        const char* const phase = m_phase.load();
        if (phase && residentBytes() > m_mostBytes)
            m_isOverMemory = true;
        if (isInterrupted() || isOverMemory())
            m_jobStop.request_stop();
        if (phase && ++looks % kLooksPerPicture == 0)
            show(phase);
    }
}

void JobMonitor::show(const char* phase)
{
    const std::lock_guard lock(m_showing);
    const std::uint64_t done = m_counters.done.load(std::memory_order_relaxed);
    const std::uint64_t total = m_counters.total.load(std::memory_order_relaxed);
    if (m_style == ProgressStyle::None || done == m_lastDone)
        return;
    m_lastDone = done;
    if (m_style == ProgressStyle::Json) {
        JsonWriter json;
        json.beginObject();
        json.member("phase", phase);
        json.member("done", done);
        json.member("total", total);
        json.endObject();
        std::fprintf(stderr, "%s\n", json.text().c_str());
        return;
    }
    constexpr int kWidth = 30;
    const double share = total == 0 ? 0.0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    const int filled = static_cast<int>(share * kWidth);
    std::fprintf(stderr, "\r%s [%.*s%.*s] %3d %%", phase, filled, "##############################", kWidth - filled,
        "..............................", static_cast<int>(share * 100));
    std::fflush(stderr);
    m_barVisible = true;
}

void JobMonitor::clearBar()
{
    if (m_barVisible.exchange(false))
        std::fprintf(stderr, "\r%60s\r", "");
}

} // namespace kinetoscope::cli
