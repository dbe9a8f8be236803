// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scope/scope_text.h"

#include "core/analysis/types/parameters.h"
#include "core/base/vectors.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kMostNumbers = 100'000;
constexpr std::size_t kFewestLetters = 3; ///< of what is looked for in other names

/// "7" or "2-5"; a minus sign in front of a number is part of it.
std::optional<std::pair<std::int64_t, std::int64_t>> parseSpan(std::string_view text)
{
    const std::size_t dash = text.find('-', 1);
    const auto first = wholeNumber(text.substr(0, dash));
    if (dash == std::string_view::npos || text.empty())
        return first ? std::optional(std::pair(*first, *first)) : std::nullopt;
    const auto last = wholeNumber(text.substr(dash + 1));
    if (!first || !last || *first > *last)
        return std::nullopt;
    return std::pair(*first, *last);
}

} // namespace

Result<std::vector<std::int64_t>> parseNumberList(std::string_view text)
{
    const std::string whole(text);
    std::vector<std::int64_t> numbers;
    while (true) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const auto span = parseSpan(text.substr(0, comma));
        if (!span)
            return invalidArgument(
                { KT_PHRASE("scope", "%1 is no list of numbers such as 0,2-5."), arg::Name { whole } });
        if (static_cast<std::uint64_t>(span->second) - static_cast<std::uint64_t>(span->first)
            >= kMostNumbers - numbers.size())
            return invalidArgument({ KT_PHRASE("scope", "%1 names more than %2 numbers."), arg::Name { whole },
                arg::Count { kMostNumbers } });
        for (std::int64_t number = span->first; number < span->second; ++number)
            numbers.push_back(number);
        numbers.push_back(span->second);
        if (comma == text.size())
            break;
        text.remove_prefix(comma + 1);
    }
    sortUnique(numbers);
    return numbers;
}

Result<TimeRange> parseTimeRange(std::string_view text)
{
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        return invalidArgument(
            { KT_PHRASE("scope", "%1 is no range BEGIN:END such as 10ms:12.5ms."), arg::Name { std::string(text) } });
    KT_TRY(const std::int64_t begin, parseDuration(text.substr(0, colon)));
    KT_TRY(const std::int64_t end, parseDuration(text.substr(colon + 1)));
    if (begin >= end)
        return invalidArgument(
            { KT_PHRASE("scope", "The range %1 does not end after its begin."), arg::Name { std::string(text) } });
    return TimeRange { begin, end };
}

Result<TimeRange> parseTypedRange(std::string_view text)
{
    std::string typed;
    for (const char c : text) {
        if (c != ' ' && c != '\t')
            typed += c;
    }
    if (const std::size_t plus = typed.find('+', 1); plus != std::string::npos) {
        KT_TRY(const std::int64_t begin, parseDuration(std::string_view(typed).substr(0, plus)));
        KT_TRY(const std::int64_t length, parseDuration(std::string_view(typed).substr(plus + 1)));
        if (length <= 0)
            return invalidArgument(
                { KT_PHRASE("scope", "The range %1 has no length."), arg::Name { std::string(text) } });
        return TimeRange { begin, saturatingAdd(begin, length) };
    }
    for (const std::string_view between : { "to", "-" }) {
        if (const std::size_t at = typed.find(between, 1); at != std::string::npos)
            typed.replace(at, between.size(), ":");
    }
    return parseTimeRange(typed);
}

std::string formatTimeRange(const TimeRange& range)
{
    return formatDuration(range.begin) + ":" + formatDuration(range.end);
}

Result<std::uint64_t> parseByteSize(std::string_view text)
{
    std::string_view number = text;
    for (const std::string_view ending : { "iB", "B" }) {
        if (number.ends_with(ending)) {
            number.remove_suffix(ending.size());
            break;
        }
    }
    constexpr std::string_view kPrefixes = "kMGT";
    std::int64_t unit = 1;
    if (!number.empty()) {
        const char last = number.back() == 'K' ? 'k' : number.back();
        if (const std::size_t i = kPrefixes.find(last); i != std::string_view::npos) {
            unit = std::int64_t { 1 } << (10 * (i + 1));
            number.remove_suffix(1);
        }
    }
    const auto bytes = scaledDecimal(number, unit);
    if (!bytes || *bytes <= 0)
        return invalidArgument(
            { KT_PHRASE("scope", "%1 is no size such as 512MiB or 4GiB."), arg::Name { std::string(text) } });
    return static_cast<std::uint64_t>(*bytes);
}

std::string nearestName(std::string_view text, const std::vector<std::string>& candidates)
{
    std::string best;
    std::size_t fewest = 1 + text.size() / 3; // beyond a third of the letters it is another word
    for (const std::string& candidate : candidates) {
        std::vector<std::size_t> edits(candidate.size() + 1);
        std::iota(edits.begin(), edits.end(), std::size_t { 0 });
        for (std::size_t i = 0; i < text.size(); ++i) {
            std::size_t diagonal = edits[0];
            edits[0] = i + 1;
            for (std::size_t j = 0; j < candidate.size(); ++j) {
                const std::size_t replaced = diagonal + (text[i] == candidate[j] ? 0 : 1);
                diagonal = edits[j + 1];
                edits[j + 1] = std::min({ replaced, edits[j] + 1, edits[j + 1] + 1 });
            }
        }
        if (edits.back() < fewest || (best.empty() && edits.back() == fewest)) {
            fewest = edits.back();
            best = candidate;
        }
    }
    return best;
}

std::string didYouMean(std::string_view text, const std::vector<std::string>& candidates, std::string_view otherwise)
{
    constexpr std::size_t kMost = 3;
    std::vector<std::string> meant { nearestName(text, candidates) };
    if (meant.front().empty()) {
        meant.clear();
        for (const std::string& candidate : candidates) {
            if (text.size() >= kFewestLetters && candidate.find(text) != std::string::npos && meant.size() < kMost)
                meant.push_back(candidate);
        }
    }
    std::string list;
    for (std::size_t i = 0; i < meant.size(); ++i)
        list += fmt::format("{}'{}'", i == 0 ? "" : i + 1 < meant.size() ? ", " : " or ", meant[i]);
    return meant.empty() ? std::string(otherwise) : fmt::format("; did you mean {}?", list);
}

} // namespace kinetoscope
