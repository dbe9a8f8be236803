// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace kinetoscope {

int coreCount()
{
    return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

void callInParallel(std::size_t count, int threads, void (*call)(const void*, std::size_t), const void* work)
{
    const std::size_t helpers = std::min(count, static_cast<std::size_t>(std::max(threads, 1))) - (count > 0 ? 1 : 0);
    if (helpers == 0) {
        for (std::size_t i = 0; i < count; ++i)
            call(work, i);
        return;
    }
    std::atomic<std::size_t> next { 0 };
    std::exception_ptr failure;
    std::mutex failureMutex;
    const auto run = [&] {
        try {
            for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1))
                call(work, i);
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
        try {
            for (std::size_t i = 0; i < helpers; ++i)
                pool.emplace_back(run);
        } catch (const std::system_error&) { // no more threads are to be had: those that are there do it
        }
        run();
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace kinetoscope
