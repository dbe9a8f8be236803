// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

class QModelIndex;
class QPainter;
class QStyleOptionViewItem;

namespace kinetoscope {

/// How the label of a row of a tree shows how deep it is: further to the right, behind an arrow where rows hang below
/// it. Needs ResultTableProxy's tree roles; nothing of all this for any other cell.

/// What the place takes of the width of its cell, px.
[[nodiscard]] int treeIndent(const QModelIndex& index);
/// Where a click opens or closes the row, in a cell that lies at `cell`; empty without rows below.
[[nodiscard]] QRect arrowRect(const QModelIndex& index, const QRect& cell);
void drawArrow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index);

} // namespace kinetoscope
