// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/stages.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <limits>

namespace kinetoscope::builder {

namespace {

constexpr std::size_t kMaxDepth = std::numeric_limits<std::uint16_t>::max();

/// What nesting one track found out; collected per track because tracks are nested in parallel.
struct TrackFindings {
    bool needsLanes = false;
    std::uint64_t overlaps = 0;
    std::vector<std::uint32_t> overlapExamples; ///< rows
    std::vector<std::pair<std::uint32_t, Nanoseconds>>
        drawnDurations; ///< of unfinished slices, where they need 64 bits
};

class TrackNester {
public:
    TrackNester(BuildState& state, const Track& track, Timestamp traceEnd, Nanoseconds tolerance)
        : m_slices(state.data.slices)
        , m_longDurations(state.longDurations)
        , m_track(track)
        , m_traceEnd(traceEnd)
        , m_tolerance(tolerance)
    {
    }

    TrackFindings run()
    {
        for (std::uint32_t row = m_track.firstSlice; row < m_track.endSlice(); ++row)
            nest(row);
        return std::move(m_findings);
    }

private:
    struct Open {
        std::uint32_t row = 0;
        Timestamp end = 0; ///< in the tree: not beyond any ancestor's
    };

    void nest(std::uint32_t row)
    {
        const Timestamp start = m_slices.start[row];
        const std::uint16_t flags = m_slices.flags[row];
        if ((flags & (kSliceCorrupt | kSliceNegativeDuration)) == kSliceCorrupt) {
            m_slices.parent[row] = SliceId {};
            m_slices.depth[row] = 0;
            m_findings.needsLanes = true;
            return;
        }
        const bool isNegative = (flags & kSliceNegativeDuration) != 0;
        const bool isOpen = !isNegative && (flags & kSliceUnfinished) != 0;
        Timestamp end = isOpen ? kMaxTimestamp : isNegative ? start : saturatingAdd(start, duration(row));
        popUntilAncestor(row, start, end, isOpen);

        const Timestamp limit = m_stack.empty() ? kMaxTimestamp : m_stack.back().end;
        m_slices.parent[row] = m_stack.empty() ? SliceId {} : SliceId { m_stack.back().row };
        m_slices.depth[row] = static_cast<std::uint16_t>(std::min(m_stack.size(), kMaxDepth));
        if (isOpen || isNegative)
            drawUntil(row, std::min(limit, std::max(m_traceEnd, start)));
        else if (end > limit)
            m_slices.flags[row] = static_cast<std::uint16_t>(flags | kSliceClipped);
        if (isNegative)
            m_findings.needsLanes = true; // drawn over what follows it
        end = std::min(end, limit);
        if (end > start) // a slice of length 0 is never a parent
            m_stack.push_back({ row, end });
    }

    void popUntilAncestor(std::uint32_t row, Timestamp start, Timestamp end, bool isOpen)
    {
        bool overlaps = false;
        while (!m_stack.empty()) {
            const Timestamp parentEnd = m_stack.back().end;
            if (start < parentEnd && (isOpen || end <= saturatingAdd(parentEnd, m_tolerance)))
                break;
            overlaps = overlaps || saturatingSubtract(parentEnd, start) > m_tolerance;
            m_stack.pop_back();
        }
        if (!overlaps)
            return;
        m_slices.flags[row] = static_cast<std::uint16_t>(m_slices.flags[row] | kSliceOverlapping);
        m_findings.needsLanes = true;
        ++m_findings.overlaps;
        if (m_findings.overlapExamples.size() < ImportReport::kMaxExamples)
            m_findings.overlapExamples.push_back(row);
    }

    [[nodiscard]] Nanoseconds duration(std::uint32_t row) const
    {
        const std::uint32_t d = m_slices.duration32[row];
        if (d != EventBatch::kLongDuration)
            return d;
        const auto it = m_longDurations.find(m_slices.eventIndex[row]);
        return it != m_longDurations.end() ? it->second : 0;
    }

    void drawUntil(std::uint32_t row, Timestamp end)
    {
        const Nanoseconds length = saturatingSubtract(end, m_slices.start[row]);
        if (length < Nanoseconds { EventBatch::kLongDuration }) {
            m_slices.duration32[row] = static_cast<std::uint32_t>(length);
        } else {
            m_slices.duration32[row] = SliceTable::kLongDuration;
            m_findings.drawnDurations.emplace_back(row, length);
        }
    }

    SliceTable& m_slices;
    const std::unordered_map<EventIndex, Nanoseconds>& m_longDurations;
    const Track& m_track;
    Timestamp m_traceEnd;
    Nanoseconds m_tolerance;
    std::vector<Open> m_stack;
    TrackFindings m_findings;
};

Nanoseconds toleranceOf(const BuildState& state, const Track& track)
{
    const bool rounds = track.kind == TrackKind::HostThread || track.kind == TrackKind::DeviceAnnotation;
    return rounds ? state.tolerance() : 0;
}

void noteOverlaps(BuildState& state, const TrackFindings& findings)
{
    for (const std::uint32_t row : findings.overlapExamples)
        noteProblem(state, Problem::OverlappingSlices, state.data.slices.eventIndex[row], state.data.slices.name[row]);
    auto& entry = state.parsed.report.problems[static_cast<std::size_t>(Problem::OverlappingSlices)];
    entry.count += findings.overlaps - findings.overlapExamples.size();
}

/// The durations of negative slices as written, for hta mode.
void keepNegativeDurations(BuildState& state)
{
    SliceTable& slices = state.data.slices;
    for (std::size_t row = 0; row < slices.size(); ++row) {
        if (!(slices.flags[row] & kSliceNegativeDuration))
            continue;
        Nanoseconds length = slices.duration32[row];
        if (slices.duration32[row] == EventBatch::kLongDuration) {
            const auto it = state.longDurations.find(slices.eventIndex[row]);
            length = it != state.longDurations.end() ? it->second : 0;
            state.longDurations.erase(slices.eventIndex[row]); // its drawn duration is another
        }
        slices.negativeDurations.emplace(static_cast<std::uint32_t>(row), -length);
    }
}

} // namespace

std::vector<char> nestTracks(BuildState& state, Timestamp traceEnd)
{
    SliceTable& slices = state.data.slices;
    const auto& tracks = state.data.tracks;
    slices.parent.resize(slices.size());
    slices.depth.resize(slices.size());
    keepNegativeDurations(state);
    std::vector<TrackFindings> findings(tracks.size());
    parallelFor(tracks.size(), state.threads, [&](std::size_t i) {
        if (!state.progress.shouldStop())
            findings[i] = TrackNester(state, tracks[i], traceEnd, toleranceOf(state, tracks[i])).run();
    });
    std::vector<char> needsLanes(tracks.size());
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        needsLanes[i] = findings[i].needsLanes;
        for (const auto& [row, length] : findings[i].drawnDurations)
            slices.longDurations.emplace(row, length);
        if (tracks[i].kind != TrackKind::HostAsync) // asyncs overlap by nature
            noteOverlaps(state, findings[i]);
    }
    return needsLanes;
}

} // namespace kinetoscope::builder
