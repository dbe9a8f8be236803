// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/mann_whitney.h"

#include "core/numeric/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace kinetoscope {

namespace {

constexpr std::size_t kMostExactPairs = 400;
constexpr double kTail = 0.025;        // of 95 % on one side
constexpr double kQuantile = 1.959964; // of the normal distribution, of that tail

/// All differences of two ascending samples, without making them.
class Differences {
public:
    Differences(const std::vector<Nanoseconds>& first, const std::vector<Nanoseconds>& second)
        : m_first(first)
        , m_second(second)
    {
    }
    [[nodiscard]] std::uint64_t count() const { return std::uint64_t { m_first.size() } * m_second.size(); }
    /// The difference that so many are not greater than, from 0. O((m + n) log(range)).
    [[nodiscard]] Nanoseconds at(std::uint64_t rank) const
    {
        Nanoseconds low = saturatingSubtract(m_second.front(), m_first.back());
        Nanoseconds high = saturatingSubtract(m_second.back(), m_first.front());
        while (low < high) {
            const Nanoseconds middle = std::midpoint(low, high); // towards low
            if (notAbove(middle) > rank)
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    }

private:
    [[nodiscard]] std::uint64_t notAbove(Nanoseconds limit) const
    {
        std::uint64_t found = 0;
        std::size_t end = 0; // of the second's times that are at most the first's plus the limit
        for (const Nanoseconds time : m_first) {
            while (end < m_second.size() && m_second[end] <= saturatingAdd(time, limit))
                ++end;
            found += end;
        }
        return found;
    }

    const std::vector<Nanoseconds>& m_first;
    const std::vector<Nanoseconds>& m_second;
};

/// How likely each value of U is, from 0 to m n, where both samples are from one source and nothing is tied.
std::vector<double> distributionOfU(std::size_t m, std::size_t n)
{
    // Of i and j times: those in which the greatest is of the second sample have i more pairs.
    std::vector<std::vector<double>> counts(n + 1); // by j, for the i so far
    for (std::size_t j = 0; j <= n; ++j)
        counts[j].assign(m * n + 1, 0.0);
    for (std::size_t j = 0; j <= n; ++j)
        counts[j][0] = 1;
    for (std::size_t i = 1; i <= m; ++i) {
        for (std::size_t j = 1; j <= n; ++j) {
            // counts[j] is that of i - 1 and j, counts[j - 1] already that of i and j - 1.
            for (std::size_t u = i * j; u >= i; --u)
                counts[j][u] += counts[j - 1][u - i];
        }
    }
    const double all = std::accumulate(counts[n].begin(), counts[n].end(), 0.0);
    for (double& count : counts[n])
        count /= all;
    return counts[n];
}

/// U of the second sample twice, so that ties stay whole, and what ties take from its spread.
struct Ranks {
    std::int64_t twiceU = 0;
    double ties = 0; ///< sum of t^3 - t
};
Ranks ranksOf(const std::vector<Nanoseconds>& first, const std::vector<Nanoseconds>& second)
{
    Ranks ranks;
    for (std::size_t i = 0, j = 0; i < first.size() || j < second.size();) {
        const bool isFirst = j == second.size() || (i < first.size() && first[i] <= second[j]);
        const Nanoseconds value = isFirst ? first[i] : second[j];
        std::int64_t below = static_cast<std::int64_t>(i);
        std::int64_t equal = 0;
        for (; i < first.size() && first[i] == value; ++i)
            ++equal;
        std::int64_t own = 0;
        for (; j < second.size() && second[j] == value; ++j)
            ++own;
        ranks.twiceU += own * (2 * below + equal);
        const auto tied = static_cast<double>(equal + own);
        ranks.ties += tied * tied * tied - tied;
    }
    return ranks;
}

double exactP(const std::vector<double>& distribution, std::size_t u)
{
    const auto at = distribution.begin() + static_cast<std::ptrdiff_t>(u);
    const double below = std::accumulate(distribution.begin(), at + 1, 0.0);
    const double above = std::accumulate(at, distribution.end(), 0.0);
    return std::min(1.0, 2 * std::min(below, above));
}

double normalP(const Ranks& ranks, double m, double n)
{
    const double all = m + n;
    const double variance = m * n / 12 * (all + 1 - ranks.ties / (all * (all - 1)));
    const double off = std::fabs(static_cast<double>(ranks.twiceU) / 2 - m * n / 2) - 0.5;
    return variance <= 0 || off <= 0 ? 1.0 : std::erfc(off / std::sqrt(variance) / std::sqrt(2.0));
}

/// How many differences at each end lie outside of the interval.
std::uint64_t outsideOf(const std::vector<double>& distribution)
{
    std::uint64_t outside = 0;
    double below = distribution.front();
    while (outside + 1 < distribution.size() && below <= kTail)
        below += distribution[++outside];
    return outside;
}

} // namespace

std::optional<TimeShift> shiftOf(std::span<const Nanoseconds> first, std::span<const Nanoseconds> second)
{
    if (first.empty() || second.empty())
        return std::nullopt;
    std::vector<Nanoseconds> a(first.begin(), first.end());
    std::vector<Nanoseconds> b(second.begin(), second.end());
    std::ranges::sort(a);
    std::ranges::sort(b);
    const Differences differences(a, b);
    const std::uint64_t count = differences.count();
    TimeShift found;
    found.shift = floorOfMean(differences.at((count - 1) / 2), differences.at(count / 2));
    const Ranks ranks = ranksOf(a, b);
    const auto m = static_cast<double>(a.size());
    const auto n = static_cast<double>(b.size());
    std::uint64_t outside = 0;
    if (count <= kMostExactPairs) {
        const std::vector<double> distribution = distributionOfU(a.size(), b.size());
        found.p =
            ranks.ties > 0 ? normalP(ranks, m, n) : exactP(distribution, static_cast<std::size_t>(ranks.twiceU / 2));
        outside = outsideOf(distribution);
    } else {
        found.p = normalP(ranks, m, n);
        outside = static_cast<std::uint64_t>(
            std::max(0.0, std::floor(m * n / 2 - kQuantile * std::sqrt(m * n * (m + n + 1) / 12))));
    }
    outside = std::min(outside, (count - 1) / 2);
    found.interval = { differences.at(outside), differences.at(count - 1 - outside) };
    return found;
}

} // namespace kinetoscope
