// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/row_layout.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetoscope {

/// How far the rows are scrolled, logical pixels, each from 0.
struct RowScroll {
    std::int64_t rest = 0;   ///< of the rows below the pinned ones
    std::int64_t pinned = 0; ///< of the pinned rows, where they have less room than they need
    bool operator==(const RowScroll&) const = default;
};

/// A part of the area that rows are shown in, and what it shows. Logical pixels; "area" is y from the area's top,
/// "layout" is y as in TimelineRow::y.
struct RowPane {
    bool isPinned = false;
    int top = 0; ///< in the area
    int height = 0;
    std::int64_t origin = 0;  ///< y of the layout at `top`
    std::size_t firstRow = 0; ///< [firstRow, endRow): rows of the layout that are in view, if only in part
    std::size_t endRow = 0;

    [[nodiscard]] int bottom() const { return top + height; }
    /// Also of what is outside of the pane.
    [[nodiscard]] std::int64_t toArea(std::int64_t layoutY) const { return layoutY - origin + top; }
    [[nodiscard]] std::int64_t toLayout(std::int64_t areaY) const { return areaY - top + origin; }
};

/// The rows as an area of some height shows them: pinned rows stay at its top, the others scroll below them. Pinned
/// rows get at most half of the height; what does not fit scrolls by itself. A value, made
/// for one layout and one size; holds no reference to the layout. O(log rows).
class RowPanes {
public:
    RowPanes() = default;
    /// @param height  of the area, at least 1.
    /// @param scroll  brought inside its limits.
    RowPanes(const RowLayout& layout, int height, RowScroll scroll);

    [[nodiscard]] const RowPane& pinned() const { return m_panes[0]; }
    [[nodiscard]] const RowPane& rest() const { return m_panes[1]; }
    /// From top to bottom; the height of either may be 0.
    [[nodiscard]] const std::array<RowPane, 2>& all() const { return m_panes; }
    /// Whether there are pinned rows, and so a rule at the bottom of their pane.
    [[nodiscard]] bool isSplit() const { return pinned().height > 0; }
    /// Where a row is, in view or not.
    [[nodiscard]] const RowPane& of(const TimelineRow& row) const { return m_panes[row.isPinned ? 0 : 1]; }
    /// The pane at y of the area; outside of the area the nearest.
    [[nodiscard]] const RowPane& at(std::int64_t areaY) const { return m_panes[areaY < pinned().height ? 0 : 1]; }

    [[nodiscard]] RowScroll scroll() const { return m_scroll; }
    [[nodiscard]] RowScroll furthest() const { return m_furthest; }
    /// Scroll positions at which [top, bottom) of the layout, of a row of `pane`, is in view: the ones there are if it
    /// is already, else with a third of the pane above it.
    [[nodiscard]] RowScroll revealing(const RowPane& pane, std::int64_t top, std::int64_t bottom) const;

    /// Positions of the rows that are in view between two places of the area, both included, in either order. A row's
    /// gap belongs to the row above it.
    [[nodiscard]] std::vector<std::size_t> rowsBetween(
        const RowLayout& layout, std::int64_t areaY, std::int64_t otherAreaY) const;

private:
    std::array<RowPane, 2> m_panes;
    RowScroll m_scroll;
    RowScroll m_furthest;
};

} // namespace kinetoscope
