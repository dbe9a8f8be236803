// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define KINETOSCOPE_SSE2 1
#endif

namespace kinetoscope {

/// Every text buffer that these functions look at must be readable for this many bytes behind its end.
inline constexpr std::size_t kScanPadding = 64;

/// Sixteen bytes at once: which of them equal a byte, are below 0x20, or are not ASCII. Bit i of a mask stands for byte
/// i.
class Bytes16 {
public:
#if defined(KINETOSCOPE_SSE2)
    explicit Bytes16(const char* p)
        : m_bytes(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)))
    {
    }
    [[nodiscard]] std::uint32_t equal(char c) const
    {
        return mask(_mm_cmpeq_epi8(m_bytes, _mm_set1_epi8(c)));
    }
    [[nodiscard]] std::uint32_t equalEither(char a, char b) const
    {
        return mask(_mm_or_si128(_mm_cmpeq_epi8(m_bytes, _mm_set1_epi8(a)), _mm_cmpeq_epi8(m_bytes, _mm_set1_epi8(b))));
    }
    /// Equal to c or to c with bit 5 cleared: '{' and '[', '}' and ']'.
    [[nodiscard]] std::uint32_t equalFolded(char c) const
    {
        return mask(_mm_cmpeq_epi8(_mm_or_si128(m_bytes, _mm_set1_epi8(0x20)), _mm_set1_epi8(c)));
    }
    [[nodiscard]] std::uint32_t control() const
    {
        return mask(_mm_cmpeq_epi8(_mm_max_epu8(m_bytes, _mm_set1_epi8(0x1f)), _mm_set1_epi8(0x1f)));
    }
    [[nodiscard]] std::uint32_t nonAscii() const
    {
        return mask(m_bytes);
    }

private:
    static std::uint32_t mask(__m128i v)
    {
        return static_cast<std::uint32_t>(_mm_movemask_epi8(v));
    }
    __m128i m_bytes;
#else
    explicit Bytes16(const char* p)
    {
        std::memcpy(m_bytes, p, 16);
    }
    [[nodiscard]] std::uint32_t equal(char c) const
    {
        return where([c](unsigned char b) { return b == static_cast<unsigned char>(c); });
    }
    [[nodiscard]] std::uint32_t equalEither(char a, char b) const
    {
        return equal(a) | equal(b);
    }
    [[nodiscard]] std::uint32_t equalFolded(char c) const
    {
        return where([c](unsigned char b) { return (b | 0x20) == static_cast<unsigned char>(c); });
    }
    [[nodiscard]] std::uint32_t control() const
    {
        return where([](unsigned char b) { return b < 0x20; });
    }
    [[nodiscard]] std::uint32_t nonAscii() const
    {
        return where([](unsigned char b) { return b >= 0x80; });
    }

private:
    template <typename Test> std::uint32_t where(Test test) const
    {
        std::uint32_t bits = 0;
        for (unsigned i = 0; i < 16; ++i)
            bits |= static_cast<std::uint32_t>(test(m_bytes[i])) << i;
        return bits;
    }
    unsigned char m_bytes[16];
#endif
};

/// What a string held besides plain text.
struct StringFacts {
    bool hasEscape = false;
    bool hasControl = false;
};

/// End of a JSON string: `p` is the first byte inside it. Returns the closing quote, or `end` when the buffer ends
/// first.
inline const char* findStringEnd(const char* p, const char* end, StringFacts& facts)
{
    while (p < end) {
        const Bytes16 bytes(p);
        const std::uint32_t stop = bytes.equalEither('"', '\\');
        const std::uint32_t before = stop ? (stop & (0 - stop)) - 1 : 0xffffu; // the bytes in front of the first stop
        facts.hasControl |= (bytes.control() & before) != 0;
        if (!stop) {
            p += 16;
            continue;
        }
        p += std::countr_zero(stop);
        if (p >= end)
            return end;
        if (*p == '"')
            return p;
        facts.hasEscape = true;
        p += 2;
    }
    return end;
}

/// The same where nobody asks what the string holds.
inline const char* skipString(const char* p, const char* end)
{
    while (p < end) {
        const std::uint32_t stop = Bytes16(p).equalEither('"', '\\');
        if (!stop) {
            p += 16;
            continue;
        }
        p += std::countr_zero(stop);
        if (p >= end)
            return end;
        if (*p == '"')
            return p;
        p += 2;
    }
    return end;
}

constexpr bool isJsonSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

inline const char* skipWhiteSpace(const char* p, const char* end)
{
    while (p < end && isJsonSpace(*p))
        ++p;
    return p;
}

/// Skips an object or array: `p` is at its '{' or '['. Returns the byte behind the matching bracket, nullptr when the
/// buffer ends first or the nesting passes `maxDepth`. Looks only at brackets and strings: what stands between is not
/// checked.
inline const char* skipContainer(const char* p, const char* end, std::size_t maxDepth)
{
    std::size_t depth = 0;
    while (p < end) {
        const Bytes16 bytes(p);
        const std::uint32_t quotes = bytes.equal('"');
        const std::uint32_t opens = bytes.equalFolded('{');
        const std::uint32_t closes = bytes.equalFolded('}');
        std::uint32_t marks = quotes | opens | closes;
        const char* next = p + 16;
        while (marks) {
            const std::uint32_t bit = marks & (0 - marks);
            const char* const at = p + std::countr_zero(marks);
            if (at >= end)
                return nullptr;
            marks ^= bit;
            if (bit & opens) {
                if (++depth > maxDepth)
                    return nullptr;
            } else if (bit & closes) {
                if (--depth == 0)
                    return at + 1;
            } else {
                const char* const close = skipString(at + 1, end);
                if (close >= end)
                    return nullptr;
                next = close + 1;
                break;
            }
        }
        p = next;
    }
    return nullptr;
}

} // namespace kinetoscope
