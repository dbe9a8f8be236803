// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json/json_repair.h"

#include "core/base/text.h"
#include "core/io/bytes/byte_scan.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace kinetoscope {

std::size_t RepairedJson::originalPosition(std::size_t position) const
{
    const auto after = std::ranges::upper_bound(marks, position, {}, &std::pair<std::size_t, std::size_t>::first);
    if (after == marks.begin())
        return position;
    const auto& [repaired, original] = *(after - 1);
    return original + (position - repaired);
}

namespace {

constexpr std::size_t kLookAhead = 4096; ///< how far a quote looks to find out whether it ends its string

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

int hexValue(std::string_view four)
{
    int value = 0;
    for (const char c : four)
        value = value * 16 + (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    return value;
}

/// Whether this is a number beyond a double, or may look so on the way: by its digits, or by its exponent (0e400).
/// RapidJSON refuses a whole document for one; as a string its text survives.
bool isTooLarge(std::string_view word)
{
    if (word.front() != '-' && (word.front() < '0' || word.front() > '9'))
        return false;
    if (word.size() > 300)
        return true;
    const std::size_t exponent = word.find_first_of("eE");
    if (exponent == std::string_view::npos || word.substr(exponent + 1).starts_with('-'))
        return false;
    double value = 0;
    const char* const end = word.data() + word.size();
    if (std::from_chars(word.data(), end, value).ec == std::errc::result_out_of_range)
        return true;
    constexpr int kLargestExponent = std::numeric_limits<double>::max_exponent10;
    const std::size_t digits = std::min(word.find_first_not_of("+0", exponent + 1), word.size());
    int power = 0;
    const std::errc error = std::from_chars(word.data() + digits, end, power).ec;
    return error == std::errc::result_out_of_range || power > kLargestExponent;
}

/// Bytes of the well-formed UTF-8 character that `text` begins with, 0 if it begins with none.
std::size_t sequenceLength(std::string_view text)
{
    for (std::size_t length = 2; length <= text.size(); ++length) {
        if (isValidUtf8(text.substr(0, length)))
            return length;
    }
    return 0;
}

class Repairer {
public:
    explicit Repairer(std::string_view text)
        : m_in(text)
    {
        m_out.text.reserve(text.size() + 64);
    }

    RepairedJson run()
    {
        while (m_at < m_in.size()) {
            if (m_in[m_at] == '"')
                copyString();
            else
                copyOutside();
        }
        return std::move(m_out);
    }

private:
    [[nodiscard]] char charAt(std::size_t i) const { return i < m_in.size() ? m_in[i] : '\0'; }
    [[nodiscard]] std::size_t skipSpace(std::size_t i) const
    {
        while (i < m_in.size() && isJsonSpace(m_in[i]))
            ++i;
        return i;
    }
    void mark() { m_out.marks.emplace_back(m_out.text.size(), m_at); }
    void mend(Problem problem, std::string_view replacement, std::size_t consumed)
    {
        m_out.text += replacement;
        m_at += consumed;
        mark();
        m_out.problems.push_back(problem);
    }

    void copyOutside();
    bool copyWord();
    void copyString();
    void copyEscape();
    [[nodiscard]] bool endsString(std::size_t quote) const;
    [[nodiscard]] bool looksLikeKey(std::size_t at) const;

    std::string_view m_in;
    std::size_t m_at = 0;
    RepairedJson m_out;
    std::string m_open;        ///< stack of open brackets
    bool m_expectsKey = false; ///< inside an object, in front of a key
};

void Repairer::copyOutside()
{
    const char c = m_in[m_at];
    switch (c) {
    case '{':
    case '[':
        m_open.push_back(c);
        m_expectsKey = c == '{';
        break;
    case '}':
    case ']':
        if (!m_open.empty())
            m_open.pop_back();
        m_expectsKey = false;
        break;
    case ',': {
        const char next = charAt(skipSpace(m_at + 1));
        const bool isSurplus = next == ',' || next == '}' || next == ']';
        m_expectsKey = !m_open.empty() && m_open.back() == '{';
        if (isSurplus) {
            mend(Problem::ExtraComma, {}, 1);
            return;
        }
        break;
    }
    case ':':
        m_expectsKey = false;
        break;
    default:
        if (copyWord())
            return;
        break;
    }
    m_out.text.push_back(c);
    ++m_at;
}

/// Numbers and words outside strings. True when it consumed something.
bool Repairer::copyWord()
{
    const auto isWordChar = [](char c) {
        return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '.' || c == '-' || c == '+'
            || c == '_';
    };
    std::size_t end = m_at;
    while (end < m_in.size() && isWordChar(m_in[end]))
        ++end;
    if (end == m_at)
        return false;
    const std::string_view word = m_in.substr(m_at, end - m_at);
    std::string bare;
    for (const char c : word.substr(0, 16)) {
        if (c != '-' && c != '+')
            bare.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c);
    }
    if (bare == "nan" || bare == "inf" || bare == "infinity") {
        mend(Problem::NonFiniteNumber, "null", word.size());
        return true;
    }
    if (isTooLarge(word)) {
        mend(Problem::BadNumber, '"' + std::string(word) + '"', word.size());
        return true;
    }
    m_out.text += word;
    m_at = end;
    return true;
}

bool Repairer::looksLikeKey(std::size_t at) const
{
    if (charAt(at) != '"')
        return false;
    const std::size_t limit = std::min(m_in.size(), at + kLookAhead);
    for (std::size_t i = at + 1; i < limit; ++i) {
        if (m_in[i] == '\\')
            ++i;
        else if (m_in[i] == '"')
            return charAt(skipSpace(i + 1)) == ':';
    }
    return false;
}

/// Whether the quote at `quote` ends its string: what follows must be what JSON allows there.
bool Repairer::endsString(std::size_t quote) const
{
    const std::size_t next = skipSpace(quote + 1);
    if (next >= m_in.size())
        return true;
    const char c = m_in[next];
    if (m_expectsKey)
        return c == ':';
    const bool inObject = !m_open.empty() && m_open.back() == '{';
    if (c == ',')
        return !inObject || looksLikeKey(skipSpace(next + 1)) || charAt(skipSpace(next + 1)) == '}';
    if (c == '}' || c == ']') {
        if ((c == '}') != inObject)
            return false;
        const std::size_t after = skipSpace(next + 1);
        const char follow = charAt(after);
        return after >= m_in.size() || follow == ',' || follow == '}' || follow == ']' || follow == '{';
    }
    return false;
}

void Repairer::copyString()
{
    m_out.text.push_back('"');
    ++m_at;
    while (m_at < m_in.size()) {
        const char c = m_in[m_at];
        if (c == '"') {
            if (endsString(m_at)) {
                m_out.text.push_back('"');
                ++m_at;
                return;
            }
            mend(Problem::UnescapedQuote, "\\\"", 1);
        } else if (c == '\\') {
            copyEscape();
        } else if (static_cast<unsigned char>(c) < 0x20) {
            constexpr std::string_view kHex = "0123456789abcdef";
            const auto byte = static_cast<unsigned char>(c);
            mend(Problem::ControlCharacter, std::string("\\u00") + kHex[byte >> 4] + kHex[byte & 15], 1);
        } else if (static_cast<unsigned char>(c) < 0x80) {
            m_out.text.push_back(c);
            ++m_at;
        } else {
            const std::size_t length = sequenceLength(m_in.substr(m_at, 4));
            if (length == 0) {
                mend(Problem::InvalidUtf8, "\xEF\xBF\xBD", 1);
            } else {
                m_out.text += m_in.substr(m_at, length);
                m_at += length;
            }
        }
    }
}

void Repairer::copyEscape()
{
    constexpr std::string_view kReplacement = "\\ufffd";
    const char next = charAt(m_at + 1);
    const auto isUnicode = [this](std::size_t at) {
        const std::string_view four = m_in.substr(std::min(at, m_in.size()), 4);
        return four.size() == 4 && std::ranges::all_of(four, isHexDigit);
    };
    if (next == 'u' && isUnicode(m_at + 2)) {
        const int high = hexValue(m_in.substr(m_at + 2, 4));
        if (high < 0xD800 || high > 0xDFFF) {
            m_out.text += m_in.substr(m_at, 6);
            m_at += 6;
            return;
        }
        const bool hasLow = high < 0xDC00 && charAt(m_at + 6) == '\\' && charAt(m_at + 7) == 'u' && isUnicode(m_at + 8);
        const int low = hasLow ? hexValue(m_in.substr(m_at + 8, 4)) : 0;
        if (low >= 0xDC00 && low <= 0xDFFF) {
            m_out.text += m_in.substr(m_at, 12);
            m_at += 12;
        } else {
            mend(Problem::LoneSurrogate, kReplacement, 6);
        }
        return;
    }
    constexpr std::string_view kValid = "\"\\/bfnrt";
    if (next != '\0' && kValid.find(next) != std::string_view::npos) {
        m_out.text += m_in.substr(m_at, 2);
        m_at += 2;
        return;
    }
    mend(Problem::InvalidEscape, "\\\\", 1);
}

} // namespace

RepairedJson repairJson(std::string_view text)
{
    return Repairer(text).run();
}

} // namespace kinetoscope
