// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/registry.h"
#include "widgets/models/column_format.h"

#include <QTableView>

#include <memory>
#include <string>
#include <vector>

namespace kinetoscope {

class ResultTableModel;
class ResultTableProxy;

/// A result table on screen: sortable by raw values, filterable, rows of one height, columns that can be hidden. Speaks
/// of rows and columns of the Table, whatever the order on screen.
class ResultTableView : public QTableView {
    Q_OBJECT

public:
    explicit ResultTableView(QWidget* parent = nullptr);

    /// Another table of the result; keeps sort column and filter where the columns are the same ones.
    void setTable(
        std::shared_ptr<const AnalysisResult> result, const std::string& name, std::vector<ColumnFormat> formats);
    [[nodiscard]] const Table* table() const;
    void setFilterText(const QString& text);

    [[nodiscard]] std::vector<std::size_t>
    selectedTableRows() const; ///< at most kMostSelectedRows, in the order on screen
    /// Marks rows without telling anybody (they were selected elsewhere) and scrolls to the first.
    void markTableRows(const std::vector<std::size_t>& rows);
    /// The selected rows with their headings, or all if none is selected, as tab-separated text of exact values.
    [[nodiscard]] QString asText() const;

    static constexpr std::size_t kMostSelectedRows = 1000; ///< evidence of more rows is a job, not a click

signals:
    /// The user selected rows; `column` is the current cell's.
    void rowsSelected(const std::vector<std::size_t>& rows, std::size_t column);
    void rowActivated(std::size_t row, std::size_t column);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void sizeColumns();
    /// Columns of sentences become as wide as there is room, rows as high as the longest sentence then needs.
    void wrapSentences();
    void showHeaderMenu(const QPoint& position);
    void tellSelection();

    ResultTableModel* m_model = nullptr;
    ResultTableProxy* m_proxy = nullptr;
    bool m_isMarking = false;
};

} // namespace kinetoscope
