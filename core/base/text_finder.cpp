// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text_finder.h"

namespace kinetoscope {

namespace {

constexpr std::array<char, 256> makeLower()
{
    std::array<char, 256> table {};
    for (int i = 0; i < 256; ++i)
        table[static_cast<std::size_t>(i)] = static_cast<char>(i >= 'A' && i <= 'Z' ? i - 'A' + 'a' : i);
    return table;
}
constexpr std::array<char, 256> kLower = makeLower();

char lower(char c)
{
    return kLower[static_cast<unsigned char>(c)];
}

} // namespace

TextFinder::TextFinder(std::string_view text)
    : m_text(text)
{
    for (char& c : m_text)
        c = lower(c);
    m_skip.fill(m_text.size());
    for (std::size_t i = 0; i + 1 < m_text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(m_text[i]);
        m_skip[byte] = m_text.size() - 1 - i;
        if (byte >= 'a' && byte <= 'z')
            m_skip[static_cast<std::size_t>(byte - 'a' + 'A')] = m_text.size() - 1 - i;
    }
}

bool TextFinder::isIn(std::string_view text) const
{
    const std::size_t length = m_text.size();
    if (length == 0)
        return true;
    for (std::size_t at = 0; at + length <= text.size();) {
        std::size_t i = length;
        while (i > 0 && lower(text[at + i - 1]) == m_text[i - 1])
            --i;
        if (i == 0)
            return true;
        at += m_skip[static_cast<unsigned char>(text[at + length - 1])];
    }
    return false;
}

} // namespace kinetoscope
