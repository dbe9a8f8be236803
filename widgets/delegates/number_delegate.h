// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace kinetoscope {

struct ColumnFormat;

/// Draws table cells: numbers right-aligned on the decimal point of their column in a font whose digits are equally
/// wide, texts elided in the middle, sentences wrapped where the row is high enough. Needs ResultTableModel's
/// FractionDigitsRole. Rows have one height: no size is asked of the texts.
class NumberDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    static constexpr int kMarginPx = 6; ///< between a text and the next column

    explicit NumberDelegate(QObject* parent = nullptr);

    /// How wide a column of numbers has to be that none of them is cut.
    [[nodiscard]] static int widthOf(const ColumnFormat& numbers, const QFont& tableFont);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace kinetoscope
