// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/descriptors.h"

#include "core/analysis/collectives/collective_parameters.h"
#include "core/analysis/communication/collective_columns.h"
#include "core/analysis/communication/collective_remarks.h"
#include "core/analysis/communication/collective_tables.h"
#include "core/analysis/communication/exposed_runs.h"
#include "core/analysis/peaks/trace_peaks.h"
#include "core/analysis/ranks/clock_parameters.h"
#include "core/analysis/ranks/first_event.h"
#include "core/analysis/ranks/measured_job.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/base/number_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

std::vector<std::string> namesOfKinds()
{
    std::vector<std::string> names;
    for (auto kind = CollectiveKind::Barrier;; kind = static_cast<CollectiveKind>(static_cast<int>(kind) + 1)) {
        names.emplace_back(toString(kind));
        if (kind == CollectiveKind::Pair)
            return names;
    }
}

Result<Done> checkKinds(const std::vector<std::string>& kinds)
{
    const std::vector<std::string> known = namesOfKinds();
    for (const std::string& kind : kinds) {
        if (std::ranges::find(known, kind) != known.end())
            continue;
        return invalidArgument({ KT_PHRASE("collectives", "%1 is no kind of collective. There are: %2."),
            arg::Name { kind }, arg::Text { joined(known, ", ") } });
    }
    return Done {};
}

/// Dots for each kind, and half of the link, one direction of it, over those of which the share is known.
ChartDescription bandwidthChart(const CollectiveFacts& facts)
{
    ChartDescription chart { .id = "bandwidth",
        .table = "groups",
        .title = kCollectiveGroupsTitle,
        .labelColumn = column::kGroup,
        .series = { { column::kBusBandwidth, "", PartKind::Communication } },
        .groupColumn = column::kCollective };
    ScatterChart form { .xColumn = column::kMessageBytes, .sizeColumn = column::kLatencySum };
    std::set<double> drawn;
    for (const Operation& operation : facts.operations) {
        const GroupLink& link = facts.links[facts.instanceOf(operation).group];
        if (link.bothDirections <= 0 || !drawn.insert(link.bothDirections).second)
            continue;
        const double half = link.bothDirections / 2;
        form.roofs.push_back(
            { shortestText(half) + " GB/s", link.source, half, std::numeric_limits<double>::infinity() });
    }
    chart.form = std::move(form);
    return chart;
}

bool hasBandwidth(const Table& groups)
{
    const std::size_t bandwidth = groups.columnIndex(column::kBusBandwidth);
    for (std::size_t row = 0; row < groups.rowCount(); ++row) {
        if (!groups.isMissing(row, bandwidth))
            return true;
    }
    return false;
}

Result<AnalysisResult> runCollectives(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisInput& input = inputs[0];
    KT_TRY_DONE(checkKinds(parameters.list(parameter::kKinds)));
    if (const auto wrong = wrongDeviceRule(*context.classifier))
        return *wrong;
    KT_TRY(const MeasuredJob measured,
        measuredJob(input.traces, *context.classifier, clockLimitsFrom(parameters), context.progress));
    const std::shared_ptr<const CollectiveMatching>& matching = measured.matching;
    const std::shared_ptr<const TraceSet> own = TraceSet::onOwnClocks(input.traces);
    const std::shared_ptr<const RankClocks> clocks =
        parameters.boolean(kClockAlignmentParameter) ? measured.clocks : notApplied(*measured.clocks);
    KT_TRY(std::vector<Operation> operations,
        operationsOf(input, *matching, *clocks, parameters.text(kProcessGroupParameter),
            parameters.list(parameter::kKinds), context.progress));
    auto facts = std::make_shared<CollectiveFacts>();
    facts->traces = input.traces;
    facts->links = groupLinks(*input.traces, *matching, *context.classifier);
    AnalysisResult result;
    result.remarks = matching->remarks;
    result.remarks.insert(result.remarks.end(), clocks->remarks.begin(), clocks->remarks.end());
    facts->matching = matching;
    facts->operations = std::move(operations);
    KT_TRY(const auto exposed, exposedOfShortest(input, *facts, context));
    addCollectiveRemarks(result.remarks, *facts);
    result.tables.push_back(collectivesTable(facts));
    result.tables.push_back(collectiveGroupsTable(facts));
    if (hasBandwidth(result.tables.back()))
        result.charts.push_back(bandwidthChart(*facts));
    result.tables.push_back(collectiveInstancesTable(facts, earliestEvent(*own, *clocks), exposed));
    result.tables.push_back(collectiveRanksTable(facts));
    return result;
}

} // namespace

AnalysisDescriptor collectives()
{
    AnalysisDescriptor analysis { .id = "collectives",
        .title = "Collectives and their bandwidth",
        .question = "How fast are the collectives, for their size and for the link?",
        .group = PanelGroup::Communication,
        .parameters = { processGroupParameter(), collectiveKindsParameter(),
            clockAlignmentParameter(
                "Put starts and ends on one clock where it is known; latency, skew and waits need none") } };
    std::ranges::copy(clockParameters(), std::back_inserter(analysis.parameters));
    analysis.tables = { { "collectives", kCollectivesTitle, collectiveColumns() },
        { "groups", kCollectiveGroupsTitle, collectiveGroupColumns() },
        { "instances", kCollectiveInstancesTitle, collectiveInstanceColumns() },
        { "ranks", kCollectiveRanksTitle, collectiveRankColumns() } };
    analysis.recordingOption = "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], record_shapes=True";
    analysis.run = runCollectives;
    return analysis;
}

} // namespace kinetoscope
