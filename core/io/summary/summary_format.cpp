// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/summary/summary_format.h"

#include <charconv>

namespace kinetoscope {

SummaryParts partsUnder(Nanoseconds duration, Nanoseconds compute)
{
    SummaryParts parts {};
    parts[static_cast<std::size_t>(SummaryPart::Compute)] = compute;
    parts[static_cast<std::size_t>(SummaryPart::Communication)] = duration - compute;
    return parts;
}

std::optional<std::vector<std::int64_t>> ranksOfSet(std::string_view text)
{
    constexpr std::size_t kMostRanks = 1'000'000;
    const char* at = text.data();
    const char* const end = at + text.size();
    const auto number = [&at, end](std::int64_t& value) {
        const auto [after, failure] = std::from_chars(at, end, value);
        const bool isRead = failure == std::errc() && after != at;
        at = after;
        return isRead;
    };
    const auto take = [&at, end](char wanted) { return at != end && *at == wanted && ++at != nullptr; };
    std::vector<std::int64_t> ranks;
    while (at != end) {
        std::int64_t first = 0;
        if ((!ranks.empty() && !take(',')) || !number(first))
            return std::nullopt;
        std::int64_t last = first;
        std::int64_t step = 1;
        if (take('-') && !number(last))
            return std::nullopt;
        if (take(':') && !number(step))
            return std::nullopt;
        if (step < 1 || last < first || (!ranks.empty() && first <= ranks.back())
            || static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first)
                >= static_cast<std::uint64_t>(step) * kMostRanks)
            return std::nullopt;
        for (std::int64_t rank = first;; rank += step) {
            if (ranks.size() == kMostRanks)
                return std::nullopt;
            ranks.push_back(rank);
            if (last - rank < step)
                break;
        }
    }
    return ranks;
}

} // namespace kinetoscope
