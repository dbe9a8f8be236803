// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/slice_table.h"

namespace kinetoscope {

Nanoseconds SliceTable::longDuration(SliceId id) const
{
    const auto it = longDurations.find(id.value);
    return it != longDurations.end() ? it->second : 0;
}

std::int64_t SliceTable::longCorrelation(SliceId id) const
{
    const auto it = longCorrelations.find(id.value);
    return it != longCorrelations.end() ? it->second : -1;
}

} // namespace kinetoscope
