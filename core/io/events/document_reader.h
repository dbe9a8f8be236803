// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/import_report.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Reads a trace document from the outside: everything that is not inside the event array. Fed with text piece by piece
/// in any cut; hands back control at the '[' of `traceEvents` (or of a bare array) and takes it again behind the ']'.
///
/// Lenient: a preamble that is no JSON costs the preamble only; the next `"traceEvents": [` is looked for. Only a key
/// of the document's own object counts, one inside `args` or `metadata` does not.
class DocumentReader {
public:
    /// Largest value kept per key, and for all keys together; more is cut and noted.
    static constexpr std::size_t kMaxValueBytes = 16u << 20;
    static constexpr std::size_t kMaxAllBytes = 64u << 20;

    enum class Shape : std::uint8_t {
        Unknown,   ///< nothing but white space so far
        Object,    ///< { ... }
        BareArray, ///< [ ... ]
        NoJson,    ///< begins with something else; a later "traceEvents" may still be found
    };

    /// Takes what head() has from all of the text, block after block, events included.
    void keepHead(const char* begin, const char* end);
    /// Reads from `begin` (at `offset` in the inflated text). Returns `end`, or the byte behind the '[' of an event
    /// array: `inEventArray()` is then true and the caller reads elements until the ']' and calls `leaveEventArray`.
    const char* read(const char* begin, const char* end, std::uint64_t offset, ImportReport& report);
    [[nodiscard]] bool inEventArray() const { return m_inArray; }
    void leaveEventArray();
    /// No more text. Notes what is unfinished, unless a limit cut it and not the file.
    void finish(std::uint64_t textBytes, bool isCutByLimit, ImportReport& report);

    [[nodiscard]] Shape shape() const { return m_shape; }
    [[nodiscard]] int eventArrays() const { return m_arrays; } ///< how many were met
    [[nodiscard]] bool isEmptyObject() const
    {
        return m_shape == Shape::Object && m_keyCount == 0 && m_state == State::Done;
    }
    [[nodiscard]] bool hasKey(std::string_view key) const;
    [[nodiscard]] bool isTruncated() const { return m_isTruncated; }
    /// First bytes of the text, for saying what it is if it is no trace.
    [[nodiscard]] const std::string& head() const { return m_head; }
    /// Key -> raw JSON text of everything outside the event arrays, in file order.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> takeEntries() { return std::move(m_entries); }

private:
    enum class State : std::uint8_t {
        Start,
        ExpectKey,
        InKey,
        ExpectColon,
        ExpectValue,
        InString,
        InScalar,
        InContainer,
        AfterValue,
        Done,
        Search, ///< damage: looking for "traceEvents"
        SearchColon,
        SearchBracket,
    };
    void step(char c, std::uint64_t at, ImportReport& report);
    void stepStart(char c, std::uint64_t at, ImportReport& report);
    void stepExpectKey(char c, std::uint64_t at, ImportReport& report);
    void stepKey(char c);
    void stepValueStart(char c, std::uint64_t at, ImportReport& report);
    void stepContainer(char c);
    void stepAfterValue(char c, std::uint64_t at, ImportReport& report);
    void stepSearch(char c);
    void keep(char c);
    void endValue();
    void enterArray(std::uint64_t at, ImportReport& report);
    void damage(std::uint64_t at, ImportReport& report);

    Shape m_shape = Shape::Unknown;
    State m_state = State::Start;
    bool m_inArray = false;
    bool m_escape = false;
    bool m_inInnerString = false;
    bool m_isTruncated = false;
    bool m_isDamaged = false;
    bool m_notedSecond = false;
    int m_arrays = 0;
    std::size_t m_keyCount = 0;
    std::size_t m_depth = 0;
    std::size_t m_matched = 0;
    std::size_t m_keptBytes = 0;
    int m_bomBytes = 0;
    std::string m_head;
    std::string m_key;
    std::string m_value;
    std::vector<std::pair<std::string, std::string>> m_entries;
};

} // namespace kinetoscope
