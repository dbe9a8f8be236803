// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/compared_inputs.h"

#include "core/analysis/job/input_words.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace kinetoscope {
namespace {

std::string inputText(const AnalysisInput& input)
{
    const RankTrace* first = firstRankOf(input);
    if (!first)
        return "no rank of it";
    const std::size_t ranks = input.traces->ranks().size();
    std::string text(fileOf(first->trace->path()));
    if (input.scope.ranks.empty() && ranks > 1)
        text += " and " + std::to_string(ranks - 1) + " more";
    if (ranks > 1)
        text = joined(std::move(text), numbered("rank", "ranks", input.scope.ranks));
    return joined(std::move(text), numbered("step", "steps", input.scope.steps));
}

/// One job that was loaded twice is the same: the window and the command line say the same of it.
bool areSameFiles(const TraceSet& one, const TraceSet& other)
{
    return &one == &other
        || std::equal(one.ranks().begin(), one.ranks().end(), other.ranks().begin(), other.ranks().end(),
            [](const RankTrace& a, const RankTrace& b) {
                return a.rank == b.rank && !a.trace->path().empty() && a.trace->path() == b.trace->path();
            });
}

std::string capitalized(std::string text)
{
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

} // namespace

Remark comparedInputs(std::span<const AnalysisInput> inputs, std::span<const std::string> names)
{
    std::string text;
    bool areSame = inputs.size() > 1;
    for (std::size_t i = 0; i < inputs.size() && i < names.size(); ++i) {
        text += (text.empty() ? "" : "; ") + names[i] + ": " + inputText(inputs[i]);
        areSame = areSame && areSameFiles(*inputs[i].traces, *inputs[0].traces) && inputs[i].scope == inputs[0].scope;
    }
    if (areSame)
        text =
            "all inputs are the same, " + inputText(inputs[0]) + "; choose another trace, other ranks or other steps";
    return { "compared", capitalized(text) + ".", "" };
}

} // namespace kinetoscope
