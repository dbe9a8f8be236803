// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/roofline/roofline.h"

#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/base/display_name.h"
#include "core/base/number_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace kinetoscope {

namespace {

constexpr std::string_view kNoName = "__missing__"; // what Kineto writes for a kernel whose name it did not learn
constexpr double kRooflineTera = 1000;

/// The GPU that the counters are of: the file does not say which one a range ran on, so all of a rank must be the same.
const DeviceProperties* deviceOf(const RankTrace& rank)
{
    const std::vector<DeviceProperties>& devices = rank.trace->metadata().devices;
    const bool isOneKind = !devices.empty() && std::ranges::all_of(devices, [&](const DeviceProperties& device) {
        return device.name == devices.front().name && device.totalMemoryBytes == devices.front().totalMemoryBytes;
    });
    return isOneKind ? &devices.front() : nullptr;
}

void addTo(std::optional<double>& sum, const std::optional<double>& part)
{
    sum = sum && part ? std::optional(*sum + *part) : std::nullopt;
}

std::optional<double> quotient(const std::optional<double>& above, const std::optional<double>& below)
{
    return above && below && *below > 0 ? std::optional(*above / *below) : std::nullopt;
}

/// The highest rate at this intensity; nothing where it or all limits are not known.
std::optional<double> roofAt(double gigaflops, double bandwidth, const std::optional<double>& intensity)
{
    if (!intensity)
        return std::nullopt;
    const double infinity = std::numeric_limits<double>::infinity();
    const double flat = gigaflops > 0 ? gigaflops : infinity;
    const double slope = bandwidth > 0 ? bandwidth * *intensity : infinity;
    const double roof = std::min(flat, slope);
    return std::isfinite(roof) ? std::optional(roof) : std::nullopt;
}

std::string teraflopsText(double gigaflops)
{
    return shortestText(gigaflops / kRooflineTera) + " TFLOP/s";
}

} // namespace

std::vector<ColumnDescriptor> rooflineColumns()
{
    return {
        textColumn(column::kName, "Kernel", TextKind::Name),
        numberColumn(column::kRank, "Rank"),
        countColumn("ranges", "Times counted"),
        mainFigure(durationColumn(column::kTime, "GPU time")),
        { column::kFlops, ColumnType::Float, Unit::Count, "Floating-point operations" },
        { "dram_bytes", ColumnType::Float, Unit::Bytes, "Memory traffic" },
        { column::kArithmeticIntensity, ColumnType::Float, Unit::FlopsPerByte, "Operations a byte" },
        { column::kGflopsPerSecond, ColumnType::Float, Unit::GigaflopsPerSecond, "Achieved rate" },
        defined(
            { column::kRoof, ColumnType::Float, Unit::GigaflopsPerSecond, "Roof" }, "Highest rate at this intensity"),
        percentColumn("roof_pctg", "Achieved share", "% of the highest rate"),
        textColumn("limited_by", "Limited by", TextKind::Word),
        { .name = "short_name", .type = ColumnType::String, .title = "Short name", .isInFilesOnly = true },
    };
}

std::vector<ColumnDescriptor> roofsColumns()
{
    return {
        textColumn("device", "GPU"),
        textColumn(column::kRoof, "Limit", TextKind::Word),
        { column::kGflopsPerSecond, ColumnType::Float, Unit::GigaflopsPerSecond, "Peak rate" },
        { "bandwidth", ColumnType::Float, Unit::GigabytesPerSecond, "Peak bandwidth" },
        textColumn("source", "Source", TextKind::Word),
    };
}

void Roofline::add(std::uint32_t rankIndex, SliceId range, SliceId launch, const Counted& counted)
{
    const Trace& trace = *m_ranks[rankIndex].trace;
    const SliceTable& slices = trace.slices();
    const auto launched = launch.isValid() ? trace.launches().of(launch) : std::span<const LaunchTable::Link> {};
    const SliceId work = launched.size() == 1 ? launched.front().work : SliceId {};
    std::string_view name = trace.name(range);
    if (name == kNoName && work.isValid())
        name = trace.name(work);
    Sums& sums = m_sums[{ rankIndex, std::string(name) }];
    sums.ranges.push_back(range);
    addTo(sums.flops, counted.flops);
    addTo(sums.bytes, counted.bytes);
    if (counted.nanoseconds) {
        addTo(sums.nanoseconds, counted.nanoseconds);
    } else if (work.isValid() && slices.isSound(work)) {
        addTo(sums.nanoseconds, static_cast<double>(slices.duration(work)));
        sums.work.push_back(work);
    } else {
        sums.nanoseconds.reset();
    }
}

std::optional<DevicePeaks> Roofline::peaksOf(const RankTrace& rank) const
{
    const DeviceProperties* device = deviceOf(rank);
    if (!device)
        return std::nullopt;
    DevicePeaks peaks(*device, m_classifier);
    return peaks.isKnown() ? std::optional(std::move(peaks)) : std::nullopt;
}

Roofline::Limits Roofline::limitsOf(const RankTrace& rank) const
{
    Limits limits;
    const DeviceProperties* device = deviceOf(rank);
    const std::optional<DevicePeaks> peaks = peaksOf(rank);
    limits.device = device ? device->name : std::string();
    // What is counted are operations of CUDA cores: tensor cores are no roof over them.
    limits.gigaflops =
        m_given.gigaflops > 0 ? m_given.gigaflops : (peaks ? peaks->vectorRate(VectorSpec::Fp32) * kRooflineTera : 0);
    limits.bandwidth = m_given.bandwidth > 0 ? m_given.bandwidth : (peaks ? peaks->bandwidth() : 0);
    return limits;
}

Table Roofline::takeRows(bool& hasDots)
{
    struct Key {
        std::uint32_t rank = 0;
        std::vector<SliceId> ranges;
        std::vector<SliceId> work;
    };
    Table table("roofline", kRooflineTitle, rooflineColumns());
    std::vector<Key> keys;
    for (auto& [key, sums] : m_sums) {
        const RankTrace& rank = m_ranks[key.first];
        const Limits limits = limitsOf(rank);
        const std::optional<double> intensity = quotient(sums.flops, sums.bytes);
        // Operations a nanosecond are 1e9 operations a second.
        const std::optional<double> rate = quotient(sums.flops, sums.nanoseconds);
        const std::optional<double> roof = roofAt(limits.gigaflops, limits.bandwidth, intensity);
        const std::optional<double> share = quotient(rate, roof);
        std::string limitedBy;
        if (intensity && limits.gigaflops > 0 && limits.bandwidth > 0)
            limitedBy = *intensity * limits.bandwidth < limits.gigaflops ? "memory" : "compute";
        // Beyond int64 (292 years) nothing was measured.
        const bool hasTime = sums.nanoseconds && *sums.nanoseconds >= 0 && *sums.nanoseconds < 9e18;
        table.addRow({ key.second, rank.rank, static_cast<std::int64_t>(sums.ranges.size()),
            hasTime ? Cell { static_cast<std::int64_t>(std::llround(*sums.nanoseconds)) } : Cell {},
            cellOrNothing(sums.flops), cellOrNothing(sums.bytes), cellOrNothing(intensity), cellOrNothing(rate),
            cellOrNothing(roof), share ? Cell { *share * 100 } : Cell {}, limitedBy, displayName(key.second) });
        hasDots = hasDots || (intensity && rate && *intensity > 0 && *rate > 0);
        keys.push_back({ key.first, std::move(sums.ranges), std::move(sums.work) });
    }
    const std::size_t time = table.columnIndex(column::kTime);
    table.setEvidence([keys = std::move(keys), time](std::size_t row, std::size_t column) {
        const Key& key = keys[row];
        return slicesOfRank(key.rank, column == time && !key.work.empty() ? key.work : key.ranges);
    });
    return table;
}

Table Roofline::roofs() const
{
    Table table("roofs", kRoofsTitle, roofsColumns());
    std::set<std::string> done; // ranks mostly have the same GPU
    std::set<std::uint32_t> ranks;
    for (const auto& [key, sums] : m_sums)
        ranks.insert(key.first);
    for (const std::uint32_t rank : ranks) {
        const std::optional<DevicePeaks> peaks = peaksOf(m_ranks[rank]);
        const std::string device = limitsOf(m_ranks[rank]).device;
        if (!peaks || !done.insert(device).second)
            continue;
        const std::string source = fmt::format("{} ({})", peaks->source(), peaks->name());
        const auto addRate = [&](const char* name, double teraflops) {
            if (teraflops > 0)
                table.addRow({ device, std::string(name), teraflops * kRooflineTera, Cell {}, source });
        };
        addRate("FP64", peaks->vectorRate(VectorSpec::Fp64));
        addRate("FP32", peaks->vectorRate(VectorSpec::Fp32));
        addRate("FP16 tensor cores", peaks->rate(ComputeSpec::Fp16));
        if (peaks->bandwidth() > 0)
            table.addRow({ device, std::string("memory bandwidth"), Cell {}, peaks->bandwidth(), source });
    }
    if (m_given.gigaflops > 0)
        table.addRow(
            { std::string(), std::string("given"), m_given.gigaflops, Cell {}, std::string("parameter peak-flops") });
    if (m_given.bandwidth > 0)
        table.addRow({ std::string(), std::string("given"), Cell {}, m_given.bandwidth,
            std::string("parameter peak-bandwidth") });
    return table;
}

ChartDescription Roofline::chart() const
{
    ChartDescription chart { .id = "roofline",
        .table = "roofline",
        .title = kRooflineTitle,
        .labelColumn = column::kName,
        .series = { { column::kGflopsPerSecond, "", PartKind::Compute } },
        .groupColumn = column::kRank };
    ScatterChart form { .xColumn = column::kArithmeticIntensity, .sizeColumn = column::kTime };
    std::set<std::pair<double, double>> drawn;
    for (const auto& [key, sums] : m_sums) {
        const Limits limits = limitsOf(m_ranks[key.first]);
        if ((limits.gigaflops <= 0 && limits.bandwidth <= 0)
            || !drawn.insert({ limits.gigaflops, limits.bandwidth }).second)
            continue;
        const std::optional<DevicePeaks> peaks = peaksOf(m_ranks[key.first]);
        const std::string source = peaks ? std::string(peaks->source()) : std::string();
        const double infinity = std::numeric_limits<double>::infinity();
        if (limits.gigaflops > 0)
            form.roofs.push_back({ (m_given.gigaflops > 0 ? "" : "FP32 ") + teraflopsText(limits.gigaflops),
                m_given.gigaflops > 0 ? std::string("given") : source, limits.gigaflops, infinity });
        if (limits.bandwidth > 0)
            form.roofs.push_back({ shortestText(limits.bandwidth) + " GB/s",
                m_given.bandwidth > 0 ? std::string("given") : source, infinity, limits.bandwidth });
    }
    chart.form = std::move(form);
    return chart;
}

void Roofline::take(AnalysisResult& result)
{
    const ChartDescription description = chart();
    Table limits = roofs();
    bool hasDots = false;
    Table rows = takeRows(hasDots);
    // Counters of something else are no roofline that something is missing from.
    const std::size_t flops = rows.columnIndex(column::kFlops);
    bool hasFlops = false;
    for (std::size_t row = 0; row < rows.rowCount(); ++row)
        hasFlops = hasFlops || !rows.isMissing(row, flops);
    result.tables.push_back(std::move(rows));
    result.tables.push_back(std::move(limits));
    if (hasDots)
        result.charts.push_back(description);
    if (hasFlops && !hasDots)
        result.remarks.push_back({ "no-roofline",
            { KT_PHRASE("cupti-counters",
                "There is no roofline to draw: it needs the time, the operations and the memory traffic of each "
                "kernel. Record gpu__time_duration.sum, dram__bytes_read.sum and dram__bytes_write.sum beside the "
                "instruction counters.") } });
    if (!hasDots || !description.as<ScatterChart>()->roofs.empty())
        return;
    std::string device;
    for (const auto& [key, sums] : m_sums)
        device = limitsOf(m_ranks[key.first]).device;
    const arg::Option peakFlops { parameter::kPeakFlops };
    const arg::Option peakBandwidth { parameter::kPeakBandwidth };
    result.remarks.push_back({ "no-roofs",
        device.empty() ? Message { KT_PHRASE("cupti-counters",
                                       "The trace does not say which GPU it is of: give %1 (TFLOP/s) and %2 (GB/s) for "
                                       "the roofs."),
            peakFlops, peakBandwidth }
                       : Message { KT_PHRASE("cupti-counters",
                                       "The peaks of %3 are not known: give %1 (TFLOP/s) and %2 (GB/s) for the roofs."),
                           peakFlops, peakBandwidth, arg::Name { device } } });
}

} // namespace kinetoscope
