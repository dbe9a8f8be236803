// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_set.h"
#include "widgets/support/latest_job.h"

#include <QWidget>

#include <memory>
#include <string>

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

public slots:
    /// Loads a file or a folder; what was chosen before stays until it is read, and for good if it cannot be.
    void open(const std::string& path);
    void chooseOpenJob();
    /// A job that is loaded already, and what it was opened from.
    void take(const std::shared_ptr<const kinetoscope::TraceSet>& traces, const std::string& path);

signals:
    void changed();
    /// A sentence for the status bar.
    void failed(const QString& sentence);

private:
    void askForFile();
    void askForFolder();
    void showChoice(const QString& state = {});
    void showNote(const QString& sentence); ///< what went wrong with the choice; "": nothing

    std::shared_ptr<const TraceSet> m_traces;
    std::string m_path;
    std::string m_loadingPath;
    QLabel* m_label = nullptr;
    QToolButton* m_button = nullptr;
    QLabel* m_note = nullptr;
    LatestJob<std::shared_ptr<const TraceSet>> m_loader; ///< last: destroyed first
};

} // namespace kinetoscope
