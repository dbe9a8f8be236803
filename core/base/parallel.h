// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace kinetoscope {

/// How many threads the machine runs at once; at least 1.
[[nodiscard]] inline int coreCount()
{
    return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

/// Calls `work(i)` for each i in [0, count) on up to `threads` threads, this one included, and returns when all are
/// done. Calls for different i run at once; which thread takes which i is open. The first exception is thrown on here.
template <typename Work> void parallelFor(std::size_t count, int threads, const Work& work)
{
    const std::size_t helpers = std::min(count, static_cast<std::size_t>(std::max(threads, 1))) - (count > 0 ? 1 : 0);
    if (helpers == 0) {
        for (std::size_t i = 0; i < count; ++i)
            work(i);
        return;
    }
    std::atomic<std::size_t> next { 0 };
    std::exception_ptr failure;
    std::mutex failureMutex;
    const auto run = [&] {
        try {
            for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1))
                work(i);
        } catch (...) {
            const std::lock_guard lock(failureMutex);
            if (!failure)
                failure = std::current_exception();
            next.store(count);
        }
    };
    {
        std::vector<std::jthread> pool;
        pool.reserve(helpers);
        for (std::size_t i = 0; i < helpers; ++i)
            pool.emplace_back(run);
        run();
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace kinetoscope
