// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/scope.h"
#include "core/base/nanoseconds.h"
#include "core/model/mark.h"
#include "core/session/panel_look.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// What a person had open and how it looked: enough to come back to it, or to hand it to somebody who has the same
/// traces. A value without a link to a loaded job: a trace may have changed since, so tracks and slices carry what is
/// needed to recognise them. Times are job time unless it says otherwise.

/// What was opened: a file or a folder, absolute.
struct SessionTrace {
    std::optional<std::int64_t> rank; ///< where the user gave one
    std::string path;                 ///< bytes of the system, not necessarily UTF-8
    bool operator==(const SessionTrace&) const = default;
};

/// A file that was read, as it was then.
struct SessionFile {
    std::string path;
    std::int64_t bytes = 0;
    std::int64_t modified = 0; ///< ns, on the file system's clock; for comparing only
    bool operator==(const SessionFile&) const = default;
};

struct SessionTrack {
    std::uint32_t index = 0; ///< TrackId when it was written; where the rest does not fit, another track is looked for
    std::string kind;        ///< word for the TrackKind
    std::string pid;
    std::string tid;
    std::string name;
    bool operator==(const SessionTrack&) const = default;
};

struct SessionSlice {
    std::int64_t rank = 0; ///< rank number
    std::uint32_t row = 0; ///< in the rank's slice table
    Timestamp start = 0;   ///< on the trace's clock
    std::string name;      ///< see sessionName
    bool operator==(const SessionSlice&) const = default;
};

struct SessionInterval {
    std::int64_t rank = 0;
    std::optional<SessionTrack> track; ///< none: about the whole rank
    TimeRange range;
    bool operator==(const SessionInterval&) const = default;
};

/// A row of the timeline that is not as it was at first: of a rank, its steps, a process or device, or a track.
struct SessionRow {
    std::int64_t rank = 0;
    std::optional<std::string> group;  ///< title of a process or device
    std::optional<SessionTrack> track; ///< at most one of group and track
    std::optional<bool> isExpanded;
    std::optional<bool> hidesPython;
    bool isSteps = false; ///< the rank's row of steps
    bool isHidden = false;
    std::optional<std::int64_t> pinned {}; ///< tracks: place among those at the top, from 0
    std::optional<std::int64_t> place {};  ///< where the row was moved to inside of its rank, process or device, from 0
    bool operator==(const SessionRow&) const = default;
};

/// A stored view.
struct SessionPlace {
    std::int64_t digit = 1; ///< 1 to 9
    TimeRange visible;
    std::int64_t scroll = 0; ///< px
    bool operator==(const SessionPlace&) const = default;
};

struct SessionPanel {
    std::string analysis; ///< id
    bool isShown = false; ///< the one that its dock shows, and the dock is open
    bool isInFront = false;
    std::map<std::string, std::string> parameters {}; ///< texts as parseParameter reads them
    std::string baseline;                             ///< absolute path of the other job of a comparison; "" for none
    PanelLook look {};
    bool operator==(const SessionPanel&) const = default;
};

struct Session {
    std::vector<SessionTrace> traces; ///< at least one
    std::vector<SessionFile> files;
    Scope scope;
    std::vector<SessionSlice> slices;
    std::vector<SessionInterval> intervals;
    TimeRange visible;
    std::int64_t scroll = 0; ///< px
    std::vector<SessionPlace> places;
    std::string colourBy; ///< word of the preferences, or "counter:" and a name; "" for as it is
    std::string density;
    std::vector<SessionRow> rows;
    std::string filter;                               ///< text that tracks on show have in their titles; "" for all
    std::optional<std::vector<std::string>> overlays; ///< ids of those that are on; none: as it is
    std::vector<SessionPanel> panels;
    std::string windowLayout; ///< places and sizes of the docks, as the window wrote them; ASCII, "" for none
    std::int64_t windowLayoutVersion = 0; ///< of that text; a window that has another one leaves it alone
    std::vector<Mark> marks;
    bool alignsClocks = false; ///< whether job time is that of measured clocks; absent in older files: of the files'
    bool operator==(const Session&) const = default;
};

/// Ending of the name of a session file, with its dot. Content decides what a file is; the ending is for people.
inline constexpr const char* kSessionEnding = ".kinetoscope";

} // namespace kinetoscope
