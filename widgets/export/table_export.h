// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/registry.h"
#include "core/base/result.h"
#include "core/output/table_writer.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <optional>

namespace kinetoscope {

/// What is written: one result and how it came about.
struct TableExportRequest {
    const AnalysisDescriptor* analysis = nullptr; ///< never null
    std::shared_ptr<const AnalysisResult> result; ///< never null
    Parameters parameters;                        ///< complete
    std::shared_ptr<const TraceSet> traces;       ///< for the JSON document
    Scope scope;
    QString tableName; ///< "" as without --table: the first, or all in JSON and Markdown
    TableFormat format = TableFormat::Csv;
};

/// Byte for byte what `kinetoscope-cli analyze` prints with the same parameters and `--format`. NotFound for an unknown
/// table.
[[nodiscard]] Result<QByteArray> exportTable(const TableExportRequest& request);

/// Format by the ending of a file name (.csv, .tsv, .json, .md, .txt, any case); empty for others.
[[nodiscard]] std::optional<TableFormat> tableFormatOf(const QString& fileName);

} // namespace kinetoscope
