// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/events/metadata_reader.h"

#include <charconv>
#include <rapidjson/document.h>

namespace kinetoscope {

namespace {

using rapidjson::Value;

const Value* member(const Value& object, const char* key)
{
    if (!object.IsObject())
        return nullptr;
    const Value* found = nullptr; // of equal keys the last one counts; FindMember gives the first
    for (const auto& entry : object.GetObject()) {
        if (std::string_view(entry.name.GetString(), entry.name.GetStringLength()) == key)
            found = &entry.value;
    }
    return found;
}

std::optional<std::int64_t> integer(const Value* value)
{
    if (value && value->IsInt64())
        return value->GetInt64();
    return std::nullopt;
}

/// The same where some write it as a text: "3".
std::optional<std::int64_t> integerOrText(const Value* value)
{
    if (!value || !value->IsString())
        return integer(value);
    const char* const begin = value->GetString();
    const char* const end = begin + value->GetStringLength();
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(begin, end, number);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

/// See TraceMetadata::baseTimeNanoseconds.
std::optional<std::int64_t> baseTime(const Value& value)
{
    constexpr std::int64_t kEnd = std::int64_t { 1 } << 62;
    const std::optional<std::int64_t> number = integer(&value);
    return number && -kEnd < *number && *number < kEnd ? number : std::nullopt;
}

int smallInteger(const Value* value)
{
    return value && value->IsInt() ? value->GetInt() : 0;
}

std::string text(const Value* value)
{
    return value && value->IsString() ? std::string(value->GetString(), value->GetStringLength()) : std::string();
}

void readDistributedInfo(const Value& info, TraceMetadata& metadata)
{
    metadata.rank = integerOrText(member(info, "rank"));
    metadata.worldSize = integerOrText(member(info, "world_size"));
    metadata.backend = text(member(info, "backend"));
}

void readDevices(const Value& list, TraceMetadata& metadata)
{
    metadata.devices.clear();
    if (!list.IsArray())
        return;
    for (const Value& entry : list.GetArray()) {
        if (!entry.IsObject())
            continue;
        DeviceProperties device { .id = integer(member(entry, "id")).value_or(-1),
            .name = text(member(entry, "name")) };
        if (const Value* memory = member(entry, "totalGlobalMem"); memory && memory->IsUint64())
            device.totalMemoryBytes = memory->GetUint64();
        device.multiprocessors = smallInteger(member(entry, "numSms"));
        device.computeMajor = smallInteger(member(entry, "computeMajor"));
        device.computeMinor = smallInteger(member(entry, "computeMinor"));
        device.warpSize = smallInteger(member(entry, "warpSize"));
        metadata.devices.push_back(std::move(device));
    }
}

void readEntry(const std::string& key, const std::string& json, TraceMetadata& metadata)
{
    constexpr unsigned kFlags = rapidjson::kParseIterativeFlag; // nesting is the file's choice: never recurse
    if (key == "distributedInfo" || key == "deviceProperties" || key == kBaseTimeKey || key == "displayTimeUnit"
        || key == "traceName") {
        rapidjson::Document document;
        document.Parse<kFlags>(json.data(), json.size());
        if (document.HasParseError())
            return;
        if (key == "distributedInfo")
            readDistributedInfo(document, metadata);
        else if (key == "deviceProperties")
            readDevices(document, metadata);
        else if (key == kBaseTimeKey)
            metadata.baseTimeNanoseconds = baseTime(document);
        else if (key == "displayTimeUnit")
            metadata.displayTimeUnit = text(&document);
        else
            metadata.traceName = text(&document);
    }
}

} // namespace

TraceMetadata readMetadata(std::vector<std::pair<std::string, std::string>> entries)
{
    TraceMetadata metadata;
    metadata.entries = std::move(entries);
    for (const auto& [key, json] : metadata.entries)
        readEntry(key, json, metadata);
    return metadata;
}

} // namespace kinetoscope
