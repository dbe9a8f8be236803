// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/display_name.h"

#include "core/base/ascii.h"
#include "core/base/names/demangle.h"
#include "core/base/names/kernel_families.h"
#include "core/base/names/kernel_symbol_name.h"
#include "core/base/names/symbol.h"
#include "core/base/text.h"
#include "core/base/vectors.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace kinetoscope {

namespace {

/// A name and what is to be shown for it.
struct NamedText {
    std::string_view name; ///< distinct among all
    std::string display;
    std::string plain = {}; ///< the name demangled, where that is another text: its words are appended
};

// Beyond these a group gets plain numbers: they bound the work on a hostile file, real groups have up to 60 names of 5
// KB.
constexpr std::size_t kMaxGroup = 4096;
constexpr std::size_t kMaxWords = 2048;
constexpr std::size_t kMaxWordBytes = 32;

/// Letters and digits between other characters. `_` separates: names of libraries are words joined by it. Words that
/// the display text shows already are left empty: to say them twice tells nothing.
std::vector<std::string_view> wordsOf(std::string_view name, std::string_view display)
{
    std::vector<std::string_view> words;
    for (std::size_t i = 0; i < name.size() && words.size() < kMaxWords;) {
        if (!isWordByte(name[i])) {
            ++i;
            continue;
        }
        const std::size_t begin = i;
        while (i < name.size() && isWordByte(name[i]))
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

/// Makes the display texts distinct: names that share one get the shortest part of the name that differs appended,
/// those that still do not differ `~1`, `~2`. `texts` must be sorted by name; the result depends on nothing else. About
/// linear in the bytes of the names that share a text.
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

constexpr std::size_t kMaxCharacters =
    160; // a display name is read, not parsed; the longest useful one in public traces has 120

/// `torch/nn/modules/conv.py(552): forward` reads `forward (conv.py:552)`.
std::optional<std::string> pythonFrame(std::string_view name)
{
    const std::size_t mark = name.rfind("): ");
    if (mark == std::string_view::npos)
        return std::nullopt;
    const std::size_t open = name.rfind('(', mark);
    if (open == std::string_view::npos || open == 0 || mark == open + 1)
        return std::nullopt;
    const std::string_view line = name.substr(open + 1, mark - open - 1);
    if (!std::ranges::all_of(line, isDigit))
        return std::nullopt;
    const std::string_view path = name.substr(0, open);
    const std::string_view file = path.substr(path.find_last_of("/\\") + 1); // npos + 1 is 0
    const std::string_view function = name.substr(mark + 3);
    return fmt::format("{} ({}:{})", function, file, line);
}

/// `<built-in method values of collections.OrderedDict object at 0x7f19512cfbc0>` reads `OrderedDict.values
/// (built-in)`.
std::optional<std::string> pythonBuiltIn(std::string_view name)
{
    if (!name.starts_with("<built-in ") || !name.ends_with('>'))
        return std::nullopt;
    std::string_view rest = name.substr(10, name.size() - 11);
    if (rest.starts_with("function "))
        return fmt::format("{} (built-in)", rest.substr(9));
    if (!rest.starts_with("method "))
        return std::nullopt;
    rest.remove_prefix(7);
    const std::size_t of = rest.find(" of ");
    const std::string_view method = rest.substr(0, of);
    std::string_view owner = of == std::string_view::npos ? std::string_view() : rest.substr(of + 4);
    owner = owner.substr(0, owner.find(" object at "));
    owner = owner.substr(owner.rfind('.') + 1);
    // pybind11 hides the class behind a record name that every binding shares.
    const bool saysNothing = owner.empty() || owner == "type" || owner == "module" || owner.starts_with("pybind11_");
    return fmt::format("{}{}{} (built-in)", saysNothing ? "" : owner, saysNothing ? "" : ".", method);
}

/// Host names: ops, autograd nodes, modules.
std::optional<std::string> hostName(std::string_view name)
{
    constexpr std::string_view kEvaluate = "autograd::engine::evaluate_function: ";
    constexpr std::string_view kModule = "nn.Module: ";
    constexpr std::string_view kAten = "aten::";
    if (name.starts_with(kEvaluate) && name.size() > kEvaluate.size())
        return fmt::format("{} · autograd engine", name.substr(kEvaluate.size()));
    if (name.starts_with(kModule) && name.size() > kModule.size())
        return std::string(name.substr(kModule.size()));
    if (name.starts_with(kAten) && name.size() > kAten.size())
        return std::string(name.substr(kAten.size()));
    return std::nullopt;
}

/// What Kineto writes of a counter range whose kernel it did not learn the name of.
std::optional<std::string> noName(std::string_view name)
{
    return name == "__missing__" ? std::optional<std::string>("name not recorded") : std::nullopt;
}

std::optional<std::string> simpleName(std::string_view name)
{
    for (const auto rule : { noName, pythonFrame, pythonBuiltIn, hostName, familyName })
        if (std::optional<std::string> text = rule(name))
            return text;
    return std::nullopt;
}

std::string presentable(std::string text)
{
    if (text.size() > kMaxCharacters)
        text = elideMiddle(text, kMaxCharacters);
    return hasControlBytes(text) ? withControlPictures(text) : text;
}

NamedText namedText(std::string_view name, DemangleBudget& budget)
{
    if (std::optional<std::string> text = simpleName(name))
        return { name, presentable(std::move(*text)), {} };
    std::string plain = demangle(name, budget);
    const Symbol symbol = parseSymbol(plain);
    NamedText text { name, presentable(symbol.isFunction ? symbolName(symbol) : plain), {} };
    if (plain != name)
        text.plain = std::move(plain);
    return text;
}

} // namespace

std::string displayName(std::string_view name)
{
    DemangleBudget budget;
    return namedText(name, budget).display;
}

DisplayNames::DisplayNames(const StringPool& pool, std::span<const StringId> used)
{
    std::vector<bool> isUsed(pool.size(), false);
    std::vector<std::uint32_t> ids;
    for (const StringId id : used) {
        if (id.index() >= pool.size() || isUsed[id.index()])
            continue;
        isUsed[id.index()] = true;
        ids.push_back(id.value);
    }
    build(pool, std::move(ids));
}

DisplayNames::DisplayNames(const StringPool& pool)
{
    std::vector<std::uint32_t> ids(pool.size());
    std::iota(ids.begin(), ids.end(), 0u);
    build(pool, std::move(ids));
}

void DisplayNames::build(const StringPool& pool, std::vector<std::uint32_t> ids)
{
    m_views.reserve(pool.size());
    for (std::size_t i = 0; i < pool.size(); ++i)
        m_views.push_back(pool.view(StringId { i }));

    // Text order, so that neither the order of events nor the demangler's budget depends on who read the file how.
    std::ranges::sort(ids, {}, [&pool](std::uint32_t a) { return pool.view(StringId { a }); });
    DemangleBudget budget;
    std::vector<NamedText> texts =
        mapped(ids, [&](std::uint32_t id) { return namedText(pool.view(StringId { id }), budget); });
    tellApart(texts);
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (texts[i].display != texts[i].name)
            m_views[ids[i]] = m_texts.view(m_texts.intern(texts[i].display));
}

std::size_t DisplayNames::memoryBytes() const
{
    return m_texts.memoryBytes() + m_views.capacity() * sizeof(std::string_view);
}

} // namespace kinetoscope
