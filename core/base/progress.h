// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stop_token>

namespace kinetoscope {

/// What a long job tells the outside, and how the outside stops it. Written by the job, read by anyone at any time; a
/// reader polls (the window every 50 ms), nobody is called back. Totals may grow while the job runs.
struct ProgressCounters {
    std::atomic<std::uint64_t> done { 0 };  ///< units of work done: bytes while loading, rows while analysing
    std::atomic<std::uint64_t> total { 0 }; ///< expected units; 0 while unknown
};

/// Sees every look at the stop flag and may stop the job there: for tests and benchmarks, where no clock should decide
/// at which moment a request comes. Called by all threads of the job at once.
class StopObserver {
public:
    virtual ~StopObserver() = default;
    [[nodiscard]] virtual bool stopsHere() = 0; ///< once true, always true
    /// What StopCheck counts to: a millisecond of work or less. Less for tests, so that a small job stops in any loop.
    [[nodiscard]] virtual std::size_t itemsPerLook() const { return kItemsPerLook; }

    static constexpr std::size_t kItemsPerLook = std::size_t { 64 } * 1024;
};

/// The two handles that every long function takes: where to report and when to stop. Copyable, cheap, both may be
/// empty. A job looks at `shouldStop()` at least every few milliseconds of work and returns ErrorCode::Cancelled.
///
/// A function inside a job that returns no Result<T> but takes a Progress returns early when told to stop, with a value
/// that is not complete; its caller looks at `shouldStop()`, which stays true, before it uses the value.
struct Progress {
    ProgressCounters* counters = nullptr; ///< not owned; outlives the job
    std::stop_token stop;
    StopObserver* observer = nullptr; ///< not owned; outlives the job

    [[nodiscard]] bool shouldStop() const { return stop.stop_requested() || (observer && observer->stopsHere()); }
    /// Error::stopped() where the job shall stop: `KT_TRY_DONE(progress.carryOn())` returns it.
    [[nodiscard]] Result<Done> carryOn() const { return shouldStop() ? Result<Done>(Error::stopped()) : Done {}; }
    /// Both do nothing without counters; any thread.
    void add(std::uint64_t units) const
    {
        if (counters)
            counters->done.fetch_add(units, std::memory_order_relaxed);
    }
    void setTotal(std::uint64_t units) const
    {
        if (counters)
            counters->total.store(units, std::memory_order_relaxed);
    }
};

/// Looks at the stop flag once in so many items of a loop: a look at each would take longer than the work itself. One
/// thread; `progress` outlives it.
class StopCheck {
public:
    explicit StopCheck(const Progress& progress)
        : m_progress(progress)
        , m_itemsPerLook(progress.observer ? progress.observer->itemsPerLook() : StopObserver::kItemsPerLook)
    {
    }

    /// True if the job shall stop. @param items  done since the last call, in items of some ten ns each.
    [[nodiscard]] bool after(std::size_t items)
    {
        m_items += items;
        if (m_items < m_itemsPerLook)
            return false;
        m_items = 0;
        return m_progress.shouldStop();
    }

private:
    const Progress& m_progress;
    std::size_t m_itemsPerLook;
    std::size_t m_items = 0;
};

} // namespace kinetoscope
