// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: tracks that are filtered, hidden, pinned and moved.
#include "widgets/timeline/timeline_view.h"

#include "core/layout/timeline/row_order.h"
#include "widgets/timeline/input/track_filter_box.h"
#include "widgets/timeline/painters/frame_painter.h"
#include "widgets/timeline/painters/track_painter.h"

#include <QMenu>
#include <QScrollBar>

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr int kScrollZone = 12; ///< so near the edge of the headers, a dragged row scrolls them

} // namespace

void TimelineView::setTrackFilter(const QString& text)
{
    RowChoices choices = m_scene.choices();
    choices.filter = text.toStdString();
    if (choices.filter == m_scene.choices().filter)
        return;
    applyChoices(choices);
}

void TimelineView::startTrackFilter()
{
    if (!m_scene.traces())
        return;
    m_filterBox->showRows(m_scene);
    m_filterBox->start();
}

void TimelineView::hideRow(const RowKey& row)
{
    if (row.kind == RowKind::Series || m_scene.rows().find(row) < 0)
        return;
    RowChoices choices = m_scene.choices();
    choices.hidden.insert(row);
    if (m_currentRow == row)
        m_currentRow.reset();
    applyChoices(choices);
}

void TimelineView::showHiddenRows()
{
    RowChoices choices = m_scene.choices();
    choices.hidden.clear();
    applyChoices(choices);
}

bool TimelineView::isPinned(const RowKey& row) const
{
    const std::vector<RowKey>& pinned = m_scene.choices().pinned;
    return std::find(pinned.begin(), pinned.end(), row) != pinned.end();
}

void TimelineView::setPinned(const RowKey& track, bool isPinned)
{
    if (!placeOf(m_scene.tree(), track) || this->isPinned(track) == isPinned)
        return;
    RowChoices choices = m_scene.choices();
    if (isPinned)
        choices.pinned.push_back(track);
    else
        std::erase(choices.pinned, track);
    applyChoices(choices);
    markRow(track);
}

void TimelineView::moveRow(const RowKey& row, int direction)
{
    const auto rows = movableRows(m_scene.rows(), row);
    if (!rows || (direction < 0 && rows->at == 0))
        return;
    const std::size_t place = direction < 0 ? rows->at - 1 : rows->at + 2;
    if (place > rows->blocks.size())
        return;
    applyChoices(withRowMoved(m_scene.choices(), m_scene.tree(), *rows, place));
    markRow(row);
}

void TimelineView::resetRowOrder()
{
    RowChoices choices = m_scene.choices();
    choices.order.clear();
    applyChoices(choices);
}

std::optional<RowKey> TimelineView::headerAt(QPointF position) const
{
    const TimelineHit hit = hitAt(position);
    if (hit.row < 0 || !QRectF(m_scene.geometry(viewport().size).headers).contains(position))
        return std::nullopt;
    return m_scene.rows().rows()[static_cast<std::size_t>(hit.row)].key;
}

bool TimelineView::startRowDrag()
{
    // The rows may have been scrolled since the press.
    const bool isPinned = panes().at(areaY(m_dragStart)).isPinned;
    const std::int64_t scrolled = isPinned ? m_dragScroll.pinned - m_scroll.pinned : m_dragScroll.rest - m_scroll.rest;
    const auto row = headerAt(m_dragStart + QPointF(0, static_cast<double>(scrolled)));
    const auto rows = row ? movableRows(m_scene.rows(), *row) : std::nullopt;
    if (!rows || rows->blocks.size() < 2)
        return false;
    m_drag = Drag::Row;
    m_rowDrag = RowDrag { *row, rows->at, 0 };
    m_currentRow = row;
    setCursor(Qt::ClosedHandCursor);
    return true;
}

void TimelineView::dragRow(QPointF position)
{
    const auto rows = m_rowDrag ? movableRows(m_scene.rows(), m_rowDrag->row) : std::nullopt;
    if (!rows) {
        cancelRowDrag();
        return;
    }
    // A pinned row stays among the pinned ones, another one below them.
    const bool isPinned = this->isPinned(m_rowDrag->row);
    const auto paneNow = [&] {
        const RowPanes now = panes();
        return isPinned ? now.pinned() : now.rest();
    };
    RowPane pane = paneNow();
    const int step = m_scrollBar->singleStep();
    const int way = areaY(position) < pane.top + kScrollZone ? -step
        : areaY(position) >= pane.bottom() - kScrollZone     ? step
                                                             : 0;
    if (way != 0) {
        RowScroll scroll = m_scroll;
        (isPinned ? scroll.pinned : scroll.rest) += way;
        scrollTo(scroll);
        pane = paneNow();
    }
    const int top = m_scene.geometry(viewport().size).headers.top();
    m_rowDrag->place = rows->placeAt(pane.toLayout(std::clamp<std::int64_t>(areaY(position), pane.top, pane.bottom())));
    const std::int64_t line = pane.toArea(rows->lineAt(m_rowDrag->place));
    m_rowDrag->lineY = top + static_cast<int>(std::clamp<std::int64_t>(line, pane.top, pane.bottom() - 1));
    update();
}

void TimelineView::dropRow()
{
    if (!m_rowDrag)
        return;
    const RowDrag drag = *m_rowDrag;
    m_rowDrag.reset();
    const auto rows = movableRows(m_scene.rows(), drag.row);
    if (rows && rows->moves(drag.place))
        applyChoices(withRowMoved(m_scene.choices(), m_scene.tree(), *rows, drag.place));
    update();
}

bool TimelineView::cancelRowDrag()
{
    if (!m_rowDrag)
        return false;
    m_rowDrag.reset();
    m_drag = Drag::None;
    unsetCursor();
    update();
    return true;
}

void TimelineView::paintTrackParts(QPainter& painter) const
{
    if (m_rowDrag)
        paintDropLine(painter, m_scene, viewport(), m_rowDrag->lineY);
    if (!m_scene.rows().rows().empty())
        return;
    const QString filter = QString::fromStdString(m_scene.choices().filter);
    paintNoRows(painter, m_scene, viewport(),
        filter.isEmpty() ? tr("Every track is hidden.") : tr("No track has \u201c%1\u201d in its name.").arg(filter));
}

void TimelineView::showTrackMenu(const RowKey& row, const QPoint& globalPosition)
{
    m_currentRow = row;
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("track-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [menu](const QString& text, const char* name, bool isEnabled, auto handler) {
        QAction* action = menu->addAction(text);
        action->setObjectName(QString::fromLatin1(name));
        action->setEnabled(isEnabled);
        connect(action, &QAction::triggered, menu, handler);
    };
    const auto rows = movableRows(m_scene.rows(), row);
    if (row.kind == RowKind::Track) {
        const bool pinned = isPinned(row);
        add(pinned ? tr("Un&pin") : tr("&Pin to the top"), "pin-row", true,
            [this, row, pinned] { setPinned(row, !pinned); });
    }
    if (rows) {
        add(tr("Move &up"), "move-row-up", rows->at > 0, [this, row] { moveRow(row, -1); });
        add(tr("Move &down"), "move-row-down", rows->at + 1 < rows->blocks.size(), [this, row] { moveRow(row, 1); });
    }
    const auto hideText = [&] {
        if (row.kind == RowKind::Rank)
            return tr("&Hide rank");
        if (row.kind == RowKind::Steps)
            return tr("&Hide steps");
        if (row.kind == RowKind::Track)
            return tr("&Hide track");
        return m_scene.tree().ranks[row.rank].groups[row.index].isDevice ? tr("&Hide device") : tr("&Hide process");
    };
    if (row.kind != RowKind::Series)
        add(hideText(), "hide-row", true, [this, row] { hideRow(row); });
    menu->addSeparator();
    const auto hidden = static_cast<int>(m_scene.choices().hidden.size());
    add(tr("&Show hidden tracks (%1)").arg(hidden), "show-hidden-rows", hidden > 0, [this] { showHiddenRows(); });
    add(tr("&Reset track order"), "reset-row-order", !m_scene.choices().order.empty(), [this] { resetRowOrder(); });
    add(tr("&Filter tracks…"), "filter-tracks", true, [this] { startTrackFilter(); });
    menu->popup(globalPosition);
}

} // namespace kinetoscope
