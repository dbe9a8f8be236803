// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/lane_cells.h"

#include "core/model/pyramid/timeline_index.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr std::uint32_t kFull = 65535;

/// One lane being turned into pixels.
class LanePainter {
public:
    LanePainter(const Trace& trace, TrackId track, std::uint16_t lane, const TimeScale& scale,
        std::span<PixelCell> cells, std::vector<WideSlice>& wide)
        : m_trace(trace)
        , m_slices(trace.slices())
        , m_rows(laneRowsOf(trace, track, lane))
        , m_scale(scale)
        , m_cells(cells)
        , m_wide(wide)
        , m_wideLength(kWideSlicePixels * scale.nanosecondsPerPixel())
    {
    }

    void fromPyramid(const TimelineIndex::Level& level);
    void fromSlices();

private:
    [[nodiscard]] double left(SliceId slice) const { return m_scale.xOf(m_slices.start[slice.index()]); }
    [[nodiscard]] double right(SliceId slice) const { return m_scale.xOf(m_slices.end(slice)); }
    [[nodiscard]] bool isWide(SliceId slice) const
    {
        return static_cast<double>(m_slices.duration(slice)) >= m_wideLength;
    }
    [[nodiscard]] ColourClass classOf(SliceId slice) const { return m_trace.timeline().colourOf(m_slices, slice); }
    bool addIfWide(SliceId slice);
    void spillOver(SliceId slice, std::size_t pixel);
    std::size_t narrowPixel(std::size_t i, std::size_t pixel);

    const Trace& m_trace;
    const SliceTable& m_slices;
    LaneRows m_rows;
    TimeScale m_scale;
    std::span<PixelCell> m_cells;
    std::vector<WideSlice>& m_wide;
    double m_wideLength; ///< ns of kWideSlicePixels
};

/// Draws a slice of kWideSlicePixels or more as itself.
bool LanePainter::addIfWide(SliceId slice)
{
    if (!isWide(slice))
        return false;
    const auto width = static_cast<double>(m_cells.size());
    const auto first = static_cast<std::int32_t>(std::floor(std::clamp(left(slice), -1.0, width + 1)));
    const auto last = static_cast<std::int32_t>(std::floor(std::clamp(right(slice), -1.0, width + 1)));
    m_wide.push_back({ slice, first, last });
    const PixelCell full { static_cast<std::uint16_t>(kFull), static_cast<std::uint8_t>(classOf(slice)) };
    const auto begin = static_cast<std::size_t>(std::max(0, first));
    const auto end = std::min(m_cells.size(), static_cast<std::size_t>(std::max(0, last)));
    if (begin < end)
        std::fill(m_cells.begin() + static_cast<std::ptrdiff_t>(begin),
            m_cells.begin() + static_cast<std::ptrdiff_t>(end), full);
    return true;
}

void LanePainter::fromPyramid(const TimelineIndex::Level& level)
{
    const auto bucket = std::ldexp(1.0, level.shift);
    // At least one bucket a pixel: fillLane chose the level so.
    const double perPixel = m_scale.nanosecondsPerPixel() / bucket;
    const double begin = static_cast<double>(saturatingSubtract(m_scale.visible().begin, level.origin)) / bucket;
    const auto count = static_cast<std::int64_t>(level.cells.size());
    const auto width = static_cast<double>(m_cells.size());
    // Only pixels that meet the lane; one more on either side for rounding. Inside, casts of positions cannot overflow,
    // and truncating is rounding down but for what lies before cell 0, which counts as cell 0 either way.
    const auto firstPixel = static_cast<std::size_t>(std::clamp(-begin / perPixel - 1, 0.0, width));
    const auto endPixel =
        static_cast<std::size_t>(std::clamp((static_cast<double>(count) - begin) / perPixel + 1, 0.0, width));
    const auto cellAt = [&](std::size_t x) {
        return static_cast<std::int64_t>(begin + static_cast<double>(x) * perPixel);
    };
    std::size_t searched = 0;    // every row before ended already
    std::int64_t skipUntil = -1; // cells before belong to a wide slice that is drawn
    std::int64_t from = 0;
    std::int64_t to = firstPixel < endPixel ? cellAt(firstPixel) : 0;

    for (std::size_t x = firstPixel; x < endPixel; ++x) {
        from = to;
        to = std::max(from + 1, cellAt(x + 1));
        if (to <= 0)
            continue;
        if (from >= count)
            break;
        const std::int64_t firstCell = std::max<std::int64_t>(0, from);
        const std::int64_t endCell = std::min(count, to);
        std::uint32_t busy = 0;
        std::uint32_t most = 0;
        std::uint8_t colourClass = m_cells[x].colourClass;
        for (std::int64_t c = firstCell; c < endCell; ++c) {
            const TimelineIndex::Cell cell = level.cells[static_cast<std::size_t>(c)];
            busy += cell.busy;
            if (cell.busy > most) {
                most = cell.busy;
                colourClass = cell.colourClass;
            }
            // Two whole buckets in a row are the sign of a slice that may be wide enough: one look-up for each such
            // slice.
            const bool wholeRun = (cell.flags & TimelineIndex::kWhole) && (cell.flags & TimelineIndex::kContinues)
                && c + 1 < count && (level.cells[static_cast<std::size_t>(c + 1)].flags & TimelineIndex::kWhole);
            if (wholeRun && c >= skipUntil) {
                const Timestamp inside = saturatingAdd(level.origin, c << level.shift);
                searched = firstEndingAfter(m_slices, m_rows, inside, searched);
                if (searched < m_rows.size()) {
                    const SliceId slice = m_rows[searched];
                    addIfWide(slice);
                    // The first bucket that begins at its end or later.
                    const Nanoseconds until = saturatingSubtract(m_slices.end(slice), level.origin);
                    skipUntil = until > 0 ? ((until - 1) >> level.shift) + 1 : 0;
                }
            }
        }
        if (busy == 0)
            continue;
        // A wide slice has painted its columns already; what shares its last column must not hide it.
        if (m_cells[x].busy == kFull)
            continue;
        const auto cellsInPixel = static_cast<std::uint32_t>(to - from);
        m_cells[x] = { static_cast<std::uint16_t>(std::clamp<std::uint32_t>(busy / cellsInPixel, 1, kFull)),
            colourClass };
    }
}

/// Draws what sticks out of `pixel` in the next two.
void LanePainter::spillOver(SliceId slice, std::size_t pixel)
{
    const double x1 = right(slice);
    for (std::size_t next = pixel + 1; next < m_cells.size() && static_cast<double>(next) < x1; ++next) {
        const double part = std::min(1.0, x1 - static_cast<double>(next));
        m_cells[next] = { static_cast<std::uint16_t>(std::clamp(part * kFull, 1.0, double { kFull })),
            static_cast<std::uint8_t>(classOf(slice)) };
    }
}

/// Sums what starts in one pixel, from row `i` on; returns the first row that does not.
std::size_t LanePainter::narrowPixel(std::size_t i, std::size_t pixel)
{
    const Timestamp begin = m_scale.timeAt(static_cast<double>(pixel));
    // Rounding must not put the first slice outside its own pixel.
    const Timestamp end =
        std::max(m_scale.timeAt(static_cast<double>(pixel + 1)), saturatingAdd(m_slices.start[m_rows[i].index()], 1));
    Nanoseconds covered = 0;
    Nanoseconds most = -1;
    SliceId dominant;
    int seen = 0;
    Timestamp reach = begin;
    while (i < m_rows.size()) {
        const SliceId slice = m_rows[i];
        const Timestamp start = m_slices.start[slice.index()];
        if (start >= end || isWide(slice))
            break;
        const Timestamp sliceEnd = m_slices.end(slice);
        const Nanoseconds share = std::max<Nanoseconds>(0, std::min(sliceEnd, end) - std::max(start, begin));
        covered += share;
        if (share > most) {
            most = share;
            dominant = slice;
        }
        reach = std::max(reach, sliceEnd);
        if (sliceEnd > end)
            spillOver(slice, pixel);
        ++i;
        if (++seen >= kSlicesPerPixel) {
            // So many in one pixel look like one run; the rest of it is jumped over.
            const std::size_t next = firstEndingAfter(m_slices, m_rows, saturatingSubtract(end, 1), i);
            if (next > i) {
                covered += std::max<Nanoseconds>(0, std::min(m_slices.end(m_rows[next - 1]), end) - reach);
                i = next;
            }
        }
    }
    if (dominant.isValid()) {
        PixelCell& cell = m_cells[pixel];
        const double share = static_cast<double>(covered) / m_scale.nanosecondsPerPixel();
        const auto busy = static_cast<std::uint32_t>(std::clamp(share * kFull, 1.0, double { kFull }));
        const bool dominates = busy >= cell.busy;
        cell.busy = static_cast<std::uint16_t>(std::min(kFull, busy + cell.busy));
        if (dominates)
            cell.colourClass = static_cast<std::uint8_t>(classOf(dominant));
    }
    return i;
}

void LanePainter::fromSlices()
{
    const auto width = static_cast<double>(m_cells.size());
    // A slice of no length at the very left edge still belongs to pixel 0.
    std::size_t i = firstEndingAfter(m_slices, m_rows, saturatingSubtract(m_scale.visible().begin, 1));
    while (i < m_rows.size()) {
        const SliceId slice = m_rows[i];
        const double x = left(slice);
        if (x >= width)
            break;
        if (addIfWide(slice)) {
            ++i;
            continue;
        }
        const auto pixel = static_cast<std::size_t>(std::max(0.0, x));
        i = narrowPixel(i, pixel);
    }
}

bool isContainer(std::uint8_t colourClass)
{
    const auto c = static_cast<ColourClass>(colourClass);
    return c == ColourClass::Annotation || c == ColourClass::PythonFrame;
}

} // namespace

LaneRows laneRowsOf(const Trace& trace, TrackId track, std::uint16_t lane)
{
    const std::uint16_t ordinary = trace.track(track).laneCount;
    if (lane < ordinary)
        return trace.lane(track, lane);
    const auto rows = trace.timeline().foldedLanes().rows(track, static_cast<std::uint16_t>(lane - ordinary));
    return { rows, 0, static_cast<std::uint32_t>(rows.size()) };
}

std::size_t firstEndingAfter(const SliceTable& slices, const LaneRows& rows, Timestamp time, std::size_t from)
{
    const std::size_t size = rows.size();
    std::size_t low = from;
    std::size_t step = 1;
    // Galloping: the answer is usually near.
    while (low + step < size && slices.end(rows[low + step]) <= time) {
        low += step;
        step *= 2;
    }
    std::size_t high = std::min(size, low + step + 1);
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (slices.end(rows[middle]) <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void fillLane(const Trace& trace, TrackId track, std::uint16_t lane, const TimeScale& scale, std::span<PixelCell> cells,
    std::vector<WideSlice>& wide)
{
    std::ranges::fill(cells, PixelCell {});
    wide.clear();
    LanePainter painter(trace, track, lane, scale, cells, wide);
    const TimelineIndex& index = trace.timeline();
    const int levels = index.levelCount(track, lane);
    const auto bucketOf = [&](int level) { return std::ldexp(1.0, index.level(track, lane, level).shift); };
    int best = -1;
    while (best + 1 < levels && bucketOf(best + 1) <= scale.nanosecondsPerPixel())
        ++best;
    if (best >= 0)
        painter.fromPyramid(index.level(track, lane, best));
    else
        painter.fromSlices();
}

void fillDensity(const Trace& trace, TrackId track, const TimeScale& scale, std::span<PixelCell> cells,
    std::vector<PixelCell>& scratch, std::vector<WideSlice>& scratchWide)
{
    std::ranges::fill(cells, PixelCell {});
    scratch.resize(cells.size());
    const int lanes = std::min<int>(trace.track(track).laneCount, kDensityLanes);
    for (int lane = 0; lane < lanes; ++lane) {
        fillLane(trace, track, static_cast<std::uint16_t>(lane), scale, scratch, scratchWide);
        for (std::size_t x = 0; x < cells.size(); ++x) {
            const PixelCell from = scratch[x];
            PixelCell& into = cells[x];
            if (from.busy == 0)
                continue;
            if (into.busy == 0 || (isContainer(into.colourClass) && !isContainer(from.colourClass)))
                into.colourClass = from.colourClass;
            into.busy = std::max(into.busy, from.busy);
        }
    }
}

void mergeDensity(std::span<PixelCell> into, std::span<const PixelCell> from)
{
    const std::size_t count = std::min(into.size(), from.size());
    for (std::size_t x = 0; x < count; ++x) {
        if (from[x].busy > into[x].busy)
            into[x] = from[x];
    }
}

} // namespace kinetoscope
