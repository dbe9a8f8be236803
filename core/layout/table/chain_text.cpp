// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/table/chain_text.h"

#include "core/base/display_name.h"
#include "core/base/vectors.h"

#include <fmt/core.h>

#include <map>
#include <optional>
#include <unordered_set>
#include <utility>

namespace kinetoscope {
namespace {

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

/// Names with how often each comes in a row.
template <typename Steps, typename Name> std::vector<std::string> counted(const Steps& steps, const Name& nameOf)
{
    std::vector<std::string> names;
    for (std::size_t i = 0, end = 0; i < steps.size(); i = end) {
        while (end < steps.size() && steps[end] == steps[i])
            ++end;
        std::string name(nameOf(steps[i]));
        names.push_back(end - i > 1 ? fmt::format("{} \u00d7 {}", name, end - i) : std::move(name));
    }
    return names;
}

std::string allOf(const std::vector<std::string>& steps)
{
    return joined(steps, steps.size(), steps.size());
}

} // namespace

/// The chains of a table, and what their steps are called.
struct ChainNames::Names {
    std::map<std::string, std::vector<StringId>, std::less<>> chains;
    StringPool pool;
    std::optional<DisplayNames> display; ///< of `pool`
};

ChainNames::ChainNames(const Table& table, std::size_t column)
{
    const auto names = std::make_shared<Names>();
    std::unordered_set<const char*> seen; // a table stores each text once
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::string_view chain = table.text(row, column);
        const std::vector<std::string>* const steps = table.chainSteps(chain);
        if (seen.insert(chain.data()).second && steps != nullptr)
            names->chains.try_emplace(
                std::string(chain), mapped(*steps, [&](const std::string& step) { return names->pool.intern(step); }));
    }
    names->display.emplace(names->pool);
    m_names = names;
}

std::vector<std::string> ChainNames::steps(std::string_view chain) const
{
    if (m_names) {
        if (const auto found = m_names->chains.find(chain); found != m_names->chains.end())
            return counted(found->second, [this](StringId step) { return m_names->display->view(step); });
    }
    return chain.empty() ? std::vector<std::string> {} : std::vector { displayName(chain) };
}

std::string ChainNames::text(std::string_view chain) const
{
    return allOf(steps(chain));
}

std::string chainText(std::span<const std::string> steps)
{
    return allOf(counted(steps, [](const std::string& step) { return displayName(step); }));
}

std::string fitChain(const std::vector<std::string>& steps, const std::function<bool(const std::string& text)>& fits)
{
    std::string text = allOf(steps);
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
