// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/bytes/byte_source.h"

#include <cstdint>
#include <optional>

namespace kinetoscope {

/// Position behind the gzip member header (RFC 1952) that begins at `position`; nullopt if there is none, or it is cut.
/// Reads whatever name and extra fields there are without keeping them: nothing in a header is ever used as a path.
[[nodiscard]] std::optional<std::uint64_t> skipGzipHeader(const ByteSource& file, std::uint64_t position);

/// The eight bytes behind a member's data.
struct GzipTrailer {
    std::uint32_t crc = 0;
    std::uint32_t size = 0; ///< of the text, modulo 2^32
};
inline constexpr std::uint64_t kGzipTrailerBytes = 8;
/// That at `position`; nullopt where the file ends before its last byte, or cannot be read. Nothing is checked.
[[nodiscard]] std::optional<GzipTrailer> readGzipTrailer(const ByteSource& file, std::uint64_t position);

} // namespace kinetoscope
