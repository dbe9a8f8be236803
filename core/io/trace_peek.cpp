// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/trace_peek.h"

#include "core/io/bytes/byte_source.h"
#include "core/io/bytes/text_reader.h"
#include "core/io/events/document_reader.h"
#include "core/io/events/metadata_reader.h"
#include "core/io/json/argument_scan.h"

#include <algorithm>
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

/// Whether a text that has no key of a trace as it is written has one with escapes: the document's `traceEvents`, or in
/// a bare array the `ph` of its first event.
/// @param text  the head of a document from its opening bracket on.
bool hasEscapedTraceKey(std::string_view text)
{
    if (text.find("\\u") == std::string_view::npos)
        return false;
    if (text.front() == '{') {
        DocumentReader document;
        ImportReport ignored;
        document.read(text.data(), text.data() + text.size(), 0, ignored);
        return document.inEventArray();
    }
    MemberScan members(text.substr(std::min(text.find('{'), text.size())));
    bool found = false;
    for (RawMember member; !found && members.next(member);)
        found = member.isKey("ph");
    return found;
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
        || ((isObject || isArray)
            && (head.find("\"ph\"") != std::string::npos || hasEscapedTraceKey(std::string_view(head).substr(first))));
    if (peek.isTrace && isObject)
        peek.rank = rankInHead(std::string_view(head).substr(first));
    return peek;
}

} // namespace kinetoscope
