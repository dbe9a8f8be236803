// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <atomic>
#include <cstdint>
#include <stop_token>
#include <thread>
#include <utility>

namespace kinetoscope {

/// Watches what the program holds while a job runs, and tells the job to stop when that is more than it may. One thread
/// that looks every 10 ms; a job that ends at once costs no more than starting it.
class MemoryGuard {
public:
    /// @param mostBytes  resident; see mostResidentBytes.
    /// @param stop       whoever else may stop the job.
    MemoryGuard(std::uint64_t mostBytes, std::stop_token stop);
    ~MemoryGuard();
    MemoryGuard(const MemoryGuard&) = delete;
    MemoryGuard& operator=(const MemoryGuard&) = delete;

    /// For the job: stops where the other one does, and where memory does.
    [[nodiscard]] std::stop_token token() const { return m_jobStop.get_token(); }
    /// True once the program held too much. Looks again, so that the last moments of a job count.
    [[nodiscard]] bool isOver();

private:
    void look();
    void watch(const std::stop_token& stop);

    struct PassOn {
        std::stop_source& jobStop;
        void operator()() const { jobStop.request_stop(); }
    };
    std::uint64_t m_mostBytes;
    std::stop_source m_jobStop;
    std::stop_callback<PassOn> m_passOn;
    std::atomic<bool> m_isOver { false };
    std::jthread m_watcher; ///< last: uses all of the above
};

/// MemoryLimit, in a sentence.
[[nodiscard]] Error overMemoryError();

/// Runs `work(token)`, a job with a Result that looks at the token, under a guard. What it returned; MemoryLimit if the
/// program held too much meanwhile, whatever it returned.
/// @param mostBytes  as for MemoryGuard.
template <typename Work> auto withinMemory(std::uint64_t mostBytes, std::stop_token stop, Work work)
{
    MemoryGuard guard(mostBytes, stop);
    auto result = work(guard.token());
    using Made = decltype(result);
    if (!stop.stop_requested() && guard.isOver())
        return Made(overMemoryError());
    return result;
}

} // namespace kinetoscope
