// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/evidence/figure_checks.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace kinetoscope::tests {

namespace {

struct Edge {
    Timestamp time = 0;
    double change = 0;
};

/// Queue lengths by [DIFF-7.5]: every launch adds one, every start of its work takes one away; the lengths after each.
std::vector<double> queueLengths(const EvidencedCell& cell)
{
    std::vector<std::pair<Timestamp, int>> edges;
    for (const SliceRef& slice : cell.evidence().slices)
        edges.emplace_back(cell.rangeOf(slice).begin, cell.isOnHost(slice) ? 1 : -1);
    std::sort(edges.begin(), edges.end(), [](auto a, auto b) {
        return a.first != b.first ? a.first < b.first : a.second > b.second; // launches first
    });
    std::vector<double> lengths;
    double length = 0;
    for (const auto& [time, change] : edges)
        lengths.push_back(length += change);
    return lengths;
}

} // namespace

bool isQueueStatistic(const EvidencedCell& cell)
{
    return isStatistic(cell.descriptor().name, cell.value(), queueLengths(cell), 1.0);
}

namespace {

/// A copy as section 6 counts it: the bandwidth of the file or by its size; 0 ns last for 1.
struct Copy {
    TimeRange range;
    double bandwidth = 0;
    std::int64_t bytes = 0;
};

std::vector<Copy> copiesOf(const EvidencedCell& cell)
{
    std::vector<Copy> copies;
    for (const SliceRef& slice : cell.evidence().slices) {
        const Trace& trace = cell.trace(slice);
        const std::uint32_t event = trace.slices().eventIndex[slice.slice.index()];
        Copy copy { cell.rangeOf(slice), 0, trace.args().bytes.find(event).value_or(0) };
        if (copy.range.isEmpty())
            copy.range.end += trace.report().hasFractionalTimes ? 1 : 1000;
        copy.bandwidth = trace.args().bandwidth.find(event).value_or(
            static_cast<double>(copy.bytes) / static_cast<double>(copy.range.length()));
        copies.push_back(copy);
    }
    return copies;
}

} // namespace

bool isBandwidth(const EvidencedCell& cell)
{
    const std::string& column = cell.descriptor().name;
    const std::vector<Copy> copies = copiesOf(cell);
    Nanoseconds busy = 0;
    double bytes = 0;
    double moved = 0;
    std::set<Timestamp> moments;
    std::vector<TimeRange> ranges;
    for (const Copy& copy : copies) {
        ranges.push_back(copy.range);
        bytes += static_cast<double>(copy.bytes);
        moved += copy.bandwidth * static_cast<double>(copy.range.length());
        moments.insert({ copy.range.begin, copy.range.end });
    }
    busy = lengthOfUnion(ranges);
    if (column == "bytes")
        return bytes == cell.value();
    if (column == "busy_time")
        return static_cast<double>(busy) == cell.value();
    if (column == "effective_bandwidth")
        return isNear(cell.value(), bytes / static_cast<double>(busy));
    if (column == "time_weighted_mean")
        return isNear(cell.value(), moved / static_cast<double>(busy), 1e-6);
    std::vector<double> points; // what is under way after each moment
    for (const Timestamp moment : moments) {
        double value = 0;
        for (const Copy& copy : copies)
            value += copy.range.begin <= moment && moment < copy.range.end ? copy.bandwidth : 0;
        if (value > 0)
            points.push_back(value);
    }
    if (column == "min" || column == "max") // made of the copies at such a point alone
        return std::any_of(points.begin(), points.end(), [&](double value) { return isNear(value, cell.value()); });
    return isStatistic(column, cell.value(), points, 1.0);
}

/// The bandwidth after the moment of the row.
bool isBandwidthAtTime(const EvidencedCell& cell)
{
    const auto moment = static_cast<Timestamp>(cell.value("ts"));
    double value = 0;
    for (const Copy& copy : copiesOf(cell))
        value += copy.range.begin <= moment && moment < copy.range.end ? copy.bandwidth : 0;
    return isNear(value, cell.value());
}

/// A copy of 0 ns ends a tick later.
bool isMomentOfCopies(const EvidencedCell& cell)
{
    const std::vector<Copy> copies = copiesOf(cell);
    const auto time = static_cast<Timestamp>(cell.value());
    return std::any_of(copies.begin(), copies.end(),
        [time](const Copy& copy) { return copy.range.begin == time || copy.range.end == time; });
}

namespace {

/// What is launched for a track and has not begun at a moment, counted on the whole trace; two numbers where something
/// happens at that very moment.
std::pair<std::int64_t, std::int64_t> queueAt(
    const EvidencedCell& cell, std::uint32_t rank, TrackId track, Timestamp time)
{
    const Trace& trace = *cell.traces().ranks()[rank].trace;
    std::int64_t before = 0;
    std::int64_t launchedNow = 0;
    std::int64_t begunNow = 0;
    const Track& stream = trace.track(track);
    for (std::uint32_t row = stream.firstSlice; row < stream.endSlice(); ++row) {
        const SliceId launch = trace.slices().partner[row];
        if (!launch.isValid() || !isGpuWork(trace.slices().kind[row]))
            continue;
        const Timestamp called = cell.rangeOf({ rank, launch }).begin;
        const Timestamp begun = cell.rangeOf({ rank, SliceTable::at(row) }).begin;
        before += (called < time ? 1 : 0) - (begun < time ? 1 : 0);
        launchedNow += called == time ? 1 : 0;
        begunNow += begun == time ? 1 : 0;
    }
    return { before - begunNow, before + launchedNow };
}

} // namespace

/// The length of the queue of the row's stream at its moment.
bool isQueueLength(const EvidencedCell& cell)
{
    const SliceRef event = cell.evidence().slices.front();
    const Trace& trace = cell.trace(event);
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        const Track& track = trace.tracks()[i];
        if (track.kind != TrackKind::Stream || static_cast<double>(track.stream) != cell.value("stream")
            || static_cast<double>(track.device) != cell.value("device"))
            continue;
        const auto [least, most] = queueAt(cell, event.rank, TrackId { i }, static_cast<Timestamp>(cell.value("ts")));
        return static_cast<double>(least) <= cell.value() && cell.value() <= static_cast<double>(most);
    }
    return false;
}

/// The greatest length lasts during each of the stretches.
bool isQueueLengthOfStretches(const EvidencedCell& cell)
{
    const std::vector<IntervalRef>& all = cell.evidence().intervals;
    return std::all_of(all.begin(), all.end(), [&](const IntervalRef& stretch) {
        const auto [least, most] = queueAt(cell, stretch.rank, stretch.track, stretch.range.begin);
        return static_cast<double>(most) >= cell.value() && static_cast<double>(least) <= cell.value();
    });
}

/// Length of the queue over the time from the first to the last event.
bool isMeanQueueOverTime(const EvidencedCell& cell)
{
    std::vector<std::pair<Timestamp, int>> edges;
    for (const SliceRef& slice : cell.evidence().slices)
        edges.emplace_back(cell.rangeOf(slice).begin, cell.isOnHost(slice) ? 1 : -1);
    std::sort(edges.begin(), edges.end());
    double area = 0;
    double length = 0;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        length += edges[i].second;
        area += length * static_cast<double>(edges[i + 1].first - edges[i].first);
    }
    return isNear(cell.value(), area / static_cast<double>(edges.back().first - edges.front().first));
}

/// In parts of the time from the first start to the last end of all slices of the rank.
bool isShareOfExtent(const EvidencedCell& cell)
{
    TimeRange extent { std::numeric_limits<Timestamp>::max(), std::numeric_limits<Timestamp>::min() };
    const SliceTable& slices = cell.traces().ranks()[cell.rankIndex()].trace->slices();
    for (std::uint32_t row = 0; row < slices.size(); ++row) {
        const TimeRange range = cell.rangeOf({ cell.rankIndex(), SliceTable::at(row) });
        if (slices.kind[row] != EventKind::TraceSpan && slices.isSound(SliceTable::at(row)))
            extent = { std::min(extent.begin, range.begin), std::max(extent.end, range.end) };
    }
    return isNear(cell.value(), sumOf(asDoubles(cell.lengths())) / static_cast<double>(extent.length()));
}

} // namespace kinetoscope::tests
