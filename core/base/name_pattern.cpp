// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/name_pattern.h"

#include <re2/re2.h>

#include <string>
#include <utility>

namespace kinetoscope {

namespace {

/// RE2's instructions. Without a limit counted repetition makes hundreds of thousands of a few bytes, and where a text
/// needs more states than RE2 keeps each of its bytes may look at all of them. A literal of kLongest bytes fits.
constexpr int kMostInstructions = 5000;
/// As much of a bad expression as an error repeats.
constexpr std::size_t kShownBytes = 80;

re2::RE2::Options options()
{
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_never_capture(true);
    return options;
}

std::string shown(std::string_view expression)
{
    if (expression.size() <= kShownBytes)
        return std::string(expression);
    std::size_t end = kShownBytes;
    while (end > 0 && (static_cast<unsigned char>(expression[end]) & 0xC0U) == 0x80U) // in the middle of a character
        --end;
    return std::string(expression.substr(0, end)) + "...";
}

} // namespace

struct NamePattern::Compiled {
    explicit Compiled(std::string_view expression)
        : regex(re2::StringPiece(expression.data(), expression.size()), options())
    {
    }
    re2::RE2 regex;
};

Result<NamePattern> NamePattern::compile(std::string_view expression)
{
    if (expression.size() > kLongest)
        return invalidArgument(
            { KT_PHRASE("name-pattern", "A regular expression may have at most %1 bytes; %2 has %3."),
                arg::Count { kLongest }, arg::Name { shown(expression) }, arg::Count { expression.size() } });
    NamePattern pattern;
    auto compiled = std::make_shared<const Compiled>(expression);
    if (!compiled->regex.ok())
        return invalidArgument({ KT_PHRASE("name-pattern", "%1 is not a regular expression this program takes: %2."),
            arg::Name { shown(expression) }, arg::Text { compiled->regex.error() } });
    if (compiled->regex.ProgramSize() > kMostInstructions)
        return invalidArgument({ KT_PHRASE("name-pattern", "%1 is too large once its repetitions are written out."),
            arg::Name { shown(expression) } });
    pattern.m_compiled = std::move(compiled);
    return pattern;
}

bool NamePattern::isIn(std::string_view text) const
{
    return m_compiled
        && m_compiled->regex.Match(
            re2::StringPiece(text.data(), text.size()), 0, text.size(), re2::RE2::UNANCHORED, nullptr, 0);
}

} // namespace kinetoscope
