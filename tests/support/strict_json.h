// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace kinetoscope::tests {

/// A small strict JSON reader (RFC 8259) that shares nothing with the program: what an export writes must pass here.
/// Recursive; for texts that a test wrote.
struct StrictJson {
    enum class Type { Null, Bool, Number, String, Array, Object } type = Type::Null;
    std::string text; ///< number as written, string unescaped, "true" or "false"
    std::vector<StrictJson> items;
    struct Member;
    std::vector<Member> members; ///< file order
    std::string_view source;     ///< the value as written, in the text given

    [[nodiscard]] const StrictJson* find(std::string_view key) const;
    /// Text of a member that is a string or number; "" otherwise.
    [[nodiscard]] std::string textOf(std::string_view key) const;
};
struct StrictJson::Member {
    std::string key;
    StrictJson value;
};

/// Checks the whole text without keeping it. @return the elements of `traceEvents`, or of a bare array, as written.
[[nodiscard]] std::vector<std::string_view> strictEvents(std::string_view text, std::string& error);

/// The value of the whole text. @param error  gets a sentence with the position of what is wrong, "" if nothing is.
[[nodiscard]] StrictJson readStrictJson(std::string_view text, std::string& error);

} // namespace kinetoscope::tests
