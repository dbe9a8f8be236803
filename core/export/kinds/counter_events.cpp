// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/kinds/export_kinds.h"

#include "core/analysis/run_analysis.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/analysis/types/stream_cell.h"
#include "core/base/number_text.h"
#include "core/catalog/analyses.h"
#include "core/compat/gpu/hta_gpu_rows.h"
#include "core/export/write/text_edits.h"
#include "core/overlay/overlays.h"
#include "core/words/english.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kEventsPerPiece = 16 * 1024;

/// One sample of a counter; texts are JSON tokens but the names.
struct Sample {
    std::string pid;
    std::string ts;
    std::string_view name {};
    std::string_view series {};
    std::string value {};
    std::string id {}; ///< "" for none
};

void appendSample(const Sample& sample, Mode mode, std::string& out)
{
    const auto add = [&out](std::string_view key, std::string_view value) {
        out.append(", \"").append(key).append("\": ").append(value);
    };
    out.append("{\"ph\": \"C\"");
    if (mode == Mode::Exact)
        add("cat", "\"counter\"");
    add("name", jsonString(sample.name));
    add("pid", sample.pid);
    if (!sample.id.empty())
        add("id", sample.id);
    add("ts", sample.ts);
    out.append(", \"args\": {").append(jsonString(sample.series)).append(": ").append(sample.value).append("}}");
}

/// Samples that are made when they are written.
struct SampleSource {
    std::size_t count = 0;
    std::function<Sample(std::size_t row)> sample;
};

/// Where times and places of one rank stand in its file.
class RankClock {
public:
    explicit RankClock(const RankTrace& rank)
        : m_rank(rank)
    {
    }
    [[nodiscard]] std::string exact(std::int64_t jobTime) const
    {
        return microsecondsText(m_rank.toTraceTime(jobTime));
    }
    [[nodiscard]] const Trace& trace() const { return *m_rank.trace; }
    [[nodiscard]] std::int64_t number() const { return m_rank.rank; }

private:
    const RankTrace& m_rank;
};

/// HTA's microseconds as Python writes them: whole ones without a fraction.
std::string htaTime(double microseconds)
{
    const bool isWhole = std::trunc(microseconds) == microseconds && std::abs(microseconds) < 9e15;
    return isWhole ? std::to_string(static_cast<std::int64_t>(microseconds)) : shortestText(microseconds);
}

/// The columns of the table `series` that a counter is made of.
struct SeriesColumns {
    std::string_view analysis;
    std::string_view value;
    std::string_view series; ///< key of the value in args
    std::string_view name;   ///< of the counter; "": what the column `name` says
    bool hasStream = false;
};

std::string numberToken(const Cell& cell)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return std::to_string(*whole);
    const auto* number = std::get_if<double>(&cell);
    return number && std::isfinite(*number) ? shortestText(*number) : "0";
}

/// What tells the counters of streams apart.
std::string idToken(const Cell& stream)
{
    const auto* const text = std::get_if<std::string>(&stream);
    return text ? jsonString(*text) : '"' + numberToken(stream) + '"';
}

Result<SampleSource> sourceOfTable(
    const SeriesColumns& columns, const ExportInput& input, const RankTrace& rank, std::vector<Remark>& remarks)
{
    AnalysisInput one { input.traces, {} };
    one.scope.ranks = { rank.rank };
    Parameters parameters;
    for (const ParameterDescriptor& parameter : htaParameters()) {
        if (input.mode == Mode::Hta)
            parameters.set(parameter.id, input.parameters.all().at(parameter.id));
    }
    KT_TRY(AnalysisResult result,
        runAnalysis(*findAnalysis(columns.analysis), { &one, 1 }, parameters, input.mode, input.context));
    double earliest = 0;
    if (input.mode == Mode::Hta) {
        KT_TRY(const auto table,
            compat::buildHtaTable(*input.traces, compat::optionsFrom(parameters), input.context.progress));
        earliest = table.earliest;
    }
    const Table* series = result.findTable("series");
    SampleSource source;
    source.count = series ? series->rowCount() : 0;
    if (source.count == 0) {
        remarks.insert(remarks.end(), result.remarks.begin(), result.remarks.end());
        return source;
    }
    const std::size_t ts = series->columnIndex("ts");
    const std::size_t pid = series->columnIndex("pid");
    const std::size_t name = series->columnIndex("name");
    const std::size_t stream = series->columnIndex("stream");
    const std::size_t value = series->columnIndex(columns.value);
    source.sample = [table = *series, columns, clock = RankClock(rank), earliest, mode = input.mode, ts, pid, name,
                        stream, value](std::size_t row) {
        Sample sample;
        const Cell time = table.cell(row, ts);
        sample.ts =
            mode == Mode::Hta ? htaTime(std::get<double>(time) + earliest) : clock.exact(std::get<std::int64_t>(time));
        sample.pid = placeToken(table.text(row, pid));
        sample.name = columns.name.empty() ? table.text(row, name) : columns.name;
        sample.series = columns.series;
        sample.value = numberToken(table.cell(row, value));
        if (columns.hasStream) {
            const Cell id = table.cell(row, stream);
            sample.id = mode == Mode::Exact ? idToken(id) : numberToken(id);
        }
        return sample;
    };
    return source;
}

/// What an overlay shows of a counter.
struct OverlayCounter {
    std::string_view overlay;
    std::string_view series; ///< how the overlay's series begins to be called
    std::string_view name;
};

/// The process under which viewers show a series: that of its stream or device, else the first host process.
std::string_view processOf(const Trace& trace, const OverlaySeries& series)
{
    if (series.track.isValid())
        return trace.text(trace.track(series.track).pid);
    const std::span<const Track> tracks = trace.tracks();
    const bool isDevice = series.device != Track::kNoDevice;
    const auto found = std::ranges::find_if(tracks, [&](const Track& track) {
        return isDevice ? track.kind == TrackKind::Stream && track.device == series.device
                        : track.kind == TrackKind::HostThread;
    });
    return found != tracks.end() ? trace.text(found->pid) : std::string_view("0");
}

Result<Done> addOverlay(const OverlayCounter& counter, const ExportInput& input, const RankTrace& rank,
    std::vector<SampleSource>& sources, std::vector<Remark>& remarks)
{
    AnalysisInput one { input.traces, {} };
    one.scope.ranks = { rank.rank };
    KT_TRY(Overlay overlay, buildOverlay(*findOverlay(counter.overlay), one, {}, input.context));
    remarks.insert(remarks.end(), overlay.remarks.begin(), overlay.remarks.end());
    for (OverlaySeries& found : overlay.series) {
        if (!english(found.name).starts_with(counter.series))
            continue;
        if (found.hasUnknown) { // a counter has no gaps: 0, or the last value, would be shown while nobody knows
            remarks.push_back({ "unknown-" + std::string(counter.overlay),
                { KT_PHRASE("export", "Some kernels of %1 say nothing of their %2: it gets no such counter."),
                    arg::Text { rank.trace->track(found.track).name }, found.name } });
            continue;
        }
        const auto series = std::make_shared<const OverlaySeries>(std::move(found));
        const std::string pid = placeToken(processOf(*rank.trace, *series));
        std::string id;
        if (series->track.isValid())
            id = idToken(streamCell(*rank.trace, rank.trace->track(series->track).stream, Track::kNoStream));
        sources.push_back({ series->time.size(), [series, pid, id, counter, clock = RankClock(rank)](std::size_t row) {
                               Sample sample { .pid = pid, .ts = clock.exact(series->time[row]) };
                               sample.name = sample.series = counter.name;
                               // Nothing runs.
                               const double value = series->value[row];
                               sample.value = std::isfinite(value) ? shortestText(value) : "0";
                               sample.id = id;
                               return sample;
                           } });
    }
    return Done {};
}

class RankWithCounters final : public RankExport {
public:
    RankWithCounters(std::vector<SampleSource> sources, Mode mode, std::vector<Remark> remarks)
        : m_sources(std::move(sources))
    {
        m_remarks = std::move(remarks);
        struct Stretch {
            std::size_t source, first, end;
        };
        std::vector<Stretch> pieces;
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            m_added.count += m_sources[i].count;
            for (std::size_t row = 0; row < m_sources[i].count; row += kEventsPerPiece)
                pieces.push_back({ i, row, std::min(row + kEventsPerPiece, m_sources[i].count) });
        }
        m_added.pieces = pieces.size();
        m_added.write = [this, pieces = std::move(pieces), mode](std::size_t piece, std::string& out) {
            for (std::size_t row = pieces[piece].first; row < pieces[piece].end; ++row) {
                if (row > pieces[piece].first)
                    out.append(kEventSeparator);
                appendSample(m_sources[pieces[piece].source].sample(row), mode, out);
            }
        };
    }
    [[nodiscard]] const EventPlan& plan() const override { return m_plan; }
    [[nodiscard]] bool isNothing() const override { return m_added.count == 0; }

private:
    EventPlan m_plan;
    std::vector<SampleSource> m_sources;
};

constexpr SeriesColumns kQueueLength { "queue-length", "queue_length", "Queue Length", "Queue Length", true };
constexpr SeriesColumns kBandwidth { "memory-bandwidth", "memory_bw_gbps", "Memcpy BW", "", false };
constexpr OverlayCounter kOverlayCounters[] = {
    { "active-kernels", "active kernels", "Active Kernels" },
    { "occupancy", "achieved occupancy", "Achieved Occupancy" },
    { "memory", "allocated memory", "Allocated Memory" },
    { "memory", "reserved memory", "Reserved Memory" },
};

Result<std::unique_ptr<RankExport>> counterEventsPrepare(const ExportInput& input, std::size_t position)
{
    const RankTrace& rank = input.traces->ranks()[position];
    std::vector<SampleSource> sources;
    std::vector<Remark> remarks;
    for (const auto& [id, columns] :
        { std::pair("queue-length", kQueueLength), std::pair("copy-bandwidth", kBandwidth) }) {
        if (!input.parameters.boolean(id))
            continue;
        KT_TRY(SampleSource source, sourceOfTable(columns, input, rank, remarks));
        sources.push_back(std::move(source));
    }
    for (const OverlayCounter& counter : kOverlayCounters) {
        if (!input.parameters.boolean(counter.overlay))
            continue;
        if (input.mode == Mode::Hta)
            return invalidArgument({ KT_PHRASE("export", "HTA has no counter %1: it belongs to exact mode."),
                arg::Name { std::string(counter.overlay) } });
        KT_TRY_DONE(addOverlay(counter, input, rank, sources, remarks));
    }
    if (sources.empty() && remarks.empty())
        return invalidArgument({ KT_PHRASE("export", "No series is chosen: %1 and %2 are off, and no other is on."),
            arg::Option { "queue-length" }, arg::Option { "copy-bandwidth" } });
    return std::unique_ptr<RankExport>(
        std::make_unique<RankWithCounters>(std::move(sources), input.mode, std::move(remarks)));
}

ParameterDescriptor flag(const char* id, const char* title, const char* help, bool isOn)
{
    return switchParameter(id, title, help, isOn);
}

} // namespace

ExportDescriptor counterExport()
{
    return ExportDescriptor { .id = "counters",
        .title = "Trace with counters",
        .purpose = "The trace with queue lengths, copy bandwidths and other series as counters that any viewer draws",
        .parameters = { flag("queue-length", "Queue length", "Operations launched and not yet started, for each stream",
                            true),
            flag("copy-bandwidth", "Copy bandwidth", "GB/s of copies and fills, by direction", true),
            flag("active-kernels", "Active kernels", "How many GPU activities run at once, for each device", false),
            flag("occupancy", "Achieved occupancy", "Estimated occupancy of the kernels of each stream, 0 between them",
                false),
            flag("memory", "Allocated and reserved memory",
                "Bytes in use; needs a trace recorded with profile_memory=True", false) },
        .analyses = { "queue-length", "memory-bandwidth" },
        .suffix = "_with_counters",
        .hasHtaMode = true,
        .prepare = counterEventsPrepare };
}

} // namespace kinetoscope
