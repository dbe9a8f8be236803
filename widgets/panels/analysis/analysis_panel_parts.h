// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/scope/missing_choices.h"
#include "core/overlay/highlight.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/result/result_view.h"
#include "widgets/support/latest_job.h"

#include <QTimer>

#include <optional>

class QAction;
class QLabel;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace kinetoscope {

class BaselineChoice;
class ParameterForm;
class RemarksView;
class StatePage;
class StaleVeil;

/// What a worker hands over: the result, and what it was made from, so that exports and commands speak of what is
/// shown.
struct AnalysisPanel::Outcome {
    PreparedResult prepared; ///< goes to the view
    std::shared_ptr<const TraceSet> traces;
    std::shared_ptr<const TraceSet> baseline; ///< of a comparison with another job; else null
    Parameters parameters;
    Scope scope; ///< what the figures are about
    Scope asked; ///< as it was asked for, before the analysis chose one of several ranks
};

/// What a click asked for.
struct AnalysisPanel::Evidence {
    Selection selection;             ///< in the open job
    Selection other;                 ///< in the other job of a comparison
    std::optional<IntervalRef> step; ///< the stretch of a series that the row begins
    EvidenceUse use = EvidenceUse::Select;
};

/// Rows that are made of what is selected.
struct AnalysisPanel::Followed {
    const Table* table = nullptr; ///< for comparing only
    std::vector<std::size_t> rows;
};

/// A table on its way out.
struct AnalysisPanel::Exported {
    QByteArray bytes;
    QString fileName; ///< "": for the clipboard
};

/// Child widgets, results and workers of an AnalysisPanel.
struct AnalysisPanel::Parts {
    Parts(AnalysisPanel* panel, LatestJob<Outcome>::Done takeOutcome, LatestJob<Evidence>::Done takeEvidence,
        LatestJob<Exported>::Done takeExported, LatestJob<Followed>::Done takeFollowed,
        LatestJob<std::shared_ptr<const Highlight>>::Done takePointed,
        LatestJob<std::vector<MissingChoice>>::Done takeMissing);

    QLabel* question = nullptr;
    RemarksView* remarks = nullptr;
    QToolButton* formToggle = nullptr; ///< shows and hides the parameters
    QToolButton* exportButton = nullptr;
    QToolButton* resetButton = nullptr;
    QStackedWidget* pages = nullptr;
    StatePage* statePage = nullptr;
    QSplitter* body = nullptr; ///< parameters beside the pages: they stay while there is nothing else to show
    ResultView* view = nullptr;
    QWidget* formSide = nullptr;
    BaselineChoice* baseline = nullptr; ///< nullptr unless the analysis compares
    ParameterForm* form = nullptr;
    StaleVeil* veil = nullptr;

    QMenu* exportMenu = nullptr;
    QAction* saveChart = nullptr;
    QAction* copyChart = nullptr;
    QAction* saveTable = nullptr;
    QAction* copyTable = nullptr;
    QMenu* copyTableAs = nullptr;
    QAction* copyCommand = nullptr;

    QStringList takenBack; ///< sentences about parameters that are as usual again, until something else is chosen
    Outcome shown;         ///< what the view's result was made from; empty while it has none
    std::shared_ptr<const KernelClassifier> classifier;
    std::uint64_t memoryLimit = 0;         ///< bytes; 0: the usual one
    bool isFormChosen = false;             ///< the user said whether the parameters are shown; else the width decides
    std::weak_ptr<const TraceSet> namesOf; ///< whose op names the form offers
    bool isRunRequested = false;           ///< a run is due when the event loop comes round
    RowsAt pointed;                        ///< what the pointer is on
    QTimer pointingDelay;                  ///< until its intervals are asked for
    bool isPointing = false;               ///< the highlight on the timeline is the panel's own
    QTimer pointingSentence;               ///< says again and again that its intervals are being found
    bool isPointingSaid = false;
    bool isSelecting = false; ///< the selection that changes is the panel's own

    // Last: destroyed first, so that no result arrives in a half-destroyed panel.
    LatestJob<Outcome> runner;
    LatestJob<Evidence> evidence;
    LatestJob<Exported> exports;
    LatestJob<QStringList> opNames; ///< for the fields that ask for an op
    LatestJob<Followed> following;
    LatestJob<std::shared_ptr<const Highlight>> pointing;
    LatestJob<std::vector<MissingChoice>> checking; ///< of what was chosen for another trace; no run before its end

    /// What the figures on display are about, below the title of a chart.
    [[nodiscard]] QString scopeLine(const AnalysisDescriptor& analysis) const;
    /// Title and scope below exported pictures.
    /// @param isUsual  whether no parameter was changed.
    void showWhetherUsual(bool isUsual);
    [[nodiscard]] QString footer(const AnalysisDescriptor& analysis) const;

private:
    void buildHeader(AnalysisPanel* panel, QWidget* row);
    void buildForm(AnalysisPanel* panel);
    void buildActions(AnalysisPanel* panel);
};

} // namespace kinetoscope
