// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/names/elide_apart.h"

#include "core/base/ascii.h"
#include "core/base/text.h"
#include "core/base/vectors.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace kinetoscope {

namespace {

constexpr std::string_view kEllipsis = "\u2026";
constexpr std::size_t kMostBack = 24; // bytes from a difference back to the start of its word

bool isInsideCharacter(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// The first `count` characters of `text`.
std::string_view firstCharacters(std::string_view text, std::size_t count)
{
    std::size_t end = 0;
    while (end < text.size() && count > 0) {
        ++end;
        while (end < text.size() && isInsideCharacter(text[end]))
            ++end;
        --count;
    }
    return text.substr(0, end);
}

std::size_t commonPrefix(std::string_view a, std::string_view b)
{
    const auto [end, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return static_cast<std::size_t>(end - a.begin());
}

/// Where to begin to show `name`, so that what differs at `difference` is read with the word it belongs to.
std::size_t wordAround(std::string_view name, std::size_t difference)
{
    std::size_t begin = std::min(difference, name.size() - 1);
    const std::size_t least = begin > kMostBack ? begin - kMostBack : 0;
    while (begin > least && (isLetterOrDigit(name[begin - 1]) || name[begin - 1] == '_'))
        --begin;
    while (begin > 0 && isInsideCharacter(name[begin]))
        --begin;
    return begin;
}

} // namespace

std::string elidedAround(std::string_view name, std::size_t difference, std::size_t width)
{
    const std::size_t head = width / 4;
    const std::string_view start = firstCharacters(name, head);
    const std::size_t room = width - head - 1;
    std::size_t begin = wordAround(name, difference);
    // Of a word that long the difference would be cut off again.
    constexpr std::size_t kSeen = 3; // characters from the difference on: fewer say little
    if (characterCount(name.substr(begin, difference - begin)) + kSeen >= room) {
        begin = difference - std::min(difference, room / 2);
        while (begin > 0 && isInsideCharacter(name[begin]))
            --begin;
    }
    if (begin <= start.size() + kEllipsis.size())
        return std::string(firstCharacters(name, width - 1)).append(kEllipsis);
    std::string_view rest = name.substr(begin);
    const std::size_t length = characterCount(rest);
    std::string text(start);
    text.append(kEllipsis);
    if (length > room)
        return text.append(firstCharacters(rest, room - 1)).append(kEllipsis);
    // Room is left: more of what stands before the difference.
    const std::size_t characters = characterCount(name);
    return text.append(name.substr(firstCharacters(name, characters - room).size()));
}

namespace {

/// Numbers those that read the same, in the order of the names.
void numberTheSame(std::map<std::string_view, std::string>& shown, std::size_t width)
{
    std::map<std::string, std::size_t> users;
    for (const auto& [name, text] : shown)
        ++users[text];
    std::set<std::string> taken;
    for (const auto& [text, count] : users)
        taken.insert(text);
    std::map<std::string, std::size_t> lastNumber;
    for (auto& [name, text] : shown) {
        if (users[text] < 2)
            continue;
        std::string numbered;
        do {
            const std::string number = fmt::format("~{}", ++lastNumber[text]);
            numbered = std::string(firstCharacters(text, width - std::min(width, number.size()))) + number;
        } while (!taken.insert(numbered).second);
        text = numbered;
    }
}

/// Bytes of whole words that a text shares with others, where its first or last `common` bytes are shared.
std::size_t wordsIn(std::string_view text, std::size_t common, bool atEnd)
{
    if (!atEnd) {
        const std::size_t blank = text.substr(0, common).rfind(' ');
        return blank == std::string_view::npos ? 0 : blank + 1;
    }
    const std::size_t blank = text.find(' ', text.size() - common);
    return blank == std::string_view::npos ? 0 : text.size() - blank;
}

/// What a name begins or ends with like another, in whole words with the blank beside its own part.
struct Shared {
    std::size_t begin = 0;
    std::size_t end = 0;
};

std::map<std::string_view, Shared> sharedWords(std::span<const std::string_view> names)
{
    std::map<std::string_view, Shared> shared;
    for (const bool atEnd : { false, true }) {
        // Like begins with like: neighbours in their order share most.
        std::map<std::string, std::string_view> ordered;
        for (const std::string_view name : names)
            ordered.emplace(atEnd ? std::string(name.rbegin(), name.rend()) : std::string(name), name);
        for (auto at = ordered.begin(); at != ordered.end(); ++at) {
            std::size_t common = at == ordered.begin() ? 0 : commonPrefix(at->first, std::prev(at)->first);
            if (const auto after = std::next(at); after != ordered.end())
                common = std::max(common, commonPrefix(at->first, after->first));
            Shared& words = shared[at->second];
            (atEnd ? words.end : words.begin) = wordsIn(at->second, common, atEnd);
        }
    }
    return shared;
}

/// The most whole last words of `text` that have so many characters, without a blank before them; "" for none.
std::string_view lastWords(std::string_view text, std::size_t width)
{
    for (std::size_t blank = text.find(' '); blank != std::string_view::npos; blank = text.find(' ', blank + 1)) {
        if (characterCount(text.substr(blank + 1)) <= width)
            return text.substr(blank + 1);
    }
    return {};
}

/// A beginning of `text` of at most `width` characters that ends with a word, where one of `least` characters does;
/// shorter than `least`: "".
std::string_view firstWords(std::string_view text, std::size_t width, std::size_t least)
{
    const std::string_view cut = firstCharacters(text, width);
    if (characterCount(cut) < least)
        return {};
    if (cut.size() == text.size() || text[cut.size()] == ' ')
        return cut;
    const std::size_t blank = cut.rfind(' ');
    const bool hasWord = blank != std::string_view::npos && characterCount(cut.substr(0, blank)) >= least;
    return hasWord ? cut.substr(0, blank) : cut;
}

/// How a name is cut: what it begins with like others, what is its own, what it ends with like others.
struct NameParts {
    std::string_view first;
    std::string_view own;
    std::string_view last;
};

/// Its own words between a start of the first ones and as many of the last as there is room for; "" where there is
/// none.
std::string aroundOwnWords(const NameParts& parts, std::size_t width, bool withLast)
{
    constexpr std::size_t kLeastStart = 3;                 // characters: fewer say nothing
    const std::size_t own = characterCount(parts.own) + 2; // with two ellipses
    if (parts.first.empty() || parts.last.empty() || own + kLeastStart > width)
        return {};
    const std::string_view last = withLast ? lastWords(parts.last, width - own - kLeastStart) : std::string_view();
    const std::string_view start = firstWords(parts.first, width - own - characterCount(last), kLeastStart);
    if (start.empty() || (withLast && last.empty()))
        return {};
    return std::string(start).append(kEllipsis).append(parts.own).append(kEllipsis).append(last);
}

/// Without the words that others have, too, as far as there is no room for them; "" where that does not help. The last
/// ones say what becomes of what the name is about ("gone", "twice as fast"): of those some stay where they can, but a
/// name begins with its beginning as long as its own words have room beside some of that.
std::string withOwnWords(std::string_view name, const Shared& shared, std::size_t width)
{
    if (shared.begin + shared.end >= name.size() || width < 4)
        return {};
    constexpr std::size_t kLeastStart = 4; // characters before all of the rest
    const std::string_view beginning = name.substr(0, name.size() - shared.end);
    const std::string_view end = name.substr(shared.begin);
    const NameParts parts { name.substr(0, shared.begin), beginning.substr(shared.begin),
        name.substr(beginning.size()) };
    const auto roomBeside = [width](std::string_view text, std::size_t ellipses) {
        const std::size_t taken = characterCount(text) + ellipses;
        return width - std::min(width, taken);
    };
    if (const std::size_t room = roomBeside(end, 1); shared.begin > 0 && room >= kLeastStart)
        return std::string(firstCharacters(name, room)).append(kEllipsis).append(end);
    if (const std::string_view last = lastWords(parts.last, roomBeside(beginning, 1)); !last.empty())
        return std::string(beginning).append(kEllipsis).append(last);
    if (std::string text = aroundOwnWords(parts, width, true); !text.empty())
        return text;
    if (shared.end > 0 && characterCount(beginning) + 1 <= width)
        return std::string(beginning).append(kEllipsis);
    std::string text(kEllipsis);
    if (shared.begin > 0 && characterCount(end) + 1 <= width) // one cut is read before two
        return text.append(end);
    if (std::string around = aroundOwnWords(parts, width, false); !around.empty())
        return around;
    const bool isCutTwice = shared.begin > 0 && shared.end > 0;
    if (const std::string_view last = lastWords(parts.last, roomBeside(parts.own, 2)); isCutTwice && !last.empty())
        return text.append(parts.own).append(kEllipsis).append(last);
    return isCutTwice && characterCount(parts.own) + 2 <= width ? text.append(parts.own).append(kEllipsis)
                                                                : std::string();
}

/// Words that many kernels have: they tell none from another.
bool isStockWord(std::string_view word)
{
    constexpr std::array<std::string_view, 7> kStockWords { "kernel", "Kernel", "vectorized", "unrolled", "elementwise",
        "cutlass", "xmma" };
    return std::ranges::find(kStockWords, word) != kStockWords.end();
}

/// Bytes of the namespaces before a name, their last colons included.
std::size_t lengthOfNamespaces(std::string_view name)
{
    const std::size_t colons = name.substr(0, name.find_first_of(" <(")).rfind("::");
    return colons == std::string_view::npos ? 0 : colons + 2;
}

/// A word of a name, and what stands between it and the one before.
struct NamePiece {
    std::string_view joint;
    std::string_view word;
    bool isShown = true;
};

std::vector<NamePiece> piecesOf(std::string_view name)
{
    const std::size_t namespaces = lengthOfNamespaces(name);
    std::vector<NamePiece> pieces;
    for (std::size_t at = 0; at < name.size();) {
        std::size_t begin = at;
        while (begin < name.size() && !isLetterOrDigit(name[begin]))
            ++begin;
        std::size_t end = begin;
        while (end < name.size() && isLetterOrDigit(name[end]))
            ++end;
        pieces.push_back({ name.substr(at, begin - at), name.substr(begin, end - begin), begin >= namespaces });
        at = end;
    }
    return pieces;
}

/// What is shown of the pieces, an ellipsis for each run that is not.
std::string joined(std::span<const NamePiece> pieces)
{
    std::string text;
    bool wasShown = true;
    for (const NamePiece& piece : pieces) {
        if (piece.isShown)
            text.append(wasShown ? piece.joint : std::string_view()).append(piece.word);
        else if (wasShown)
            text.append(kEllipsis);
        wasShown = piece.isShown;
    }
    return text;
}

/// A `name` of more than `width` characters without its namespaces, and without stock words from the end on as long as
/// it is too long.
std::string withoutStockWords(std::string_view name, std::size_t width)
{
    if (characterCount(name) <= width)
        return std::string(name);
    std::vector<NamePiece> pieces = piecesOf(name);
    std::string text = joined(pieces);
    for (std::size_t i = pieces.size(); i > 0 && characterCount(text) > width; --i) {
        if (!isStockWord(pieces[i - 1].word))
            continue;
        pieces[i - 1].isShown = false;
        text = joined(pieces);
    }
    return text;
}

/// elideMiddle() of a name that may have been cut before: where the cuts meet they are one.
std::string cutOnce(std::string_view name, std::size_t width)
{
    std::string text = elideMiddle(name, width, width / 2);
    const std::string twice = std::string(kEllipsis).append(kEllipsis);
    for (std::size_t at = text.find(twice); at != std::string::npos; at = text.find(twice))
        text.erase(at, kEllipsis.size());
    return text;
}

/// A name of which its own words do not fit. What it ends with like others leaves them the room where it would be all
/// that is shown of the end.
std::string cutInTheMiddle(std::string_view name, const Shared& shared, std::size_t width)
{
    if (shared.end <= width / 2 || shared.end >= name.size() || width < 4)
        return cutOnce(withoutStockWords(name, width), width);
    const std::size_t room = width - 1;
    const std::string beginning = withoutStockWords(name.substr(0, name.size() - shared.end), room);
    std::string text = cutOnce(beginning, room);
    return text.ends_with(kEllipsis) ? text : text.append(kEllipsis);
}

} // namespace

std::vector<std::string> elidedApart(std::span<const std::string_view> names, std::size_t width)
{
    std::map<std::string_view, std::string> shown;
    std::map<std::string, std::vector<std::string_view>> readers;
    for (const std::string_view name : names) {
        const auto [at, isNew] = shown.try_emplace(name);
        if (!isNew)
            continue;
        at->second = elideMiddle(name, width);
        readers[at->second].push_back(name);
    }
    for (auto& [text, group] : readers) {
        if (group.size() < 2 || width < 4)
            continue;
        std::ranges::sort(group);
        for (std::size_t i = 0; i < group.size(); ++i) {
            std::size_t difference = i > 0 ? commonPrefix(group[i], group[i - 1]) : 0;
            if (i + 1 < group.size())
                difference = std::max(difference, commonPrefix(group[i], group[i + 1]));
            if (characterCount(group[i]) > width)
                shown[group[i]] = elidedAround(group[i], difference, width);
        }
    }
    if (width >= 4)
        numberTheSame(shown, width);
    return mapped(names, [&](const std::string_view name) { return shown[name]; });
}

std::vector<std::size_t> placesOfDifference(std::span<const std::string_view> names, std::size_t kept)
{
    std::map<std::string_view, std::vector<std::size_t>> sameEnd;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::size_t characters = characterCount(names[i]);
        if (characters > kept)
            sameEnd[names[i].substr(firstCharacters(names[i], characters - kept).size())].push_back(i);
    }
    std::vector<std::size_t> places(names.size(), std::string_view::npos);
    for (auto& [end, group] : sameEnd) {
        if (group.size() < 2)
            continue;
        std::ranges::sort(group, {}, [names](std::size_t i) { return names[i]; });
        for (std::size_t i = 0; i < group.size(); ++i) { // like begins with like: neighbours share most
            std::size_t common = i > 0 ? commonPrefix(names[group[i]], names[group[i - 1]]) : 0;
            if (i + 1 < group.size())
                common = std::max(common, commonPrefix(names[group[i]], names[group[i + 1]]));
            places[group[i]] = common;
        }
    }
    return places;
}

std::vector<std::string> elidedBesideShared(std::span<const std::string_view> names, std::size_t width)
{
    const std::map<std::string_view, Shared> shared = sharedWords(names);
    std::map<std::string_view, std::string> shown;
    for (const auto& [name, words] : shared)
        shown[name] = characterCount(name) <= width ? std::string(name) : withOwnWords(name, words, width);
    // Those that read as nothing, or like another.
    const auto unclear = [&shown] {
        std::map<std::string_view, std::size_t> readers;
        for (const auto& [name, text] : shown)
            ++readers[text];
        std::vector<std::string_view> found;
        for (const auto& [name, text] : shown) {
            if ((text.empty() && !name.empty()) || readers[text] > 1)
                found.push_back(name);
        }
        return found;
    };
    for (const std::string_view name : unclear())
        shown[name] = cutInTheMiddle(name, shared.at(name), width);
    const std::vector<std::string_view> same = unclear();
    const std::vector<std::string> apart = elidedApart(same, width);
    for (std::size_t i = 0; i < same.size(); ++i)
        shown[same[i]] = apart[i];
    return mapped(names, [&](const std::string_view name) { return shown[name]; });
}

} // namespace kinetoscope
