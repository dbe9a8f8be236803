// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/events/raw_event.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kinetoscope {

/// Which list of CommonArguments a key of `args` is: position in RawEvent::inputs; nothing of other keys.
[[nodiscard]] std::optional<std::size_t> inputListOf(std::string_view key);
/// Whether an argument says something of a collective.
[[nodiscard]] bool isCollectiveFact(std::string_view key);

/// What the loader keeps of one event's arguments (CommonArguments). Reuses its memory; not thread-safe.
class ArgumentKeeper {
public:
    enum class Found : std::uint8_t { Nothing, Text, Unread };
    /// The same of an event that was scanned and of one that had to be decoded.
    /// Unread: `Seq` is odd, so the arguments are for who reads the file again.
    [[nodiscard]] Found take(const RawEvent& event);
    [[nodiscard]] std::string_view text() const { return m_text; } ///< of the last take() that found one
    [[nodiscard]] std::optional<std::int64_t> sequence() const { return m_sequence; } ///< the same
    [[nodiscard]] bool hasShapes() const { return m_hasShapes; } ///< of the last take() but of Nothing: `Input Dims`

private:
    using Inputs = std::array<std::string_view, RawEvent::kInputLists>;
    void add(std::string_view key, std::string_view value);
    void addInputs(const Inputs& inputs);
    void addDecodedInputs(std::string_view args);

    std::string m_text;
    std::string m_room; ///< of a key with escapes
    std::optional<std::int64_t> m_sequence;
    bool m_hasShapes = false;
};

} // namespace kinetoscope
