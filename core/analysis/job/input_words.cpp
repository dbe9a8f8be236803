// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/input_words.h"

#include <algorithm>
#include <span>

namespace kinetoscope {

const RankTrace* firstRankOf(const AnalysisInput& input)
{
    const std::span<const RankTrace> ranks = input.traces->ranks();
    const auto first =
        std::ranges::find_if(ranks, [&input](const RankTrace& rank) { return isChosen(input.scope.ranks, rank.rank); });
    return first == ranks.end() ? nullptr : &*first;
}

std::string_view fileOf(std::string_view path)
{
    return path.substr(path.find_last_of('/') + 1); // npos + 1 is 0
}

std::string_view fileWithFolder(std::string_view path)
{
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string_view::npos || slash == 0 ? path : path.substr(path.find_last_of('/', slash - 1) + 1);
}

Message stepsMessage(const std::vector<std::int64_t>& steps)
{
    if (steps.empty())
        return {};
    return steps.size() == 1 ? Message { KT_PHRASE("compared-inputs", "step %1"), arg::Numbers { steps } }
                             : Message { KT_PHRASE("compared-inputs", "steps %1"), arg::Numbers { steps } };
}

Message ranksMessage(const std::vector<std::int64_t>& ranks)
{
    if (ranks.empty())
        return {};
    return ranks.size() == 1 ? Message { KT_PHRASE("compared-inputs", "rank %1"), arg::Numbers { ranks } }
                             : Message { KT_PHRASE("compared-inputs", "ranks %1"), arg::Numbers { ranks } };
}

/// Two parts with a comma between them, where there are two.
Message joined(Message text, Message more)
{
    if (text.isEmpty() || more.isEmpty())
        return text.isEmpty() ? more : text;
    return { KT_PHRASE("compared-inputs", "%1, %2"), std::move(text), std::move(more) };
}

} // namespace kinetoscope
