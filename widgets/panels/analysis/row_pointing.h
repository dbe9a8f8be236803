// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/overlay/highlight.h"
#include "widgets/panels/result/result_view.h"
#include "widgets/support/latest_job.h"

#include <QObject>
#include <QTimer>

namespace kinetoscope {

class AnalysisController;
class ViewState;

/// What the pointer is on in a panel is framed on the timeline, soon. GUI thread only; what it is given must outlive
/// it.
class RowPointing : public QObject {
    Q_OBJECT

public:
    RowPointing(const AnalysisController& controller, ViewState& state);

    /// @param pointed  no rows: frames nothing.
    void pointAt(const RowsAt& pointed);

signals:
    /// That it takes a while, for the status bar; "": no longer.
    void noticed(const QString& sentence);

private:
    void start();
    void endSentence();
    void take(const Result<std::shared_ptr<const Highlight>>& highlight);

    const AnalysisController& m_controller;
    ViewState& m_viewState;
    RowsAt m_pointed;
    QTimer m_delay;          ///< until its intervals are asked for
    QTimer m_sentence;       ///< says again and again that they are being found
    bool m_isFramed = false; ///< the highlight on the timeline is this one's
    bool m_isNoticed = false;
    LatestJob<std::shared_ptr<const Highlight>> m_job; ///< last: destroyed first
};

} // namespace kinetoscope
