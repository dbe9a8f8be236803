// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_set.h"

#include <QDialog>

#include <memory>

class QComboBox;
class QLabel;
class QTreeView;

namespace kinetoscope {

class TextTreeModel;

/// What happened while reading: how many events became drawable, how many were counted by kind, and every problem with
/// its sentence, severity, count and first examples. One rank at a time. Not modal; the reading side of "nothing lost".
class ImportReportDialog : public QDialog {
    Q_OBJECT

public:
    /// @param rankIndex  position in traces->ranks() to show first.
    ImportReportDialog(std::shared_ptr<const TraceSet> traces, int rankIndex, QWidget* parent = nullptr);

    /// "2 713 402 events · 0 dropped · 14 repaired", summed over the ranks: for status bar and this dialog.
    [[nodiscard]] static QString summary(const TraceSet& traces);
    /// The whole report of the shown rank as plain text, for the clipboard.
    [[nodiscard]] QString asText() const;

public slots:
    void showRank(int rankIndex);

private:
    std::shared_ptr<const TraceSet> m_traces;
    int m_rankIndex = 0;
    QComboBox* m_ranks = nullptr;
    QLabel* m_summary = nullptr;
    TextTreeModel* m_counts = nullptr;
    TextTreeModel* m_problems = nullptr;
    QTreeView* m_problemView = nullptr;
    QLabel* m_noProblems = nullptr;
};

} // namespace kinetoscope
