// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/trace_peek.h"

#include "core/io/bytes/byte_source.h"
#include "core/io/bytes/text_reader.h"
#include "core/io/events/metadata_reader.h"
#include "core/io/json/argument_scan.h"

#include <string_view>

namespace kinetoscope {

namespace {

constexpr std::size_t kPeekBytes = std::size_t { 256 } << 10;

/// @param object  the head of a trace from its opening brace on. What is cut off at its end is not looked at.
std::optional<std::int64_t> rankInHead(std::string_view object)
{
    std::optional<std::int64_t> rank;
    MemberScan members(object);
    for (RawMember member; members.next(member);) {
        if (member.isKey("distributedInfo"))
            rank = readMetadata({ { "distributedInfo", std::string(member.value) } }).rank;
    }
    return rank;
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
    if (peek.isTrace && isObject)
        peek.rank = rankInHead(std::string_view(head).substr(first));
    return peek;
}

} // namespace kinetoscope
