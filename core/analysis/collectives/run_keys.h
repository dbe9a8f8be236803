// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace kinetoscope {

/// Places for runs by a key and the number of earlier runs of their rank with it: what lies at one place may be one
/// collective. Ranks come one after the other, and most have their keys in the order of the first: a place then is the
/// one after the last, without a search.
/// @tparam Key  a number, or a text that outlives this.
template <typename Key> class RunKeys {
public:
    /// Takes the place of a rank's next run. @param rank  not one of those before the last. O(1), of a key in another
    /// order O(log keys).
    std::uint32_t take(const Key& key, std::uint32_t rank)
    {
        if (m_spans.empty() || rank != m_rank)
            m_spans.push_back({ key, key });
        m_rank = rank;
        m_spans.back() = { std::min(m_spans.back().least, key), std::max(m_spans.back().most, key) };
        const std::uint32_t place = isNext(key) ? m_next : search(key);
        Place& head = m_places[m_places[place].head];
        head.rank = rank;
        head.latest = place;
        m_next = place + 1;
        return place;
    }
    [[nodiscard]] std::size_t size() const { return m_places.size(); }

    /// By place: the number of ranks with keys up to its own and from its own on. O((places + ranks) log ranks).
    [[nodiscard]] std::vector<std::size_t> coveringRanks() const
    {
        std::vector<Key> least;
        std::vector<Key> most;
        for (const Span& span : m_spans) {
            least.push_back(span.least);
            most.push_back(span.most);
        }
        std::ranges::sort(least);
        std::ranges::sort(most);
        std::vector<std::size_t> covering;
        covering.reserve(m_places.size());
        for (const Place& place : m_places)
            covering.push_back(static_cast<std::size_t>((std::ranges::upper_bound(least, place.key) - least.begin())
                - (std::ranges::lower_bound(most, place.key) - most.begin())));
        return covering;
    }

private:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    struct Place {
        Key key {};
        std::uint32_t head = 0;       ///< the place of a rank's first run with this key
        std::uint32_t next = kNone;   ///< the place of the run after it with this key
        std::uint32_t rank = kNone;   ///< of a head: who took a place with this key last
        std::uint32_t latest = kNone; ///< of a head: which one that was
    };
    struct Span {
        Key least {};
        Key most {};
    };

    /// Whether the place after the last is that of this rank's next run with the key.
    [[nodiscard]] bool isNext(const Key& key) const
    {
        if (m_next >= m_places.size() || m_places[m_next].key != key)
            return false;
        const Place& head = m_places[m_places[m_next].head];
        return m_places[m_next].head == m_next ? head.rank != m_rank
                                               : head.rank == m_rank && m_places[head.latest].next == m_next;
    }
    [[nodiscard]] std::uint32_t search(const Key& key)
    {
        const auto added = static_cast<std::uint32_t>(m_places.size());
        const auto [head, isNew] = m_heads.try_emplace(key, added);
        if (isNew) {
            m_places.push_back({ key, added });
            return added;
        }
        if (m_places[head->second].rank != m_rank)
            return head->second;
        const std::uint32_t latest = m_places[head->second].latest;
        if (m_places[latest].next != kNone)
            return m_places[latest].next;
        m_places[latest].next = added;
        m_places.push_back({ key, head->second });
        return added;
    }

    std::vector<Place> m_places;
    std::map<Key, std::uint32_t> m_heads;
    std::vector<Span> m_spans; ///< of each rank
    std::uint32_t m_rank = kNone;
    std::uint32_t m_next = 0; ///< behind the place that was taken last
};

} // namespace kinetoscope
