// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/idle/idle_time.h"

#include "core/analysis/gpu/idle/idle_sums.h"
#include "core/analysis/gpu/idle/longest_gaps.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/part_kinds.h"
#include "core/analysis/point_statistics.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/analysis/types/stream_cell.h"
#include "core/base/vectors.h"

#include <array>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kStreamsTitle = "Why each stream waits";
constexpr const char* kIntervalsTitle = "How long the gaps of each stream are";
constexpr const char* kIdleTimeDevicesTitle = "Why nothing runs on a device, and what it waits for";
constexpr const char* kOfStream = "share of idle on this stream";
constexpr const char* kOfDevice = "share of idle on this device";
constexpr std::array kCauses { IdleCause::HostWait, IdleCause::KernelWait, IdleCause::Other, IdleCause::UnknownLaunch };

void addOwnColumns(std::vector<ColumnDescriptor>& columns, const char* gaps, const char* allIdle,
    const char* timeInView, const char* whole)
{
    columns.push_back(countColumn(column::kCount, "Gaps", gaps));
    columns.push_back(percentColumn(column::kIdleTimePctg, "Idle", std::string("% of ") + whole));
    columns.push_back(durationColumn(allIdle, "All idle time", "Of all causes"));
    columns.push_back(durationColumn(timeInView, "Time in view"));
    columns.push_back(defined({ column::kOtherSteps, ColumnType::Duration, Unit::Microseconds, "Other steps",
                                  std::string("part of ") + whole },
        "Time in which work of other steps runs"));
}

std::vector<ColumnDescriptor> streamColumns()
{
    std::vector<ColumnDescriptor> all = withType(column::kIdleTime, ColumnType::Duration, idleStreamColumnsOfHta());
    all.push_back(numberColumn(column::kDevice, "Device"));
    addOwnColumns(all, "From one piece of work of the stream to the next; of no length where they touch or overlap",
        column::kStreamIdleTime, column::kStreamTime, "the stream's time in view");
    return all;
}

std::vector<ColumnDescriptor> intervalColumns()
{
    std::vector<ColumnDescriptor> all = idleIntervalColumnsOfHta();
    all.push_back(numberColumn(column::kDevice, "Device"));
    return all;
}

std::vector<ColumnDescriptor> deviceColumns()
{
    std::vector<ColumnDescriptor> all {
        numberColumn(column::kRank, "Rank"),
        numberColumn(column::kDevice, "Device"),
        textColumn(column::kIdleCategory, "Cause", TextKind::Category),
        numberColumn(column::kStream, "Ended by stream", "Stream whose work ends the gap"),
        durationColumn(column::kIdleTime, "Idle time"),
        { column::kIdleTimeRatio, ColumnType::Float, Unit::Ratio, "Share of idle", kOfDevice },
    };
    addOwnColumns(all, "In which nothing runs on the device; those of no length are none", column::kDeviceIdleTime,
        column::kDeviceTime, "the device's time in view");
    return all;
}

/// All figures of one rank.
struct IdleTimeRankFigures {
    std::vector<StreamIdle> streams;
    std::vector<DeviceIdle> devices;
    std::vector<LongGap> longest;
    std::vector<Remark> remarks;
};

void remarkOnLaunches(const IdleTimeRankFigures& figures, const RankTrace& rank, std::vector<Remark>& remarks)
{
    std::uint64_t unknown = 0;
    for (const StreamIdle& stream : figures.streams)
        unknown += stream.causes[indexOf(IdleCause::UnknownLaunch)].count;
    if (unknown == 0)
        return;
    // Where other launches are there, they were recorded: an option brings no more of them.
    if (rank.trace->launches().all().empty() && isPartOfRecording(*rank.trace)) {
        remarks.push_back(remarkOfRank(rank, "unknown-launch",
            { KT_PLURAL("idle-time",
                  "%1 gap ends with work whose launch is not in the file, which is a part of a recording: its cause is "
                  "not known.",
                  "%1 gaps end with work whose launch is not in the file, which is a part of a recording: their cause "
                  "is not known."),
                arg::Count { unknown } }));
        return;
    }
    remarks.push_back(remarkOfRank(rank, "unknown-launch",
        rank.trace->launches().all().empty()
            ? Message { KT_PLURAL("idle-time",
                            "%1 gap ends with work whose launch is not in the file; record with %2 to learn its cause.",
                            "%1 gaps end with work whose launch is not in the file; record with %2 to learn their "
                            "cause."),
                arg::Count { unknown }, arg::Text { kGpuRecordingOption } }
            : Message { KT_PLURAL("idle-time",
                            "%1 gap ends with work whose launch is not in the file, though launches of other work "
                            "are: its cause is not known.",
                            "%1 gaps end with work whose launch is not in the file, though launches of other work "
                            "are: their cause is not known."),
                arg::Count { unknown } }));
}

/// A gap that leaves the chosen windows, and maybe comes back, is no shorter for that.
/// @param longest  those that are listed.
void remarkOnParts(const std::vector<LongGap>& longest, std::vector<Remark>& remarks)
{
    const auto parts = std::ranges::count_if(longest, &LongGap::isPart);
    if (parts == 0)
        return;
    remarks.push_back({ "gap-parts",
        { KT_PLURAL("idle-time",
              "%1 of the %2 longest gaps is a part of a longer one that reaches out of the chosen steps or range: "
              "what is listed is the part.",
              "%1 of the %2 longest gaps are parts of longer ones that reach out of the chosen steps or range: what "
              "is listed are the parts, of which several may be of one gap."),
            arg::Count { parts }, arg::Count { longest.size() } } });
}

Result<IdleTimeRankFigures> idleTimeMeasureRank(
    const ScopedIdle& source, std::size_t i, std::size_t wanted, const Progress& progress)
{
    KT_TRY(const RankIdle idle, source.rank(i, progress));
    const RankTrace& rank = source.rankTrace(i);
    IdleTimeRankFigures figures;
    for (const IdleLine& line : idle.streams()) {
        KT_TRY_DONE(progress.carryOn());
        figures.streams.push_back(measureStream(idle, line, progress));
    }
    GapRanking longest(wanted);
    for (const IdleLine& line : idle.devices()) {
        KT_TRY_DONE(progress.carryOn());
        figures.devices.push_back(measureDevice(idle, line, longest, progress));
    }
    KT_TRY_DONE(progress.carryOn());
    figures.longest = longest.take(i);
    remarkOnSelection(idle.work(), rank, figures.remarks);
    remarkOnLaunches(figures, rank, figures.remarks);
    if (figures.streams.empty())
        figures.remarks.push_back(noGpuWork(rank));
    return figures;
}

/// What a row is about, so that its evidence can be read again.
struct IdleTimeRowKey {
    std::size_t rank = 0; ///< in ScopedIdle
    std::int64_t device = Track::kNoDevice;
    TrackId track; ///< invalid for a device
    IdleCause cause = IdleCause::Other;
    std::int64_t stream = Track::kNoStream; ///< of a device: the one that ends the gap
};

/// Calls visit(idle, line) for the line that a row is about, if it can still be read.
template <typename Visit>
void visitLine(const ScopedIdle& source, const IdleTimeRowKey& key, const Progress& progress, Visit visit)
{
    const Result<RankIdle> idle = source.rank(key.rank, progress);
    if (!idle)
        return;
    for (const IdleLine& line : key.track.isValid() ? idle->streams() : idle->devices()) {
        if (line.device == key.device && line.track == key.track)
            visit(*idle, line);
    }
}

/// The parts of gaps that `wanted(gap, cause)` accepts; of a stream also those of 0 ns, which count as intervals there.
template <typename Wanted>
Selection partsWhere(const ScopedIdle& source, const IdleTimeRowKey& key, const Progress& progress, Wanted wanted)
{
    Selection selection;
    visitLine(source, key, progress, [&](const RankIdle& idle, const IdleLine& line) {
        idle.eachGap(
            line,
            [&](const IdleGap& gap) {
                if (!key.track.isValid() && gap.range.isEmpty())
                    return;
                eachPartOf(gap, [&](TimeRange part, IdleCause cause) {
                    if (wanted(idle, gap, cause))
                        selection.intervals.push_back({ idle.work().rankIndex, key.track, part });
                });
            },
            progress);
    });
    return selection;
}

/// What `rangesOf(idle, line)` says of the line of a row: such as the time that its gaps are part of.
template <typename RangesOf>
Selection rangesOfLine(const ScopedIdle& source, const IdleTimeRowKey& key, const Progress& progress, RangesOf rangesOf)
{
    Selection selection;
    visitLine(source, key, progress, [&](const RankIdle& idle, const IdleLine& line) {
        for (const TimeRange& range : rangesOf(idle, line))
            selection.intervals.push_back({ idle.work().rankIndex, key.track, range });
    });
    return selection;
}

/// The three tables of figures under construction.
class IdleTables {
public:
    void add(std::size_t rank, const RankTrace& trace, const IdleTimeRankFigures& figures)
    {
        for (const StreamIdle& stream : figures.streams)
            addStream(rank, trace, stream);
        for (const DeviceIdle& device : figures.devices)
            addDevice(rank, trace, device);
    }

    std::vector<Table> take(const std::shared_ptr<const ScopedIdle>& source)
    {
        const auto ofCause = [source](
                                 const std::vector<IdleTimeRowKey>& keys, std::size_t row, const Progress& progress) {
            return partsWhere(*source, keys[row], progress,
                [&](const RankIdle&, const IdleGap&, IdleCause cause) { return cause == keys[row].cause; });
        };
        // Of the whole line, not of a cause; nothing for other columns.
        const auto ofLine = [source](const Table& table, const char* allIdle, const char* timeInView) {
            return [source, idle = table.columnIndex(allIdle), view = table.columnIndex(timeInView),
                       others = table.columnIndex(column::kOtherSteps)](const IdleTimeRowKey& key, std::size_t column,
                       const Progress& progress) -> std::optional<Selection> {
                if (column == idle)
                    return partsWhere(
                        *source, key, progress, [](const RankIdle&, const IdleGap&, IdleCause) { return true; });
                if (column == view)
                    return rangesOfLine(*source, key, progress,
                        [](const RankIdle& rank, const IdleLine& line) { return rank.viewOf(line); });
                if (column == others)
                    return rangesOfLine(*source, key, progress,
                        [](const RankIdle& rank, const IdleLine& line) { return rank.otherStepsOf(line); });
                return std::nullopt;
            };
        };
        const auto kindOf = [](const IdleTimeRowKey& key) { return std::optional(partKindOf(key.cause)); };
        m_streams.setKinds(mapped(m_streamKeys, kindOf));
        m_devices.setKinds(mapped(m_deviceKeys, kindOf));
        m_streams.setEvidence(
            [ofCause, keys = m_streamKeys, whole = ofLine(m_streams, column::kStreamIdleTime, column::kStreamTime)](
                std::size_t row, std::size_t column, const Progress& progress) {
                const std::optional<Selection> found = whole(keys[row], column, progress);
                return found ? *found : ofCause(keys, row, progress);
            });
        m_intervals.setEvidence([ofCause, keys = std::move(m_streamKeys)](std::size_t row, std::size_t,
                                    const Progress& progress) { return ofCause(keys, row, progress); });
        m_devices.setEvidence([source, keys = std::move(m_deviceKeys),
                                  whole = ofLine(m_devices, column::kDeviceIdleTime, column::kDeviceTime)](
                                  std::size_t row, std::size_t column, const Progress& progress) {
            const std::optional<Selection> found = whole(keys[row], column, progress);
            return found ? *found
                         : partsWhere(*source, keys[row], progress,
                             [&](const RankIdle& idle, const IdleGap& gap, IdleCause cause) {
                                 return cause == keys[row].cause && endingStream(idle, gap) == keys[row].stream;
                             });
        });
        return tableList(std::move(m_streams), std::move(m_intervals), std::move(m_devices));
    }

private:
    void addStream(std::size_t rank, const RankTrace& trace, const StreamIdle& stream)
    {
        const std::int64_t number = trace.rank;
        const Cell name = streamCell(*trace.trace, stream.line.stream, Track::kNoStream);
        const Cell device = deviceCell(*trace.trace, stream.line.device);
        for (const IdleCause cause : kCauses) {
            const CauseTimes& times = stream.causes[indexOf(cause)];
            // HTA shows `other` for every stream: so each has a row.
            if (times.count == 0 && cause != IdleCause::Other)
                continue;
            const std::string word(toString(cause));
            m_streams.addRow({ number, name, word, times.total, ratioCell(times.total, stream.idle), device,
                static_cast<std::int64_t>(times.count), exactPercentCell(times.total, stream.view), stream.idle,
                stream.view, stream.otherSteps });
            std::vector<Cell> cells { word, number, name };
            appendPointStatistics(cells, times.lengths);
            cells.push_back(device);
            m_intervals.addRow(std::move(cells));
            m_streamKeys.push_back({ rank, stream.line.device, stream.line.track, cause, Track::kNoStream });
        }
    }

    void addDevice(std::size_t rank, const RankTrace& trace, const DeviceIdle& device)
    {
        for (const auto& [part, times] : device.parts) {
            m_devices.addRow({ trace.rank, deviceCell(*trace.trace, device.line.device),
                std::string(toString(part.first)), streamCell(*trace.trace, part.second), times.total,
                ratioCell(times.total, device.idle), static_cast<std::int64_t>(times.count),
                exactPercentCell(times.total, device.view), device.idle, device.view, device.otherSteps });
            m_deviceKeys.push_back({ rank, device.line.device, TrackId {}, part.first, part.second });
        }
    }

    Table m_streams { "streams", kStreamsTitle, streamColumns() };
    Table m_intervals { "intervals", kIntervalsTitle, intervalColumns() };
    Table m_devices { "devices", kIdleTimeDevicesTitle, deviceColumns() };
    std::vector<IdleTimeRowKey> m_streamKeys; ///< of both tables of streams
    std::vector<IdleTimeRowKey> m_deviceKeys;
};

/// A bar a label, of its causes. @param total, totalOf  columns; "" for none
StackedBarChart idleStack(std::string total = {}, std::string totalOf = {})
{
    const char* const label = totalOf.empty() ? "" : "of the time in view";
    return { column::kIdleCategory, std::move(total), std::move(totalOf), label, false };
}

ChartDescription stackOf(const char* id, const char* table, const char* title, const char* label, const char* column)
{
    return { .id = id,
        .table = table,
        .title = title,
        .labelColumn = label,
        .series = { { column, "", std::nullopt } },
        .kindOfRow = kindInTable,
        .form = idleStack() };
}

std::vector<ChartDescription> idleTimeCharts()
{
    const char* const perStream = "rank,device,stream";
    ChartDescription ratio = stackOf("idle-ratio", "streams", kStreamsTitle, perStream, column::kIdleTimeRatio);
    ratio.denominator = kOfStream;
    ratio.form = idleStack(column::kStreamIdleTime, column::kStreamTime);
    const ChartDescription time =
        stackOf("idle-time", "streams", "How long each stream waits, by cause", perStream, column::kIdleTime);
    ChartDescription device =
        stackOf("device-idle", "devices", kIdleTimeDevicesTitle, "rank,device", column::kIdleTimeRatio);
    device.denominator = kOfDevice;
    device.form = idleStack(column::kDeviceIdleTime, column::kDeviceTime);
    return { ratio, time, device };
}

Result<AnalysisResult> runIdleTime(AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const std::shared_ptr<const ScopedIdle> source,
        ScopedIdle::create(inputs[0], *context.classifier, parameters.integer(kKernelDelayParameter)));
    const auto wanted = static_cast<std::size_t>(parameters.integer(parameter::kNumGaps));
    KT_TRY(std::vector<IdleTimeRankFigures> ranks, forEachRank(source->rankCount(), context, [&](std::size_t i) {
        return idleTimeMeasureRank(*source, i, wanted, context.progress);
    }));

    AnalysisResult result;
    IdleTables tables;
    std::vector<LongGap> longest;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const IdleTimeRankFigures& figures = ranks[i];
        tables.add(i, source->rankTrace(i), figures);
        append(longest, figures.longest);
        append(result.remarks, figures.remarks);
    }
    std::ranges::sort(longest, isLonger);
    longest.resize(std::min(longest.size(), wanted));
    remarkOnParts(longest, result.remarks);
    result.tables = tables.take(source);
    result.tables.push_back(longestGapsTable(source, std::move(longest)));
    result.charts = idleTimeCharts();
    return result;
}

std::vector<ParameterDescriptor> idleTimeParameters()
{
    ParameterDescriptor gaps = countParameter(parameter::kNumGaps, "Longest gaps shown",
        "Number of rows in the table longest-gaps; not used in hta mode", 20, { 1.0, 1e6 });
    return { kernelDelayParameter(), gaps };
}

} // namespace

std::vector<ColumnDescriptor> idleStreamColumnsOfHta()
{
    return {
        numberColumn(column::kRank, "Rank"),
        numberColumn(column::kStream, "Stream"),
        textColumn(column::kIdleCategory, "Cause", TextKind::Category),
        microsecondsColumn(column::kIdleTime, "Idle time"),
        { column::kIdleTimeRatio, ColumnType::Float, Unit::Ratio, "Share of idle", kOfStream },
    };
}

std::vector<ColumnDescriptor> idleIntervalColumnsOfHta()
{
    std::vector<ColumnDescriptor> all {
        textColumn(column::kIdleCategory, "Cause", TextKind::Category),
        numberColumn(column::kRank, "Rank"),
        numberColumn(column::kStream, "Stream"),
    };
    const std::array titles { "Gaps", "Mean", "Standard deviation", "Shortest", "Lower quartile", "Median",
        "Upper quartile", "Longest" };
    std::vector<ColumnDescriptor> statistics = pointStatisticsColumns(Unit::Microseconds);
    for (std::size_t i = 0; i < statistics.size(); ++i) {
        statistics[i].title = titles[i];
        all.push_back(std::move(statistics[i]));
    }
    return all;
}

AnalysisDescriptor idleTime()
{
    return { .id = "idle-time",
        .title = "Idle time",
        .question = "Why do the streams wait: for the host, for the next kernel, or for something else?",
        .group = PanelGroup::HostAndLaunches,
        .parameters = idleTimeParameters(),
        .tables = { { "streams", kStreamsTitle, streamColumns() }, { "intervals", kIntervalsTitle, intervalColumns() },
            { "devices", kIdleTimeDevicesTitle, deviceColumns() },
            { "longest-gaps", kLongestGapsTitle, longestGapsColumns() } },
        .recordingOption = kGpuRecordingOption,
        .run = runIdleTime };
}

} // namespace kinetoscope
