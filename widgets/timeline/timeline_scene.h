// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/analysis/types/scope.h"
#include "core/layout/timeline/rank_strip.h"
#include "core/layout/timeline/row_busy.h"
#include "core/layout/timeline/row_panes.h"
#include "core/layout/timeline/time_scale.h"
#include "core/layout/timeline/timeline_metrics.h"
#include "core/layout/timeline/timeline_tree.h"
#include "core/overlay/overlay.h"
#include "core/overlay/step_windows.h"
#include "widgets/support/palette.h"
#include "widgets/support/slice_names.h"
#include "widgets/timeline/label_cache.h"
#include "widgets/timeline/slice_colours.h"

#include <QRect>
#include <QSize>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace kinetoscope {

/// The rectangles of a timeline of some size, logical pixels.
struct TimelineGeometry {
    QRect overviewHeader;
    QRect overview;
    QRect rulerHeader;
    QRect ruler;
    QRect headers; ///< column of row titles
    QRect lanes;

    [[nodiscard]] static TimelineGeometry of(QSize size, const TimelineMetrics& metrics);
};

/// What part of the timeline is looked at, and how big.
struct TimelineViewport {
    QSize size {};         ///< of the whole timeline, logical pixels
    double pixelRatio = 1; ///< device pixels per logical pixel
    TimeRange visible;     ///< job time
    RowScroll scroll;      ///< logical pixels; brought inside its limits
    bool operator==(const TimelineViewport&) const = default;
};

/// Everything a timeline shows apart from where it is shown: rows, sizes, colours, texts. The view on screen and the
/// picture in a file paint from the same kind of object. GUI thread only (texts are laid out with fonts).
class TimelineScene {
public:
    TimelineScene();

    void setTraceSet(std::shared_ptr<const TraceSet> traces, const SliceNames& names);
    void setDensity(Density density);
    void setTheme(Theme theme);
    /// Of the open job: another one has no counters until they are set.
    void setColouring(Colouring colouring);
    /// What analyses add to the rows; of the open job. Replaces what was there.
    void setOverlays(std::vector<std::shared_ptr<const Overlay>> overlays);
    /// What is looked at: the rest lies below a veil. Of the open job: another one is looked at whole.
    /// @param stepWindows  of the steps of the scope; null: none, or not known (yet)
    void setScope(Scope scope, std::shared_ptr<const std::vector<RankWindows>> stepWindows);
    [[nodiscard]] const Scope& scope() const { return m_scope; }
    [[nodiscard]] const std::shared_ptr<const std::vector<RankWindows>>& stepWindows() const { return m_stepWindows; }
    /// What of a rank's time is in the scope, disjoint and by start; nothing where all of it is. O(ranks).
    [[nodiscard]] std::optional<std::span<const TimeRange>> inScope(std::uint32_t rank) const;
    /// Patterns that are not marked: bit n stands for the letter n. Kept when overlays or jobs change.
    void setHiddenPatterns(std::uint32_t letters) { m_hiddenPatterns = letters; }
    [[nodiscard]] std::uint32_t hiddenPatterns() const { return m_hiddenPatterns; }
    [[nodiscard]] bool showsPattern(std::uint8_t letter) const { return ((m_hiddenPatterns >> letter) & 1u) == 0; }

    [[nodiscard]] const std::shared_ptr<const TraceSet>& traces() const { return m_traces; }
    [[nodiscard]] const SliceNames& names() const { return m_names; }
    [[nodiscard]] const TimelineTree& tree() const { return m_tree; }
    [[nodiscard]] const RowLayout& rows() const { return m_rows; }
    [[nodiscard]] const RowChoices& choices() const { return m_choices; }
    [[nodiscard]] const TimelineMetrics& metrics() const { return m_metrics; }
    [[nodiscard]] Density density() const { return m_density; }
    [[nodiscard]] const Palette& palette() const { return *m_palette; }
    [[nodiscard]] const Colouring& colouring() const { return m_colouring; }
    [[nodiscard]] ColourMode colourMode() const { return m_colouring.mode; }
    /// Colours of slices where the mode is not Kind.
    [[nodiscard]] const SliceColours& colours() const { return m_colours; }
    [[nodiscard]] LabelCache& labels() const { return m_labels; }
    [[nodiscard]] TimelineGeometry geometry(QSize size) const { return TimelineGeometry::of(size, m_metrics); }
    /// Where the rows are; their area is as high as the lanes.
    [[nodiscard]] RowPanes panes(const TimelineViewport& viewport) const;

    void setChoices(const RowChoices& choices);
    void setExpanded(const RowKey& row, bool expanded);
    /// Whether threads that a rank with device work opens with are open at first. A screen that they would leave no
    /// room for a stream on has them folded. What somebody chose for a row counts more. True if something changed.
    bool openThreadsAtFirst(bool open);
    void setPythonFolded(const RowKey& row, bool folded);
    /// Opens everything around a slice, so that its row exists and is expanded; what hides it, or filters it out, goes.
    /// True if something changed.
    bool uncover(SliceRef slice);
    /// The same for a track. `rank` is the position in TraceSet::ranks().
    bool uncover(std::uint32_t rank, TrackId track);

    /// Stretches to draw on one track; empty mostly.
    struct TrackRanges {
        OverlayStyle style = OverlayStyle::IdleCauses;
        const OverlayRanges* ranges = nullptr;
        const Overlay* overlay = nullptr; ///< whose they are
    };
    [[nodiscard]] std::span<const TrackRanges> rangesOf(std::uint32_t rank, TrackId track) const;
    /// Whether an overlay marks a path through the tracks of a rank.
    [[nodiscard]] bool showsPath(std::uint32_t rank) const;
    /// An idle gap that is drawn.
    struct Gap {
        TrackId track;                        ///< that it is a gap of; of a device that is folded, one of its streams
        TimeRange range;                      ///< job time; of IdleCauses a part, else the whole gap
        TimeRange part;                       ///< what of it has the cause
        std::variant<IdleCause, Cause> cause; ///< as the overlay's analysis has it
    };
    /// That on a row at a moment of job time; nothing without such an overlay. O(log gaps).
    [[nodiscard]] std::optional<Gap> gapAt(const TimelineRow& row, Timestamp time) const;
    /// All gaps of a track that are drawn as this one is (see Gap::range), the longest first, of equal ones the
    /// earlier; none for what is no gap, or not drawn. Job time. O(n log n) in the gaps.
    [[nodiscard]] std::vector<TimeRange> gapsLike(const IntervalRef& gap) const;
    /// The link of a path that is drawn on a row at a moment of job time; nullptr without one. O(log links).
    [[nodiscard]] const OverlayLink* linkAt(const TimelineRow& row, Timestamp time) const;
    /// What an overlay has of the waits in a run; nullptr without such an overlay, or of no run. O(log runs).
    [[nodiscard]] const RunWait* waitOf(SliceRef run) const;
    /// The same of a run of RankSummary::runs, of a rank of which there is a summary only.
    [[nodiscard]] const RunWait* waitOf(std::uint32_t rank, std::size_t summaryRun) const;
    /// The path that is drawn of a rank; nullptr without one.
    [[nodiscard]] const OverlayPath* path(std::uint32_t rank) const;
    /// The series of a Series row; nullptr for another.
    [[nodiscard]] const OverlaySeries* series(const TimelineRow& row) const;
    [[nodiscard]] const std::vector<std::shared_ptr<const Overlay>>& overlays() const { return m_overlays; }

    /// The row that shows a slice now: its track's, else the collapsed group or rank it is inside of; -1 without one.
    [[nodiscard]] std::ptrdiff_t rowOf(SliceRef slice) const;
    /// The same of a track. `rank` is the position in TraceSet::ranks().
    [[nodiscard]] std::ptrdiff_t rowOf(std::uint32_t rank, TrackId track) const;
    /// Title of a row, UTF-8 made plain.
    [[nodiscard]] QString title(const TimelineRow& row) const;
    /// Title of a track's row, whether there is one now or not. `rank` is the position in TraceSet::ranks().
    [[nodiscard]] QString trackTitle(std::uint32_t rank, TrackId track) const;
    [[nodiscard]] const TreeTrack* treeTrack(const TimelineRow& row) const;
    /// Tracks whose work a collapsed row stands for, without those that are hidden or filtered out, or the row's own
    /// track.
    [[nodiscard]] std::vector<TrackId> tracksOf(const TimelineRow& row) const;
    /// How much of a range of the rank's own clock a row of slices has any in, 0 to 1: an open row those it shows, a
    /// folded one those it stands for. Exact. O(log slices); O(slices) when the row is first asked for.
    [[nodiscard]] double busyShareOf(const TimelineRow& row, TimeRange range) const;
    /// Those of tracksOf a folded row that are streams with work; none of a row that is open.
    [[nodiscard]] std::vector<TrackId> streamsOfStrip(const TimelineRow& row) const;
    /// What overlays say of the idle time of all that a folded row stands for, and on which track: of a device any of
    /// its streams has it, and gaps of a stream are those of the row where it is the only one that works. Nothing of
    /// several devices.
    [[nodiscard]] std::optional<std::pair<TrackId, TrackRanges>> gapsOfStrip(const TimelineRow& row) const;
    /// What is drawn of a rank of which there is a summary only; nullptr for others. Valid until the next call. Made
    /// when first asked for.
    [[nodiscard]] const RankStrip* stripOf(std::uint32_t rank) const;

private:
    void layOut();
    bool unhide(const RowKey& track);

    std::shared_ptr<const TraceSet> m_traces;
    SliceNames m_names;
    TimelineTree m_tree;
    std::vector<RowKey> m_foldedForRoom; ///< threads that the tree had open before
    RowChoices m_choices;
    RowLayout m_rows;
    Density m_density = Density::Normal;
    TimelineMetrics m_metrics;
    const Palette* m_palette;
    Colouring m_colouring;
    SliceColours m_colours;
    std::vector<std::shared_ptr<const Overlay>> m_overlays;
    std::vector<const OverlaySeries*> m_series; ///< of all overlays, as rows number them
    std::map<std::pair<std::uint32_t, TrackId>, std::vector<TrackRanges>> m_ranges;
    Scope m_scope;
    std::shared_ptr<const std::vector<RankWindows>> m_stepWindows;
    std::uint32_t m_hiddenPatterns = 0;
    mutable std::map<std::uint32_t, RankStrip> m_strips; ///< a cache of some
    /// A cache of some, by rank, whether Python frames count, and tracks.
    mutable std::map<std::tuple<std::uint32_t, bool, std::vector<TrackId>>, CoveredTime> m_busy;
    mutable LabelCache m_labels; ///< a cache: painting is const
};

} // namespace kinetoscope
