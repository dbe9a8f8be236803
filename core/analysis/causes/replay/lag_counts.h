// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace kinetoscope {

/// How often which lags came, of launches and of other work: what a median needs without all of them in one place.
/// Copyable; 8 KiB.
class LagCounts {
public:
    /// @param most  ns; lags are below it.
    explicit LagCounts(Nanoseconds most)
        : m_width(std::max(most, Nanoseconds { 0 }) / kBuckets + 1)
    {
    }
    /// @param lag  ns; in [0, most).
    void add(bool isOfLaunch, Nanoseconds lag) { ++m_counts[isOfLaunch ? 1 : 0][bucketOf(lag)]; }
    void add(const LagCounts& more)
    {
        for (std::size_t kind = 0; kind < m_counts.size(); ++kind) {
            for (std::size_t i = 0; i < kBuckets; ++i)
                m_counts[kind][i] += more.m_counts[kind][i];
        }
    }
    [[nodiscard]] std::size_t bucketOf(Nanoseconds lag) const { return static_cast<std::size_t>(lag / m_width); }
    /// Where element (n - 1) / 2 of the sorted lags lies.
    struct Median {
        std::size_t bucket = kBuckets; ///< of none: no bucket
        std::size_t place = 0;         ///< in it, sorted
    };
    [[nodiscard]] Median median(bool isOfLaunch) const
    {
        const auto& counts = m_counts[isOfLaunch ? 1 : 0];
        const std::size_t sum = std::accumulate(counts.begin(), counts.end(), std::size_t { 0 });
        Median found { sum > 0 ? 0U : kBuckets, sum > 0 ? (sum - 1) / 2 : 0 };
        while (found.bucket < kBuckets && found.place >= counts[found.bucket])
            found.place -= counts[found.bucket++];
        return found;
    }

private:
    static constexpr std::size_t kBuckets = 1024;
    Nanoseconds m_width;
    std::array<std::array<std::uint32_t, kBuckets>, 2> m_counts {};
};

} // namespace kinetoscope
