// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/efficiency_chart.h"

#include "core/analysis/efficiency/efficiency_column_names.h"
#include "core/analysis/types/column_names.h"
#include "core/base/number_text.h"

#include <limits>
#include <string_view>

namespace kinetoscope {

void EfficiencyChart::add(const RankOwnedWork& work, const TracePeaks& peaks)
{
    std::vector<bool> isSeen(work.kinds.size(), false); // calls of a kind have the same roofs
    for (const OwningCall& call : work.calls) {
        const Figures& figures = call.figures();
        if (figures.flops.value_or(0) <= 0 || figures.bytes.value_or(0) <= 0 || call.kernelTime <= 0)
            continue;
        m_hasDots = true;
        if (isSeen[call.kind->index])
            continue;
        isSeen[call.kind->index] = true;
        constexpr std::string_view kMatrix = "matrix_";
        if (const double rate = peaks.rate(call.device(), call.spec()); rate > 0)
            m_roofs.insert({ std::string(toString(call.spec()).substr(kMatrix.size())), { rate, 0 } });
        if (const double bandwidth = peaks.bandwidth(call.device()); bandwidth > 0)
            m_roofs.insert({ std::string(), { 0, bandwidth } });
    }
}

std::vector<ChartDescription> EfficiencyChart::take() const
{
    constexpr double kGigaInTera = 1000;
    const double infinity = std::numeric_limits<double>::infinity();
    std::vector<ChartDescription> charts;
    if (m_hasDots) {
        ChartDescription& chart = charts.emplace_back();
        chart.id = "efficiency-roofline";
        chart.table = "ops";
        chart.title = kEfficiencyOpsTitle;
        chart.labelColumn = column::kName;
        chart.groupColumn = column::kRank;
        chart.series = { { column::kTeraflopsPerSecond, "", PartKind::Compute } };
        ScatterChart form { .xColumn = column::kFlopsPerByte, .sizeColumn = column::kKernelTimeSum };
        for (const auto& [name, roof] : m_roofs) {
            if (roof.rate > 0)
                form.roofs.push_back(
                    { name + " " + shortestText(roof.rate) + " TFLOP/s", std::string(), roof.rate, infinity });
            else
                form.roofs.push_back(
                    { shortestText(roof.bandwidth) + " GB/s", std::string(), infinity, roof.bandwidth / kGigaInTera });
        }
        chart.form = std::move(form);
    }
    ChartDescription& summary = charts.emplace_back();
    summary.id = "efficiency-summary";
    summary.form = BarChart {};
    summary.table = "summary";
    summary.title = kEfficiencySummaryTitle;
    summary.labelColumn = column::kOpCategory;
    summary.groupColumn = column::kRank;
    summary.series = { { column::kKernelSum, "", PartKind::Compute } };
    return charts;
}

} // namespace kinetoscope
