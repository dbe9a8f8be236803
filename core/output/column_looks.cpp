// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/column_looks.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace kinetoscope {

namespace {

/// Place of the main figure; none: the number of columns.
std::size_t placeOfFigure(std::span<const WrittenColumn> columns)
{
    const auto isFigure = [](const WrittenColumn& written) {
        const ColumnDescriptor& column = *written.column;
        return column.type == ColumnType::Duration
            || (column.type == ColumnType::Float && column.unit != Unit::None && column.unit != Unit::Count);
    };
    const auto isMain = [](const WrittenColumn& written) { return written.column->isMainFigure; };
    auto found = std::ranges::find_if(columns, isMain);
    if (found == columns.end())
        found = std::ranges::find_if(columns, isFigure);
    return static_cast<std::size_t>(found - columns.begin());
}

} // namespace

std::vector<ColumnLook> columnLooks(std::span<const WrittenColumn> columns, std::size_t rows)
{
    const std::size_t figure = placeOfFigure(columns);
    std::vector<std::string> names(rows); // the texts before the figure
    const auto doesTellApart = [&](const WrittenColumn& written) {
        std::map<std::string_view, std::string> seen;
        for (std::size_t i = 0; i < rows; ++i) {
            std::string text = written.text(i);
            const auto [same, isNew] = seen.try_emplace(names[i], text);
            if (!isNew && same->second != text)
                return true;
        }
        return false;
    };
    std::vector<ColumnLook> looks;
    for (std::size_t place = 0; place < columns.size(); ++place) {
        const WrittenColumn& written = columns[place];
        const bool isNumber = isNumeric(*written.column);
        const bool isBeforeFigure = place < figure;
        for (std::size_t i = 0; isBeforeFigure && !isNumber && i < rows; ++i)
            names[i] += written.text(i) + '\n';
        const std::string first = rows == 0 ? std::string() : written.text(0);
        bool isEmpty = rows > 0;
        bool isSameInAll = rows > 1;
        for (std::size_t i = 0; i < rows && (isEmpty || isSameInAll); ++i) {
            const std::string text = written.text(i);
            isEmpty = isEmpty && (text.empty() || text == "-");
            isSameInAll = isSameInAll && text == first;
        }
        looks.push_back({ .column = written.column,
            .isMainFigure = place == figure,
            .hasSentences = written.hasSentences,
            .isEmpty = isEmpty,
            .isSameInAll = isSameInAll,
            .isNeeded = !isBeforeFigure && !isNumber && doesTellApart(written) });
    }
    return looks;
}

} // namespace kinetoscope
