// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/base/nanoseconds.h"
#include "core/layout/chart/opened_others.h"
#include "core/session/panel_look.h"
#include "widgets/panels/result/prepared_result.h"
#include "widgets/support/number_style.h"

#include <QSplitter>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QPoint;
class QToolButton;
class QWidget;

namespace kinetoscope {

class ChartView;
class FactsView;
class HeatBar;
class ResultTableView;

/// Rows of one column, as a click or the pointer named them.
struct RowsAt {
    RowSource source;
    std::vector<std::size_t> rows; ///< empty: none
    std::size_t column = 0;
    TimeRange stretch {};   ///< job time, of a step of a series; empty for all else
    bool isClicked = false; ///< a number of a table, with the pointer: what it is made of should be seen
};

/// What a menu is about: a row of a table, or a part of a chart.
struct RowsAsked {
    RowsAt rows;
    QString filter; ///< what finds them in their table; "" where one text does not
    QString chain;  ///< the row's chain of kernels as the table has it, "" without one
    bool isOfChart = false;
};

/// Charts and tables of a result side by side, or above each other where there is no width for that, with the choice of
/// which chart, which part of it and which table are in view. The table of the chart in view is beside it until
/// somebody chooses another; a row and the part that stands for it are marked together. A new result keeps what was
/// chosen, as far as it has it.
///
/// GUI thread only.
class ResultView : public QSplitter {
    Q_OBJECT

public:
    /// @param ownTable  name of the table in view while nobody has chosen one; "": that of the chart.
    explicit ResultView(const QString& ownTable = {}, QWidget* parent = nullptr);

    /// @param scopeLine  what the figures are about, below the chart's title.
    void setResult(PreparedResult prepared, const QString& scopeLine);
    /// Shows nothing; what was chosen is kept for the next result.
    void clear();
    [[nodiscard]] const std::shared_ptr<const AnalysisResult>& result() const { return m_prepared.result; }

    /// Which chart and table are in view and how the tables were left. What is set while there is no result waits for
    /// it.
    [[nodiscard]] PanelLook look() const;
    void setLook(const PanelLook& look);

    [[nodiscard]] QString currentTable() const; ///< name of the table in view, "" for none
    void showTable(const QString& name);
    void showChart(const QString& id); ///< with its table beside it; nothing where there is no such chart

    /// Ring or bars; out of an opened "others" back to its ring.
    void toggleForm();
    /// The span of time that series are drawn over; empty: all there is.
    void setTimeSpan(TimeRange span);
    /// Draws a line at this moment across series; job time.
    void setPointedTime(std::optional<Timestamp> time);
    /// Marks rows of the table in view and their parts of the chart, telling nobody: they were selected elsewhere.
    void markRows(const std::vector<std::size_t>& rows);

    /// Nothing while another page stands in its place: what it will need depends on the width it gets then.
    [[nodiscard]] QSize minimumSizeHint() const override;

    [[nodiscard]] RowSource tableRows() const; ///< those of the table in view
    /// Selected rows of the table in view.
    [[nodiscard]] RowsAt selectedRows(std::size_t column) const;
    [[nodiscard]] ChartView* chart() const { return m_chart; }
    [[nodiscard]] ResultTableView* table() const { return m_table; }
    /// The table, or the facts of its only row: what of them is in view.
    [[nodiscard]] QWidget* rowsInView() const;
    [[nodiscard]] QLineEdit* filter() const { return m_filter; }
    /// Copies rows as tab-separated text: columns as on screen, those of an opened "others" as their analysis has them.
    void copyRows(const RowsAt& rows);

signals:
    /// Rows or parts were selected. @param extend  they come on top of what was selected before.
    void rowsSelected(const kinetoscope::RowsAt& rows, bool extend);
    void rowsActivated(const kinetoscope::RowsAt& rows); ///< double click or Return
    void rowsHovered(const kinetoscope::RowsAt& rows);   ///< no rows: the pointer left
    /// The moment under the pointer, in a chart over time; empty: it left the series.
    void timePointedAt(std::optional<kinetoscope::Timestamp> time);
    /// Right click, or the menu key, on rows or parts; they are selected.
    void menuRequested(const kinetoscope::RowsAsked& asked, QPoint globalPosition);
    /// Another table or chart is in view.
    void viewChanged();
    /// Somebody chose another table.
    void tableChosen();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildChartSide();
    void buildTableSide();
    void connectChart();
    void connectTable();
    void refillChoices();
    void shareRoom(); ///< between chart and table, until somebody does
    void drawChart(); ///< the chosen one
    [[nodiscard]] bool hasChartToDraw() const;
    [[nodiscard]] std::optional<TimeUnit> timeUnitOfChart(const std::string& id) const;
    void chooseChart(const std::string& id); ///< the own one where there is none of that id
    void refillGroups();
    void showGridAs(const GridLook& look); ///< nothing where the chart in view is no grid
    void refreshChart();                   ///< with its table beside it
    void refreshFormButton();
    void selectParts(const std::vector<std::size_t>& rows, std::size_t column, bool extend);
    void askAboutRow(const QPoint& position);
    void connectFacts();
    void refreshZeros(); ///< the line about what is folded because it is zero
    [[nodiscard]] QString tableLabel(const Table& table) const;
    void askAboutParts(const std::vector<std::size_t>& rows, std::size_t column, QPoint globalPosition);
    [[nodiscard]] QString chainOf(const RowsAt& rows) const;
    void hoverParts(const std::vector<std::size_t>& rows, std::size_t column);
    [[nodiscard]] QString ownTableName() const; ///< in view while nobody has chosen one
    [[nodiscard]] int ownChart() const;         ///< the same of charts: its place among the choices
    [[nodiscard]] bool isTableOfChart() const;  ///< the table in view is the one that the chart in view is about

    QString m_ownTable;
    PreparedResult m_prepared;
    QString m_scopeLine;
    TimeRange m_timeSpan;
    bool m_isRoomShared = false; ///< chart and table have their shares of the width
    PanelLook m_wantedLook;      ///< while there is no result: what to show of the next one
    QWidget* m_chartSide = nullptr;
    QComboBox* m_chartChoice = nullptr;
    QComboBox* m_groupChoice = nullptr;
    QToolButton* m_formButton = nullptr; ///< ring or bars
    HeatBar* m_heatBar = nullptr;        ///< of grids
    ChartView* m_chart = nullptr;
    QComboBox* m_tableChoice = nullptr;
    QLineEdit* m_filter = nullptr;
    QStackedWidget* m_tablePages = nullptr; ///< the table, or the facts of its only row
    ResultTableView* m_table = nullptr;
    FactsView* m_facts = nullptr;
    QWidget* m_zeros = nullptr;
    QLabel* m_zeroNames = nullptr;
    QToolButton* m_zeroButton = nullptr;
};

} // namespace kinetoscope
