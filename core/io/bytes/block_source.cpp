// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/bytes/block_source.h"

#include "core/io/bytes/byte_scan.h"
#include "core/io/json/element_reader.h"

#include <algorithm>
#include <cstring>

namespace kinetoscope {

namespace {

constexpr std::ptrdiff_t kSearchBack = 256 * 1024;

/// Whether the '{' at p stands behind a comma that stands behind a '}'.
bool followsEvent(const char* begin, const char* p)
{
    const auto previous = [&]() -> char {
        while (p > begin && std::strchr(" \t\r\n", p[-1]) != nullptr && p[-1] != '\0')
            --p;
        return p > begin ? *--p : '\0';
    };
    return previous() == ',' && previous() == '}';
}

} // namespace

const char* lastEventStart(const char* begin, const char* end)
{
    const char* const limit = end - begin > kSearchBack ? end - kSearchBack : begin;
    for (const char* p = end; p > limit + 1;) {
        --p;
        if (*p != '{' || !followsEvent(begin, p))
            continue;
        // Objects inside args are lists of objects, too: an event has a "ph".
        if (opensEventAt(p, end))
            return p;
    }
    return nullptr;
}

bool BlockSource::next(TextBlock& block, ImportReport& report)
{
    if (m_isDone)
        return false;
    const std::size_t needed = m_carry.size() + m_blockBytes;
    if (block.capacity < needed) {
        block.bytes =
            std::make_unique_for_overwrite<char[]>(needed + kScanPadding); // pages never read into stay untouched
        block.capacity = needed;
    }
    std::copy(m_carry.begin(), m_carry.end(), block.bytes.get());
    const std::size_t got = m_reader->read({ block.bytes.get() + m_carry.size(), m_blockBytes }, report);
    block.size = m_carry.size() + got;
    block.offset = m_offset;
    block.sequence = m_sequence++;
    block.beginsAtGuess = m_carryIsGuess;
    block.isLast = got < m_blockBytes;
    m_carry.clear();
    m_carryIsGuess = false;
    if (block.isLast) {
        m_isDone = true;
    } else if (const char* cut = lastEventStart(block.begin(), block.end())) {
        m_carry.assign(cut, block.end());
        m_carryIsGuess = true;
        block.size = static_cast<std::size_t>(cut - block.begin());
    }
    std::memset(block.bytes.get() + block.size, 0, kScanPadding);
    m_offset += block.size;
    return true;
}

} // namespace kinetoscope
