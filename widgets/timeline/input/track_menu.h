// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace kinetoscope {

class TimelineRows;
struct RowKey;

/// The menu of a row: pin, move, hide. Deletes itself when it closes.
class TrackMenu : public QMenu {
    Q_OBJECT

public:
    /// The row becomes the current one. @param rows  must outlive this.
    TrackMenu(TimelineRows& rows, const RowKey& row, QWidget* parent);
};

} // namespace kinetoscope
