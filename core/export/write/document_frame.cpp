// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/write/document_frame.h"

#include "core/io/bytes/byte_scan.h"
#include "core/io/json/json_check.h"
#include "core/io/json/json_repair.h"
#include "core/io/json/json_tree.h"
#include "core/output/json_writer.h"

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kEvents = "traceEvents";

/// Reads strict members of the document's object. A copy of the text, padded as the checks want it.
class MemberReader {
public:
    explicit MemberReader(std::string_view text)
        : m_text(text)
    {
        m_text.append(kScanPadding, '\0');
        m_at = m_text.data();
        m_end = m_text.data() + text.size();
    }
    [[nodiscard]] std::size_t position() const { return static_cast<std::size_t>(m_at - m_text.data()); }
    void skip(std::size_t bytes) { m_at += bytes; }
    void skipSpace() { m_at = skipWhiteSpace(m_at, m_end); }
    [[nodiscard]] bool isAt(char c) const { return m_at < m_end && *m_at == c; }
    [[nodiscard]] bool isAtEnd() const { return m_at == m_end; }
    bool take(char c)
    {
        const bool isThere = isAt(c);
        if (isThere)
            ++m_at;
        return isThere;
    }
    /// A key, as it reads, and its colon.
    bool takeKey(std::string& key)
    {
        const char* const begin = m_at;
        const char* const behind = isAt('"') ? endOfJsonString(m_at, m_end) : nullptr;
        if (!behind)
            return false;
        key.assign(begin + 1, behind - 1);
        if (key.find('\\') != std::string::npos)
            key = unescapedJson(key);
        m_at = behind;
        skipSpace();
        if (!take(':'))
            return false;
        skipSpace();
        return true;
    }
    bool takeValue()
    {
        const char* const behind = m_at < m_end ? endOfJsonValue(m_at, m_end, kMostJsonDepth) : nullptr;
        if (behind)
            m_at = behind;
        return behind != nullptr;
    }

private:
    std::string m_text;
    const char* m_at = nullptr;
    const char* m_end = nullptr;
};

std::string strictValue(const std::string& text)
{
    if (isStrictJson(text))
        return text;
    std::string mended = repairJson(text).text;
    if (isStrictJson(mended))
        return mended;
    JsonWriter json;
    json.value(text);
    return json.take();
}

/// The line of one member, without a comma.
std::string memberText(const std::pair<std::string, std::string>& entry)
{
    JsonWriter json;
    json.value(entry.first);
    return json.take() + ": " + strictValue(entry.second);
}

} // namespace

std::optional<DocumentHead> readDocumentHead(std::string_view text)
{
    DocumentHead head;
    if (text.starts_with(kByteOrderMark))
        head.begin = kByteOrderMark.size();
    MemberReader reader(text);
    reader.skip(head.begin);
    reader.skipSpace();
    if (reader.take('[')) {
        head.isBareArray = true;
        head.eventsBegin = reader.position();
        return head;
    }
    if (!reader.take('{'))
        return std::nullopt;
    for (;;) {
        reader.skipSpace();
        std::string key;
        if (!reader.takeKey(key))
            return std::nullopt;
        if (key == kEvents && reader.take('[')) {
            head.eventsBegin = reader.position();
            return head;
        }
        if (key == kEvents || !reader.takeValue())
            return std::nullopt;
        ++head.members;
        reader.skipSpace();
        if (!reader.take(','))
            return std::nullopt;
    }
}

bool isStrictTail(std::string_view text, bool isBareArray)
{
    MemberReader reader(text);
    if (!reader.take(']'))
        return false;
    reader.skipSpace();
    if (isBareArray)
        return reader.isAtEnd();
    while (reader.take(',')) {
        reader.skipSpace();
        std::string key;
        if (!reader.takeKey(key) || key == kEvents || !reader.takeValue())
            return false;
        reader.skipSpace();
    }
    if (!reader.take('}'))
        return false;
    reader.skipSpace();
    return reader.isAtEnd();
}

std::string documentHead(const MetadataEntries& entries)
{
    std::string text = "{\n";
    for (const auto& entry : entries)
        text += "  " + memberText(entry) + ",\n";
    return text + "  \"traceEvents\": [\n";
}

std::string documentTail(const MetadataEntries& entries, std::size_t first)
{
    std::string text = "\n  ]";
    for (std::size_t i = first; i < entries.size(); ++i)
        text += ",\n  " + memberText(entries[i]);
    return text + "\n}\n";
}

std::string withMembers(std::string_view tail, const MetadataEntries& members)
{
    std::size_t end = tail.rfind('}'); // only white space follows it
    if (members.empty() || end == std::string_view::npos)
        return std::string(tail);
    while (end > 0 && std::string_view(" \t\r\n").find(tail[end - 1]) != std::string_view::npos)
        --end;
    std::string text(tail.substr(0, end));
    for (const auto& entry : members)
        text += ",\n  " + memberText(entry);
    return text.append(tail.substr(end));
}

MetadataEntries entriesWithout(const MetadataEntries& members, const MetadataEntries& entries)
{
    MetadataEntries staying;
    for (const auto& entry : entries) {
        if (std::ranges::find(members, entry.first, &MetadataEntries::value_type::first) == members.end())
            staying.push_back(entry);
    }
    return staying;
}

} // namespace kinetoscope
