// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/names/tell_apart.h"

#include "core/base/ascii.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

namespace kinetoscope {

namespace {

// Beyond these a group gets plain numbers: they bound the work on a hostile file, real groups have up to 60 names of 5
// KB.
constexpr std::size_t kMaxGroup = 4096;
constexpr std::size_t kMaxWords = 2048;
constexpr std::size_t kMaxWordBytes = 32;

bool tellApartIsWordCharacter(char c)
{
    return isLetterOrDigit(c) || static_cast<unsigned char>(c) >= 0x80;
}

/// Letters and digits between other characters. `_` separates: names of libraries are words joined by it. Words that
/// the display text shows already are left empty: to say them twice tells nothing.
std::vector<std::string_view> wordsOf(std::string_view name, std::string_view display)
{
    std::vector<std::string_view> words;
    for (std::size_t i = 0; i < name.size() && words.size() < kMaxWords;) {
        if (!tellApartIsWordCharacter(name[i])) {
            ++i;
            continue;
        }
        const std::size_t begin = i;
        while (i < name.size() && tellApartIsWordCharacter(name[i]))
            ++i;
        const std::string_view word = name.substr(begin, i - begin);
        const bool isShown = word.size() > 1 && display.find(word) != std::string_view::npos;
        words.push_back(isShown ? std::string_view() : word);
    }
    return words;
}

/// One place in all names of a group: the k-th word from the front or from the back.
struct WordPosition {
    std::size_t index = 0;
    bool isFromBack = false;

    [[nodiscard]] std::string_view wordIn(const std::vector<std::string_view>& words) const
    {
        if (index >= words.size())
            return {};
        return isFromBack ? words[words.size() - 1 - index] : words[index];
    }
};

struct Score {
    std::size_t distinct = 0; ///< how many different words stand there; more is better
    std::size_t bytes = 0;    ///< of all of them; less is better
    [[nodiscard]] bool isBetterThan(const Score& other) const
    {
        return distinct != other.distinct ? distinct > other.distinct : bytes < other.bytes;
    }
};

Score scoreOf(WordPosition place, const std::vector<std::vector<std::string_view>>& words)
{
    Score score;
    std::size_t longest = 0;
    std::unordered_set<std::string_view> seen;
    for (const std::vector<std::string_view>& one : words) {
        const std::string_view word = place.wordIn(one);
        seen.insert(word);
        score.bytes += word.size();
        longest = std::max(longest, word.size());
    }
    score.distinct = longest <= kMaxWordBytes ? seen.size() : 0;
    return score;
}

/// Appends the word that splits the group best. False if no word differs anywhere.
bool appendDifference(std::vector<NamedText>& texts, const std::vector<std::size_t>& group)
{
    std::vector<std::vector<std::string_view>> words;
    std::size_t longest = 0;
    for (const std::size_t row : group) {
        const NamedText& text = texts[row];
        words.push_back(wordsOf(text.plain.empty() ? text.name : std::string_view(text.plain), text.display));
        longest = std::max(longest, words.back().size());
    }
    WordPosition best;
    Score bestScore;
    for (std::size_t index = 0; index < longest; ++index) {
        for (const bool isFromBack : { false, true }) {
            const WordPosition place { index, isFromBack };
            const Score score = scoreOf(place, words);
            if (score.isBetterThan(bestScore)) {
                best = place;
                bestScore = score;
            }
        }
    }
    if (bestScore.distinct < 2)
        return false;
    for (std::size_t i = 0; i < group.size(); ++i)
        if (const std::string_view word = best.wordIn(words[i]); !word.empty())
            texts[group[i]].display.append(" ").append(word);
    return true;
}

/// Rows by display text, in the order of the names; only texts that several rows have.
std::vector<std::vector<std::size_t>> sharedGroups(
    const std::vector<NamedText>& texts, const std::vector<std::size_t>& rows)
{
    std::unordered_map<std::string_view, std::size_t> groupOf;
    std::vector<std::vector<std::size_t>> groups;
    for (const std::size_t row : rows) {
        const auto [it, isNew] = groupOf.try_emplace(texts[row].display, groups.size());
        if (isNew)
            groups.emplace_back();
        groups[it->second].push_back(row);
    }
    std::erase_if(groups, [](const std::vector<std::size_t>& group) { return group.size() < 2; });
    return groups;
}

/// Numbers whatever is still shared, or taken by a name outside the group.
void numberTheRest(
    std::vector<NamedText>& texts, const std::vector<std::size_t>& rows, std::unordered_set<std::string>& taken)
{
    std::unordered_map<std::string, std::size_t> users;
    for (const std::size_t row : rows)
        ++users[texts[row].display];
    for (const auto& [display, count] : users)
        if (count > 1)
            taken.insert(display);
    std::unordered_map<std::string, std::uint64_t> lastNumber;
    for (const std::size_t row : rows) {
        std::string& display = texts[row].display;
        if (users[display] == 1 && taken.insert(display).second)
            continue;
        std::uint64_t& number = lastNumber[display];
        std::string numbered;
        do
            numbered = fmt::format("{}~{}", display, ++number);
        while (!taken.insert(numbered).second);
        display = numbered;
    }
}

} // namespace

void tellApart(std::vector<NamedText>& texts)
{
    std::vector<std::size_t> open(texts.size());
    std::iota(open.begin(), open.end(), std::size_t { 0 });
    std::vector<bool> isShared(texts.size(), false);
    // One word seldom tells twenty kernels apart; three always did in public traces.
    constexpr int kRounds = 3;
    for (int round = 0; round < kRounds && !open.empty(); ++round) {
        std::vector<std::size_t> next;
        for (const std::vector<std::size_t>& group : sharedGroups(texts, open)) {
            for (const std::size_t row : group)
                isShared[row] = true;
            if (group.size() <= kMaxGroup && appendDifference(texts, group))
                next.insert(next.end(), group.begin(), group.end());
        }
        open = std::move(next);
    }
    // Names that never shared their text keep it, whatever the others became.
    std::unordered_set<std::string> taken;
    std::vector<std::size_t> rest;
    for (std::size_t row = 0; row < texts.size(); ++row) {
        if (isShared[row])
            rest.push_back(row);
        else
            taken.insert(texts[row].display);
    }
    numberTheRest(texts, rest, taken);
}

} // namespace kinetoscope
