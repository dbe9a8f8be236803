// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/table_export.h"

#include "core/io/load_ranks.h"
#include "widgets/support/number_text.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>

#include <array>

namespace kinetoscope {

Result<QByteArray> exportTable(const TableExportRequest& request)
{
    const Table* table = nullptr;
    if (!request.tableName.isEmpty()) {
        table = request.result->findTable(request.tableName.toStdString());
        if (!table)
            return Error { ErrorCode::NotFound,
                { KT_PHRASE("table-export", "The analysis has no table %1."),
                    arg::Name { request.tableName.toStdString() } } };
    }
    ResultInfo info { .analysis = request.analysis->id, .scope = request.scope };
    for (const ParameterDescriptor& descriptor : request.analysis->parameters) {
        const auto it = request.parameters.all().find(descriptor.id);
        if (it != request.parameters.all().end())
            info.parameters.emplace_back(descriptor, it->second);
    }
    for (const std::shared_ptr<const TraceSet>& job : request.jobs) {
        for (const RankTrace& rank : job->ranks())
            info.traces.push_back({ rank.rank, openedPath(rank) });
    }
    return QByteArray::fromStdString(writeResult(*request.result, info, table, request.format));
}

QString copyText(const QByteArray& utf8)
{
    // A clipboard hands text over whole, in two bytes a character, to programs that show all of it.
    constexpr qsizetype kMostBytes = 64 << 20;
    const QString size = bytesText(static_cast<std::uint64_t>(utf8.size()));
    if (utf8.size() > kMostBytes)
        return QCoreApplication::translate(
            "TableExport", "This is too much for the clipboard (%1): save it to a file instead.")
            .arg(size);
    QGuiApplication::clipboard()->setText(QString::fromUtf8(utf8));
    return QCoreApplication::translate("TableExport", "Copied %1").arg(size);
}

std::optional<TableFormat> tableFormatOf(const QString& fileName)
{
    struct Ending {
        QLatin1String text;
        TableFormat format;
    };
    static constexpr std::array kEndings {
        Ending { QLatin1String(".csv"), TableFormat::Csv },
        Ending { QLatin1String(".tsv"), TableFormat::Tsv },
        Ending { QLatin1String(".json"), TableFormat::Json },
        Ending { QLatin1String(".md"), TableFormat::Markdown },
        Ending { QLatin1String(".txt"), TableFormat::Text },
    };
    for (const Ending& ending : kEndings) {
        if (fileName.endsWith(ending.text, Qt::CaseInsensitive))
            return ending.format;
    }
    return std::nullopt;
}

} // namespace kinetoscope
