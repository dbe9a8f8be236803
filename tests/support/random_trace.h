// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_set.h"

#include <cstdint>
#include <memory>

namespace kinetoscope::tests {

/// What a random trace has.
struct RandomTraceOptions {
    int steps = 3;     ///< ProfilerStep#N annotations that follow one another; 0: none
    int ops = 12;      ///< nested host ops, on two threads
    int launches = 20; ///< runtime and driver calls, on the same threads; some launch several kernels, some nothing
    int devices = 2;   ///< each with up to three streams
    int span = 2'000;  ///< ns in which everything starts
    bool isOrderly = false; ///< work starts after its launch, and the work of a stream does not overlap
    /// Calls that wait for the GPU in every way, rows that say what they waited for, and all that tells the causes of
    /// host time apart: backward threads, Python frames, data loading, overhead of the profiler.
    bool hasWaits = false;
};

/// A small trace with about everything that analyses of GPU work and of its launches look at: all types of work with
/// and without metadata, kernels that overlap, touch, last 0 ns or have no launch, graph launches, copies with and
/// without a size, rows that are no GPU work. The same trace for the same seed on every machine.
[[nodiscard]] std::shared_ptr<const Trace> randomTrace(std::uint32_t seed, const RandomTraceOptions& options = {});
/// Such traces as the ranks 0 .. ranks - 1 of one job.
[[nodiscard]] std::shared_ptr<const TraceSet> randomJob(
    std::uint32_t seed, int ranks, const RandomTraceOptions& options = {});

} // namespace kinetoscope::tests
