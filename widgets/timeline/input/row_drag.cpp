// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/input/row_drag.h"

#include "core/layout/timeline/row_order.h"
#include "widgets/timeline/timeline_camera.h"
#include "widgets/timeline/timeline_rows.h"

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr int kScrollZone = 12; ///< so near the edge of the headers, a dragged row scrolls them

} // namespace

RowDrag::RowDrag(TimelineRows& rows, TimelineCamera& camera)
    : m_rows(rows)
    , m_camera(camera)
{
}

bool RowDrag::start(QPointF pressed, RowScroll scroll)
{
    // The rows may have been scrolled since the press.
    const TimelineProjection shown = m_camera.projection();
    const RowScroll now = m_camera.scroll();
    const bool isPinned = shown.panes().at(shown.areaY(pressed)).isPinned;
    const std::int64_t scrolled = isPinned ? scroll.pinned - now.pinned : scroll.rest - now.rest;
    const auto row = shown.headerAt(pressed + QPointF(0, static_cast<double>(scrolled)));
    const auto rows = row ? movableRows(m_rows.scene().rows(), *row) : std::nullopt;
    if (!rows || rows->blocks.size() < 2)
        return false;
    m_dragged = Dragged { *row, rows->at, 0 };
    m_rows.setCurrent(row);
    return true;
}

bool RowDrag::moveTo(QPointF point)
{
    const auto rows = m_dragged ? movableRows(m_rows.scene().rows(), m_dragged->row) : std::nullopt;
    if (!rows) {
        cancel();
        return false;
    }
    // A pinned row stays among the pinned ones, another one below them.
    const bool isPinned = m_rows.isPinned(m_dragged->row);
    const auto paneNow = [&] {
        const RowPanes panes = m_camera.projection().panes();
        return isPinned ? panes.pinned() : panes.rest();
    };
    RowPane pane = paneNow();
    const TimelineProjection shown = m_camera.projection();
    const std::int64_t y = shown.areaY(point);
    const int step = m_camera.rowStep();
    const int way = y < pane.top + kScrollZone ? -step : y >= pane.bottom() - kScrollZone ? step : 0;
    if (way != 0) {
        RowScroll scroll = m_camera.scroll();
        (isPinned ? scroll.pinned : scroll.rest) += way;
        m_camera.scrollTo(scroll);
        pane = paneNow();
    }
    m_dragged->place = rows->placeAt(pane.toLayout(std::clamp<std::int64_t>(y, pane.top, pane.bottom())));
    const std::int64_t line = pane.toArea(rows->lineAt(m_dragged->place));
    m_dragged->lineY =
        shown.geometry().headers.top() + static_cast<int>(std::clamp<std::int64_t>(line, pane.top, pane.bottom() - 1));
    return true;
}

void RowDrag::drop()
{
    const auto dragged = std::exchange(m_dragged, std::nullopt);
    const TimelineScene& scene = m_rows.scene();
    const auto rows = dragged ? movableRows(scene.rows(), dragged->row) : std::nullopt;
    if (rows && rows->moves(dragged->place))
        m_rows.setChoices(withRowMoved(scene.choices(), scene.tree(), *rows, dragged->place));
}

bool RowDrag::cancel()
{
    return std::exchange(m_dragged, std::nullopt).has_value();
}

std::optional<int> RowDrag::dropLine() const
{
    return m_dragged ? std::optional(m_dragged->lineY) : std::nullopt;
}

} // namespace kinetoscope
