// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/queue_length.h"
#include "core/analysis/memory/memory_timeline.h"
#include "core/overlay/overlay_makers.h"

#include "core/analysis/gpu/copies/memory_bandwidth.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/run_analysis.h"
#include "core/analysis/types/stream_cell.h"
#include "core/model/text_number.h"
#include "core/overlay/rank_series.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>

namespace kinetoscope {

namespace {

constexpr double kCounterOverlaysNothing = std::numeric_limits<double>::quiet_NaN();

std::optional<std::int64_t> integerOf(const Cell& cell)
{
    const auto* value = std::get_if<std::int64_t>(&cell);
    return value ? std::optional(*value) : std::nullopt;
}

double counterOverlaysNumberOf(const Cell& cell)
{
    if (const auto* value = std::get_if<double>(&cell))
        return *value;
    const std::optional<std::int64_t> value = integerOf(cell);
    return value ? static_cast<double>(*value) : kCounterOverlaysNothing;
}

/// Tracks of streams by rank position, device, stream.
class StreamTracks {
public:
    explicit StreamTracks(const TraceSet& traces)
    {
        for (std::uint32_t rank = 0; rank < traces.ranks().size(); ++rank) {
            const Trace& trace = *traces.ranks()[rank].trace;
            const std::span<const Track> tracks = trace.tracks();
            for (std::size_t i = 0; i < tracks.size(); ++i) {
                if (tracks[i].kind == TrackKind::Stream)
                    m_tracks.emplace(std::tuple(rank, keyOf(deviceCell(trace, tracks[i].device)),
                                         keyOf(streamCell(trace, tracks[i].stream, Track::kNoStream))),
                        TrackId { i });
            }
        }
    }
    /// @param device, stream  as a table of queue lengths names them
    [[nodiscard]] TrackId find(std::uint32_t rank, const Cell& device, const Cell& stream) const
    {
        const auto it = m_tracks.find({ rank, keyOf(device), keyOf(stream) });
        return it != m_tracks.end() ? it->second : TrackId {};
    }

private:
    /// A number, or the text of what the file names by one.
    using Key = std::variant<std::int64_t, std::string>;
    [[nodiscard]] static Key keyOf(const Cell& cell)
    {
        if (const auto* text = std::get_if<std::string>(&cell))
            return *text;
        return integerOf(cell).value_or(Track::kNoStream);
    }

    std::map<std::tuple<std::uint32_t, Key, Key>, TrackId> m_tracks;
};

/// What deviceCell was made of.
std::int64_t deviceOf(const Cell& device)
{
    if (const auto* text = std::get_if<std::string>(&device))
        return numberOfText(*text);
    return integerOf(device).value_or(Track::kNoDevice);
}

/// "cuda:3" -> 3; the rank itself where a device has no number.
std::int64_t deviceNumber(std::string_view name)
{
    std::int64_t device = Track::kNoDevice;
    const std::size_t colon = name.rfind(':');
    if (colon != std::string_view::npos && name.substr(0, colon) != "cpu")
        std::from_chars(name.data() + colon + 1, name.data() + name.size(), device);
    return device;
}

/// A column of values over the column `ts` that becomes series.
struct ValueColumn {
    std::string_view column;
    FittingPhrase<0> name;   ///< of its series
    FittingPhrase<1> nameOf; ///< where their place says what they are of
    Unit unit = Unit::None;
};

/// Turns rows into series: `place(row, series)` says where a row's series lies and returns what it is of, rows of the
/// same place belong together and come in the order of time.
template <typename Place>
Result<Done> addSeries(Overlay& overlay, const TraceSet& traces, const Table& table, const ValueColumn& values,
    const Place& place, const Progress& progress)
{
    const std::size_t rankColumn = table.columnIndex("rank");
    const std::size_t timeColumn = table.columnIndex("ts");
    const std::size_t valueColumn = table.columnIndex(values.column);
    if (std::max({ rankColumn, timeColumn, valueColumn }) >= table.columnCount())
        return Done {};
    using Key = std::tuple<std::uint32_t, TrackId, std::int64_t, std::string>;
    std::map<Key, std::size_t> known;
    OverlaySeries next;
    next.unit = values.unit;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (row % 4096 == 0 && progress.shouldStop())
            return Error::stopped();
        const std::optional<std::int64_t> rank = integerOf(table.cell(row, rankColumn));
        const std::optional<std::int64_t> time = integerOf(table.cell(row, timeColumn));
        const std::size_t position = rank ? traces.indexOfRank(*rank) : traces.ranks().size();
        if (!time || position >= traces.ranks().size())
            continue;
        next.rank = static_cast<std::uint32_t>(position);
        const std::string what = place(row, next);
        const auto [it, isNew] = known.try_emplace({ next.rank, next.track, next.device, what }, overlay.series.size());
        if (isNew) {
            next.name = what.empty() ? Message { values.name } : Message { values.nameOf, arg::Text { what } };
            overlay.series.push_back(next);
        }
        OverlaySeries& series = overlay.series[it->second];
        const double value = counterOverlaysNumberOf(table.cell(row, valueColumn));
        // Of several rows at one moment the last one holds.
        if (!series.time.empty() && series.time.back() == *time) {
            series.value.back() = value;
            continue;
        }
        series.time.push_back(*time);
        series.value.push_back(value);
    }
    return Done {};
}

/// The series in the table `series` of an analysis: `makePlace(table)` returns the `place` of addSeries.
template <typename MakePlace>
Result<Overlay> overlayOf(const AnalysisDescriptor& analysis, const AnalysisInput& input, const Parameters& parameters,
    const AnalysisContext& context, std::initializer_list<ValueColumn> columns, const MakePlace& makePlace)
{
    KT_TRY(const AnalysisResult result, runAnalysis(analysis, { &input, 1 }, parameters, Mode::Exact, context));
    Overlay overlay;
    overlay.remarks = result.remarks;
    const Table* table = result.findTable("series");
    if (!table)
        return overlay;
    for (const ValueColumn& values : columns) {
        KT_TRY_DONE(addSeries(overlay, *input.traces, *table, values, makePlace(*table), context.progress));
    }
    // A series the file says nothing about would be an empty row.
    std::erase_if(overlay.series, [](const OverlaySeries& series) {
        return std::ranges::all_of(series.value, [](double value) { return std::isnan(value); });
    });
    return overlay;
}

} // namespace

Result<Overlay> queueLengthOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context)
{
    const StreamTracks streams(*input.traces);
    const auto makePlace = [&streams](const Table& table) {
        return [&streams, &table, streamColumn = table.columnIndex("stream"),
                   deviceColumn = table.columnIndex("device")](std::size_t row, OverlaySeries& series) -> std::string {
            const Cell device = table.cell(row, deviceColumn);
            const Cell stream = table.cell(row, streamColumn);
            series.device = deviceOf(device);
            series.track = streams.find(series.rank, device, stream);
            const auto number = integerOf(stream);
            return !series.track.isValid() && number ? std::to_string(*number) : std::string();
        };
    };
    return overlayOf(queueLength(), input, parameters, context,
        { { "queue_length", KT_PHRASE("overlays", "queue length"), KT_PHRASE("overlays", "queue length of stream %1"),
            Unit::Count } },
        makePlace);
}

Result<Overlay> activeKernelOverlay(const AnalysisInput& input, const Parameters&, const AnalysisContext& context)
{
    KT_TRY(const auto source, ScopedGpuWork::create(input, *context.classifier));
    const auto seriesOf = [&](std::size_t i) -> Result<std::vector<OverlaySeries>> {
        KT_TRY(const RankGpuWork work, source->rank(i, context.progress));
        std::vector<OverlaySeries> found;
        for (const std::int64_t device : devicesOf(work)) {
            std::vector<Timestamp> begins;
            std::vector<Timestamp> ends;
            for (const GpuStream& stream : work.streams) {
                for (std::size_t row = stream.firstRow;
                     stream.device == device && row < stream.firstRow + stream.rowCount; ++row) {
                    begins.push_back(work.rows[row].range.begin);
                    ends.push_back(work.rows[row].range.end);
                }
            }
            std::ranges::sort(begins);
            std::ranges::sort(ends);
            KT_TRY_DONE(context.progress.carryOn());
            OverlaySeries series { { KT_PHRASE("overlays", "active kernels") }, Unit::Count, work.rankIndex, {}, device,
                {}, {} };
            std::int64_t active = 0;
            // Starts and ends merged; what happens at one moment becomes one value.
            for (std::size_t b = 0, e = 0; e < ends.size();) {
                const Timestamp now = b < begins.size() ? std::min(begins[b], ends[e]) : ends[e];
                for (; b < begins.size() && begins[b] == now; ++b)
                    ++active;
                for (; e < ends.size() && ends[e] == now; ++e)
                    --active;
                if (!series.value.empty() && series.value.back() == static_cast<double>(active))
                    continue;
                series.time.push_back(now);
                series.value.push_back(static_cast<double>(active));
            }
            found.push_back(std::move(series));
        }
        return found;
    };
    return seriesOfRanks(source->rankCount(), context, seriesOf,
        { "no-gpu-work",
            { KT_PHRASE("overlays", "The trace has no GPU work: record with %1."),
                arg::Text { "ProfilerActivity.CUDA" } } });
}

Result<Overlay> copyBandwidthOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context)
{
    const auto makePlace = [](const Table& table) {
        return [&table, nameColumn = table.columnIndex("name"), deviceColumn = table.columnIndex("device")](
                   std::size_t row, OverlaySeries& series) {
            series.device = deviceOf(table.cell(row, deviceColumn));
            return std::string(table.text(row, nameColumn));
        };
    };
    return overlayOf(memoryBandwidth(), input, parameters, context,
        { { "memory_bw_gbps", KT_PHRASE("overlays", "bandwidth"), KT_PHRASE("overlays", "%1 bandwidth"),
            Unit::GigabytesPerSecond } },
        makePlace);
}

Result<Overlay> memoryOverlay(const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context)
{
    const auto makePlace = [](const Table& table) {
        return [&table, deviceColumn = table.columnIndex("device")](
                   std::size_t row, OverlaySeries& series) -> std::string {
            const std::string_view device = table.text(row, deviceColumn);
            series.device = deviceNumber(device);
            return series.device == Track::kNoDevice ? std::string(device) : std::string();
        };
    };
    return overlayOf(memoryTimeline(), input, parameters, context,
        { { "allocated", KT_PHRASE("overlays", "allocated memory"), KT_PHRASE("overlays", "allocated memory of %1"),
              Unit::Bytes },
            { "reserved", KT_PHRASE("overlays", "reserved memory"), KT_PHRASE("overlays", "reserved memory of %1"),
                Unit::Bytes } },
        makePlace);
}

} // namespace kinetoscope
