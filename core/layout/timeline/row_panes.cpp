// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/row_panes.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// Rows of the layout in [begin, end) that reach into the pane.
void findRows(const RowLayout& layout, RowPane& pane, std::size_t begin, std::size_t end)
{
    pane.firstRow = pane.endRow = begin;
    if (pane.height <= 0)
        return;
    auto from = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, layout.rowAt(pane.origin)));
    if (from < end && layout.rows()[from].y + layout.rows()[from].height <= pane.origin)
        ++from; // only its gap is left
    const auto until = static_cast<std::size_t>(layout.rowAt(pane.origin + pane.height - 1) + 1);
    pane.firstRow = std::clamp(from, begin, end);
    pane.endRow = std::clamp(until, pane.firstRow, end);
}

} // namespace

RowPanes::RowPanes(const RowLayout& layout, int height, RowScroll scroll)
{
    const std::int64_t pinnedHeight = layout.pinnedHeight();
    const std::int64_t restHeight = layout.height() - pinnedHeight;
    RowPane& pinned = m_panes[0];
    RowPane& rest = m_panes[1];
    pinned.isPinned = true;
    pinned.height = static_cast<int>(std::min<std::int64_t>(pinnedHeight, height / 2));
    rest.top = pinned.height;
    rest.height = height - pinned.height;
    m_furthest.pinned = pinnedHeight - pinned.height;
    m_furthest.rest = std::max<std::int64_t>(0, restHeight - rest.height);
    m_scroll.pinned = std::clamp<std::int64_t>(scroll.pinned, 0, m_furthest.pinned);
    m_scroll.rest = std::clamp<std::int64_t>(scroll.rest, 0, m_furthest.rest);
    pinned.origin = m_scroll.pinned;
    rest.origin = pinnedHeight + m_scroll.rest;
    const std::size_t rows = layout.rows().size();
    const std::size_t split =
        pinnedHeight > 0 ? static_cast<std::size_t>(layout.rowAt(pinnedHeight - 1) + 1) : std::size_t { 0 };
    findRows(layout, pinned, 0, split);
    findRows(layout, rest, split, rows);
}

RowScroll RowPanes::revealing(const RowPane& pane, std::int64_t top, std::int64_t bottom) const
{
    RowScroll result = m_scroll;
    if (top >= pane.origin && bottom <= pane.origin + pane.height)
        return result;
    const std::int64_t begin = top - pane.height / 3;
    if (pane.isPinned)
        result.pinned = std::clamp<std::int64_t>(begin, 0, m_furthest.pinned);
    else
        result.rest = std::clamp<std::int64_t>(begin - (pane.origin - m_scroll.rest), 0, m_furthest.rest);
    return result;
}

std::vector<std::size_t> RowPanes::rowsBetween(
    const RowLayout& layout, std::int64_t areaY, std::int64_t otherAreaY) const
{
    const std::int64_t first = std::min(areaY, otherAreaY);
    const std::int64_t last = std::max(areaY, otherAreaY);
    std::vector<std::size_t> result;
    for (const RowPane& pane : m_panes) {
        const std::int64_t top = pane.toLayout(std::max<std::int64_t>(first, pane.top));
        const std::int64_t bottom = pane.toLayout(std::min<std::int64_t>(last, pane.bottom() - 1));
        if (top > bottom)
            continue;
        const auto from = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, layout.rowAt(top)));
        for (std::size_t row = std::max(pane.firstRow, from); row < pane.endRow && layout.rows()[row].y <= bottom;
             ++row)
            result.push_back(row);
    }
    return result;
}

} // namespace kinetoscope
