// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/words/problem_words.h"

#include "core/analysis/words/words.h"

#include <array>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

/// What the loader notes of a limit, and what a person calls it.
std::string limitWords(const ImportReport::Example& example)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kLimits { {
        { "memory", "The memory limit" },
        { "gzip ratio", "The limit of how far compressed data may expand" },
        { "gzip members", "The limit of gzip members in one file" },
    } };
    for (const auto& [noted, words] : kLimits) {
        if (example.text == noted)
            return std::string(words) + " stopped the load after "
                + sizeWords(static_cast<std::int64_t>(example.offset)) + " of text; what follows was not read.";
    }
    return example.text;
}

} // namespace

std::string problemWords(Problem problem, const ImportReport::Entry& entry)
{
    if (problem != Problem::LimitReached || entry.examples.empty())
        return std::string(problemInfo(problem).sentence);
    std::string words;
    for (const ImportReport::Example& example : entry.examples)
        words += (words.empty() ? "" : " ") + limitWords(example);
    return words;
}

} // namespace kinetoscope
