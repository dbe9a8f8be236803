// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"
#include "widgets/support/latest_job.h"

#include <QObject>

#include <vector>

namespace kinetoscope {

class AnalysisController;
class ViewState;

/// From the timeline to a table: which rows are made of what is selected there. GUI thread only; what it is given must
/// outlive it.
class SelectionFollower : public QObject {
    Q_OBJECT

public:
    SelectionFollower(const AnalysisController& controller, const ViewState& state);

    /// Looks for the rows of a table of the controller's result; found() follows, at once where there can be none.
    void follow(const Table* table);
    void cancel() { m_job.cancel(); }

signals:
    /// @param table  for comparing only: another may be in view by now.
    void found(const kinetoscope::Table* table, const std::vector<std::size_t>& rows);

private:
    struct Followed {
        const Table* table = nullptr;
        std::vector<std::size_t> rows;
    };

    const AnalysisController& m_controller;
    const ViewState& m_viewState;
    const Table* m_table = nullptr; ///< that is looked through, or was; for comparing only
    LatestJob<Followed> m_job;      ///< last: destroyed first
};

} // namespace kinetoscope
