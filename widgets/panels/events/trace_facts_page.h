// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/text_tree_model.h"
#include "widgets/support/latest_job.h"

#include <QWidget>

#include <memory>

class QLabel;
class QTreeView;

namespace kinetoscope {

class TraceSet;

/// What Details shows while nothing is selected: facts of the open trace, and what to do next.
class TraceFactsPage : public QWidget {
    Q_OBJECT

public:
    explicit TraceFactsPage(QWidget* parent = nullptr);

    /// Looks at a job once, off the GUI thread: the numbers of a large one take a moment. @param traces  or nullptr.
    void setTraces(const std::shared_ptr<const TraceSet>& traces);
    /// Texts and numbers are written otherwise from now on: looks again when it is next given traces.
    void forget() { m_shown.reset(); }

private:
    void show(TextTree facts);
    void askAbout(const QPoint& position);

    QTreeView* m_view = nullptr;
    TextTreeModel* m_model = nullptr;
    QLabel* m_hint = nullptr;
    std::weak_ptr<const TraceSet> m_shown; ///< what the facts are about, or will be
    // Last: destroyed first, so that no result arrives in a half-destroyed page.
    LatestJob<TextTree> m_surveyor;
};

} // namespace kinetoscope
