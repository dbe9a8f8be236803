// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/pyramid/timeline_index.h"

#include "core/model/trace.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <system_error>
#include <thread>

namespace kinetoscope {

namespace {

// At most 3 cells for 16 slices on level 0: with all coarser levels that is 1.5 bytes a slice.
constexpr std::uint64_t kCellsPer16Slices = 3;

std::uint8_t timelineIndexRaw(ColourClass colourClass)
{
    return static_cast<std::uint8_t>(colourClass);
}

LaneRows laneRows(const TraceData& data, std::size_t track, std::size_t lane)
{
    const Track& t = data.tracks[track];
    const std::size_t index = data.laneOffsets[track] + lane;
    const std::uint32_t begin = data.laneStarts[index];
    const std::uint32_t end = data.laneStarts[index + 1];
    if (begin == end)
        return { {}, t.firstSlice, t.sliceCount };
    return { std::span(data.laneRows).subspan(begin, end - begin), 0, end - begin };
}

/// Distance that cannot overflow: corrupt files hold times at both ends of int64.
std::uint64_t distance(Timestamp from, Timestamp to)
{
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

/// Runs work(i) for i in [0, count) on up to `threads` threads, the caller's included. `work` must not throw.
template <typename Work> void forEachIndex(std::size_t count, int threads, const Work& work)
{
    std::atomic<std::size_t> next { 0 };
    const auto loop = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            work(i);
    };
    std::vector<std::jthread> helpers;
    const std::size_t wanted = std::min(count, static_cast<std::size_t>(std::max(threads, 1)));
    helpers.reserve(wanted);
    try {
        while (helpers.size() + 1 < wanted)
            helpers.emplace_back(loop);
    } catch (const std::system_error&) {
        // No more threads to be had: those that run, and this one, do it all.
    }
    loop();
}

/// Busy time of one bucket, by class. Reset costs the classes that were touched.
class BucketSum {
public:
    void add(std::uint8_t colourClass, std::uint64_t nanoseconds)
    {
        m_touched |= 1u << colourClass;
        m_busy[colourClass] += nanoseconds;
    }
    [[nodiscard]] bool isEmpty() const { return m_touched == 0; }
    /// The cell of a bucket 2^shift ns wide; forgets everything.
    TimelineIndex::Cell take(int shift)
    {
        std::uint64_t total = 0;
        std::uint64_t most = 0;
        TimelineIndex::Cell cell;
        cell.colourClass = static_cast<std::uint8_t>(std::countr_zero(m_touched));
        for (std::uint32_t rest = m_touched; rest != 0; rest &= rest - 1) {
            const auto i = static_cast<std::uint8_t>(std::countr_zero(rest));
            total += m_busy[i];
            if (m_busy[i] > most) {
                most = m_busy[i];
                cell.colourClass = i;
            }
            m_busy[i] = 0;
        }
        m_touched = 0;
        const std::uint64_t share = shift >= 16 ? total >> (shift - 16) : total << (16 - shift);
        cell.busy = static_cast<std::uint16_t>(std::clamp<std::uint64_t>(share, 1, 65535));
        return cell;
    }

private:
    static_assert(kColourClassCount <= 32);
    std::array<std::uint64_t, kColourClassCount> m_busy {};
    std::uint32_t m_touched = 0;
};

/// Writes level 0 of one lane in one pass over its slices, which are in time order.
class BucketWriter {
public:
    BucketWriter(Timestamp origin, int shift, std::span<TimelineIndex::Cell> cells)
        : m_origin(origin)
        , m_shift(shift)
        , m_cells(cells)
    {
    }

    void add(Timestamp start, Timestamp end, std::uint8_t colourClass)
    {
        std::uint64_t from = distance(m_origin, start);
        const std::uint64_t to = distance(m_origin, end);
        std::size_t bucket = from >> m_shift;
        if (bucket > m_bucket) {
            flush();
            m_bucket = std::min(bucket, m_cells.size() - 1);
        } else if (bucket < m_bucket) {
            // Slices of one lane may overlap by the tolerance of the call tree: what lies behind is already written.
            from = std::uint64_t { m_bucket } << m_shift;
        }
        m_sum.add(colourClass, 0);
        while (from < to) {
            const std::uint64_t bucketEnd = nextBoundary(from);
            const std::uint64_t stop = std::min(to, bucketEnd);
            m_sum.add(colourClass, stop - from);
            if (stop == bucketEnd && from == std::uint64_t { m_bucket } << m_shift)
                m_flags |= TimelineIndex::kWhole;
            if (to > bucketEnd)
                m_flags |= TimelineIndex::kContinues;
            from = stop;
            if (from == to || m_bucket + 1 == m_cells.size())
                return;
            flush();
            ++m_bucket;
        }
    }

    void flush()
    {
        if (!m_sum.isEmpty())
            m_cells[m_bucket] = m_sum.take(m_shift);
        m_cells[m_bucket].flags = m_flags;
        m_flags = 0;
    }

private:
    /// First bucket boundary after `offset`; the end of the number range where there is none.
    [[nodiscard]] std::uint64_t nextBoundary(std::uint64_t offset) const
    {
        const std::uint64_t begin = offset >> m_shift << m_shift;
        const std::uint64_t end = begin + (std::uint64_t { 1 } << m_shift);
        return end > begin ? end : ~std::uint64_t { 0 };
    }

    Timestamp m_origin;
    int m_shift;
    std::span<TimelineIndex::Cell> m_cells;
    std::size_t m_bucket = 0;
    std::uint8_t m_flags = 0;
    BucketSum m_sum;
};

void halve(std::span<const TimelineIndex::Cell> fine, std::span<TimelineIndex::Cell> coarse)
{
    for (std::size_t i = 0; i < coarse.size(); ++i) {
        const TimelineIndex::Cell a = fine[2 * i];
        const TimelineIndex::Cell b = 2 * i + 1 < fine.size() ? fine[2 * i + 1] : TimelineIndex::Cell {};
        // Rounded up, so that no bucket in use ever fades to 0.
        coarse[i].busy = static_cast<std::uint16_t>((std::uint32_t { a.busy } + b.busy + 1) / 2);
        coarse[i].colourClass = a.busy >= b.busy ? a.colourClass : b.colourClass;
        const bool oneSlice = (a.flags & b.flags & TimelineIndex::kWhole) && (a.flags & TimelineIndex::kContinues);
        coarse[i].flags =
            static_cast<std::uint8_t>((oneSlice ? TimelineIndex::kWhole : 0) | (b.flags & TimelineIndex::kContinues));
    }
}

/// Smallest bucket width whose number of buckets over `length` ns stays within the memory bound for `slices`.
int finestShift(std::uint64_t length, std::uint64_t slices)
{
    const std::uint64_t mostCells = std::max<std::uint64_t>(1, slices * kCellsPer16Slices / 16);
    int shift = 0;
    while (shift < 63 && length >> shift >= mostCells) // one bucket more than that; the longest of all has no number
        ++shift;
    return shift;
}

} // namespace

std::shared_ptr<const TimelineIndex> TimelineIndex::build(const TraceData& data, int threads)
{
    std::shared_ptr<TimelineIndex> index(new TimelineIndex);
    index->m_colourClasses = ColourClasses(data);
    index->m_folded = FoldedLanes(data);
    index->layOut(data, threads);
    index->fill(data, threads);
    return index;
}

LaneRows TimelineIndex::rowsOf(const TraceData& data, std::size_t track, std::size_t lane) const
{
    const std::size_t ordinary = data.laneOffsets[track + 1] - data.laneOffsets[track];
    if (lane < ordinary)
        return laneRows(data, track, lane);
    const auto rows = m_folded.rows(TrackId { track }, static_cast<std::uint16_t>(lane - ordinary));
    return { rows, 0, static_cast<std::uint32_t>(rows.size()) };
}

void TimelineIndex::layOut(const TraceData& data, int threads)
{
    struct Lane {
        LaneRows rows;
        Timestamp end = 0;
    };
    std::vector<Lane> lanes;
    m_trackFirstLane.reserve(data.tracks.size() + 1);
    for (std::size_t track = 0; track < data.tracks.size(); ++track) {
        m_trackFirstLane.push_back(static_cast<std::uint32_t>(lanes.size()));
        const std::size_t count =
            data.laneOffsets[track + 1] - data.laneOffsets[track] + m_folded.laneCount(TrackId { track });
        for (std::size_t lane = 0; lane < count; ++lane)
            lanes.push_back({ rowsOf(data, track, lane), 0 });
    }
    m_trackFirstLane.push_back(static_cast<std::uint32_t>(lanes.size()));

    forEachIndex(lanes.size(), threads, [&](std::size_t i) {
        Lane& lane = lanes[i];
        for (std::size_t k = 0; lane.rows.size() >= kSmallLane && k < lane.rows.size(); ++k) {
            const Timestamp end = data.slices.end(lane.rows[k]);
            lane.end = k == 0 ? end : std::max(lane.end, end);
        }
    });

    std::size_t cells = 0;
    m_laneFirstLevel.reserve(lanes.size() + 1);
    for (const Lane& lane : lanes) {
        m_laneFirstLevel.push_back(static_cast<std::uint32_t>(m_levels.size()));
        if (lane.rows.size() < kSmallLane)
            continue;
        const Timestamp origin = data.slices.start[lane.rows[0].index()];
        const std::uint64_t length = distance(origin, lane.end);
        int shift = finestShift(length, lane.rows.size());
        std::size_t count = (length >> shift) + 1;
        while (true) {
            m_levels.push_back({ origin, shift, cells, count });
            cells += count;
            if (count <= kCoarsestCells || shift >= 63)
                break;
            count = (count + 1) / 2;
            ++shift;
        }
    }
    m_laneFirstLevel.push_back(static_cast<std::uint32_t>(m_levels.size()));
    m_cells.resize(cells);
}

void TimelineIndex::fill(const TraceData& data, int threads)
{
    struct Job {
        std::size_t track = 0;
        std::size_t lane = 0;
        std::size_t index = 0;
    };
    std::vector<Job> jobs;
    for (std::size_t track = 0; track + 1 < m_trackFirstLane.size(); ++track) {
        for (std::size_t index = m_trackFirstLane[track]; index < m_trackFirstLane[track + 1]; ++index)
            jobs.push_back({ track, index - m_trackFirstLane[track], index });
    }
    m_laneClasses.assign(jobs.size(), 0);
    forEachIndex(jobs.size(), threads, [&](std::size_t i) {
        const LaneRows rows = rowsOf(data, jobs[i].track, jobs[i].lane);
        fillLane(data.slices, rows, jobs[i].index);
    });
}

void TimelineIndex::fillLane(const SliceTable& slices, const LaneRows& rows, std::size_t lane)
{
    const auto cellsOf = [this](std::size_t level) {
        return std::span(m_cells).subspan(m_levels[level].first, m_levels[level].count);
    };
    const std::size_t finest = m_laneFirstLevel[lane];
    const std::size_t end = m_laneFirstLevel[lane + 1];
    std::uint32_t classes = 0;
    if (finest == end) {
        for (std::size_t k = 0; k < rows.size(); ++k)
            classes |= 1u << timelineIndexRaw(colourOf(slices, rows[k]));
    } else {
        BucketWriter writer(m_levels[finest].origin, m_levels[finest].shift, cellsOf(finest));
        for (std::size_t k = 0; k < rows.size(); ++k) {
            const SliceId slice = rows[k];
            const std::uint8_t colourClass = timelineIndexRaw(colourOf(slices, slice));
            classes |= 1u << colourClass;
            writer.add(slices.start[slice.index()], slices.end(slice), colourClass);
        }
        writer.flush();
        for (std::size_t level = finest + 1; level < end; ++level)
            halve(cellsOf(level - 1), cellsOf(level));
    }
    m_laneClasses[lane] = classes;
}

std::size_t TimelineIndex::laneIndex(TrackId track, std::uint16_t lane) const
{
    if (track.index() + 1 >= m_trackFirstLane.size())
        return m_laneFirstLevel.size();
    const std::size_t index = m_trackFirstLane[track.index()] + lane;
    return index < m_trackFirstLane[track.index() + 1] ? index : m_laneFirstLevel.size();
}

int TimelineIndex::levelCount(TrackId track, std::uint16_t lane) const
{
    const std::size_t index = laneIndex(track, lane);
    return index + 1 < m_laneFirstLevel.size() ? static_cast<int>(m_laneFirstLevel[index + 1] - m_laneFirstLevel[index])
                                               : 0;
}

TimelineIndex::Level TimelineIndex::level(TrackId track, std::uint16_t lane, int level) const
{
    if (level < 0 || level >= levelCount(track, lane))
        return {};
    const StoredLevel& stored = m_levels[m_laneFirstLevel[laneIndex(track, lane)] + static_cast<std::size_t>(level)];
    return { stored.origin, stored.shift, std::span(m_cells).subspan(stored.first, stored.count) };
}

std::uint32_t TimelineIndex::classesIn(TrackId track, std::uint16_t lane) const
{
    const std::size_t index = laneIndex(track, lane);
    return index < m_laneClasses.size() ? m_laneClasses[index] : 0;
}

std::size_t TimelineIndex::memoryBytes() const
{
    return m_colourClasses.memoryBytes() + m_folded.memoryBytes() + m_levels.capacity() * sizeof(StoredLevel)
        + m_cells.capacity() * sizeof(Cell)
        + (m_trackFirstLane.capacity() + m_laneFirstLevel.capacity() + m_laneClasses.capacity())
        * sizeof(std::uint32_t);
}

} // namespace kinetoscope
