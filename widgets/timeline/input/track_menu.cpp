// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/input/track_menu.h"

#include "core/layout/timeline/row_order.h"
#include "widgets/timeline/timeline_rows.h"

namespace kinetoscope {

TrackMenu::TrackMenu(TimelineRows& rows, const RowKey& row, QWidget* parent)
    : QMenu(parent)
{
    rows.setCurrent(row);
    const TimelineScene& scene = rows.scene();
    setObjectName(QStringLiteral("track-menu"));
    setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [this](const QString& text, const char* name, bool isEnabled, auto handler) {
        QAction* action = addAction(text);
        action->setObjectName(QString::fromLatin1(name));
        action->setEnabled(isEnabled);
        connect(action, &QAction::triggered, this, handler);
    };
    const auto movable = movableRows(scene.rows(), row);
    if (row.kind == RowKind::Track) {
        const bool pinned = rows.isPinned(row);
        add(pinned ? tr("Un&pin") : tr("&Pin to the top"), "pin-row", true,
            [&rows, row, pinned] { rows.setPinned(row, !pinned); });
    }
    if (movable) {
        add(tr("Move &up"), "move-row-up", movable->at > 0, [&rows, row] { rows.move(row, -1); });
        add(tr("Move &down"), "move-row-down", movable->at + 1 < movable->blocks.size(),
            [&rows, row] { rows.move(row, 1); });
    }
    const auto hideText = [&] {
        if (row.kind == RowKind::Rank)
            return tr("&Hide rank");
        if (row.kind == RowKind::Steps)
            return tr("&Hide steps");
        if (row.kind == RowKind::Track)
            return tr("&Hide track");
        return scene.tree().ranks[row.rank].groups[row.index].isDevice ? tr("&Hide device") : tr("&Hide process");
    };
    if (row.kind != RowKind::Series)
        add(hideText(), "hide-row", true, [&rows, row] { rows.hide(row); });
    addSeparator();
    const auto hidden = static_cast<int>(scene.choices().hidden.size());
    add(tr("&Show hidden tracks (%1)").arg(hidden), "show-hidden-rows", hidden > 0, [&rows] { rows.showHidden(); });
    add(tr("&Reset track order"), "reset-row-order", !scene.choices().order.empty(), [&rows] { rows.resetOrder(); });
    add(tr("&Filter tracks…"), "filter-tracks", true, [&rows] { rows.askForFilter(); });
}

} // namespace kinetoscope

#include "moc_track_menu.cpp"
