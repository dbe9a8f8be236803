// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/names/symbol.h"

#include "core/base/ascii.h"

#include <algorithm>

namespace kinetoscope {

namespace {

bool isOpen(char c)
{
    return c == '<' || c == '(' || c == '{';
}

char openOf(char close)
{
    return close == '>' ? '<' : close == ')' ? '(' : '{';
}

std::size_t kindOf(char open)
{
    return open == '<' ? 0 : open == '(' ? 1 : 2;
}

/// `operator<`, `operator<<`, `operator>=`, `operator->`: the sign right after the word is part of the name.
bool belongsToOperator(std::string_view text, std::size_t i)
{
    std::size_t begin = i;
    while (begin > 0
        && (text[begin - 1] == '<' || text[begin - 1] == '>' || text[begin - 1] == '=' || text[begin - 1] == '-')
        && i - begin < 2)
        --begin;
    return text.substr(0, begin).ends_with("operator");
}

bool isAngleBracket(std::string_view text, std::size_t i)
{
    if (i == 0 || belongsToOperator(text, i))
        return false;
    const char before = text[i - 1];
    if (text[i] == '<')
        return isIdentifierCharacter(before) || before == ')' || before == '}';
    return before != '-';
}

constexpr std::string_view kConst = " const";

/// Drops ` [clone .x]`, `.kd`, ` (.kd)`, ` const` from the end; `end` is where the rest ends.
std::size_t withoutTrailers(std::string_view text)
{
    std::size_t end = text.size();
    for (bool isChanged = true; isChanged;) {
        const std::size_t before = end;
        std::string_view rest = text.substr(0, end);
        while (rest.ends_with(' '))
            rest.remove_suffix(1);
        for (const std::string_view trailer :
            { std::string_view(" (.kd)"), std::string_view("(.kd)"), std::string_view(".kd"), kConst })
            if (rest.ends_with(trailer) && rest.size() > trailer.size())
                rest.remove_suffix(trailer.size());
        if (rest.ends_with(']')) {
            const std::size_t clone = rest.rfind(" [clone ");
            if (clone != std::string_view::npos && clone > 0 && rest.find(']', clone) == rest.size() - 1)
                rest = rest.substr(0, clone);
        }
        end = rest.size();
        isChanged = end != before;
    }
    return end;
}

/// A parameter list of types, not a number in parentheses as annotations have.
bool looksLikeParameters(std::string_view inside)
{
    return inside.empty() || std::ranges::any_of(inside, isLetter);
}

/// Walks over [0, end) at bracket depth 0 and cuts it at `::` behind the last blank. False if a character fits no name.
bool splitPath(std::string_view text, const BracketMap& brackets, std::size_t end, std::vector<std::string_view>& parts)
{
    std::size_t begin = 0;
    std::size_t words = 1;
    for (std::size_t i = 0; i < end; ++i) {
        const char c = text[i];
        if (brackets.opens(i)) {
            const std::size_t close = brackets.partner(i);
            if (close >= end)
                return false;
            const std::string_view inside = text.substr(i + 1, close - i - 1);
            const std::string_view rest = text.substr(close + 1, end - close - 1);
            const bool isLocalScope = rest.starts_with("::") || rest.starts_with(" const::") || rest.starts_with('<')
                || rest.starts_with('(');
            const bool isOperator = c == '(' && text.substr(0, i).ends_with("operator");
            if (c == '(' && inside != "anonymous namespace" && !isLocalScope && !isOperator)
                return false;
            i = close;
        } else if (c == ' ') {
            // `foo(int) const::{lambda}`: the word belongs to the scope before it.
            if (text.substr(i).starts_with(" const::"))
                continue;
            // "operator< <int>": compilers part the two signs.
            if (i > 0 && (text[i - 1] == '<' || text[i - 1] == '>') && brackets.partner(i - 1) == BracketMap::kNone)
                continue;
            begin = i + 1;
            parts.clear();
            if (++words > 5)
                return false;
        } else if (c == ':' && i + 1 < end && text[i + 1] == ':') {
            if (i > begin)
                parts.push_back(text.substr(begin, i - begin));
            ++i;
            begin = i + 1;
        } else if (!isIdentifierCharacter(c) && std::string_view("*&~=!+-/%^|[]<>").find(c) == std::string_view::npos) {
            return false;
        }
    }
    if (begin < end)
        parts.push_back(text.substr(begin, end - begin));
    return !parts.empty();
}

Symbol::Step partOf(std::string_view text)
{
    // A local scope ("foo(int) const") is named by what stands before its parameters.
    if (text.starts_with('(') || text.starts_with('{'))
        return { text, {} };
    if (text.starts_with("operator()"))
        return { text.substr(0, 10), {} };
    const std::size_t nameEnd = text.find_first_of("<(");
    if (text.starts_with("operator") || nameEnd == std::string_view::npos || nameEnd == 0)
        return { text, {} };
    if (text[nameEnd] == '(')
        return { text.substr(0, nameEnd), {} };
    const std::size_t argumentsEnd = text.rfind('>');
    const std::size_t length = argumentsEnd == std::string_view::npos || argumentsEnd < nameEnd
        ? std::string_view::npos
        : argumentsEnd - nameEnd - 1;
    return { text.substr(0, nameEnd), text.substr(nameEnd + 1, length) };
}

} // namespace

bool isIdentifierCharacter(char c)
{
    return isLetterOrDigit(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

Identifier nextIdentifier(std::string_view text, std::size_t from)
{
    while (from < text.size() && !isIdentifierCharacter(text[from]))
        ++from;
    std::size_t end = from;
    while (end < text.size() && isIdentifierCharacter(text[end]))
        ++end;
    return { from, text.substr(std::min(from, text.size()), end - from) };
}

BracketMap::BracketMap(std::string_view text)
    : m_partner(text.size(), kNo)
{
    std::vector<std::uint32_t> open;
    std::size_t openCount[3] = { 0, 0, 0 };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool isAngle = c == '<' || c == '>';
        if (isAngle && !isAngleBracket(text, i))
            continue;
        if (isOpen(c)) {
            open.push_back(static_cast<std::uint32_t>(i));
            ++openCount[kindOf(c)];
        } else if (c == '>' || c == ')' || c == '}') {
            const char wanted = openOf(c);
            // Inside parentheses a `>` compares; a `)` ends whatever angle was left open inside.
            if (openCount[kindOf(wanted)] == 0 || (c == '>' && text[open.back()] != '<'))
                continue;
            while (text[open.back()] != wanted) {
                --openCount[kindOf(text[open.back()])];
                open.pop_back();
            }
            m_partner[i] = open.back();
            m_partner[open.back()] = static_cast<std::uint32_t>(i);
            --openCount[kindOf(wanted)];
            open.pop_back();
        }
    }
}

Symbol parseSymbol(std::string_view text)
{
    Symbol symbol;
    if (text.empty() || text.find_first_of("<(") == std::string_view::npos)
        return symbol;
    const BracketMap brackets(text);
    std::size_t end = withoutTrailers(text);
    bool hasTypes = end > 0 && text[end - 1] == '>' && brackets.partner(end - 1) != BracketMap::kNone;
    if (end > 0 && text[end - 1] == ')' && brackets.partner(end - 1) != BracketMap::kNone) {
        const std::size_t open = brackets.partner(end - 1);
        const bool isOperatorName = text.substr(0, open).ends_with("operator");
        const bool isAfterName =
            open > 0 && (isIdentifierCharacter(text[open - 1]) || text[open - 1] == '>' || text[open - 1] == ')');
        if (isAfterName && !isOperatorName && looksLikeParameters(text.substr(open + 1, end - open - 2))) {
            hasTypes = true;
            end = open;
        }
        hasTypes = hasTypes || isOperatorName;
    }
    std::vector<std::string_view> parts;
    if (!hasTypes || !splitPath(text, brackets, end, parts))
        return symbol;
    for (const std::string_view part : parts)
        symbol.path.push_back(partOf(part));
    symbol.isFunction = true;
    return symbol;
}

} // namespace kinetoscope
