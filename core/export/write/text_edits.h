// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/argument_scan.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kinetoscope {

/// Changes of one text, from front to back; what is not named stays byte for byte.
class TextEdits {
public:
    /// @param text  outlives the edits. @param out  gets the new text at its end.
    TextEdits(std::string_view text, std::string& out)
        : m_text(text)
        , m_out(out)
    {
    }
    /// @param part  a view into the text, behind all that was replaced before; may be empty, to insert.
    void replace(std::string_view part, std::string_view with);
    /// Writes the rest. Call once, last.
    void finish() { m_out.append(m_text.substr(m_done)); }

private:
    std::string_view m_text;
    std::string& m_out;
    std::size_t m_done = 0;
};

/// What kinds of exports look at of a strict JSON event, as written; "" for what it has not. Of a key given twice the
/// last counts.
struct EventParts {
    explicit EventParts(std::string_view event);

    std::string_view json;
    std::string_view phase {};
    std::string_view category {};
    std::string_view name {};
    std::string_view args {};
};

/// Last member of that key in a strict JSON object, as written.
[[nodiscard]] std::optional<RawMember> findMember(std::string_view object, std::string_view key);
/// The empty place in front of the closing brace of a strict JSON object, behind its last member: where one is added.
[[nodiscard]] std::string_view placeForMember(std::string_view object);
/// Whether a strict JSON object has no members.
[[nodiscard]] bool isEmptyObject(std::string_view object);

/// `text` as a JSON string with its quotes; ill-formed UTF-8 becomes U+FFFD.
[[nodiscard]] std::string jsonString(std::string_view text);
/// The text that a JSON string token stands for; any other token as it is.
[[nodiscard]] std::string plainText(std::string_view token);
/// A pid or tid as Kineto writes it: whole numbers as numbers, words as strings.
[[nodiscard]] std::string placeToken(std::string_view text);

} // namespace kinetoscope
