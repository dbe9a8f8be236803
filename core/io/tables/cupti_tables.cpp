// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/tables/cupti_tables.h"

#include "core/base/ascii.h"
#include "core/base/decimal.h"
#include "core/base/text.h"
#include "core/io/bytes/text_reader.h"
#include "core/io/events/batch_writer.h"
#include "core/io/events/event_text_source.h"
#include "core/io/events/raw_event.h"
#include "core/io/tables/csv_reader.h"
#include "core/io/tables/cupti_columns.h"
#include "core/io/trace_loader.h"
#include "core/model/args_source.h"
#include "core/model/trace_builder.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <utility>

namespace kinetoscope {

namespace {

/// The rows of CUPTI tables as the events of a trace: each is read again from its file and told as a JSON object whose
/// args are the columns.
class CuptiRowSource final : public ArgsSource {
public:
    struct File {
        EventTextSource rows; ///< by row of this file
        EventIndex firstEvent = 0;
        std::vector<std::string> columns;
        char separator = ',';
    };
    explicit CuptiRowSource(std::vector<File> files)
        : m_files(std::move(files))
    {
    }

    [[nodiscard]] Result<std::string> eventText(EventIndex event) const override;
    [[nodiscard]] Result<Done> visitTexts(std::span<const EventIndex> events, const EventVisitor& visit) const override;
    [[nodiscard]] std::size_t memoryBytes() const override;

private:
    std::vector<File> m_files; ///< by firstEvent
};

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

void writeText(Writer& writer, std::string_view text)
{
    const std::string clean = repairUtf8(text);
    writer.String(clean.data(), static_cast<rapidjson::SizeType>(clean.size()));
}

void writeCell(Writer& writer, std::string_view text)
{
    if (parseMicroseconds(text).isNumber)
        writer.RawValue(text.data(), text.size(), rapidjson::kNumberType);
    else
        writeText(writer, text);
}

Result<std::string> CuptiRowSource::eventText(EventIndex event) const
{
    const auto after = std::ranges::upper_bound(m_files, event, {}, &File::firstEvent);
    if (after == m_files.begin())
        return Error { ErrorCode::NotFound, { KT_PHRASE("cupti-row-source", "The file holds no such event.") } };
    const File& file = *(after - 1);
    const auto begin = file.rows.positionOf(event - file.firstEvent);
    if (!begin)
        return Error { ErrorCode::NotFound, { KT_PHRASE("cupti-row-source", "The file holds no such event.") } };
    const auto next = file.rows.positionOf(event - file.firstEvent + 1);
    Result<std::string> text =
        file.rows.textAt(*begin, next && *next > *begin ? *next - *begin : CsvReader::kMaxRecord);
    if (!text)
        return text;
    std::size_t at = 0;
    CsvReader reader(
        [&](std::span<char> buffer) {
            const std::size_t count = text->copy(buffer.data(), buffer.size(), at);
            at += count;
            return count;
        },
        file.separator);
    CsvRecord record;
    if (!reader.next(record))
        return Error { ErrorCode::NotFound, { KT_PHRASE("cupti-row-source", "The file holds no such event.") } };
    rapidjson::StringBuffer buffer;
    Writer writer(buffer);
    writer.StartObject();
    writer.Key("args");
    writer.StartObject();
    for (std::size_t i = 0; i < std::min(file.columns.size(), record.fields.size()); ++i) {
        writeText(writer, file.columns[i]);
        writeCell(writer, record.fields[i]);
    }
    writer.EndObject();
    writer.EndObject();
    return std::string(buffer.GetString(), buffer.GetSize());
}

Result<Done> CuptiRowSource::visitTexts(std::span<const EventIndex> events, const EventVisitor& visit) const
{
    for (std::size_t i = 0; i < events.size(); ++i) {
        KT_TRY(const std::string text, eventText(events[i]));
        if (!visit(i, text))
            break;
    }
    return Done {};
}

std::size_t CuptiRowSource::memoryBytes() const
{
    std::size_t bytes = m_files.capacity() * sizeof(File);
    for (const File& file : m_files)
        bytes += file.rows.memoryBytes();
    return bytes;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kKinds { { { "kernel", "kernel" },
    { "conc_kernel", "kernel" }, { "cuda_runtime", "cuda_runtime" }, { "cuda_driver", "cuda_driver" },
    { "gpu_memcpy", "gpu_memcpy" }, { "gpu_memset", "gpu_memset" } } };
/// Memory for one row while the trace is built.
constexpr std::uint64_t kRowBytes = 64;
constexpr std::size_t kRowsPerCheck = 16 * 1024;

std::string lowerFileName(const std::string& path)
{
    return asciiLower(path.substr(path.find_last_of("/\\") + 1));
}

bool hasTableName(const std::string& path)
{
    const std::string name = lowerFileName(path);
    return name.ends_with(".csv") || name.ends_with(".csv.gz");
}

std::string_view categoryOfKind(std::string_view kind)
{
    const auto known = std::ranges::find_if(kKinds, [kind](const auto& entry) { return entry.first == kind; });
    return known == kKinds.end() ? std::string_view {} : known->second;
}

/// Why a row cannot be read; for the report.
using RowProblem = std::optional<std::string>;

/// Reads the rows of one table into events.
class RowReader {
public:
    RowReader(const CuptiColumns& columns, std::string_view fileCategory)
        : m_columns(columns)
        , m_category(!fileCategory.empty()                 ? fileCategory
                  : columns.stream || columns.isNameList() ? "kernel"
                                                           : "cuda_runtime")
        , m_trustsCategoryColumn(fileCategory.empty())
    {
    }

    /// @param row  from 0: where in time a name without times stands, ns.
    RowProblem read(const CsvRecord& record, std::uint64_t row, RawEvent& event)
    {
        event.clear();
        if (record.fields.size() != m_columns.names.size())
            return fmt::format("has {} fields, the header {}", record.fields.size(), m_columns.names.size());
        takeCategoryAndName(record, event);
        event.phase = "X";
        event.seen |= bitOf(Field::Phase);
        if (RowProblem problem = takeTimes(record, row, event))
            return problem;
        takePlace(record, event);
        takeInteger(record, m_columns.correlation, Field::Correlation, event);
        takeInteger(record, m_columns.bytes, Field::Bytes, event);
        event.seen |= bitOf(Field::Args); // without it nobody looks for bytes and streams
        return std::nullopt;
    }

private:
    static std::string_view fieldAt(const CsvRecord& record, std::optional<std::size_t> column)
    {
        return column ? record.fields[*column] : std::string_view {};
    }

    void takeCategoryAndName(const CsvRecord& record, RawEvent& event)
    {
        event.category = m_category;
        if (m_trustsCategoryColumn) {
            const std::string_view written = fieldAt(record, m_columns.category);
            if (const std::string_view known = categoryOfKind(written); !known.empty())
                event.category = known;
        }
        event.name = fieldAt(record, m_columns.name);
        if (!isValidUtf8(event.name)) {
            m_name = repairUtf8(event.name);
            event.name = m_name;
            event.flags |= kRawRepaired;
        }
        if (!m_columns.name)
            event.name = event.category == "gpu_memset" ? "Memset" : "Memcpy";
        event.seen |= bitOf(Field::Category) | bitOf(Field::Name);
    }

    RowProblem takeTimes(const CsvRecord& record, std::uint64_t row, RawEvent& event) const
    {
        if (m_columns.isNameList()) {
            event.ts = static_cast<Timestamp>(row);
            event.dur = 0;
            event.seen |= bitOf(Field::Ts) | bitOf(Field::Dur);
            return std::nullopt;
        }
        const std::string_view startText = fieldAt(record, m_columns.start);
        const DecimalTime start = parseMicroseconds(startText);
        if (!start.isNumber)
            return fmt::format("start '{}' is no number", excerpt(startText, 30));
        takeNumber(event, Field::Ts, startText);
        const auto column = m_columns.duration ? m_columns.duration : m_columns.end;
        const std::string_view text = fieldAt(record, column);
        const DecimalTime time = parseMicroseconds(text);
        if (!time.isNumber)
            return fmt::format("{} '{}' is no number", m_columns.duration ? "dur" : "end", excerpt(text, 30));
        if (m_columns.duration) {
            takeNumber(event, Field::Dur, text);
            return std::nullopt;
        }
        const Nanoseconds length = saturatingSubtract(time.ns, start.ns);
        event.dur = length < 0 ? saturatingSubtract(0, length) : length;
        event.seen |= bitOf(Field::Dur);
        if (length < 0)
            event.flags |= kRawNegativeDuration;
        if (time.isClamped)
            event.flags |= kRawClamped;
        return std::nullopt;
    }

    void takePlace(const CsvRecord& record, RawEvent& event) const
    {
        const bool isDevice = isDeviceSide(eventKindOf(event.category));
        const std::string_view pid = fieldAt(record, isDevice ? m_columns.device : m_columns.process);
        const std::string_view tid = fieldAt(record, isDevice ? m_columns.stream : m_columns.thread);
        event.pid = !pid.empty() ? pid : isDevice ? "0" : "host";
        event.tid = tid.empty() ? "0" : tid;
        event.seen |= bitOf(Field::Pid) | bitOf(Field::Tid);
        if (isDevice) {
            takeInteger(record, m_columns.device, Field::Device, event);
            takeInteger(record, m_columns.stream, Field::Stream, event);
        }
    }

    static void takeInteger(const CsvRecord& record, std::optional<std::size_t> column, Field field, RawEvent& event)
    {
        const std::string_view text = fieldAt(record, column);
        if (!text.empty())
            takeNumber(event, field, text);
    }

    const CuptiColumns& m_columns;
    std::string_view m_category;
    bool m_trustsCategoryColumn;
    std::string m_name;
};

/// Collects tables, then builds the trace.
class TableLoader {
public:
    TableLoader(const LoadLimits& limits, bool useIsal, std::uint64_t budget, const Progress& progress)
        : m_limits(limits)
        , m_useIsal(useIsal)
        , m_budget(budget)
        , m_progress(progress)
        , m_writer(limits)
    {
        m_writer.begin(0, 0);
    }

    Result<Done> addAll(const std::vector<std::string>& paths);
    Result<std::shared_ptr<const Trace>> finish(const std::string& path);
    /// As TextReader::needsZlib(), of any file so far: the loader is worth nothing then.
    [[nodiscard]] bool needsZlib() const { return m_needsZlib; }
    [[nodiscard]] std::uint64_t progressed() const { return m_progressed; } ///< what it told the progress, bytes

private:
    Result<Done> add(const std::string& path);
    Result<Done> readRows(const std::string& path, CsvReader& csv, const CuptiColumns& columns,
        std::vector<EventTextSource::Positions>& positions);
    void noteBadRow(const std::string& path, const CsvRecord& record, const std::string& problem);

    const LoadLimits& m_limits;
    bool m_useIsal;
    std::uint64_t m_budget;
    const Progress& m_progress;
    BatchWriter m_writer;
    ImportReport m_report; ///< problems of the files
    std::uint64_t m_progressed = 0;
    bool m_needsZlib = false;
    std::vector<CuptiRowSource::File> m_files;
    std::string m_firstProblem;
};

Result<Done> TableLoader::addAll(const std::vector<std::string>& paths)
{
    for (const std::string& path : paths) {
        Result<Done> done = add(path);
        if (!done || m_needsZlib)
            return done;
    }
    return Done {};
}

Result<Done> TableLoader::add(const std::string& path)
{
    KT_TRY(const std::shared_ptr<const ByteSource> file, ByteSource::open(path));
    KT_TRY(auto reader, TextReader::open(file, m_limits, m_useIsal));
    std::uint64_t reported = 0;
    std::uint64_t textBytes = 0;
    CsvReader csv([&](std::span<char> buffer) {
        const std::size_t got = reader->read(buffer, m_report);
        m_progress.add(reader->filePosition() - reported);
        m_progressed += reader->filePosition() - reported;
        reported = reader->filePosition();
        m_needsZlib = m_needsZlib || reader->needsZlib();
        textBytes += got;
        return got;
    });
    CsvRecord header;
    const auto notATable = [&path](Message why) {
        return Error { ErrorCode::NotATrace,
            { KT_PHRASE("cupti-tables", "%1 is no table of CUPTI activities: it %2."), arg::Text { path },
                std::move(why) },
            0 };
    };
    if (!csv.next(header))
        return notATable({ KT_PHRASE("cupti-tables", "is empty") });
    const CuptiColumns columns = cuptiColumnsOf(header.fields);
    if (Message missing = columns.missing(); !missing.isEmpty())
        return notATable(std::move(missing));
    const std::string_view category = cuptiCategoryOfFile(path);
    if (!columns.name && category != "gpu_memcpy" && category != "gpu_memset")
        return notATable({ KT_PHRASE("cupti-tables", "has no column %1"), arg::Name { "name" } });

    const auto firstEvent = static_cast<EventIndex>(m_writer.size());
    std::vector<EventTextSource::Positions> positions;
    KT_TRY_DONE(readRows(path, csv, columns, positions));
    if (file->hasChanged())
        m_report.note(Problem::ChangedWhileReading, textBytes);
    m_report.fileBytes += file->size();
    m_report.textBytes += textBytes;
    m_report.isGzip = m_report.isGzip || reader->isGzip();
    m_files.push_back({ EventTextSource(*file, reader->isGzip(), std::move(positions), reader->takeResumePoints(),
                            textBytes, m_limits.eventBytes, m_useIsal, CommonArguments {}),
        firstEvent, columns.names, csv.separator() });
    return Done {};
}

Result<Done> TableLoader::readRows(const std::string& path, CsvReader& csv, const CuptiColumns& columns,
    std::vector<EventTextSource::Positions>& positions)
{
    RowReader rows(columns, cuptiCategoryOfFile(path));
    CsvRecord record;
    RawEvent event;
    for (std::uint64_t row = 0; csv.next(record); ++row) {
        if (row % kRowsPerCheck == 0 && m_progress.shouldStop())
            return Error::stopped();
        if (m_writer.size() * kRowBytes > m_budget || m_writer.size() >= kNoEvent - 1)
            return Error { ErrorCode::MemoryLimit,
                { KT_PHRASE("cupti-tables", "%1 does not fit the memory limit."), arg::Text { path } } };
        const bool startsPart =
            positions.empty() || record.begin - positions.back().textBase > std::numeric_limits<std::uint32_t>::max();
        if (startsPart)
            positions.push_back({ static_cast<EventIndex>(row), record.begin, {} });
        positions.back().offsets.push_back(static_cast<std::uint32_t>(record.begin - positions.back().textBase));
        const std::uint64_t place = m_writer.size(); // the rows tell where they stand themselves
        if (const RowProblem problem = rows.read(record, row, event)) {
            noteBadRow(path, record, *problem);
            m_writer.addLost(place);
            continue;
        }
        if (event.flags & kRawRepaired)
            m_report.note(Problem::InvalidUtf8, record.begin, event.name);
        m_writer.addEvent(event, place);
    }
    return Done {};
}

void TableLoader::noteBadRow(const std::string& path, const CsvRecord& record, const std::string& problem)
{
    const std::string text =
        fmt::format("{}, line {}: {}", path.substr(path.find_last_of("/\\") + 1), record.line, problem);
    m_report.note(Problem::DamagedEvent, record.begin, text, record.end - record.begin);
    if (m_firstProblem.empty())
        m_firstProblem = text;
}

Result<std::shared_ptr<const Trace>> TableLoader::finish(const std::string& path)
{
    ParsedBatch batch = m_writer.take();
    if (batch.events.size() > 0 && batch.report.dropped == batch.events.size())
        return Error { ErrorCode::NotATrace,
            { KT_PHRASE("cupti-tables", "%1 has no row that can be read: %2."), arg::Text { path },
                arg::Text { m_firstProblem } },
            0 };
    ParsedEvents parsed;
    parsed.report = m_report;
    parsed.report.merge(batch.report);
    parsed.report.events = batch.events.size();
    parsed.integerMicroseconds = !parsed.report.hasFractionalTimes;
    parsed.strings = std::move(batch.strings);
    parsed.categories = std::move(batch.categories);
    parsed.places = std::move(batch.places);
    parsed.path = path;
    parsed.batches.push_back(std::move(batch.events));
    KT_TRY(TraceData data, buildTrace(std::move(parsed), 1, m_progress));
    data.argsSource = std::make_shared<CuptiRowSource>(std::move(m_files));
    return std::shared_ptr<const Trace>(std::make_shared<Trace>(std::move(data)));
}

} // namespace

std::string_view cuptiCategoryOfFile(const std::string& path)
{
    const std::string name = lowerFileName(path);
    return hasTableName(path) ? categoryOfKind(std::string_view(name).substr(0, name.find(".csv")))
                              : std::string_view {};
}

bool isCuptiTable(const std::string& path, const LoadLimits& limits)
{
    constexpr std::size_t kHead = 64 * 1024;
    auto opened = ByteSource::open(path);
    if (!opened)
        return false;
    auto reader = TextReader::open(std::move(opened).value(), limits, false);
    if (!reader)
        return false;
    std::string head(kHead, '\0');
    ImportReport ignored;
    head.resize(reader.value()->read(head, ignored));
    const std::size_t first = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string::npos)
        return false;
    if (head[first] == '{' || head[first] == '[')
        return false;
    std::size_t at = 0;
    CsvReader csv([&](std::span<char> buffer) {
        const std::size_t count = head.copy(buffer.data(), buffer.size(), at);
        at += count;
        return count;
    });
    CsvRecord header;
    // A file that is called a table and has another header is told so when it is loaded.
    return hasTableName(path) || (csv.next(header) && cuptiColumnsOf(header.fields).missing().isEmpty());
}

Result<std::shared_ptr<const Trace>> loadCuptiTables(const std::vector<std::string>& paths, const LoadLimits& limits,
    bool useIsal, std::uint64_t budget, const Progress& progress)
{
    {
        TableLoader loader(limits, useIsal, budget, progress);
        const Result<Done> done = loader.addAll(paths);
        if (!loader.needsZlib())
            return done ? loader.finish(paths.front()) : done.error();
        progress.add(0 - loader.progressed()); // takes back what is read again: the counter wraps
    }
    return loadCuptiTables(paths, limits, false, budget, progress);
}

} // namespace kinetoscope
