// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/column_format.h"

#include <QTreeWidget>

#include <cstddef>
#include <vector>

namespace kinetoscope {

/// A table of one row as facts, name and value with its own unit, one below the other: a wide line would have to be
/// scrolled. What is zero is one line at the end.
class FactsView : public QTreeWidget {
    Q_OBJECT

public:
    explicit FactsView(QWidget* parent = nullptr);

    /// Whether a table is read better as facts: one row with more columns than a glance takes in.
    [[nodiscard]] static bool suits(const Table& table);
    /// Shows the first row. @param formats  of the table's columns.
    void setRow(const Table& table, const std::vector<ColumnFormat>& formats);

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    /// @param isClicked  with the pointer; it was selected before then.
    void factSelected(std::size_t column, bool isClicked);
    void factActivated(std::size_t column);
    void menuRequested(std::size_t column, QPoint globalPosition);

private:
    void fitNames();
};

} // namespace kinetoscope
