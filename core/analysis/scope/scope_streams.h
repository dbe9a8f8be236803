// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/scope.h"
#include "core/base/result.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Streams as a person writes them: numbers, and the texts of those that the file names by one.
struct StreamList {
    std::vector<std::int64_t> numbers;         ///< as Track::stream has them, ascending
    std::map<std::int64_t, std::string> texts; ///< what those below Track::kNoStream are called
    bool operator==(const StreamList&) const = default;
};

/// "7,20-22,default" to streams. What is no number or span of numbers is the text of a stream; one with a comma, a
/// quotation mark, blanks at its ends or the look of a number stands in quotation marks, its own doubled:
/// `7,"a,b","default ""2"""`. InvalidArgument on an empty part, an open quotation mark, or beyond the numbers of
/// parseNumberList.
[[nodiscard]] Result<StreamList> parseStreamList(std::string_view text);
/// The text that parseStreamList reads back; numbers first, texts in the order of the alphabet.
[[nodiscard]] std::string formatStreamList(const StreamList& streams);

/// What a scope chooses.
[[nodiscard]] StreamList streamsOf(const Scope& scope);
void setStreams(Scope& scope, StreamList streams);
/// What a scope can choose of a job. O(tracks).
[[nodiscard]] StreamList streamsOf(const TraceSet& traces);
/// The first of `wanted` that is not in `there`, as formatStreamList writes it; "" if all are.
[[nodiscard]] std::string missingStream(const StreamList& wanted, const StreamList& there);

} // namespace kinetoscope
