// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/joined_remarks.h"

#include "core/base/vectors.h"
#include "core/words/english.h"

#include <cstddef>
#include <map>
#include <string>

namespace kinetoscope {

std::vector<Remark> joinedRemarks(std::span<const Remark> remarks)
{
    std::vector<Remark> joined;
    std::map<std::string, std::size_t> placeOf; // by what is said of ranks
    for (const Remark& remark : remarks) {
        if (remark.ranks.empty()) {
            joined.push_back(remark);
            continue;
        }
        const auto [known, isNew] = placeOf.try_emplace(english(remark.message), joined.size());
        if (isNew) {
            joined.push_back(remark);
        } else {
            std::vector<std::int64_t>& ranks = joined[known->second].ranks;
            ranks.insert(ranks.end(), remark.ranks.begin(), remark.ranks.end());
        }
    }
    for (Remark& remark : joined) {
        sortUnique(remark.ranks);
    }
    return joined;
}

} // namespace kinetoscope
