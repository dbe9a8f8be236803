// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/words/remark_lines.h"

#include "core/analysis/scope/scope_text.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace kinetoscope {
namespace {

/// "Rank 3: no GPU work." as 3 and "no GPU work."
std::optional<std::pair<std::int64_t, std::string_view>> sentenceOfRank(std::string_view sentence)
{
    constexpr std::string_view kRank = "Rank ";
    if (!sentence.starts_with(kRank))
        return std::nullopt;
    sentence.remove_prefix(kRank.size());
    std::int64_t rank = 0;
    const auto [end, error] = std::from_chars(sentence.data(), sentence.data() + sentence.size(), rank);
    sentence.remove_prefix(static_cast<std::size_t>(end - sentence.data()));
    if (error != std::errc() || !sentence.starts_with(": "))
        return std::nullopt;
    return std::pair(rank, sentence.substr(2));
}

} // namespace

std::vector<std::string> remarkLines(std::span<const Remark> remarks)
{
    struct Line {
        std::string_view sentence;
        std::vector<std::int64_t> ranks; ///< that it is said of; none: as it is
    };
    std::vector<Line> lines;
    std::map<std::string_view, std::size_t> lineOf;
    for (const Remark& remark : remarks) {
        const auto ofRank = sentenceOfRank(remark.sentence);
        if (!ofRank) {
            lines.push_back({ remark.sentence, {} });
            continue;
        }
        const auto [known, isNew] = lineOf.try_emplace(ofRank->second, lines.size());
        if (isNew)
            lines.push_back({ ofRank->second, {} });
        lines[known->second].ranks.push_back(ofRank->first);
    }
    std::vector<std::string> texts;
    for (Line& line : lines) {
        std::sort(line.ranks.begin(), line.ranks.end());
        line.ranks.erase(std::unique(line.ranks.begin(), line.ranks.end()), line.ranks.end());
        std::string who;
        if (!line.ranks.empty())
            who = (line.ranks.size() == 1 ? "Rank " : "Ranks ") + formatNumberList(line.ranks) + ": ";
        texts.push_back(who.append(line.sentence));
    }
    return texts;
}

} // namespace kinetoscope
