// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Which brackets of a C++ name belong together, found in one pass: `<`, `(`, `{`. Knows that `operator<`, `->` and a
/// `>` inside parentheses are no brackets. Brackets without a partner (a name that was cut) are plain characters.
class BracketMap {
public:
    explicit BracketMap(std::string_view text);

    static constexpr std::size_t kNone = ~std::size_t { 0 };
    /// Index of the partner of the bracket at `i`, or kNone.
    [[nodiscard]] std::size_t partner(std::size_t i) const { return m_partner[i] == kNo ? kNone : m_partner[i]; }
    /// True for an opening bracket that has a partner.
    [[nodiscard]] bool opens(std::size_t i) const { return m_partner[i] != kNo && m_partner[i] > i; }

private:
    static constexpr std::uint32_t kNo = 0xffff'ffffu;
    std::vector<std::uint32_t> m_partner;
};

/// A function's name taken apart. Views point into the text given.
struct Symbol {
    /// One step of `a::b<int>::c`.
    struct Step {
        std::string_view
            name; ///< without template arguments; "(anonymous namespace)", "operator()", "{lambda(int)#1}" possible
        std::string_view arguments; ///< between the angle brackets, "" if none
    };
    bool isFunction = false; ///< it reads like a function or template with its types; otherwise the rest is empty
    std::vector<Step> path;  ///< outermost first, never empty for a function
};

/// Reads `[type] a::b<...>::c<...>(...) [const] [clone]`. Names of ops, annotations and files are no functions. Linear,
/// no recursion.
[[nodiscard]] Symbol parseSymbol(std::string_view text);

/// Characters of an identifier: letters, digits, `_`, `$`, and every byte above ASCII.
[[nodiscard]] bool isIdentifierCharacter(char c);

/// The next identifier at or after `from`; `begin == text.size()` if there is none.
struct Identifier {
    std::size_t begin = 0;
    std::string_view text;
    [[nodiscard]] std::size_t end() const { return begin + text.size(); }
};
[[nodiscard]] Identifier nextIdentifier(std::string_view text, std::size_t from);

} // namespace kinetoscope
