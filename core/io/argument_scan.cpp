// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/argument_scan.h"

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// Position behind the string that begins at `begin` with its quote; npos if it does not end.
std::size_t stringEnd(std::string_view text, std::size_t begin)
{
    // A million events are asked: strings without escapes, nearly all, go by at the speed of memchr.
    for (std::size_t i = begin + 1;;) {
        const std::size_t quote = text.find('"', i);
        if (quote == std::string_view::npos)
            return quote;
        const std::size_t escape = text.substr(0, quote).find('\\', i);
        if (escape == std::string_view::npos)
            return quote + 1;
        i = escape + 2;
        if (i > text.size())
            return std::string_view::npos;
    }
}

/// Position behind the object or list that begins at `begin`; npos if it does not end.
std::size_t containerEnd(std::string_view text, std::size_t begin)
{
    std::size_t depth = 0;
    for (std::size_t i = begin; i < text.size();) {
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

MemberScan::MemberScan(std::string_view object)
    : m_text(object)
    , m_at(object.starts_with('{') ? 1 : std::string_view::npos)
{
}

bool MemberScan::next(RawMember& member)
{
    const std::size_t key = m_text.find_first_not_of(" \t\r\n,", std::min(m_at, m_text.size()));
    if (key == std::string_view::npos || m_text[key] != '"')
        return false;
    const std::size_t keyEnd = stringEnd(m_text, key);
    const std::size_t colon = m_text.find_first_not_of(kBlanks, std::min(keyEnd, m_text.size()));
    if (colon == std::string_view::npos || m_text[colon] != ':')
        return false;
    const std::size_t value = m_text.find_first_not_of(kBlanks, colon + 1);
    if (value == std::string_view::npos)
        return false;
    m_at = valueEnd(m_text, value);
    if (m_at == std::string_view::npos)
        return false;
    member.key = m_text.substr(key + 1, keyEnd - key - 2);
    member.value = m_text.substr(value, m_at - value);
    member.value = member.value.substr(0, member.value.find_last_not_of(kBlanks) + 1);
    return true;
}

std::string_view argumentsOf(std::string_view eventJson)
{
    MemberScan scan(eventJson);
    for (RawMember member; scan.next(member);) {
        if (member.key == "args")
            return member.value.starts_with('{') ? member.value : std::string_view {};
    }
    return {};
}

std::string_view argumentOf(std::string_view eventJson, std::string_view key)
{
    MemberScan scan(argumentsOf(eventJson));
    for (RawMember member; scan.next(member);) {
        if (member.key == key)
            return member.value;
    }
    return {};
}

std::string tidyList(std::string_view json)
{
    std::string text;
    text.reserve(json.size());
    for (std::size_t i = 0; i < json.size();) {
        const char c = json[i];
        const std::size_t end = c == '"' ? std::min(stringEnd(json, i), json.size()) : i + 1;
        if (kBlanks.find(c) == std::string_view::npos)
            text.append(json.substr(i, end - i));
        if (c == ',')
            text += ' ';
        i = end;
    }
    return text;
}

} // namespace kinetoscope
