// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/call_figures.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/wait_facts.h"
#include "core/io/json/json_tree.h"
#include "core/model/trace_set.h"
#include "widgets/models/args_model.h"
#include "widgets/panels/events/details_panel.h"
#include "widgets/panels/events/facts_tree.h"
#include "widgets/panels/events/selection_facts.h"
#include "widgets/panels/events/slice_facts.h"
#include "widgets/panels/events/trace_facts_page.h"
#include "widgets/support/latest_job.h"

#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class QLabel;
class QPlainTextEdit;
class QStackedWidget;
class QToolButton;
class QTreeView;

namespace kinetoscope {

/// What the worker reads for one slice.
struct DetailsPanel::Read {
    SliceRef slice;
    std::string json;
    std::shared_ptr<const JsonTree> tree;
    QString problem; ///< why there are no arguments; "" when there are
    WorkBelow work;
    LengthPlace length;
};

/// What the worker finds out about several parts, or about one interval.
struct DetailsPanel::Looked {
    SelectionTotals totals;
    std::optional<IntervalRef> interval;
    IntervalSurroundings around;   ///< of it
    std::vector<GapEntry> entries; ///< of it, where it is idle
};

/// Child widgets and the reader thread; GUI thread only.
struct DetailsPanel::Parts {
    /// Of all runs of a job.
    using Waits = std::shared_ptr<const std::vector<RunWait>>;
    using Figures = std::optional<CallFigures>;
    static constexpr int kTallestName = 92; ///< px: five lines; longer names scroll

    /// Makes the child widgets in `panel`, which owns them; the others are what its jobs call when they are done, on
    /// the GUI thread.
    Parts(LatestJob<Read>::Done read, LatestJob<Looked>::Done looked, LatestJob<Waits>::Done waited,
        LatestJob<Figures>::Done measured, QWidget* panel);

    QStackedWidget* pages = nullptr;
    TraceFactsPage* nothing = nullptr;
    std::weak_ptr<const TraceSet> waitsOf; ///< of `waits`, and of the job that is running
    Waits waits;
    QLabel* title = nullptr;
    std::optional<std::pair<IntervalRef, QString>> named; ///< see nameInterval()
    QPlainTextEdit* fullName = nullptr;
    QToolButton* copy = nullptr;
    FactsTree* facts = nullptr;
    QWidget* below = nullptr; ///< what is said of the arguments: of one slice
    QLabel* argsState = nullptr;
    QTreeView* args = nullptr;
    ArgsModel* argsModel = nullptr;

    std::optional<SliceRef> shown;
    std::function<std::shared_ptr<const KernelClassifier>()> classifier;
    std::string json;
    // Last: destroyed first, so that no result arrives in a half-destroyed panel.
    LatestJob<Read> reader;
    LatestJob<Looked> looker;
    LatestJob<Waits> waiter;
    LatestJob<Figures> measurer;
};

} // namespace kinetoscope
