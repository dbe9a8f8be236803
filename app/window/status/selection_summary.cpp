// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/status/selection_summary.h"

#include "core/numeric/intervals.h"
#include "widgets/support/number_text.h"
#include "widgets/support/view_state.h"

#include <QCoreApplication>

#include <vector>

namespace kinetoscope {

SelectionSummary summarize(const ViewState& viewState)
{
    const Selection& selection = viewState.selection();
    std::vector<TimeRange> ranges;
    ranges.reserve(selection.slices.size() + selection.intervals.size());
    for (const SliceRef& slice : selection.slices)
        ranges.push_back(viewState.jobRange(slice));
    for (const IntervalRef& interval : selection.intervals)
        ranges.push_back(interval.range);

    SelectionSummary summary { selection.slices.size(), selection.intervals.size(), 0, 0 };
    for (const TimeRange& range : ranges)
        summary.sum = saturatingAdd(summary.sum, range.length());
    summary.covered = totalLength(unionOf(std::move(ranges)));
    return summary;
}

QString selectionText(const SelectionSummary& summary)
{
    const std::size_t parts = summary.slices + summary.intervals;
    if (parts == 0)
        return {};
    if (parts == 1)
        return QCoreApplication::translate("SelectionSummary", "selected %1").arg(durationText(summary.sum));
    const QString count = countText(static_cast<std::int64_t>(parts));
    if (summary.covered == summary.sum)
        return QCoreApplication::translate("SelectionSummary", "%1 selected · %2")
            .arg(count, durationText(summary.sum));
    return QCoreApplication::translate("SelectionSummary", "%1 selected · union %2 · sum %3")
        .arg(count, durationText(summary.covered), durationText(summary.sum));
}

} // namespace kinetoscope
