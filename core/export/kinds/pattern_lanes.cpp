// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/kinds/pattern_lanes.h"

#include "core/base/number_text.h"
#include "core/export/write/text_edits.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace kinetoscope {

namespace {

/// The lanes of one process: their numbers follow those of its threads, far behind what systems give out.
constexpr std::int64_t kFirstLane = 1'900'000'001;

std::string letterOf(std::uint32_t pattern)
{
    return pattern < 26 ? std::string(1, static_cast<char>('A' + pattern)) : "#" + std::to_string(pattern + 1);
}

class LaneWriter {
public:
    LaneWriter(const Trace& trace, const RankPatterns& patterns)
        : m_trace(trace)
        , m_patterns(patterns)
    {
        for (const Track& track : trace.tracks())
            m_usedThreads.emplace(trace.text(track.pid), trace.text(track.tid));
    }

    void add(const PatternOccurrence& occurrence)
    {
        const SliceTable& slices = m_trace.slices();
        if (occurrence.op.isValid())
            m_stretches[{ pidOf(occurrence.op), occurrence.pattern }].push_back(slices.range(occurrence.op));
        std::map<std::string_view, TimeRange> hulls;
        for (const SliceId kernel : occurrence.kernels) {
            const TimeRange range = slices.range(kernel);
            const auto [hull, isNew] = hulls.emplace(pidOf(kernel), range);
            if (!isNew)
                hull->second = { std::min(hull->second.begin, range.begin), std::max(hull->second.end, range.end) };
        }
        for (const auto& [pid, hull] : hulls)
            m_stretches[{ pid, occurrence.pattern }].push_back(hull);
    }

    std::string write(std::uint64_t& count)
    {
        for (auto& [key, stretches] : m_stretches)
            writeLanes(key.first, key.second, stretches);
        count = m_count;
        return std::move(m_out);
    }

private:
    [[nodiscard]] std::string_view pidOf(SliceId slice) const
    {
        return m_trace.text(m_trace.track(m_trace.trackOf(slice)).pid);
    }

    /// Puts each stretch on the first lane that is free.
    void writeLanes(std::string_view pid, std::uint32_t pattern, std::vector<TimeRange>& stretches)
    {
        std::ranges::sort(stretches, {}, [](const TimeRange& a) { return std::tie(a.begin, a.end); });
        struct Lane {
            Timestamp freeFrom;
            std::string tid;
        };
        std::vector<Lane> lanes;
        for (const TimeRange& stretch : stretches) {
            auto lane = std::ranges::find_if(lanes, [&](const Lane& l) { return l.freeFrom <= stretch.begin; });
            if (lane == lanes.end()) {
                lanes.push_back({ stretch.end, newThread(pid) });
                lane = lanes.end() - 1;
                nameThread(pid, lane->tid, pattern, lanes.size());
            }
            lane->freeFrom = stretch.end;
            const std::string& text = m_patterns.patterns[pattern].text;
            event("{\"ph\": \"X\", \"cat\": \"kernel_sequence\", \"name\": "
                + jsonString(letterOf(pattern) + " " + text.substr(0, text.find('|'))) + ", \"pid\": " + placeToken(pid)
                + ", \"tid\": " + lane->tid + ", \"ts\": " + microsecondsText(stretch.begin)
                + ", \"dur\": " + microsecondsText(saturatingSubtract(stretch.end, stretch.begin))
                + ", \"args\": {\"Pattern\": " + jsonString(text) + "}}");
        }
    }

    std::string newThread(std::string_view pid)
    {
        for (;; ++m_nextLane) {
            const std::string tid = std::to_string(m_nextLane);
            if (m_usedThreads.emplace(std::string(pid), tid).second)
                return tid;
        }
    }

    void nameThread(std::string_view pid, const std::string& tid, std::uint32_t pattern, std::size_t lane)
    {
        std::string name = "pattern " + letterOf(pattern);
        if (lane > 1)
            name += " (" + std::to_string(lane) + ")";
        const auto metadata = [&](std::string_view kind, const std::string& args) {
            event("{\"ph\": \"M\", \"name\": \"" + std::string(kind) + "\", \"pid\": " + placeToken(pid) + ", \"tid\": "
                + tid + ", \"ts\": " + microsecondsText(m_trace.range().begin) + ", \"args\": {" + args + "}}");
        };
        metadata("thread_name", "\"name\": " + jsonString(name));
        metadata("thread_sort_index", "\"sort_index\": " + tid);
    }

    void event(const std::string& json)
    {
        if (m_count++ > 0)
            m_out += kEventSeparator;
        m_out += json;
    }

    const Trace& m_trace;
    const RankPatterns& m_patterns;
    std::map<std::pair<std::string_view, std::uint32_t>, std::vector<TimeRange>> m_stretches; ///< by pid and pattern
    std::set<std::pair<std::string, std::string>> m_usedThreads;
    std::int64_t m_nextLane = kFirstLane;
    std::string m_out;
    std::uint64_t m_count = 0;
};

} // namespace

std::string patternLanes(const Trace& trace, const RankPatterns& patterns, std::uint64_t& count)
{
    LaneWriter writer(trace, patterns);
    for (const PatternOccurrence& occurrence : patterns.occurrences)
        writer.add(occurrence);
    return writer.write(count);
}

} // namespace kinetoscope
