// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json/event_args.h"

#include "core/io/json/json_text_stream.h"
#include "core/io/json/json_tree.h"

#include <rapidjson/reader.h>

#include <charconv>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr std::string_view kArgs = "args";

} // namespace

/// Depth 1 is inside the event, depth 2 inside its args.
struct EventArgsReader::Handler : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, EventArgsReader::Handler> {
    explicit Handler(EventArgsReader& target)
        : reader(target)
    {
    }

    EventArgsReader& reader;
    std::string key; ///< at depth 2 of args
    int depth = 0;
    bool isArgsNext = false;
    bool inArgs = false;

    bool Key(const char* text, rapidjson::SizeType size, bool)
    {
        if (depth == 1) {
            isArgsNext = std::string_view(text, size) == kArgs;
            if (isArgsNext)
                reader.m_count = 0; // of two the last counts
        } else if (depth == 2 && inArgs) {
            key.assign(text, size);
        }
        return true;
    }
    bool scalar(std::string_view text, bool isString)
    {
        if (depth == 2 && inArgs)
            reader.add(key, text, isString);
        return true;
    }
    bool String(const char* text, rapidjson::SizeType size, bool) { return scalar({ text, size }, true); }
    bool RawNumber(const char* text, rapidjson::SizeType size, bool) { return scalar({ text, size }, false); }
    bool StartObject()
    {
        inArgs = inArgs || (depth == 1 && isArgsNext);
        return enter();
    }
    bool EndObject(rapidjson::SizeType)
    {
        if (--depth == 1)
            inArgs = false;
        return true;
    }
    bool StartArray() { return enter(); }
    bool EndArray(rapidjson::SizeType)
    {
        --depth;
        return true;
    }
    bool enter() { return ++depth <= JsonTree::kMaxDepth; }
};

std::span<const EventArgsReader::Arg> EventArgsReader::read(std::string_view eventJson)
{
    m_count = 0;
    JsonTextStream stream(eventJson);
    Handler handler(*this);
    rapidjson::Reader reader;
    constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag
        | rapidjson::kParseStopWhenDoneFlag | rapidjson::kParseValidateEncodingFlag;
    if (reader.Parse<kFlags>(stream, handler).IsError())
        readDamaged(eventJson);
    return std::span(m_args).first(m_count);
}

void EventArgsReader::readDamaged(std::string_view eventJson)
{
    m_count = 0;
    const JsonTree tree = JsonTree::parse(eventJson);
    if (tree.isEmpty() || tree.type(0) != JsonTree::Type::Object)
        return;
    const std::uint32_t args = tree.find(0, kArgs);
    if (args == JsonTree::kNone || tree.type(args) != JsonTree::Type::Object)
        return;
    for (const std::uint32_t child : tree.children(args)) {
        const JsonTree::Type type = tree.type(child);
        if (type == JsonTree::Type::Number || type == JsonTree::Type::String)
            add(tree.key(child), tree.value(child), type == JsonTree::Type::String);
    }
}

/// Of each argument of each event that is read again: two calls of what replaces any part of a text would show.
[[gnu::flatten]] void EventArgsReader::add(std::string_view key, std::string_view text, bool isString)
{
    if (m_count == m_args.size())
        m_args.emplace_back();
    Arg& arg = m_args[m_count++];
    arg.key.assign(key);
    arg.text.assign(text);
    arg.isString = isString;
}

const EventArgsReader::Arg* EventArgsReader::find(std::string_view key) const
{
    for (std::size_t i = m_count; i > 0; --i) {
        if (m_args[i - 1].key == key)
            return &m_args[i - 1];
    }
    return nullptr;
}

std::optional<double> EventArgsReader::numberOf(const Arg& arg)
{
    double value = 0;
    const char* const end = arg.text.data() + arg.text.size();
    const auto [rest, error] = std::from_chars(arg.text.data(), end, value);
    if (arg.isString || error != std::errc {} || rest != end || !std::isfinite(value))
        return std::nullopt;
    return value;
}

} // namespace kinetoscope
