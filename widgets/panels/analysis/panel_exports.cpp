// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/panel_exports.h"

#include "core/io/load_ranks.h"
#include "widgets/charts/chart_view.h"
#include "widgets/export/save_dialog.h"
#include "widgets/export/table_export.h"
#include "widgets/panels/analysis/analysis_controller.h"
#include "widgets/panels/analysis/command_text.h"
#include "widgets/panels/result/result_table_view.h"
#include "widgets/panels/result/result_view.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

#include <QAction>
#include <QClipboard>
#include <QFileInfo>
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
        : PanelExports::tr("; only the first %1 of %2 have room on one picture").arg(page.count).arg(all);
}

QString filterText(const PictureChoice& choice, QSize size)
{
    switch (choice.format) {
    case PictureFormat::Svg:
        return PanelExports::tr("Scalable picture (*.svg)");
    case PictureFormat::Pdf:
        return PanelExports::tr("Portable document (*.pdf)");
    case PictureFormat::Png:
        break;
    }
    const QSize pixels = size * choice.scale;
    return PanelExports::tr("Picture of %1 by %2 pixels (*.png)").arg(pixels.width()).arg(pixels.height());
}

QString savedSentence(const QString& fileName, qsizetype bytes)
{
    return PanelExports::tr("Saved %1, %2").arg(fileName, bytesText(static_cast<std::uint64_t>(bytes)));
}

} // namespace

PanelExports::PanelExports(const AnalysisController& controller, ResultView& view, Request asked, QWidget* window)
    : m_controller(controller)
    , m_view(view)
    , m_asked(std::move(asked))
    , m_window(window)
    , m_menu(new QMenu(tr("Export"), window))
    , m_job([this](const Result<Exported>& exported) { take(exported); })
{
    buildMenu();
    connect(m_saveChart, &QAction::triggered, this, &PanelExports::saveChart);
    connect(m_copyChart, &QAction::triggered, this, &PanelExports::copyChart);
    connect(m_saveTable, &QAction::triggered, this, &PanelExports::saveTable);
    connect(m_copyTable, &QAction::triggered, view.table(), &ResultTableView::copyShown);
    connect(m_copyTableAs, &QMenu::triggered, this,
        [this](const QAction* action) { exportTable(static_cast<TableFormat>(action->data().toInt()), {}); });
    connect(m_copyCommand, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(commandLine()); });
}

void PanelExports::buildMenu()
{
    const auto add = [&](const char* objectName, const QString& text) {
        QAction* action = m_menu->addAction(text);
        action->setObjectName(QLatin1String(objectName));
        return action;
    };
    m_saveChart = add("saveChart", tr("Save chart…"));
    m_copyChart = add("copyChart", tr("Copy chart"));
    m_menu->addSeparator();
    m_saveTable = add("saveTable", tr("Save table…"));
    m_copyTable = add("copyTable", tr("Copy table"));
    m_copyTableAs = m_menu->addMenu(tr("Copy whole table as"));
    m_copyTableAs->setObjectName(QStringLiteral("copyTableAs"));
    const auto addFormat = [this](const char* objectName, const QString& text, TableFormat format) {
        QAction* action = m_copyTableAs->addAction(text);
        action->setObjectName(QLatin1String(objectName));
        action->setData(static_cast<int>(format));
    };
    addFormat("copyCsv", tr("CSV"), TableFormat::Csv);
    addFormat("copyTsv", tr("TSV"), TableFormat::Tsv);
    addFormat("copyJson", tr("JSON"), TableFormat::Json);
    addFormat("copyMarkdown", tr("Markdown"), TableFormat::Markdown);
    m_menu->addSeparator();
    m_copyCommand = add("copyCommand", tr("Copy as command"));
}

void PanelExports::refresh()
{
    // A part of a result is not what the command prints; and where a sentence stands for it, its tables have no rows.
    const bool hasResult =
        m_controller.shown().result && m_controller.hasContents() && m_controller.state() != AnalysisState::Partial;
    const bool isDrawn = hasResult && !m_view.chart()->isEmpty();
    const Table* table = m_view.table()->table();
    const bool hasTable = hasResult && table && table->rowCount() > 0;
    m_saveChart->setEnabled(isDrawn);
    m_copyChart->setEnabled(isDrawn);
    m_saveTable->setEnabled(hasTable);
    m_copyTable->setEnabled(hasTable);
    m_copyTableAs->setEnabled(hasTable);
    m_copyCommand->setEnabled(m_controller.request().traces != nullptr);
}

AnalysisRequest PanelExports::shownRequest() const
{
    const ShownResult& shown = m_controller.shown();
    AnalysisRequest asked = m_asked();
    asked.traces = shown.traces;
    asked.baseline = shown.baseline;
    asked.parameters = shown.parameters;
    asked.scope = shown.asked;
    return asked;
}

QString PanelExports::commandLine() const
{
    const AnalysisRequest asked = m_asked();
    if (!asked.traces)
        return {};
    return analyzeCommand(m_controller.analysis(), asked.parameters, asked.scope, m_view.currentTable(), *asked.traces,
        asked.baseline.get());
}

PictureRequest PanelExports::pictureRequest(PictureFormat format, double scale) const
{
    return PictureRequest { .format = format,
        .size = { kPictureWidth, kUsualPictureHeight },
        .scale = scale,
        .footer = m_controller.shown().footer(m_controller.analysis()) };
}

Result<QByteArray> PanelExports::chartPicture(PictureFormat format, QSize size, double scale, bool dark) const
{
    PictureRequest request = pictureRequest(format, scale);
    request.size = size;
    request.dark = dark;
    return m_view.chart()->picture(request);
}

QString PanelExports::suggestedName(const QString& part, const QString& ending) const
{
    constexpr qsizetype kMostOfTrace = 36; // the panel behind it still has room
    QString path;
    if (const auto& traces = m_controller.shown().traces; traces && !traces->ranks().empty()) {
        path = fullText(openedPath(traces->ranks().front()));
        if (traces->ranks().size() > 1)
            path = QFileInfo(path).absolutePath();
    }
    const QString trace = withoutTraceEndings(QFileInfo(path).fileName()).left(kMostOfTrace);
    const QString analysis = fullText(m_controller.analysis().id);
    QStringList words { trace, analysis, part == analysis ? QString() : part };
    words.removeAll(QString());
    return suggestedFileName(words.join(u'-'), ending);
}

void PanelExports::saveChart()
{
    const ChartView* view = m_view.chart();
    SaveFormats formats;
    for (const PictureChoice& choice : kPictureChoices) {
        const int height = wholeOf(*view, choice.scale).height + footerHeight(pictureRequest());
        formats.filters.append(filterText(choice, QSize(kPictureWidth, height)));
        formats.endings.append(endingOf(choice.format));
    }
    const ChartDescription* chart = view->description();
    const std::optional<SaveChoice> where = askWhereToSave(m_window, tr("Save chart"),
        suggestedName(chart ? fullText(chart->id) : QString(), QStringLiteral(".svg")), formats);
    if (!where)
        return;
    const PictureChoice& choice = kPictureChoices.at(static_cast<std::size_t>(where->format));
    const QString& fileName = where->fileName;
    const PicturePage page = wholeOf(*view, choice.scale);
    const Result<QByteArray> bytes = view->picture(pictureRequest(choice.format, choice.scale), page);
    const Result<Done> saved =
        bytes ? saveBytes(fileName, *bytes, filesOf(shownRequest())) : Result<Done>(bytes.error());
    if (saved)
        emit noticed(savedSentence(fileName, bytes->size()) + missingText(*view, page), Part::Chart);
    else
        emit failed(messageText(saved.error().message), Part::Chart);
}

void PanelExports::copyChart()
{
    // Both forms of one picture: the program it is pasted into takes what it can.
    const ChartView* view = m_view.chart();
    const PicturePage page = wholeOf(*view, kCopiedScale);
    const Result<QByteArray> png = view->picture(pictureRequest(PictureFormat::Png, kCopiedScale), page);
    const Result<QByteArray> svg = view->picture(pictureRequest(PictureFormat::Svg), page);
    if (!png || !svg) {
        emit failed(messageText((png ? svg : png).error().message), Part::Chart);
        return;
    }
    auto* contents = new QMimeData;
    contents->setImageData(QImage::fromData(*png, "PNG"));
    contents->setData(QStringLiteral("image/svg+xml"), *svg);
    QGuiApplication::clipboard()->setMimeData(contents);
    emit noticed(tr("Copied the chart") + missingText(*view, page), Part::Chart);
}

void PanelExports::saveTable()
{
    const std::optional<SaveChoice> where = askWhereToSave(m_window, tr("Save table"),
        suggestedName(m_view.currentTable(), QStringLiteral(".csv")),
        { { tr("Comma-separated (*.csv)"), tr("Tab-separated (*.tsv)"), tr("JSON (*.json)"), tr("Markdown (*.md)") },
            { QStringLiteral("csv"), QStringLiteral("tsv"), QStringLiteral("json"), QStringLiteral("md") } });
    if (where)
        exportTable(tableFormatOf(where->fileName).value_or(TableFormat::Csv), where->fileName);
}

void PanelExports::exportTable(TableFormat format, const QString& fileName)
{
    const std::shared_ptr<const AnalysisResult>& result = m_controller.shown().result;
    if (!result)
        return;
    const AnalysisRequest asked = shownRequest();
    TableExportRequest table { &m_controller.analysis(), result, asked.parameters, jobsOf(asked), asked.scope,
        m_view.currentTable(), format };
    m_job.start(
        [table = std::move(table), fileName, inputs = filesOf(asked)](const std::stop_token& stop) -> Result<Exported> {
            KT_TRY(QByteArray bytes, kinetoscope::exportTable(table));
            if (stop.stop_requested())
                return Error::stopped();
            if (!fileName.isEmpty()) {
                KT_TRY_DONE(saveBytes(fileName, bytes, inputs));
            }
            return Exported { std::move(bytes), fileName };
        });
}

void PanelExports::take(const Result<Exported>& exported)
{
    if (!exported)
        emit failed(messageText(exported.error().message), Part::Table);
    else if (!exported->fileName.isEmpty())
        emit noticed(savedSentence(exported->fileName, exported->bytes.size()), Part::Table);
    else
        emit noticed(copyText(exported->bytes), Part::Table);
}

} // namespace kinetoscope

#include "moc_panel_exports.cpp"
