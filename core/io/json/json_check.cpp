// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json/json_check.h"

#include "core/base/ascii.h"
#include "core/base/text.h"
#include "core/io/bytes/byte_scan.h"

#include <algorithm>
#include <bit>
#include <bitset>
#include <string>

namespace kinetoscope {

namespace {

/// Value of four hexadecimal digits at p; -1 if they are none.
int fourHexDigits(const char* p, const char* end)
{
    if (end - p < 4)
        return -1;
    int value = 0;
    for (int i = 0; i < 4; ++i) {
        const char c = p[i];
        const auto lower = static_cast<char>(c | 0x20);
        if (isDigit(c))
            value = value * 16 + (c - '0');
        else if (lower >= 'a' && lower <= 'f')
            value = value * 16 + (lower - 'a' + 10);
        else
            return -1;
    }
    return value;
}

/// Behind the escape whose backslash is at p.
const char* endOfEscape(const char* p, const char* end)
{
    if (end - p < 2)
        return nullptr;
    switch (p[1]) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
        return p + 2;
    case 'u':
        break;
    default:
        return nullptr;
    }
    const int unit = fourHexDigits(p + 2, end);
    const bool isHigh = unit >= 0xD800 && unit <= 0xDBFF;
    if (unit < 0 || (unit >= 0xDC00 && unit <= 0xDFFF))
        return nullptr;
    if (!isHigh)
        return p + 6;
    if (end - p < 12 || p[6] != '\\' || p[7] != 'u')
        return nullptr;
    const int low = fourHexDigits(p + 8, end);
    return low >= 0xDC00 && low <= 0xDFFF ? p + 12 : nullptr;
}

/// Behind the character of several bytes at p.
const char* endOfCharacter(const char* p, const char* end)
{
    const auto lead = static_cast<unsigned char>(*p);
    const std::ptrdiff_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (end - p < length || !isValidUtf8({ p, static_cast<std::size_t>(length) }))
        return nullptr;
    return p + length;
}

const char* endOfNumber(const char* p, const char* end)
{
    if (p < end && *p == '-')
        ++p;
    if (p >= end || !isDigit(*p))
        return nullptr;
    if (*p == '0')
        ++p;
    else
        p = std::find_if_not(p, end, isDigit);
    if (p < end && *p == '.') {
        if (++p >= end || !isDigit(*p))
            return nullptr;
        p = std::find_if_not(p, end, isDigit);
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        ++p;
        if (p < end && (*p == '+' || *p == '-'))
            ++p;
        if (p >= end || !isDigit(*p))
            return nullptr;
        p = std::find_if_not(p, end, isDigit);
    }
    return p;
}

/// Behind a value that is no container.
const char* endOfScalar(const char* p, const char* end)
{
    if (*p == '"')
        return endOfJsonString(p, end);
    if (*p == '-' || isDigit(*p))
        return endOfNumber(p, end);
    const std::string_view rest(p, static_cast<std::size_t>(end - p));
    if (rest.starts_with("true") || rest.starts_with("null"))
        return p + 4;
    return rest.starts_with("false") ? p + 5 : nullptr;
}

/// From the opening quote of a key to the first byte of its value.
const char* behindKey(const char* p, const char* end)
{
    if (p >= end || *p != '"')
        return nullptr;
    p = endOfJsonString(p, end);
    if (!p)
        return nullptr;
    p = skipWhiteSpace(p, end);
    return p < end && *p == ':' ? skipWhiteSpace(p + 1, end) : nullptr;
}

} // namespace

const char* endOfJsonString(const char* p, const char* end)
{
    ++p;
    while (p && p < end) {
        const Bytes16 bytes(p);
        const std::uint32_t stop = bytes.equalEither('"', '\\') | bytes.control() | bytes.nonAscii();
        if (!stop) {
            p += 16;
            continue;
        }
        p += std::countr_zero(stop);
        if (p >= end)
            return nullptr;
        const auto byte = static_cast<unsigned char>(*p);
        if (byte == '"')
            return p + 1;
        if (byte < 0x20)
            return nullptr;
        p = byte == '\\' ? endOfEscape(p, end) : endOfCharacter(p, end);
    }
    return nullptr;
}

const char* endOfJsonValue(const char* p, const char* end, std::size_t maxDepth)
{
    std::bitset<kMostJsonDepth> isObject; // by depth, from 0
    maxDepth = std::min(maxDepth, kMostJsonDepth);
    std::size_t depth = 0;
    while (p && p < end) {
        if (*p == '{' || *p == '[') {
            if (depth == maxDepth)
                return nullptr;
            const bool opensObject = *p == '{';
            isObject[depth++] = opensObject;
            p = skipWhiteSpace(p + 1, end);
            if (p >= end)
                return nullptr;
            if (*p != (opensObject ? '}' : ']')) {
                if (opensObject)
                    p = behindKey(p, end);
                continue;
            }
            --depth;
            ++p;
        } else {
            p = endOfScalar(p, end);
            if (!p)
                return nullptr;
        }
        // Behind a value: what may follow it, until another begins.
        for (;;) {
            if (depth == 0)
                return p;
            p = skipWhiteSpace(p, end);
            if (p >= end)
                return nullptr;
            const bool inObject = isObject[depth - 1];
            if (*p == ',') {
                p = skipWhiteSpace(p + 1, end);
                if (inObject)
                    p = behindKey(p, end);
                break;
            }
            if (*p != (inObject ? '}' : ']'))
                return nullptr;
            --depth;
            ++p;
        }
    }
    return nullptr;
}

bool isStrictJson(std::string_view text, std::size_t maxDepth)
{
    std::string padded(text);
    padded.append(kScanPadding, '\0');
    const char* const end = padded.data() + text.size();
    const char* const begin = skipWhiteSpace(padded.data(), end);
    const char* const behind = begin < end ? endOfJsonValue(begin, end, maxDepth) : nullptr;
    return behind && skipWhiteSpace(behind, end) == end;
}

} // namespace kinetoscope
