// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <vector>

namespace kinetoscope::bench {

/// CPU time of all threads so far.
[[nodiscard]] inline double cpuMilliseconds()
{
    return static_cast<double>(std::clock()) * 1000.0 / CLOCKS_PER_SEC;
}

/// CPU time of this thread so far.
[[nodiscard]] inline double threadMilliseconds()
{
    timespec time {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// 0 of none.
[[nodiscard]] inline double percentile(std::vector<double> times, std::size_t percent)
{
    std::sort(times.begin(), times.end());
    return times.empty() ? 0 : times[std::min(times.size() - 1, times.size() * percent / 100)];
}

} // namespace kinetoscope::bench
