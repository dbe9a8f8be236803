// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/metadata.h"

#include "core/base/number_text.h"

namespace kinetoscope {

std::optional<TimeRange> TraceMetadata::trimmedTo() const
{
    std::string digits; // without the white space that a formatter may have put in
    for (const auto& [name, json] : entries) {
        if (name != kTrimmedToKey)
            continue;
        digits.clear(); // of equal keys the last one counts
        for (const char c : json) {
            if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
                digits += c;
        }
    }
    const std::size_t comma = digits.find(',');
    if (comma == std::string::npos || digits.front() != '[' || digits.back() != ']')
        return std::nullopt;
    const std::string_view both(digits);
    const auto begin = wholeNumber(both.substr(1, comma - 1));
    const auto end = wholeNumber(both.substr(comma + 1, both.size() - comma - 2));
    return begin && end && *begin < *end ? std::optional(TimeRange { *begin, *end }) : std::nullopt;
}

} // namespace kinetoscope
