// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/idle/gap_ranking.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

bool isLonger(const LongGap& a, const LongGap& b)
{
    const Nanoseconds left = a.gap.range.length();
    const Nanoseconds right = b.gap.range.length();
    if (left != right)
        return left > right;
    if (a.rank != b.rank)
        return a.rank < b.rank;
    return a.device != b.device ? a.device < b.device : a.gap.range.begin < b.gap.range.begin;
}

void GapRanking::add(const IdleGap& gap, std::int64_t device)
{
    if (gap.range.length() < m_least)
        return;
    m_gaps.push_back({ 0, device, gap });
    if (m_gaps.size() >= 2 * m_wanted)
        cut();
}

void GapRanking::cut()
{
    if (m_gaps.size() <= m_wanted)
        return;
    const auto last = m_gaps.begin() + static_cast<std::ptrdiff_t>(m_wanted);
    std::nth_element(m_gaps.begin(), last - 1, m_gaps.end(), isLonger);
    m_gaps.erase(last, m_gaps.end());
    m_least = m_gaps.back().gap.range.length();
}

std::vector<LongGap> GapRanking::take(std::size_t rank)
{
    cut();
    std::ranges::sort(m_gaps, isLonger);
    for (LongGap& gap : m_gaps)
        gap.rank = rank;
    m_least = 0;
    return std::exchange(m_gaps, {});
}

} // namespace kinetoscope
