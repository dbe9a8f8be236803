// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/pyramid/folded_lanes.h"

#include "core/base/nanoseconds.h"
#include "core/model/trace.h"

#include <algorithm>

namespace kinetoscope {

namespace {

// Neighbours may overlap by the tolerance of the call tree ([DIFF-12.3]) and still share a lane.
constexpr Nanoseconds kLaneTolerance = 1000;

} // namespace

FoldedLanes::FoldedLanes(const TraceData& data)
{
    for (std::size_t track = 0; track < data.tracks.size(); ++track) {
        m_trackFirstLane.push_back(static_cast<std::uint32_t>(m_laneStarts.size()));
        const Track& t = data.tracks[track];
        if (t.kind != TrackKind::HostThread)
            continue;
        const auto begin = data.slices.kind.begin() + t.firstSlice;
        const auto end = data.slices.kind.begin() + t.endSlice();
        const auto isFrame = [](EventKind kind) { return kind == EventKind::PythonFunction; };
        if (std::any_of(begin, end, isFrame) && !std::all_of(begin, end, isFrame))
            foldTrack(data, track);
    }
    m_trackFirstLane.push_back(static_cast<std::uint32_t>(m_laneStarts.size()));
    m_laneStarts.push_back(static_cast<std::uint32_t>(m_rows.size()));
    m_rows.shrink_to_fit();
}

void FoldedLanes::foldTrack(const TraceData& data, std::size_t track)
{
    const Track& t = data.tracks[track];
    const SliceTable& slices = data.slices;
    constexpr std::size_t kMostLanes = 4096; // deeper ones share the last: it is a drawing, the tree is elsewhere
    std::vector<std::uint16_t> laneOf(t.sliceCount); // of a frame: the lane its children start from
    std::vector<std::vector<std::uint32_t>> lanes;
    std::vector<Timestamp> laneEnds;
    for (std::uint32_t row = t.firstSlice; row < t.endSlice(); ++row) {
        const SliceId parent = slices.parent[row];
        std::size_t lane = 0;
        if (parent.isValid() && parent.value >= t.firstSlice && parent.value < row)
            lane = laneOf[parent.value - t.firstSlice]
                + (slices.kind[parent.index()] != EventKind::PythonFunction ? 1u : 0u);
        if (slices.kind[row] == EventKind::PythonFunction) {
            laneOf[row - t.firstSlice] = static_cast<std::uint16_t>(std::min(lane, kMostLanes - 1));
            continue;
        }
        // What only overlaps has no parent to say where it goes: the next free lane.
        while (lane < lanes.size() && laneEnds[lane] > saturatingAdd(slices.start[row], kLaneTolerance))
            ++lane;
        lane = std::min(lane, kMostLanes - 1);
        if (lane >= lanes.size()) {
            lanes.resize(lane + 1);
            laneEnds.resize(lane + 1, kMinTimestamp);
        }
        laneOf[row - t.firstSlice] = static_cast<std::uint16_t>(lane);
        lanes[lane].push_back(row);
        laneEnds[lane] = std::max(laneEnds[lane], slices.end(SliceId { row }));
    }
    for (const auto& lane : lanes) {
        m_laneStarts.push_back(static_cast<std::uint32_t>(m_rows.size()));
        m_rows.insert(m_rows.end(), lane.begin(), lane.end());
    }
}

std::uint16_t FoldedLanes::laneCount(TrackId track) const
{
    if (track.index() + 1 >= m_trackFirstLane.size())
        return 0;
    return static_cast<std::uint16_t>(m_trackFirstLane[track.index() + 1] - m_trackFirstLane[track.index()]);
}

std::span<const std::uint32_t> FoldedLanes::rows(TrackId track, std::uint16_t lane) const
{
    if (lane >= laneCount(track))
        return {};
    const std::size_t index = m_trackFirstLane[track.index()] + lane;
    return std::span(m_rows).subspan(m_laneStarts[index], m_laneStarts[index + 1] - m_laneStarts[index]);
}

int FoldedLanes::laneOf(TrackId track, SliceId slice) const
{
    const std::uint16_t lanes = laneCount(track);
    for (std::uint16_t lane = 0; lane < lanes; ++lane) {
        const auto found = rows(track, lane);
        if (std::ranges::binary_search(found, slice.value))
            return lane;
    }
    return -1;
}

std::size_t FoldedLanes::memoryBytes() const
{
    return (m_trackFirstLane.capacity() + m_laneStarts.capacity() + m_rows.capacity()) * sizeof(std::uint32_t);
}

} // namespace kinetoscope
