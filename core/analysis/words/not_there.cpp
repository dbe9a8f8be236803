// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/words/not_there.h"

#include <algorithm>
#include <string>
#include <utility>

namespace kinetoscope {

Message notThere(NamedThing thing, std::int64_t number, Message where, std::span<const std::int64_t> there)
{
    constexpr std::size_t kMostNamed = 5;
    const bool isRank = thing == NamedThing::Rank;
    const arg::Number wanted { number };
    if (there.empty())
        return isRank ? Message { KT_PHRASE("not-there", "There is no rank %1 in %2: it has no ranks."), wanted,
            std::move(where) }
                      : Message { KT_PHRASE("not-there", "There is no step %1 in %2: it has no steps."), wanted,
                            std::move(where) };
    arg::List numbers;
    const std::size_t named = std::min(there.size(), kMostNamed);
    for (const std::int64_t each : there.first(named))
        numbers.parts.push_back(Message::verbatim(std::to_string(each)));
    if (named < there.size())
        numbers.parts.push_back({ KT_PHRASE("not-there", "%1 more"), arg::Count { there.size() - named } });
    return isRank ? Message { KT_PHRASE("not-there", "There is no rank %1 in %2: it has %3."), wanted, std::move(where),
        std::move(numbers) }
                  : Message { KT_PHRASE("not-there", "There is no step %1 in %2: it has %3."), wanted, std::move(where),
                        std::move(numbers) };
}

} // namespace kinetoscope
