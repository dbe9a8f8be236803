// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <string_view>

namespace kinetoscope {

/// Whether a host call of this name copies or fills memory: such a call may wait long before its copy starts, so its
/// end says nothing about the moment at which the copy was handed over. Source: causes.md 1.3, pattern Y.
[[nodiscard]] bool isCopyCall(std::string_view name);

/// Whether a call put work on a stream: LaunchTable::of(call) is not empty, as the call itself tells. O(1) but for
/// calls that synchronisations were joined to, too.
[[nodiscard]] bool launchesWork(const Trace& trace, SliceId call);

/// Until when the host was occupied with handing `work` over to its queue, as far as the recording can tell; ns on the
/// trace's clock. A launch counts until it returns, but not beyond the start of its first piece of work (later pieces
/// of a graph launch were in the queue when the first one started); a copy until its call returns if the copy starts
/// only then, else from its start. Source: causes.md 1.4.
/// @param work  must have a launch (SliceTable::partner). O(1).
[[nodiscard]] Timestamp handedOver(const Trace& trace, SliceId work);
/// @param isCopy  what isCopyCall says of the launch's name: for callers that ask once a name, not once a launch.
[[nodiscard]] Timestamp handedOver(const Trace& trace, SliceId work, bool isCopy);

/// Until when a gap that ends with the start of `work` waits for the host; ns on the trace's clock, inside `gap`.
/// From there on the work was in its queue. A copy call that still runs when the gap ends is the host's the whole time,
/// since its thread stages the copy, unless the gap is shorter than `threshold` and the copy was handed over before.
/// Source: causes.md section 2, explain.
/// @param work  must have a launch; starts at gap.end. O(1).
[[nodiscard]] Timestamp hostLateUntil(const Trace& trace, SliceId work, const TimeRange& gap, Nanoseconds threshold);

} // namespace kinetoscope
