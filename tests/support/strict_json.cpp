// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/strict_json.h"

#include <cstdint>

namespace kinetoscope::tests {

namespace {

class Reader {
public:
    /// @param events  gets the elements of the event array; then nothing else is kept.
    explicit Reader(std::string_view text, std::vector<std::string_view>* events = nullptr)
        : m_text(text)
        , m_events(events)
    {
    }

    StrictJson document()
    {
        StrictJson value = readValue(0);
        skip();
        if (m_error.empty() && m_at != m_text.size())
            fail("something behind the value");
        return value;
    }
    [[nodiscard]] std::string error() const { return m_error; }

private:
    void fail(const char* what)
    {
        if (m_error.empty())
            m_error =
                std::string(what) + " at byte " + std::to_string(m_at) + ": " + std::string(m_text.substr(m_at, 40));
    }
    [[nodiscard]] static bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    void skip()
    {
        while (m_at < m_text.size() && isSpace(m_text[m_at]))
            ++m_at;
    }
    bool take(char c)
    {
        const bool isThere = m_at < m_text.size() && m_text[m_at] == c;
        m_at += isThere ? 1 : 0;
        return isThere;
    }
    bool take(std::string_view word)
    {
        if (m_text.substr(m_at, word.size()) != word)
            return false;
        m_at += word.size();
        return true;
    }

    StrictJson readValue(int depth)
    {
        skip();
        StrictJson value;
        if (depth > 2000)
            fail("too deep");
        if (!m_error.empty())
            return value;
        const std::size_t begin = m_at;
        switch (peek()) {
        case '{':
            readObject(value, depth);
            break;
        case '[':
            readArray(value, depth);
            break;
        case '"':
            value.type = StrictJson::Type::String;
            value.text = readString(!m_events);
            break;
        default:
            readScalar(value);
        }
        value.source = m_text.substr(begin, m_at - begin);
        return value;
    }

    void readObject(StrictJson& value, int depth)
    {
        value.type = StrictJson::Type::Object;
        ++m_at;
        skip();
        if (take('}'))
            return;
        do {
            skip();
            if (peek() != '"')
                return fail("no key");
            std::string key = readString(!m_events || depth == 0);
            skip();
            if (!take(':'))
                return fail("no colon");
            m_isEventKey = depth == 0 && key == "traceEvents";
            StrictJson member = readValue(depth + 1);
            if (!m_events)
                value.members.push_back({ std::move(key), std::move(member) });
            skip();
        } while (m_error.empty() && take(','));
        if (m_error.empty() && !take('}'))
            fail("object does not end");
    }

    void readArray(StrictJson& value, int depth)
    {
        value.type = StrictJson::Type::Array;
        const bool isEventArray = m_events && (depth == 0 || (depth == 1 && m_isEventKey));
        ++m_at;
        skip();
        if (take(']'))
            return;
        do {
            StrictJson item = readValue(depth + 1);
            if (isEventArray)
                m_events->push_back(item.source);
            if (!m_events)
                value.items.push_back(std::move(item));
            skip();
        } while (m_error.empty() && take(','));
        if (m_error.empty() && !take(']'))
            fail("array does not end");
    }

    void readScalar(StrictJson& value)
    {
        if (peek() >= 'a' && take("null"))
            return;
        for (const std::string_view word : { "true", "false" }) {
            if (peek() >= 'a' && take(word)) {
                value.type = StrictJson::Type::Bool;
                value.text = word;
                return;
            }
        }
        value.type = StrictJson::Type::Number;
        const std::size_t begin = m_at;
        take('-');
        if (!take('0') && digits() == 0)
            return fail("no value");
        if (take('.') && digits() == 0)
            return fail("no digit behind the point");
        if (take('e') || take('E')) {
            if (!take('+'))
                take('-');
            if (digits() == 0)
                return fail("no digit in the exponent");
        }
        if (!m_events)
            value.text = m_text.substr(begin, m_at - begin);
    }
    std::size_t digits()
    {
        const std::size_t begin = m_at;
        while (peek() >= '0' && peek() <= '9')
            ++m_at;
        return m_at - begin;
    }

    std::uint32_t hexUnit()
    {
        std::uint32_t unit = 0;
        for (int i = 0; i < 4; ++i) {
            const std::size_t digit = std::string_view("0123456789abcdefABCDEF").find(peek());
            if (digit == std::string_view::npos || m_at >= m_text.size()) {
                fail("no hexadecimal digit");
                return 0;
            }
            unit = unit * 16 + static_cast<std::uint32_t>(digit < 16 ? digit : digit - 6);
            ++m_at;
        }
        return unit;
    }
    static void append(std::string& out, std::uint32_t c)
    {
        if (c < 0x80) {
            out.push_back(static_cast<char>(c));
        } else if (c < 0x800) {
            out.push_back(static_cast<char>(0xC0 | c >> 6));
            out.push_back(static_cast<char>(0x80 | (c & 0x3F)));
        } else if (c < 0x10000) {
            out.push_back(static_cast<char>(0xE0 | c >> 12));
            out.push_back(static_cast<char>(0x80 | (c >> 6 & 0x3F)));
            out.push_back(static_cast<char>(0x80 | (c & 0x3F)));
        } else {
            out.push_back(static_cast<char>(0xF0 | c >> 18));
            out.push_back(static_cast<char>(0x80 | (c >> 12 & 0x3F)));
            out.push_back(static_cast<char>(0x80 | (c >> 6 & 0x3F)));
            out.push_back(static_cast<char>(0x80 | (c & 0x3F)));
        }
    }

    /// One character of several bytes, by the ranges of RFC 3629.
    void readCharacter(std::string& out)
    {
        const auto byteAt = [this](std::size_t i) {
            return m_at + i < m_text.size() ? static_cast<unsigned char>(m_text[m_at + i]) : 0u;
        };
        const unsigned lead = byteAt(0);
        const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        const unsigned second = byteAt(1);
        bool isGood = lead >= 0xC2 && lead <= 0xF4;
        if (lead == 0xE0)
            isGood &= second >= 0xA0;
        if (lead == 0xED)
            isGood &= second <= 0x9F;
        if (lead == 0xF0)
            isGood &= second >= 0x90;
        if (lead == 0xF4)
            isGood &= second <= 0x8F;
        for (std::size_t i = 1; i < length; ++i)
            isGood &= byteAt(i) >= 0x80 && byteAt(i) <= 0xBF;
        if (!isGood)
            return fail("no UTF-8");
        out += m_text.substr(m_at, length);
        m_at += length;
    }

    void readEscape(std::string& out)
    {
        ++m_at;
        const std::size_t known = std::string_view("\"\\/bfnrt").find(peek());
        if (known != std::string_view::npos && m_at < m_text.size()) {
            out.push_back("\"\\/\b\f\n\r\t"[known]);
            ++m_at;
            return;
        }
        if (!take('u'))
            return fail("unknown escape");
        const std::uint32_t unit = hexUnit();
        if (unit < 0xD800 || unit > 0xDFFF)
            return append(out, unit);
        if (unit > 0xDBFF || !take("\\u"))
            return fail("half a surrogate pair");
        const std::uint32_t low = hexUnit();
        if (low < 0xDC00 || low > 0xDFFF)
            return fail("half a surrogate pair");
        append(out, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
    }

    /// Characters of one byte that stand for themselves, one at least.
    void readPlain(std::string* out)
    {
        const std::size_t begin = m_at;
        do {
            ++m_at;
        } while (m_at < m_text.size() && isPlain(static_cast<unsigned char>(m_text[m_at])));
        if (out)
            out->append(m_text, begin, m_at - begin);
    }
    [[nodiscard]] static bool isPlain(unsigned char c) { return c >= 0x20 && c < 0x80 && c != '"' && c != '\\'; }

    /// @param isKept  whether anybody asks for what it says; it is checked in any case.
    std::string readString(bool isKept)
    {
        std::string out;
        ++m_at;
        while (m_error.empty()) {
            if (m_at >= m_text.size()) {
                fail("string does not end");
                break;
            }
            const auto c = static_cast<unsigned char>(m_text[m_at]);
            if (c == '"') {
                ++m_at;
                break;
            }
            if (c < 0x20)
                fail("control character in a string");
            else if (c == '\\')
                readEscape(out);
            else if (c >= 0x80)
                readCharacter(out);
            else
                readPlain(isKept ? &out : nullptr);
        }
        return out;
    }

    std::string_view m_text;
    std::vector<std::string_view>* m_events;
    bool m_isEventKey = false;
    std::size_t m_at = 0;
    std::string m_error;
};

} // namespace

const StrictJson* StrictJson::find(std::string_view key) const
{
    for (const Member& member : members) {
        if (member.key == key)
            return &member.value;
    }
    return nullptr;
}

std::string StrictJson::textOf(std::string_view key) const
{
    const StrictJson* value = find(key);
    return value ? value->text : std::string();
}

std::vector<std::string_view> strictEvents(std::string_view text, std::string& error)
{
    std::vector<std::string_view> events;
    Reader reader(text, &events);
    (void)reader.document();
    error = reader.error();
    return events;
}

StrictJson readStrictJson(std::string_view text, std::string& error)
{
    Reader reader(text);
    StrictJson value = reader.document();
    error = reader.error();
    return value;
}

} // namespace kinetoscope::tests
