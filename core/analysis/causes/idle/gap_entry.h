// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/analysis/causes/owners/owner_labels.h"
#include "core/analysis/types/analysis.h"
#include "core/base/progress.h"
#include "core/model/selection.h"

#include <memory>
#include <vector>

namespace kinetoscope {

/// What the idle ledger has of one stretch of time: all parts of one cause and owner.
struct GapShare {
    Cause cause = Cause::Unrecorded;
    OwnerLabels labels;
    SliceId owner;             ///< of the longest part; invalid where nothing was recorded
    TimeRange longest;         ///< job time
    Nanoseconds time = 0;      ///< of all parts
    Nanoseconds afterSync = 0; ///< of them, after a call in which the host waited for the GPU
};

/// The entry of an idle stretch in the ledger (causes.md section 2).
struct GapEntry {
    TrackId stream; ///< idle time of this stream; invalid: of its whole device
    std::int64_t device = Track::kNoDevice;
    Nanoseconds time = 0;            ///< of all shares
    std::vector<GapShare> shares {}; ///< longest first, of equals in the order of causes, then by labels
    Nanoseconds afterSync = 0;       ///< of the whole stretch
    SliceId afterCall {};            ///< the call before it in which the host waited, of the longest of these parts
};

/// Explains a stretch of time of a rank as idle-causes would with its default limits: as idle time of the device, where
/// nothing runs on the device the whole time, else of the stream of interval.track; then the parts of it in which
/// nothing runs on the stream's device have an entry of their own, as the device's, before that of the stream. Empty
/// where work runs in it, or where several devices idle and none is meant. Cancelled. O(work log streams + host
/// slices); thread-safe.
/// @param interval  of a rank that exists
[[nodiscard]] Result<std::vector<GapEntry>> gapEntriesOf(
    const std::shared_ptr<const TraceSet>& traces, const IntervalRef& interval, const Progress& progress);

} // namespace kinetoscope
