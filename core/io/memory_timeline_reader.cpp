// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/memory_timeline_reader.h"

#include "core/base/decimal.h"

#include <rapidjson/reader.h>

#include <string>

namespace kinetoscope {

namespace {

struct TimelineHandler : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, TimelineHandler> {
    std::vector<MemoryTimelineEntry> entries;
    std::int64_t fields[4] = {};
    std::size_t count = 0;
    int depth = 0;

    bool Default() { return false; }
    bool StartArray()
    {
        count = 0;
        return ++depth <= 2;
    }
    bool RawNumber(const char* text, rapidjson::SizeType size, bool)
    {
        const DecimalInteger number = parseInteger({ text, size });
        if (depth != 2 || count >= 4 || !number.isValid)
            return false;
        fields[count++] = number.value;
        return true;
    }
    bool EndArray(rapidjson::SizeType)
    {
        if (depth == 2) {
            if (count != 4)
                return false;
            entries.push_back(
                { fields[0], fields[2], static_cast<std::int32_t>(fields[1]), static_cast<std::int32_t>(fields[3]) });
        }
        --depth;
        return true;
    }
};

} // namespace

std::vector<MemoryTimelineEntry> readMemoryTimeline(TextReader& reader, ImportReport& report)
{
    std::string text;
    constexpr std::size_t kPiece = 1u << 20;
    for (;;) {
        const std::size_t had = text.size();
        text.resize(had + kPiece);
        const std::size_t got = reader.read({ text.data() + had, kPiece }, report);
        text.resize(had + got);
        if (got == 0)
            break;
    }
    TimelineHandler handler;
    rapidjson::Reader parser;
    rapidjson::StringStream stream(text.c_str());
    constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag;
    if (parser.Parse<kFlags>(stream, handler).IsError())
        return {};
    return std::move(handler.entries);
}

} // namespace kinetoscope
