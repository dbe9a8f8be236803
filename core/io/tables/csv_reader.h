// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// One record of a CSV text. Views are valid until the next one is read.
struct CsvRecord {
    std::vector<std::string_view> fields; ///< unquoted, without blanks around unquoted ones
    std::uint64_t line = 0;               ///< from 1, of its first character
    std::uint64_t begin = 0;              ///< byte in the text
    std::uint64_t end = 0;                ///< byte behind its line break
};

/// Reads CSV record by record (RFC 4180: quoted fields may hold separators, line breaks and doubled quotes), whatever
/// the line ends are, with or without a byte order mark. Empty lines are passed over. A quote that is never closed
/// spoils one line, not the rest of the text. Linear in time; keeps no more than a piece of the text and one record.
class CsvReader {
public:
    /// Fills as much of the buffer as there is; 0 at the end.
    using Source = std::function<std::size_t(std::span<char>)>;
    /// Longest record; a longer one with an open quote is taken as a line whose quotes mean nothing.
    static constexpr std::size_t kMaxRecord = 1u << 20;

    /// @param separator  NUL: chosen by the first line.
    explicit CsvReader(Source source, char separator = '\0');

    /// False at the end of the text.
    bool next(CsvRecord& record);
    /// What separates fields: of comma, semicolon and tab the most frequent in the first line; comma if there is none.
    [[nodiscard]] char separator() const { return m_separator; }

private:
    bool fill();
    bool parse(CsvRecord& record, bool quotesMatter);
    void chooseSeparator();

    Source m_source;
    std::string m_buffer;
    std::deque<std::string> m_unquoted; ///< texts of fields that had quotes
    std::size_t m_at = 0;               ///< in m_buffer
    std::uint64_t m_base = 0;           ///< byte of the text at m_buffer[0]
    std::uint64_t m_line = 1;
    char m_separator;
    bool m_isFirst = true;
    bool m_atEnd = false;
};

} // namespace kinetoscope
