// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/joined_remarks.h"

#include "core/base/message_argument.h"
#include "core/base/vectors.h"
#include "core/words/english.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <variant>

namespace kinetoscope {

namespace {

/// Whether a sentence has a number of things, a time or a size in it, which might as well be that of all together.
bool hasAmount(const Message& message)
{
    return std::ranges::any_of(message.arguments(), [](const Argument& argument) {
        const Argument::Value& value = argument.value;
        if (const auto* part = std::get_if<Message>(&value))
            return hasAmount(*part);
        if (const auto* list = std::get_if<arg::List>(&value))
            return std::ranges::any_of(list->parts, hasAmount);
        return std::holds_alternative<arg::Count>(value) || std::holds_alternative<arg::Duration>(value)
            || std::holds_alternative<arg::ExactDuration>(value) || std::holds_alternative<arg::Microseconds>(value)
            || std::holds_alternative<arg::Bytes>(value);
    });
}

} // namespace

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
            joined[known->second].isOfEach = hasAmount(remark.message);
        }
    }
    for (Remark& remark : joined) {
        sortUnique(remark.ranks);
        remark.isOfEach = remark.isOfEach && remark.ranks.size() > 1;
    }
    return joined;
}

} // namespace kinetoscope
