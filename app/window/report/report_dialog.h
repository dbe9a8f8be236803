// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/parts/writing_dialog.h"
#include "widgets/report/report_maker.h"

#include <vector>

class QListWidget;
class QSpinBox;

namespace kinetoscope {

class AnalysisDocks;
class Settings;
class ViewState;

/// Asks which panels a report is to hold and makes it. What the panels ask for now, parameters and scope, is what the
/// report shows. Closes itself when the report is written or the trace is closed, which stops it. GUI thread only.
class ReportDialog : public WritingDialog {
    Q_OBJECT

public:
    /// @param jobName        title of the report.
    /// @param suggestedName  suggested for it, without ending. None of the references is owned; all outlive the dialog.
    ReportDialog(const AnalysisDocks& docks, const ViewState& viewState, QString jobName, QString suggestedName,
        Settings& settings, QWidget* parent = nullptr);

    /// Checks those analyses and no others.
    void choose(const std::vector<const AnalysisDescriptor*>& analyses);
    /// Makes the report.
    void save(const QString& fileName);
    [[nodiscard]] bool isWriting() const override { return m_maker.isRunning(); }
    void stop() override { m_maker.cancel(); }

private:
    void buildList();
    void askAndSave() override;
    [[nodiscard]] bool canSave() const override { return !chosen().empty(); }
    void setAllChecked(bool isChecked);
    [[nodiscard]] std::vector<const AnalysisDescriptor*> chosen() const;

    const AnalysisDocks& m_docks;
    QString m_jobName;
    QString m_suggestedName; ///< of its file, without ending
    Settings& m_settings;
    const std::vector<const AnalysisDescriptor*> m_analyses; ///< of the rows of m_list
    QListWidget* m_list = nullptr;
    QWidget* m_choices = nullptr;
    QSpinBox* m_rows = nullptr;
    ReportMaker m_maker; ///< last: destroyed first
};

} // namespace kinetoscope
