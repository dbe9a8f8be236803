// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace kinetoscope {

class ViewState;

/// A dialog that asks what to write, and writes it on a worker: choices, one sentence, progress, buttons. What is
/// written goes on when the dialog is closed; a failure brings it back. Deletes itself when it was closed and nothing
/// is written any more. GUI thread only.
class WritingDialog : public QDialog {
    Q_OBJECT

public:
    [[nodiscard]] virtual bool isWriting() const = 0;
    /// Stops: nothing new is written, and the dialog stays. Nothing where nothing is written.
    virtual void stop() = 0;

public slots:
    /// Closes; what is written goes on.
    void reject() override;

signals:
    /// One sentence for the status bar: what was written, or why not where no dialog is left to say it.
    void messageShown(const QString& sentence);
    void writingStarted(const QString& what);
    void progressed(int done, int total); ///< `total` 0: not known yet
    void writingEnded();

protected:
    struct Words {
        QString name;     ///< of the objects: "report" makes "report-state", "report-save"
        QString save;     ///< on the button
        QString progress; ///< for screen readers
        QString stopped;  ///< said where the trace is closed meanwhile; "": then it goes on
    };
    /// @param viewState  what it writes is of the traces that are open there now.
    WritingDialog(const ViewState& viewState, Words words, QWidget* parent);

    /// What is above the sentence; disabled while something is written.
    void setChoices(QWidget* choices);
    [[nodiscard]] QPushButton* saveButton() const { return m_save; }
    virtual void askAndSave() = 0;
    [[nodiscard]] virtual bool canSave() const { return true; }

    void begin(const QString& what); ///< @param what  "Writing out.json"
    void showProgress(int done, int total);
    void showState(const QString& sentence); ///< "": none
    void succeed(const QString& sentence);
    void fail(const QString& sentence);
    void end(); ///< stopped

private:
    void setWriting(bool isWriting);
    void dropTrace();

    Words m_words;
    QVBoxLayout* m_layout = nullptr;
    QWidget* m_choices = nullptr;
    QLabel* m_state = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_close = nullptr;
    bool m_isTraceGone = false;
};

} // namespace kinetoscope
