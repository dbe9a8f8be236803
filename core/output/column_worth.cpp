// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/column_worth.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// Of the columns before the figure. Where rows have sentences these name them.
std::vector<const ColumnDescriptor*> namingColumns(std::span<const ColumnLook> columns)
{
    std::vector<const ColumnDescriptor*> naming;
    if (std::ranges::any_of(columns, &ColumnLook::hasSentences))
        return naming;
    bool isNamed = false;
    for (const ColumnLook& look : columns) {
        const ColumnDescriptor& column = *look.column;
        if (look.isMainFigure)
            break;
        if (column.treeRole == TreeRole::Label)
            return { &column };
        const bool isName = column.text == TextKind::Name || column.text == TextKind::Chain;
        if (isNumeric(column) || isNamed || (!isName && column.text != TextKind::Category))
            continue;
        naming.push_back(&column);
        isNamed = isName;
    }
    if (isNamed)
        return naming;
    const auto text = std::ranges::find_if(columns, [](const ColumnLook& look) { return !isNumeric(*look.column); });
    return text == columns.end() ? std::vector<const ColumnDescriptor*> {} : std::vector { text->column };
}

} // namespace

std::vector<ColumnWorth> columnWorths(std::span<const ColumnLook> columns)
{
    const std::vector<const ColumnDescriptor*> naming = namingColumns(columns);
    bool isBeforeFigure = std::ranges::any_of(columns, &ColumnLook::isMainFigure);
    std::vector<ColumnWorth> worths;
    for (const ColumnLook& look : columns) {
        isBeforeFigure = isBeforeFigure && !look.isMainFigure;
        const bool isId = look.column->type == ColumnType::Int && look.column->unit == Unit::None;
        if (look.hasSentences || look.isMainFigure)
            worths.push_back(ColumnWorth::Most);
        else if (look.isEmpty)
            worths.push_back(ColumnWorth::Empty);
        else if (std::ranges::find(naming, look.column) != naming.end())
            worths.push_back(ColumnWorth::Naming);
        else if (!isBeforeFigure && !look.isNeeded)
            worths.push_back(look.isSameInAll ? ColumnWorth::Empty : ColumnWorth::AfterFigure);
        else if (look.isSameInAll)
            worths.push_back(ColumnWorth::SameInAll);
        else
            worths.push_back(isId ? ColumnWorth::Id : ColumnWorth::TellsApart);
    }
    return worths;
}

} // namespace kinetoscope
