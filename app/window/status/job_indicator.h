// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QProgressBar;
class QToolButton;

namespace kinetoscope {

class WritingDialog;

/// What a dialog writes, in the status bar: its name (a click shows the dialog), progress, a button that stops it.
/// Hidden while nothing is written; deletes itself with the dialog. GUI thread only.
class JobIndicator : public QWidget {
    Q_OBJECT

public:
    /// @param dialog  not owned.
    explicit JobIndicator(WritingDialog& dialog, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showWhat(const QString& what);

    QToolButton* m_name = nullptr;
    QProgressBar* m_bar = nullptr;
    QToolButton* m_stop = nullptr;
};

} // namespace kinetoscope
