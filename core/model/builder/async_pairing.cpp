// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/stages.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace kinetoscope::builder {

namespace {

class AsyncPairer {
public:
    explicit AsyncPairer(BuildState& state)
        : m_state(state)
    {
    }

    void take(const AsyncMark& mark)
    {
        switch (mark.phase) {
        case 'b':
            place(mark);
            m_open.push_back(mark);
            return;
        case 'n':
            place(mark);
            return;
        default:
            end(mark);
            return;
        }
    }

    /// The id is done: what is still open has no end in the file.
    void finish()
    {
        for (const AsyncMark& mark : m_open)
            noteProblem(m_state, Problem::UnmatchedBegin, mark.event, mark.name);
        m_open.clear();
    }

private:
    void end(const AsyncMark& mark)
    {
        if (m_open.empty()) {
            m_state.countUndrawn(Undrawn::UnmatchedEnd);
            noteProblem(m_state, Problem::UnmatchedEnd, mark.event, mark.name);
            return;
        }
        setDuration(m_state, m_open.back().event, saturatingSubtract(mark.ts, m_open.back().ts));
        m_state.pairs.emplace_back(m_open.back().event, mark.event);
        m_open.pop_back();
    }

    void place(const AsyncMark& mark)
    {
        const StringId name = m_open.empty() ? mark.name : m_open.front().name;
        const StringId pid = m_state.parsed.places[mark.place].pid;
        const auto key = std::make_tuple(pid, mark.category, name);
        auto it = m_tracks.find(key);
        if (it == m_tracks.end())
            it = m_tracks.emplace(key, newTrack(mark, name)).first;
        m_state.rowOf[mark.event] = it->second;
        ++m_state.tracks[it->second].sliceCount;
    }

    std::uint32_t newTrack(const AsyncMark& mark, StringId name)
    {
        if (m_state.tracks.size() >= kMaxTracks && m_last != kNoRow)
            return m_last;
        PendingTrack track {
            .trackClass = TrackClass::Async, .place = mark.place, .category = mark.category, .name = name
        };
        m_last = static_cast<std::uint32_t>(m_state.tracks.size());
        m_state.tracks.push_back(track);
        return m_last;
    }

    BuildState& m_state;
    std::map<std::tuple<StringId, CategoryId, StringId>, std::uint32_t>
        m_tracks; ///< (pid, category, name) -> pending track
    std::vector<AsyncMark> m_open;
    std::uint32_t m_last = kNoRow;
};

} // namespace

void pairAsync(BuildState& state)
{
    auto& marks = state.asyncs;
    const auto keyOf = [&state](const AsyncMark& m) {
        return std::make_tuple(state.parsed.places[m.place].pid, m.category, m.id);
    };
    std::ranges::sort(marks, [&keyOf](const AsyncMark& a, const AsyncMark& b) {
        const auto ka = keyOf(a);
        const auto kb = keyOf(b);
        return ka != kb ? ka < kb : std::tie(a.ts, a.event) < std::tie(b.ts, b.event);
    });
    AsyncPairer pairer(state);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (i > 0 && keyOf(marks[i]) != keyOf(marks[i - 1]))
            pairer.finish();
        pairer.take(marks[i]);
    }
    pairer.finish();
    release(marks);
}

} // namespace kinetoscope::builder
