// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/row_panes.h"

#include <QPointF>

#include <optional>

namespace kinetoscope {

class TimelineCamera;
class TimelineRows;

/// A row that is dragged by its header to another place among its neighbours. GUI thread only; what it is given must
/// outlive it.
class RowDrag {
public:
    RowDrag(TimelineRows& rows, TimelineCamera& camera);

    /// Takes hold of the row whose header was at a point when the rows were scrolled to `scroll`, and makes it the
    /// current one. False where there is none that can be moved.
    [[nodiscard]] bool start(QPointF pressed, RowScroll scroll);
    /// Near the top or bottom of the headers they scroll. False where the row is no longer there: that ends the drag.
    bool moveTo(QPointF point);
    void drop();
    /// Whether there was anything to be cancelled.
    bool cancel();
    /// Where the row would go, y of the timeline; empty while none is dragged.
    [[nodiscard]] std::optional<int> dropLine() const;

private:
    struct Dragged {
        RowKey row;
        std::size_t place = 0; ///< among its MovableRows
        int lineY = 0;         ///< where that is
    };

    TimelineRows& m_rows;
    TimelineCamera& m_camera;
    std::optional<Dragged> m_dragged;
};

} // namespace kinetoscope
