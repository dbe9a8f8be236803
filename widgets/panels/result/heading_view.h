// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace kinetoscope {

/// The headings of a table, on one line or two. What does not fit is cut before the unit at its end: numbers without
/// their unit say nothing.
class HeadingView : public QHeaderView {
    Q_OBJECT

public:
    explicit HeadingView(QWidget* parent);

    void setTwoLines(bool areTwo);
    [[nodiscard]] bool hasTwoLines() const { return m_hasTwoLines; }
    /// Width that a heading needs on so many lines, sort arrow included.
    [[nodiscard]] int neededWidth(int logicalIndex, bool inTwoLines) const;

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const override;
    QSize sectionSizeFromContents(int logicalIndex) const override { return sizeOf(logicalIndex, m_hasTwoLines); }

private:
    [[nodiscard]] QString heading(int logicalIndex) const;
    [[nodiscard]] QSize sizeOf(int logicalIndex, bool inTwoLines) const;

    bool m_hasTwoLines = false;
};

} // namespace kinetoscope
