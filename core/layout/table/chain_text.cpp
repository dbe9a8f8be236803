// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/table/chain_text.h"

#include "core/base/display_name.h"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace kinetoscope {
namespace {

constexpr std::string_view kArrow = " -> ";

/// Where the part that `chain` begins with ends, and how long the separator after it is. An arrow between brackets
/// belongs to a name: `Memcpy DtoD (Device -> Device)`.
std::pair<std::size_t, std::size_t> endOfPart(std::string_view chain)
{
    int depth = 0;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        if (chain[i] == '|')
            return { i, 1 };
        if (depth == 0 && chain.substr(i, kArrow.size()) == kArrow)
            return { i, kArrow.size() };
        depth += chain[i] == '(' ? 1 : 0;
        depth = std::max(0, depth - (chain[i] == ')' ? 1 : 0));
    }
    return { chain.size(), 0 };
}

template <typename Visit> void forEachStep(std::string_view chain, const Visit& visit)
{
    while (!chain.empty()) {
        const auto [end, separator] = endOfPart(chain);
        visit(chain.substr(0, end));
        chain.remove_prefix(end + separator);
    }
}

std::string joined(const std::vector<std::string>& steps, std::size_t first, std::size_t last)
{
    std::string text;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (i >= first && i < last) {
            text.append(i == first ? kChainArrow : "").append(i == first ? "\u2026" : "");
            continue;
        }
        text.append(text.empty() ? "" : kChainArrow).append(steps[i]);
    }
    return text;
}

} // namespace

/// The steps of all chains of a table.
struct ChainNames::Names {
    StringPool pool;
    DisplayNames display;

    explicit Names(StringPool all)
        : pool(std::move(all))
        , display(pool)
    {
    }
};

ChainNames::ChainNames(const Table& table, std::size_t column)
{
    StringPool pool;
    std::unordered_set<const char*> seen; // a table stores each text once
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::string_view chain = table.text(row, column);
        if (seen.insert(chain.data()).second)
            forEachStep(chain, [&pool](std::string_view step) { pool.intern(step); });
    }
    m_names = std::make_shared<const Names>(std::move(pool));
}

std::vector<std::string> ChainNames::steps(std::string_view chain) const
{
    std::vector<std::string> steps;
    std::string_view before;
    std::size_t times = 0;
    const auto finish = [&] {
        if (times > 1)
            steps.back() += fmt::format(" \u00d7 {}", times);
    };
    forEachStep(chain, [&](std::string_view step) {
        if (times > 0 && step == before) {
            ++times;
            return;
        }
        finish();
        const StringId id = m_names ? m_names->pool.find(step) : StringId {};
        steps.push_back(id.isValid() ? std::string(m_names->display.view(id)) : displayName(step));
        before = step;
        times = 1;
    });
    finish();
    return steps;
}

std::string ChainNames::text(std::string_view chain) const
{
    const std::vector<std::string> all = steps(chain);
    return joined(all, all.size(), all.size());
}

std::string chainText(std::string_view chain)
{
    return ChainNames().text(chain);
}

std::string fitChain(const std::vector<std::string>& steps, const std::function<bool(const std::string& text)>& fits)
{
    std::string text = joined(steps, steps.size(), steps.size());
    if (steps.size() < 3 || fits(text))
        return text;
    // The most steps that stay; of an odd number the beginning has one more.
    const auto withSteps = [&steps](
                               std::size_t kept) { return joined(steps, (kept + 1) / 2, steps.size() - kept / 2); };
    std::size_t fitting = 2;
    for (std::size_t tooMany = steps.size(); fitting + 1 < tooMany;) {
        const std::size_t middle = fitting + (tooMany - fitting) / 2;
        (fits(withSteps(middle)) ? fitting : tooMany) = middle;
    }
    return withSteps(fitting);
}

} // namespace kinetoscope
