// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_set.h"
#include "core/overlay/overlay.h"
#include "core/words/wording.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kinetoscope {

/// One track's place on the timeline and how it looks at first.
struct TreeTrack {
    TrackId track;
    bool expandedAtFirst = true;          ///< false: starts as a density strip
    bool foldedForStreams = false;        ///< a strip although it launches: streams below would be out of view
    int foldedLanes = 0;                  ///< lanes without Python frames; 0 where there is nothing to fold
    std::vector<std::uint32_t> series {}; ///< overlay series drawn below it
};

/// A process or a device of one rank.
struct TreeGroup {
    bool isDevice = false;
    std::int64_t device = -1;             ///< devices: the number
    std::string title {};                 ///< "python (pid 1234)", "GPU 0", UTF-8 as in the file
    std::vector<TreeTrack> tracks {};     ///< in display order
    std::vector<std::uint32_t> series {}; ///< overlay series about the whole device, drawn above its tracks
    bool expandedAtFirst = true;
};

struct TreeRank {
    std::string title;      ///< "rank 0 (summary)": what is there of it too
    std::string shortTitle; ///< "rank 0"
    bool hasSteps = false;
    std::vector<std::uint32_t> series; ///< overlay series about the whole rank
    std::vector<TreeGroup> groups;     ///< processes that work, devices, the rest
    bool expandedAtFirst = true;
};

/// What the timeline shows, from the outside in: rank, process or device, track; and the opening view: what a person
/// wants to see first is open (streams with work, the threads that launch it as far as they leave room for the streams,
/// those of the first rank only), the rest is one strip each. Groups without any event are left out.
struct TimelineTree {
    std::vector<TreeRank> ranks; ///< by position in TraceSet::ranks()
};

/// From so many ranks on, each device starts as one strip.
inline constexpr std::size_t kManyRanks = 16;

/// Cost O(tracks + lanes + slices of threads that launch nothing). Reads names, kinds and launches; the result holds no
/// reference to `traces`. `wording` makes the titles.
[[nodiscard]] TimelineTree buildTimelineTree(const TraceSet& traces, Wording wording = english);

/// Puts each series below the stream, into the device or into the rank it is about, by its position in `series`; what
/// was there before goes. A series about a stream or device that the tree does not show goes to its rank.
void placeSeries(TimelineTree& tree, std::span<const OverlaySeries* const> series);

} // namespace kinetoscope
