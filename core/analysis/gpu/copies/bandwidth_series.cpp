// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/copies/bandwidth_series.h"

#include "core/analysis/names/classification.h"
#include "core/numeric/exact_sum.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kinetoscope {

namespace {

/// Faster than any memory by a factor of a million: such a number is damage, and sums of sane ones stay exact.
constexpr double kMostBandwidth = 1e12;

/// Bytes moved in the first `part` of a copy that takes `whole`, rounded down: cut anywhere, the pieces add up.
std::int64_t bytesWithin(std::int64_t bytes, Nanoseconds part, Nanoseconds whole)
{
    __extension__ using Wide = __int128;
    return static_cast<std::int64_t>(Wide { bytes } * part / whole);
}

/// Reads one GPU activity as a copy.
class CopyReader {
public:
    explicit CopyReader(const RankTrace& rank)
        : m_rank(rank)
        , m_shortest(rank.trace->report().hasFractionalTimes ? 1 : 1'000)
    {
    }

    [[nodiscard]] MemoryCopy read(const GpuWorkRow& row) const
    {
        const SliceTable& slices = m_rank.trace->slices();
        const EventIndex event = slices.eventIndex[row.slice.index()];
        const Timestamp start = m_rank.toJobTime(slices.start[row.slice.index()]);
        const Nanoseconds recorded = slices.duration(row.slice);
        const Nanoseconds length = recorded > 0 ? recorded : m_shortest;

        MemoryCopy copy { row.range, row.slice, 0.0, 0 };
        if (recorded == 0)
            copy.range.end = saturatingAdd(copy.range.begin, m_shortest);
        const std::int64_t bytes = std::max<std::int64_t>(0, m_rank.trace->args().bytes.find(event).value_or(0));
        copy.bytes = bytesWithin(bytes, std::min(length, copy.range.end - start), length)
            - bytesWithin(bytes, std::min(length, copy.range.begin - start), length);
        const double bandwidth = m_rank.trace->args().bandwidth.find(event).value_or(-1.0);
        if (bandwidth >= 0.0 && bandwidth <= kMostBandwidth)
            copy.bandwidth = bandwidth;
        else
            copy.bandwidth = static_cast<double>(bytes) / static_cast<double>(length); // [DIFF-6.4]
        return copy;
    }

private:
    const RankTrace& m_rank;
    Nanoseconds m_shortest; ///< stands for 0: the resolution of the file's clock
};

/// Sum of the copies under way at each moment at which that changes ([DIFF-6.1], [DIFF-6.2]).
std::vector<BandwidthPoint> pointsOf(const std::vector<MemoryCopy>& copies, const Progress& progress)
{
    struct Edge {
        Timestamp time = 0;
        double change = 0;
    };
    std::vector<Edge> edges;
    edges.reserve(2 * copies.size());
    for (const MemoryCopy& copy : copies)
        edges.push_back({ copy.range.begin, copy.bandwidth });
    for (const MemoryCopy& copy : copies)
        edges.push_back({ copy.range.end, -copy.bandwidth });
    sortRuns(
        edges, [](const Edge& a, const Edge& b) { return a.time < b.time; }, progress);

    std::vector<BandwidthPoint> points;
    ExactSum sum; // order inside one moment does not matter to it
    StopCheck check(progress);
    for (std::size_t i = 0; i < edges.size() && !check.after(4); ++i) {
        sum.add(edges[i].change);
        if (i + 1 == edges.size() || edges[i + 1].time != edges[i].time)
            points.push_back({ edges[i].time, sum.value() });
    }
    return points;
}

} // namespace

std::string_view memoryCopyName(std::string_view name)
{
    constexpr std::size_t kKindLength = 11; // "Memcpy HtoD"
    if (name.starts_with("Memset"))
        return "Memset";
    if (!name.starts_with("Memcpy"))
        return "Memcpy Unknown";
    std::size_t end = std::min(name.size(), kKindLength);
    while (end < name.size() && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80)
        ++end; // never half a character
    return name.substr(0, end);
}

std::vector<BandwidthSeries> bandwidthSeries(const RankTrace& rank, const RankGpuWork& work, const Progress& progress)
{
    const Trace& trace = *rank.trace;
    const CopyReader reader(rank);
    std::map<std::pair<std::int64_t, std::string_view>, BandwidthSeries> byKey;
    StopCheck check(progress);
    for (const GpuStream& stream : work.streams) {
        for (std::size_t i = stream.firstRow; i < stream.firstRow + stream.rowCount; ++i) {
            const GpuWorkRow& row = work.rows[i];
            if (check.after(row.type == KernelType::Memory ? 10 : 1))
                return {};
            if (row.type != KernelType::Memory)
                continue;
            const std::string_view name = memoryCopyName(trace.name(row.slice));
            BandwidthSeries& series = byKey[{ stream.device, name }];
            if (series.copies.empty()) {
                series.device = stream.device;
                series.pid = std::string(trace.text(trace.track(stream.track).pid));
                series.name = std::string(name);
            }
            series.copies.push_back(reader.read(row));
        }
    }
    std::vector<BandwidthSeries> all;
    for (auto& [key, series] : byKey) {
        series.points = pointsOf(series.copies, progress);
        all.push_back(std::move(series));
    }
    return all;
}

BandwidthTotals totalsOf(const BandwidthSeries& series)
{
    BandwidthTotals totals;
    for (std::size_t i = 0; i < series.points.size(); ++i) {
        const BandwidthPoint& point = series.points[i];
        if (point.value > 0.0)
            totals.positive.push_back(point.value);
        if (i + 1 < series.points.size())
            totals.moved += point.value * static_cast<double>(series.points[i + 1].time - point.time);
    }
    std::vector<TimeRange> ranges;
    for (const MemoryCopy& copy : series.copies) {
        ranges.push_back(copy.range);
        totals.bytes = saturatingAdd(totals.bytes, copy.bytes);
    }
    totals.busy = totalLength(unionOf(std::move(ranges)));
    return totals;
}

} // namespace kinetoscope
