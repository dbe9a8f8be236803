// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/base/number_text.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// "0,2-5" to 0, 2, 3, 4, 5: ascending, without repeats. InvalidArgument on anything else, or beyond 100,000 numbers.
[[nodiscard]] Result<std::vector<std::int64_t>> parseNumberList(std::string_view text);

/// "BEGIN:END" in job time, each with a unit or in microseconds: "10ms:12.5ms". InvalidArgument unless BEGIN < END.
[[nodiscard]] Result<TimeRange> parseTimeRange(std::string_view text);
/// The same as people type it: also "10 ms - 12.5 ms", "10ms to 12ms", "10ms + 500us" (begin and length); blanks do not
/// matter.
[[nodiscard]] Result<TimeRange> parseTypedRange(std::string_view text);
/// The text that parseTimeRange reads back exactly.
[[nodiscard]] std::string formatTimeRange(const TimeRange& range);

/// "512MiB", "4G", "1073741824" to bytes; k, M, G, T count in 1024, with or without B or iB. InvalidArgument otherwise,
/// or for 0.
[[nodiscard]] Result<std::uint64_t> parseByteSize(std::string_view text);

/// The candidate most like `text` (fewest edits), or "" if none is near enough to be meant.
[[nodiscard]] std::string nearestName(std::string_view text, const std::vector<std::string>& candidates);
/// How a sentence about an unknown `text` ends: "; did you mean 'aten::add'?", where none is near with the first three
/// that have it in them, where none has with `otherwise`.
[[nodiscard]] std::string didYouMean(
    std::string_view text, const std::vector<std::string>& candidates, std::string_view otherwise = ".");

} // namespace kinetoscope
