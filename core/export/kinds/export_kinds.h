// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/exports.h"

namespace kinetoscope {

/// A part of a trace as a trace (trim_selection.h): chosen ranks, steps or a time range. Events stay whole and byte for
/// byte; launches, kernels and flows that belong together stay together; names of processes and threads stay with them;
/// counters also keep the sample that holds when the part begins. All device work between the first and the last that
/// stays is kept, so that nothing that was cut away is taken for idle time; a remark says how much.
[[nodiscard]] ExportDescriptor trimExport();

/// Several ranks in one file, for viewers that open one: processes named after their rank, with pids, devices,
/// correlation and flow ids of their own (merged_ranks.cpp); times on the clock of the first rank, moved by the clock
/// offsets that the loader found, exactly. Metadata are those of the first rank, but for devices, which are all there,
/// and for what one file cannot say of several ranks.
[[nodiscard]] ExportDescriptor mergeExport();

/// The trace with series of analyses as counters (SPEC.md 11): queue lengths, bandwidths of copies, and, where
/// wanted, what the timeline's overlays show besides. Times are exact, on the file's own clock ([DIFF-11.1]); `id` is a
/// string, as viewers join it with the name. In hta mode the events are HTA's, key by key.
[[nodiscard]] ExportDescriptor counterExport();

/// The trace with the first patterns of kernel-sequences overlaid (SPEC.md 9.2): `args.Patterns` on every event of
/// an occurrence; where wanted, other events compressed, with the dictionary of their names on the span of the profiler
/// (made where there is none, [DIFF-9.5]); where wanted, a lane for each pattern that shows without a search.
[[nodiscard]] ExportDescriptor sequenceExport();

/// The trace with its critical path as HTA overlays it (SPEC.md 14.4): `critical` in the args of the events on it, and
/// an arrow (a pair of flow events) for each edge that is shown. In exact mode the path is our own, and the `type` of
/// an arrow is the kind of the link it leads to (causes.md section 3).
[[nodiscard]] ExportDescriptor criticalPathExport();

} // namespace kinetoscope
