// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/bytes/text_reader.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace kinetoscope {

/// A stretch of the text, padded for the scanner.
struct TextBlock {
    std::unique_ptr<char[]> bytes;
    std::size_t capacity = 0;
    std::size_t size = 0;
    std::uint64_t offset = 0;   ///< of bytes[0] in the text
    std::size_t sequence = 0;   ///< 0, 1, 2, ...
    bool beginsAtGuess = false; ///< an element of the event array seems to begin at bytes[0]
    bool isLast = false;

    [[nodiscard]] const char* begin() const { return bytes.get(); }
    [[nodiscard]] const char* end() const { return bytes.get() + size; }
};

/// Cuts the text into blocks, each (where possible) in front of what looks like the beginning of an event, so that
/// workers may start on it before its predecessor is done. A guess is never trusted: the loader proves it later.
class BlockSource {
public:
    BlockSource(TextReader& reader, std::size_t blockBytes)
        : m_reader(&reader)
        , m_blockBytes(blockBytes)
    {
    }
    /// Fills `block` with the next stretch. False when the text has ended (the block before was marked isLast).
    bool next(TextBlock& block, ImportReport& report);

private:
    TextReader* m_reader;
    std::size_t m_blockBytes;
    std::vector<char> m_carry;
    std::uint64_t m_offset = 0;
    std::size_t m_sequence = 0;
    bool m_carryIsGuess = false;
    bool m_isDone = false;
};

/// Last place in (begin, end) where an event seems to begin; nullptr if none. Looks only at the last 256 KiB.
[[nodiscard]] const char* lastEventStart(const char* begin, const char* end);

} // namespace kinetoscope
