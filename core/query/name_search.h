// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/selection.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What a person typed into the search box:
///
///     gemm            names, categories, argument keys and values that hold it, whatever the case of ASCII letters
///     /gemm.*_nt$/    names and categories that match the regular expression
///     stream=7        arguments of that name with exactly that value, besides names that hold the text itself
///     memcpy >1ms     of what the rest finds, that which takes longer (<20us: less long); alone: of all slices
struct SearchQuery {
    std::string text;       ///< without the slashes
    bool isPattern = false; ///< a regular expression
    std::string key;        ///< of an argument; "" unless the text has the form key=value
    std::string value;
    std::optional<Nanoseconds> longerThan {};
    std::optional<Nanoseconds> shorterThan {};

    [[nodiscard]] static SearchQuery parse(std::string_view typed);
    [[nodiscard]] bool isEmpty() const { return text.empty() && !longerThan && !shorterThan; }
    /// Regular expressions look at names only: over the text of every event they would take minutes.
    [[nodiscard]] bool looksAtArguments() const { return !isPattern && !text.empty(); }
};

/// The slices of a job that a query finds. Immutable; keeps the job alive; any thread.
///
/// Names and categories come first, through the distinct texts of each rank, of which there are thousands where there
/// are millions of slices. Arguments stay in the file: a second pass reads it and adds what it finds there.
class NameSearch {
public:
    /// Counts the hits among names and categories. O(distinct texts + slices). Cancelled if asked to stop;
    /// InvalidArgument if the regular expression is none; an empty query finds nothing.
    [[nodiscard]] static Result<NameSearch> run(
        std::shared_ptr<const TraceSet> traces, const SearchQuery& query, const Progress& progress);
    /// These hits and those in the arguments of slices. Reads every event's text again: about the time of a load.
    /// Cancelled; Unreadable if a file is gone or has changed.
    [[nodiscard]] Result<NameSearch> withArguments(const SearchQuery& query, const Progress& progress) const;

    [[nodiscard]] std::uint64_t hitCount() const { return m_hitCount; }
    /// The hit that starts next after `from` (`direction` > 0) or last before it (< 0), in the order of time, rank,
    /// row; the first (last) of all without `from` and beyond the end. Nothing where there are no hits. O(slices).
    [[nodiscard]] std::optional<SliceRef> next(std::optional<SliceRef> from, int direction) const;
    /// Which hit a slice is in that order, counted from 1; 0 for none. O(slices).
    [[nodiscard]] std::uint64_t placeOf(SliceRef slice) const;
    /// Where hits begin, for an overview: the starts of those parts of the job's core range that hold one, ascending.
    /// Found with the hits, so it costs nothing here.
    [[nodiscard]] const std::vector<Timestamp>& places() const { return m_places; }
    /// All hits, by rank and row. O(slices): off the GUI thread.
    [[nodiscard]] Selection hits() const;

private:
    [[nodiscard]] bool matches(std::uint32_t rank, std::size_t row) const;
    [[nodiscard]] bool isInBounds(const SliceTable& slices, std::size_t row) const;
    [[nodiscard]] bool hasHits(std::uint32_t rank) const { return m_hasTexts[rank] || !m_rows.empty(); }
    template <typename Each> void forEachHit(Each each) const; ///< each(rank, row), by rank and row
    [[nodiscard]] bool isSlice(SliceRef slice) const;
    void findPlaces();

    std::shared_ptr<const TraceSet> m_traces;
    std::vector<std::vector<bool>> m_texts; ///< by rank and StringId: matches
    std::vector<bool> m_hasTexts;           ///< by rank: any of its texts does
    std::vector<std::vector<bool>> m_rows;  ///< by rank and row: found in its arguments; empty before withArguments
    std::optional<Nanoseconds> m_longerThan;
    std::optional<Nanoseconds> m_shorterThan;
    std::uint64_t m_hitCount = 0;
    std::vector<Timestamp> m_places;
};

} // namespace kinetoscope
