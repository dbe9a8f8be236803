// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/memory_timeline.h"

#include "core/analysis/memory/held_memory.h"
#include "core/analysis/memory/memory_records.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/scope/scoped_ranks.h"
#include "core/analysis/scope/steps.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/words/remark_codes.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/model/autograd_profiler.h"
#include "core/model/raw_memory.h"
#include "core/model/trace.h"
#include "core/numeric/rounding.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

constexpr const char* kPeaksTitle = "The most memory in use at once";
constexpr const char* kHeldTable = "held";
constexpr const char* kHeldTitle = "Who asked for what is held at the peak";
constexpr const char* kHowToRecord = "profile_memory=True";

using Columns = std::vector<ColumnDescriptor>;

enum class Source : std::uint8_t { Instants, RawFile, Both };

Columns categoryColumns()
{
    Columns all;
    for (const std::string_view category : kMemoryCategories)
        all.push_back({ std::string(category), ColumnType::Int, Unit::Bytes, "" });
    return all;
}

Columns joined(Source source, Columns all, const Columns& ofInstants)
{
    const Columns categories = categoryColumns();
    if (source != Source::RawFile)
        append(all, ofInstants);
    if (source != Source::Instants)
        append(all, categories);
    return all;
}

Columns seriesColumns(Source source)
{
    return joined(source,
        {
            numberColumn(column::kRank, "Rank"),
            textColumn(column::kDevice, "Device"),
            { column::kTs, ColumnType::Time, Unit::Microseconds, "Time" },
            { column::kAllocated, ColumnType::Int, Unit::Bytes, "In use" },
        },
        {
            { column::kReserved, ColumnType::Int, Unit::Bytes, "Reserved" },
            { "delta", ColumnType::Int, Unit::Bytes, "Change" },
        });
}

Columns peakColumns(Source source)
{
    return readFirst({ column::kDevice, column::kAllocated, "op", column::kTs },
        joined(source,
            {
                numberColumn(column::kRank, "Rank"),
                textColumn(column::kDevice, "Device"),
                defined({ column::kTs, ColumnType::Time, Unit::Microseconds, "Peak at" }, "Time of the peak"),
                mainFigure(
                    defined({ column::kAllocated, ColumnType::Int, Unit::Bytes, "Allocated" }, "In use at the peak")),
                countColumn(column::kAllocations, "Allocations"),
                countColumn(column::kReleases, "Releases"),
            },
            {
                defined({ column::kReserved, ColumnType::Int, Unit::Bytes, "Reserved" }, "Reserved at the peak"),
                percentColumn("fragmentation_pctg", "Fragmentation", "% of the memory reserved at the peak",
                    "Reserved and not in use"),
                { "peak_reserved", ColumnType::Int, Unit::Bytes, "Most reserved" },
                textColumn("op", "Op", "Op of the allocation that reached the peak, however little it asked for"),
                { column::kOpStack, ColumnType::List, Unit::None, "Ops around it" },
            }));
}

Columns heldColumns()
{
    return readFirst({ "op", "held", column::kAllocations },
        {
            numberColumn(column::kRank, "Rank"),
            textColumn(column::kDevice, "Device"),
            textColumn("op", "Op", TextKind::Name, "The outermost op around the allocation"),
            mainFigure(defined({ "held", ColumnType::Int, Unit::Bytes, "Held" }, "Allocated and in use at the peak")),
            percentColumn("held_pctg", "Share", "% of the memory allocated at the peak"),
            countColumn(column::kAllocations, "Allocations", "That are in use at the peak"),
            defined({ "largest", ColumnType::Int, Unit::Bytes, "Largest" }, "The largest of these allocations"),
        });
}

/// A row of the first two tables: what it shows of the trace, and where.
struct RowKey {
    std::uint32_t rank = 0;
    SliceId record; ///< invalid: `range` says it
    TimeRange range;
};

/// The records that a peak was found among, by what they did.
struct RecordedChanges {
    std::uint32_t rank = 0;
    std::vector<SliceId> allocations;
    std::vector<SliceId> releases;
};

Table::EvidenceFunction evidenceOf(std::vector<RowKey> keys)
{
    return [keys = std::move(keys)](std::size_t row, std::size_t) {
        const RowKey& key = keys[row];
        return key.record.isValid() ? Selection { { { key.rank, key.record } } } : intervalOfRank(key.rank, key.range);
    };
}

Cell knownBytes(std::int64_t bytes)
{
    return bytes == MemoryRecord::kUnknownReserved ? Cell {} : Cell { bytes };
}

/// Of a raw file, which tells what memory is for: the categories that hold most at the peak; empty where it holds none.
Message categoriesInWords(const MemorySizes& peak)
{
    constexpr std::size_t kMostNamed = 3;
    std::vector<std::pair<std::int64_t, std::string_view>> most;
    for (std::size_t i = 0; i < kMemoryCategories.size(); ++i)
        most.emplace_back(peak.bytes[i], kMemoryCategories[i]);
    sortStably(most, std::greater {}, &std::pair<std::int64_t, std::string_view>::first);
    arg::List named;
    for (std::size_t i = 0; i < kMostNamed && most[i].first > 0; ++i)
        named.parts.push_back({ KT_PHRASE("memory-timeline", "%1 (%2)"), arg::Name { std::string(most[i].second) },
            arg::Bytes { most[i].first } });
    if (named.parts.empty())
        return {};
    return { KT_PHRASE("memory-timeline", "of the %1 in use at the peak most are of the categories %2."),
        arg::Bytes { peak.total() }, std::move(named) };
}

/// Builds the tables.
class MemoryTables {
public:
    MemoryTables(const AnalysisInput& input, Source source)
        : m_input(input)
        , m_series("series", kMemorySeriesTitle, seriesColumns(source))
        , m_peaks("peaks", kPeaksTitle, peakColumns(source))
        , m_held(kHeldTable, kHeldTitle, heldColumns())
    {
    }

    /// @param steps  union of the chosen steps, job time; only looked at if the scope chooses steps.
    /// @param isOnly  the rank has records of no other device.
    void addDevice(
        std::uint32_t rankIndex, const DeviceMemory& memory, const std::vector<TimeRange>& steps, bool isOnly);
    /// @param origin  the time of the file that is job time 0.
    void addRaw(std::uint32_t rankIndex, const std::vector<MemorySizes>& rows, std::int64_t origin);

    void take(AnalysisResult& result)
    {
        m_series.setEvidence(evidenceOf(std::move(m_seriesKeys)));
        m_peaks.setEvidence(
            [atPeak = evidenceOf(std::move(m_peakKeys)), changes = std::move(m_changes),
                allocations = m_peaks.columnIndex(column::kAllocations),
                releases = m_peaks.columnIndex(column::kReleases)](std::size_t row, std::size_t column) {
                if (row >= changes.size() || (column != allocations && column != releases))
                    return atPeak(row, column);
                return slicesOfRank(
                    changes[row].rank, column == releases ? changes[row].releases : changes[row].allocations);
            });
        m_held.setEvidence([records = std::move(m_heldRecords)](std::size_t row, std::size_t) {
            return slicesOfRank(records[row].first, records[row].second);
        });
        append(result.remarks, m_remarks);
        result.tables.push_back(std::move(m_series));
        result.tables.push_back(std::move(m_peaks));
        result.tables.push_back(std::move(m_held));
    }

private:
    [[nodiscard]] const RankTrace& rank(std::uint32_t index) const { return m_input.traces->ranks()[index]; }
    std::vector<MemoryRecord> visibleRecords(
        const RankTrace& rank, const DeviceMemory& memory, const std::vector<TimeRange>& steps) const;
    void addPeak(
        std::uint32_t rankIndex, const DeviceMemory& memory, const std::vector<MemoryRecord>& records, bool isOnly);
    void addHeld(std::uint32_t rankIndex, const std::string& device, std::vector<HeldByOp> held, std::int64_t peak);

    const AnalysisInput& m_input;
    Table m_series;
    Table m_peaks;
    Table m_held;
    std::vector<RowKey> m_seriesKeys;
    std::vector<RowKey> m_peakKeys;
    std::vector<Remark> m_remarks;
    std::vector<std::pair<std::uint32_t, std::vector<SliceId>>> m_heldRecords; ///< by row of m_held, with the rank
    std::vector<RecordedChanges> m_changes; ///< by row of m_peaks; none for raw files, whose entries are no slices
};

/// What a scope sees of a device, in job time. A range begins with what is in use when it begins, without a slice.
std::vector<MemoryRecord> MemoryTables::visibleRecords(
    const RankTrace& rank, const DeviceMemory& memory, const std::vector<TimeRange>& steps) const
{
    const Scope& scope = m_input.scope;
    std::vector<MemoryRecord> visible;
    const MemoryRecord* before = nullptr;
    for (const MemoryRecord& record : memory.records) {
        const Timestamp time = rank.toJobTime(record.time);
        if (scope.range && time < scope.range->begin)
            before = &record;
        const bool isInside =
            (!scope.range || scope.range->contains(time)) && (scope.steps.empty() || isInRanges(steps, time));
        if (!isInside)
            continue;
        visible.push_back(record);
        visible.back().time = time;
    }
    if (before && scope.steps.empty()) {
        visible.insert(visible.begin(), *before);
        visible.front().time = scope.range->begin;
        visible.front().bytes = 0;
    }
    return visible;
}

void MemoryTables::addDevice(
    std::uint32_t rankIndex, const DeviceMemory& memory, const std::vector<TimeRange>& steps, bool isOnly)
{
    const std::vector<MemoryRecord> records = visibleRecords(rank(rankIndex), memory, steps);
    if (records.empty())
        return;
    for (const MemoryRecord& record : records) {
        m_series.addRow({ rank(rankIndex).rank, memory.device, record.time, record.allocated,
            knownBytes(record.reserved), record.bytes });
        m_seriesKeys.push_back({ rankIndex, record.slice, {} });
    }
    addPeak(rankIndex, memory, records, isOnly);
}

void MemoryTables::addPeak(
    std::uint32_t rankIndex, const DeviceMemory& memory, const std::vector<MemoryRecord>& records, bool isOnly)
{
    const Trace& trace = *rank(rankIndex).trace;
    const MemoryRecord& peak = *std::ranges::max_element(records, {}, &MemoryRecord::allocated);
    RecordedChanges changes { rankIndex, {}, {} };
    std::int64_t mostReserved = MemoryRecord::kUnknownReserved;
    for (const MemoryRecord& record : records) {
        if (record.bytes != 0)
            (record.bytes > 0 ? changes.allocations : changes.releases).push_back(record.slice);
        mostReserved = std::max(mostReserved, record.reserved);
    }
    std::vector<std::string> ops;
    for (const SliceId op : opsAround(trace, peak.slice))
        ops.emplace_back(trace.name(op));
    const Cell innermost = ops.empty() ? Cell {} : Cell { ops.back() };
    Cell fragmentation;
    if (peak.reserved > 0) {
        const double free = static_cast<double>(peak.reserved) - static_cast<double>(peak.allocated);
        fragmentation = roundHalfEven(100.0 * free / static_cast<double>(peak.reserved), 2);
    }
    m_peaks.addRow({ rank(rankIndex).rank, memory.device, peak.time, peak.allocated,
        static_cast<std::int64_t>(changes.allocations.size()), static_cast<std::int64_t>(changes.releases.size()),
        knownBytes(peak.reserved), fragmentation, knownBytes(mostReserved), innermost, std::move(ops) });
    std::vector<HeldByOp> held = heldAt(records, peak, trace);
    // Beside a device the memory of the host is no question.
    Message words = memory.device != kCpuMemory || isOnly ? heldInWords(held, peak, { memory.device }) : Message {};
    if (!words.isEmpty())
        m_remarks.push_back(remarkOfRank(rank(rankIndex), "memory-held", std::move(words)));
    addHeld(rankIndex, memory.device, std::move(held), peak.allocated);
    m_peakKeys.push_back({ rankIndex, peak.slice, {} });
    m_changes.push_back(std::move(changes));
}

void MemoryTables::addHeld(
    std::uint32_t rankIndex, const std::string& device, std::vector<HeldByOp> held, std::int64_t peak)
{
    for (HeldByOp& each : held) {
        const Cell share = peak > 0
            ? Cell { roundHalfEven(100.0 * static_cast<double>(each.bytes) / static_cast<double>(peak), 2) }
            : Cell {};
        m_held.addRow({ rank(rankIndex).rank, device, each.op.empty() ? Cell {} : Cell { std::string(each.op) },
            each.bytes, share, static_cast<std::int64_t>(each.records.size()), each.largest });
        m_heldRecords.emplace_back(rankIndex, std::move(each.records));
    }
}

void MemoryTables::addRaw(std::uint32_t rankIndex, const std::vector<MemorySizes>& rows, std::int64_t origin)
{
    const MemorySizes* peak = nullptr;
    TimeRange peakRange;
    const auto addSizes = [](std::vector<Cell> cells, const MemorySizes& sizes) {
        append(cells, sizes.bytes);
        return cells;
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Timestamp time = saturatingSubtract(rows[i].timeNs, origin);
        if (m_input.scope.range && !m_input.scope.range->contains(time))
            continue;
        const TimeRange range { time, i + 1 < rows.size() ? saturatingSubtract(rows[i + 1].timeNs, origin) : time };
        m_series.addRow(addSizes({ rank(rankIndex).rank, Cell {}, time, rows[i].total() }, rows[i]));
        m_seriesKeys.push_back({ rankIndex, SliceId {}, range });
        if (!peak || rows[i].total() > peak->total()) {
            peak = &rows[i];
            peakRange = range;
        }
    }
    if (!peak)
        return;
    std::int64_t allocations = 0;
    std::int64_t releases = 0;
    for (const MemoryTimelineEntry& entry : rank(rankIndex).trace->memoryTimeline()) {
        const Timestamp time = saturatingSubtract(entry.timeNs, origin);
        if (entry.timeNs < 0 || (m_input.scope.range && !m_input.scope.range->contains(time)))
            continue;
        constexpr int kCreate = 2;
        constexpr int kDestroy = 4;
        allocations += entry.action == kCreate ? 1 : 0;
        releases += entry.action == kDestroy ? 1 : 0;
    }
    m_peaks.addRow(
        addSizes({ rank(rankIndex).rank, Cell {}, peakRange.begin, peak->total(), allocations, releases }, *peak));
    m_peakKeys.push_back({ rankIndex, SliceId {}, peakRange });
    if (Message words = categoriesInWords(*peak); !words.isEmpty())
        m_remarks.push_back(remarkOfRank(rank(rankIndex), "memory-held", std::move(words)));
}

std::vector<ChartDescription> chartsOf(Source source)
{
    ChartDescription series {
        .id = "memory-series", .table = "series", .title = kMemorySeriesTitle, .labelColumn = column::kTs
    };
    if (source == Source::RawFile) {
        series.form = StackedAreaChart {};
        series.groupColumn = column::kRank;
        for (const std::string_view category : kMemoryCategories)
            series.series.push_back({ std::string(category), "", std::nullopt });
    } else {
        series.form = StepSeriesChart { .lastGroup = kCpuMemory }; // whose memory rarely is the question
        series.groupColumn = "rank,device";
        series.series = { { column::kAllocated, "", PartKind::Memory }, { column::kReserved, "", PartKind::Other } };
    }
    return { series };
}

class MemoryRun {
public:
    MemoryRun(const AnalysisInput& input, const AnalysisContext& context)
        : m_input(input)
        , m_context(context)
        , m_ranks(ranksInScope(input))
    {
    }

    Result<AnalysisResult> run()
    {
        const auto isRaw = [this](std::uint32_t i) { return m_input.traces->ranks()[i].trace->isMemoryTimeline(); };
        const Source source = std::ranges::any_of(m_ranks, isRaw) ? Source::RawFile : Source::Instants;
        MemoryTables tables(m_input, source);
        if (source == Source::RawFile)
            addRawFiles(tables);
        else if (const Result<Done> done = addInstants(tables); !done)
            return done.error();
        tables.take(m_result);
        if (m_result.tables.front().rowCount() == 0 && m_result.remarks.empty())
            m_result.remarks.push_back({ "no-memory-records-in-scope",
                { KT_PHRASE("memory-timeline", "No memory record lies in this scope.") } });
        m_result.charts = chartsOf(source);
        return std::move(m_result);
    }

private:
    void addRawFiles(MemoryTables& tables)
    {
        std::vector<std::vector<MemorySizes>> all;
        std::int64_t origin = std::numeric_limits<std::int64_t>::max();
        for (const std::uint32_t i : m_ranks) {
            all.push_back(memorySizesInTime(m_input.traces->ranks()[i].trace->memoryTimeline()));
            if (!all.back().empty())
                origin = std::min(origin, all.back().front().timeNs);
        }
        for (std::size_t k = 0; k < all.size(); ++k)
            tables.addRaw(m_ranks[k], all[k], origin);
    }

    Result<Done> addInstants(MemoryTables& tables)
    {
        const auto ranks = m_input.traces->ranks();
        KT_TRY(const auto all, forEachRank(m_ranks.size(), m_context, [&](std::size_t i) {
            return readMemoryRecords(*ranks[m_ranks[i]].trace, m_context.progress);
        }));
        for (std::size_t i = 0; i < m_ranks.size(); ++i) {
            const RankTrace& rank = ranks[m_ranks[i]];
            std::vector<TimeRange> steps;
            if (!m_input.scope.steps.empty()) {
                KT_TRY(steps, chosenStepRanges(rank, m_input.scope, m_input.stop));
            }
            for (const DeviceMemory& memory : all[i]) {
                KT_TRY_DONE(m_context.progress.carryOn());
                tables.addDevice(m_ranks[i], memory, steps, all[i].size() == 1);
            }
            remarkOn(rank, all[i]);
        }
        return Done {};
    }

    void remarkOn(const RankTrace& rank, const std::vector<DeviceMemory>& devices)
    {
        if (devices.empty() && isPartOfRecording(*rank.trace))
            m_result.remarks.push_back(remarkOfRank(rank, "no-memory-records",
                { KT_PHRASE("memory-timeline", "no [memory] records in this part of the recording.") }));
        else if (devices.empty() && isOfAutogradProfiler(*rank.trace))
            m_result.remarks.push_back(remarkOfRank(rank, std::string(kNotRecordable),
                { KT_PHRASE("memory-timeline",
                    "no [memory] records in this trace: files that PyTorch writes without Kineto have none.") }));
        else if (devices.empty())
            m_result.remarks.push_back(remarkOfRank(rank, "no-memory-records",
                { KT_PHRASE("memory-timeline", "no [memory] records in this trace; record with %1."),
                    arg::Text { kHowToRecord } }));
        if (devices.size() == 1 && devices.front().device == kCpuMemory && !devices.front().isSummed)
            m_result.remarks.push_back(remarkOfRank(rank, "cpu-memory-counted",
                { KT_PHRASE("memory-timeline",
                    "PyTorch counts memory of the CPU only while it records memory: what was allocated at other times, "
                    "as "
                    "parameters often are, is not in these totals.") }));
        for (const DeviceMemory& memory : devices) {
            if (!memory.isSummed)
                continue;
            const std::int64_t least = std::ranges::min(memory.records, {}, &MemoryRecord::allocated).allocated;
            const arg::Text device { memory.device };
            m_result.remarks.push_back(remarkOfRank(rank, "memory-summed",
                least >= 0
                    ? Message { KT_PHRASE("memory-timeline",
                                    "the records of %1 have no totals: what is in use counts from the start of the "
                                    "recording."),
                        device }
                    : Message { KT_PHRASE("memory-timeline",
                                    "the records of %1 have no totals: what is in use counts from the start of the "
                                    "recording. It falls to %2 below zero, since memory is freed whose allocation was "
                                    "not recorded, as of what was allocated before."),
                        device, arg::Bytes { saturatingSubtract(0, least) } }));
        }
    }

    const AnalysisInput& m_input;
    const AnalysisContext& m_context;
    std::vector<std::uint32_t> m_ranks;
    AnalysisResult m_result;
};

Result<AnalysisResult> run(AnalysisInputs inputs, const Parameters&, const AnalysisContext& context)
{
    return MemoryRun(inputs[0], context).run();
}

} // namespace

AnalysisDescriptor memoryTimeline()
{
    return { .id = "memory-timeline",
        .title = "Memory timeline",
        .question = "How much memory is in use, and who asked for it at the peak?",
        .group = PanelGroup::Memory,
        .tables = { { "series", kMemorySeriesTitle, seriesColumns(Source::Both) },
            { "peaks", kPeaksTitle, peakColumns(Source::Both) }, { kHeldTable, kHeldTitle, heldColumns() } },
        .recordingOption = kHowToRecord,
        .run = run };
}

} // namespace kinetoscope
