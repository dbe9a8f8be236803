// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace kinetoscope {

/// Stretches of time on one track, made to be drawn: those long enough to be seen are found without looking at the
/// others, however many millions there are. Immutable; thread-safe. 21 bytes a stretch; copies share them.
class RangeIndex {
public:
    struct Entry {
        TimeRange range;
        std::uint32_t tag = 0; ///< belongs to the owner: a cause, a slice
    };

    RangeIndex()
        : RangeIndex(std::vector<Entry> {})
    {
    }
    /// @param entries  in any order; sorted by begin here, then by end. Empty ranges are kept.
    explicit RangeIndex(std::vector<Entry> entries);

    [[nodiscard]] std::size_t size() const { return m_stretches->ranges.size(); }
    [[nodiscard]] bool isEmpty() const { return m_stretches->ranges.empty(); }
    [[nodiscard]] Entry entry(std::size_t i) const { return { m_stretches->ranges[i], m_stretches->tags[i] }; }
    /// Position of the first entry that may reach beyond `time`: none before it ends after `time`. size() if there is
    /// none. O(log n).
    [[nodiscard]] std::size_t firstReaching(Timestamp time) const;
    /// Position of the first entry from `from` on that ends after `time`; size() if there is none. Fast where it is
    /// near: O(log of how far it is), as long as no entry before it reaches beyond `time`.
    [[nodiscard]] std::size_t nextReaching(std::size_t from, Timestamp time) const;
    /// Position of the first entry from `from` on that is at least `shortest` ns long; size() if there is none. O(log
    /// n).
    [[nodiscard]] std::size_t nextOfLength(std::size_t from, Nanoseconds shortest) const;
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    struct Stretches {
        std::vector<TimeRange> ranges;
        std::vector<std::uint32_t> tags;
        std::vector<Timestamp> reach; ///< greatest end so far, one for each block of longest[0]
        /// longest[k][i]: greatest length of kBlock^(k + 1) entries.
        std::vector<std::vector<Nanoseconds>> longest;
    };
    std::shared_ptr<const Stretches> m_stretches; ///< never null
};

} // namespace kinetoscope
