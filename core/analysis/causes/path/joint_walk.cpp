// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/walked_links.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <optional>

namespace kinetoscope {

namespace {

/// How many places of the earlier half are remembered for the later one to come to; where it comes to none of them, it
/// walks on by itself.
constexpr std::size_t kLongestTrail = 1 << 16;
/// How many windows wait for the walk at most: it looks at each in each place.
constexpr std::size_t kMostApart = 32;

} // namespace

/// Where a walk has been, from the latest place on, and how many links it had there.
struct PathWalk::Trail {
    struct Place {
        Position position;
        std::size_t links = 0;
    };
    std::vector<Place> places;
};

/// A window walked with others beside it, which join where they are as far as it has been. Neither copied nor moved.
class PathWalk::Joint {
public:
    /// @param others  with room for what each cause has of them, all zero; what is empty has nothing.
    Joint(PathWalk& walk, const PathWindow& window, Links links,
        const std::vector<std::pair<PathWindow, SumsByCause*>>& others)
        : m_walk(walk)
        , m_aside(walk.m_trace, walk.m_parts, walk.m_types, walk.m_progress)
        , m_links(std::move(links))
        , m_position(startOf(window))
        , m_check(walk.m_progress)
    {
        m_others.reserve(others.size()); // they are pointed to
        for (const auto& [other, sums] : others) {
            m_others.push_back({ Links(walk.m_trace, other.range.begin, *sums), startOf(other) });
            m_waiting.push_back(&m_others.back());
        }
        std::ranges::stable_sort(m_waiting, {}, [](const Other* other) { return other->position.time; });
    }
    Joint(const Joint&) = delete;
    Joint& operator=(const Joint&) = delete;
    Joint(Joint&&) = delete;
    Joint& operator=(Joint&&) = delete;
    ~Joint() = default;

    /// Back to `time`, or to the begin of the window where that is later.
    void goTo(Timestamp time)
    {
        const Timestamp until = std::max(time, m_links.from());
        while (m_position.time > until && !m_check.after(40))
            goOn(until);
    }
    /// To the begin of the window.
    /// @param count  how many links there are; asked for at each place that is written down.
    template <typename Count> void goToBegin(Trail& trail, const Count& count)
    {
        while (m_position.time > m_links.from() && trail.places.size() < kLongestTrail && !m_check.after(40)) {
            trail.places.push_back({ m_position, count() });
            goOn(m_position.time);
        }
        goTo(m_links.from());
    }
    /// To where the other walk has been, or to the begin of the window.
    [[nodiscard]] std::optional<Trail::Place> goTo(const Trail& trail)
    {
        auto next = trail.places.begin();
        while (m_position.time > m_links.from() && !m_check.after(40)) {
            while (next != trail.places.end() && next->position.time > m_position.time)
                ++next;
            if (next == trail.places.end())
                break;
            for (auto same = next; same != trail.places.end() && same->position.time == m_position.time; ++same) {
                if (same->position == m_position)
                    return *same;
            }
            goOn(m_position.time);
        }
        goTo(m_links.from());
        return std::nullopt;
    }
    /// Those that joined and have links left, which are those of the window as far as they lie in theirs.
    [[nodiscard]] std::vector<Links*> takeJoined() { return m_links.takeJoined(); }
    /// The rest of those that are not as far as the window's walk, by themselves.
    void finishOthers()
    {
        for (Links* joined : m_links.takeJoined())
            m_walk.walk(m_position, *joined);
        for (const std::vector<Other*>* others : { &m_waiting, &m_apart }) {
            for (Other* other : *others)
                finish(*other);
        }
    }

private:
    struct Other {
        Links links;
        Position position; ///< until it joins
    };
    void finish(Other& other)
    {
        if (!m_walk.m_progress.shouldStop()) // it may be too short for a look
            m_aside.walk(other.position, other.links);
    }
    /// At least once, and up to there where nothing else is to be looked at on the way.
    void goOn(Timestamp until)
    {
        for (; !m_waiting.empty() && m_waiting.back()->position.time >= m_position.time; m_waiting.pop_back()) {
            if (m_apart.size() < kMostApart)
                m_apart.push_back(m_waiting.back());
            else
                finish(*m_waiting.back());
        }
        if (!m_apart.empty())
            std::erase_if(m_apart, [this](Other* other) { return hasJoined(*other); });
        until = std::max(until, m_links.nextPart());
        if (!m_waiting.empty())
            until = std::max(until, m_waiting.back()->position.time);
        for (const Other* apart : m_apart) { // where it joins does not matter, but the earlier the less is walked twice
            if (apart->position.work == kNoWork && apart->position.thread == m_position.thread)
                until = std::max(until, apart->position.time);
        }
        m_position = m_walk.goOn(m_position, until, m_links, m_check);
        m_links.partAt(m_position.time);
    }
    /// Lets it catch up. @return whether it needs no walk of its own any more.
    [[nodiscard]] bool hasJoined(Other& other)
    {
        const Timestamp until = std::max(m_position.time, other.links.from());
        while (other.position.time > until && !m_check.after(40))
            other.position = m_aside.goOn(other.position, until, other.links, m_check);
        if (other.position.time <= other.links.from())
            return true;
        if (other.position != m_position)
            return false;
        m_links.join(other.links);
        return true;
    }

    PathWalk& m_walk;
    PathWalk m_aside; ///< lines of their own: going to and fro between two places is slow
    Links m_links;
    Position m_position;
    StopCheck m_check;
    std::vector<Other> m_others;
    std::vector<Other*> m_waiting; ///< they begin before where the walk is; the latest last
    std::vector<Other*> m_apart;
};

/// Half of what the main thread does lies before, which is what takes time; `range.begin` where it can't be halved.
Timestamp PathWalk::middleOf(const TimeRange& range) const
{
    const TrackId main = m_lines.mainThread();
    if (!main.isValid())
        return range.begin + range.length() / 2;
    const Track& track = m_trace.track(main);
    const std::span starts = std::span(m_trace.slices().start).subspan(track.firstSlice, track.sliceCount);
    const auto first = std::ranges::lower_bound(starts, range.begin);
    const auto end = std::lower_bound(first, starts.end(), range.end);
    if (end - first < 2)
        return range.begin + range.length() / 2;
    return std::max(range.begin, *(first + (end - first) / 2));
}

/// Two threads walk a half each. The earlier one starts on the main thread, which may be where the path does not come
/// through; but a path goes back to what drives it, so soon both walks are in one place, and from there on alike.
PathLinks PathWalk::links(
    const PathWindow& window, std::span<const PathWindow> others, std::vector<SumsByCause>& ofOthers, int threads)
{
    ofOthers.assign(others.size(), {});
    const Timestamp begin = window.range.begin;
    const Timestamp middle = threads > 1 ? middleOf(window.range) : begin;
    // What begins before the window would need links that no half has.
    const bool isSplit = middle > begin
        && std::ranges::all_of(others, [begin](const PathWindow& each) { return each.range.begin >= begin; });
    std::vector<std::pair<PathWindow, SumsByCause*>> earlier;
    std::vector<std::pair<PathWindow, SumsByCause*>> later;
    for (std::size_t i = 0; i < others.size(); ++i)
        (isSplit && others[i].range.end <= middle ? earlier : later).emplace_back(others[i], &ofOthers[i]);
    PathLinks found;
    Joint walk(*this, window, Links(m_trace, begin, found), later);
    if (!isSplit) {
        walk.goTo(begin);
        walk.finishOthers();
        return found;
    }
    PathLinks foundEarlier;
    PathWalk other(m_trace, m_parts, m_types, m_progress);
    Joint otherWalk(other, of({ begin, middle }), Links(m_trace, begin, foundEarlier), earlier);
    Trail trail;
    parallelFor(2, threads, [&](std::size_t i) {
        if (i == 0) {
            walk.goTo(middle);
        } else {
            otherWalk.goToBegin(trail, [&] { return foundEarlier.size(); });
            otherWalk.finishOthers();
        }
    });
    if (const std::optional<Trail::Place> met = walk.goTo(trail)) {
        found.append(std::move(foundEarlier), met->links);
        const std::vector<Links*> joined = walk.takeJoined();
        StopCheck check(m_progress);
        for (const PathLink& link : found) {
            if (joined.empty() || link.range.begin >= met->position.time || check.after(1))
                break;
            for (Links* each : joined)
                each->add(link.range, link.cause, link.owner, link.place);
        }
    }
    walk.finishOthers();
    return found;
}

} // namespace kinetoscope
