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

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace kinetoscope {
namespace {

// Logical pixels of a saved or copied chart: as high as it needs.
constexpr int kPictureWidth = 960;
constexpr int kUsualPictureHeight = 600;
constexpr int kLeastPictureHeight = 200;
constexpr int kMostPictureHeight = 8000;  // ten printed pages
constexpr double kMostPictureDots = 64e6; // 256 MB while it is drawn
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

int mostHeight(double scale)
{
    return std::min(kMostPictureHeight, static_cast<int>(kMostPictureDots / (kPictureWidth * scale * scale)));
}

/// All of a chart on one picture, or what there is room for: the first page of several.
PicturePage wholeOf(const ChartView& chart, double scale)
{
    const std::vector<PicturePage> pages = chart.pages(kPictureWidth, mostHeight(scale));
    PicturePage page = pages.empty() ? PicturePage {} : pages.front();
    page.height = page.height > 0 ? std::max(page.height, kLeastPictureHeight) : kUsualPictureHeight;
    return page;
}

/// What is not on a picture of the page; "" where all is.
QString missingText(const ChartView& chart, const PicturePage& page)
{
    const auto all = static_cast<std::size_t>(chart.shownGroup() < 0 ? chart.groups().size() : 1);
    return page.count >= all
        ? QString()
        : AnalysisPanel::tr("; only the first %1 of %2 have room on one picture").arg(page.count).arg(all);
}

QString filterText(const PictureChoice& choice, QSize size)
{
    switch (choice.format) {
    case PictureFormat::Svg:
        return AnalysisPanel::tr("Scalable picture (*.svg)");
    case PictureFormat::Pdf:
        return AnalysisPanel::tr("Portable document (*.pdf)");
    case PictureFormat::Png:
        break;
    }
    const QSize pixels = size * choice.scale;
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

PictureRequest AnalysisPanel::pictureRequest(PictureFormat format, double scale) const
{
    PictureRequest request;
    request.format = format;
    request.size = { kPictureWidth, kUsualPictureHeight };
    request.scale = scale;
    request.footer = m_parts->footer(m_analysis);
    return request;
}

Result<QByteArray> AnalysisPanel::chartPicture(PictureFormat format, QSize size, double scale, bool dark) const
{
    PictureRequest request = pictureRequest(format, scale);
    request.size = size;
    request.dark = dark;
    return m_parts->view->chart()->picture(request);
}

void AnalysisPanel::saveChart()
{
    const ChartView* view = m_parts->view->chart();
    SaveFormats formats;
    for (const PictureChoice& choice : kPictureChoices) {
        const int height = wholeOf(*view, choice.scale).height + footerHeight(pictureRequest());
        formats.filters.append(filterText(choice, QSize(kPictureWidth, height)));
        formats.endings.append(endingOf(choice.format));
    }
    const ChartDescription* chart = view->description();
    const std::optional<SaveChoice> where = askWhereToSave(this, tr("Save chart"),
        suggestedFileName(displayText(chart ? chart->title : m_analysis.title), QStringLiteral(".svg")), formats);
    if (!where)
        return;
    const PictureChoice& choice = kPictureChoices.at(static_cast<std::size_t>(where->format));
    const QString& fileName = where->fileName;
    const PicturePage page = wholeOf(*view, choice.scale);
    const Result<QByteArray> bytes = view->picture(pictureRequest(choice.format, choice.scale), page);
    const Result<Done> saved =
        bytes ? saveBytes(fileName, *bytes, filesOf(shownRequest())) : Result<Done>(bytes.error());
    emit messageShown(
        saved ? savedSentence(fileName, bytes->size()) + missingText(*view, page) : displayText(saved.error().message));
}

void AnalysisPanel::copyChart()
{
    // Both forms of one picture: the program it is pasted into takes what it can.
    const ChartView* view = m_parts->view->chart();
    const PicturePage page = wholeOf(*view, kCopiedScale);
    const Result<QByteArray> png = view->picture(pictureRequest(PictureFormat::Png, kCopiedScale), page);
    const Result<QByteArray> svg = view->picture(pictureRequest(PictureFormat::Svg), page);
    if (!png || !svg) {
        emit messageShown(displayText((png ? svg : png).error().message));
        return;
    }
    auto* contents = new QMimeData;
    contents->setImageData(QImage::fromData(*png, "PNG"));
    contents->setData(QStringLiteral("image/svg+xml"), *svg);
    QGuiApplication::clipboard()->setMimeData(contents);
    emit messageShown(tr("Copied the chart") + missingText(*view, page));
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
