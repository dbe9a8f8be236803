// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace kinetoscope {

/// How long kernels start after they were handed over (handedOver()), by which short gaps of the GPU are told in which
/// it waits for launches, although what runs next had been handed over before the gap began: a launch takes a while to
/// reach the GPU, even one that has nothing to do. 6 KiB.
class LaunchDelays {
public:
    /// Of a kernel that was handed over while the GPU was idle. @param delay  ns from then to its start.
    void addAwaited(Nanoseconds delay) { ++m_awaited[grainsOf(delay)]; }
    /// A gap before a kernel that was handed over while the GPU was busy. @param length  ns.
    void addGap(Nanoseconds delay, Nanoseconds length)
    {
        Gaps& gaps = m_gaps[grainsOf(delay)];
        gaps.time = saturatingAdd(gaps.time, length);
        ++gaps.count;
    }
    /// Time of the gaps before kernels that started as soon after its launch as nearly all that the GPU waited for,
    /// beyond what gaps between kernels take that were queued for long, where there are some; 0 where too little was
    /// awaited.
    [[nodiscard]] Nanoseconds waitForLaunches() const
    {
        constexpr std::size_t kFewest = 20;
        constexpr std::size_t kLong = 4;
        std::size_t awaited = 0;
        for (const std::size_t count : m_awaited)
            awaited += count;
        if (awaited < kFewest)
            return 0;
        const std::size_t middle = awaitedDelay(awaited - awaited / 2);
        // Some wait for what was not recorded.
        const std::size_t usual = std::min(awaitedDelay(awaited - awaited / 10), middle + middle / 2);
        if (kLong * usual >= kDelays - 1) // longer delays are not told apart: nothing would be known to be queued
            return 0;
        Gaps soon;
        Gaps queued;
        for (std::size_t delay = 0; delay < kDelays; ++delay) {
            if (delay <= usual || delay > kLong * usual)
                (delay <= usual ? soon : queued).add(m_gaps[delay]);
        }
        const Nanoseconds between = queued.count >= kFewest ? queued.time / static_cast<Nanoseconds>(queued.count) : 0;
        return std::max<Nanoseconds>(0, soon.time - between * static_cast<Nanoseconds>(soon.count));
    }

private:
    struct Gaps {
        Nanoseconds time = 0;
        std::size_t count = 0;
        void add(const Gaps& other)
        {
            time = saturatingAdd(time, other.time);
            count += other.count;
        }
    };
    /// The shortest delay, in grains, that so many of the awaited do not exceed.
    [[nodiscard]] std::size_t awaitedDelay(std::size_t count) const
    {
        std::size_t delay = 0;
        for (std::size_t sum = m_awaited[0]; sum < count; sum += m_awaited[delay])
            ++delay;
        return delay;
    }

    static constexpr Nanoseconds kGrain = 250;
    static constexpr std::size_t kDelays = 256; ///< what is longer counts as the last of these

    [[nodiscard]] static std::size_t grainsOf(Nanoseconds delay)
    {
        constexpr auto kLast = static_cast<Nanoseconds>(kDelays) - 1;
        return static_cast<std::size_t>(std::clamp<Nanoseconds>(delay / kGrain, 0, kLast));
    }

    std::array<std::size_t, kDelays> m_awaited {}; ///< kernels, by delay in grains
    std::array<Gaps, kDelays> m_gaps {};
};

} // namespace kinetoscope
