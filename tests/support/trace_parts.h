// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope::tests {

/// A key and the JSON text of its value.
struct TextMember {
    std::string key;
    std::string value;
};
using TextMembers = std::vector<TextMember>;

/// An event in pieces that can be written again in another way.
struct TextEvent {
    TextMembers members; ///< without `args`
    std::optional<TextMembers> args;

    /// The JSON text of a member; "" where there is none.
    [[nodiscard]] std::string_view get(std::string_view key) const;
};

/// The text of a trace in such pieces: of a key given twice the last value, as the loader takes it.
struct TraceParts {
    TextMembers document; ///< beside the events, all written before them
    std::vector<TextEvent> events;
};

/// Nothing where the text is no JSON object with an array of objects as its `traceEvents`. Linear.
[[nodiscard]] std::optional<TraceParts> partsOf(std::string_view text);

/// How the pieces are written; what stands between them says nothing.
enum class Spacing { Lines, None };
[[nodiscard]] std::string textOf(const TraceParts& parts, Spacing spacing = Spacing::Lines);

} // namespace kinetoscope::tests
