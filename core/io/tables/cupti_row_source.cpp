// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/tables/cupti_row_source.h"

#include "core/base/decimal.h"
#include "core/base/text.h"
#include "core/io/tables/csv_reader.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>

namespace kinetoscope {

namespace {

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

} // namespace

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

} // namespace kinetoscope
