// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/stages.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace kinetoscope::builder {

namespace {

/// The B events of one thread that wait for their E, outermost first. An E in the middle leaves a closed entry behind,
/// which goes when it comes to the top.
class OpenSlices {
public:
    explicit OpenSlices(BuildState& state)
        : m_state(state)
    {
    }

    void begin(const BeginEndMark& mark) { m_open.push_back({ mark, false }); }

    void end(const BeginEndMark& mark)
    {
        if (m_open.empty()) {
            m_state.countUndrawn(Undrawn::UnmatchedEnd);
            noteProblem(m_state, Problem::UnmatchedEnd, mark.event, mark.name);
            return;
        }
        const std::size_t match = matching(mark.name);
        if (!m_state.text(mark.name).empty() && m_open.back().mark.name != mark.name)
            noteProblem(m_state, Problem::CrossedPair, mark.event, mark.name);
        const BeginEndMark& begin = m_open[match].mark;
        setDuration(m_state, begin.event, saturatingSubtract(mark.ts, begin.ts));
        m_state.pairs.emplace_back(begin.event, mark.event);
        m_open[match].isClosed = true;
        while (!m_open.empty() && m_open.back().isClosed)
            m_open.pop_back();
    }

    /// All that is left open has no end in the file.
    void finish()
    {
        for (const Entry& entry : m_open) {
            if (!entry.isClosed)
                noteProblem(m_state, Problem::UnmatchedBegin, entry.mark.event, entry.mark.name);
        }
        m_open.clear();
    }

private:
    struct Entry {
        BeginEndMark mark;
        bool isClosed = false;
    };

    /// The top entry is never closed, so there is always one to fall back to.
    [[nodiscard]] std::size_t matching(StringId name) const
    {
        const std::size_t top = m_open.size() - 1;
        if (m_state.text(name).empty())
            return top;
        const std::size_t lowest = m_open.size() - std::min(m_open.size(), kCrossedSearch);
        for (std::size_t i = m_open.size(); i-- > lowest;) {
            if (!m_open[i].isClosed && m_open[i].mark.name == name)
                return i;
        }
        return top;
    }

    BuildState& m_state;
    std::vector<Entry> m_open;
};

/// An E need not repeat the category of its B. Without it, it is taken for one of a host thread; where none began
/// there, it ends what began on the one other track of its pid and tid: work of a stream.
void findTracksOfEnds(BuildState& state)
{
    auto& marks = state.beginEnds;
    std::set<std::uint32_t> begun;
    for (const BeginEndMark& mark : marks) {
        if (!mark.isEnd)
            begun.insert(mark.track);
    }
    const auto placeOf = [&state](std::uint32_t track) {
        const EventPlace& place = state.parsed.places[state.tracks[track].place];
        return std::pair(place.pid, place.tid);
    };
    std::map<std::pair<StringId, StringId>, std::vector<std::uint32_t>> begunAt;
    for (const std::uint32_t track : begun)
        begunAt[placeOf(track)].push_back(track);
    for (BeginEndMark& mark : marks) {
        if (!mark.isEnd || begun.contains(mark.track))
            continue;
        const auto found = begunAt.find(placeOf(mark.track));
        if (found != begunAt.end() && found->second.size() == 1)
            mark.track = found->second.front();
    }
}

} // namespace

void pairBeginEnd(BuildState& state)
{
    auto& marks = state.beginEnds;
    findTracksOfEnds(state);
    std::ranges::sort(marks, {}, [](const BeginEndMark& a) { return std::tie(a.track, a.ts, a.event); });
    OpenSlices open(state);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (i > 0 && marks[i].track != marks[i - 1].track)
            open.finish();
        if (marks[i].isEnd)
            open.end(marks[i]);
        else
            open.begin(marks[i]);
    }
    open.finish();
    release(marks);
}

void keepEndEvents(BuildState& state)
{
    std::ranges::sort(state.pairs);
    state.data.endEvents.reserve(state.pairs.size());
    for (const auto& [begin, end] : state.pairs)
        state.data.endEvents.append(begin, end);
    release(state.pairs);
}

} // namespace kinetoscope::builder
