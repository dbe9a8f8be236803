// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/stages.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <numeric>

namespace kinetoscope::builder {

namespace {

/// Strips of siblings by when they are free again: finds the first one that is free at a given time in O(log strips).
class StripEnds {
public:
    /// Index of the first strip free at `start`, a new one if none is; occupied until `end` from now on.
    std::size_t occupy(Timestamp start, Timestamp end)
    {
        if (m_count == 0 || m_ends[1] > start)
            append();
        std::size_t node = 1;
        while (node < m_leaves)
            node = m_ends[2 * node] <= start ? 2 * node : 2 * node + 1;
        const std::size_t strip = node - m_leaves;
        m_ends[node] = end;
        for (node /= 2; node >= 1; node /= 2)
            m_ends[node] = std::min(m_ends[2 * node], m_ends[2 * node + 1]);
        return strip;
    }
    void clear()
    {
        m_count = 0;
        m_leaves = 1;
        m_ends.assign(2, kMaxTimestamp);
    }

private:
    /// A tree of minima over the ends; leaves that are no strip yet are never free.
    void append()
    {
        if (m_count == m_leaves || m_ends.empty()) {
            std::vector<Timestamp> wider(m_ends.empty() ? 2 : 4 * m_leaves, kMaxTimestamp);
            if (!m_ends.empty()) {
                std::copy(m_ends.begin() + static_cast<std::ptrdiff_t>(m_leaves), m_ends.end(),
                    wider.begin() + static_cast<std::ptrdiff_t>(2 * m_leaves));
                m_leaves *= 2;
            }
            m_ends.swap(wider);
            for (std::size_t node = m_leaves; node-- > 1;)
                m_ends[node] = std::min(m_ends[2 * node], m_ends[2 * node + 1]);
        }
        std::size_t node = m_leaves + m_count++;
        m_ends[node] = kMinTimestamp;
        for (node /= 2; node >= 1; node /= 2)
            m_ends[node] = kMinTimestamp;
    }

    std::vector<Timestamp> m_ends; ///< heap order: m_ends[1] is the root
    std::size_t m_leaves = 1;
    std::size_t m_count = 0;
};

/// Lanes of one track whose siblings overlap.
class StripLayout {
public:
    StripLayout(const TraceData& data, const Track& track, Nanoseconds tolerance)
        : m_slices(data.slices)
        , m_first(track.firstSlice)
        , m_count(track.sliceCount)
        , m_tolerance(tolerance)
        , m_end(track.sliceCount)
        , m_strip(track.sliceCount)
        , m_height(track.sliceCount, 1)
    {
    }

    std::vector<std::uint16_t> run()
    {
        findTreeEnds();
        groupByParent();
        assignStrips();
        measureHeights();
        return placeLanes();
    }

private:
    /// Offset of the parent inside the track; m_count for the top level.
    [[nodiscard]] std::uint32_t parentOf(std::uint32_t i) const
    {
        const SliceId parent = m_slices.parent[m_first + i];
        return parent.isValid() ? parent.value - m_first : m_count;
    }

    void findTreeEnds()
    {
        for (std::uint32_t i = 0; i < m_count; ++i) {
            const Timestamp end = m_slices.end(SliceId { m_first + i });
            const std::uint32_t parent = parentOf(i);
            m_end[i] = parent == m_count ? end : std::min(end, m_end[parent]);
        }
    }

    /// Children of each parent, contiguous and in row order.
    void groupByParent()
    {
        m_firstChild.assign(m_count + 2, 0);
        for (std::uint32_t i = 0; i < m_count; ++i)
            ++m_firstChild[parentOf(i) + 1];
        std::partial_sum(m_firstChild.begin(), m_firstChild.end(), m_firstChild.begin());
        m_children.resize(m_count);
        std::vector<std::uint32_t> next(m_firstChild.begin(), m_firstChild.end() - 1);
        for (std::uint32_t i = 0; i < m_count; ++i)
            m_children[next[parentOf(i)]++] = i;
    }

    void assignStrips()
    {
        StripEnds ends;
        for (std::uint32_t parent = 0; parent <= m_count; ++parent) {
            if (m_firstChild[parent] == m_firstChild[parent + 1])
                continue;
            ends.clear();
            for (std::uint32_t c = m_firstChild[parent]; c < m_firstChild[parent + 1]; ++c) {
                const std::uint32_t child = m_children[c];
                const Timestamp start = m_slices.start[m_first + child];
                m_strip[child] =
                    static_cast<std::uint32_t>(ends.occupy(saturatingAdd(start, m_tolerance), m_end[child]));
            }
        }
    }

    /// Top lane of each strip of `parent`, relative to its first one, and after the last strip the height of all of
    /// them.
    void stripTops(std::uint32_t parent, std::vector<std::uint32_t>& tops) const
    {
        tops.assign(1, 0);
        for (std::uint32_t c = m_firstChild[parent]; c < m_firstChild[parent + 1]; ++c) {
            const std::uint32_t child = m_children[c];
            if (m_strip[child] + 1 >= tops.size())
                tops.resize(m_strip[child] + 2, 0);
            std::uint32_t& height = tops[m_strip[child] + 1];
            height = std::max(height, m_height[child]);
        }
        for (std::size_t strip = 1; strip < tops.size(); ++strip)
            tops[strip] = std::min(kMaxLanes, tops[strip] + tops[strip - 1]);
    }

    /// Bottom up: children come after their parent in row order.
    void measureHeights()
    {
        std::vector<std::uint32_t> tops;
        for (std::uint32_t i = m_count; i-- > 0;) {
            if (m_firstChild[i] == m_firstChild[i + 1])
                continue;
            stripTops(i, tops);
            m_height[i] = std::min(kMaxLanes, 1 + tops.back());
        }
    }

    std::vector<std::uint16_t> placeLanes() const
    {
        std::vector<std::uint16_t> lanes(m_count, 0);
        std::vector<std::uint32_t> tops;
        const auto place = [&](std::uint32_t parent, std::uint32_t top) {
            stripTops(parent, tops);
            for (std::uint32_t c = m_firstChild[parent]; c < m_firstChild[parent + 1]; ++c) {
                const std::uint32_t child = m_children[c];
                lanes[child] = static_cast<std::uint16_t>(std::min(top + tops[m_strip[child]], kMaxLanes - 1));
            }
        };
        place(m_count, 0);
        for (std::uint32_t i = 0; i < m_count; ++i) {
            if (m_firstChild[i] != m_firstChild[i + 1])
                place(i, lanes[i] + 1u);
        }
        return lanes;
    }

    const SliceTable& m_slices;
    std::uint32_t m_first;
    std::uint32_t m_count;
    Nanoseconds m_tolerance;
    std::vector<Timestamp> m_end;        ///< in the tree
    std::vector<std::uint32_t> m_strip;  ///< among the siblings
    std::vector<std::uint32_t> m_height; ///< lanes of the subtree, itself included
    std::vector<std::uint32_t> m_firstChild;
    std::vector<std::uint32_t> m_children;
};

/// Lane of row `firstSlice + i`.
std::uint32_t laneOfRow(
    const TraceData& data, const Track& track, const std::vector<std::uint16_t>& extra, std::uint32_t i)
{
    const std::uint32_t lane = extra.empty() ? data.slices.depth[track.firstSlice + i] : extra[i];
    return std::min(lane, kMaxLanes - 1);
}

/// Lanes of one track: rows by lane, and where each lane begins among them. Empty rows: one lane with everything.
struct TrackLanes {
    std::vector<std::uint16_t> extra;
    std::vector<std::uint32_t> starts; ///< laneCount entries
    std::vector<std::uint32_t> rows;
};

TrackLanes lanesOf(const TraceData& data, const Track& track, bool needsLanes, Nanoseconds tolerance)
{
    TrackLanes result;
    if (needsLanes)
        result.extra = StripLayout(data, track, tolerance).run();
    std::uint32_t lanes = 1;
    for (std::uint32_t i = 0; i < track.sliceCount; ++i)
        lanes = std::max(lanes, laneOfRow(data, track, result.extra, i) + 1);
    result.starts.assign(lanes, 0);
    if (lanes == 1) {
        result.extra.clear();
        return result;
    }
    std::vector<std::uint32_t> next(lanes + 1, 0);
    for (std::uint32_t i = 0; i < track.sliceCount; ++i)
        ++next[laneOfRow(data, track, result.extra, i) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::copy(next.begin(), next.end() - 1, result.starts.begin());
    result.rows.resize(track.sliceCount);
    for (std::uint32_t i = 0; i < track.sliceCount; ++i)
        result.rows[next[laneOfRow(data, track, result.extra, i)]++] = track.firstSlice + i;
    return result;
}

} // namespace

void layOutLanes(BuildState& state, const std::vector<char>& needsLanes)
{
    TraceData& data = state.data;
    std::vector<TrackLanes> lanes(data.tracks.size());
    parallelFor(data.tracks.size(), state.threads, [&](std::size_t i) {
        const bool rounds =
            data.tracks[i].kind == TrackKind::HostThread || data.tracks[i].kind == TrackKind::DeviceAnnotation;
        if (!state.progress.shouldStop())
            lanes[i] = lanesOf(data, data.tracks[i], needsLanes[i] != 0, rounds ? state.tolerance() : 0);
    });
    std::size_t rows = 0;
    std::size_t extraRows = 0;
    for (const TrackLanes& track : lanes) {
        rows += track.rows.size();
        extraRows += track.extra.size();
    }
    data.laneRows.reserve(rows);
    data.extraLane.reserve(extraRows);
    for (std::size_t i = 0; i < data.tracks.size(); ++i) {
        TrackLanes& track = lanes[i];
        data.tracks[i].laneCount = static_cast<std::uint16_t>(std::max<std::size_t>(track.starts.size(), 1));
        data.laneOffsets.push_back(static_cast<std::uint32_t>(data.laneStarts.size()));
        for (const std::uint32_t start : track.starts)
            data.laneStarts.push_back(static_cast<std::uint32_t>(data.laneRows.size()) + start);
        data.laneRows.insert(data.laneRows.end(), track.rows.begin(), track.rows.end());
        data.extraLaneFirst.push_back(track.extra.empty() ? 0 : static_cast<std::uint32_t>(data.extraLane.size()) + 1);
        data.extraLane.insert(data.extraLane.end(), track.extra.begin(), track.extra.end());
        track = {};
    }
    data.laneOffsets.push_back(static_cast<std::uint32_t>(data.laneStarts.size()));
    data.laneStarts.push_back(static_cast<std::uint32_t>(data.laneRows.size()));
}

} // namespace kinetoscope::builder
