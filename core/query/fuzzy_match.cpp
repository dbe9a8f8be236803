// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/fuzzy_match.h"

#include "core/base/ascii.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <limits>
#include <string>

namespace kinetoscope {

namespace {

// Chosen so that one run at a word's start beats the same letters scattered over the starts of other words' middles,
// and initials ("zts": Zoom to selection) beat letters inside words. The table in the test says which orders matter.
constexpr int kLetter = 1;
constexpr int kWordStart = 6;
constexpr int kTextStart = 2; ///< on top of kWordStart
constexpr int kSideBySide = 7;
constexpr int kWordEnd = 2; ///< the last letter taken ends a word: the whole of it was typed
constexpr int kJump = -2;
constexpr int kImpossible = std::numeric_limits<int>::min() / 2;

/// `text` in lower case, byte for byte: ASCII letters, and in UTF-8 those of Latin-1, which are 0x20 apart as well.
std::string inLowerCase(std::string_view text)
{
    constexpr char kLatinLead = '\xc3';
    constexpr char kFirstCapital = '\x80';   // U+00C0
    constexpr char kLastCapital = '\x9e';    // U+00DE
    constexpr char kMultiplication = '\x97'; // U+00D7, no letter
    constexpr unsigned kCaseBit = 0x20;
    std::string lower(text);
    for (std::size_t i = 0; i < lower.size(); ++i) {
        const char c = lower[i];
        if (i == 0 || lower[i - 1] != kLatinLead)
            lower[i] = asciiLower(c);
        else if (c >= kFirstCapital && c <= kLastCapital && c != kMultiplication)
            lower[i] = static_cast<char>(static_cast<unsigned char>(c) | kCaseBit);
    }
    return lower;
}

bool startsWord(std::string_view text, std::size_t at)
{
    if (!isWordByte(text[at]))
        return false;
    // "GPU0": the number is a word of its own.
    return at == 0 || !isWordByte(text[at - 1]) || (isDigit(text[at]) && !isDigit(text[at - 1]));
}

bool endsWord(std::string_view text, std::size_t at)
{
    return at + 1 == text.size() || !isWordByte(text[at + 1]) || (isDigit(text[at]) && !isDigit(text[at + 1]));
}

/// The best way to take one word's letters from a text, by rows of a table: cell [i][j] is the best score of the first
/// i + 1 letters with the last of them taken at j.
class WordMatch {
public:
    WordMatch(std::string_view word, std::string_view text)
        : m_width(text.size())
        , m_cells(word.size() * text.size(), Cell { kImpossible, 0 })
    {
        for (std::size_t i = 0; i < word.size(); ++i)
            fillRow(word, text, i);
        for (std::size_t j = 0; !word.empty() && j < text.size(); ++j) {
            const int score = cell(word.size() - 1, j).score;
            const int total = score <= kImpossible ? kImpossible : score + (endsWord(text, j) ? kWordEnd : 0);
            if (total > m_score) {
                m_score = total;
                m_last = j;
            }
        }
        m_length = word.size();
    }

    [[nodiscard]] bool fits() const { return m_score > kImpossible; }
    [[nodiscard]] int score() const { return m_score; }
    void appendPositions(std::vector<std::uint32_t>& positions) const
    {
        std::size_t at = m_last;
        for (std::size_t i = m_length; i-- > 0;) {
            positions.push_back(static_cast<std::uint32_t>(at));
            at = m_cells[i * m_width + at].before;
        }
    }

private:
    struct Cell {
        int score;
        std::uint32_t before; ///< where the letter before this one was taken
    };

    Cell& cell(std::size_t i, std::size_t j) { return m_cells[i * m_width + j]; }

    void fillRow(std::string_view word, std::string_view text, std::size_t i)
    {
        int bestBefore = kImpossible; ///< of the row above, at least two places back
        std::uint32_t bestBeforeAt = 0;
        for (std::size_t j = i; j < text.size(); ++j) {
            if (i > 0 && j >= 2 && cell(i - 1, j - 2).score > bestBefore) {
                bestBefore = cell(i - 1, j - 2).score;
                bestBeforeAt = static_cast<std::uint32_t>(j - 2);
            }
            if (word[i] != text[j])
                continue;
            const int start = startsWord(text, j) ? kWordStart + (j == 0 ? kTextStart : 0) : 0;
            if (i == 0) {
                cell(i, j) = { kLetter + start, 0 };
                continue;
            }
            const int besideScore = cell(i - 1, j - 1).score;
            const int beside = besideScore <= kImpossible ? kImpossible : besideScore + kLetter + kSideBySide;
            const int jump = bestBefore <= kImpossible ? kImpossible : bestBefore + kLetter + start + kJump;
            if (beside >= jump && beside > kImpossible)
                cell(i, j) = { beside, static_cast<std::uint32_t>(j - 1) };
            else if (jump > kImpossible)
                cell(i, j) = { jump, bestBeforeAt };
        }
    }

    std::size_t m_width;
    std::size_t m_length = 0;
    std::size_t m_last = 0;
    int m_score = kImpossible;
    std::vector<Cell> m_cells;
};

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(std::string_view pattern, std::string_view text)
{
    const std::string typed = inLowerCase(pattern.substr(0, kMostFuzzyBytes));
    const std::string lowerText = inLowerCase(text.substr(0, kMostFuzzyBytes));
    pattern = typed;
    text = lowerText;
    FuzzyMatch match;
    while (!pattern.empty()) {
        const std::size_t blank = std::min(pattern.find(' '), pattern.size());
        const std::string_view word = pattern.substr(0, blank);
        pattern.remove_prefix(std::min(blank + 1, pattern.size()));
        if (word.empty())
            continue;
        const WordMatch found(word, text);
        if (!found.fits())
            return std::nullopt;
        match.score += found.score();
        found.appendPositions(match.positions);
    }
    sortUnique(match.positions);
    return match;
}

std::vector<std::size_t> fuzzyRanking(
    std::string_view pattern, std::span<const std::string_view> texts, std::span<const std::size_t> titleBytes)
{
    struct Hit {
        std::size_t index;
        int score;
        bool isInTitle;
        std::size_t length;
    };
    const bool isAll = pattern.find_first_not_of(' ') == std::string_view::npos;
    std::vector<Hit> hits;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (isAll)
            hits.push_back({ i, 0, true, 0 });
        else if (const auto match = fuzzyMatch(pattern, texts[i])) {
            const std::size_t title = i < titleBytes.size() ? titleBytes[i] : texts[i].size();
            hits.push_back({ i, match->score, match->positions.back() < title, title });
        }
    }
    std::ranges::stable_sort(hits, [](const Hit& a, const Hit& b) {
        if (a.score != b.score)
            return a.score > b.score;
        return a.isInTitle != b.isInTitle ? a.isInTitle : a.length < b.length;
    });
    return mapped(hits, &Hit::index);
}

} // namespace kinetoscope
