// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <QAbstractItemModel>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kinetoscope::tests {

inline ColumnDescriptor column(std::string name, ColumnType type, Unit unit = Unit::None)
{
    return { std::move(name), type, unit, "", "" };
}

/// One table "kernels" with a column of each type and cells without a value.
inline std::shared_ptr<const AnalysisResult> sample()
{
    Table table("kernels", "Kernels",
        { column("name", ColumnType::String), column("sum (us)", ColumnType::Duration, Unit::Microseconds),
            column("count", ColumnType::Int, Unit::Count), column("share", ColumnType::Float, Unit::Percent),
            column("stack", ColumnType::List) });
    table.addRow({ std::string("gemm<i>"), std::int64_t { 12'340'000 }, std::int64_t { 2'000 }, 61.27,
        std::vector<std::string> { "aten::mm", "cudaLaunchKernel" } });
    table.addRow(
        { std::string("Relu"), std::int64_t { 4'567 }, std::int64_t { 30 }, 0.01, std::vector<std::string> {} });
    table.addRow({ std::string("nccl"), std::monostate {}, std::int64_t { 7 }, std::monostate {}, std::monostate {} });
    table.addRow({ std::string("add"), std::int64_t { 999'000 }, std::int64_t { 30 }, 38.74, std::monostate {} });
    auto result = std::make_shared<AnalysisResult>();
    result->tables.push_back(std::move(table));
    return result;
}

/// What a column shows, row by row.
inline QStringList columnTexts(const QAbstractItemModel& model, int columnNumber)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts.append(model.index(row, columnNumber).data().toString());
    return texts;
}

} // namespace kinetoscope::tests
