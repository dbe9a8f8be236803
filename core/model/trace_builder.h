// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/string_pool.h"
#include "core/model/event_batch.h"
#include "core/model/trace.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace kinetoscope {

/// Everything the reading stage hands to the building stage.
struct ParsedEvents {
    std::vector<EventBatch> batches; ///< file order; batch k begins where k - 1 ended
    std::vector<EventPlace> places;  ///< by EventBatch::place
    StringPool strings;
    std::vector<StringId> categories; ///< by CategoryId; entry 0 is ""
    TraceMetadata metadata;
    ImportReport report; ///< `events` and `dropped` are set; drawable and the other counts are the builder's
    std::string path;
    /// Byte of an event in the inflated text, for the report; empty: the batches' own textOffset tells.
    std::function<std::uint64_t(EventIndex)> textOffsetOf;
    bool integerMicroseconds = false; ///< no ts token had a fraction: tolerance of the call tree is 0
    bool keepsFreedMemory = false;    ///< what is freed meanwhile is not handed back to the system
};

/// The only mutable view of a trace: pairs B/E, sorts each track, nests, links, finds steps, lanes and flows, builds
/// the timeline index, freezes. Frees the batches as it goes, column by column, so that the peak stays near one copy of
/// the data.
///
/// @param threads  how many threads may work over tracks; >= 1.
/// What becomes of a phase: X and paired B/E are slices; i, I, R, P instants on a track of their own; b/e/n and S/F/T/p
/// async slices; C samples; s/t/f arrows; everything else, and what lacks a usable time or its partner, is in
/// ImportReport::counted. Problems of single events as read (bad JSON, bad text) are the reader's; this stage notes
/// MissingTimestamp, MissingDuration, BadNumber and TimeOverflow (of ts and dur), NegativeDuration,
/// ImplausibleDuration, ImplausibleTime, UnmatchedBegin, UnmatchedEnd, CrossedPair, UnpairedFlow, OverlappingSlices,
/// UnknownPhase and CounterWithoutValue.
///
/// Errors: Cancelled, OutOfMemory. Never fails because of what the events say.
/// Cost about 60 ns an event on one core. The caller sets argsSource afterwards through the returned data.
[[nodiscard]] Result<TraceData> buildTrace(ParsedEvents parsed, int threads, const Progress& progress);

} // namespace kinetoscope
