// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory_guard.h"

#include "core/base/memory_use.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>

namespace kinetoscope {

namespace {

// An analysis fills some ten MB in this time.
constexpr auto kInterval = std::chrono::milliseconds(10);

} // namespace

MemoryGuard::MemoryGuard(std::uint64_t mostBytes, std::stop_token stop)
    : m_mostBytes(mostBytes)
    , m_passOn(std::move(stop), PassOn { m_jobStop })
{
    look();
    try {
        m_watcher = std::jthread([this](const std::stop_token& ended) { watch(ended); });
    } catch (const std::system_error&) { // no more threads are to be had: it looks at the end alone
    }
}

MemoryGuard::~MemoryGuard()
{
    m_watcher.request_stop();
    if (m_watcher.joinable())
        m_watcher.join();
}

bool MemoryGuard::isOver()
{
    look();
    return m_isOver.load(std::memory_order_relaxed);
}

void MemoryGuard::look()
{
    if (residentBytes() <= m_mostBytes)
        return;
    m_isOver.store(true, std::memory_order_relaxed);
    m_jobStop.request_stop();
}

void MemoryGuard::watch(const std::stop_token& stop)
{
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, stop, kInterval, [&stop] { return stop.stop_requested(); }))
        look();
}

Error overMemoryError()
{
    return { ErrorCode::MemoryLimit, { KT_PHRASE("memory-guard", "This does not fit the memory limit.") } };
}

} // namespace kinetoscope
