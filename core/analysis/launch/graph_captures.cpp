// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/graph_captures.h"

#include "core/numeric/intervals.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace kinetoscope {

GraphCaptures::GraphCaptures(const Trace& trace)
    : m_trace(trace)
{
    enum class Edge : std::uint8_t { None, Begin, End };
    const SliceTable& slices = trace.slices();
    std::vector<Edge> edges(trace.strings().size(), Edge::None);
    bool isAny = false;
    for (std::size_t name = 0; name < edges.size(); ++name) {
        const std::string_view text = trace.text(StringId { name });
        if (text.find("StreamBeginCapture") != std::string_view::npos)
            edges[name] = Edge::Begin;
        else if (text.find("StreamEndCapture") != std::string_view::npos)
            edges[name] = Edge::End;
        isAny = isAny || edges[name] != Edge::None;
    }
    for (std::size_t i = 0; i < trace.tracks().size() && isAny; ++i) {
        const Track& track = trace.tracks()[i];
        bool isCapturing = false;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            const Edge edge = isApiCall(slices.kind[row]) ? edges[slices.name[row].index()] : Edge::None;
            if (edge == Edge::Begin && !isCapturing)
                m_captures.push_back({ TrackId { i }, { slices.start[row], kMaxTimestamp } });
            else if (edge == Edge::End && isCapturing)
                m_captures.back().range.end = slices.end(SliceTable::at(row));
            isCapturing = edge == Edge::None ? isCapturing : edge == Edge::Begin;
        }
    }
}

bool GraphCaptures::has(SliceId call) const
{
    if (m_captures.empty() || !call.isValid() || m_trace.slices().partner[call.index()].isValid())
        return false;
    const Timestamp start = m_trace.slices().start[call.index()];
    const TrackId thread = m_trace.trackOf(call);
    const auto next = std::ranges::partition_point(m_captures, [&](const Capture& capture) {
        return std::pair(capture.thread.index(), capture.range.begin) <= std::pair(thread.index(), start);
    });
    return next != m_captures.begin() && (next - 1)->thread == thread && (next - 1)->range.contains(start);
}

std::vector<TimeRange> GraphCaptures::ranges() const
{
    std::vector<TimeRange> ended;
    for (const Capture& capture : m_captures) {
        if (capture.range.end < kMaxTimestamp)
            ended.push_back(capture.range);
    }
    return unionOf(std::move(ended));
}

} // namespace kinetoscope
