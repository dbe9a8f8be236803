// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/trace_peek.h"

#include "core/io/bytes/byte_source.h"
#include "core/io/bytes/text_reader.h"
#include "core/io/events/metadata_reader.h"

#include <array>
#include <string_view>

namespace kinetoscope {

namespace {

constexpr std::size_t kPeekBytes = std::size_t { 256 } << 10;

/// The object that begins at `text`, as far as its closing brace; "" where that is not there.
std::string_view wholeObject(std::string_view text)
{
    int depth = 0;
    bool isInString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (isInString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                isInString = false;
            continue;
        }
        isInString = c == '"';
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (c == '}' && depth == 0)
            return text.substr(0, i + 1);
    }
    return {};
}

std::optional<std::int64_t> rankInHead(std::string_view head)
{
    constexpr std::string_view kKey = "\"distributedInfo\"";
    const std::size_t key = head.find(kKey);
    if (key == std::string_view::npos)
        return std::nullopt;
    const std::size_t open = head.find_first_not_of(" \t\r\n:", key + kKey.size());
    if (open == std::string_view::npos || head[open] != '{')
        return std::nullopt;
    const std::string_view object = wholeObject(head.substr(open));
    return readMetadata({ { "distributedInfo", std::string(object) } }).rank;
}

} // namespace

TracePeek peekTrace(const std::string& path, const LoadLimits& limits)
{
    TracePeek peek;
    auto opened = ByteSource::open(path);
    if (!opened)
        return peek;
    const std::shared_ptr<const ByteSource> file = std::move(opened).value();
    peek.fileBytes = file->size();
    auto reader = TextReader::open(file, limits, false); // zlib: nothing to be decided anew
    if (!reader)
        return peek;
    peek.isGzip = reader.value()->isGzip();
    std::string head(kPeekBytes, '\0');
    ImportReport ignored;
    std::size_t length = 0;
    while (length < head.size()) {
        const std::size_t read = reader.value()->read(std::span(head).subspan(length), ignored);
        if (read == 0)
            break;
        length += read;
    }
    head.resize(length);
    const std::size_t first = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const bool isObject = first != std::string::npos && head[first] == '{';
    const bool isArray = first != std::string::npos && head[first] == '[';
    peek.isTrace = (isObject && head.find("\"traceEvents\"") != std::string::npos)
        || ((isObject || isArray) && head.find("\"ph\"") != std::string::npos);
    if (peek.isTrace)
        peek.rank = rankInHead(head);
    return peek;
}

} // namespace kinetoscope
