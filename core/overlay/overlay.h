// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/analysis/ranks/run_waits.h"
#include "core/analysis/types/analysis.h"
#include "core/analysis/types/table.h"
#include "core/base/ids.h"
#include "core/model/track.h"
#include "core/overlay/range_index.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

/// A value over time that an analysis found, drawn as a counter of its own below what it is about.
struct OverlaySeries {
    Message name; ///< "queue length"
    Unit unit = Unit::None;
    std::uint32_t rank = 0;                 ///< position in TraceSet::ranks()
    TrackId track;                          ///< the stream it is about; invalid: the device or the rank
    std::int64_t device = Track::kNoDevice; ///< kNoDevice: the rank
    std::vector<Timestamp> time;            ///< job time, ascending; a value holds until the next
    std::vector<double> value;              ///< not a number: nothing is known until the next
    bool hasUnknown = false;                ///< some of the work that it is about says no value
};

/// What OverlayRanges are, and what the tags of their entries mean.
enum class OverlayStyle : std::uint8_t {
    IdleCauses, ///< tag: IdleCause
    IdleLedger, ///< of device gaps; tag: of a StretchCause
    Patterns,   ///< tag: the slice that begins the occurrence on its track
    Waits,      ///< inside of collectives; tag: of Overlay::waits
    Path,       ///< tag: of OverlayPath::links; what is not on the path is dimmed
};

/// What has most of an idle stretch, as a tag.
struct StretchCause {
    Cause cause = Cause::Unrecorded;
    bool isMore = false; ///< than half of it

    [[nodiscard]] std::uint32_t tag() const { return static_cast<std::uint32_t>(cause) | (isMore ? 0x100U : 0U); }
    [[nodiscard]] static StretchCause of(std::uint32_t tag)
    {
        return { static_cast<Cause>(tag & 0xffU), (tag & 0x100U) != 0 };
    }
};

/// Stretches of one track, job time; of OverlayStyle::Waits also of the line of a rank of which there is a summary
/// only, whose track is invalid.
struct OverlayRanges {
    std::uint32_t rank = 0; ///< position in TraceSet::ranks()
    TrackId track;
    std::uint8_t pattern = 0; ///< OverlayStyle::Patterns: position in Overlay::patterns
    RangeIndex ranges;
    /// OverlayStyle::IdleLedger: what the stretches are made of; together they cover them. Tag: Cause.
    /// OverlayStyle::Waits, of a summary: the runs that came last. Tag: of Overlay::waits.
    RangeIndex parts {};
};

/// A stretch of a path and what it was spent in.
struct OverlayLink {
    TimeRange range; ///< job time
    Cause cause = Cause::Unrecorded;
    SliceId owner;            ///< invalid where nothing was recorded
    TrackId track;            ///< of the owner, else the thread that was waited for; may be invalid
    bool isFollowing = false; ///< the link before it in the list is the one that it waited for
};

/// The path of a rank, or of each chosen step of it.
struct OverlayPath {
    std::uint32_t rank = 0;         ///< position in TraceSet::ranks()
    std::vector<OverlayLink> links; ///< path after path, each in time order
};

/// Where the path of a rank goes from one track to another.
struct OverlayHops {
    std::uint32_t rank = 0; ///< position in TraceSet::ranks()
    RangeIndex
        hops; ///< job time: begins at the hop, as long as the longer of the links that meet there; tag: of `tracks`
    std::vector<std::pair<TrackId, TrackId>> tracks; ///< from the earlier link to the later
};

/// A kernel sequence that is marked on the timeline.
struct OverlayPattern {
    std::string pattern;            ///< as the analysis writes it
    std::uint64_t count = 0;        ///< occurrences that are marked
    std::vector<std::string> steps; ///< names of the op and the kernels; the pattern itself where it is nowhere
};

/// What an analysis adds to the timeline. Immutable; any thread.
struct Overlay {
    std::vector<OverlaySeries> series {};
    OverlayStyle style = OverlayStyle::IdleCauses;
    std::vector<OverlayRanges> ranges {};    ///< at most one of each rank, track and pattern
    std::vector<OverlayHops> hops {};        ///< OverlayStyle::Path: one of each rank
    std::vector<OverlayPath> paths {};       ///< OverlayStyle::Path: one of each rank
    std::vector<RunWait> waits {};           ///< OverlayStyle::Waits: of all runs, by rank and slice
    std::vector<Nanoseconds> idleTimes {};   ///< OverlayStyle::IdleLedger: of all devices, by Cause
    std::vector<OverlayPattern> patterns {}; ///< the letters A, B, ... in this order
    std::vector<Remark> remarks;             ///< of the analysis, and why nothing is to be seen

    [[nodiscard]] bool isEmpty() const { return series.empty() && ranges.empty(); }
};

} // namespace kinetoscope
