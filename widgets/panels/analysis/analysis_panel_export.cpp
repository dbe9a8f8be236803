// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves an analysis panel: its chart and its table as files and on the clipboard, and its command.
#include "widgets/charts/chart_view.h"
#include "widgets/export/save_dialog.h"
#include "widgets/export/table_export.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/analysis/analysis_panel_parts.h"
#include "widgets/panels/analysis/analysis_request.h"
#include "widgets/panels/analysis/command_text.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/view_state.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QMenu>
#include <QMimeData>

#include <array>

namespace kinetoscope {
namespace {

constexpr QSize kPictureSize { 960, 600 }; // logical pixels of a saved or copied chart
constexpr double kCopiedScale = 2;

/// One line of the choice of formats in the dialog.
struct PictureChoice {
    PictureFormat format;
    double scale;
};
constexpr std::array kPictureChoices { PictureChoice { PictureFormat::Svg, 1 }, PictureChoice { PictureFormat::Pdf, 1 },
    PictureChoice { PictureFormat::Png, 2 }, PictureChoice { PictureFormat::Png, 1 },
    PictureChoice { PictureFormat::Png, 4 } };

QString endingOf(PictureFormat format)
{
    switch (format) {
    case PictureFormat::Svg:
        return QStringLiteral("svg");
    case PictureFormat::Pdf:
        return QStringLiteral("pdf");
    case PictureFormat::Png:
        break;
    }
    return QStringLiteral("png");
}

QString filterText(const PictureChoice& choice)
{
    switch (choice.format) {
    case PictureFormat::Svg:
        return AnalysisPanel::tr("Scalable picture (*.svg)");
    case PictureFormat::Pdf:
        return AnalysisPanel::tr("Portable document (*.pdf)");
    case PictureFormat::Png:
        break;
    }
    const QSize pixels = kPictureSize * choice.scale;
    return AnalysisPanel::tr("Picture of %1 by %2 pixels (*.png)").arg(pixels.width()).arg(pixels.height());
}

QString savedSentence(const QString& fileName, qsizetype bytes)
{
    return AnalysisPanel::tr("Saved %1, %2").arg(fileName, bytesText(static_cast<std::uint64_t>(bytes)));
}

} // namespace

void AnalysisPanel::connectExports()
{
    Parts& parts = *m_parts;
    connect(parts.saveChart, &QAction::triggered, this, &AnalysisPanel::saveChart);
    connect(parts.copyChart, &QAction::triggered, this, &AnalysisPanel::copyChart);
    connect(parts.saveTable, &QAction::triggered, this, &AnalysisPanel::saveTable);
    connect(parts.copyTable, &QAction::triggered, parts.view->table(), &ResultTableView::copyShown);
    connect(parts.view->table(), &ResultTableView::noticed, this, &AnalysisPanel::messageShown);
    connect(parts.copyTableAs, &QMenu::triggered, this,
        [this](const QAction* action) { exportShownTable(static_cast<TableFormat>(action->data().toInt()), {}); });
    connect(
        parts.copyCommand, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(commandLine()); });
}

AnalysisRequest AnalysisPanel::shownRequest() const
{
    const Outcome& shown = m_parts->shown;
    AnalysisRequest asked = request();
    asked.traces = shown.traces;
    asked.baseline = shown.baseline;
    asked.parameters = shown.parameters;
    asked.scope = shown.asked;
    return asked;
}

QString AnalysisPanel::commandLine() const
{
    const AnalysisRequest asked = request();
    if (!asked.traces)
        return {};
    return analyzeCommand(
        m_analysis, asked.parameters, asked.scope, currentTable(), *asked.traces, asked.baseline.get());
}

Result<QByteArray> AnalysisPanel::chartPicture(PictureFormat format, QSize size, double scale, bool dark) const
{
    PictureRequest request;
    request.format = format;
    request.size = size;
    request.scale = scale;
    request.dark = dark;
    request.footer = m_parts->footer(m_analysis);
    return m_parts->view->chart()->picture(request);
}

void AnalysisPanel::saveChart()
{
    SaveFormats formats;
    for (const PictureChoice& choice : kPictureChoices) {
        formats.filters.append(filterText(choice));
        formats.endings.append(endingOf(choice.format));
    }
    const ChartDescription* chart = m_parts->view->chart()->description();
    const std::optional<SaveChoice> where = askWhereToSave(this, tr("Save chart"),
        suggestedFileName(displayText(chart ? chart->title : m_analysis.title), QStringLiteral(".svg")), formats);
    if (!where)
        return;
    const PictureChoice& choice = kPictureChoices.at(static_cast<std::size_t>(where->format));
    const QString& fileName = where->fileName;
    const Result<QByteArray> bytes = chartPicture(choice.format, kPictureSize, choice.scale);
    const Result<Done> saved =
        bytes ? saveBytes(fileName, *bytes, filesOf(shownRequest())) : Result<Done>(bytes.error());
    emit messageShown(saved ? savedSentence(fileName, bytes->size()) : displayText(saved.error().message));
}

void AnalysisPanel::copyChart()
{
    // Both forms of one picture: the program it is pasted into takes what it can.
    const Result<QByteArray> png = chartPicture(PictureFormat::Png, kPictureSize, kCopiedScale);
    const Result<QByteArray> svg = chartPicture(PictureFormat::Svg, kPictureSize, 1);
    if (!png || !svg) {
        emit messageShown(displayText((png ? svg : png).error().message));
        return;
    }
    auto* contents = new QMimeData;
    contents->setImageData(QImage::fromData(*png, "PNG"));
    contents->setData(QStringLiteral("image/svg+xml"), *svg);
    QGuiApplication::clipboard()->setMimeData(contents);
    emit messageShown(tr("Copied the chart"));
}

void AnalysisPanel::saveTable()
{
    const std::optional<SaveChoice> where = askWhereToSave(this, tr("Save table"),
        suggestedFileName(fullText(m_analysis.id) + QLatin1Char('-') + currentTable(), QStringLiteral(".csv")),
        { { tr("Comma-separated (*.csv)"), tr("Tab-separated (*.tsv)"), tr("JSON (*.json)"), tr("Markdown (*.md)") },
            { QStringLiteral("csv"), QStringLiteral("tsv"), QStringLiteral("json"), QStringLiteral("md") } });
    if (where)
        exportShownTable(tableFormatOf(where->fileName).value_or(TableFormat::Csv), where->fileName);
}

void AnalysisPanel::exportShownTable(TableFormat format, const QString& fileName)
{
    const std::shared_ptr<const AnalysisResult>& result = m_parts->view->result();
    if (!result)
        return;
    const AnalysisRequest asked = shownRequest();
    TableExportRequest table { &m_analysis, result, asked.parameters, jobsOf(asked), asked.scope, currentTable(),
        format };
    m_parts->exports.start(
        [table = std::move(table), fileName, inputs = filesOf(asked)](const std::stop_token& stop) -> Result<Exported> {
            Result<QByteArray> bytes = exportTable(table);
            if (!bytes)
                return bytes.error();
            if (stop.stop_requested())
                return Error { ErrorCode::Cancelled, "Another export replaced this one." };
            if (!fileName.isEmpty()) {
                if (const Result<Done> saved = saveBytes(fileName, *bytes, inputs); !saved)
                    return saved.error();
            }
            return Exported { std::move(bytes).value(), fileName };
        });
}

void AnalysisPanel::takeExported(Result<Exported> exported)
{
    if (!exported) {
        emit messageShown(displayText(exported.error().message));
        return;
    }
    const QByteArray& bytes = exported->bytes;
    if (!exported->fileName.isEmpty()) {
        emit messageShown(savedSentence(exported->fileName, bytes.size()));
    } else {
        emit messageShown(copyText(bytes));
    }
}

} // namespace kinetoscope
