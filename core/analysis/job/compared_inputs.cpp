// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/compared_inputs.h"

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

const RankTrace* firstRankOf(const AnalysisInput& input)
{
    const std::span<const RankTrace> ranks = input.traces->ranks();
    const auto first =
        std::ranges::find_if(ranks, [&input](const RankTrace& rank) { return isChosen(input.scope.ranks, rank.rank); });
    return first == ranks.end() ? nullptr : &*first;
}

std::string_view fileOf(std::string_view path)
{
    return path.substr(path.find_last_of('/') + 1); // npos + 1 is 0
}

std::string_view fileWithFolder(std::string_view path)
{
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string_view::npos || slash == 0 ? path : path.substr(path.find_last_of('/', slash - 1) + 1);
}

Message stepsMessage(const std::vector<std::int64_t>& steps)
{
    if (steps.empty())
        return {};
    return steps.size() == 1 ? Message { KT_PHRASE("compared-inputs", "step %1"), arg::Numbers { steps } }
                             : Message { KT_PHRASE("compared-inputs", "steps %1"), arg::Numbers { steps } };
}

Message ranksMessage(const std::vector<std::int64_t>& ranks)
{
    if (ranks.empty())
        return {};
    return ranks.size() == 1 ? Message { KT_PHRASE("compared-inputs", "rank %1"), arg::Numbers { ranks } }
                             : Message { KT_PHRASE("compared-inputs", "ranks %1"), arg::Numbers { ranks } };
}

Message joined(Message text, Message more)
{
    if (text.isEmpty() || more.isEmpty())
        return text.isEmpty() ? more : text;
    return { KT_PHRASE("compared-inputs", "%1, %2"), std::move(text), std::move(more) };
}

bool areSameInputs(AnalysisInputs inputs)
{
    return inputs.size() > 1 && std::ranges::all_of(inputs, [&inputs](const AnalysisInput& input) {
        return areSameFiles(*input.traces, *inputs[0].traces) && input.scope == inputs[0].scope;
    });
}

Message saidOfInput(AnalysisInputs inputs, std::size_t which, Message sentence)
{
    return { KT_PHRASE("compared-inputs", "%1: %2"), inputMessage(inputs[which], shareAName(inputs)),
        std::move(sentence) };
}

void addComparedInputs(AnalysisInputs inputs, std::span<const Message> names, std::vector<Remark>& remarks)
{
    Message all;
    const bool withFolder = shareAName(inputs);
    for (std::size_t i = 0; i < inputs.size() && i < names.size(); ++i) {
        Message named { KT_PHRASE("compared-inputs", "%1: %2"), names[i], inputMessage(inputs[i], withFolder) };
        all = all.isEmpty() ? named : Message { KT_PHRASE("compared-inputs", "%1; %2"), all, named };
    }
    if (areSameInputs(inputs))
        remarks.insert(remarks.begin(),
            { "compared",
                { KT_PHRASE("compared-inputs",
                      "Choose another trace to compare with, or other ranks or steps: all inputs are the same, %1."),
                    inputMessage(inputs[0], withFolder) } });
    else
        remarks.push_back({ "compared", { KT_PHRASE("compared-inputs", "%1."), all } });
}

} // namespace kinetoscope
