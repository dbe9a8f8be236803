// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace kinetoscope {

/// How many threads the machine runs at once; at least 1.
[[nodiscard]] int coreCount();

/// What parallelFor() does, compiled once: `call(work, i)` for each i.
void callInParallel(std::size_t count, int threads, void (*call)(const void* work, std::size_t i), const void* work);

/// Calls `work(i)` for each i in [0, count) on up to `threads` threads, this one included, and returns when all are
/// done. Calls for different i run at once; which thread takes which i is open. The first exception is thrown on here.
template <typename Work> void parallelFor(std::size_t count, int threads, const Work& work)
{
    callInParallel(
        count, threads, [](const void* each, std::size_t i) { (*static_cast<const Work*>(each))(i); }, &work);
}

} // namespace kinetoscope
