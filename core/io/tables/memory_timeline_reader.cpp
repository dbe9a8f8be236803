// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/tables/memory_timeline_reader.h"

#include "core/base/decimal.h"
#include "core/model/raw_memory.h"

#include <rapidjson/reader.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

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

ParsedEvents memorySamples(std::span<const MemoryTimelineEntry> entries)
{
    const std::vector<MemorySizes> rows = memorySizesInTime(entries);
    ParsedEvents parsed;
    const StringId none = parsed.strings.intern("");
    const StringId name = parsed.strings.intern(kMemoryCounter);
    const StringId total = parsed.strings.intern(kMemoryTotal);
    std::array<std::optional<StringId>, kMemoryCategories.size()> categories; // that ever hold anything
    for (std::size_t i = 0; i < categories.size(); ++i) {
        if (std::ranges::any_of(rows, [i](const MemorySizes& sizes) { return sizes.bytes[i] != 0; }))
            categories[i] = parsed.strings.intern(kMemoryCategories[i]);
    }
    parsed.categories = { none };
    parsed.places = { { none, none, Track::kNoDevice, Track::kNoStream, false } };
    EventBatch batch;
    for (const MemorySizes& sizes : rows) {
        const auto row = static_cast<std::uint32_t>(batch.size());
        batch.ts.push_back(sizes.timeNs);
        batch.duration32.push_back(EventBatch::kNoDuration);
        batch.name.push_back(name);
        batch.category.push_back(0);
        batch.phase.push_back('C');
        batch.flags.push_back(0);
        batch.place.push_back(0);
        batch.link.push_back(EventBatch::kNoLink);
        batch.textOffset.push_back(0);
        batch.counters.push_back({ row, total, static_cast<double>(sizes.total()) });
        for (std::size_t i = 0; i < categories.size(); ++i) {
            if (categories[i])
                batch.counters.push_back({ row, *categories[i], static_cast<double>(sizes.bytes[i]) });
        }
    }
    parsed.report.events = batch.size();
    parsed.batches.push_back(std::move(batch));
    return parsed;
}

} // namespace kinetoscope
