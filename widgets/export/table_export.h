// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/base/result.h"
#include "core/output/table_writer.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace kinetoscope {

/// What is written: one result and how it came about.
struct TableExportRequest {
    const AnalysisDescriptor* analysis = nullptr; ///< never null
    std::shared_ptr<const AnalysisResult> result; ///< never null
    Parameters parameters;                        ///< complete
    /// For the JSON document: the open job; of a comparison both jobs in the order of the inputs, also where they are
    /// one.
    std::vector<std::shared_ptr<const TraceSet>> jobs;
    Scope scope;       ///< as it was asked for
    QString tableName; ///< "" as without --table: the first, or all in JSON and Markdown
    TableFormat format = TableFormat::Csv;
};

/// Byte for byte what `kinetoscope-cli analyze` prints with the same parameters and `--format`. NotFound for an unknown
/// table.
[[nodiscard]] Result<QByteArray> exportTable(const TableExportRequest& request);

/// Puts text on the clipboard, unless it is so much that no program could be handed it.
/// @return a sentence for the status bar.
QString copyText(const QByteArray& utf8);

/// Format by the ending of a file name (.csv, .tsv, .json, .md, .txt, any case); empty for others.
[[nodiscard]] std::optional<TableFormat> tableFormatOf(const QString& fileName);

} // namespace kinetoscope
