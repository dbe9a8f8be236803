// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart view draws: the whole of its chart, for files and pages.
#include "widgets/charts/chart_view.h"

#include "core/layout/chart/chart_data.h"
#include "widgets/charts/chart_axes.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/models/screen_numbers.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

Theme themeOf(const PictureRequest& request)
{
    return request.dark ? Theme::Dark : Theme::Light;
}

/// What stands beside bars and slices, without signs.
std::vector<double> figuresOf(const ChartData& data, bool isStacked)
{
    std::vector<double> figures;
    for (const ChartData::Group& group : data.groups) {
        for (const ChartData::Row& row : group.rows) {
            double sum = 0;
            for (const double value : row.values) {
                const double magnitude = std::isfinite(value) ? std::abs(value) : 0;
                sum += magnitude;
                figures.push_back(magnitude);
            }
            figures.push_back(isStacked ? sum : 0);
        }
    }
    return figures;
}

/// What "100 %" is at the end of each bar; none where bars are no shares of a time.
std::vector<double> wholesOf(const ChartData& data, const ChartDescription& chart)
{
    std::vector<double> wholes;
    const auto* const stack = chart.as<StackedBarChart>();
    if (!stack || stack->totalColumn.empty() || data.unit != Unit::Percent)
        return wholes;
    for (const ChartData::Group& group : data.groups) {
        for (const ChartData::Row& row : group.rows) {
            if (std::isfinite(row.total))
                wholes.push_back(std::abs(row.total));
        }
    }
    return wholes;
}

/// Gives times that stand beside each other one unit. @param wanted  none: that of the largest.
void giveTimeUnit(ChartSpec& spec, std::optional<TimeUnit> wanted, std::vector<double> figures)
{
    spec.timeUnit = wanted;
    if (!wanted && !figures.empty())
        spec.timeUnit = timeUnitFor(*std::ranges::max_element(figures));
    if (spec.timeUnit)
        spec.leastInUnit = leastReadIn(*spec.timeUnit, std::move(figures));
}

} // namespace

void ChartView::showOthers(ChartSpec& spec) const
{
    auto opened = std::make_shared<ChartData>(*m_data);
    ChartData::Group& group = opened->groups[*m_othersOf];
    group = m_opened ? m_opened->group : othersOf(group);
    spec.description.named = Message::verbatim(
        (group.label.empty() ? tr("The others") : tr("The others of %1").arg(displayText(group.label, 60)))
            .toStdString());
    spec.scopeLine =
        spec.scopeLine.isEmpty() ? tr("Escape goes back") : tr("%1 \u00b7 Escape goes back").arg(spec.scopeLine);
    group.label.clear();
    spec.data = std::move(opened);
    spec.groups = { *m_othersOf };
}

ChartSpec ChartView::pictureSpec(Theme theme) const
{
    ChartSpec spec { .data = m_data,
        .description = *m_chart,
        .scopeLine = m_scopeLine,
        .theme = theme,
        .timeSpan = m_timeSpan,
        .places = m_places,
        .zoom = m_zoom,
        .asRing = showsRing() };
    if (const Table* table = chartTable()) {
        const auto label = std::ranges::find(table->columns(), m_chart->labelColumn, &ColumnDescriptor::name);
        // Sentences are of changes and findings, whose colours stand for more than one kind; words are the kinds.
        spec.hasKindLegend = label != table->columns().end() && label->type == ColumnType::String
            && (label->text == TextKind::Name || label->text == TextKind::Plain);
    }
    const ChartKind kind = m_chart->kind();
    if (m_data->isTime && !isOverTime(kind) && kind != ChartKind::Scatter && kind != ChartKind::HeatMap) {
        if (m_timeUnit || spec.asRing || !isStanding(spec)) // standing ones follow what is seen
            giveTimeUnit(spec, m_timeUnit, figuresOf(*m_data, kind == ChartKind::StackedBars));
    } else if (std::vector<double> wholes = wholesOf(*m_data, *m_chart); !wholes.empty()) {
        giveTimeUnit(spec, m_timeUnit, std::move(wholes));
    }
    if (canBeRing())
        spec.shades = shadesOf(*m_data, m_kept ? m_kept->shades : std::map<ShadeKey, Shade> {});
    if (m_othersOf) {
        showOthers(spec);
        return spec;
    }
    if (m_group >= 0) {
        spec.groups = { static_cast<std::size_t>(m_group) };
    } else {
        spec.areFirstGroups = true;
        spec.groups.resize(m_data->groups.size());
        std::iota(spec.groups.begin(), spec.groups.end(), std::size_t { 0 });
    }
    return spec;
}

std::vector<PicturePage> ChartView::pages(int width, int mostHeight, std::size_t mostRows) const
{
    if (isEmpty())
        return {};
    return pagesOf(pictureSpec(Theme::Light), font(), width, mostHeight, std::min(mostRows, kMostRows));
}

Result<QByteArray> ChartView::picture(const PictureRequest& request, const PicturePage& page) const
{
    if (isEmpty())
        return Error { ErrorCode::NotFound, { KT_PHRASE("chart-view", "There is no chart to draw.") } };
    PictureRequest wanted = request;
    if (page.height > 0)
        wanted.size.setHeight(page.height + footerHeight(request));
    return draw(onPage(pictureSpec(themeOf(request)), page, wanted.size.height() - footerHeight(request)), wanted);
}

Result<QByteArray> ChartView::picture(const PictureRequest& request) const
{
    if (isEmpty())
        return Error { ErrorCode::NotFound, { KT_PHRASE("chart-view", "There is no chart to draw.") } };
    ChartSpec fitting = pictureSpec(themeOf(request));
    fitting.zoom = {};
    fitting.groups.resize(ChartPlot::groupsThatFit(fitting, request.size));
    limitRows(fitting, ChartPlot::rowsThatFit(fitting, request.size.height()));
    return draw(std::move(fitting), request);
}

Result<QByteArray> ChartView::draw(ChartSpec drawn, const PictureRequest& request) const
{
    ChartPlot plot(std::move(drawn));
    plot.setFont(font());
    PictureRequest wanted = request;
    if (wanted.title.isEmpty())
        wanted.title = chartTitle(*m_chart);
    wanted.makePainter = [] { return std::make_shared<QCPPainter>(); };
    return renderPicture(wanted, [&plot](QPainter& painter, const QRectF& area) {
        painter.save();
        painter.translate(area.topLeft());
        // makePainter above made it.
        plot.drawPicture(static_cast<QCPPainter*>(&painter), area.size().toSize());
        painter.restore();
    });
}

} // namespace kinetoscope
