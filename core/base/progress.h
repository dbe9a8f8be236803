// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <stop_token>

namespace kinetoscope {

/// What a long job tells the outside, and how the outside stops it. Written by the job, read by anyone at any time; a reader
/// polls (the window every 50 ms), nobody is called back. Totals may grow while the job runs.
struct ProgressCounters {
    std::atomic<std::uint64_t> done { 0 };  ///< units of work done: bytes while loading, rows while analysing
    std::atomic<std::uint64_t> total { 0 }; ///< expected units; 0 while unknown
    std::atomic<std::uint32_t> phase { 0 }; ///< meaning belongs to the job
};

/// The two handles that every long function takes: where to report and when to stop. Copyable, cheap, both may be empty.
/// A job looks at `shouldStop()` at least every few milliseconds of work and returns ErrorCode::Cancelled.
struct Progress {
    ProgressCounters* counters = nullptr; ///< not owned; outlives the job
    std::stop_token stop;

    [[nodiscard]] bool shouldStop() const { return stop.stop_requested(); }
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
    void setPhase(std::uint32_t phase) const
    {
        if (counters)
            counters->phase.store(phase, std::memory_order_relaxed);
    }
};

} // namespace kinetoscope
