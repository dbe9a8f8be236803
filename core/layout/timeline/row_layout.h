// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/timeline_metrics.h"
#include "core/layout/timeline/timeline_tree.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

enum class RowKind : std::uint8_t {
    Rank,   ///< title line of a rank; collapsed: one strip for all of its GPU work
    Group,  ///< title line of a process or device; collapsed: one strip for its tracks
    Steps,  ///< the rank's steps
    Track,  ///< open: lanes or a counter; collapsed: one strip
    Series, ///< a counter that an overlay adds
};

/// Names a row in a way that survives layouts: what the user collapsed stays collapsed.
struct RowKey {
    RowKind kind = RowKind::Rank;
    std::uint32_t rank = 0;  ///< position in TraceSet::ranks()
    std::uint32_t index = 0; ///< Group: position in TreeRank::groups; Track: TrackId; Series: its number; else 0
    auto operator<=>(const RowKey&) const = default;
};

/// One row of the timeline. y grows downwards from 0 at the top of everything, logical pixels.
struct TimelineRow {
    RowKey key;
    std::uint32_t group = 0;        ///< position in TreeRank::groups (Group and Track rows)
    std::uint32_t trackInGroup = 0; ///< position in TreeGroup::tracks (Track rows)
    bool expanded = true;
    bool canFold = true;      ///< a person may fold or unfold it
    bool isPinned = false;    ///< above everything else, away from its process or device
    bool foldsPython = false; ///< shows the track's folded lanes, those without Python frames
    std::int64_t y = 0;
    std::int32_t height = 0;     ///< without the gap below
    std::int32_t laneHeight = 0; ///< of an ordinary lane, without its gap; 0 where the row has no lanes
    std::uint16_t laneCount = 0; ///< lanes on show
    std::uint16_t firstLane = 0; ///< number of the first one in the track (see laneRowsOf)

    [[nodiscard]] TrackId track() const { return key.kind == RowKind::Track ? TrackId { key.index } : TrackId {}; }
};

/// What the user changed about the opening view. Keys and numbers that the job does not have are passed over, so that
/// choices may come from a file.
struct RowChoices {
    std::map<RowKey, bool> expanded;     ///< rows that differ from the opening view
    std::map<RowKey, bool> pythonFolded; ///< threads whose Python frames the user unfolded (false) or folded (true)
    std::set<RowKey> hidden;             ///< Rank, Group, Steps and Track rows that are not on show, with all inside
    std::vector<RowKey> pinned;          ///< Track rows that stand above everything else, in this order
    /// What was moved by hand. Of a Group: TrackIds in display order; of a Rank: positions in TreeRank::groups. What a
    /// list does not name follows in its own order.
    std::map<RowKey, std::vector<std::uint32_t>> order;
    /// Only tracks with this text in their title or their name in the file, their process's or device's or their rank's
    /// are on show; "": all. ASCII letters in any case. Where it is in the title of a track, what is around the track
    /// is open.
    std::string filter;

    bool operator==(const RowChoices&) const = default;
};

/// Title of a track in English, UTF-8: tracks of one thread or stream have one name, but not one title.
[[nodiscard]] std::string filterTitle(const Track& track);

/// Title of a track as a screen shows it, UTF-8. `rank` is the position in TraceSet::ranks().
using TrackTitle = std::function<std::string(std::uint32_t rank, TrackId track)>;

/// Positions of all rows for one tree and one set of choices. A value; recomputed when a choice changes, never while
/// scrolling or zooming. Cost O(rows + lanes).
class RowLayout {
public:
    RowLayout() = default;
    /// @param titleOf  what people see and filter for, as the names in the file; empty: filterTitle(). Not kept.
    RowLayout(const TimelineTree& tree, const TraceSet& traces, const RowChoices& choices,
        const TimelineMetrics& metrics, const TrackTitle& titleOf = {});

    [[nodiscard]] const std::vector<TimelineRow>& rows() const { return m_rows; }
    [[nodiscard]] std::int64_t height() const { return m_height; }
    /// Where the pinned rows end, with their gap; 0 without any. They are the first rows.
    [[nodiscard]] std::int64_t pinnedHeight() const { return m_pinnedHeight; }
    /// Tracks that are neither hidden nor filtered out, whether folded away or not; and all there are.
    [[nodiscard]] std::size_t keptTracks() const { return m_keptTracks; }
    [[nodiscard]] std::size_t allTracks() const { return m_allTracks; }
    /// Whether a track is one of the kept ones. `rank` is the position in TraceSet::ranks(). O(log tracks left out).
    [[nodiscard]] bool keeps(std::uint32_t rank, TrackId track) const { return m_leftOut.count({ rank, track }) == 0; }
    /// Position in rows() of the row at y, or of the nearest above when y is in a gap; -1 above the first. O(log rows).
    [[nodiscard]] std::ptrdiff_t rowAt(std::int64_t y) const;
    /// Position in rows(), -1 where the row is hidden inside a collapsed one.
    [[nodiscard]] std::ptrdiff_t find(const RowKey& key) const;

    /// Top of a row's lane, counted from 0, from the top of everything.
    [[nodiscard]] static std::int64_t laneTop(const TimelineRow& row, int lane);
    /// Lane at y; -1 outside and where the row has no lanes.
    [[nodiscard]] static int laneAt(const TimelineRow& row, std::int64_t y);
    /// Lane of the row that shows a slice of its track; -1 where none does: a strip, or a folded Python frame.
    [[nodiscard]] static int laneOf(const TimelineRow& row, const Trace& trace, SliceId slice);

private:
    struct Input;
    void addPinned(const Input& input);
    void addRank(const Input& input, std::uint32_t rank);
    void addGroup(const Input& input, std::uint32_t rank, std::uint32_t group, bool rankMatches);
    void addTrack(const Input& input, TimelineRow row);
    void addSeries(const std::vector<std::uint32_t>& series, std::uint32_t rank, const TimelineMetrics& metrics,
        bool isPinned = false);
    void append(TimelineRow row, std::int32_t height, std::int32_t gapBelow);

    std::vector<TimelineRow> m_rows;
    std::map<RowKey, std::size_t> m_byKey;
    std::int64_t m_height = 0;
    std::int64_t m_pinnedHeight = 0;
    std::set<std::pair<std::uint32_t, TrackId>> m_leftOut; ///< hidden or filtered out: mostly none
    std::size_t m_keptTracks = 0;
    std::size_t m_allTracks = 0;
};

} // namespace kinetoscope
