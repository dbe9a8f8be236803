// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/report/report_maker.h"

#include <QDialog>

class QListWidget;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace kinetoscope {

class AnalysisDocks;
class Settings;
class ViewState;

/// Asks which panels a report is to hold and makes it, with progress and a way to stop. What the panels ask for now,
/// parameters and scope, is what the report shows. Closes itself when the report is written or the trace is closed;
/// deletes itself when closed. GUI thread only.
class ReportDialog : public QDialog {
    Q_OBJECT

public:
    /// @param jobName  title of the report. None of the references is owned; all outlive the dialog.
    ReportDialog(const AnalysisDocks& docks, const ViewState& viewState, QString jobName, Settings& settings,
        QWidget* parent = nullptr);

    /// Checks those analyses and no others.
    void choose(const std::vector<const AnalysisDescriptor*>& analyses);
    /// Makes the report; the dialog stays until it is written.
    void save(const QString& fileName);
    [[nodiscard]] bool isMaking() const { return m_maker.isRunning(); }

public slots:
    /// While a report is made: stops that and stays.
    void reject() override;

signals:
    void messageShown(const QString& sentence);

private:
    void buildList();
    void askAndSave();
    void setMaking(bool isMaking);
    void setAllChecked(bool isChecked);
    [[nodiscard]] std::vector<const AnalysisDescriptor*> chosen() const;

    const AnalysisDocks& m_docks;
    QString m_jobName;
    Settings& m_settings;
    QListWidget* m_list = nullptr;
    QWidget* m_choices = nullptr;
    QSpinBox* m_rows = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_state = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_close = nullptr;
    ReportMaker m_maker; ///< last: destroyed first
};

} // namespace kinetoscope
