// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace kinetoscope {

/// Deepest nesting that endOfJsonValue can be asked to accept.
inline constexpr std::size_t kMostJsonDepth = 1024;

/// Byte behind the JSON value that begins at `p`; nullptr if what stands there is not strict JSON (RFC 8259, complete,
/// well-formed UTF-8, no half surrogates) or is nested deeper than `maxDepth`.
///
/// Stricter than the scanner of a load, which does not look into what it does not need: everything that an export takes
/// over passes here. Iterative, linear, about a nanosecond a byte. At least kScanPadding bytes behind `end` must be
/// readable.
[[nodiscard]] const char* endOfJsonValue(const char* p, const char* end, std::size_t maxDepth);

/// Byte behind the JSON string whose opening quote is at `p`; as endOfJsonValue.
[[nodiscard]] const char* endOfJsonString(const char* p, const char* end);

/// Whether the whole of `text` is one strict value, with white space around it. Copies `text`.
[[nodiscard]] bool isStrictJson(std::string_view text, std::size_t maxDepth = kMostJsonDepth);

} // namespace kinetoscope
