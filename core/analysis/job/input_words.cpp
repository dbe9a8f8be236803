// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/input_words.h"

#include "core/analysis/scope/scope_text.h"

#include <algorithm>
#include <span>

namespace kinetoscope {

const RankTrace* firstRankOf(const AnalysisInput& input)
{
    const std::span<const RankTrace> ranks = input.traces->ranks();
    const std::vector<std::int64_t>& wanted = input.scope.ranks;
    const auto first = std::ranges::find_if(ranks, [&wanted](const RankTrace& rank) {
        return wanted.empty() || std::ranges::find(wanted, rank.rank) != wanted.end();
    });
    return first == ranks.end() ? nullptr : &*first;
}

std::string_view fileOf(std::string_view path)
{
    return path.substr(path.find_last_of('/') + 1); // npos + 1 is 0
}

std::string numbered(const char* one, const char* several, const std::vector<std::int64_t>& numbers)
{
    if (numbers.empty())
        return {};
    return std::string(numbers.size() == 1 ? one : several) + " " + formatNumberList(numbers);
}

std::string joined(std::string text, std::string_view more)
{
    if (!text.empty() && !more.empty())
        text += ", ";
    return text.append(more);
}

} // namespace kinetoscope
