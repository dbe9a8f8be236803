// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kinetoscope {

/// What a person should know about figures: what was left out, guessed, or why a table is empty.
struct Remark {
    std::string code; ///< stable, kebab-case
    Message message;
    std::string path {}; ///< file it is about, "" for the job
    std::vector<std::int64_t>
        ranks {};          ///< said before the sentence: "Rank 3: ...". Of a rank it tells in other words: none
    bool isOfEach = false; ///< of several ranks: the figures are those of each for itself
    bool areOfOtherJobs =
        false; ///< of several ranks: not known to be ranks of one job; `ranks` are what they are shown as
    bool operator==(const Remark&) const = default;
};

} // namespace kinetoscope
