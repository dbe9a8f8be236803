// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/group_words.h"

#include <fmt/core.h>

#include <cstddef>

namespace kinetoscope {

std::string groupText(const NamedGroup& group)
{
    if (group.name.empty() || group.description.empty())
        return group.name + group.description;
    return fmt::format("{} ({})", group.name, group.description);
}

std::string rankSetText(std::span<const std::int64_t> ranks)
{
    std::string text;
    for (std::size_t first = 0; first < ranks.size();) {
        std::size_t last = first;
        const std::int64_t distance = first + 1 < ranks.size() ? ranks[first + 1] - ranks[first] : 0;
        while (last + 1 < ranks.size() && ranks[last + 1] - ranks[last] == distance)
            ++last;
        // Two ranks far from each other are no series.
        if (distance > 1 && last - first < 2)
            last = first;
        text += fmt::format("{}{}", text.empty() ? "" : ",", ranks[first]);
        if (last > first)
            text += fmt::format("-{}", ranks[last]);
        if (last > first && distance > 1)
            text += fmt::format(":{}", distance);
        first = last + 1;
    }
    return text;
}

} // namespace kinetoscope
