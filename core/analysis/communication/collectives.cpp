// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/collectives.h"

#include "core/analysis/collectives/collective_parameters.h"
#include "core/analysis/communication/collective_columns.h"
#include "core/analysis/communication/collective_facts.h"
#include "core/analysis/communication/collective_remarks.h"
#include "core/analysis/communication/collective_tables.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/peaks/trace_peaks.h"
#include "core/analysis/ranks/clock_parameters.h"
#include "core/analysis/ranks/first_event.h"
#include "core/analysis/ranks/measured_job.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/base/number_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// How much of `range` lies in `ranges`, which are disjoint and sorted. O(log + those that overlap).
Nanoseconds coveredPart(const std::vector<TimeRange>& ranges, const TimeRange& range)
{
    Nanoseconds covered = 0;
    auto next =
        std::ranges::partition_point(ranges, [&range](const TimeRange& each) { return each.end <= range.begin; });
    for (; next != ranges.end() && next->begin < range.end; ++next)
        covered += std::min(next->end, range.end) - std::max(next->begin, range.begin);
    return covered;
}

/// By operation: the part of its shortest run in which that rank computes nothing, ns; nothing for what one rank alone
/// has. Of a host range all of it. Errors: Cancelled, or a step pattern that is no regular expression.
Result<std::vector<std::optional<Nanoseconds>>> exposedOfShortest(
    const AnalysisInput& input, const CollectiveFacts& facts, const AnalysisContext& context)
{
    AnalysisInput whole = input;
    whole.traces = TraceSet::onOwnClocks(input.traces);
    whole.scope = {};
    whole.scope.ranks = input.scope.ranks;
    KT_TRY(const auto work, ScopedGpuWork::create(whole, *context.classifier));
    std::vector<std::optional<Nanoseconds>> exposed(facts.operations.size());
    std::vector<std::vector<std::size_t>> shortestOn(input.traces->ranks().size());
    for (std::size_t i = 0; i < facts.operations.size(); ++i) {
        const Operation& operation = facts.operations[i];
        if (operation.ranks.size() < 2)
            continue;
        const OperationRun& shortest = operation.ranks[operation.last];
        exposed[i] = shortest.duration;
        if (facts.runOf(shortest).stream() != Track::kNoStream)
            shortestOn[shortest.rank].push_back(i);
    }
    const auto computeOf = [&](std::size_t i) -> Result<std::vector<TimeRange>> {
        KT_TRY(const RankGpuWork rank, work->rank(i, context.progress));
        return unionWhere(
            rank, [](const GpuWorkRow& row) { return row.type == KernelType::Computation; }, context.progress);
    };
    KT_TRY_DONE(
        forEachRankInOrder(work->rankCount(), context, computeOf, [&](std::size_t i, std::vector<TimeRange> computing) {
            const std::uint32_t rank = work->rankIndex(i);
            const RankTrace& trace = whole.traces->ranks()[rank];
            for (const std::size_t each : shortestOn[rank]) {
                Nanoseconds hidden = 0;
                Timestamp until = kMinTimestamp;
                for (const std::uint32_t run : facts.operations[each].ranks[facts.operations[each].last].runs) {
                    const TimeRange range = facts.matching->runs[run].range;
                    const TimeRange rest { std::max(trace.toJobTime(range.begin), until), trace.toJobTime(range.end) };
                    if (rest.begin < rest.end)
                        hidden += coveredPart(computing, rest);
                    until = std::max(until, rest.end);
                }
                exposed[each] = *exposed[each] - hidden;
            }
        }));
    return exposed;
}

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
