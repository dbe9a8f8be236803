// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/selection_places.h"
#include "widgets/support/latest_job.h"

#include <QObject>

#include <cstddef>
#include <optional>

namespace kinetoscope {

class TimelineView;
class ViewState;

/// Takes a person through what is selected, the longest part first: a table's figure is made of thousands of gaps, and
/// it is the long ones that matter. Each step selects one part and shows it with what is around it; the parts stay
/// those of the last selection that was not made here. Looks for the longest ones on a worker thread. From a single
/// event it goes through all events of its name, from an idle gap that is drawn through those of its track. GUI thread
/// only.
class PlaceWalk : public QObject {
    Q_OBJECT

public:
    /// @param viewState, timeline  not owned; outlive this.
    PlaceWalk(ViewState* viewState, TimelineView* timeline, QObject* parent);

    /// Selects and shows the next (`direction` 1) or previous (-1) part; the longest one at first. Stops at the ends.
    /// From a single event or gap: the next shorter (longer) one of its name or track.
    void step(int direction) { ask(direction > 0 ? Wish::Next : Wish::Previous); }
    /// Shows the longest part; everything stays selected.
    void showLongest() { ask(Wish::Longest); }
    /// Sees to it that something of what is selected is in view. `always`: the longest part, whatever is in view.
    void showPlace(bool always);
    /// Shows all of `selection`; once that is in view, the longest part of it.
    void zoomTo(const Selection& selection);

signals:
    /// A sentence for the status bar: which part of how many is shown.
    void messageShown(const QString& sentence);
    /// What that sentence said is no longer so: something else is selected, or all of it is in view.
    void messageOver(const QString& sentence);

private:
    enum class Wish { Longest, Next, Previous };

    void follow();
    void tell(const QString& sentence);
    void tellOver();
    void ask(Wish wish);
    void stepByLength(SliceRef from, Wish wish);
    bool stepGap(IntervalRef from, Wish wish); ///< false: it is no gap that is drawn
    void fulfil(Wish wish);
    [[nodiscard]] std::optional<std::size_t> selectedPlace() const; ///< number of the place that alone is selected

    ViewState* m_viewState;
    TimelineView* m_timeline;
    SelectionTotals m_totals; ///< of what is walked through; without places before they were looked for
    Wish m_wish = Wish::Longest;
    QString m_told;                   ///< the last sentence, while it is so
    LatestJob<SelectionTotals> m_job; ///< last: destroyed first
};

} // namespace kinetoscope
