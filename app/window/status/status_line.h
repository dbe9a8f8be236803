// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/query/selection_places.h"
#include "widgets/support/latest_job.h"

#include <QStatusBar>
#include <QTimer>

class QLabel;
class QProgressBar;
class QToolButton;

namespace kinetoscope {

class ViewState;

/// The status bar, left to right: pointer time, its distance from the mark, visible span, selection, the "nothing lost"
/// sentence (a button that asks for the import report), memory in use, and while loading a bar with a cancel button.
/// GUI thread only.
class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    /// @param viewState  not owned; outlives this.
    explicit StatusLine(ViewState* viewState, QWidget* parent = nullptr);

    void showLoading(const QString& name);
    void setLoadProgress(quint64 done, quint64 total); ///< bytes; `total` 0: unknown
    void hideLoading();

signals:
    void importReportRequested();
    void cancelRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void fitToFont();
    void showTraceSet();
    void showClocks();
    void showPointedTime();
    void showVisibleRange();
    void showSelection();
    void showMarkDistance();
    void showMemory();
    void makeRoomForMessage(const QString& message);
    void applyColours();

    ViewState* m_viewState = nullptr;
    QWidget* m_figures = nullptr; ///< what a message takes the place of: the next four
    QLabel* m_pointer = nullptr;
    QLabel* m_markDistance = nullptr;
    QLabel* m_visible = nullptr;
    QLabel* m_selection = nullptr;
    QToolButton* m_report = nullptr;
    QLabel* m_clocks = nullptr;
    QLabel* m_memory = nullptr;
    QLabel* m_loadName = nullptr;
    QProgressBar* m_loadBar = nullptr;
    QToolButton* m_cancel = nullptr;
    QTimer m_memoryTimer;
    bool m_hasLoss = false;
    LatestJob<SelectionTotals> m_totals; ///< last: destroyed first
};

} // namespace kinetoscope
