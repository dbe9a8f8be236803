// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/name_pattern.h"

#include <regex>

namespace kinetoscope {

namespace {

constexpr std::size_t kLongestText = 64 * 1024;

std::regex::flag_type syntax()
{
    auto flags = std::regex::ECMAScript | std::regex::optimize | std::regex::nosubs;
#ifdef __GLIBCXX__
    // libstdc++ searches depth first by default and recurses once a character: 30,000 characters overflow the stack.
    // Breadth first it neither recurses nor backtracks; the price, no back-references, is one we want to pay.
    flags |= std::regex_constants::__polynomial;
#endif
    return flags;
}

} // namespace

struct NamePattern::Compiled {
    std::regex regex;
};

Result<NamePattern> NamePattern::compile(std::string_view expression)
{
    try {
        NamePattern pattern;
        pattern.m_compiled =
            std::make_shared<const Compiled>(Compiled { std::regex(expression.begin(), expression.end(), syntax()) });
        return pattern;
    } catch (const std::regex_error& error) {
        return Error { ErrorCode::InvalidArgument,
            "'" + std::string(expression) + "' is not a regular expression this program takes: " + error.what() + "." };
    }
}

bool NamePattern::isIn(std::string_view text) const
{
    text = text.substr(0, kLongestText);
    return m_compiled && std::regex_search(text.begin(), text.end(), m_compiled->regex);
}

} // namespace kinetoscope
