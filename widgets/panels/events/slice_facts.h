// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/run_waits.h"
#include "core/model/event_kind.h"
#include "core/query/same_name.h"
#include "core/query/slice_details.h"
#include "widgets/models/text_tree_model.h"

#include <QString>

#include <cstdint>
#include <string_view>
#include <vector>

namespace kinetoscope {

class JsonTree;
class SliceNames;
class Trace;
class TraceSet;

/// Everything known about a slice without reading its file again: times, place, launch and work, stacks, forward op.
/// Two columns, field and value; entries that name a slice lead to it. `slice` must be valid.
[[nodiscard]] TextTree sliceFacts(const TraceSet& traces, const SliceNames& names, SliceRef slice);

/// Whether sliceFacts() has an entry for this argument of the slice, with the same value: it need not be read twice.
[[nodiscard]] bool isSaidAbove(const Trace& trace, SliceId slice, std::string_view key, std::string_view value);

/// Says in their tool tips which entries of sliceFacts() stand in the event: those with an argument of the same value.
/// A device and a stream may also come from the process and the thread of an event that names neither.
/// @param args  the node of `tree`, the event as written, that holds the arguments.
void addArgumentOrigins(
    TextTree& facts, const TraceSet& traces, SliceRef slice, const JsonTree& tree, std::uint32_t args);

/// The section about the work below a host slice; nothing is added for none.
void addWorkBelow(
    TextTree& facts, const TraceSet& traces, const SliceNames& names, SliceRef slice, const WorkBelow& work);

/// Where a slice stands among those of its name by length, with ways to the next longer and the next shorter one, below
/// its times. Nothing is added for the only one of its name, or one that takes no time.
void addLengthPlace(TextTree& facts, const TraceSet& traces, SliceRef slice, const LengthPlace& place);

/// The section about the collective that a slice is a run of: who waits in it for whom, and its runs on all ranks.
/// Nothing is added for a slice that is none of `waits` (by rank and slice).
void addRunWaits(TextTree& facts, const TraceSet& traces, SliceRef slice, const std::vector<RunWait>& waits);

/// "field<TAB>value" lines, sections indented: for the clipboard.
[[nodiscard]] QString factsText(const TextTree& facts);

/// "kernel", "CPU op", "runtime call": what a slice is, in words.
[[nodiscard]] QString kindText(EventKind kind);

} // namespace kinetoscope
