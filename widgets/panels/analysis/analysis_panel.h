// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/analyses.h"
#include "core/model/selection.h"
#include "core/session/panel_look.h"
#include "widgets/delegates/tag_delegate.h"
#include "widgets/panels/analysis/analysis_controller.h"
#include "widgets/panels/analysis/panel_exports.h"
#include "widgets/panels/analysis/row_evidence_finder.h"
#include "widgets/panels/analysis/row_pointing.h"
#include "widgets/panels/analysis/selection_follower.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

class QMenu;
class QPoint;
class QStackedWidget;
class QToolButton;

namespace kinetoscope {

class ChoiceSide;
class PanelHead;
class StaleVeil;
class StatePage;

/// The one panel that shows any analysis of the registry: question, parameter form made from the descriptor, charts,
/// tables, remarks, exports. It follows the view state's trace set and scope, runs the analysis on a worker thread (the
/// newest request wins, older numbers are greyed until replaced) and only while it is visible; hidden it remembers that
/// it is out of date.
///
/// GUI thread only. Does not own the view state, which must outlive it; the descriptor is one of `analyses()` or
/// outlives it too.
class AnalysisPanel : public QWidget {
    Q_OBJECT

public:
    using State = AnalysisState;

    AnalysisPanel(const AnalysisDescriptor& analysis, ViewState* viewState, QWidget* parent = nullptr);
    ~AnalysisPanel() override;

    [[nodiscard]] const AnalysisDescriptor& analysis() const { return m_controller.analysis(); }
    [[nodiscard]] State state() const { return m_controller.state(); }
    /// What stands where contents would be: why there are none. "" while there are some.
    [[nodiscard]] QString sentence() const { return m_controller.sentence(); }
    /// The complete result on display; nullptr before the first one. Stale while state() is Stale.
    [[nodiscard]] std::shared_ptr<const AnalysisResult> result() const { return m_controller.shown().result; }

    /// What is around it says its question.
    void leaveQuestionOut();

    /// Values of the form, complete. `setParameters` ignores ids that the analysis does not have (old settings).
    [[nodiscard]] Parameters parameters() const;
    void setParameters(const Parameters& parameters);
    /// What the user prefers instead of built-in defaults: what reset gives. Fields nobody changed follow.
    void setUsualParameters(const Parameters& preferred);
    [[nodiscard]] Parameters usualParameters() const; ///< complete

    /// What a comparison compares the open job with: a file or folder, "" for the open job itself. Loading it goes on
    /// after the call. Nothing for an analysis that compares nothing.
    [[nodiscard]] std::string baselinePath() const;
    void setBaselinePath(const std::string& path);
    /// Compares with the job that somebody chose in another comparison, unless this one has another one of its own, or
    /// compares ranks or steps of the open job that were chosen. @param before  what the other comparison had before.
    void followBaseline(
        const std::shared_ptr<const TraceSet>& traces, const std::string& path, const std::string& before);

    /// Rules of `--rules FILE`; the built-in ones without a call. Recomputes.
    void setClassifier(std::shared_ptr<const KernelClassifier> classifier);

    /// What the program may hold while this analysis runs, bytes; 0, as at first: the usual limit. Beyond it the
    /// analysis ends and the panel says so. Recomputes.
    void setMemoryLimit(std::uint64_t bytes);

    /// What the panel asks for now. The trace set is null while nothing is open.
    [[nodiscard]] AnalysisRequest request() const;

    /// The kinetoscope-cli line that prints the shown table with the same parameters and scope, quoted for a POSIX
    /// shell.
    [[nodiscard]] QString commandLine() const { return m_exports->commandLine(); }

    /// Which chart and table are in view and how the tables were left; what is set before there is a result waits for
    /// it.
    [[nodiscard]] PanelLook look() const { return m_view->look(); }
    void setLook(const PanelLook& look) { m_view->setLook(look); }

    [[nodiscard]] QString currentTable() const { return m_view->currentTable(); } ///< name of the table in view
    void showTable(const QString& name) { m_view->showTable(name); }
    void showChart(const QString& id) { m_view->showChart(id); }
    [[nodiscard]] bool hasChart() const;

    /// Letters and boxes before texts of the table: what of it is marked on the timeline.
    void setTextTags(const TextTags& tags);

    /// The chart in view as a picture file's bytes; `size` in logical pixels. Light theme unless asked otherwise.
    [[nodiscard]] Result<QByteArray> chartPicture(
        PictureFormat format, QSize size, double scale, bool dark = false) const
    {
        return m_exports->chartPicture(format, size, scale, dark);
    }

    /// Writes the table in view on a worker thread, exactly as `commandLine()` prints it with that `--format`; to a
    /// file, or with "" to the clipboard. messageShown() or exportFailed() says what became of it.
    void exportShownTable(TableFormat format, const QString& fileName) { m_exports->exportTable(format, fileName); }

    /// Actions of this panel: save and copy chart and table, copy as command. Owned by the panel; enabled as the state
    /// allows.
    [[nodiscard]] QMenu* exportMenu() const { return m_exports->menu(); }

public slots:
    /// Runs the analysis again even if nothing changed.
    void recompute() { requestRun(); }
    /// Asks for the comparison of the two ranks or steps whose rows are selected; nothing where there are no such two.
    void compareSelectedRows();

signals:
    void stateChanged();
    /// A new result is on display.
    void resultShown();
    /// What was chosen for the trace before, which this one does not have, was taken back.
    void choicesTakenBack();
    /// Somebody chose a job to compare the open one with. @param before  what it was compared with until then.
    void baselinePicked(
        const std::shared_ptr<const kinetoscope::TraceSet>& traces, const std::string& path, const std::string& before);
    /// The user asked to see this on the timeline: zoom there (double click).
    void zoomRequested(const kinetoscope::Selection& selection);
    /// What was just selected should be seen. `always`: also where some of it is in view already, as a finding answers
    /// a question that was not about a place.
    void placeRequested(bool always);
    /// The user asked to see the other job of a comparison, open as the open one is now, with this selected.
    /// @param path  what it was opened from.
    void otherJobRequested(const std::shared_ptr<const kinetoscope::TraceSet>& traces, const std::string& path,
        const kinetoscope::Selection& selection);
    /// The user asked to compare two ranks or steps of the open job. @param parameters  of trace-diff.
    void comparisonRequested(const kinetoscope::Parameters& parameters);
    /// The user asked for the analysis that shows more of what a row is about. @param parameters  as shown here.
    void analysisRequested(const std::string& id, const kinetoscope::Parameters& parameters);
    /// The user asked for the trace of a rank that is not loaded, or for the place of a step in one that is.
    /// @param rank  its number. @param step  where to look; none: anywhere.
    void rankRequested(std::int64_t rank, std::optional<std::int64_t> step);
    /// The box before a text of the table was clicked.
    void textTagToggled(const QString& text);
    /// The menu of a row is about to open; `chain` is the row's chain of kernels as the table has it, "" without one.
    void rowMenuOpening(QMenu* menu, const QString& chain);
    /// The menu of a row that is about one kernel name is about to open.
    void kernelMenuOpening(QMenu* menu, const std::string& kernel);
    /// The menu of a row that is about a step of a rank, by their numbers, is about to open.
    void stepMenuOpening(QMenu* menu, std::int64_t rank, std::int64_t step);
    /// A sentence for the status bar: what was saved, what of a comparison is in the other job.
    void messageShown(const QString& sentence);
    /// Why a table or a chart was not saved or copied: a sentence that stays until it is read.
    void exportFailed(const QString& sentence, kinetoscope::PanelExports::Part part);
    /// A chart or table was saved or copied; messageShown() says so.
    void exported(kinetoscope::PanelExports::Part part);

protected:
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void build();
    void buildHead();
    void followState();
    void connectChoices();
    void connectLinks();
    void connectView();
    void requestRun();
    void refresh();
    void passFocusOn(); ///< to what the panel shows; it waits here for a result that is on its way
    void dropResult();  ///< what was chosen to be in view is kept for the next one
    void takeResult(PreparedResult prepared);
    void showWhetherUsual(bool isUsual);
    /// The first rank of the scope whose trace is not loaded; nullptr where all are.
    [[nodiscard]] const RankTrace* missingRank() const;

    // analysis_panel_comparison.cpp: what the open job is compared with
    void showFolder();
    [[nodiscard]] QString rangeOfBoth() const;
    /// What was the control is the test: ranks and steps, and where another trace is compared with, it is opened.
    void swapSides();
    void openOther(const std::shared_ptr<const TraceSet>& other, const Selection& selection);

    // analysis_panel_rows.cpp: rows of the table and parts of the charts
    void followSelection();
    void showRowMenu(const RowsAsked& asked, QPoint globalPosition);
    void openAnalysisOf(std::size_t row);
    void activateRows(const RowsAt& rows);

    ViewState* m_viewState;
    AnalysisController m_controller;
    RowPointing m_pointing;
    RowEvidenceFinder m_evidence;
    SelectionFollower m_follower;
    bool m_isFormChosen = false; ///< the user said whether the parameters are shown; else the width decides
    ChoiceSide* m_choices = nullptr;
    PanelHead* m_head = nullptr;
    QToolButton* m_formToggle = nullptr; ///< shows and hides the parameters
    QToolButton* m_exportButton = nullptr;
    QStackedWidget* m_pages = nullptr;
    StatePage* m_statePage = nullptr;
    ResultView* m_view = nullptr;
    StaleVeil* m_veil = nullptr;
    std::unique_ptr<PanelExports> m_exports;
};

} // namespace kinetoscope
