// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// A text that a person's few letters fit, and how well.
struct FuzzyMatch {
    int score = 0;                        ///< higher is better; comparable for one pattern only
    std::vector<std::uint32_t> positions; ///< byte offsets of the letters that were taken, ascending, each once
};

/// Letters of a text that count; what follows cannot be found by typing.
inline constexpr std::size_t kMostFuzzyBytes = 256;

/// Whether each word of `pattern` (split at blanks) occurs in `text` as a subsequence, each in its place or not: "str
/// 7" and "7 str" both fit "stream 7". Upper and lower case are the same of ASCII letters and of those of western
/// Europe (Latin-1: "Übersicht" is found as "übersicht"); other bytes compare as they are.
///
/// Of all ways to take the letters the best one counts: letters that begin words and letters side by side are worth
/// most, a jump costs. An empty pattern fits everything with score 0. Pure; cost O(pattern × text), both cut at
/// kMostFuzzyBytes.
[[nodiscard]] std::optional<FuzzyMatch> fuzzyMatch(std::string_view pattern, std::string_view text);

/// Positions in `texts` of those that fit, best first; of equals the one whose title alone fits, then the one
/// with the shorter title, then the one that comes first. An empty pattern gives all in their order. Cost O(pattern ×
/// all texts + hits log hits).
/// @param titleBytes  how much of each text is its title, which what follows only explains; empty: all of it.
[[nodiscard]] std::vector<std::size_t> fuzzyRanking(
    std::string_view pattern, std::span<const std::string_view> texts, std::span<const std::size_t> titleBytes = {});

} // namespace kinetoscope
