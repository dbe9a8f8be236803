// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/json_writer.h"

#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/io/json/json_check.h"

#include <cmath>

namespace kinetoscope {

namespace {

// Deeper values are written as text: whoever reads them would have to go as deep.
constexpr std::size_t kDeepestValue = 64;

} // namespace

void JsonWriter::separate()
{
    if (m_needsComma)
        m_text += ',';
    if (m_pendingBreak)
        m_text += '\n';
    m_pendingBreak = false;
    m_needsComma = true;
}

void JsonWriter::open(char bracket)
{
    separate();
    m_text += bracket;
    m_needsComma = false;
}

void JsonWriter::close(char bracket)
{
    if (m_pendingBreak)
        m_text += '\n';
    m_pendingBreak = false;
    m_text += bracket;
    m_needsComma = true;
}

void JsonWriter::key(std::string_view name)
{
    separate();
    quote(name);
    m_text += ':';
    m_needsComma = false;
}

void JsonWriter::value(std::string_view text)
{
    separate();
    quote(text);
}

void JsonWriter::value(double number)
{
    raw(std::isfinite(number) ? shortestText(number) : "null");
}

void JsonWriter::json(std::string_view text)
{
    if (isStrictJson(text, kDeepestValue))
        raw(text);
    else
        value(text);
}

void JsonWriter::raw(std::string_view text)
{
    separate();
    m_text += text;
}

void JsonWriter::quote(std::string_view text)
{
    if (!isValidUtf8(text)) {
        quote(repairUtf8(text));
        return;
    }
    constexpr char kHex[] = "0123456789abcdef";
    m_text += '"';
    std::size_t written = 0; // what stands for itself is taken over in one piece
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7f && c != '"' && c != '\\')
            continue;
        m_text.append(text, written, i - written);
        written = i + 1;
        m_text += '\\';
        if (c == '"' || c == '\\') {
            m_text += c;
        } else if (c == '\n') {
            m_text += 'n';
        } else if (c == '\t') {
            m_text += 't';
        } else {
            m_text += "u00";
            m_text += kHex[byte >> 4];
            m_text += kHex[byte & 0xf];
        }
    }
    m_text.append(text, written);
    m_text += '"';
}

} // namespace kinetoscope
