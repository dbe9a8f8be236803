// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/overlay/overlay.h"

namespace kinetoscope {

// What the table of overlays.cpp names; frequentSequenceOverlay stands with the chosen chains (sequence_overlay.h).
using MakeOverlay = Result<Overlay>(const AnalysisInput&, const Parameters&, const AnalysisContext&);

/// The gaps of every stream with their IdleCause, as the idle-time analysis finds them. O(work).
MakeOverlay idleGapOverlay;

/// The gaps of every device, on each of its streams: what of them the host owns and what the device, and whose each
/// part is, as the idle-causes analysis finds it. O(work log streams + host slices).
MakeOverlay idleCauseOverlay;

/// The critical path of every rank of the scope, as the analysis of that name walks it: its links on their threads and
/// streams, and where it goes from one to another. O(n log n).
MakeOverlay criticalPathOverlay;

/// What ranks wait for each other inside of collectives, as wait-causes has it: the stretch of each run in which it
/// waits, and the runs that came last; of ranks of which there is a summary only too. O(runs log + GPU work).
MakeOverlay waitOverlay;

/// What Kineto writes with each kernel as "est. achieved occupancy %", one series a stream; nothing between kernels.
/// Reads the trace's file once. Errors: Unreadable if it is gone or has changed.
MakeOverlay occupancyOverlay;

/// The series of queue-length, one below each stream.
MakeOverlay queueLengthOverlay;
/// How many GPU activities run at once, one series a device. O(n log n).
MakeOverlay activeKernelOverlay;
/// The series of memory-bandwidth, one for each device and kind of copy.
MakeOverlay copyBandwidthOverlay;
/// The series of memory-timeline: allocated and reserved bytes of each device. Reads the trace's file.
MakeOverlay memoryOverlay;

} // namespace kinetoscope
