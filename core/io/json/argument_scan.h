// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kinetoscope {

/// Looks into the text of one event without decoding it: for analyses that want to know of a million events what kind
/// of value an argument has, or one list of it as it is written. Pure; linear; any bytes. EventArgsReader decodes.

/// One member of an object, both parts as written: the key without its quotes, the value without white space around.
struct RawMember {
    std::string_view key;
    std::string_view value;
    bool isKeyEscaped = false; ///< the key has a backslash in it

    /// Whether the key reads as `text`, however it is written.
    [[nodiscard]] bool isKey(std::string_view text) const;
    /// What the key reads as. @param room  holds it where it was written with escapes.
    [[nodiscard]] std::string_view keyText(std::string& room) const;
};

/// The members of a JSON object one after another.
///
///     MemberScan scan(eventJson);
///     for (RawMember member; scan.next(member);) ...
class MemberScan {
public:
    /// @param object  from its opening brace on; anything else has no members.
    explicit MemberScan(std::string_view object);
    /// False at the end, or at damage.
    bool next(RawMember& member);

private:
    std::string_view m_text;
    std::size_t m_at = 0;
};

/// The (last) `args` object of an event, braces included; "" where it has none. Keys with escapes are known here.
[[nodiscard]] std::string_view argumentsOf(std::string_view eventJson);
/// The value of one argument, the last of those with its key; "" where there is none.
[[nodiscard]] std::string_view argumentOf(std::string_view eventJson, std::string_view key);

/// A JSON list on one line with one blank behind each comma: `[[8, 16], []]`.
[[nodiscard]] std::string tidyList(std::string_view json);

} // namespace kinetoscope
