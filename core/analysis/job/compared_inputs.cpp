// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/compared_inputs.h"

#include "core/analysis/scope_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetoscope {
namespace {

std::string fileName(const std::string& path)
{
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string numbered(const char* one, const char* several, const std::vector<std::int64_t>& numbers)
{
    return numbers.empty()
        ? std::string()
        : std::string(", ") + (numbers.size() == 1 ? one : several) + " " + formatNumberList(numbers);
}

std::string inputText(const AnalysisInput& input)
{
    const std::span<const RankTrace> ranks = input.traces->ranks();
    const std::vector<std::int64_t>& wanted = input.scope.ranks;
    const auto first = std::find_if(ranks.begin(), ranks.end(), [&wanted](const RankTrace& rank) {
        return wanted.empty() || std::find(wanted.begin(), wanted.end(), rank.rank) != wanted.end();
    });
    if (first == ranks.end())
        return "no rank of it";
    std::string text = fileName(first->trace->path());
    if (wanted.empty() && ranks.size() > 1)
        text += " and " + std::to_string(ranks.size() - 1) + " more";
    if (ranks.size() > 1)
        text += numbered("rank", "ranks", wanted);
    return text + numbered("step", "steps", input.scope.steps);
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
