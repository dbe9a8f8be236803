// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/status/selection_summary.h"

#include "widgets/support/number_text.h"

#include <QCoreApplication>

namespace kinetoscope {

QString selectionText(const SelectionTotals& totals)
{
    const std::size_t parts = totals.slices + totals.intervals;
    if (parts == 0)
        return {};
    if (parts == 1)
        return QCoreApplication::translate("SelectionSummary", "selected %1").arg(durationText(totals.sum));
    const QString count = countText(static_cast<std::int64_t>(parts));
    if (totals.covered == totals.sum)
        return QCoreApplication::translate("SelectionSummary", "%1 selected · %2").arg(count, durationText(totals.sum));
    return QCoreApplication::translate("SelectionSummary", "%1 selected · union %2 · sum %3")
        .arg(count, durationText(totals.covered), durationText(totals.sum));
}

} // namespace kinetoscope
