// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"
#include "core/words/wording.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kinetoscope {

/// What a screen shows for the texts of one column (ColumnDescriptor::text): the display names of names, the parts of a
/// chain with " › " between them, categories in words. Two names of the column never read the same. Where the table has
/// a column `short_name` it says the display names, one to one inside a rank, which then are those of the timeline to
/// the last letter. What an analysis folded into "others" is a word of the program like a category.
///
/// Immutable; keeps its own texts; read from any thread.
class ShownTexts {
public:
    /// Every text as it is.
    ShownTexts() = default;
    /// O(rows), and each distinct text is read once. `column` beyond the table: every text as it is.
    ShownTexts(const Table& table, std::size_t column, Wording wording = english);

    /// UTF-8 where the text is. The text itself, or valid as long as this object.
    [[nodiscard]] std::string_view of(std::string_view text) const;

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view> {}(text); }
    };

    void add(std::string_view text, std::string_view shown);
    void addNames(const Table& table, std::size_t column, const std::vector<std::size_t>& rows);

    std::unordered_map<std::string, std::string, Hash, std::equal_to<>> m_shown; ///< of texts that read differently
};

/// Column that says the display names of a table's column `name`.
inline constexpr std::string_view kShortNameColumn = "short_name";

} // namespace kinetoscope
