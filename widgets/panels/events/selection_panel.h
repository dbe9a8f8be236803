// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/scope/selection_groups.h"
#include "core/analysis/types/analysis.h"
#include "core/model/selection.h"
#include "widgets/models/column_format.h"
#include "widgets/support/latest_job.h"

#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;

namespace kinetoscope {

class ResultTableView;
class StaleVeil;
class StatePage;
class ViewState;

/// What is selected on the timeline, as a table: grouped by name, kind or track, with count, sum, union, mean and
/// percentiles. Follows the selection; counts on a worker thread, and only while it can be seen. Double click selects
/// the slices of a row. GUI thread only.
class SelectionPanel : public QWidget {
    Q_OBJECT

public:
    /// @param viewState  not owned; outlives this.
    explicit SelectionPanel(ViewState* viewState, QWidget* parent = nullptr);
    ~SelectionPanel() override;

    [[nodiscard]] const Table* table() const; ///< on display; nullptr while there is none
    [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }

public slots:
    /// Whether it can be seen (QDockWidget::visibilityChanged).
    void setInFront(bool isInFront);

signals:
    /// The slices of a row were selected and should be seen.
    void zoomRequested(const kinetoscope::Selection& selection);

protected:
    void changeEvent(QEvent* event) override;

private:
    /// What the worker brings back.
    struct Counted {
        std::shared_ptr<const AnalysisResult> result;
        std::vector<ColumnFormat> formats;
    };

    void followSelection();
    void count();
    void take(Result<Counted> counted);
    [[nodiscard]] QString whyEmpty() const;
    void selectRow(std::size_t row);

    ViewState* m_viewState = nullptr;
    QStackedWidget* m_pages = nullptr;
    StatePage* m_nothing = nullptr;
    QWidget* m_contents = nullptr;
    QLabel* m_summary = nullptr;
    QComboBox* m_grouping = nullptr;
    QLineEdit* m_filter = nullptr;
    ResultTableView* m_view = nullptr;
    StaleVeil* m_veil = nullptr; ///< over the table of what was selected before
    bool m_isInFront = false;
    bool m_isOutOfDate = true;
    LatestJob<Counted> m_job; ///< last: destroyed first
};

} // namespace kinetoscope
