// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/idle/host_parts.h"

#include "core/base/sort_stably.h"
#include "core/words/english.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kMostSaid = 3;

Message wordOf(Cause cause)
{
    switch (cause) {
    case Cause::Graph:
        return { KT_PHRASE("overview", "graph calls") };
    case Cause::Launch:
        return { KT_PHRASE("overview", "launch calls") };
    case Cause::CopyCall:
        return { KT_PHRASE("overview", "copy calls") };
    case Cause::OtherCall:
        return { KT_PHRASE("overview", "other API calls") };
    case Cause::Synchronisation:
        return { KT_PHRASE("overview", "synchronisation") };
    case Cause::Collective:
        return { KT_PHRASE("overview", "the host's part of collectives") };
    case Cause::Op:
        return { KT_PHRASE("overview", "ops") };
    case Cause::Python:
        return { KT_PHRASE("overview", "Python") };
    case Cause::Unrecorded:
        return { KT_PHRASE("overview", "code that was not recorded") };
    default:
        return { KT_PHRASE("overview", "other work") };
    }
}

} // namespace

std::vector<HostPart> mainHostParts(const IdleOf& group)
{
    std::map<std::string, HostPart> byWord; // several causes have one word
    const auto add = [&byWord](const Message& word, Cause cause, Nanoseconds time) {
        if (time <= 0)
            return;
        HostPart& part = byWord[english(word)];
        part.word = word;
        part.causes.push_back(cause);
        part.time += time;
    };
    const auto isSaid = [&group](Nanoseconds time) {
        return static_cast<double>(time) >= kLeastShareSaid * static_cast<double>(group.idle.time);
    };
    const Nanoseconds lateReturn = isSaid(group.lateReturn) ? group.lateReturn : 0;
    for (std::size_t i = 0; isHostCause(static_cast<Cause>(i)); ++i) {
        const auto cause = static_cast<Cause>(i);
        const Nanoseconds aside = cause == Cause::Unrecorded ? group.inAnnotations
            : cause == Cause::Synchronisation                ? lateReturn
                                                             : 0;
        add(wordOf(cause), cause, group.byCause[i] - aside);
    }
    add({ KT_PHRASE("overview", "the same call even after the recorded work that it waits for had ended") },
        Cause::Synchronisation, lateReturn);
    add({ KT_PHRASE("overview", "annotations in which no op or call runs") }, Cause::Unrecorded, group.inAnnotations);
    std::vector<HostPart> parts;
    for (auto& [text, part] : byWord) {
        if (isSaid(part.time))
            parts.push_back(std::move(part));
    }
    sortStably(parts, std::greater(), &HostPart::time);
    parts.resize(std::min(parts.size(), kMostSaid));
    return parts;
}

Message meanwhileOf(const IdleOf& group)
{
    Message words;
    for (HostPart& part : mainHostParts(group)) {
        Message said { KT_PHRASE("overview", "%1 (%2)"), std::move(part.word),
            arg::Share { part.time, group.idle.time } };
        words = words.isEmpty() ? std::move(said)
                                : Message { KT_PHRASE("overview", "%1, %2"), std::move(words), std::move(said) };
    }
    return words;
}

} // namespace kinetoscope
