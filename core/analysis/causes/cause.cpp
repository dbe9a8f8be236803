// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/cause.h"

#include <algorithm>
#include <string>

namespace kinetoscope {

namespace {

struct CauseWords {
    std::string_view id;
    Phrase inSentence {}; ///< none of those that no sentence names
};
/// By Cause.
constexpr std::array<CauseWords, kCauseCount> kCauseWords { {
    { "data_loading", KT_PHRASE("causes", "data loading") },
    { "synchronisation", KT_PHRASE("causes", "synchronisation") },
    { "memory_allocation", KT_PHRASE("causes", "memory allocation") },
    { "graph", KT_PHRASE("causes", "graph calls") },
    { "code_loading", KT_PHRASE("causes", "code loading") },
    { "profiler", KT_PHRASE("causes", "the profiler") },
    { "compilation", KT_PHRASE("causes", "compilation") },
    { "launch", KT_PHRASE("causes", "launch calls") },
    { "copy_call", KT_PHRASE("causes", "copy calls") },
    { "other_call", KT_PHRASE("causes", "other calls") },
    { "collective", KT_PHRASE("causes", "collectives") },
    { "op", KT_PHRASE("causes", "ops") },
    { "python", KT_PHRASE("causes", "Python") },
    { "unrecorded", KT_PHRASE("causes", "what was not recorded") },
    { "launch_latency" },
    { "kernel_gap" },
    { "event_wait" },
    { "late_start" },
    { "unknown_launch" },
    { "compute", KT_PHRASE("causes", "computation") },
    { "communication", KT_PHRASE("causes", "communication") },
    { "copy", KT_PHRASE("causes", "copies") },
    { "other_work", KT_PHRASE("causes", "other work") },
} };

} // namespace

std::string_view toString(Cause cause)
{
    return kCauseWords[static_cast<std::size_t>(cause)].id;
}

Message causeInSentence(std::string_view id)
{
    const auto* const found = std::ranges::find(kCauseWords, id, &CauseWords::id);
    const bool hasWords = found != kCauseWords.end() && *found->inSentence.english != '\0';
    return hasWords ? Message::of(found->inSentence) : Message::verbatim(std::string(id));
}

} // namespace kinetoscope
