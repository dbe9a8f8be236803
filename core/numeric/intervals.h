// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/base/progress.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace kinetoscope {

/// An interval in microseconds as doubles: what hta mode computes with. It may run backwards (a rounded duration of -1
/// us).
struct RealRange {
    double begin = 0;
    double end = 0;
    constexpr bool operator==(const RealRange&) const = default;
};

// The functions below take both kinds of interval: TimeRange (exact ns) and RealRange. Lengths of exact ranges saturate
// instead of wrapping, because their ends come from a file. Those that take a Progress return early when told to stop,
// as Progress says.

[[nodiscard]] constexpr Nanoseconds lengthOf(const TimeRange& range)
{
    return saturatingSubtract(range.end, range.begin);
}
[[nodiscard]] constexpr double lengthOf(const RealRange& range)
{
    return range.end - range.begin;
}
[[nodiscard]] constexpr Nanoseconds sumOf(Nanoseconds a, Nanoseconds b)
{
    return saturatingAdd(a, b);
}
[[nodiscard]] constexpr double sumOf(double a, double b)
{
    return a + b;
}

/// Stable sort that is linear where the input is a few ascending runs: the rows of several streams one after another.
/// O(n log runs) time, O(n) extra memory at most.
template <typename T, typename Less> void sortRuns(std::vector<T>& values, Less less, const Progress& progress = {})
{
    std::vector<std::size_t> starts { 0 };
    StopCheck check(progress);
    for (std::size_t i = 1; i < values.size(); ++i) {
        if (check.after(1))
            return;
        if (less(values[i], values[i - 1]))
            starts.push_back(i);
    }
    const auto at = [&values](std::size_t i) { return values.begin() + static_cast<std::ptrdiff_t>(i); };
    while (starts.size() > 1) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < starts.size(); i += 2) {
            if (i + 1 < starts.size()) {
                const std::size_t end = i + 2 < starts.size() ? starts[i + 2] : values.size();
                if (check.after(end - starts[i]))
                    return;
                std::inplace_merge(at(starts[i]), at(starts[i + 1]), at(end), less);
            }
            starts[kept++] = starts[i];
        }
        starts.resize(kept);
    }
}

/// Union of intervals in any order: disjoint groups in time order. Touching intervals merge; a group begins where an
/// interval starts strictly after every end before it, and reaches from the smallest start to the greatest end
/// (SPEC.md section 2).
///
/// Empty intervals stay as empty groups unless they touch another one, and backward ones (RealRange only) keep their
/// negative length: hta mode needs both, and neither changes a sum of exact ones.
template <typename Range>
[[nodiscard]] std::vector<Range> unionOf(std::vector<Range> ranges, const Progress& progress = {})
{
    if (ranges.empty())
        return ranges;
    sortRuns(
        ranges, [](const Range& a, const Range& b) { return a.begin < b.begin; }, progress);
    std::size_t last = 0;
    auto greatestEnd = ranges[0].end;
    StopCheck check(progress);
    for (std::size_t i = 1; i < ranges.size() && !check.after(1); ++i) {
        const Range range = ranges[i];
        if (range.begin > greatestEnd)
            ranges[++last] = range;
        else
            ranges[last].end = std::max(ranges[last].end, range.end);
        greatestEnd = std::max(greatestEnd, range.end);
    }
    ranges.resize(last + 1);
    return ranges;
}

/// Sum of lengths. Of a union: the time it covers.
template <typename Range> [[nodiscard]] auto totalLength(const std::vector<Range>& ranges)
{
    decltype(lengthOf(Range {})) total = 0;
    for (const Range& range : ranges)
        total = sumOf(total, lengthOf(range));
    return total;
}

/// What happens first where one interval ends at the moment another one starts.
enum class TieOrder : std::uint8_t {
    EndsFirst, ///< nothing overlaps for zero time ([DIFF-3.3])
    AsAdded,   ///< HTA: order of addition, per type all starts and then all ends (A.4)
};

/// Walks over the moments at which any of several unions starts or ends, and tells what is active in between.
///
///     MaskSweep<TimeRange> sweep;
///     sweep.add(compute, 1);
///     sweep.add(communication, 2);
///     sweep.run(TieOrder::EndsFirst, [&](int mask, TimeRange stretch) { time[mask] += stretch.length(); });
template <typename Range> class MaskSweep {
public:
    /// @param ranges  disjoint and sorted, as unionOf returns them.
    /// @param bit     a power of two; added while an interval of `ranges` is open.
    void add(const std::vector<Range>& ranges, int bit)
    {
        m_edges.reserve(m_edges.size() + 2 * ranges.size());
        if constexpr (std::is_same_v<Range, TimeRange>) { // in the order of time: one run less to be sorted
            for (const Range& range : ranges) {
                m_edges.push_back({ range.begin, bit });
                m_edges.push_back({ range.end, -bit });
            }
        } else { // which run backwards, too
            for (const Range& range : ranges)
                m_edges.push_back({ range.begin, bit });
            for (const Range& range : ranges)
                m_edges.push_back({ range.end, -bit });
        }
    }

    /// Calls visit(mask, stretch) for each stretch between two edges in time order, those of mask 0 and (AsAdded only)
    /// those of no length included. Backward intervals make the mask a plain sum of bits, as in HTA. Cost O(edges x log
    /// lists).
    template <typename Visit> void run(TieOrder ties, Visit visit, const Progress& progress = {})
    {
        if (ties == TieOrder::EndsFirst)
            sortRuns(
                m_edges,
                [](const Edge& a, const Edge& b) {
                    return a.time != b.time ? a.time < b.time : a.delta < 0 && b.delta > 0;
                },
                progress);
        else
            sortRuns(
                m_edges, [](const Edge& a, const Edge& b) { return a.time < b.time; }, progress);
        int mask = 0;
        StopCheck check(progress);
        for (std::size_t i = 0; i + 1 < m_edges.size() && !check.after(1); ++i) {
            mask += m_edges[i].delta;
            if (ties == TieOrder::AsAdded || m_edges[i].time < m_edges[i + 1].time)
                visit(mask, Range { m_edges[i].time, m_edges[i + 1].time });
        }
    }

private:
    struct Edge {
        decltype(Range::begin) time;
        int delta;
    };
    std::vector<Edge> m_edges;
};

/// Adds `range` behind the others; where it begins at the end of the last one, that one goes on. Constant time.
/// @param ranges  disjoint, in time order, and none of them behind `range`.
/// @return whether `range` is one of its own.
template <typename Range> bool appendJoined(std::vector<Range>& ranges, const Range& range)
{
    if (!ranges.empty() && ranges.back().end == range.begin) {
        ranges.back().end = range.end;
        return false;
    }
    ranges.push_back(range);
    return true;
}

/// The stretches in which `wanted(mask)` holds, neighbours joined; not all if told to stop. Consumes nothing; `sweep`
/// may be run again.
template <typename Range, typename Wanted>
[[nodiscard]] std::vector<Range> stretchesWhere(MaskSweep<Range>& sweep, Wanted wanted, const Progress& progress = {})
{
    std::vector<Range> found;
    sweep.run(
        TieOrder::EndsFirst,
        [&](int mask, Range stretch) {
            if (wanted(mask))
                appendJoined(found, stretch);
        },
        progress);
    return found;
}

/// Time covered by both, which are disjoint and in time order, as unionOf() returns them; neighbours joined. O(n).
[[nodiscard]] std::vector<TimeRange> intersectionOf(
    const std::vector<TimeRange>& a, const std::vector<TimeRange>& b, const Progress& progress = {});
/// Time covered by `a` and not by `b`, both as above; neighbours joined. O(n).
[[nodiscard]] std::vector<TimeRange> differenceOf(
    const std::vector<TimeRange>& a, const std::vector<TimeRange>& b, const Progress& progress = {});

} // namespace kinetoscope
