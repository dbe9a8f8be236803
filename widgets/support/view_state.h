// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/scope.h"
#include "core/model/selection.h"
#include "core/model/trace_set.h"
#include "core/overlay/highlight.h"
#include "widgets/support/marks.h"
#include "widgets/support/slice_names.h"

#include <QObject>

#include <memory>
#include <optional>

namespace kinetoscope {

/// What all views look at together: the open job, its scope, the selection, the visible range, the slice and the
/// moment under the pointer. Views set it and follow it; they never talk to each other. Owned by the window's document.
/// GUI thread only.
///
/// Each setter emits its signal only when the value really changed, and after all of the state is consistent.
class ViewState : public QObject {
    Q_OBJECT

public:
    explicit ViewState(QObject* parent = nullptr);
    ~ViewState() override;

    /// While traceSetChanged() is emitted: the job that was open is the one that is.
    [[nodiscard]] bool isSameJob() const { return m_isSameJob; }
    /// The open job; nullptr when nothing is open.
    [[nodiscard]] const std::shared_ptr<const TraceSet>& traceSet() const { return m_traceSet; }
    [[nodiscard]] const Scope& scope() const { return m_scope; }
    [[nodiscard]] const Selection& selection() const { return *m_selection; }
    /// The same for a worker, never null: a copy of a selection of millions would hold the GUI thread.
    [[nodiscard]] const std::shared_ptr<const Selection>& sharedSelection() const { return m_selection; }
    /// What the timeline shows, job time. Never scopes a number.
    [[nodiscard]] TimeRange visibleRange() const { return m_visibleRange; }
    /// What zooming and panning stay inside of: the job with a little room around it.
    [[nodiscard]] TimeRange visibleLimits() const;
    [[nodiscard]] std::optional<SliceRef> hovered() const { return m_hovered; }
    /// The moment under the pointer, wherever that is: on the timeline or in a chart over time. Job time.
    [[nodiscard]] std::optional<Timestamp> pointedTime() const { return m_pointedTime; }
    /// What somebody points at in a panel; nullptr for nothing.
    [[nodiscard]] const std::shared_ptr<const Highlight>& highlight() const { return m_highlight; }
    /// Marks of the open job; owned by this, has its own signal.
    [[nodiscard]] Marks* marks() { return &m_marks; }
    [[nodiscard]] const Marks* marks() const { return &m_marks; }
    /// Display names of the open job's slices.
    [[nodiscard]] const SliceNames& names() const { return m_names; }

    /// The slice that details are about: the last one selected; empty without one.
    [[nodiscard]] std::optional<SliceRef> currentSlice() const;
    /// Trace of a slice or interval; nullptr where the position is no rank of the open job.
    [[nodiscard]] const RankTrace* rankOf(std::uint32_t rankPosition) const;
    [[nodiscard]] bool isValid(SliceRef slice) const;
    /// Start and end of a slice in job time; empty range for an invalid reference.
    [[nodiscard]] TimeRange jobRange(SliceRef slice) const;
    /// First start to last end of everything in `selection`, job time; empty for nothing.
    [[nodiscard]] TimeRange jobRange(const Selection& selection) const;

public slots:
    /// Opens another job: selection, hover, scope and marks are cleared, the visible range becomes the job's core
    /// range.
    void setTraceSet(std::shared_ptr<const kinetoscope::TraceSet> traceSet);
    /// The open job with more, or fewer, of its traces loaded: the same ranks at the same positions. Scope, selection,
    /// visible range and marks stay what they are, on the clock of the new set (its first event may be another one); of
    /// the selection goes what is not loaded any more. While traceSetChanged() is emitted isSameJob() is true.
    void replaceTraceSet(std::shared_ptr<const kinetoscope::TraceSet> traceSet);
    void setScope(const kinetoscope::Scope& scope);
    /// References to slices that do not exist are left out.
    void setSelection(kinetoscope::Selection selection);
    void selectSlice(kinetoscope::SliceRef slice) { setSelection({ { slice }, {} }); }
    void clearSelection() { setSelection({}); }
    void setVisibleRange(kinetoscope::TimeRange range);
    /// Zooms within the limits; `factor` below 1 zooms in, the moment stays where it is. Nothing without a job.
    void zoomVisibleRange(kinetoscope::Timestamp anchor, double factor);
    /// Moves by a share of the visible length within the limits; positive: later.
    void panVisibleRange(double share);
    void setHovered(std::optional<kinetoscope::SliceRef> slice);
    void setPointedTime(std::optional<kinetoscope::Timestamp> time);
    /// @param highlight  of the open job.
    void setHighlight(std::shared_ptr<const kinetoscope::Highlight> highlight);

signals:
    void traceSetChanged();
    void scopeChanged();
    void selectionChanged();
    void visibleRangeChanged();
    void hoveredChanged();
    void pointedTimeChanged();
    void highlightChanged();

private:
    std::shared_ptr<const TraceSet> m_traceSet;
    bool m_isSameJob = false;
    Scope m_scope;
    std::shared_ptr<const Selection> m_selection = std::make_shared<const Selection>();
    TimeRange m_visibleRange;
    std::optional<SliceRef> m_hovered;
    std::optional<Timestamp> m_pointedTime;
    std::shared_ptr<const Highlight> m_highlight;
    SliceNames m_names;
    Marks m_marks;
};

} // namespace kinetoscope
