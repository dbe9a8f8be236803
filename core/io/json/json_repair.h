// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/import_report.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

/// A text with the known faults of trace writers mended, and what was mended.
struct RepairedJson {
    std::string text;
    std::vector<Problem> problems; ///< one entry per mended place, in order
    /// Where the original went: (position in `text`, position in the original), ascending; between two marks both run
    /// in step.
    std::vector<std::pair<std::size_t, std::size_t>> marks;

    /// Position in the original that `position` of `text` stands for.
    [[nodiscard]] std::size_t originalPosition(std::size_t position) const;
};

/// Rewrites almost-JSON as JSON: invalid escapes become literal backslashes, raw control bytes escapes, bad UTF-8 and
/// half surrogates U+FFFD, quotes that do not end their string are escaped, NaN and Infinity in any spelling become
/// null, surplus commas go, numbers beyond a double become strings. What it does not know stays as it is, for the
/// parser to refuse.
///
/// Sources of these faults: pytorch/pytorch#98432 (backslashes), #113001 and #146900 (quotes, newlines), #130622
/// (control bytes), #136180 (encodings), libkineto's counter writer (nan). Linear time, no recursion.
[[nodiscard]] RepairedJson repairJson(std::string_view text);

} // namespace kinetoscope
