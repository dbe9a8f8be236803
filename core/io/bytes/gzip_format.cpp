// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/bytes/gzip_format.h"

#include <array>
#include <cstring>

namespace kinetoscope {

namespace {

constexpr unsigned kHeaderCrc = 2;
constexpr unsigned kExtra = 4;
constexpr unsigned kName = 8;
constexpr unsigned kComment = 16;
constexpr unsigned kReserved = 0xE0;

/// Position behind the NUL that ends the text at `position`.
std::optional<std::uint64_t> skipText(const ByteSource& file, std::uint64_t position)
{
    std::array<char, 4096> buffer {};
    for (;;) {
        const auto got = file.readAt(position, buffer);
        if (!got || *got == 0)
            return std::nullopt;
        if (const void* nul = std::memchr(buffer.data(), 0, *got))
            return position + static_cast<std::uint64_t>(static_cast<const char*>(nul) - buffer.data()) + 1;
        position += *got;
    }
}

} // namespace

std::optional<std::uint64_t> skipGzipHeader(const ByteSource& file, std::uint64_t position)
{
    std::array<char, 12> head {};
    const auto got = file.readAt(position, head);
    const auto byte = [&head](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(head[i])); };
    if (!got || *got < 10 || byte(0) != 0x1f || byte(1) != 0x8b || byte(2) != 8 || (byte(3) & kReserved) != 0)
        return std::nullopt;
    const unsigned flags = byte(3);
    std::uint64_t at = position + 10;
    if (flags & kExtra) {
        if (*got < 12)
            return std::nullopt;
        at += 2 + (byte(10) | byte(11) << 8);
    }
    for (const unsigned text : { kName, kComment }) {
        if ((flags & text) == 0)
            continue;
        const auto next = skipText(file, at);
        if (!next)
            return std::nullopt;
        at = *next;
    }
    if (flags & kHeaderCrc)
        at += 2;
    return at <= file.size() ? std::optional(at) : std::nullopt;
}

std::optional<GzipTrailer> readGzipTrailer(const ByteSource& file, std::uint64_t position)
{
    std::array<char, kGzipTrailerBytes> bytes {};
    const auto got = file.readAt(position, bytes);
    if (!got || *got < bytes.size())
        return std::nullopt;
    const auto word = [&bytes](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = 4; i-- > 0;)
            value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
        return value;
    };
    return GzipTrailer { word(0), word(4) };
}

} // namespace kinetoscope
