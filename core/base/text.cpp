// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace kinetoscope {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";    // U+2026

unsigned char byteAt(std::string_view text, std::size_t i)
{
    return static_cast<unsigned char>(text[i]);
}

/// One step through text of any quality.
struct Character {
    char32_t codePoint = 0;
    std::size_t bytes = 0; ///< > 0; for an ill-formed part the length of the longest start of a character
    bool isValid = false;
};

/// The bytes a lead byte asks for, and the range its second byte must be in (which rules out overlong forms and
/// surrogates).
struct LeadRule {
    std::size_t bytes = 0;
    unsigned char secondLow = 0x80;
    unsigned char secondHigh = 0xBF;
};

LeadRule ruleOf(unsigned char lead)
{
    if (lead >= 0xC2 && lead <= 0xDF)
        return { 2, 0x80, 0xBF };
    if (lead >= 0xE0 && lead <= 0xEF) {
        const unsigned char low = lead == 0xE0 ? 0xA0 : 0x80;
        const unsigned char high = lead == 0xED ? 0x9F : 0xBF;
        return { 3, low, high };
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const unsigned char low = lead == 0xF0 ? 0x90 : 0x80;
        const unsigned char high = lead == 0xF4 ? 0x8F : 0xBF;
        return { 4, low, high };
    }
    return {};
}

Character characterAt(std::string_view text, std::size_t i)
{
    const unsigned char lead = byteAt(text, i);
    if (lead < 0x80)
        return { lead, 1, true };
    const LeadRule rule = ruleOf(lead);
    if (rule.bytes == 0)
        return { 0xFFFD, 1, false };
    char32_t codePoint = lead & (0x7Fu >> rule.bytes);
    for (std::size_t k = 1; k < rule.bytes; ++k) {
        if (i + k >= text.size())
            return { 0xFFFD, k, false };
        const unsigned char next = byteAt(text, i + k);
        const unsigned char low = k == 1 ? rule.secondLow : 0x80;
        const unsigned char high = k == 1 ? rule.secondHigh : 0xBF;
        if (next < low || next > high)
            return { 0xFFFD, k, false };
        codePoint = (codePoint << 6) | (next & 0x3Fu);
    }
    return { codePoint, rule.bytes, true };
}

/// First byte at or after `i` that is not ASCII; text.size() if there is none. 32 bytes a turn: compilers make vectors
/// of it.
std::size_t skipAscii(std::string_view text, std::size_t i)
{
    constexpr std::uint64_t kHighBits = 0x8080'8080'8080'8080u;
    while (text.size() - i >= 32) {
        std::array<std::uint64_t, 4> words;
        std::memcpy(words.data(), text.data() + i, sizeof words);
        if (((words[0] | words[1] | words[2] | words[3]) & kHighBits) != 0)
            break;
        i += 32;
    }
    while (i < text.size() && byteAt(text, i) < 0x80)
        ++i;
    return i;
}

void appendUtf8(std::string& out, char32_t codePoint)
{
    if (codePoint < 0x80) { // nearly always
        out.push_back(static_cast<char>(codePoint));
        return;
    }
    std::array<char, 4> bytes;
    std::size_t size = 0;
    const auto put = [&](char32_t value) { bytes[size++] = static_cast<char>(static_cast<unsigned char>(value)); };
    if (codePoint < 0x800) {
        put(0xC0 | (codePoint >> 6));
    } else {
        if (codePoint < 0x10000) {
            put(0xE0 | (codePoint >> 12));
        } else {
            put(0xF0 | (codePoint >> 18));
            put(0x80 | ((codePoint >> 12) & 0x3F));
        }
        put(0x80 | ((codePoint >> 6) & 0x3F));
    }
    put(0x80 | (codePoint & 0x3F));
    out.append(bytes.data(), size);
}

bool isControlByte(char32_t c)
{
    return c < 0x20 || c == 0x7F;
}

char32_t controlPicture(char32_t c)
{
    return c == 0x7F ? 0x2421 : 0x2400 + c;
}

/// Characters that act on a line of text without being seen: C1 controls, line and paragraph separators, direction
/// marks and overrides, zero-width signs, the byte order mark, non-characters.
bool actsInvisibly(char32_t c)
{
    return (c >= 0x80 && c <= 0x9F) || c == 0x61C || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E)
        || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) || (c & 0xFFFE) == 0xFFFE;
}

void appendHex(std::string& out, char32_t value, int digits)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4)
        out += kDigits[(value >> shift) & 0xF];
}

bool isReservedOnWindows(std::string_view name)
{
    const std::string stem = asciiLower(name.substr(0, name.find('.')));
    if (stem == "con" || stem == "prn" || stem == "aux" || stem == "nul")
        return true;
    return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) && isDigit(stem[3]);
}

} // namespace

bool isValidUtf8(std::string_view text)
{
    for (std::size_t i = skipAscii(text, 0); i < text.size();) {
        const Character character = characterAt(text, i);
        if (!character.isValid)
            return false;
        i += character.bytes;
        if (i < text.size() && byteAt(text, i) < 0x80)
            i = skipAscii(text, i);
    }
    return true;
}

std::string repairUtf8(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t asciiEnd = skipAscii(text, i);
        out.append(text.substr(i, asciiEnd - i));
        i = asciiEnd;
        if (i == text.size())
            break;
        const Character character = characterAt(text, i);
        out.append(character.isValid ? text.substr(i, character.bytes) : kReplacement);
        i += character.bytes;
    }
    return out;
}

bool hasControlBytes(std::string_view text)
{
    // No early exit inside a stretch: the compiler turns the loop into vector compares.
    constexpr std::size_t kStretch = 256;
    for (std::size_t begin = 0; begin < text.size(); begin += kStretch) {
        unsigned any = 0;
        for (const char c : text.substr(begin, kStretch)) {
            const auto byte = static_cast<unsigned char>(c);
            any |= static_cast<unsigned>(byte < 0x20) | static_cast<unsigned>(byte == 0x7F);
        }
        if (any != 0)
            return true;
    }
    return false;
}

std::string withControlPictures(std::string_view text)
{
    if (!hasControlBytes(text))
        return std::string(text);
    std::string out;
    out.reserve(text.size() + text.size() / 8);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (isControlByte(byte))
            appendUtf8(out, controlPicture(byte));
        else
            out += c;
    }
    return out;
}

std::size_t characterCount(std::string_view text)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++count)
        i += characterAt(text, i).bytes;
    return count;
}

std::string excerpt(std::string_view text, std::size_t maxCharacters)
{
    if (maxCharacters == 0)
        return {};
    std::string out;
    std::size_t characters = 0;
    std::size_t beforeLast = 0; // where `out` must be cut to make room for the ellipsis
    bool wasBlank = false;
    for (std::size_t i = 0; i < text.size();) {
        const Character character = characterAt(text, i);
        i += character.bytes;
        const bool isBlank = character.codePoint == ' ';
        if (isBlank && wasBlank)
            continue;
        wasBlank = isBlank;
        if (characters == maxCharacters) {
            out.resize(beforeLast);
            return out.append(kEllipsis);
        }
        if (++characters == maxCharacters)
            beforeLast = out.size();
        if (isControlByte(character.codePoint))
            appendUtf8(out, controlPicture(character.codePoint));
        else
            appendUtf8(out, actsInvisibly(character.codePoint) ? char32_t { 0xFFFD } : character.codePoint);
    }
    return out;
}

std::string elideMiddle(std::string_view text, std::size_t maxCharacters, std::size_t keepAtEnd)
{
    const std::size_t characters = characterCount(text);
    if (characters <= maxCharacters)
        return std::string(text);
    if (maxCharacters == 0)
        return {};
    const std::size_t room = maxCharacters - 1;
    const std::size_t tail = std::min(keepAtEnd, room / 2);
    std::size_t headEnd = 0;
    std::size_t tailBegin = 0;
    std::size_t i = 0;
    for (std::size_t k = 0; k < characters; ++k) {
        if (k == room - tail)
            headEnd = i;
        if (k == characters - tail)
            break;
        i += characterAt(text, i).bytes;
    }
    tailBegin = i;
    std::string out = repairUtf8(text.substr(0, headEnd));
    out.append(kEllipsis);
    return out.append(repairUtf8(text.substr(tailBegin)));
}

std::string escapeForTerminal(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const Character character = characterAt(text, i);
        i += character.bytes;
        const char32_t c = character.codePoint;
        if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (c == '\r') {
            out += "\\r";
        } else if (isControlByte(c)) {
            out += "\\x";
            appendHex(out, c, 2);
        } else if (actsInvisibly(c)) {
            out += c > 0xFFFF ? "\\U" : "\\u";
            appendHex(out, c, c > 0xFFFF ? 8 : 4);
        } else {
            appendUtf8(out, c);
        }
    }
    return out;
}

std::string cleanFileName(std::string_view text, std::string_view fallback, std::size_t maxBytes)
{
    constexpr std::string_view kForbidden = "/\\:*?\"<>|";
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const Character character = characterAt(text, i);
        const char32_t c = character.codePoint;
        const bool isForbidden = !character.isValid || isControlByte(c) || actsInvisibly(c)
            || (c < 0x80 && kForbidden.find(static_cast<char>(c)) != std::string_view::npos);
        const std::string_view piece = isForbidden ? std::string_view("_") : text.substr(i, character.bytes);
        i += character.bytes;
        const bool repeats = isForbidden && out.ends_with('_');
        if (repeats || (out.empty() && (piece == "." || piece == "-" || piece == " ")))
            continue;
        if (out.size() + piece.size() > maxBytes)
            break;
        out.append(piece);
    }
    while (out.ends_with('.') || out.ends_with(' '))
        out.pop_back();
    if (isReservedOnWindows(out))
        out.insert(out.begin(), '_');
    const bool saysNothing = out.find_first_not_of('_') == std::string::npos;
    return saysNothing ? std::string(fallback) : out;
}

} // namespace kinetoscope
