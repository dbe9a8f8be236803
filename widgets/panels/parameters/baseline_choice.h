// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_set.h"
#include "widgets/support/latest_job.h"

#include <QWidget>

#include <memory>
#include <string>

class QAction;
class QLabel;
class QToolButton;

namespace kinetoscope {

/// What a comparison compares the open job with: the job itself (two of its ranks or steps), or another trace, loaded
/// on a worker thread. GUI thread only.
class BaselineChoice : public QWidget {
    Q_OBJECT
public:
    explicit BaselineChoice(QWidget* parent = nullptr);

    /// The other job; nullptr: the open one.
    [[nodiscard]] const std::shared_ptr<const TraceSet>& traces() const { return m_traces; }
    /// What the other job was opened from; "" for the open one.
    [[nodiscard]] const std::string& path() const { return m_path; }
    /// Where a person begins to look for another trace.
    void setFolder(const QString& folder) { m_folder = folder; }
    /// Whether there are two sides to be swapped; without a control and with the same ranks and steps there are not.
    void setCanSwap(bool canSwap);

public slots:
    /// Loads a file or a folder; what was chosen before stays until it is read, and for good if it cannot be.
    void open(const std::string& path);
    /// The same by a person's choice, which other comparisons may follow.
    void pick(const std::string& path);
    void chooseOpenJob();
    /// A job that is loaded already, and what it was opened from.
    void take(const std::shared_ptr<const kinetoscope::TraceSet>& traces, const std::string& path);

signals:
    void changed();
    /// What pick() asked for is there. @param before  the path until then.
    void picked(const std::string& before);
    /// What is the control shall be the test, and the other way round.
    void swapRequested();
    /// A sentence for the status bar.
    void failed(const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void askForFile();
    void askForFolder();
    void showChoice(const QString& state = {});
    void fitChoice();                       ///< writes m_choice on the button, cut where it is wider
    void showNote(const QString& sentence); ///< what went wrong with the choice; "": nothing

    std::shared_ptr<const TraceSet> m_traces;
    std::string m_path;
    std::string m_loadingPath;
    bool m_isPicking = false; ///< a person chose what is loading
    QString m_folder;
    QLabel* m_label = nullptr;
    QToolButton* m_button = nullptr;
    QAction* m_swap = nullptr;
    QString m_choice;
    QLabel* m_note = nullptr;
    LatestJob<std::shared_ptr<const TraceSet>> m_loader; ///< last: destroyed first
};

} // namespace kinetoscope
