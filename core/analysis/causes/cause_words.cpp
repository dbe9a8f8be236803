// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/cause_words.h"

#include <map>
#include <string>

namespace kinetoscope {

Message causeInSentence(std::string_view id)
{
    static const std::map<std::string_view, Message> kWords {
        { "data_loading", { KT_PHRASE("causes", "data loading") } },
        { "synchronisation", { KT_PHRASE("causes", "synchronisation") } },
        { "memory_allocation", { KT_PHRASE("causes", "memory allocation") } },
        { "graph", { KT_PHRASE("causes", "graph calls") } },
        { "code_loading", { KT_PHRASE("causes", "code loading") } },
        { "profiler", { KT_PHRASE("causes", "the profiler") } },
        { "compilation", { KT_PHRASE("causes", "compilation") } },
        { "launch", { KT_PHRASE("causes", "launch calls") } },
        { "copy_call", { KT_PHRASE("causes", "copy calls") } },
        { "other_call", { KT_PHRASE("causes", "other calls") } },
        { "collective", { KT_PHRASE("causes", "collectives") } },
        { "op", { KT_PHRASE("causes", "ops") } },
        { "python", { KT_PHRASE("causes", "Python") } },
        { "unrecorded", { KT_PHRASE("causes", "what was not recorded") } },
        { "compute", { KT_PHRASE("causes", "computation") } },
        { "communication", { KT_PHRASE("causes", "communication") } },
        { "copy", { KT_PHRASE("causes", "copies") } },
        { "other_work", { KT_PHRASE("causes", "other work") } },
    };
    const auto found = kWords.find(id);
    return found != kWords.end() ? found->second : Message::verbatim(std::string(id));
}

} // namespace kinetoscope
