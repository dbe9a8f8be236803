// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_pages.h"

#include "widgets/charts/chart_plot.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace kinetoscope {
namespace {

constexpr std::size_t kManyCells = 4; // more stand in two columns
constexpr int kTwoColumns = 800;      // logical px that two columns of bars with names need

bool isBars(const ChartSpec& spec)
{
    switch (spec.description.kind()) {
    case ChartKind::Pie:
        return !spec.asRing;
    case ChartKind::Bars:
    case ChartKind::StackedBars:
    case ChartKind::GroupedBars:
    case ChartKind::ErrorBars:
        return true;
    default:
        return false;
    }
}

} // namespace

void limitRows(ChartSpec& spec, std::size_t most)
{
    const bool isLong = std::ranges::any_of(
        spec.groups, [&](std::size_t group) { return spec.data->groups[group].rows.size() > most; });
    if (!isLong || !isBars(spec))
        return;
    const bool addsUp = spec.description.kind() == ChartKind::Pie && spec.data->series.size() == 1;
    auto limited = std::make_shared<ChartData>(*spec.data);
    for (const std::size_t group : spec.groups)
        limited->groups[group] = firstRows(spec.data->groups[group], most, addsUp);
    spec.data = std::move(limited);
}

std::vector<PicturePage> pagesOf(ChartSpec spec, const QFont& font, int width, int mostHeight, std::size_t mostRows)
{
    const std::size_t groups = spec.groups.size();
    limitRows(spec, mostRows);
    const bool hasColumns = isBars(spec) && spec.description.kind() != ChartKind::StackedBars;
    spec.columns = hasColumns && groups > kManyCells && width >= kTwoColumns ? 2 : 1;
    if (groups < 2) {
        ChartPlot plot(spec);
        plot.setFont(font);
        return { { 0, groups, mostRows, 1, std::min(plot.wantedHeight(width), mostHeight) } };
    }
    ChartSpec few = spec;
    few.groups.resize(2); // the lines above are those of all
    ChartPlot plot(few);
    plot.setFont(font);
    const int header = plot.headerHeight(width);
    std::vector<PicturePage> pages;
    for (std::size_t first = 0; first < groups;) {
        const auto height = [&](std::size_t count) {
            return header + ChartPlot::cellsHeight(spec, first, count, width);
        };
        std::size_t count = 1;
        while (first + count < groups && height(count + 1) <= mostHeight)
            ++count;
        pages.push_back({ first, count, mostRows, spec.columns, std::min(height(count), mostHeight) });
        first += count;
    }
    return pages;
}

ChartSpec onPage(ChartSpec spec, const PicturePage& page, int height)
{
    const std::size_t all = spec.groups.size();
    const std::size_t first = std::min(page.first, all);
    const std::size_t end = first + std::min(page.count, all - first);
    spec.groups = std::vector<std::size_t>(spec.groups.begin() + static_cast<std::ptrdiff_t>(first),
        spec.groups.begin() + static_cast<std::ptrdiff_t>(end));
    spec.isPage = spec.areFirstGroups && spec.groups.size() < all;
    spec.columns = page.columns;
    limitRows(spec, page.mostRows); // before what fits is told: the columns are as high as their rows
    limitRows(spec, ChartPlot::rowsThatFit(spec, height));
    return spec;
}

} // namespace kinetoscope
