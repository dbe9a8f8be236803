// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/panels/analysis/analysis_request.h"
#include "widgets/panels/result/prepared_result.h"
#include "widgets/support/latest_job.h"

#include <QObject>
#include <QStringList>

namespace kinetoscope {

/// A result on display and what it was made from, so that exports and commands speak of what is shown. Empty before the
/// first one.
struct ShownResult {
    std::shared_ptr<const AnalysisResult> result;
    std::shared_ptr<const TraceSet> traces;
    std::shared_ptr<const TraceSet> baseline; ///< of a comparison with another job; else null
    Parameters parameters;                    ///< complete
    Scope scope;                              ///< what the figures are about
    Scope asked;                              ///< as it was asked for, before the analysis chose one of several ranks

    /// Which input of the analysis is the open job: only its slices are on the timeline.
    [[nodiscard]] std::size_t openInput() const { return baseline ? 1 : 0; }
    /// Whether a row of a table says more than what it is about: of a rank without any figure, its number.
    [[nodiscard]] bool hasFigures() const;
    /// All remarks, one a line; what is said of several ranks once.
    [[nodiscard]] QStringList remarks(const AnalysisDescriptor& analysis) const;
    /// What the figures are about, below the title of a chart.
    [[nodiscard]] QString scopeLine(const AnalysisDescriptor& analysis) const;
    /// Title and scope below exported pictures.
    [[nodiscard]] QString footer(const AnalysisDescriptor& analysis) const;
};

class ViewState;

enum class AnalysisState {
    NoTrace, ///< nothing is open
    Running, ///< the first numbers are being computed
    Partial, ///< what is there soon is shown while the rest is computed
    Stale,   ///< older numbers are shown, greyed, while newer ones are computed
    Ready,
    Empty,  ///< done, and there is nothing to show: sentence() says why
    Failed, ///< the analysis returned an error: sentence() has it
};

/// What a panel shows and why: runs its analysis on a worker thread (the newest request wins) and only while the panel
/// is visible; hidden it remembers that its result is out of date. Has no widgets. GUI thread only.
class AnalysisController : public QObject {
    Q_OBJECT

public:
    /// Both must outlive this.
    AnalysisController(const AnalysisDescriptor& analysis, const ViewState& state);

    [[nodiscard]] const AnalysisDescriptor& analysis() const { return m_analysis; }
    [[nodiscard]] AnalysisState state() const { return m_state; }
    /// What is on display, up to date or not; empty before the first result and after drop().
    [[nodiscard]] const ShownResult& shown() const { return m_shown; }
    /// Whether there are figures to look at, up to date or not.
    [[nodiscard]] bool hasContents() const;
    /// What stands in place of contents; "" where there are some.
    [[nodiscard]] QString sentence() const;
    /// That more is on its way, where contents are a part of the result; else "".
    [[nodiscard]] QString progressLine() const;
    /// The line of a profiler's option that would help; "" where none would.
    [[nodiscard]] QString recordingOption() const;

    /// For the runs to come: what is shown or under way stays as it is, until requestRun(). Never null.
    void setClassifier(std::shared_ptr<const KernelClassifier> classifier) { m_classifier = std::move(classifier); }
    /// The same. @param bytes  0: the usual limit.
    void setMemoryLimit(std::uint64_t bytes) { m_memoryLimit = bytes; }
    /// What is asked for now, with the parameters' defaults. The trace set is null while nothing is open.
    [[nodiscard]] AnalysisRequest request() const;

    /// The result no longer answers what is asked: runDue() soon, once for all that changes until then.
    /// @param evenHidden  there is something to find out before a run, visible or not.
    void requestRun(bool evenHidden);
    /// Runs it, if it is due and the panel is visible. @param chartId  the chart that is prepared.
    void run(const AnalysisRequest& request, const std::string& chartId);
    /// Whether run() would run something.
    [[nodiscard]] bool isDue() const { return m_isOutOfDate && m_isVisible; }
    /// Whether something changed since the last run began; true before the first.
    [[nodiscard]] bool isOutOfDate() const { return m_isOutOfDate; }
    /// Runs nothing: who shows the panel looks whether something is due.
    void setVisible(bool isVisible) { m_isVisible = isVisible; }
    /// Another trace: the numbers on display are of none that is open.
    void drop();

signals:
    /// What requestRun() asked for, from the event loop: the answer is run(). Not without a trace.
    void runDue();
    /// Contents, sentence or state may be others.
    void refreshed();
    void stateChanged(); ///< after refreshed(), where state() is another one
    /// Before the state changes: shown() has another result. @param prepared  it, to be taken.
    void resultArrived(std::shared_ptr<kinetoscope::PreparedResult> prepared);
    void resultShown(); ///< after the state changed to Ready or Empty; not for a Partial one
    void dropped();     ///< shown() is empty; state() may be what it was before

private:
    struct Outcome {
        std::shared_ptr<PreparedResult> prepared;
        ShownResult shown;
    };

    static Result<Outcome> outcomeOf(
        const AnalysisRequest& request, Result<AnalysisResult> made, const std::string& chartId);
    void take(Result<Outcome> outcome);
    void takeFirst(Result<Outcome> outcome);
    void setState(AnalysisState state);

    const AnalysisDescriptor& m_analysis;
    const ViewState& m_viewState;
    AnalysisState m_state = AnalysisState::NoTrace;
    ShownResult m_shown;
    QString m_failure;
    std::shared_ptr<const KernelClassifier> m_classifier;
    std::uint64_t m_memoryLimit = 0; ///< bytes; 0: the usual one
    bool m_isVisible = false;
    bool m_isOutOfDate = true;   ///< something changed since the last run, or while the panel was hidden
    bool m_isRequested = false;  ///< runDue() comes when the event loop comes round
    LatestJob<Outcome> m_first;  ///< what is there soon, beside m_runner
    LatestJob<Outcome> m_runner; ///< last: destroyed first
};

} // namespace kinetoscope
