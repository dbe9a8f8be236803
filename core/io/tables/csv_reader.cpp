// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/tables/csv_reader.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kCsvPiece = 1u << 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view withoutBlanks(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view {}
                                           : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

} // namespace

CsvReader::CsvReader(Source source, char separator)
    : m_source(std::move(source))
    , m_separator(separator)
{
}

bool CsvReader::fill()
{
    if (m_atEnd)
        return false;
    m_buffer.erase(0, m_at);
    m_base += m_at;
    m_at = 0;
    const std::size_t had = m_buffer.size();
    m_buffer.resize(had + kCsvPiece);
    const std::size_t got = m_source(std::span(m_buffer).subspan(had));
    m_buffer.resize(had + got);
    m_atEnd = got == 0;
    return !m_atEnd;
}

void CsvReader::chooseSeparator()
{
    if (m_separator != '\0')
        return;
    m_separator = ',';
    const std::string_view line = std::string_view(m_buffer).substr(m_at, m_buffer.find('\n', m_at) - m_at);
    std::ptrdiff_t most = 0;
    for (const char candidate : { ',', ';', '\t' }) {
        const auto count = std::ranges::count(line, candidate);
        if (count > most) {
            most = count;
            m_separator = candidate;
        }
    }
}

bool CsvReader::next(CsvRecord& record)
{
    if (m_isFirst) {
        while (m_buffer.find('\n') == std::string::npos && m_buffer.size() < kMaxRecord && fill()) { }
        if (m_buffer.starts_with(kByteOrderMark))
            m_at = kByteOrderMark.size();
        chooseSeparator();
        m_isFirst = false;
    }
    for (;;) {
        // An empty line ends right where it begins.
        while (m_at < m_buffer.size() && (m_buffer[m_at] == '\n' || m_buffer[m_at] == '\r')) {
            m_line += m_buffer[m_at] == '\n' ? 1 : 0;
            ++m_at;
        }
        if (m_at == m_buffer.size()) {
            if (!fill())
                return false;
            continue;
        }
        if (parse(record, true))
            return true;
        if (!m_atEnd && m_buffer.size() - m_at < kMaxRecord) {
            (void)fill(); // at the end, what is there is a record
            continue;
        }
        if (!parse(record, false)) { // a line without an end: all there is
            record.fields.assign(1, std::string_view(m_buffer).substr(m_at));
            record.end = m_base + m_buffer.size();
            m_at = m_buffer.size();
        }
        return true;
    }
}

/// False if the record does not end in the buffer.
bool CsvReader::parse(CsvRecord& record, bool quotesMatter)
{
    record.fields.clear();
    record.line = m_line;
    record.begin = m_base + m_at;
    m_unquoted.clear();
    std::uint64_t lines = 0;
    std::size_t at = m_at;
    const std::size_t size = m_buffer.size();
    for (;;) {
        std::size_t begin = at;
        while (begin < size && (m_buffer[begin] == ' '))
            ++begin;
        if (quotesMatter && begin < size && m_buffer[begin] == '"') {
            std::string& text = m_unquoted.emplace_back();
            for (at = begin + 1;; ++at) {
                if (at >= size)
                    return false;
                lines += m_buffer[at] == '\n' ? 1 : 0;
                if (m_buffer[at] != '"') {
                    text.push_back(m_buffer[at]);
                } else if (at + 1 < size && m_buffer[at + 1] == '"') {
                    text.push_back(m_buffer[at++]);
                } else if (at + 1 == size && !m_atEnd) {
                    return false; // one byte more may be a second quote
                } else {
                    break;
                }
            }
            ++at;
            while (at < size && m_buffer[at] != m_separator && m_buffer[at] != '\n') {
                if (m_buffer[at] != '\r' && m_buffer[at] != ' ')
                    text.push_back(m_buffer[at]); // text behind the closing quote: kept
                ++at;
            }
            record.fields.push_back(text);
        } else {
            while (at < size && m_buffer[at] != m_separator && m_buffer[at] != '\n')
                ++at;
            std::string_view field = std::string_view(m_buffer).substr(begin, std::max(at, begin) - begin);
            if (field.ends_with('\r'))
                field.remove_suffix(1);
            record.fields.push_back(withoutBlanks(field));
        }
        if (at >= size) {
            if (!m_atEnd)
                return false;
            break;
        }
        if (m_buffer[at++] == '\n') {
            ++lines;
            break;
        }
    }
    record.end = m_base + at;
    m_at = at;
    m_line += lines;
    return true;
}

} // namespace kinetoscope
