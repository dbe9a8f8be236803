// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTableView;

namespace kinetoscope {

/// The column that the view's model says is read whole (ResultTableModel::IsReadWholeRole); -1: none that is shown.
[[nodiscard]] int wholeColumn(const QTableView& view);

/// Makes rows as high as their texts in that column need, up to a good half of the view. Longer texts are shortened
/// when they are drawn, but no two to the same: then the second has all the height it needs. Of a long table, where
/// measuring would take more than a frame, all rows have one height.
/// @param textMargins  px of the column's width that are not for text.
/// @param given        rows that may have been given a height, see evenRows.
/// @returns how many rows were given one.
int fitWholeRows(QTableView& view, int column, int textMargins, int leastHeight, int given);

/// Gives all rows one height. Those that were once given one, the first `given`, get it each by itself: since Qt 6.8
/// they keep what they have whatever becomes the default, rows of another table in their places too.
void evenRows(QTableView& view, int height, int given);

} // namespace kinetoscope
