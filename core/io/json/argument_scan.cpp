// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json/argument_scan.h"

#include "core/io/bytes/byte_scan.h"
#include "core/io/json/json_tree.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace kinetoscope {

namespace {

// A million events are asked: 16 bytes at a time, byte by byte only near the end of the text, which nobody padded.
constexpr std::size_t kStride = 16;

std::size_t skipBlanks(std::string_view text, std::size_t i)
{
    while (i < text.size() && isJsonSpace(text[i]))
        ++i;
    return i;
}

/// Position behind the string that begins at `begin` with its quote; npos if it does not end.
/// @param hasEscape  is set where there is a backslash in it, else left as it is.
std::size_t stringEnd(std::string_view text, std::size_t begin, bool& hasEscape)
{
    for (std::size_t i = begin + 1; i < text.size();) {
        if (i + kStride <= text.size()) {
            const std::uint32_t stop = Bytes16(text.data() + i).equalEither('"', '\\');
            i += stop ? static_cast<std::size_t>(std::countr_zero(stop)) : kStride;
            if (!stop)
                continue;
        }
        if (text[i] == '"')
            return i + 1;
        const bool isEscape = text[i] == '\\';
        hasEscape = hasEscape || isEscape;
        i += isEscape ? 2 : 1;
    }
    return std::string_view::npos;
}

std::size_t stringEnd(std::string_view text, std::size_t begin)
{
    bool ignored = false;
    return stringEnd(text, begin, ignored);
}

/// Position behind the object or list that begins at `begin`; npos if it does not end.
std::size_t containerEnd(std::string_view text, std::size_t begin)
{
    std::size_t depth = 0;
    for (std::size_t i = begin; i < text.size();) {
        if (i + kStride <= text.size()) {
            const Bytes16 bytes(text.data() + i);
            const std::uint32_t marks = bytes.equal('"') | bytes.equalFolded('{') | bytes.equalFolded('}');
            i += marks ? static_cast<std::size_t>(std::countr_zero(marks)) : kStride;
            if (!marks)
                continue;
        }
        const char c = text[i];
        if (c == '"') {
            i = stringEnd(text, i);
            continue;
        }
        if (c == '[' || c == '{')
            ++depth;
        else if ((c == ']' || c == '}') && --depth == 0)
            return i + 1;
        ++i;
    }
    return std::string_view::npos;
}

std::size_t valueEnd(std::string_view text, std::size_t begin)
{
    if (text[begin] == '"')
        return stringEnd(text, begin);
    if (text[begin] == '[' || text[begin] == '{')
        return containerEnd(text, begin);
    for (std::size_t i = begin; i < text.size(); ++i) {
        if (text[i] == ',' || text[i] == ']' || text[i] == '}')
            return i;
    }
    return std::string_view::npos;
}

} // namespace

bool RawMember::isKey(std::string_view text) const
{
    return isKeyEscaped ? unescapedJson(key) == text : key == text;
}

std::string_view RawMember::keyText(std::string& room) const
{
    if (!isKeyEscaped)
        return key;
    room = unescapedJson(key);
    return room;
}

MemberScan::MemberScan(std::string_view object)
    : m_text(object)
    , m_at(object.starts_with('{') ? 1 : std::string_view::npos)
{
}

bool MemberScan::next(RawMember& member)
{
    std::size_t key = std::min(m_at, m_text.size());
    while (key < m_text.size() && (isJsonSpace(m_text[key]) || m_text[key] == ','))
        ++key;
    if (key == m_text.size() || m_text[key] != '"')
        return false;
    member.isKeyEscaped = false;
    const std::size_t keyEnd = stringEnd(m_text, key, member.isKeyEscaped);
    const std::size_t colon = skipBlanks(m_text, keyEnd);
    if (colon >= m_text.size() || m_text[colon] != ':')
        return false;
    const std::size_t value = skipBlanks(m_text, colon + 1);
    if (value == m_text.size())
        return false;
    m_at = valueEnd(m_text, value);
    if (m_at == std::string_view::npos)
        return false;
    std::size_t end = m_at;
    while (end > value && isJsonSpace(m_text[end - 1]))
        --end;
    member.key = m_text.substr(key + 1, keyEnd - key - 2);
    member.value = m_text.substr(value, end - value);
    return true;
}

std::string_view argumentsOf(std::string_view eventJson)
{
    std::string_view found;
    MemberScan scan(eventJson);
    for (RawMember member; scan.next(member);) {
        if (member.isKey("args"))
            found = member.value.starts_with('{') ? member.value : std::string_view {};
    }
    return found;
}

std::string_view argumentOf(std::string_view eventJson, std::string_view key)
{
    std::string_view found;
    MemberScan scan(argumentsOf(eventJson));
    for (RawMember member; scan.next(member);) {
        if (member.isKey(key))
            found = member.value;
    }
    return found;
}

std::string tidyList(std::string_view json)
{
    std::string text;
    text.reserve(json.size());
    for (std::size_t i = 0; i < json.size();) {
        const char c = json[i];
        const std::size_t end = c == '"' ? std::min(stringEnd(json, i), json.size()) : i + 1;
        if (!isJsonSpace(c))
            text.append(json.substr(i, end - i));
        if (c == ',')
            text += ' ';
        i = end;
    }
    return text;
}

} // namespace kinetoscope
