// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/common_options.h"
#include "core/base/progress.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <thread>

namespace kinetoscope::cli {

/// While it lives: shows the progress of a job on the standard error, and turns Ctrl+C into a request to stop. A second
/// Ctrl+C ends the program at once. One at a time.
class JobMonitor {
public:
    /// Auto is a bar on a terminal and nothing else where there is none.
    /// @param memoryLimit  bytes; 0: the usual limit. See isOverMemory.
    explicit JobMonitor(ProgressStyle style, std::uint64_t memoryLimit = 0);
    ~JobMonitor();
    JobMonitor(const JobMonitor&) = delete;
    JobMonitor& operator=(const JobMonitor&) = delete;

    /// What the job gets. `phase` is shown: "Loading". Starts counting again.
    [[nodiscard]] Progress begin(const char* phase);
    /// Takes the bar off the screen; nothing is shown until the next begin. As JSON each phase tells at least how it
    /// ended, so that a short job is not silent.
    void pause();
    /// True once Ctrl+C was pressed.
    [[nodiscard]] static bool isInterrupted();
    /// True once the program held more than mostResidentBytes: the job was then told to stop, whatever it was.
    [[nodiscard]] bool isOverMemory() const { return m_isOverMemory.load(std::memory_order_relaxed); }

private:
    void watch(const std::stop_token& stop);
    void show(const char* phase);
    void endPhase();
    void clearBar();

    ProgressStyle m_style;
    std::uint64_t m_mostBytes; ///< resident
    std::atomic<bool> m_isOverMemory { false };
    ProgressCounters m_counters;
    std::stop_source m_jobStop;
    std::atomic<const char*> m_phase { nullptr };
    std::atomic<bool> m_barVisible { false };
    std::mutex m_showing; ///< of what follows
    std::uint64_t m_lastDone = ~std::uint64_t { 0 };
    std::jthread m_watcher; ///< last: uses all of the above
};

} // namespace kinetoscope::cli
