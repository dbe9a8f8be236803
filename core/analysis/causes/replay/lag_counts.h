// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace kinetoscope {

/// How often which lags came, of launches and of other work: what a median needs without all of them in one place.
/// Copyable; 256 KiB.
class LagCounts {
public:
    /// @param most  ns; lags are below it.
    explicit LagCounts(Nanoseconds most)
        : m_width(std::max(most, Nanoseconds { 0 }) / static_cast<Nanoseconds>(kBuckets) + 1)
    {
        for (std::vector<std::uint32_t>& each : m_counts)
            each.resize(kBuckets);
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
    /// Whether all lags of a bucket are the same, its number: up to 32.8 us are told apart.
    [[nodiscard]] bool areExact() const { return m_width == 1; }
    static constexpr std::size_t kNoBucket = SIZE_MAX;
    [[nodiscard]] std::size_t bucketOf(Nanoseconds lag) const { return static_cast<std::size_t>(lag / m_width); }
    /// Where element (n - 1) / 2 of the sorted lags lies.
    struct Median {
        std::size_t bucket = kNoBucket; ///< of none
        std::size_t place = 0;          ///< in it, sorted
    };
    [[nodiscard]] Median median(bool isOfLaunch) const
    {
        const auto& counts = m_counts[isOfLaunch ? 1 : 0];
        const std::size_t sum = std::accumulate(counts.begin(), counts.end(), std::size_t { 0 });
        if (sum == 0)
            return {};
        Median found { 0, (sum - 1) / 2 };
        while (found.place >= counts[found.bucket])
            found.place -= counts[found.bucket++];
        return found;
    }

private:
    static constexpr std::size_t kBuckets = std::size_t { 1 } << 15;
    Nanoseconds m_width;
    std::array<std::vector<std::uint32_t>, 2> m_counts; ///< of other work, of launches
};

} // namespace kinetoscope
