// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <cstddef>
#include <string_view>

namespace kinetoscope {

/// RapidJSON input stream over a text of known length: NUL bytes inside are data, and the reader learns whether a parse
/// ran into the end (more text might have helped) or failed before it.
class JsonTextStream {
public:
    using Ch = char; // NOLINT(readability-identifier-naming): RapidJSON's stream concept

    explicit JsonTextStream(std::string_view text)
        : m_text(text)
    {
    }

    // NOLINTBEGIN(readability-identifier-naming): RapidJSON's stream concept
    [[nodiscard]] char Peek() const
    {
        if (m_at < m_text.size())
            return m_text[m_at];
        m_reachedEnd = true;
        return '\0';
    }
    char Take()
    {
        if (m_at < m_text.size())
            return m_text[m_at++];
        m_reachedEnd = true;
        return '\0';
    }
    [[nodiscard]] std::size_t Tell() const { return m_at; }
    char* PutBegin() { return nullptr; }
    void Put(char) { assert(false); }
    void Flush() { }
    std::size_t PutEnd(char*) { return 0; }
    // NOLINTEND(readability-identifier-naming)

    [[nodiscard]] bool reachedEnd() const { return m_reachedEnd; }
    [[nodiscard]] std::string_view text() const { return m_text; }

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    mutable bool m_reachedEnd = false;
};

} // namespace kinetoscope
