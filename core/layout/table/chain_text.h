// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"
#include "core/base/string_pool.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Between two steps of a chain that people read. UTF-8.
inline constexpr std::string_view kChainArrow = " \u203a ";

/// Chains as people read them: the display name of each step, kChainArrow between them; a step that comes several times
/// in a row stands once, with how often: "gelu \u00d7 3". Which steps a chain has its table says; what it does not know
/// is one step. Immutable; any thread.
class ChainNames {
public:
    ChainNames() = default; ///< knows no chain
    /// Of the chains in one column of a table: one to one, because steps whose display names are the same are told
    /// apart. O(text of the distinct chains).
    ChainNames(const Table& table, std::size_t column);

    [[nodiscard]] std::string text(std::string_view chain) const;
    [[nodiscard]] std::vector<std::string> steps(std::string_view chain) const;

private:
    struct Names;
    std::shared_ptr<const Names> m_names; ///< null: of no table
};

/// A chain of these steps read by itself: two may come out the same.
[[nodiscard]] std::string chainText(std::span<const std::string> steps);

/// As much of a chain as `fits` has room for: all of it, else with an ellipsis for steps in its middle; at least the
/// first step and the last. Asks `fits` about log2(steps) times, which must say yes to a text if to a longer one.
[[nodiscard]] std::string fitChain(
    const std::vector<std::string>& steps, const std::function<bool(const std::string& text)>& fits);

} // namespace kinetoscope
