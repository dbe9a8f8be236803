// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace kinetoscope {

/// How many threads the machine runs at once; at least 1.
[[nodiscard]] int coreCount();

/// What parallelFor() does and promises, compiled once: `call(work, i)` for each i.
void callInParallel(std::size_t count, int threads, void (*call)(const void* work, std::size_t i), const void* work);

/// Calls `work(i)` for each i in [0, count) on up to `threads` threads (fewer than 1 count as 1), this one included,
/// and returns when all are done. Calls for different i run at once, and which thread takes which i is open; but they
/// are taken in ascending order. So when `work(i)` begins, each smaller one is done or a thread of its own is at it,
/// and `work(i)` may wait for what a smaller one makes, never for what a greater one does.
///
/// The first exception is thrown on here. After one no further i is taken, but all that were taken are called: who is
/// waited for has to say so on each way out of its call.
template <typename Work> void parallelFor(std::size_t count, int threads, const Work& work)
{
    callInParallel(
        count, threads, [](const void* each, std::size_t i) { (*static_cast<const Work*>(each))(i); }, &work);
}

} // namespace kinetoscope
