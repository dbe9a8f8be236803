// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace kinetoscope {

/// What the time of a line adds up to by key, between any two moments: a trace of ten thousand devices asks ten
/// thousand times for nearly all of it. Every so many pieces it holds the totals so far, so a question walks the pieces
/// at its ends only. Immutable once built.
class LineTotals {
public:
    /// A stretch of the line; it ends where the next one begins.
    struct Piece {
        Timestamp begin = 0;
        std::uint32_t key = 0;
    };
    using Visit = std::function<void(std::uint32_t key, Nanoseconds length)>;
    static constexpr std::size_t kLeastPieces = 32; ///< between two totals

    LineTotals() = default;
    /// @param pieces  sorted by begin, the first at kMinTimestamp; pieces of no length are allowed.
    /// The last piece ends at kMaxTimestamp. O(pieces log keys), and 8 bytes a piece for the totals.
    explicit LineTotals(std::vector<Piece> pieces, std::size_t leastPieces = kLeastPieces);

    /// Calls `visit` with times of the keys in `range`, maybe several times for a key, never with 0; together they are
    /// the length of the range. O(log pieces + min(pieces in the range, keys of the line)).
    void within(const TimeRange& range, const Visit& visit) const;
    [[nodiscard]] bool isEmpty() const { return m_begins.empty(); }

private:
    void walk(std::size_t first, std::size_t end, const TimeRange& range, const Visit& visit) const;
    [[nodiscard]] Timestamp endOf(std::size_t piece) const
    {
        return piece + 1 < m_begins.size() ? m_begins[piece + 1] : kMaxTimestamp;
    }

    std::vector<Timestamp> m_begins;
    std::vector<std::uint32_t> m_places; ///< by piece: position of its key in m_keys
    std::vector<std::uint32_t> m_keys;   ///< of the line, ascending
    std::size_t m_block = 1;             ///< pieces from one row of m_totals to the next
    std::vector<std::uint64_t> m_totals; ///< rows of one total a key: of all pieces before m_block * row
};

} // namespace kinetoscope
