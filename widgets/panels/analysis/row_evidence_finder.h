// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/panels/result/result_view.h"
#include "widgets/support/latest_job.h"

#include <QObject>

#include <functional>
#include <optional>

namespace kinetoscope {

class AnalysisController;
class ViewState;

/// From a panel to the timeline: what rows are made of is selected there, zoomed to, or opened in the other job of a
/// comparison. Found on a worker thread, the newest click wins. GUI thread only; what it is given must outlive it.
class RowEvidenceFinder : public QObject {
    Q_OBJECT

public:
    /// Show selects, and asks that something of it be in view.
    enum class Use { Select, Extend, Show, Zoom, OpenOther };

    RowEvidenceFinder(const AnalysisController& controller, ViewState& state);

    void find(const RowsAt& asked, Use use);
    /// Tells `told`, soon, whether rows are made of anything. Only the newest question is answered, none while the
    /// result is out of date.
    void look(const RowsAt& asked, std::function<void(bool)> told);
    /// Whether the selection that changes is this one's.
    [[nodiscard]] bool isSelecting() const { return m_isSelecting; }

signals:
    void zoomRequested(const kinetoscope::Selection& selection);
    /// What was just selected should be seen. `always`: also where some of it is in view already, as a finding is a
    /// sentence, not a place; of a number that was clicked something in view is enough.
    void placeRequested(bool always);
    /// @param selection  in the other job.
    void otherJobRequested(
        const std::shared_ptr<const kinetoscope::TraceSet>& other, const kinetoscope::Selection& selection);
    /// A sentence for the status bar: what of a comparison is in the other job.
    void noticed(const QString& sentence);

private:
    struct Evidence {
        Selection selection;             ///< in the open job
        Selection other;                 ///< in the other job of a comparison
        std::optional<IntervalRef> step; ///< the stretch of a series that the row begins
        Use use = Use::Select;
    };

    void take(Result<Evidence> found);

    const AnalysisController& m_controller;
    ViewState& m_viewState;
    bool m_isSelecting = false;
    std::function<void(bool)> m_told;
    LatestJob<bool> m_looking;
    LatestJob<Evidence> m_job; ///< last: destroyed first
};

} // namespace kinetoscope
