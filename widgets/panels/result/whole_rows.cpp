// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/result/whole_rows.h"

#include "widgets/delegates/number_delegate.h"
#include "widgets/delegates/whole_text.h"
#include "widgets/models/result_table_model.h"

#include <QAbstractItemModel>
#include <QHeaderView>
#include <QSet>
#include <QTableView>

#include <algorithm>

namespace kinetoscope {
namespace {

constexpr int kMostMeasuredRows = 250;
constexpr int kLinesOfLongTables = 3;
constexpr int kLeastLines = 4; // of what may be shown, however low the view is

} // namespace

int wholeColumn(const QTableView& view)
{
    const QAbstractItemModel* model = view.model();
    for (int column = 0; model && model->rowCount() > 0 && column < model->columnCount(); ++column) {
        if (!view.isColumnHidden(column) && model->index(0, column).data(ResultTableModel::IsReadWholeRole).toBool())
            return column;
    }
    return -1;
}

void evenRows(QTableView& view, int height, int given)
{
    view.verticalHeader()->setDefaultSectionSize(height);
    for (int row = 0; row < std::min(given, view.model()->rowCount()); ++row)
        view.setRowHeight(row, height);
}

int fitWholeRows(QTableView& view, int column, int textMargins, int leastHeight, int given)
{
    const QFontMetrics metrics(view.font());
    const int rows = view.model()->rowCount();
    const auto heightOf = [&](int lines) { return lines * metrics.lineSpacing() + NumberDelegate::kMarginPx + 2; };
    if (rows > kMostMeasuredRows) {
        evenRows(view, std::max(leastHeight, heightOf(kLinesOfLongTables)), given);
        return 0;
    }
    const int width = std::max(1, view.columnWidth(column) - textMargins);
    const int most = std::max(heightOf(kLeastLines), view.viewport()->height() * 3 / 5);
    QSet<QString> shortened;
    for (int row = 0; row < rows; ++row) {
        const QString text = view.model()->index(row, column).data().toString();
        int height = std::max(leastHeight, wholeTextHeight(text, view.font(), width) + NumberDelegate::kMarginPx + 2);
        if (height > most) {
            const QSize room(width, most - NumberDelegate::kMarginPx);
            const QString shown = fittedWholeText(text, view.font(), room);
            if (!shortened.contains(shown))
                height = most;
            shortened.insert(shown);
        }
        view.setRowHeight(row, height);
    }
    return rows;
}

} // namespace kinetoscope
