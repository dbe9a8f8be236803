// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/idle/line_totals.h"

#include "core/base/vectors.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// Lengths are summed unsigned: a line may be longer than the greatest int64.
std::uint64_t unsignedLength(Timestamp begin, Timestamp end)
{
    return end <= begin ? 0 : static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(begin);
}

} // namespace

LineTotals::LineTotals(std::vector<Piece> pieces, std::size_t leastPieces)
{
    m_begins.reserve(pieces.size());
    m_places.reserve(pieces.size());
    for (const Piece& piece : pieces) {
        m_begins.push_back(piece.begin);
        m_keys.push_back(piece.key);
    }
    sortUnique(m_keys);
    m_keys.shrink_to_fit();
    for (const Piece& piece : pieces)
        m_places.push_back(
            static_cast<std::uint32_t>(std::lower_bound(m_keys.begin(), m_keys.end(), piece.key) - m_keys.begin()));
    // As many pieces as a row of totals is long: walking to the next row costs no more than reading one.
    m_block = std::max({ leastPieces, m_keys.size(), std::size_t { 1 } });
    std::vector<std::uint64_t> sums(m_keys.size());
    m_totals.reserve((pieces.size() / m_block + 1) * m_keys.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (i % m_block == 0)
            m_totals.insert(m_totals.end(), sums.begin(), sums.end());
        sums[m_places[i]] += unsignedLength(m_begins[i], endOf(i));
    }
}

void LineTotals::walk(std::size_t first, std::size_t end, const TimeRange& range, const Visit& visit) const
{
    for (std::size_t i = first; i < end; ++i) {
        const TimeRange part = TimeRange { m_begins[i], endOf(i) }.clippedTo(range);
        if (!part.isEmpty())
            visit(m_keys[m_places[i]], part.length());
    }
}

void LineTotals::within(const TimeRange& range, const Visit& visit) const
{
    if (range.isEmpty() || isEmpty())
        return;
    const auto after = std::upper_bound(m_begins.begin(), m_begins.end(), range.begin);
    const auto first = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - m_begins.begin(), 1) - 1);
    const auto end =
        static_cast<std::size_t>(std::lower_bound(m_begins.begin(), m_begins.end(), range.end) - m_begins.begin());
    const std::size_t firstRow = (first + 1 + m_block - 1) / m_block;
    const std::size_t lastRow = (end == 0 ? 0 : end - 1) / m_block;
    if (lastRow <= firstRow) {
        walk(first, end, range, visit);
        return;
    }
    walk(first, firstRow * m_block, range, visit);
    for (std::size_t key = 0; key < m_keys.size(); ++key) {
        const std::uint64_t length = m_totals[lastRow * m_keys.size() + key] - m_totals[firstRow * m_keys.size() + key];
        if (length > 0)
            visit(m_keys[key], static_cast<Nanoseconds>(std::min(length, static_cast<std::uint64_t>(kMaxTimestamp))));
    }
    walk(lastRow * m_block, end, range, visit);
}

} // namespace kinetoscope
