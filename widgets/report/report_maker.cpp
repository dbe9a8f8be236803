// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/report_maker.h"

#include "core/analysis/run_analysis.h"
#include "core/base/sort_stably.h"
#include "core/io/load_ranks.h"
#include "core/words/english.h"
#include "widgets/charts/chart_view.h"
#include "widgets/export/picture_export.h"
#include "widgets/panels/analysis/command_text.h"
#include "widgets/report/inline_svg.h"
#include "widgets/support/registry_text.h"
#include "widgets/support/scope_text.h"
#include "widgets/support/translator.h"

#include <QTimer>

#include <algorithm>

namespace kinetoscope {
namespace {

constexpr int kChartWidth = 960;
constexpr int kUsualChartHeight = 400;
constexpr int kLeastChartHeight = 160;
constexpr int kPageHeight = 640; // with a title of the section it fits a printed page that lies across

/// Rows of each group of bars: all of one rank's, the largest of many ranks'. The tables below have the others.
std::size_t mostBars(qsizetype groups)
{
    constexpr qsizetype kFew = 8;
    constexpr qsizetype kMany = 32;
    return groups <= 1 ? 40 : groups <= kFew ? 20 : groups <= kMany ? 12 : 5;
}

std::vector<std::pair<ParameterDescriptor, ParameterValue>> valuesOf(
    const AnalysisDescriptor& analysis, const Parameters& parameters)
{
    std::vector<std::pair<ParameterDescriptor, ParameterValue>> values;
    for (const ParameterDescriptor& descriptor : analysis.parameters) {
        const auto at = parameters.all().find(descriptor.id);
        if (at != parameters.all().end())
            values.emplace_back(descriptor, at->second);
    }
    return values;
}

} // namespace

ReportMaker::ReportMaker(QObject* parent)
    : QObject(parent)
    , m_chart(std::make_unique<ChartView>())
    , m_analysing([this](Result<Analysed> analysed) { takeAnalysed(std::move(analysed)); })
    , m_writing([this](const Result<qint64>& bytes) {
        const QString fileName = m_request.fileName;
        end();
        if (bytes)
            emit saved(fileName, *bytes);
        else
            emit failed(bytes.error());
    })
{
}

ReportMaker::~ReportMaker() = default;

void ReportMaker::start(ReportRequest request)
{
    cancel();
    m_isRunning = true;
    ++m_run;
    m_request = std::move(request);
    sortStably(m_request.parts, {}, [](const AnalysisRequest& part) { return part.analysis->group; });
    m_report = {};
    m_report.title = m_request.title.toStdString();
    m_report.mostRows = m_request.mostRows;
    for (const RankTrace& rank : m_request.parts.front().traces->ranks())
        m_report.traces.push_back({ rank.rank, openedPath(rank) });
    analyseNext();
}

void ReportMaker::cancel()
{
    if (!m_isRunning)
        return;
    m_analysing.cancel();
    m_writing.cancel();
    end();
    emit cancelled();
}

void ReportMaker::end()
{
    m_isRunning = false;
    m_request = {};
    m_report = {};
    m_waitingCharts.clear();
    m_waitingPages.clear();
    m_chart->clear();
}

void ReportMaker::analyseNext()
{
    const std::size_t done = m_report.sections.size();
    const auto total = static_cast<int>(m_request.parts.size());
    if (done == m_request.parts.size()) {
        emit progressed(total, total, tr("writing the file"));
        write();
        return;
    }
    const AnalysisRequest& part = m_request.parts[done];
    emit progressed(static_cast<int>(done), total, registryText(part.analysis->title));
    m_analysing.start([part](std::stop_token stop) -> Result<Analysed> {
        Result<Parameters> complete = completeParameters(*part.analysis, part.parameters, Mode::Exact);
        if (!complete)
            return Analysed { nullptr, english(complete.error().message), part.parameters };
        Result<AnalysisResult> result = runRequest(part, std::move(stop));
        if (!result && result.error().code == ErrorCode::Cancelled)
            return result.error();
        if (!result)
            return Analysed { nullptr, english(result.error().message), *complete };
        return Analysed { std::make_shared<const AnalysisResult>(std::move(result).value()), {}, *complete };
    });
}

void ReportMaker::takeAnalysed(Result<Analysed> analysed)
{
    if (!analysed) { // too little memory for one is too little for all
        const Error error = analysed.error();
        end();
        emit failed(error);
        return;
    }
    const InEnglish reportLanguage;
    const AnalysisRequest& part = m_request.parts[m_report.sections.size()];
    ReportSection section { .analysis = part.analysis,
        .result = analysed->result,
        .problem = analysed->problem,
        .parameters = valuesOf(*part.analysis, analysed->parameters),
        .scope = scopeText(scopeOfFigures(part)).toStdString() };
    section.ranksInScope = part.scope.ranks.size();
    section.command =
        analyzeCommand(*part.analysis, analysed->parameters, part.scope, {}, *part.traces, part.baseline.get())
            .toStdString();
    m_waitingCharts.clear();
    if (section.result) {
        for (const ChartDescription& chart : section.result->charts)
            m_waitingCharts.insert(m_waitingCharts.begin(), chart.id);
    }
    m_report.sections.push_back(std::move(section));
    drawNext();
}

void ReportMaker::drawNext()
{
    if (m_waitingCharts.empty()) {
        analyseNext();
        return;
    }
    if (m_waitingPages.empty())
        beginChart();
    else
        drawPage();
    // Between two pictures the window answers, and a cancel is heard.
    QTimer::singleShot(0, this, [this, run = m_run] {
        if (run == m_run && m_isRunning)
            drawNext();
    });
}

void ReportMaker::beginChart()
{
    const InEnglish reportLanguage;
    const ReportSection& section = m_report.sections.back();
    m_chart->setChart(section.result, m_waitingCharts.back(), QString::fromStdString(section.scope));
    if (!m_chart->isEmpty())
        m_waitingPages = m_chart->pages(kChartWidth, kPageHeight, mostBars(m_chart->groups().size()));
    std::ranges::reverse(m_waitingPages);
    if (m_waitingPages.empty())
        endChart();
}

void ReportMaker::drawPage()
{
    const InEnglish reportLanguage;
    ReportSection& section = m_report.sections.back();
    PicturePage page = m_waitingPages.back();
    m_waitingPages.pop_back();
    page.height = page.height > 0 ? std::max(page.height, kLeastChartHeight) : kUsualChartHeight;
    PictureRequest picture;
    picture.format = PictureFormat::Svg;
    picture.size.setWidth(kChartWidth);
    Result<QByteArray> html = m_chart->picture(picture, page);
    const QString prefix = QString::fromStdString(section.analysis->id)
        + QStringLiteral("-%1-").arg(static_cast<int>(section.charts.size()));
    if (html)
        html = inlineSvg(*html, prefix, chartTitle(*m_chart->description()));
    if (html)
        section.charts.push_back(html->toStdString());
    else if (section.problem.empty())
        section.problem = english(html.error().message);
    if (m_waitingPages.empty())
        endChart();
}

void ReportMaker::endChart()
{
    m_waitingCharts.pop_back();
    m_chart->clear();
}

void ReportMaker::write()
{
    std::vector<std::string> inputs;
    for (const AnalysisRequest& part : m_request.parts) {
        const std::vector<std::string> files = filesOf(part);
        inputs.insert(inputs.end(), files.begin(), files.end());
    }
    m_writing.start([report = std::move(m_report), fileName = m_request.fileName, inputs = std::move(inputs)](
                        const std::stop_token& stop) -> Result<qint64> {
        const QByteArray html = QByteArray::fromStdString(writeReport(report));
        if (stop.stop_requested())
            return Error::stopped();
        KT_TRY_DONE(saveBytes(fileName, html, inputs));
        return qint64 { html.size() };
    });
}

} // namespace kinetoscope

#include "moc_report_maker.cpp"
