// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/compared_inputs.h"

#include "core/analysis/job/input_words.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace kinetoscope {
namespace {

/// @param withFolder  names alone would not tell the inputs apart.
Message inputMessage(const AnalysisInput& input, bool withFolder)
{
    const RankTrace* first = firstRankOf(input);
    if (!first)
        return { KT_PHRASE("compared-inputs", "no rank of it") };
    const std::size_t ranks = input.traces->ranks().size();
    const std::string_view path = first->trace->path();
    const arg::Text file { std::string(withFolder ? fileWithFolder(path) : fileOf(path)) };
    Message text = input.scope.ranks.empty() && ranks > 1
        ? Message { KT_PHRASE("compared-inputs", "%1 and %2 more"), file, arg::Count { ranks - 1 } }
        : Message::verbatim(file.text);
    if (ranks > 1)
        text = joined(std::move(text), ranksMessage(input.scope.ranks));
    return joined(std::move(text), stepsMessage(input.scope.steps));
}

/// Whether two inputs are different files of one name.
bool shareAName(AnalysisInputs inputs)
{
    std::map<std::string_view, std::string_view> pathByName;
    return std::ranges::any_of(inputs, [&pathByName](const AnalysisInput& input) {
        const RankTrace* first = firstRankOf(input);
        const std::string_view path = first ? std::string_view(first->trace->path()) : std::string_view();
        return pathByName.try_emplace(fileOf(path), path).first->second != path;
    });
}

/// One job that was loaded twice is the same: the window and the command line say the same of it.
bool areSameFiles(const TraceSet& one, const TraceSet& other)
{
    return &one == &other || std::ranges::equal(one.ranks(), other.ranks(), [](const RankTrace& a, const RankTrace& b) {
        return a.rank == b.rank && !a.trace->path().empty() && a.trace->path() == b.trace->path();
    });
}

} // namespace

Remark comparedInputs(AnalysisInputs inputs, std::span<const Message> names)
{
    Message all;
    const bool withFolder = shareAName(inputs);
    bool areSame = inputs.size() > 1;
    for (std::size_t i = 0; i < inputs.size() && i < names.size(); ++i) {
        Message named { KT_PHRASE("compared-inputs", "%1: %2"), names[i], inputMessage(inputs[i], withFolder) };
        all = all.isEmpty() ? named : Message { KT_PHRASE("compared-inputs", "%1; %2"), all, named };
        areSame = areSame && areSameFiles(*inputs[i].traces, *inputs[0].traces) && inputs[i].scope == inputs[0].scope;
    }
    if (areSame)
        return { "compared",
            { KT_PHRASE(
                  "compared-inputs", "All inputs are the same, %1; choose another trace, other ranks or other steps."),
                inputMessage(inputs[0], withFolder) } };
    return { "compared", { KT_PHRASE("compared-inputs", "%1."), all } };
}

} // namespace kinetoscope
