// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QString>

class QFont;
class QPainter;

namespace kinetoscope {

/// Texts of columns that are read whole (ColumnFormat::isReadWhole), over lines. Where a chain does not fit at
/// all, steps in its middle are left out.

/// Height of `text` at this width, px.
[[nodiscard]] int wholeTextHeight(const QString& text, const QFont& font, int width);
/// As much of `text` as fits.
[[nodiscard]] QString fittedWholeText(const QString& text, const QFont& font, QSize room);
/// Draws what fits, in the painter's font and colour.
void drawWholeText(QPainter* painter, const QRect& room, const QString& text);

} // namespace kinetoscope
