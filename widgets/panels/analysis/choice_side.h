// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/scope/missing_choices.h"
#include "widgets/panels/analysis/analysis_request.h"
#include "widgets/support/latest_job.h"

#include <QStringList>
#include <QWidget>

class QToolButton;

namespace kinetoscope {

class BaselineChoice;
class ParameterForm;

/// What a person chose for an analysis: parameters, and what a comparison compares with. Offers the names of the open
/// job, and takes back what was chosen for another trace and is not in this one. GUI thread only.
class ChoiceSide : public QWidget {
    Q_OBJECT

public:
    /// @param analysis  must outlive this.
    explicit ChoiceSide(const AnalysisDescriptor& analysis, QWidget* parent = nullptr);

    [[nodiscard]] ParameterForm* form() const { return m_form; }
    /// nullptr unless the analysis compares.
    [[nodiscard]] BaselineChoice* baseline() const { return m_baseline; }
    /// The request with what is chosen here, and of a job compared with itself the ranks that hold without a choice.
    [[nodiscard]] AnalysisRequest filled(AnalysisRequest request) const;
    /// Shows what holds where nothing is chosen, and whether the sides of a comparison can be swapped. @param asked  as
    /// filled() made it.
    void showWhatHolds(const AnalysisRequest& asked);

    /// The open trace, or the one it is compared with, is another one now.
    void setOtherTrace(bool isBaseline);
    [[nodiscard]] bool isOfOtherTrace() const;
    /// Begins to find out whether there is what was chosen for another trace: checked() follows. False where nothing
    /// was.
    bool startCheck(const AnalysisRequest& request);
    /// Sentences about parameters that are as usual again, until something else is chosen.
    [[nodiscard]] const QStringList& takenBack() const { return m_takenBack; }

    /// Offers names to the fields that ask for them: ops of the job; numbers of the first table, that formulas are
    /// over; and changes of what the job has.
    void offerOps(const std::shared_ptr<const TraceSet>& traces);
    void offerCounters(const AnalysisResult& result);

signals:
    /// Something else is chosen.
    void changed();
    void usualChanged(bool isUsual);
    /// takenBack() has what is not in this trace.
    void checked();
    /// A sentence for the status bar.
    void failed(const QString& sentence);

private:
    void takeMissing(const Result<std::vector<MissingChoice>>& missing);
    /// A button below a field of changes for one that is not among the usual ones, and that the overview may quote.
    void addGraphs(const ParameterDescriptor& changes);

    const AnalysisDescriptor& m_analysis;
    BaselineChoice* m_baseline;
    ParameterForm* m_form;
    QToolButton* m_reset;
    QToolButton* m_graphs = nullptr; ///< only where changes can be asked for
    QStringList m_takenBack;
    std::weak_ptr<const TraceSet> m_opsOf; ///< whose op names the form offers
    // Last: destroyed first.
    LatestJob<QStringList> m_opNames;
    LatestJob<std::vector<MissingChoice>> m_check;
};

} // namespace kinetoscope
