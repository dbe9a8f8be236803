// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <QWidget>

#include <cstdint>

class QTreeView;

namespace kinetoscope {

class TextTreeModel;
class ViewState;

/// What is open, as a tree: job > rank > host processes and devices, with file, events, steps, devices and a line on
/// health. Of a rank that is not loaded how much of it is there, and why; a double click loads it.
///
/// GUI thread only. Does not own the view state, which must outlive it.
class TracesPanel : public QWidget {
    Q_OBJECT

public:
    /// For tool tips: how long exactly, and what it spans where that is more than the work.
    /// @param work  empty: not known.
    [[nodiscard]] static QString durationDefinition(TimeRange all, TimeRange work);

    explicit TracesPanel(ViewState* viewState, QWidget* parent = nullptr);

signals:
    /// The user wants the import report of this rank (position in TraceSet::ranks()).
    void importReportRequested(int rankIndex);
    /// The user wants the trace of a rank that is not loaded. @param rank  position in TraceSet::ranks().
    void loadRequested(std::uint32_t rank);
    /// A rank, or something of it, was clicked: where is it on the timeline? @param rank  position in
    /// TraceSet::ranks().
    void rankChosen(std::uint32_t rank);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showTraceSet();
    [[nodiscard]] bool isLoaded(int rank) const;

    ViewState* m_viewState = nullptr;
    TextTreeModel* m_model = nullptr;
    QTreeView* m_view = nullptr;
};

} // namespace kinetoscope
