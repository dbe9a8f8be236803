// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QString>
#include <QStringList>

#include <vector>

namespace kinetoscope {

/// What a column of a table asks for, in logical pixels.
struct ColumnNeeds {
    int contents = 0;     ///< that no cell is cut
    int least = 0;        ///< below it numbers are cut, or two texts read the same
    int heading = 0;      ///< of the whole heading on one line
    int headingInTwo = 0; ///< on two lines
    bool isText = false;
    bool isHidden = false;
};

struct ColumnWidths {
    std::vector<int> widths;
    bool headingsInTwoLines = false; ///< where one line would push columns out of sight
};

/// What one column is read in, with a heading of two lines and a text that is cut where it only gets longer.
[[nodiscard]] int widthOfColumn(const ColumnNeeds& column);

/// Widths of the columns of a table that is `room` wide. Where all fit, headings and then texts get what is left, from
/// the left on; where they do not, headings take two lines and texts give up what only makes them longer, and then all
/// columns up to half of their margins. The first text gives less where one has to scroll anyway.
/// @param order  of the columns on screen.
[[nodiscard]] ColumnWidths columnWidths(
    const std::vector<ColumnNeeds>& columns, const std::vector<int>& order, int room);

/// A heading on at most two lines: broken at the blank that leaves the wider line the narrowest.
[[nodiscard]] QString headingInTwoLines(const QString& heading, const QFontMetrics& metrics);
/// `heading` where there is less room than it takes: its words are cut, not the unit in brackets at its end.
[[nodiscard]] QString fittedHeading(const QString& heading, const QFontMetrics& metrics, int room);

/// The least width at which no two of `texts` read the same once they are cut in the middle; the width of the longest
/// where only the whole texts differ. O(texts log texts) for each of a few widths.
[[nodiscard]] int widthThatTellsApart(QStringList texts, const QFontMetrics& metrics);

} // namespace kinetoscope
